"""
The examiner's pages: composed as common systems write them. ``<!--head-->``, ``<!--content-->``
and ``<!--page-->`` are the places where pieces are put.
"""

# ruff: noqa: E501
# (HTML is written as it is sent)
from __future__ import annotations

from collections.abc import Callable
from random import Random

HERE = "<!--content-->"
LOREM = (
    "The ferry to the island leaves from the old pier, where the boats of the harbour office "
    "lie beside the crane. In spring the keepers of the lighthouse mend their ropes, and the "
    "children of the village paint buoys in the shed behind the chandlery. Nobody knows who "
    "built the sea wall, though the oldest drawings of the town show it already. A narrow path "
    "leads along the cliff to the chapel of the sailors."
)


def _sentences(rng: Random, count: int = 3) -> str:
    said = LOREM.split(". ")
    return ". ".join(rng.choice(said).rstrip(".") for _ in range(count)) + "."


def _paragraphs(rng: Random, count: int = 4) -> str:
    return "\n".join(f"<p>{_sentences(rng)}</p>{HERE}" for _ in range(count))


def _cards(rng: Random, name: str) -> str:
    return "".join(
        f'<article class="{name}"><h3><a href="/{n}/">{_sentences(rng, 1)}</a></h3></article>'
        for n in range(3)
    )


def _page(head: str, body: str, *, lang: str = "en", attributes: str = "") -> str:
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n{head}\n'
        f"<!--head-->\n</head>\n<body{attributes}>\n<!--page-->\n{body}\n</body>\n</html>\n"
    )


def wordpress(rng: Random) -> str:
    return _page(
        "<title>On the harbour &#8211; Quay Notes</title>"
        '<link rel="canonical" href="https://www.example.com/guide/opening-hours/">'
        '<meta name="generator" content="WordPress 6.6">'
        '<link rel="https://api.w.org/" href="https://www.example.com/wp-json/">',
        '<a class="skip-link" href="#content">Skip</a><header id="masthead" class="site-header">'
        '<p class="site-title"><a href="/">Quay Notes</a></p><nav id="site-navigation">'
        '<ul id="primary-menu" class="menu"><li><a href="/a/">A</a></ul></nav></header>'
        '<div id="content" class="site-content"><div id="primary" class="content-area">'
        '<main id="main" class="site-main"><article id="post-1042" class="post-1042 post hentry">'
        '<header class="entry-header"><h1 class="entry-title">On the harbour</h1>'
        '<div class="entry-meta"><span class="posted-on"><time class="entry-date published" '
        'datetime="2026-01-05T09:00:00+00:00">5 January 2026</time></span> '
        '<span class="byline">by <a href="/author/ann/">Ann</a></span></div></header>'
        f'<div class="entry-content">{_paragraphs(rng)}'
        '<figure class="wp-block-image"><img src="/wp-content/uploads/2026/01/pier-1024x768.jpg" '
        f'alt="Pier"><figcaption>The pier</figcaption></figure>{HERE}</div>'
        '<footer class="entry-footer"><span class="cat-links"><a href="/c/">Sea</a></span>'
        "</footer></article>"
        '<nav class="navigation post-navigation"><a href="/prev/">Older</a></nav></main></div>'
        '<aside id="secondary" class="widget-area"><section class="widget"><h2>Recent</h2>'
        "<ul><li><a href=/x/>X</a></ul></section></aside></div>"
        '<footer id="colophon" class="site-footer"><p>&copy; 2026 Quay</p></footer>',
        attributes=' class="post-template-default single postid-1042"',
    )


def wagtail(rng: Random) -> str:
    return _page(
        "<title>Opening hours | Harbour</title><meta name='description' content='When'>",
        '<div class="header"><nav class="navigation"><a href="/">Home</a></nav></div>'
        '<main id="main"><div class="hero"><h1>Opening hours</h1></div>'
        f'<div class="container"><div class="block-paragraph"><div class="rich-text">{HERE}'
        f"{_paragraphs(rng, 3)}</div></div>"
        f'<div class="block-image"><img src="/media/images/pier.width-800.jpg" alt="Pier" '
        f'width="800" height="600"></div>{HERE}<div class="block-quote"><blockquote><p>Come '
        f"early.</p></blockquote></div>{HERE}</div></main>"
        '<footer class="footer"><p>Harbour office</p></footer>',
    )


def shop(rng: Random) -> str:
    return _page(
        "<title>Oar of ash &ndash; Chandlery</title>"
        '<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product",'
        '"name":"Oar of ash","offers":{"@type":"Offer","price":"79.00","priceCurrency":"EUR"}}'
        "</script>",
        '<div id="shopify-section-header"><header class="header"><a href="/cart" '
        'class="header__icon">Cart</a></header></div><main id="MainContent" class="content">'
        '<section class="product"><div class="product__media"><img '
        'src="//www.example.com/cdn/shop/products/oar.jpg?v=1700000000&width=800" alt="Oar">'
        '</div><div class="product__info"><h1 class="product__title">Oar of ash</h1>'
        '<div class="price"><span class="money">&euro;79,00</span></div>'
        f'<div class="product__description rte">{_paragraphs(rng, 2)}<ul><li>Ash<li>240 cm</ul>'
        f"{HERE}</div></div></section></main>"
        '<div class="shopify-section"><footer class="footer"><p>Chandlery</p></footer></div>',
        attributes=' class="template-product"',
    )


