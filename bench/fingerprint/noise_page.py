"""Noise of clocks, addresses, pictures and furniture."""

# ruff: noqa: E501  (a mutator and its markup read better on one line)

from __future__ import annotations

import re
from copy import deepcopy
from datetime import date, timedelta
from random import Random
from urllib.parse import urljoin

from lxml import etree, html

from bench.fingerprint.kinds import LOC, NOISE, Made, makes
from bench.fingerprint.noise_markup import both, hex_of, universal, word_of
from bench.fingerprint.pages import Page, body_of, content_of, is_aside, paragraphs, written

_WORDS = [
    "garden",
    "bridge",
    "winter",
    "letter",
    "music",
    "harbour",
    "silver",
    "window",
    "market",
    "story",
]


def furniture(make):
    return makes(NOISE, "furniture")(make)


def _some(rng: Random, count: int) -> str:
    return " ".join(rng.choice(_WORDS) for _ in range(count)).capitalize()


def _day(rng: Random) -> date:
    return date(2026, 1, 1) + timedelta(days=rng.randint(0, 300))


# Dates that we feed, clocks, counters.


@universal
def own_date_in_structured_data(page: Page, rng: Random) -> Made:
    def made(r: Random) -> str:
        return (
            '<script type=\'application/ld+json\'>{"@type": "Article", "headline": "x", '
            f'"dateModified": "{_day(r)}", "sdDatePublished": "{_day(r)}", '
            f'"interactionStatistic": {{"userInteractionCount": {r.randint(1, 999)}}}, '
            f'"commentCount": {r.randint(1, 99)}}}</script>'
        )

    trees = [page.tree(), page.tree()]
    for tree in trees:
        body_of(tree).append(html.fragment_fromstring(made(rng)))
    return written(trees[0]), written(trees[1])


@universal
def object_order_of_json_ld(page: Page, rng: Random) -> Made:
    one = '<script type="application/ld+json">{"@type":"Product","name":"A","offers":{"price":19.90,"priceCurrency":"EUR"}}</script>'
    two = '<script type="application/ld+json">\n{"offers": {"priceCurrency": "EUR", "price": "19.90"}, "name": "A", "@type": "Product"}\n</script>'
    trees = [page.tree(), page.tree()]
    for tree, markup in zip(trees, (one, two), strict=True):
        body_of(tree).append(html.fragment_fromstring(markup))
    return written(trees[0]), written(trees[1])


@universal
def visible_stamp(page: Page, rng: Random) -> Made:
    shape = rng.choice(
        [
            "<p class='last-updated'>Last updated: {0:%d %B %Y}</p>",
            "<p>Last updated {0:%B %d, %Y}</p>",
            "<p>Last modified on <time datetime='{0}'>{0:%d.%m.%Y}</time></p>",
            "<div><time itemprop='dateModified' datetime='{0}'>{0:%d %b %Y}</time></div>",
            "<span class='lastmod'>{0}</span>",
            "<time data-sitemap-noise datetime='{0}'>{0:%d %B %Y}</time>",
            "<p>Zuletzt aktualisiert am {0:%d.%m.%Y}</p>",
            "<p>Dernière mise à jour : {0:%d/%m/%Y}</p>",
        ]
    )
    return _two(page, rng, lambda r: shape.format(_day(r)), where="content")


def _two(page: Page, rng: Random, markup, *, where: str = "any") -> Made:
    """The same place, two versions; never without, since a clock stands on both renders."""
    from bench.fingerprint.noise_markup import put

    seed, trees = rng.random(), [page.tree(), page.tree()]
    for number, tree in enumerate(trees):
        put(tree, Random(seed), markup(Random(f"{seed}{number}")), where=where)
    return written(trees[0]), written(trees[1])


@universal
def relative_time(page: Page, rng: Random) -> Made:
    shape = rng.choice(
        [
            "<p>By Jane Doe, <time datetime='2026-03-01T10:00'>{0} days ago</time></p>",
            "<p><time datetime='2026-03-01'>{0} weeks, {0} days ago</time></p>",
            "<p><time datetime='2026-03-01'>vor {0} Tagen</time></p>",
            "<span class='timeago' title='2026-03-01'>{0} hours ago</span>",
            "<p><time datetime='2026-03-01'>{0}\u00a0months</time></p>",
        ]
    )
    return _two(page, rng, lambda r: shape.format(r.randint(2, 30)), where="content")


