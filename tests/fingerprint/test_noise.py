"""FINGERPRINT.md, table 3.1: what must not move a page."""

import re
import unicodedata

import pytest

from tests.fingerprint.conftest import BARE, LANDMARKED, LOC, digest, page

SCHEMA = '<script type="application/ld+json">{}</script>'


@pytest.fixture(params=[LANDMARKED, BARE], ids=["main", "body"])
def frame(request):
    return request.param


TEXT = "<p>Naïve cafés: a <b>b</b>, <a href='/x/?a=1&amp;b=2' class='q r' id='z'>d</a></p>"
TABLE = "<table><tbody><tr><td>1</td></tr></tbody></table><br><ul><li>x</li><li>y</li></ul>"


@pytest.mark.parametrize(
    "rewrite",
    [
        # White space between and in blocks.
        lambda html: re.sub(r"(<(?:p|ul|li|table|tr|td|main|div|h1)\b)", r"\n\t \1", html),
        lambda html: html.replace(" a ", " \n\t a  "),
        # CRLF, BOM.
        lambda html: html.replace("\n", "\r\n"),
        lambda html: "\ufeff" + html,
        # Attribute order and quotes, class order.
        lambda html: html.replace("class='q r' id='z'", 'id="z" class="r q"'),
        lambda html: html.replace("href='/x/?a=1&amp;b=2'", "href=/x/?a=1&b=2"),
        # Tag case, void slash, implied tbody and end tags.
        lambda html: re.sub(r"<(/?)(p|li|a|td|b)\b", lambda m: m[0].upper(), html),
        lambda html: html.replace("<br>", "<br />"),
        lambda html: html.replace("<tbody>", "").replace("</tbody>", ""),
        lambda html: html.replace("</li>", "").replace("</p>", ""),
        # Character references, and how accents are written.
        lambda html: html.replace("ï", "&#239;").replace("é", "&eacute;"),
        lambda html: unicodedata.normalize("NFD", html),
        # What cannot be seen: zero width space, soft hyphen, word joiner, BOM inside.
        lambda html: html.replace("Naïve", "Na\u200bï\u00adv\u2060e\ufeff"),
        lambda html: html.replace("Naïve", "Na&#8203;ï&shy;ve"),
        lambda html: html.replace("Naïve", "Na\x01ï\x1bve\x7f"),
        # Fixed spaces are spaces.
        lambda html: html.replace("cafés: a", "cafés:&nbsp;a"),
        lambda html: html.replace("cafés: a", "cafés:\u202fa"),
        # Comments, also within a word, and a random one behind the page (django-debreach).
        lambda html: html.replace("Naïve", "Na<!-- 17 ms -->ïve") + "<!-- xxxxx -->",
        # A minifier.
        lambda html: re.sub(r"\s*\n\s*", "", html),
        # Presentation: strong for b, a span, a wrapper.
        lambda html: html.replace("<b>", "<strong>").replace("</b>", "</strong>"),
        lambda html: html.replace("Naïve", "Na<span class='x'>ï</span>ve"),
        lambda html: html.replace("<ul>", "<div><section><ul>").replace(
            "</ul>", "</ul></section></div>"
        ),
        # Attributes that no visitor reads.
        lambda html: html.replace("<p", "<p id='u-8f3a' data-v-1f data-reactid='.1'"),
        lambda html: html.replace("<p", "<p style='top:1px' onclick='go(3)' tabindex=-1"),
        lambda html: html.replace("<p", "<p class='css-9z2 Box_x__3xA9b' aria-controls='c1'"),
        lambda html: html.replace(
            "<body", "<body class='page-17 related share ads' data-ab=b"
        ),
        lambda html: html.replace("<a ", "<a target=_blank rel='noopener ugc' "),
    ],
)
def test_how_the_markup_is_written_moves_nothing(rewrite, frame):
    html = page(TEXT + TABLE, frame=frame)

    assert digest(rewrite(html)) == digest(html)


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Scripts and styles, with and without.
        ("", "<script nonce='r4nd0m'>var t = 'x'</script>"),
        ("", "<style>p{color:red}</style>"),
        (
            "<script src='/static/app.1a2b3c.js'></script>",
            "<script src='/static/app.js?v=2'></script>",
        ),
        (
            "",
            "<script type='application/json' id='__NEXT_DATA__'>{\"buildId\":\"a1\"}</script>",
        ),
        ("", "<script type='5f2a-text/javascript'>go()</script>"),
        ("", "<template id='row'><p>{{ name }}</p></template>"),
        # Tokens.
        (
            "<form><input type=hidden name=csrfmiddlewaretoken value=aaa></form>",
            "<form><input type=hidden name=csrfmiddlewaretoken value=bbb></form>",
        ),
        ("", "<input type=hidden name=__VIEWSTATE value=xyz>"),
        ('<div hx-headers=\'{"X":"a"}\'></div>', '<div hx-headers=\'{"X":"b"}\'></div>'),
        ("<textarea>a</textarea>", "<textarea name=f-3a>b</textarea>"),
        ("<select><option>a</select>", "<select><option>b</select>"),
        ("<button>Buy</button>", "<button>Buy now</button>"),
        # Links to a place on the page itself.
        ("<p><a href='#s-1f'>To hours</a></p>", "<p><a href='#s-2e'>To hours</a></p>"),
        ("<p><a href='?#a'>To</a></p>", f"<p><a href='{LOC}#b'>To</a></p>"),
        ("<p><a href='javascript:a()'>To</a></p>", "<p><a href='javascript:b()'>To</a></p>"),
        # Pixels.
        ("", "<img height=1 width=1 src='https://t.example/tr?id=1' alt=''>"),
        ("", "<img style='display: none' src='https://t.example/?r=2'>"),
        (
            "",
            "<noscript><iframe src='https://t.test/ns' height=0 width=0></iframe></noscript>",
        ),
        # Cloudflare's address under a new key: "a@b.c" with 0x10 and with 0x2f.
        (
            "<p><a href='/cdn-cgi/l/email-protection#1071507235203e73'>"
            "<span data-cfemail='1071507"
            "23e73'>[email&#160;protected]</span></a></p>",
            "<p><a href='/cdn-cgi/l/email-protection#1071507235203e73'>"
            "<span data-cfemail='2f4e6f4d014c'>[email&#160;protected]</span></a></p>",
        ),
    ],
)
def test_scripts_tokens_and_pixels_move_nothing(one, two, frame):
    assert digest(page(one, frame=frame)) == digest(page(two, frame=frame))