def docs(rng: Random) -> str:
    return _page(
        "<title>Install &mdash; Rope 2.1 documentation</title>",
        '<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="genindex">'
        'index</a></ul></div><div class="document"><div class="documentwrapper">'
        '<div class="bodywrapper"><div class="body" role="main"><section id="install">'
        '<h1>Install<a class="headerlink" href="#install" title="Link">¶</a></h1>'
        f"{_paragraphs(rng, 2)}<div class='highlight-python'><div class='highlight'><pre>"
        "<span></span><span class='kn'>import</span> <span class='nn'>rope</span>\n"
        f"rope.tie(<span class='mi'>4</span>)\n</pre></div></div>{HERE}<dl class='py function'>"
        "<dt class='sig' id='rope.tie'>rope.tie(n)</dt><dd><p>Tie so many knots.</p></dd></dl>"
        f"<div class='admonition note'><p class='admonition-title'>Note</p><p>Wet rope.</p></div>"
        f"{HERE}</section></div></div></div><div class='sphinxsidebar' role='navigation'><p>Toc"
        "</p></div></div><div class='footer'>&copy; 2026, Rope. Built with Sphinx 8.</div>",
    )


def news(rng: Random) -> str:
    return _page(
        "<title>Storm closes the harbour</title><meta property='og:title' content='Storm'>",
        '<header role="banner"><div class="logo">Daily Quay</div></header><nav><a href="/s">S</a>'
        '</nav><div class="breaking-news">Now</div><main><article class="story" itemscope '
        'itemtype="https://schema.org/NewsArticle"><header><h1 itemprop="headline">Storm closes '
        'the harbour</h1><p class="standfirst">Ships wait outside.</p><p class="byline">By '
        '<span itemprop="author">Ben Cook</span></p><time itemprop="datePublished" '
        'datetime="2026-05-04T06:00Z">4 May 2026</time></header>'
        f'<div class="story-body" itemprop="articleBody">{_paragraphs(rng, 5)}</div></article>'
        f'<section class="more-news"><h2>More</h2>{_cards(rng, "card")}</section></main>'
        '<aside class="most-read"><ol><li><a href="/1">One</a></ol></aside>'
        "<footer><p>Daily Quay Ltd</p></footer>",
    )


def recipe(rng: Random) -> str:
    return _page(
        '<title>Fish soup</title><script type=\'application/ld+json\'>{"@type":"Recipe",'
        '"name":"Fish soup","cookTime":"PT40M","recipeIngredient":["1 fish","2 l water"]}</script>',
        '<div id="page"><div id="header"><h2>Cook at sea</h2></div><div id="main">'
        '<article class="recipe"><h1>Fish soup</h1><p>Serves 4, in 40 minutes.</p>'
        "<h2>Ingredients</h2><ul><li>1 fish<li>2 l water<li>3 g salt</ul>"
        f"{HERE}<h2>Method</h2><ol><li>Boil the water.<li>Add the fish.</ol>{HERE}"
        f"{_paragraphs(rng, 2)}</article></div><div id='sidebar'><p>Ads</p></div>"
        "<div id='footer'><p>Cook at sea</p></div></div>",
    )


def forum(rng: Random) -> str:
    posts = "".join(
        f'<div class="post" id="p{n}"><div class="author"><a href="/u/{n}">sailor{n}</a></div>'
        f'<div class="content"><p>{_sentences(rng)}</p>{HERE}</div></div>'
        for n in range(3)
    )
    return _page(
        "<title>Which rope? - Sailors' forum</title>",
        '<div id="wrap"><div id="page-header" role="banner"><a href="/">Forum</a></div>'
        f'<div id="page-body" role="main"><h2 class="topic-title">Which rope?</h2>{posts}</div>'
        '<div id="page-footer" role="contentinfo"><p>Powered by phpBB</p></div></div>',
    )


def events(rng: Random) -> str:
    items = "".join(
        f'<li class="event"><h3>Regatta {n}</h3><time datetime="2027-06-0{n}T10:00">{n} June'
        f"</time><p>{_sentences(rng, 2)}</p>{HERE}</li>"
        for n in range(1, 4)
    )
    return _page(
        "<title>What is on</title>",
        "<header><h1>What is on</h1><nav><a href=/>Home</a></nav></header>"
        f"<main><section><h2>June</h2><ul class='events'>{items}</ul></section></main>"
        "<footer><p>Town of Quay</p></footer>",
    )


def multilingual(rng: Random) -> str:
    return _page(
        "<title>Öffnungszeiten</title><link rel=alternate hreflang=de href=/de/>"
        "<link rel=alternate hreflang=en href=/en/>",
        "<header><nav><ul class='language-switcher'><li><a href='/en/' hreflang=en>English</a>"
        "</ul></nav></header><main lang=de><h1>Öffnungszeiten</h1><p>Der Hafen ist von neun bis "
        f"fünf geöffnet, außer an Feiertagen.</p>{HERE}<p lang=fr>Le port est ouvert de neuf à "
        f"cinq heures.</p>{HERE}{_paragraphs(rng, 1)}</main><footer>Hafenamt</footer>",
        lang="de",
    )