@universal
def counters(page: Page, rng: Random) -> Made:
    shape = rng.choice(
        [
            "<span class='view-count'>{0:,} views</span>",
            "<div class='views'>{0} views</div>",
            "<span class='like-count'>{0}</span>",
            "<span class='shares'>{0} shares</span>",
            "<a class='comments-link' href='#c'>{0} comments</a>",
            "<meta itemprop='interactionCount' content='UserComments:{0}'>",
        ]
    )
    return _two(page, rng, lambda r: shape.format(r.randint(2, 30_000)), where="content")


@universal
def year_of_copyright(page: Page, rng: Random) -> Made:
    shape = rng.choice(
        [
            "<footer><p>© {0} Example Ltd</p></footer>",
            "<p>Copyright © 2010-{0} Example Ltd. All rights reserved.</p>",
            "<div class='footer'>&copy; {0} Example</div>",
        ]
    )
    return _two(page, rng, lambda r: shape.format(r.randint(2020, 2026)))


@universal
def footer_of_a_build(page: Page, rng: Random) -> Made:
    return _two(
        page,
        rng,
        lambda r: (
            f"<footer><p>build {hex_of(r, 7)}, {r.randint(10, 999)} kB, {_day(r)}</p></footer>"
        ),
        where="body",
    )


# Addresses and pictures.


def _links(page: Page, rng: Random, change) -> Made:
    tree = page.tree()
    changed = 0
    for a in tree.iter("a"):
        href = a.get("href") or ""
        if not re.fullmatch(r"(?:https?://[^/\s]+/|(?![a-z+.-]+:|#|//))\S+", href, re.I):
            continue
        new = change(href)
        changed += new != href
        a.set("href", new)
    return (page.plain, written(tree)) if changed else None


def _with(href: str, field: str) -> str:
    place, hash_sign, fragment = href.partition("#")
    return f"{place}{'&' if '?' in place else '?'}{field}{hash_sign}{fragment}"


@universal
def campaign_parameters(page: Page, rng: Random) -> Made:
    names = [
        "utm_source",
        "utm_campaign",
        "gclid",
        "fbclid",
        "mc_eid",
        "msclkid",
        "_ga",
        "PHPSESSID",
        "sid",
        "yclid",
        "mtm_source",
    ]
    return _links(page, rng, lambda h: _with(h, f"{rng.choice(names)}={word_of(rng, 8)}"))


@universal
def session_in_path(page: Page, rng: Random) -> Made:
    def change(href: str) -> str:
        place, hash_sign, fragment = href.partition("#")
        place, mark, query = place.partition("?")
        return (
            f"{place};jsessionid={hex_of(rng, 32).upper()}{mark}{query}{hash_sign}{fragment}"
        )

    return _links(page, rng, change)


@universal
def order_of_queries(page: Page, rng: Random) -> Made:
    def change(href: str) -> str:
        place, hash_sign, fragment = href.partition("#")
        place, mark, query = place.partition("?")
        fields = query.split("&")
        rng.shuffle(fields)
        return place + mark + "&".join(fields) + hash_sign + fragment

    return _links(page, rng, change)


@universal
def absolute_links(page: Page, rng: Random) -> Made:
    if re.search(r"<base\b", page.plain, re.I):
        return None

    def change(href: str) -> str:
        try:
            return urljoin(LOC, href)
        except ValueError:
            return href

    return _links(page, rng, change)


@universal
def http_for_https(page: Page, rng: Random) -> Made:
    return _links(page, rng, lambda h: re.sub(r"^https:", "http:", h))


def _pictures(page: Page, change) -> Made:
    tree = page.tree()
    changed = 0
    for img in list(content_of(tree).iter("img")):
        source = img.get("src") or ""
        is_lazy = any(name.startswith(("data-", "nitro-")) for name in img.attrib)
        if source and not source.startswith("data:") and not is_lazy:
            change(img, source)
            changed += 1
    return (page.plain, written(tree)) if changed else None


@universal
def lazy_pictures(page: Page, rng: Random) -> Made:
    def change(img, source) -> None:
        img.set(rng.choice(["data-src", "data-lazy-src", "data-original"]), source)
        img.set("src", "data:image/gif;base64,R0lGODlhAQABAAAAACw=")
        img.set("loading", "lazy")

    return _pictures(page, change)


@universal
def noscript_twins(page: Page, rng: Random) -> Made:
    def change(img, source) -> None:
        twin = etree.Element("noscript")
        twin.append(deepcopy(img))
        twin[0].tail = None
        twin.tail, img.tail = img.tail, None
        img.addnext(twin)
        img.set("data-src", source)
        img.set("src", "data:image/gif;base64,R0lGODlhAQABAAAAACw=")

    return _pictures(page, change)


