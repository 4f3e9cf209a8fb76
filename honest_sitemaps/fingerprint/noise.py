"""
Which elements are furniture: by tag, by role, by name.

A name or a role only makes a suspect. What holds the headline, or paragraphs like those of an
article, is content whatever it is called: unclosed tags put whole pages into a share bar.
"""

from __future__ import annotations

from functools import cached_property

from lxml import etree

from honest_sitemaps.fingerprint.clocks import is_date, is_duration, is_relative
from honest_sitemaps.fingerprint.names import Kind, kind_of_class, kind_of_id
from honest_sitemaps.fingerprint.text import words_in, words_of
from honest_sitemaps.fingerprint.trees import Above, elements_with, finder

INERT = words_of("""
script style template input textarea select button datalist head title base wagtail-userbar
frame frameset noframes
""")
"""Never content. A button that is the words of a heading is the exception."""

LANDMARKS = {
    "nav": Kind.BLOCK,
    "aside": Kind.BLOCK,
    "dialog": Kind.BLOCK,
    # Only those of the page itself: in an article they hold headline and byline.
    "header": Kind.PAGE,
    "footer": Kind.PAGE,
}

ROLES = words_of("""
navigation banner contentinfo complementary search dialog alertdialog alert status toolbar menu
menubar tooltip log timer
""")

LONG_PARAGRAPH_LETTERS = 120
LONG_PARAGRAPHS = 3
"""So many long paragraphs, and a block is content whatever its name."""

NOTICE_LETTERS = 300
"""A line of copyright is no longer, even with its links to imprint and terms."""

COUNTER_LETTERS = 60
NO_COUNT_LETTERS = 20
"""A counter says a number and its unit, or that there is none; longer words say more."""

LONGEST_CLASS = 1000
"""Letters of a class attribute that is still read for names."""

# A look into an enum class costs as much as one into an element.
_CONTENT = Kind.CONTENT

