"""FINGERPRINT.md, table 3.2: what must move a page, however easily it is lost."""

import pytest

from honest_sitemaps.fingerprint import of_html
from tests.fingerprint.conftest import BARE, LANDMARKED, LOC, digest, page
from tests.fingerprint.test_noise import PLACEHOLDER, SCHEMA, link


@pytest.fixture(params=[LANDMARKED, BARE], ids=["main", "body"])
def frame(request):
    return request.param


YOUTUBE = "<iframe src='https://www.youtube.com/embed/{}'></iframe>"
OFFER = "<div itemscope itemtype='https://schema.org/Offer'>{}</div>"


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Words.
        ("", "<p>We are closed today.</p>"),
        ("<p>Ten people</p>", "<p>Eleven people</p>"),
        ("<p>A</p><p>B</p>", "<p>B</p><p>A</p>"),
        ("<p>The polish people</p>", "<p>The Polish people</p>"),
        ("<p>Let us eat, Ann</p>", "<p>Let us eat Ann</p>"),
        ("<p>Ano</p>", "<p>Año</p>"),
        ("<p>می‌خواهم</p>", "<p>میخواهم</p>"),
        ("<p>It is <b>not</b> able</p>", "<p>It is notable</p>"),
        ("<p>1<br>2 3</p>", "<p>1 2<br>3</p>"),
        ("<p>“so”</p>", '<p>"so"</p>'),
        # Numbers and times in words.
        ("<p>The law of 2024</p>", "<p>The law of 2025</p>"),
        ("<p>SHA-256: 3f2a9c1b8d7e</p>", "<p>SHA-256: 3f2a9c1b8d7f</p>"),
        ("<p>It had 1,204 views in May.</p>", "<p>It had 1,211 views in May.</p>"),
        ("<p>25 minutes</p>", "<p>35 minutes</p>"),
        ("<p>Two days ago we moved 3 desks.</p>", "<p>Two days ago we moved 4 desks.</p>"),
        ("<p>Updated rules for 2025</p>", "<p>Updated rules for 2026</p>"),
        ("<p>Tea · 25 minutes · 3 cups</p>", "<p>Tea · 35 minutes · 3 cups</p>"),
        ("<p>Last updated</p>", "<p>Updated</p>"),
        ("<dl><dt>Updated<dd>12 rules</dl>", "<dl><dt>Updated<dd>13 rules</dl>"),
        ("<dl><dt>Last updated<dd>12</dl>", "<dl><dt>Last updated<dd>13</dl>"),
        ("<dl><dt>Opened<dd>3 May 2026</dl>", "<dl><dt>Opened<dd>4 May 2026</dl>"),
        ("<p>Updated</p><p>Yes</p>May 3", "<p>Updated</p><p>Yes</p>May 4"),
        (
            "<p>Updated, on <time datetime=2026>May</time></p>",
            "<p>Updated, on <time datetime=2027>May</time></p>",
        ),
        ("<p class=price>€ 19</p>", "<p class=price>€ 21</p>"),
        ("<p class=stock>In stock</p>", "<p class=stock>Sold out</p>"),
        # Tags that change what is said.
        ("<p>10<sup>5</sup></p>", "<p>105</p>"),
        ("<p>H<sub>2</sub>O</p>", "<p>H<sup>2</sup>O</p>"),
        ("<p><s>€ 19</s> € 12</p>", "<p>€ 19 € 12</p>"),
        ("<p>do <ins>not</ins> pay</p>", "<p>do <del>not</del> pay</p>"),
        ("<p>⟨sup⟩5⟨/sup⟩</p>", "<p><sup>5</sup></p>"),
        (
            "<math><mfrac><mn>1</mn><mn>23</mn></mfrac></math>",
            "<math><mfrac><mn>12</mn><mn>3</mn></mfrac></math>",
        ),
        # Numbers that stand in attributes only.
        ("<ol><li>A<li>B</ol>", "<ol start=5><li>A<li>B</ol>"),
        ("<ol><li>A<li>B</ol>", "<ol reversed><li>A<li>B</ol>"),
        ("<ol><li>A<li value=3>B</ol>", "<ol><li>A<li value=4>B</ol>"),
        ("<p><ruby>漢<rt>kan</rt></ruby></p>", "<p>漢kan</p>"),
        (
            "<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>",
            "<math><mrow><mn>1</mn><mn>2</mn></mrow></math>",
        ),
        # Headings.
        ("<h2>Prices</h2>", "<h3>Prices</h3>"),
        ("<h2>Prices</h2>", "<p>Prices</p>"),
        ("<h2>A<br>B</h2>", "<h2>A</h2>B"),
        ("<h3><button>May I?</button></h3>", "<h3><button>Must I?</button></h3>"),
        (
            "<article><header><h2>A</h2></header></article>",
            "<article><header><h2>B</h2></header></article>",
        ),
        (
            "<article><footer>By Ann</footer></article>",
            "<article><footer>By Eve</footer></article>",
        ),
        # Lists.
        ("<ol><li>A<li>B</ol>", "<ol><li>B<li>A</ol>"),
        ("<ol><li>A</ol>", "<ul><li>A</ul>"),
        ("<ul><li>A</ul><ul><li>B</ul>", "<ul><li>A<li>B</ul>"),
        ("<ul><li>A<ul><li>B</ul><li>C</ul>", "<ul><li>A<ul><li>B<li>C</ul></ul>"),
        ("<dl><dt>Open<dd>9</dl>", "<dl><dt>Open<dd>10</dl>"),
        ("<dl><dt>A<dt>B</dl>", "<dl><dt>A<dd>B</dl>"),
        # Tables.
        ("<table><tr><td>12<td>3</table>", "<table><tr><td>1<td>23</table>"),
        ("<table><tr><td>1<td></table>", "<table><tr><td><td>1</table>"),
        ("<table><tr><td>1<td>2</table>", "<table><tr><td>1<tr><td>2</table>"),
        ("<table><tr><th>1</table>", "<table><tr><td>1</table>"),
        ("<table><caption>A</caption></table>", "<table><caption>B</caption></table>"),
        # Code.
        ("<pre>if a:\n    b()\nc()</pre>", "<pre>if a:\n    b()\n    c()</pre>"),
        ("<pre>a b</pre>", "<pre>a\nb</pre>"),
        ("<pre>a\n\nb</pre>", "<pre>a\nb</pre>"),
        ("<pre>a\nb</pre>", "<pre>a</pre><pre>b</pre>"),
        # Blocks.
        ("<blockquote><p>Yes</p></blockquote>", "<p>Yes</p>"),
        (
            "<details><summary>?</summary>Yes</details>",
            "<details><summary>?</summary>No</details>",
        ),
        ("<details><summary>A</summary></details>", "<details><summary>B</summary></details>"),
        ("<figure><figcaption>A</figcaption></figure>", "<figure><p>A</p></figure>"),
        ("<noscript><p>Call 1</p></noscript>", "<noscript><p>Call 2</p></noscript>"),
        ("<my-card>A</my-card>", "<my-card>B</my-card>"),
        (
            "<template shadowrootmode=open>A</template>",
            "<template shadowrootmode=open>B</template>",
        ),
        # Links.
        (link("/a/"), link("/b/")),
        ("<p>See prices</p>", "<p>See <a href=/p/>prices</a></p>"),
        ("<p><a href=/p/>See</a> prices</p>", "<p>See <a href=/p/>prices</a></p>"),
        (link("/d?id=51"), link("/d?id=52")),
        (link("/law/#article-11"), link("/law/#article-12")),
        (link("/f/form-2025.pdf"), link("/f/form-2026.pdf")),
        (link("mailto:a@b.test"), link("mailto:c@b.test")),
        (link("tel:+491"), link("tel:+492")),
        (link("https://[bad/1"), link("https://[bad/2")),
        (link("/cdn-cgi/l/email-protection#1071507235203e73"), link("#a")),
        ("<map><area href=/a/></map>", "<map><area href=/b/></map>"),
        ("<a href=/a/><h2>A</h2></a>", "<a href=/b/><h2>A</h2></a>"),
        # A signature's names that stand alone are content.
        (link("/d?sig=1"), link("/d?sig=2")),
        (link("/d?expires=1"), link("/d?expires=2")),
        # Pictures and films.
        ("<img src=/m/a.jpg alt=A>", "<img src=/m/a.jpg alt=B>"),
        ("<img src=/m/a.jpg alt=A>", "<img src=/m/b.jpg alt=A>"),
        (
            f"<img data-src=/m/a.jpg src={PLACEHOLDER}>",
            f"<img data-src=/m/b.jpg src={PLACEHOLDER}>",
        ),
        ("<img srcset='/m/a.jpg 2x'>", "<img srcset='/m/b.jpg 2x'>"),
        ("<img src=/m/a.jpg>", "<img src=/m/a.jpg><img src=/m/a.jpg>"),
        ("<img src=/m/3f2a9c1b8d7e.jpg>", "<img src=/m/4f2a9c1b8d7e.jpg>"),
        (
            f"<img src=data:image/png;base64,{'A' * 3000}>",
            f"<img src=data:image/png;base64,{'B' * 3000}>",
        ),
        (YOUTUBE.format("dQw4w9WgXcQ"), YOUTUBE.format("9bZkp7q19f0")),
        (YOUTUBE.format("videoseries?list=1"), YOUTUBE.format("videoseries?list=2")),
        ("<video src=/m/a.mp4></video>", "<video src=/m/b.mp4></video>"),
        ("<video><source src=/m/a.mp4></video>", "<video><source src=/m/b.mp4></video>"),
        ("<video poster=/m/a.jpg></video>", "<video poster=/m/b.jpg></video>"),
        ("<audio src=/m/a.mp3></audio>", "<audio src=/m/b.mp3></audio>"),
        ("<object data=/m/a.svg></object>", "<object data=/m/b.svg></object>"),
        ("<video><track src=/m/a.vtt></video>", "<video><track src=/m/b.vtt></video>"),
        ("<iframe srcdoc='<p>a'></iframe>", "<iframe srcdoc='<p>b'></iframe>"),
        # Times.
        ("<time datetime=2026-01-01>May</time>", "<time datetime=2026-01-02>May</time>"),
        ("<time datetime=2026-01-01>19:00</time>", "<time datetime=2026-01-01>20:00</time>"),
        ("<time datetime=PT25M>25 minutes</time>", "<time datetime=PT25M>35 minutes</time>"),
        # Microdata and RDFa.
        (
            OFFER.format("<meta itemprop=price content=19>"),
            OFFER.format("<meta itemprop=price content=21>"),
        ),
        (
            OFFER.format("<link itemprop=availability href=https://schema.org/InStock>"),
            OFFER.format("<link itemprop=availability href=https://schema.org/SoldOut>"),
        ),
        (
            OFFER.format("<data itemprop=sku value=1>x</data>"),
            OFFER.format("<data itemprop=sku value=2>x</data>"),
        ),
        (OFFER.format("x"), OFFER.format("x").replace("Offer", "Event")),
        (
            "<p typeof=Offer><span property=price content=19>x</span></p>",
            "<p typeof=Offer><span property=price content=21>x</span></p>",
        ),
        # JSON-LD.
        (SCHEMA.format('{"price": "19"}'), SCHEMA.format('{"price": "21"}')),
        (SCHEMA.format('{"step": ["a", "b"]}'), SCHEMA.format('{"step": ["b", "a"]}')),
        (SCHEMA.format('{"startDate": "2026"}'), SCHEMA.format('{"startDate": "2027"}')),
        (
            SCHEMA.format('{"datePublished": "2026"}'),
            SCHEMA.format('{"datePublished": "2027"}'),
        ),
        (SCHEMA.format('{"ratingValue": 4.5}'), SCHEMA.format('{"ratingValue": 4.6}')),
        (SCHEMA.format('{"a": null}'), SCHEMA.format('{"a": false}')),
        (SCHEMA.format('{"a": 1,}'), SCHEMA.format('{"a": 2,}')),
        ("", SCHEMA.format('{"@type": "Thing"}')),
        # Another language version's type of the same script.
        (
            SCHEMA.replace("ld+json", "LD+JSON; charset=utf-8").format('{"a": 1}'),
            SCHEMA.replace("ld+json", "LD+JSON; charset=utf-8").format('{"a": 2}'),
        ),
    ],
)
def test_a_real_change_moves_the_page(one, two, frame):
    assert digest(page(one, frame=frame)) != digest(page(two, frame=frame))


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("<title>Opening hours</title>", "<title>Opening times</title>"),
        ("When we open", "When we close"),
        (f'canonical" href="{LOC}"', 'canonical" href="https://www.example.test/guide/"'),
        ("<main>", "<header><h1>Welcome</h1></header><main>"),
        ("<title>", "<link rel=alternate hreflang=de href=/de/><title>"),
    ],
)
def test_a_change_of_the_head_moves_the_page(one, two):
    html = page()

    assert one in html
    assert digest(html) != digest(html.replace(one, two))