@pytest.mark.parametrize(
    "head",
    [
        "<meta name=created content='30th Nov 2026 06:28'>",
        "<meta name=generator content='Build 3f2a9c1'>",
        "<meta name=csrf-token content=abc>",
        "<meta name=robots content=noindex>",
        "<meta property='og:updated_time' content='2026-11-30'>",
        "<meta property='article:modified_time' content='2026-11-30'>",
        "<meta property='og:title' content='x'><meta property='og:image' content='/x.jpg'>",
        "<link rel=stylesheet href='/static/base.3f2a9c1b8d7e.css'>",
        "<link rel=preload href='/static/a.js'><link rel=preconnect href='https://x.test'>",
        "<link rel=alternate type='application/rss+xml' href='/feed/'>",
        "<link rel=canonical>",
        SCHEMA.format(""),
        SCHEMA.format("<!-- -->"),
    ],
)
def test_what_a_build_or_a_share_dialog_writes_into_the_head_moves_nothing(head):
    assert digest(page(head=head)) == digest(page())


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Our own answers coming back: hashing them never settles.
        (
            SCHEMA.format('{"@type": "Article", "dateModified": "2026-01-01", "name": "x"}'),
            SCHEMA.format('{"name": "x", "@type": "Article", "dateModified": "2026-02-02"}'),
        ),
        (
            SCHEMA.format('{"@graph": [{"a": 1, "sdDatePublished": "2026"}]}'),
            SCHEMA.format('{"@graph": [{"a": "1"}]}'),
        ),
        ("<meta itemprop=dateModified content=2026-01-01>", ""),
        ("<meta property='article:modified_time' content=2026>", ""),
        ("<meta itemprop=priceValidUntil content=2027-11-30>", ""),
        ("<meta property='schema:dateModified' content=2026>", ""),
        ("<meta property='http://schema.org/dateModified' content=2026>", ""),
        ("<meta itemprop='dateModified sdDatePublished' content=2026>", ""),
        (
            "<div itemscope itemtype='https://schema.org/Article'>"
            "<p>A</p><meta itemprop=dateModified content=2026></div>",
            "<div itemscope itemtype='https://schema.org/Article'><p>A</p></div>",
        ),
        (
            "<p>Modified: <span itemprop=dateModified content=2026-01-01>1 Jan</span></p>",
            "<p>Modified: <span itemprop=dateModified content=2026-02-02>2 Feb</span></p>",
        ),
        (
            "<p>Seen <time itemprop='dateModified' datetime=2026-01-01>1 Jan</time></p>",
            "<p>Seen <time itemprop='dateModified' datetime=2026-02-02>2 Feb</time></p>",
        ),
        (
            "<p><time class='updated' datetime=2026-01-01>1 Jan</time></p>",
            "<p><time class='updated' datetime=2026-02-02>2 Feb</time></p>",
        ),
        ("<p>Last updated: 3 May 2026</p>", "<p>Last updated: 30 November 2026, 10:00</p>"),
        (
            "<p>Last updated: <time datetime=2026-05-03>3 May 2026</time></p>",
            "<p>Last updated: <time datetime=2026-06-04>4 June 2026</time></p>",
        ),
        (
            "<p>Last updated <time datetime=2026-05-03>3 days ago</time></p>",
            "<p>Last updated <time datetime=2026-06-04>yesterday</time></p>",
        ),
        (
            "<p>By Ann, <time datetime=2026-01-01>1 January</time> · Updated "
            "<time datetime=2026-05-03>3 May</time> · 5 min read</p>",
            "<p>By Ann, <time datetime=2026-01-01>1 January</time> · Updated "
            "<time datetime=2026-06-04>2 hours ago</time> · 5 min read</p>",
        ),
        (
            "<dl><dt>Last updated<dd>3 May 2026<dt>By<dd>Ann</dl>",
            "<dl><dt>Last updated<dd>4 June<dt>By<dd>Ann</dl>",
        ),
        (
            "<p>Updated:</p><p><time datetime=2026-05-03>3 May 2026</time></p>",
            "<p>Updated:</p><p><time datetime=2026-06-04>4 June 2026</time></p>",
        ),
        ("<p>By Ann | Updated May 3</p>", "<p>By Ann | Updated June 4, 2026</p>"),
        ("<p>Last updated yesterday</p>", "<p>Last updated 3 May</p>"),
        ("<p><b class=updated>3 May 2026</b></p>", "<p><b class=updated>today</b></p>"),
        ("<p class='last-updated'>May</p>", "<p class='last-updated'>June</p>"),
        ("<time data-sitemap-noise>3 May</time>", "<time data-sitemap-noise>4 May</time>"),
        ("", "<p data-sitemap-noise>Changed on 3 May</p>"),
        # Clocks.
        (
            "<p>By Ann, <time datetime=2026-01-01>2 days ago</time></p>",
            "<p>By Ann, <time datetime=2026-01-01>3 weeks, 1 day ago</time></p>",
        ),
        (
            "<p><time datetime=2026-01-01>4&nbsp;days, 2&nbsp;hours</time></p>",
            "<p><time datetime=2026-01-01>5&nbsp;days</time></p>",
        ),
        ("<p><time>just now</time></p>", "<p><time>yesterday at 10:15</time></p>"),
        ("<span class=timeago>2 hours ago</span>", "<span class=timeago>1 day</span>"),
        ("<p>Posted 2 days ago</p>", "<p>Posted 3 days ago</p>"),
        ("<p>vor 2 Tagen</p>", "<p>vor 3 Tagen</p>"),
        # Counters.
        (
            SCHEMA.format('{"interactionStatistic": {"userInteractionCount": 1}, "n": 1}'),
            SCHEMA.format('{"interactionStatistic": {"userInteractionCount": 2}, "n": 1}'),
        ),
        (
            SCHEMA.format('{"aggregateRating": {"ratingValue": 4.5, "reviewCount": 10}}'),
            SCHEMA.format('{"aggregateRating": {"ratingValue": 4.5, "reviewCount": 11}}'),
        ),
        ("<span class='view-count'>1,204 views</span>", "<span class='view-count'>0</span>"),
        ("<div class='post_views'>9 views</div>", "<div class='post_views'>10 views</div>"),
        ("<meta itemprop=interactionCount content=1>", ""),
        # The year of a copyright, in the page's footer and elsewhere.
        ("<p>© 2025 Example</p>", "<p>© 2026 Example</p>"),
        ("<p>Copyright 2010-2025 Ex</p>", "<p>Copyright 2010-2026 Ex</p>"),
        # The visit's own: a captcha, a basket.
        (
            "<img class=captcha src='/captcha/image/1a2b/' alt=captcha>",
            "<img class=captcha src='/captcha/image/3c4d/' alt=captcha>",
        ),
        ("<div class=basket>Basket: 0</div>", "<div class=basket>Basket: 3 items</div>"),
        # Today, in a calendar.
        (
            "<table><tr><td class=today aria-current=date>1<td>2</table>",
            "<table><tr><td>1<td class=today aria-current=date>2</table>",
        ),
        # What a build says of itself.
        ("<p>Page generated in 0.12 s</p>", "<p>Page generated in 0.34 s</p>"),
        ("<p>Page weight: 34 kB</p>", "<p>Page weight: 35 kB</p>"),
        ("<p class=build-info>3f2a9c1</p>", "<p class=build-info>4f2a9c1</p>"),
    ],
)
def test_dates_that_we_feed_clocks_and_counters_move_nothing(one, two, frame):
    assert digest(page(one, frame=frame)) == digest(page(two, frame=frame))