@universal
def sets_of_pictures(page: Page, rng: Random) -> Made:
    def change(img, source) -> None:
        img.set("srcset", f"{source}?w={rng.randint(1, 9)}00 1x, {source}?w=900 2x")
        img.set("sizes", "100vw")

    return _pictures(page, change)


def _renamed(page: Page, rng: Random, suffix) -> Made:
    trees = [page.tree(), page.tree()]
    for tree in trees:
        parent = (paragraphs(tree) or [content_of(tree)])[0].getparent()
        parent = content_of(tree) if parent is None else parent
        etree.SubElement(parent, "img", src=suffix(rng), alt="The garden")
    return written(trees[0]), written(trees[1])


@universal
def renditions(page: Page, rng: Random) -> Made:
    shapes = [
        lambda r: f"/media/images/garden.width-{r.randint(1, 20)}00.jpg",
        lambda r: (
            f"/media/images/garden.{hex_of(r, 8)}.fill-{r.randint(1, 9)}00x300-c100.format-webp.webp"
        ),
        lambda r: f"/media/images/garden.max-165x165_{word_of(r, 7)}.jpg",
        lambda r: f"/wp-content/uploads/garden-{r.randint(1, 9)}00x300.jpg",
        lambda r: f"/static/img/garden.{hex_of(r, 12)}.png",
        lambda r: (
            f"https://bucket.s3.amazonaws.com/garden.jpg?X-Amz-Date={r.randint(1, 9**9)}&X-Amz-Signature={hex_of(r, 64)}"
        ),
        lambda r: (
            f"https://x.blob.core.windows.net/a/garden.jpg?sv=2020&se={r.randint(1, 9**9)}&sp=r&sr=b&sig={word_of(r, 40)}"
        ),
        lambda r: (
            f"https://d1.cloudfront.net/garden.jpg?Expires={r.randint(1, 9**9)}&Signature={word_of(r, 40)}&Key-Pair-Id=K1"
        ),
        lambda r: f"/media/garden.jpg?v={hex_of(r, 8)}",
        lambda r: (
            f"/thumb/{word_of(r, 1)}.jpg"
            if False
            else f"/media/garden.jpg?w={r.randint(1, 9)}00&q=80"
        ),
    ]
    return _renamed(page, rng, rng.choice(shapes))


@universal
def films(page: Page, rng: Random) -> Made:
    def made(r: Random) -> str:
        return (
            "<iframe width='560' height='315' src='https://www.youtube.com/embed/dQw4w9WgXcQ"
            f"?rel={r.randint(0, 1)}&amp;enablejsapi=1&amp;origin=https://{word_of(r, 4)}.org'></iframe>"
        )

    return _two(page, rng, made, where="content")


@universal
def hidden_address(page: Page, rng: Random) -> Made:
    def made(r: Random) -> str:
        key = r.randint(1, 255)
        code = bytes([key, *(byte ^ key for byte in b"info@example.org")]).hex()
        return (
            f"<p>Write to <a href='/cdn-cgi/l/email-protection#{code}'><span class='__cf_email__' "
            f"data-cfemail='{code}'>[email&#160;protected]</span></a></p>"
        )

    return _two(page, rng, made, where="content")


@universal
def pixels(page: Page, rng: Random) -> Made:
    shape = rng.choice(
        [
            "<img height='1' width='1' style='display:none' src='https://t.example/tr?id={0}'>",
            "<noscript><img height='1' width='1' alt='' src='https://t.example/?r={0}'></noscript>",
            "<noscript><iframe src='https://www.googletagmanager.com/ns.html?id={0}' height='0' width='0'></iframe></noscript>",
        ]
    )
    return both(page, rng, lambda r: shape.format(r.randint(1, 9**9)))


# Furniture: known by landmark, role or name.


def _furniture_of(shape: str, *, where: str):
    def make(page: Page, rng: Random) -> Made:
        def made(r: Random) -> str:
            return shape.format(
                words=_some(r, 6),
                more=_some(r, 9),
                number=r.randint(2, 999),
                slug=word_of(r, 6),
            )

        return both(page, rng, made, where=where)

    return make