def test_a_language_version_that_moves_moves_the_page():
    head = "<link rel=alternate hreflang=de href={}>"

    assert digest(page(head=head.format("/de/"))) != digest(page(head=head.format("/de/b/")))


@pytest.mark.parametrize(
    ("selector", "one", "two"),
    [
        # What a name says is only a suspicion: these hold content.
        ("share", "<h1>Title</h1><p>Old</p>", "<h1>Title</h1><p>New</p>"),
        ("related", "<article><p>Old</p></article>" + "<p>" + "a word " * 30 + "</p>", None),
        ("messages", "<p>" + "a word " * 30 + "</p>", None),
    ],
)
def test_a_block_that_holds_content_is_content_whatever_its_name(selector, one, two):
    block = f"<div class='{selector}'>{{}}</div>"
    before = page(block.format(one if two else one * 3), frame=BARE)
    after = page(block.format(two or f"{one * 3}<p>New</p>"), frame=BARE)

    assert digest(before) != digest(after)


@pytest.mark.parametrize(
    ("paragraph", "count", "is_content"),
    [
        # Three paragraphs of 120 letters are an article's; fewer or shorter ones are not.
        ("x" * 120, 3, True),
        ("x" * 119, 3, False),
        ("x" * 120, 2, False),
        # White space makes none longer, and links make none.
        ("x" + " " * 200, 3, False),
        ("x" * 61 + f"<a href=/a/>{'y' * 59}</a>", 3, True),
        ("x" * 60 + f"<a href=/a/>{'y' * 60}</a>", 3, False),
    ],
)
def test_how_much_an_article_says(paragraph, count, is_content):
    block = f"<div class=related>{f'<p>{paragraph}</p>' * count}<b>{{}}</b></div>"

    one, two = (digest(page(block.format(word))) for word in ("Old", "New"))

    assert (one != two) == is_content


