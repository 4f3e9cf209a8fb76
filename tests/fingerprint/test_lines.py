"""The canonical lines read like the page."""

import pytest

from honest_sitemaps.fingerprint import PARTS
from tests.fingerprint.conftest import LOC, lines, marked, page
from tests.fingerprint.test_noise import SCHEMA


@pytest.mark.parametrize(
    ("piece", "shown"),
    [
        # Words between block boundaries, and what stands in them.
        (
            "<p>See <a href=/p/>our <b>prices</b></a> now.</p>",
            ["text See our prices now.", "link /p/ our prices"],
        ),
        ("<p>10<sup>5</sup> of ⟨all⟩</p>", ["text 10⟨sup⟩5⟨/sup⟩ of ⟨⟨all⟩"]),
        ("<p><strike>€ 19</strike></p>", ["text ⟨s⟩€ 19⟨/s⟩"]),
        # Items, cells and headings are named by their tag.
        ("<h2>A<div>B</div></h2>", ["h2 A", "h2+ B"]),
        ("<h2>A</h2>B<h3></h3>C", ["h2 A", "text B", "text C"]),
        ("<ul><li>A<li><p>B</p>C</ul>", ["ul", "li A", "li B", "text C", "/ul"]),
        (
            "<table><tr><th>A<td><td>B</table>",
            ["table", "tr", "th A", "td", "td B", "/table"],
        ),
        ("<dl><dt>A<dd>B</dl>", ["dl", "dt A", "dd B", "/dl"]),
        (
            "<ul><li>A<ul><li></ul>B</ul>C<blockquote>D</blockquote>",
            [
                "ul",
                "li A",
                "text B",
                "/ul",
                "text C",
                "blockquote",
                "text D",
                "/blockquote",
            ],
        ),
        # What holds nothing says nothing, but for a cell beside others.
        ("<ul><li></li></ul><ol></ol><dl><dt></dl><blockquote> </blockquote>", []),
        ("<ul><li>A<li></ul>", ["ul", "li A", "/ul"]),
        ("<table><tr><td><th></table><table><tr></table>", []),
        (
            "<table><tr><td>A<td><tr><td><td></table>",
            ["table", "tr", "td A", "td", "/table"],
        ),
        (
            "<table><tr><td><img alt=A><td></table>",
            ["table", "tr", "td", "image - A", "td", "/table"],
        ),
        ("<ul><li><table><tr></table></ul>", ["ul", "li", "/ul"]),
        ("<ul><li><img src=/m/a.jpg alt=A></ul>", ["ul", "li", "image /m/a A", "/ul"]),
        # Code keeps its shape.
        (
            "<pre>\n\ndef f():\n    return 1  \n\n\n</pre>",
            ["pre def f():", "|     return 1"],
        ),
        ("<pre>a<br>b</pre>", ["pre a", "| b"]),
        ("<pre>a<br>  b</pre> <pre> </pre>c", ["pre a", "|   b", "text c"]),
        ("<pre></pre>", []),
        ("<pre>  <b>a</b></pre>", ["pre   a"]),
        ("<ul><li><pre></pre><li>A</ul>", ["ul", "li", "li A", "/ul"]),
        ("<pre>  a</pre><pre>b</pre>c", ["pre   a", "pre b", "text c"]),
        ("<pre>a\n\nb\u00a0⟨</pre>", ["pre a", "|", "| b ⟨⟨"]),
        ("<pre>a\n<a href=/x/>b</a></pre>", ["pre a", "| b", "link /x/ b"]),
        # A link around blocks has their words, as many as help to know it again.
        (
            "<a href=/x/><h3>Title</h3><p>Words</p></a>",
            ["h3 Title", "text Words", "link /x/ Title Words"],
        ),
        (
            f"<a href=/x/>{'word ' * 40}</a>",
            [f"text {('word ' * 40)[:-1]}", f"link /x/ {('word ' * 16)[:-1]}"],
        ),
        ("<p><a href=/x/></a></p>", ["link /x/"]),
        ("<map><area href=/x/ alt='A b'><area href='#'></map>", ["link /x/ A b"]),
        # Pictures and films.
        ("<img src=/m/a.jpg>", ["image /m/a"]),
        ("<img alt='A b'>", ["image - A b"]),
        ("<picture><source src=/b.mp4><img src=/a.jpg></picture>", ["image /a"]),
        ("<source src=/b.mp4>", ["source /b.mp4"]),
        ("<img>", []),
        ("<video src=/a.mp4 poster=/p.jpg></video>", ["video /a.mp4 /p"]),
        ("<video poster=/p.jpg></video>", ["video - /p"]),
        ("<iframe></iframe>", []),
        ("<iframe src=/x/>not shown</iframe>", ["iframe /x/"]),
        # Times: the instant stays, words that count from now go.
        (
            "<p>By Ann <time datetime=2026-01-01>3 days ago</time></p>",
            ["text By Ann", "time 2026-01-01"],
        ),
        ("<p><time>May</time></p>", ["text May"]),
        (
            f"<p><time datetime=2026><p>{'a ' * 200}</p></time></p>",
            [f"text {('a ' * 200)[:-1]}", "time 2026"],
        ),
        # Microdata and RDFa, where the value stands in an attribute.
        (
            "<div itemscope itemtype=https://schema.org/Offer><meta itemprop=price content=19>"
            "<span itemprop=name>A</span></div>",
            ["type https://schema.org/Offer", "text A", "property price 19"],
        ),
        (f"<p><link itemprop=url href={LOC}></p>", ["property url self"]),
        ("<p><meta property=og:title content=x></p>", []),
        ("<p><a itemprop=url href=/x/>A</a></p>", ["text A", "link /x/ A"]),
        # A decoded address.
        (
            "<p><a href='/cdn-cgi/l/email-protection#10713e72'>"
            "<span data-cfemail=10713e72>[x]</span></a></p>",
            ["text a.b", "link mailto:a.b a.b"],
        ),
        ("<p><span data-cfemail=zz>[x]</span></p>", []),
    ],
)
def test_lines_say_what_stands_there(piece, shown):
    assert lines(piece) == shown