def link(href):
    return f'<p>See <a href="{href}">prices</a> now</p>'


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Campaigns, clicks, sessions.
        ("/p/", "/p/?utm_source=x&amp;utm_medium=y"),
        ("/p/?id=1", "/p/?gclid=abc&amp;id=1&amp;fbclid=x"),
        ("/p/", "/p/;jsessionid=0A1B2C"),
        ("/p/", "/(S(abc123))/p/"),
        ("/p/", "/p/?PHPSESSID=1&amp;sid=2"),
        # Order, scheme, host.
        ("/p/?a=1&amp;b=2", "/p/?b=2&amp;a=1"),
        ("../../p/", "https://www.example.test/p/"),
        ("/p/", "http://WWW.Example.test:80/p/"),
        ("https://other.test", "http://OTHER.test:443/"),
        ("/p/", "/x/../p/"),
        ("/%7euser/%c3%a9", "/~user/é"),
        # Signed downloads: S3, GCS, Azure, CloudFront.
        (
            "https://b.s3.amazonaws.com/f.pdf",
            "https://b.s3.amazonaws.com/f.pdf?X-Amz-Date=1&amp;X-Amz-Signature=2",
        ),
        (
            "https://storage.googleapis.com/f.pdf",
            "https://storage.googleapis.com/f.pdf?X-Goog-Signature=1",
        ),
        (
            "https://a.blob.core.windows.net/f.pdf",
            "https://a.blob.core.windows.net/f.pdf?sv=1&amp;se=2&amp;sp=r&amp;sr=b&amp;sig=3",
        ),
        (
            "https://d.cloudfront.net/f.pdf",
            "https://d.cloudfront.net/f.pdf?Expires=1&amp;Signature=2&amp;Key-Pair-Id=3",
        ),
        # A marked passage of another page.
        ("https://other.test/", "https://other.test/#:~:text=hello"),
    ],
)
def test_how_a_url_is_written_or_signed_moves_nothing(one, two):
    assert digest(page(link(one))) == digest(page(link(two)))


