"""Real changes: each must move the page."""

# ruff: noqa: E501  (a mutator and its markup read better on one line)

from __future__ import annotations

from random import Random

from lxml import etree, html

from bench.fingerprint.kinds import CHANGE, Made, makes
from bench.fingerprint.noise_markup import hex_of, word_of
from bench.fingerprint.pages import (
    Page,
    body_of,
    content_of,
    is_aside,
    is_named,
    paragraphs,
    written,
)


def plain(make):
    return makes(CHANGE, "plain")(make)


def lost(make):
    return makes(CHANGE, "easily lost")(make)


def _content(page: Page, rng: Random, tag: str, *, letters: int = 1):
    """A tree and an element of this tag in its content, or None."""
    tree = page.tree()
    found = [
        el
        for el in content_of(tree).iter(tag)
        if len(el.text_content().strip()) >= letters
        and not any(is_aside(a) or is_named(a) for a in (el, *el.iterancestors()))
    ]
    return (tree, rng.choice(found)) if found else (tree, None)


@plain
def word_edited(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = [p for p in paragraphs(tree) if p.text and len(p.text.split()) > 3]
    if not found:
        return None
    p = rng.choice(found)
    words = p.text.split(" ")
    words[rng.randrange(len(words))] = "amended"
    p.text = " ".join(words)
    return page.plain, written(tree)


@plain
def number_edited(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = paragraphs(tree)
    if not found:
        return None
    p = rng.choice(found)
    p.text = f"In {rng.randint(1900, 2020)} it was {rng.randint(2, 99)}. " + (p.text or "")
    return page.plain, written(tree)


@plain
def paragraph_added(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = paragraphs(tree)
    if not found:
        return None
    p = etree.Element("p")
    p.text = "We are closed on the first Monday of each month."
    rng.choice(found).addnext(p)
    return page.plain, written(tree)


@plain
def paragraph_removed(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = paragraphs(tree)
    if not found:
        return None
    rng.choice(found).drop_tree()
    return page.plain, written(tree)


@plain
def heading_edited(page: Page, rng: Random) -> Made:
    tree, h = _content(page, rng, rng.choice(["h1", "h2", "h3"]), letters=3)
    if h is None:
        return None
    (next(iter(h), None) if h.text is None and len(h) else h).text = "Another heading"
    return page.plain, written(tree)


@plain
def title_edited(page: Page, rng: Random) -> Made:
    tree = page.tree()
    title = tree.find("head/title")
    if title is None:
        return None
    title.text = (title.text or "") + " (revised)"
    return page.plain, written(tree)


@plain
def list_item_edited(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = [
        li
        for li in content_of(tree).iter("li")
        if li.text
        and len(li.text.strip()) > 25
        and not any(is_aside(a) or is_named(a) for a in li.iterancestors())
    ]
    if not found:
        return None
    li = rng.choice(found)
    li.text = li.text.replace(li.text.split()[0], "Amended", 1)
    return page.plain, written(tree)


# Easily lost.


def _put(tree, rng: Random, markup: str) -> None:
    found = paragraphs(tree)
    piece = html.fragment_fromstring(markup)
    if found:
        rng.choice(found).addnext(piece)
    else:
        content_of(tree).append(piece)


def _pair(one: str, two: str, *, name: str) -> None:
    """A mutator that puts ``one`` and ``two`` in the same place of the content."""

    def make(page: Page, rng: Random) -> Made:
        seed, trees = rng.random(), [page.tree(), page.tree()]
        for tree, markup in zip(trees, (one, two), strict=True):
            _put(tree, Random(seed), markup)
        return written(trees[0]), written(trees[1])

    make.__name__ = name
    lost(make)


_PAIRS = {
    "cell_border": (
        "<table><tr><td>12</td><td>3</td></tr></table>",
        "<table><tr><td>1</td><td>23</td></tr></table>",
    ),
    "empty_cell": (
        "<table><tr><td>1</td><td></td></tr></table>",
        "<table><tr><td></td><td>1</td></tr></table>",
    ),
    "cell_value": (
        "<table><tr><th>Price</th><td>10</td></tr></table>",
        "<table><tr><th>Price</th><td>12</td></tr></table>",
    ),
    "order_of_list": (
        "<ol><li>Mix</li><li>Bake</li></ol>",
        "<ol><li>Bake</li><li>Mix</li></ol>",
    ),
    "kind_of_list": (
        "<ul><li>Mix</li><li>Bake</li></ul>",
        "<ol><li>Mix</li><li>Bake</li></ol>",
    ),
    "level_of_heading": ("<h3>Prices</h3>", "<h2>Prices</h2>"),
    "heading_to_paragraph": ("<h3>Prices</h3>", "<p>Prices</p>"),
    "alt_text": ("<img src='/m/a.jpg' alt='A door'>", "<img src='/m/a.jpg' alt='A red door'>"),
    "picture_swap": ("<img src='/m/door.jpg' alt='A'>", "<img src='/m/gate.jpg' alt='A'>"),
    "lazy_picture_swap": (
        "<img src='data:image/gif;base64,R0' data-src='/m/door.jpg' alt='A'>",
        "<img src='data:image/gif;base64,R0' data-src='/m/gate.jpg' alt='A'>",
    ),
    "link_target": (
        "<p>See <a href='/prices/'>prices</a></p>",
        "<p>See <a href='/fees/'>prices</a></p>",
    ),
    "link_added": (
        "<p>See our prices now</p>",
        "<p>See our <a href='/prices/'>prices</a> now</p>",
    ),
    "query_id": (
        "<p><a href='/doc?id=51'>Form</a></p>",
        "<p><a href='/doc?id=52'>Form</a></p>",
    ),
    "fragment_elsewhere": (
        "<p><a href='/law/#article-11'>Article</a></p>",
        "<p><a href='/law/#article-12'>Article</a></p>",
    ),
    "download": (
        "<p><a href='/files/form-2025.pdf'>Form</a></p>",
        "<p><a href='/files/form-2026.pdf'>Form</a></p>",
    ),
    "film": (
        "<iframe src='https://www.youtube.com/embed/dQw4w9WgXcQ'></iframe>",
        "<iframe src='https://www.youtube.com/embed/9bZkp7q19f0'></iframe>",
    ),
    "film_file": ("<video src='/m/a.mp4'></video>", "<video src='/m/b.mp4'></video>"),
    "film_source": (
        "<video><source src='/m/a.mp4'></video>",
        "<video><source src='/m/b.mp4'></video>",
    ),
    "figcaption": (
        "<figure><img src='/m/a.jpg' alt=''><figcaption>In May</figcaption></figure>",
        "<figure><img src='/m/a.jpg' alt=''><figcaption>In June</figcaption></figure>",
    ),
    "event_time": (
        "<p>Doors: <time datetime='2026-12-01T19:00'>evening</time></p>",
        "<p>Doors: <time datetime='2026-12-01T20:00'>evening</time></p>",
    ),
    "event_words": (
        "<p><time datetime='2026-12-01'>1 December, 19:00</time></p>",
        "<p><time datetime='2026-12-01'>1 December, 20:00</time></p>",
    ),
    "duration": ("<p>Bake for <b>25 minutes</b></p>", "<p>Bake for <b>35 minutes</b></p>"),
    "duration_alone": ("<p>25 minutes</p>", "<p>35 minutes</p>"),
    "duration_in_time": (
        "<p><time datetime='PT25M'>25 minutes</time></p>",
        "<p><time datetime='PT25M'>35 minutes</time></p>",
    ),
    "year_in_text": ("<p>The law of 2024 applies.</p>", "<p>The law of 2025 applies.</p>"),
    "checksum": ("<p>SHA-256: 3f2a9c1b8d7e4f60</p>", "<p>SHA-256: 3f2a9c1b8d7e4f61</p>"),
    "views_in_prose": (
        "<p>The film has had 1,204 views in a day.</p>",
        "<p>The film has had 1,211 views in a day.</p>",
    ),
    "price": ("<p class='price'>€ 19.90</p>", "<p class='price'>€ 21.90</p>"),
    "struck_price": ("<p><s>€ 19</s> € 12</p>", "<p>€ 19 <s>€ 12</s></p>"),
    "price_no_longer_struck": ("<p><s>€ 19</s></p>", "<p>€ 19</p>"),
    "stock": ("<p class='stock'>In stock</p>", "<p class='stock'>Sold out</p>"),
    "details": (
        "<details><summary>May I?</summary><p>Yes</p></details>",
        "<details><summary>May I?</summary><p>No</p></details>",
    ),
    "summary": (
        "<details><summary>May I?</summary><p>Yes</p></details>",
        "<details><summary>Must I?</summary><p>Yes</p></details>",
    ),
    "noscript_words": (
        "<noscript><p>Call 123</p></noscript>",
        "<noscript><p>Call 124</p></noscript>",
    ),
    "shadow_root": (
        "<my-card><template shadowrootmode='open'><p>Old</p></template></my-card>",
        "<my-card><template shadowrootmode='open'><p>New</p></template></my-card>",
    ),
    "custom_element": ("<my-card>Old</my-card>", "<my-card>New</my-card>"),
    "indentation": ("<pre>if a:\n    b()\nc()</pre>", "<pre>if a:\n    b()\n    c()</pre>"),
    "line_of_code": ("<pre>a b</pre>", "<pre>a\nb</pre>"),
    "power": ("<p>10<sup>5</sup> people</p>", "<p>105 people</p>"),
    "sub": ("<p>H<sub>2</sub>O</p>", "<p>H2O</p>"),
    "words_joined": ("<p>It is <b>not</b> able</p>", "<p>It is notable</p>"),
    "case": ("<p>The polish people</p>", "<p>The Polish people</p>"),
    "punctuation": ("<p>Let us eat, Grandma</p>", "<p>Let us eat Grandma</p>"),
    "accent": ("<p>Ano nuevo</p>", "<p>Año nuevo</p>"),
    "zwnj": ("<p>می‌خواهم</p>", "<p>میخواهم</p>"),
    "headline_in_header": (
        "<article><header><h2>Old</h2></header><p>x</p></article>",
        "<article><header><h2>New</h2></header><p>x</p></article>",
    ),
    "byline": (
        "<article><p>x</p><footer><p>By Ann</p></footer></article>",
        "<article><p>x</p><footer><p>By Eve</p></footer></article>",
    ),
    "dl_value": ("<dl><dt>Open</dt><dd>9</dd></dl>", "<dl><dt>Open</dt><dd>10</dd></dl>"),
    "term_to_value": ("<dl><dt>A</dt><dt>B</dt></dl>", "<dl><dt>A</dt><dd>B</dd></dl>"),
    "microdata_meta": (
        "<div itemscope itemtype='https://schema.org/Offer'><meta itemprop='price' content='19'></div>",
        "<div itemscope itemtype='https://schema.org/Offer'><meta itemprop='price' content='21'></div>",
    ),
    "microdata_link": (
        "<div itemscope><link itemprop='availability' href='https://schema.org/InStock'></div>",
        "<div itemscope><link itemprop='availability' href='https://schema.org/OutOfStock'></div>",
    ),
    "rdfa": (
        "<p vocab='https://schema.org/' typeof='Offer'><span property='price' content='19'>19</span></p>",
        "<p vocab='https://schema.org/' typeof='Offer'><span property='price' content='21'>19</span></p>",
    ),
    "ruby": ("<p><ruby>漢<rt>kan</rt></ruby></p>", "<p><ruby>漢<rt>han</rt></ruby></p>"),
    "inserted": ("<p>We do <ins>not</ins> pay</p>", "<p>We do <del>not</del> pay</p>"),
    "fraction": (
        "<p><math><mfrac><mn>1</mn><mn>2</mn></mfrac></math></p>",
        "<p><math><mrow><mn>1</mn><mn>2</mn></mrow></math></p>",
    ),
    "quote": ("<blockquote><p>Yes</p></blockquote>", "<p>Yes</p>"),
    "br": ("<p>1<br>2 3</p>", "<p>1 2<br>3</p>"),
    "mail": (
        "<p><a href='mailto:a@example.org'>Mail</a></p>",
        "<p><a href='mailto:b@example.org'>Mail</a></p>",
    ),
    "phone": ("<p><a href='tel:+491'>Call</a></p>", "<p><a href='tel:+492'>Call</a></p>"),
    "accordion": ("<h3><button>May I?</button></h3>", "<h3><button>Must I?</button></h3>"),
    "area": (
        "<map name='m'><area href='/a/' alt='A'></map>",
        "<map name='m'><area href='/b/' alt='A'></map>",
    ),
    "emoji": ("<p>👩‍🚀</p>", "<p>👩🚀</p>"),
}
for _name, (_one, _two) in _PAIRS.items():
    _pair(_one, _two, name=_name)


def _in_head(page: Page, one: str, two: str) -> Made:
    trees = [page.tree(), page.tree()]
    for tree, markup in zip(trees, (one, two), strict=True):
        head = tree.find("head")
        if head is None:
            return None
        for old in head.xpath("//meta[@name='description']|//link[@rel='canonical']"):
            old.getparent().remove(old)
        head.append(html.fragment_fromstring(markup))
    return written(trees[0]), written(trees[1])


_HEADS = {
    "description": (
        "<meta name='description' content='Open at nine'>",
        "<meta name='description' content='Open at ten'>",
    ),
    "canonical": (
        "<link rel='canonical' href='/guide/opening-hours/'>",
        "<link rel='canonical' href='/guide/'>",
    ),
    "hreflang_added": ("<meta name='x'>", "<link rel='alternate' hreflang='de' href='/de/'>"),
    "hreflang_retargeted": (
        "<link rel='alternate' hreflang='de' href='/de/'>",
        "<link rel='alternate' hreflang='de' href='/de/b/'>",
    ),
    "json_ld_price": (
        '<script type=\'application/ld+json\'>{"offers":{"price":"19"}}</script>',
        '<script type=\'application/ld+json\'>{"offers":{"price":"21"}}</script>',
    ),
    "json_ld_availability": (
        '<script type=\'application/ld+json\'>{"availability":"https://schema.org/InStock"}</script>',
        '<script type=\'application/ld+json\'>{"availability":"https://schema.org/SoldOut"}</script>',
    ),
    "json_ld_list": (
        '<script type=\'application/ld+json\'>{"step":["Mix","Bake"]}</script>',
        '<script type=\'application/ld+json\'>{"step":["Bake","Mix"]}</script>',
    ),
    "json_ld_start": (
        '<script type=\'application/ld+json; charset=utf-8\'>{"startDate":"2026-12-01"}</script>',
        '<script type=\'application/ld+json; charset=utf-8\'>{"startDate":"2026-12-02"}</script>',
    ),
    "json_ld_added": (
        "<meta name='x'>",
        '<script type=\'application/ld+json\'>{"@type":"Thing"}</script>',
    ),
    "json_ld_broken": (
        "<script type='application/ld+json'>{\"a\": 1,}</script>",
        "<script type='application/ld+json'>{\"a\": 2,}</script>",
    ),
}
for _name, (_one, _two) in _HEADS.items():

    def _made(page: Page, rng: Random, one: str = _one, two: str = _two) -> Made:
        return _in_head(page, one, two)

    _made.__name__ = f"head_{_name}"
    lost(_made)


@lost
def order_of_paragraphs(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = [
        (a, b)
        for a, b in zip(paragraphs(tree), paragraphs(tree)[1:], strict=False)
        if a.getnext() is b and a.text_content().split() != b.text_content().split()
    ]
    if not found:
        return None
    first, second = rng.choice(found)
    tail, first.tail = first.tail, None
    second.addnext(first)
    first.tail = tail
    return page.plain, written(tree)


@lost
def own_link_retargeted(page: Page, rng: Random) -> Made:
    tree, a = _content(page, rng, "a")
    if a is None or not (a.get("href") or "").startswith(("/", "http")):
        return None
    a.set("href", f"/elsewhere-{word_of(rng, 5)}/")
    return page.plain, written(tree)


@lost
def own_picture_swapped(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = [
        img
        for img in content_of(tree).iter("img")
        if (img.get("src") or "").startswith(("/", "http"))
        and img.get("width") not in ("0", "1")
        and img.get("height") not in ("0", "1")
        and not any(is_aside(a) or is_named(a) for a in img.iterancestors())
    ]
    if not found:
        return None
    img = rng.choice(found)
    for name in [name for name in img.attrib if name != "alt" and name != "src"]:
        del img.attrib[name]
    before = written(tree)
    img.set("src", f"/media/other-{hex_of(rng, 3)}.jpg")
    return before, written(tree)


@lost
def own_cell_edited(page: Page, rng: Random) -> Made:
    tree, td = _content(page, rng, "td")
    if td is None or not (td.text or "").strip():
        return None
    td.text = f"{td.text} 7"
    return page.plain, written(tree)


@lost
def own_code_edited(page: Page, rng: Random) -> Made:
    tree, pre = _content(page, rng, "pre", letters=10)
    if pre is None:
        return None
    pre.text = "x = 1\n" + (pre.text or "")
    return page.plain, written(tree)


@lost
def own_item_moved(page: Page, rng: Random) -> Made:
    tree = page.tree()
    found = [
        li
        for li in content_of(tree).iter("li")
        if li.getnext() is not None
        and li.getnext().tag == "li"
        and len(li.text_content().strip()) > 10
        and li.text_content().split() != li.getnext().text_content().split()
        and not any(is_aside(a) or is_named(a) for a in (li, *li.iterancestors()))
    ]
    if not found:
        return None
    li = rng.choice(found)
    li.getnext().addnext(li)
    return page.plain, written(tree)


@lost
def last_words_of_the_body(page: Page, rng: Random) -> Made:
    if content_of(page.tree()).tag != "body":
        return None
    one, two = page.tree(), page.tree()
    for tree, words in ((one, "The end."), (two, "The very end.")):
        etree.SubElement(body_of(tree), "p").text = words
    return written(one), written(two)