_LIST = (
    "<ul><li><a href='/{slug}/'>{words}</a></li><li><a href='/b-{slug}/'>{more}</a></li></ul>"
)
_CARDS = "<article><h3><a href='/{slug}/'>{words}</a></h3><p>{more}</p></article>"
_SHAPES = {
    "nav_element": ("<nav>" + _LIST + "</nav>", "any"),
    "role_navigation": ("<div role='navigation'>" + _LIST + "</div>", "any"),
    "page_header": ("<header><p>{words}</p></header>", "body"),
    "page_footer": ("<footer><p>{words}</p>" + _LIST + "</footer>", "body"),
    "aside_element": ("<aside><h2>{words}</h2><p>{more}</p></aside>", "any"),
    "related_posts": (
        "<div class='related-posts'><h2>Related</h2>" + _LIST + "</div>",
        "content",
    ),
    "related_cards": (
        "<section class='related'><h2>Related</h2>" + _CARDS * 3 + "</section>",
        "content",
    ),
    "advertising": (
        "<div class='advertisement'><a href='/ad/{slug}'>{words}</a></div>",
        "content",
    ),
    "ad_slot": ("<ins class='adsbygoogle'>{words}</ins>", "content"),
    "cookie_banner": (
        "<div class='cookie-banner'><p>We use cookies. {words}</p></div>",
        "body",
    ),
    "cookie_dialog": ("<div role='dialog'><p>We use cookies. {words}</p></div>", "any"),
    "messages": ("<ul class='messages'><li class='success'>{words}</li></ul>", "any"),
    "alert": ("<div role='alert'>{words}</div>", "any"),
    "share_bar": (
        "<div class='share-buttons'><a href='https://x.com/?u={slug}'>Share</a></div>",
        "content",
    ),
    "social_links": (
        "<ul class='social-links'><li><a href='https://x.com/{slug}'>X</a></li></ul>",
        "any",
    ),
    "breadcrumbs": (
        "<ol class='breadcrumb'><li><a href='/{slug}/'>{words}</a></li></ol>",
        "any",
    ),
    "mini_cart": ("<div class='mini-cart'>{number} items</div>", "any"),
    "user_menu": ("<div class='user-menu'>Hello {words}</div>", "any"),
    "newsletter": (
        "<div class='newsletter'><h3>{words}</h3><form><input><button>Go</button></form></div>",
        "any",
    ),
    "search": ("<div role='search'><label>{words}</label><input></div>", "any"),
    "comment_thread": (
        "<div id='comments' class='comments-area'><p>{words}</p></div>",
        "content",
    ),
    "toolbar": ("<div id='djDebug'><p>{number} queries</p></div>", "body"),
    "pagination": (
        "<ul class='pagination'><li><a href='?page={number}'>{number}</a></li></ul>",
        "content",
    ),
    "recent_posts": (
        "<div class='widget recent-posts'><h3>Latest</h3>" + _LIST + "</div>",
        "any",
    ),
    "popular": ("<div class='popular-posts'>" + _LIST + "</div>", "any"),
    "tag_cloud": ("<div class='tagcloud'>" + _LIST + "</div>", "any"),
}
for _name, (_shape, _where) in _SHAPES.items():
    _make = _furniture_of(_shape, where=_where)
    _make.__name__ = _name
    furniture(_make)


@furniture
def edited_furniture(page: Page, rng: Random) -> Made:
    """Words of the page's own nav, header, footer or aside change."""
    tree = page.tree()
    inside = [
        el
        for el in body_of(tree).iter("a", "p", "li", "span")
        if el.text
        and len(el.text.strip()) > 2
        and any(
            (
                a.tag in ("nav", "aside")
                or (is_aside(a) and a.tag not in ("header", "footer", "form"))
            )
            and a.tag not in ("noscript", "figure", "button", "template")
            for a in el.iterancestors()
        )
    ]
    if not inside:
        return None
    el = rng.choice(inside)
    el.text = _some(rng, 3)
    return page.plain, written(tree)


@makes(NOISE, "declared")
def declared_block(page: Page, rng: Random) -> Made:
    shape = rng.choice(
        [
            "<div data-bench-noise><h2>{0}</h2><p>{1}</p></div>",
            "<p class='x bench-declared-noise'>{0}</p>",
            "<section class='bench-declared-noise'><article><h1>{0}</h1><p>{1}</p></article></section>",
            "<div data-sitemap-noise>{0} people look at this</div>",
        ]
    )
    return both(page, rng, lambda r: shape.format(_some(r, 5), _some(r, 40)))


@makes(NOISE, "declared")
def declared_words(page: Page, rng: Random) -> Made:
    trees = [page.tree(), page.tree()]
    where = len(paragraphs(trees[0]))
    if not where:
        return None
    at = rng.randrange(where)
    for tree in trees:
        p = paragraphs(tree)[at]
        span = etree.SubElement(p, "span")
        span.set("data-bench-noise", "")
        span.text, span.tail = f" {rng.randint(1, 999)} left", " in stock"
    return written(trees[0]), written(trees[1])