def picture(src):
    return f"<img src='{src}' alt='A door'>"


PLACEHOLDER = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


@pytest.mark.parametrize(
    ("one", "two"),
    [
        # Lazy loaders, alone and with the twin for readers without scripts.
        (picture("/m/door.jpg"), f"<img data-src=/m/door.jpg src={PLACEHOLDER} alt='A door'>"),
        (
            picture("/m/door.jpg"),
            f"<img data-lazy-src=/m/door.jpg src={PLACEHOLDER} alt='A door'>"
            "<noscript><img src=/m/door.jpg alt='A door'></noscript>",
        ),
        (
            picture("/m/door.jpg"),
            "<noscript><img src=/m/door.jpg alt='A door'></noscript>"
            f"<img data-original=/m/door.jpg src={PLACEHOLDER} alt='A door'>",
        ),
        # Sizes and formats.
        (
            picture("/m/door.jpg"),
            "<picture><source srcset=/m/door.avif><img src=/m/door.jpg sizes=100vw "
            "srcset='/m/door.2x.jpg 2x' alt='A door'></picture>",
        ),
        (picture("/m/door.jpg"), picture("/m/door.webp")),
        (picture("/m/door.jpg"), picture("/m/door.jpg?w=300&amp;q=80&amp;v=3f2a")),
        (picture("/m/door.width-400.jpg"), picture("/m/door.1a2b3c4d.fill-6x3-c100.png")),
        (picture("/m/door.max-165x165.jpg"), picture("/m/door.max-165x165_aB3xK9z.jpg")),
        (picture("/m/door-300x200.jpg"), picture("/m/door-1024x683.jpg")),
        (picture("/m/door.jpg.200x300_q85_crop.jpg"), picture("/m/door.jpg__9x9_q85.jpg")),
        # Builds.
        (picture("/static/door.3f2a9c1b8d7e.png"), picture("/static/door.png")),
        # Signatures and delivery.
        (picture("/m/door.jpg"), picture("/m/door.jpg?Expires=1&amp;Signature=2")),
        (picture("/m/door.jpg"), picture("/cdn-cgi/image/width=80,quality=75/m/door.jpg")),
        (
            picture(f"https://t.test/{'a' * 27}=/300x200/smart/m/door.jpg"),
            picture(f"https://t.test/{'b' * 27}=/fit-in/600x400/m/door.jpg"),
        ),
        (
            picture(f"https://i.test/{'a' * 43}/rs:fit:300:300/plain/m/door.jpg"),
            picture(f"https://i.test/{'b' * 43}/rs:fit:600:600/plain/m/door.jpg"),
        ),
        (
            picture("/_next/image?url=%2Fm%2Fdoor.jpg&amp;w=640&amp;q=75"),
            picture("/_next/image?url=%2Fm%2Fdoor.jpg&amp;w=1080&amp;q=75"),
        ),
        (
            picture("https://res.cloudinary.com/x/image/upload/w_300,c_fill/v123/door.jpg"),
            picture("https://res.cloudinary.com/x/image/upload/v456/door.jpg"),
        ),
        # A player's own parameters.
        (
            "<iframe src='https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0'></iframe>",
            "<iframe src='https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?mute=1'></iframe>",
        ),
    ],
)
def test_how_a_picture_or_film_is_delivered_moves_nothing(one, two):
    assert digest(page(one)) == digest(page(two))


