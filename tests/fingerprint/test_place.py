"""Where a line comes from, and that the selector named for it does what noise does."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.capture import Document
from honest_sitemaps.fingerprint import (
    Fingerprint,
    Place,
    Rules,
    list_of,
    of_html,
    place_of,
)
from honest_sitemaps.fingerprint.rules import compiled
from honest_sitemaps.fingerprint.selectors import Selectors, is_generated
from tests.fingerprint.conftest import BARE, LANDMARKED, LOC, page
from tests.fingerprint.test_laws import SCRAPS, blocks, contents, frames
from tests.fingerprint.test_laws import page as page_of

NONE = Rules()


def parsed(html: str) -> Document:
    return Document.of_html(html, loc=LOC)


def place(piece: str, line: str, **rest) -> Place | None:
    return place_of(parsed(page(piece)), line, rules=NONE, **rest)


@pytest.mark.parametrize(
    ("piece", "line", "path", "selector"),
    [
        # A class of its own; a generated one is passed over.
        (
            "<p class='css-1x2y3z figure'>1,204 <b>seats</b></p>",
            "text 1,204 seats",
            "main > p.figure",
            ".figure",
        ),
        ("<div id=lead><p>A</p></div>", "text A", "main > div#lead > p", "#lead > p"),
        # A number in an id is that of one object.
        ("<p id=post-7>A</p>", "text A", "main > p", "main > p:nth-of-type(2)"),
        # A class that others have too: the tag, or the place in the nearest that is known.
        ("<p class=x1>A</p><b class=x1>B</b>", "text A", "main > p.x1", "p.x1"),
        (
            "<p class=row>A</p><p class=row>B</p>",
            "text B",
            "main > p.row",
            "main > p:nth-of-type(3)",
        ),
        # A name of the moment tells nothing.
        ("<p class='active step'>A</p>", "text A", "main > p.step", ".step"),
        # The same words in furniture are no line.
        (
            "<aside class=near><p>A</p></aside><p class=real>A</p>",
            "text A",
            "main > p.real",
            ".real",
        ),
        # Each kind of line is given by its own element.
        (
            "<ul class=box><li>A<li>B</ul>",
            "li B",
            "main > ul.box > li",
            ".box > li:nth-of-type(2)",
        ),
        (
            "<p>See <a href=/b/ class=more>our prices</a></p>",
            "link /b/ our prices",
            "main > p > a.more",
            ".more",
        ),
        ("<img src=/a.png class=door>", "image /a", "main > img.door", ".door"),
        (
            "<div itemscope><meta class=price itemprop=price content=19></div>",
            "property price 19",
            "main > div > meta.price",
            ".price",
        ),
        ("<h2>A</h2>", "h2 A", "main > h2", "main > h2"),
        # A picture has a twin that comes to light without it: both are meant.
        (
            "<div class=lazy><img src=/a.png alt=a><noscript><img src=/a.png alt=a>"
            "</noscript></div>",
            "image /a a",
            "main > div.lazy",
            ".lazy",
        ),
        # No noise may be declared for the headline, the head and what is the content itself.
        ("", "h1 Opening hours", "main > h1", ""),
        ("loose words", "text loose words", "main", ""),
        ("", "title Opening hours", "head > title", ""),
        ("", "description When we open", "head > meta", ""),
        (
            '<script type=application/ld+json>{"name": "x"}</script>',
            "json name x",
            "main > script",
            "",
        ),
        # Seven levels: the middle is left out.
        (
            "<div><div><div><div><div><div class=deep>A</div></div></div></div></div></div>",
            "text A",
            "main > … > div > div > div > div.deep",
            ".deep",
        ),
    ],
)
def test_a_line_is_traced_to_its_element(piece, line, path, selector):
    found = place(piece, line)

    assert found == Place(path, selector)


@pytest.mark.parametrize("line", ["text Nobody says this", "", "text", "nonsense"])
def test_a_line_that_is_not_on_the_page_has_no_place(line):
    assert place("<p>A</p>", line) is None


@pytest.mark.parametrize("html", ["", "<html><body></body></html>", "<b>" * 3000 + "deep"])
def test_a_page_that_cannot_be_fingerprinted_has_no_places(html):
    assert place_of(parsed(html), "text deep", rules=NONE) is None
    assert list_of(parsed(html), "text deep", rules=NONE) is None


def test_a_headline_above_the_content_has_a_path_alone():
    html = "<html><body><div class=banner><h1>A</h1></div><main><p>B</p></main></body></html>"

    found = place_of(parsed(html), "headline A", rules=NONE)

    assert found == Place("body > div.banner > h1", "")


def test_what_holds_the_headline_is_never_noise():
    html = BARE.replace("{head}", "").replace("{main}", "<div class=box>A<h1>B</h1></div>C")

    found = place_of(parsed(html), "text A", rules=NONE)

    assert found == Place("body > div > div > div.box", "")


@pytest.mark.parametrize(
    ("piece", "line", "instead", "selector"),
    [
        # What differs stands in an element of its own.
        (
            "<p>Made in <span class=ms>12</span> ms</p>",
            "text Made in 12 ms",
            "text Made in 15 ms",
            ".ms",
        ),
        # The same words stand twice; the second place differs.
        (
            "<p class=box><b>1</b> of <i class=of>1</i></p>",
            "text 1 of 1",
            "text 1 of 2",
            ".of",
        ),
        # All of it differs, a loose word does, or nothing is known of it.
        ("<p class=box><b>1</b> of 1</p>", "text 1 of 1", "text 1 of 2", ".box"),
        ("<p class=box>By <b>Ann</b></p>", "text By Ann", "text From Bob", ".box"),
        ("<p class=box>By <b>Ann</b></p>", "text By Ann", "li By Ann", ".box"),
        ("<p class=box>By <b>Ann</b></p>", "text By Ann", "", ".box"),
    ],
)
def test_the_place_is_narrowed_to_what_differs(piece, line, instead, selector):
    found = place(piece, line, instead=instead)

    assert found is not None
    assert found.selector == selector


@pytest.mark.parametrize(
    ("piece", "line", "item", "path", "selector"),
    [
        ("<ul class=more><li>A<li>B</ul>", "li B", "li:nth-of-type(2)", "ul.more", ".more"),
        # What stands in an item, too; the nearest list counts.
        (
            "<ul class=more><li>A<li><ol class=sub><li><a href=/b/>B</a></ol></ul>",
            "link /b/ B",
            "li",
            "ul.more > li > ol.sub",
            ".sub",
        ),
        (
            "<table class=prices><tr><td>A<td>B</table>",
            "td B",
            "tr",
            "table.prices",
            ".prices",
        ),
    ],
)
def test_a_line_of_an_item_is_placed_in_its_list(piece, line, item, path, selector):
    found = list_of(parsed(page(piece)), line, rules=NONE)

    assert found == (f"{selector} > {item}", Place(f"main > {path}", selector))


@pytest.mark.parametrize(
    ("html", "line"),
    [
        (page("<p>A</p>"), "text A"),
        (page("<p>A</p>"), "text B"),
        # The headline stands in it.
        ("<main><ul><li>A<li><h1>B</h1></ul></main>", "li A"),
        # It holds the whole content.
        ("<ul><li><main><p>A</p></main></ul>", "text A"),
    ],
)
def test_a_line_that_stands_in_no_list_of_the_content_has_none(html, line):
    assert list_of(parsed(html), line, rules=NONE) is None


def test_what_is_noise_already_has_no_place():
    document = parsed(page("<p class=box>A</p>"))

    assert place_of(document, "text A", rules=Rules(noise=(".box",))) is None


@pytest.mark.parametrize(
    "name",
    ["css-1x2y3z", "post-1042", "sc-bdVaJa", "Button_root__3fK2x", "xkqrtw", "é", "a:b"],
)
def test_a_name_that_a_build_made_is_no_name(name):
    assert is_generated(name)


@pytest.mark.parametrize(
    "name", ["figure", "viewCount", "col-md-6", "js-count", "esf-copyright", "o-article__text"]
)
def test_a_name_that_a_person_gave_is_one(name):
    assert not is_generated(name)


# Laws.

NAMED = st.recursive(
    st.sampled_from(["x", "<o:p>x</o:p>", "<!-- x -->"]),
    lambda inner: st.builds(
        "<{0} class='{1}' id='{2}'>{3}</{0}>".format,
        st.sampled_from(["p", "div", "b", "main"]),
        st.lists(st.sampled_from(["box", "row", "wide", "bo", "Box"]), max_size=3).map(
            " \t".join
        ),
        st.sampled_from(["", "lead", "foot", "post-77"]),
        st.lists(inner, max_size=4).map("".join),
    ),
    max_leaves=25,
)


@settings(max_examples=150, deadline=None)
@given(pieces=st.lists(NAMED, max_size=4))
def test_a_selector_means_its_element_alone(pieces):
    tree = parsed(f"<html><body>{''.join(pieces)}</body></html>").tree
    selectors = Selectors(tree)

    for el in tree.iter("*"):
        if selector := selectors.of(el):
            assert compiled(selector)(tree) == [el]


def check_places(html: str) -> None:
    """Each line of the page has a place, and its selector, declared, takes the line away."""
    mark = of_html(html, loc=LOC)
    if not isinstance(mark, Fingerprint):
        return
    document = parsed(html)
    count = Counter(mark.lines)
    for line in list(count)[:6]:
        found = place_of(document, line, rules=NONE)

        assert found is not None
        assert found.path
        if found.selector:
            (el,) = compiled(found.selector)(document.tree)
            without = of_html(html, loc=LOC, noise=[found.selector])
            left = without.lines if isinstance(without, Fingerprint) else ()
            assert next(el.iter("h1"), None) is None
            assert Counter(left)[line] < count[line]


@settings(max_examples=80, deadline=None)
@given(frame=frames, content=contents)
def test_declaring_the_selector_takes_the_line_away(frame, content):
    check_places(page_of(frame, content))


@settings(max_examples=100, deadline=None)
@given(scraps=st.lists(st.sampled_from(SCRAPS), max_size=25))
def test_any_page_has_a_place_for_each_line(scraps):
    check_places(" ".join(scraps))


@settings(max_examples=60, deadline=None)
@given(html=st.text(max_size=200), line=st.text(max_size=40), instead=st.text(max_size=40))
def test_nothing_crashes(html, line, instead):
    place_of(parsed(html), line, rules=NONE, instead=instead)


@settings(max_examples=60, deadline=None)
@given(content=contents, block=blocks, other=blocks)
def test_a_known_difference_never_widens_the_place(content, block, other):
    html = LANDMARKED.format(head="", main="".join([*content, block]))
    mark, another = (
        of_html(LANDMARKED.format(head="", main="".join([*content, it])), loc=LOC)
        for it in (block, other)
    )
    if not isinstance(mark, Fingerprint) or not isinstance(another, Fingerprint):
        return
    line, instead = mark.lines[-1], another.lines[-1]
    document = parsed(html)

    wide = place_of(document, line, rules=NONE)
    narrow = place_of(document, line, rules=NONE, instead=instead)

    assert wide is not None
    assert narrow is not None
    assert narrow.selector or not wide.selector
