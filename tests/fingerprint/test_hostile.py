"""No page crashes or hangs us, and nothing is lost behind a hazard."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.fingerprint import of_html
from honest_sitemaps.fingerprint.scoring import REFUSED, digest
from tests.fingerprint.conftest import BARE, LANDMARKED, LOC, marked, page

HAZARDS = {
    # Depth and size.
    "300 levels": "<div>" * 300,
    "2,000 levels": "<span>" * 1990,
    "3,000 levels": "<b>" * 3000 + "deep" + "</b>" * 3000,
    "1.2 MB": "<p>" + "lorem ipsum " * 100_000,
    "large attribute": f"<div data-x='{'x' * 1_200_000}'></div>",
    "10,000 attributes": f"<p {' '.join(f'a{n}=1' for n in range(9_000))}>",
    "12,000 attributes": f"<p {' '.join(f'a{n}=1' for n in range(12_000))}>",
    # Bytes and ends.
    "NUL": "a\0b",
    "early end": "</body></html>",
    "early end, spaced": "</BODY ></HTML\n>",
    "closed root": "<html/><body/>",
    "control characters": "\x01\x02\x0b\x0c\x1f\x7f\x80\ufffe\uffff",
    "references": "&#xD800; &#0; &nosuch; &#99999999; & &#",
    # Unclosed and stray.
    "unclosed blocks": "<div><section><article><p>",
    "unclosed inline": "<b><i><a href=/x/><sup>",
    "unclosed table": "<table><tr><td>",
    "unclosed list": "<ul><li><ul><li>",
    "unclosed heading": "<h2>A",
    "unclosed pre": "<pre>",
    "unclosed noscript": "<noscript><noscript><img src=/a.jpg>",
    "unclosed time": "<time datetime=2026>",
    "unclosed details": "<details><summary>A",
    "unclosed select": "<select><option>A",
    "unclosed button": "<button>A",
    "unclosed object": "<object><video><audio>",
    "unclosed quote": "<blockquote>",
    "stray ends": "</div></p></span></main></table></td></ul></a></h2></time></pre>",
    "nested links": "<a href=/1><a href=/2><table><td><a href=/3>" * 9,
    # Odd markup.
    "bogus comments": "<!><?php echo 1 ?><!-x-></ x><!--><!---><![CDATA[ x ]]>",
    "bad attributes": "<div =a \"b c='d></div><p x='1' x='2'>",
    "frameset": "<frameset><frame src=/x></frameset>",
    "second body": "<body class=b><html><head><title>x</title></head>",
    "script with markup": "<script>var a='<div></p>'</script>",
    "svg and math": "<svg><title>t</title><desc><p>d</svg><math><mi>x<p>y</math>",
    "raw text": "<listing>a</listing><xmp>b</xmp>",
    # URLs and data.
    "bad base": "<base href='http://[bad'>",
    "bad urls": "<a href='http://[::1'>x</a><img src='//[' alt=x><a href='h!p://%zz'>y</a>",
    "deep data": f"<script type=application/ld+json>{'[' * 50_000}</script>",
    "odd data": r"<script type=application/ld+json>{'a': NaN, 'b': '\ud800'}</script>",
    # What only looks like furniture.
    "unclosed share bar": "<div class=share><a href=/x/>Share</a>",
}


@pytest.mark.parametrize("frame", [LANDMARKED, BARE], ids=["main", "body"])
@pytest.mark.parametrize("hazard", HAZARDS.values(), ids=HAZARDS)
def test_a_change_behind_a_hazard_moves_the_page_or_the_page_is_refused(hazard, frame):
    begun = time.process_time()
    behind = "<h1>A</h1>" + f"<p>{'a word ' * 30}</p>" * 3 + "<p>{}</p>"

    one, two = (
        digest(frame.format(head="", main=hazard + behind.format(word)), url=LOC)
        for word in ("Old", "New")
    )

    assert one != two or one.startswith(REFUSED)
    assert time.process_time() - begun < 3


TRAPS = {
    "nested times": "<time>" * 1900 + "x" * 300_000,
    "nested navigation": "<nav>" * 1900 + "<h1>x</h1>" + "y " * 100_000,
    "nested suspects": "<div class=share>" * 1800 + f"<p>{'word ' * 40}</p>" * 1000,
    "buttons, deep": "<div>" * 1800 + "<button>x</button>" * 30_000,
    "headers, deep": "<div>" * 1800 + "<header>x</header>" * 30_000,
    "headlines, deep": "<div>" * 1800 + "<h1>x</h1>" * 30_000,
    "landmarks, deep": "<div>" * 1800 + "<main>x</main>" * 30_000,
    "open links": "<a href=/x><table><tr><td>" * 400 + "x" * 50_000,
    "many links": "".join(f"<a href='/{n}?b&a'>x</a>" for n in range(20_000)),
    "many cells": "<table><tr>" + "<td>1" * 100_000,
    "blank in data": f"x<script type=application/ld+json>{{}}{' ' * 1_000_000}x</script>",
    "wide data": f"x<script type=application/ld+json>[{'1,' * 200_000}1]</script>",
    "long class": f"<div class='{'share ' * 300_000}'>x</div>",
    "long url": f"<a href='/{'a/' * 300_000}'>x</a><img src='/{'.width-1' * 100_000}.jpg'>",
    "long query": f"<a href='/?{'&'.join(f'a{n}=1' for n in range(100_000))}'>x</a>",
    "stamps": "".join(f"<p>Last updated: {'1 ' * n}</p>" for n in range(60)) * 100,
}


@pytest.mark.parametrize("trap", TRAPS.values(), ids=TRAPS)
def test_no_page_takes_more_than_a_moment(trap):
    begun = time.process_time()

    digest(f"<html><body>{trap}", url=LOC)

    assert time.process_time() - begun < 3


def test_eight_threads_agree():
    pages = [page(f"<p>{n}</p>") for n in range(40)]
    alone = [digest(html, url=LOC) for html in pages]

    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda html: digest(html, url=LOC), pages * 3))

    assert together == alone * 3


def test_a_page_that_is_not_utf_8_is_read_as_its_meta_says():
    html = page("<p>Straße</p>", head="<meta charset=windows-1252>")

    assert marked(html.encode("cp1252")) == marked(html)


@pytest.mark.parametrize("selector", ["svg|a", "div " * 2000])
def test_a_selector_that_compiles_and_cannot_be_asked_is_refused_by_name(selector):
    with pytest.raises(ConfigurationError, match="is not a usable CSS selector"):
        of_html("<p>x</p>", loc="https://example.com/", noise=[selector])


def test_a_string_is_no_list_of_selectors():
    with pytest.raises(ConfigurationError, match="content is a list of selectors"):
        of_html("<p>x</p>", loc="https://example.com/", content="main")