LIST = "<ul><li><a href='/a/'>One</a></li><li><a href='/b/'>Two</a></li></ul>"
LIST_OF_LINKS = "<a href='/a/'>a place to go</a> " * 20
CARD = "<article><h3><a href='/a/'>One</a></h3><p>A short teaser</p></article>"


@pytest.mark.parametrize(
    "block",
    [
        # By tag.
        f"<nav>{LIST}</nav>",
        f"<aside><h2>About</h2>{LIST}</aside>",
        "<dialog open><p>Cookies?</p></dialog>",
        # By role.
        f"<div role=navigation>{LIST}</div>",
        "<div role='complementary'><p>x</p></div>",
        "<div role='alert'>Saved</div>",
        "<div role='STATUS '>Saved</div>",
        "<div role='dialog'><p>Cookies?</p></div>",
        "<form role='search'><label>Find</label><input></form>",
        # By name: other pages, advertising, consent, messages, sharing, tools, the visit.
        f"<div class='related-posts'><h2>More</h2>{LIST}</div>",
        f"<section class='x Related'>{CARD * 3}</section>",
        f"<div class='related_posts'>{LIST}</div>",
        f"<div class='related--wide'>{LIST}</div>",
        f"<div class='Related_related__3xA9b'>{LIST}</div>",
        f"<div class='recent-posts'>{LIST}</div>",
        "<div class='advertisement'>Buy!</div>",
        "<ins class='adsbygoogle'>Buy!</ins>",
        "<div id='cookie-banner'><p>Cookies?</p></div>",
        "<ul class='messages'><li>Saved</li></ul>",
        "<div class='share-buttons'><a href='https://x.test/?u=1'>Share</a></div>",
        "<ol class='breadcrumb'><li>Home</li></ol>",
        "<div class='mini-cart'>3 items</div>",
        "<div class='user-menu'>Hello Ann</div>",
        "<div id='djDebug'>17 queries</div>",
        "<wagtail-userbar><p>Edit</p></wagtail-userbar>",
        f"<ul class='pagination'><li>{LIST}</li></ul>",
        # Long paragraphs of links are a list, too.
        f"<div class='tagcloud'>{f'<p>{LIST_OF_LINKS}</p>' * 3}</div>",
        # Comments, however long.
        f"<div class='comments-area'>{'<p>' + 'a word ' * 30 + '</p>'}</div>" * 4,
    ],
)
def test_furniture_moves_nothing_wherever_it_stands(block, frame):
    assert digest(page(block, frame=frame)) == digest(page(frame=frame))