def test_head_content_and_structured_data_follow_each_other():
    html = page("<p>x</p>", head=SCHEMA.format('{"b": {"c": 1.50}, "a": ["x", {}, [], null]}'))

    shown = marked(html).lines

    assert shown[:4] == (
        "canonical self",
        "description When we open",
        "title Opening hours",
        "h1 Opening hours",
    )
    assert shown[-4:] == ("json-ld", "json a[0] x", "json a[3] null", "json b.c 1.50")


@pytest.mark.parametrize(
    ("one", "two", "moved"),
    [
        ("<p>a</p>", "<p>b</p>", ["text"]),
        ("<h2>a</h2>", "<h3>a</h3>", ["structure"]),
        ("<p><a href=/a/>a</a></p>", "<p><a href=/b/>a</a></p>", ["links"]),
        ("<img src=/a.jpg alt=x>", "<img src=/a.jpg alt=y>", ["media"]),
        (SCHEMA.format('{"a": 1}'), SCHEMA.format('{"a": 2}'), ["structured_data"]),
        (
            "<p><meta itemprop=a content=1></p>",
            "<p><meta itemprop=a content=2></p>",
            ["structured_data"],
        ),
        ("<time datetime=2025>May</time>", "<time datetime=2026>May</time>", ["text"]),
        ("<ul><li>a</ul>", "<ol><li>a</ol>", ["structure"]),
        # What only stands elsewhere is structure.
        ("<p>a</p><img src=/a.jpg>", "<img src=/a.jpg><p>a</p>", ["structure"]),
        ("<p>a</p>", "<p>a</p><p>b</p>", ["text", "structure"]),
    ],
)
def test_parts_tell_what_moved(one, two, moved):
    before, after = (marked(page(piece)).parts.split("-") for piece in (one, two))

    assert [name for name, a, b in zip(PARTS, before, after, strict=True) if a != b] == moved


def test_a_title_moves_the_head_alone():
    before, after = (
        marked(html).parts.split("-")
        for html in (page(), page().replace("<title>Opening", "<title>Closing"))
    )

    assert [a != b for a, b in zip(before, after, strict=True)] == [True] + [False] * 5
    assert {len(part) for part in before} == {16}