_CONTROLS = frozenset(("select", "button"))
_BLOCKS = ("p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "section", "article")
# Headings, sections and anchors of documents get their ids from words of the text.
NAMED_BY_ID = frozenset(("div", "ul", "ol", "form"))
_SECTIONS = frozenset(("article", "section", "main"))
_LABELLED = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"))
SUSPECTS = INERT | LANDMARKS.keys()
"""Tags that are looked at whatever their names."""

_HEADLINES = finder("//h1 | //main")
_LONG_PARAGRAPHS = finder(f"//p[string-length(.) >= {LONG_PARAGRAPH_LETTERS}]")


class _Kinds(dict[str | None, Kind]):
    """Kinds by ``class`` attribute, each worked out once a page."""

    def __missing__(self, names: str | None) -> Kind:
        is_read = names and len(names) < LONGEST_CLASS
        kind = self[names] = kind_of_class(names) if names and is_read else _CONTENT
        return kind


class _NoKinds(_Kinds):
    """Where class names are not believed."""

    def __missing__(self, names: str | None) -> Kind:
        return _CONTENT


class Furniture:
    """
    Judges the elements of one page.

    ``in_body``: no landmark names the main content, so the page's own header, footer and
    sidebars are read with it and must be known by themselves. ``by_name``: class names and ids
    are believed.
    """

    def __init__(self, tree: etree._Element, *, in_body: bool, by_name: bool = True) -> None:
        self._tree = tree
        self._in_body = in_body
        self._by_name = by_name
        self.kinds = _Kinds() if by_name else _NoKinds()
        """What each ``class`` attribute of the page says."""

        self._is_in_section = Above(_is_section)
        self._is_in_label = Above(_is_label)

    def contains(self, el: etree._Element, tag: str) -> bool:
        """Whether the element and all in it says nothing of the page's own content."""
        if tag in INERT:
            return not (
                self._is_shown_button(el, tag)
                or is_shadow_root(el, tag)
                or _is_open(el, tag)
                or _is_of_drawing(el, tag)
            )
        names = el.get("class")
        kind = max(LANDMARKS.get(tag, _CONTENT), self.kinds[names])
        if self._by_name and tag in NAMED_BY_ID and (name := el.get("id")):
            kind = max(kind, kind_of_id(name, names or ""))
        if el in self.by_role:
            kind = max(kind, Kind.BLOCK)
        return kind is not _CONTENT and self._is_proven(el, tag, kind)

    def _is_proven(self, el: etree._Element, tag: str, kind: Kind) -> bool:
        if kind is Kind.NOTICE:
            if len(words_in(el)) > NOTICE_LETTERS:
                return False
            kind = Kind.PAGE
        if kind is Kind.PAGE and (not self._in_body or self._is_in_section(el)):
            return False
        if kind is Kind.COUNTER:
            words = words_in(el)
            has_digit = any(map(str.isdigit, words))
            return len(words) <= (COUNTER_LETTERS if has_digit else NO_COUNT_LETTERS)
        if kind in (Kind.CLOCK, Kind.UPDATE):
            words = words_in(el)
            if kind is Kind.UPDATE and is_date(words, is_sure=tag == "time"):
                return True
            return is_relative(words) or (kind is Kind.CLOCK and is_duration(words))
        if tag == "header" and kind is Kind.PAGE:
            # Its headline is read by itself (`main_content.headlines`).
            return self._paragraphs.get(el, 0) == 0
        if tag == "table" or el in self._with_headline:
            return False
        if kind is Kind.COMMENTS:
            return True
        return tag != "article" and self._paragraphs.get(el, 0) < LONG_PARAGRAPHS

    def _is_shown_button(self, el: etree._Element, tag: str) -> bool:
        """
        The words of an accordion's heading stand in a button
        (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/).
        """
        return tag == "button" and self._is_in_label(el)

    @cached_property
    def by_role(self) -> set[etree._Element]:
        """The elements whose role is that of furniture."""
        return {
            el
            for el in elements_with("role", self._tree)
            if (el.get("role") or "").strip().lower() in ROLES
        }

    # Both below are asked for nested suspects too, so they are counted once for the page.

    @cached_property
    def _with_headline(self) -> set[etree._Element]:
        """The elements that hold an h1 or the main landmark."""
        holding: set[etree._Element] = set()
        for el in _HEADLINES(self._tree):
            for around in (el, *el.iterancestors()):
                if around in holding:
                    break
                holding.add(around)
        return holding

    @cached_property
    def _paragraphs(self) -> dict[etree._Element, int]:
        """How many long paragraphs, most of whose letters are not links, an element holds."""
        count: dict[etree._Element, int] = {}
        for paragraph in _LONG_PARAGRAPHS(self._tree):
            linked = len("".join(map(words_in, paragraph.iter("a"))))
            letters = len(words_in(paragraph))
            if letters < LONG_PARAGRAPH_LETTERS or linked * 2 >= letters:
                continue
            for around in paragraph.iterancestors():
                if count.get(around, 0) >= LONG_PARAGRAPHS:
                    break
                count[around] = count.get(around, 0) + 1
        return count


def _is_open(el: etree._Element, tag: str) -> bool:
    """A control that was never closed has the rest of the page in it."""
    return tag in _CONTROLS and next(el.iter(*_BLOCKS), None) is not None


def _is_of_drawing(el: etree._Element, tag: str) -> bool:
    """The title of a drawing is what an alternative text is to a picture."""
    return tag == "title" and next(el.iterancestors("svg"), None) is not None


def is_shadow_root(el: etree._Element, tag: str) -> bool:
    """A declarative shadow root is rendered; a plain template is not."""
    return tag == "template" and bool(el.get("shadowrootmode") or el.get("shadowroot"))


def _is_section(el: etree._Element) -> bool:
    if el.tag in ("body", "html"):
        return False
    names = (el.get("class") or "").split()
    return el.tag in _SECTIONS or "section" in names or "article" in names


def _is_label(el: etree._Element) -> bool:
    return el.tag in _LABELLED or el.get("role") == "heading"