@pytest.mark.parametrize(
    "block",
    [
        "<header><p>Shop</p></header>",
        f"<footer><p>© 2026</p>{LIST}</footer>",
        "<div class='footer'>Imprint</div>",
        "<div id='footer'>Imprint</div>",
        f"<div class='sidebar'>{LIST}</div>",
        "<div class='navbar'>Shop</div>",
    ],
)
def test_furniture_of_the_page_is_known_where_no_landmark_names_the_content(block):
    bare = page(frame=BARE)

    assert digest(bare.replace("</body>", f"{block}</body>")) == digest(bare)


@pytest.mark.parametrize(
    ("noise", "one", "two"),
    [
        ("#viewers", "<p id=viewers>17 people look at this</p>", ""),
        (".rotating", "<div class='a rotating'><h1>x</h1></div>", "<p class=rotating>y</p>"),
        ("p > span.left", "<p>Only <span class=left>3</span> left</p>", "<p>Only  left</p>"),
        ("main [data-ab]", "<p data-ab=a>x</p>", "<p data-ab=b>y</p>"),
        ("tr.now, .x", "<table><tr class=now><td>1</table>", "<table></table>"),
    ],
)
def test_declared_noise_moves_nothing(noise, one, two):
    assert digest(page(one), noise=[noise]) == digest(page(two), noise=[noise])
    assert digest(page(one)) != digest(page(two))


def test_a_new_domain_or_slug_moves_nothing():
    html = page(
        "<p><a href='/p/'>p</a> <a href='HERE'>self</a></p>"
        + SCHEMA.format('{"url": "HERE", "@id": "HERE#page"}'),
        head="<link rel=alternate hreflang=en href='HERE'>",
    ).replace(LOC, "HERE")

    digests = {
        digest(html.replace("HERE", loc), loc=loc)
        for loc in (LOC, "https://www.example.test/opening/", "https://example.org/opening/")
    }

    assert len(digests) == 1