def rtl(rng: Random) -> str:
    text = "الميناء مفتوح كل يوم من التاسعة صباحا حتى الخامسة مساء ما عدا أيام العطل الرسمية."
    return _page(
        "<title>الميناء</title>",
        f"<header><nav><a href='/'>الرئيسية</a></nav></header><main><h1>الميناء</h1><p>{text}</p>"
        f"{HERE}<p>{text} {text}</p>{HERE}</main><footer><p>المكتب</p></footer>",
        lang="ar",
        attributes=" dir='rtl'",
    )


def tables(rng: Random) -> str:
    rows = "".join(
        f"<tr><th scope=row>{n}:00<td>{rng.randrange(1, 9)}.{n}<td>{rng.randrange(9)}</tr>"
        for n in range(6, 18)
    )
    return _page(
        "<title>Tide tables</title>",
        "<div class=top-bar><a href=/>Home</a></div><main><h1>Tide tables</h1>"
        f"<p>Heights in metres, at the old pier.</p>{HERE}<table><caption>May</caption><thead>"
        f"<tr><th>Hour<th>High<th>Low</thead><tbody>{rows}</tbody></table>{HERE}</main>"
        "<footer><p>Harbour office</p></footer>",
    )


def minified(rng: Random) -> str:
    whole = wordpress(rng).replace("\n", "").replace("</p>", "").replace("</li>", "")
    return whole.replace('class="menu"', "class=menu")


def malformed(rng: Random) -> str:
    """Unclosed and crossed tags, two bodies, text after the end."""
    return (
        "<html><head><title>Old harbour page<meta name=x content='y></title>"
        "<!--head--></head><body bgcolor=white><center><font size=5><h1>The old harbour</h1>"
        f"<!--page--><p>{_sentences(rng)}<p>{_sentences(rng)}{HERE}<b><i>Both</b></i>"
        f"<table><tr><td>One<td>Two<tr><td colspan=2>{_sentences(rng)}{HERE}</table>"
        f"<ul><li>Rope<li>Sail</ul></font><div><p>{_sentences(rng)}{HERE}</span>"
    )


def layout_tables(rng: Random) -> str:
    return _page(
        "<title>Harbour office</title>",
        "<table width=760 border=0><tr><td colspan=2><img src=/logo.gif alt=Harbour></td></tr>"
        "<tr><td width=150 valign=top class=leftnav><a href=/a.htm>Boats</a><br><a href=/b.htm>"
        f"Tides</a></td><td valign=top><h1>Harbour office</h1>{_paragraphs(rng, 3)}</td></tr>"
        "<tr><td colspan=2 align=center><font size=1>Harbour office</font></td></tr></table>",
    )


def divs(rng: Random) -> str:
    """No landmark at all, names of a framework only."""
    return _page(
        "<title>The sea wall</title>",
        '<div id="__next"><div class="Layout_root__a1B2c"><div class="Header_wrap__x9Y8z">'
        '<a href="/">Home</a></div><div class="Page_inner__Q1w2e"><h1 class="Title_t__z9">The sea '
        f"wall</h1><div class='Prose_p__A1b2c'>{_paragraphs(rng, 3)}</div></div>"
        '<div class="Footer_wrap__r4T5y"><p>Harbour office</p></div></div></div>',
    )


def government(rng: Random) -> str:
    return _page(
        "<title>Moor a boat - Quay</title>",
        '<a href="#main-content" class="govuk-skip-link">Skip</a><header class="govuk-header" '
        'role="banner"><div>Quay</div></header><div class="govuk-width-container"><div class='
        '"govuk-breadcrumbs"><ol><li><a href="/">Home</a></ol></div><main id="main-content" '
        'class="govuk-main-wrapper" role="main"><div class="govuk-grid-row"><div '
        f'class="govuk-grid-column-two-thirds"><h1 class="govuk-heading-l">Moor a boat</h1>{HERE}'
        f"{_paragraphs(rng, 2)}<details class='govuk-details'><summary><span>Who may moor</span>"
        f"</summary><div><p>Sailors.</p></div></details>{HERE}</div></div></main></div>"
        '<footer class="govuk-footer" role="contentinfo"><p>Crown</p></footer>',
    )


def components(rng: Random) -> str:
    return _page(
        "<title>App of the harbour</title>",
        "<app-root><app-header><nav><a href=/>Home</a></nav></app-header><app-page><main>"
        f"<h1>App of the harbour</h1><harbour-text>{_paragraphs(rng, 3)}</harbour-text></main>"
        "</app-page><app-footer><footer>Harbour</footer></app-footer></app-root>",
    )


COMPOSED: tuple[Callable[[Random], str], ...] = (
    *(wordpress, wagtail, shop, docs, news, recipe, forum, events, multilingual, rtl),
    *(tables, minified, malformed, layout_tables, divs, government, components),
)