@pytest.mark.parametrize(
    "block",
    [
        # Parts of words, and words that name content.
        "<div class='no-share with_aside'>{}</div>",
        "<article class='related'>{}</article>",
        "<div class='menu recommended header'>{}</div>",
        # Headings of documents become ids.
        "<section id='comments'>{}</section>",
        "<div class='section' id='cookie-notice'>{}</div>",
        "<div class='single article' id='cookie-notice'>{}</div>",
        "<h2 id='views'>{}</h2>",
        "<h2 id='cookie-notice'>{}</h2>",
        "<section id='cookie-notice'>{}</section>",
        "<table class='related'><tr><td>{}</table>",
        # A counter's name on more than a counter.
        "<div class='views'>{} and the sea, from each room of the house and the roof</div>",
        "<span class='countdown'>{} at the door</span>",
        "<p class='updated'>{} prices for 2026</p>",
        "<time class='entry-date updated'>1 January 2026 {}</time>",
        "<div class='basket'>{} baskets are woven here by hand</div>",
    ],
)
def test_a_name_is_no_proof(block):
    assert digest(page(block.format("Old"))) != digest(page(block.format("New")))


def test_a_heading_that_speaks_of_headers_is_no_header():
    one, two = (page(f"<h2 id=header>{word}</h2>", frame=BARE) for word in ("Old", "New"))

    assert digest(one) != digest(two)


def test_text_and_its_bytes_are_the_same_page():
    html = page("<p>Straße</p>")

    assert digest(html) == digest(html.encode())


def test_the_digest_says_nothing_about_another_loc():
    html = page("<p><a href='b/'>b</a></p>")

    assert of_html(html, loc=LOC) == of_html(html, loc=LOC)


def test_a_list_that_starts_at_one_says_so_or_not():
    one, two = (
        of_html(f"<ol{start}><li>x</ol>", loc="https://example.com/")
        for start in ("", " start=1")
    )

    assert one == two
