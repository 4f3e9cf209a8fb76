"""
Which elements are furniture: by tag, by role, by name.

A name or a role only makes a suspect. What holds the headline, or paragraphs like an article's,
is content whatever it is called: unclosed tags put whole pages into a share bar.
"""

from __future__ import annotations

from lxml import etree

from honest_sitemaps.fingerprint.clocks import is_duration, is_relative
from honest_sitemaps.fingerprint.names import Kind, kind_of_class, kind_of_id
from honest_sitemaps.fingerprint.text import words_in

INERT = frozenset(
    [
        "script",
        "style",
        "template",
        "input",
        "textarea",
        "select",
        "button",
        "datalist",
        "head",
        "title",
        "base",
        "wagtail-userbar",
        "frame",
        "frameset",
        "noframes",
    ]
)
"""Never content. A button that is the words of a heading is the exception (`is_label`)."""

LANDMARKS = {
    "nav": Kind.BLOCK,
    "aside": Kind.BLOCK,
    "dialog": Kind.BLOCK,
    # Only those of the page itself: in an article they hold headline and byline.
    "header": Kind.PAGE,
    "footer": Kind.PAGE,
}

ROLES = frozenset(
    [
        "navigation",
        "banner",
        "contentinfo",
        "complementary",
        "search",
        "dialog",
        "alertdialog",
        "alert",
        "status",
        "toolbar",
        "menu",
        "menubar",
        "tooltip",
        "log",
        "timer",
    ]
)

STATED_PROPERTIES = frozenset(
    [
        "datemodified",
        "sddatepublished",
        "interactionstatistic",
        "interactioncount",
        "userinteractioncount",
        "commentcount",
        "reviewcount",
        "ratingcount",
    ]
)
"""Of microdata and RDFa: what our own ledger feeds, and what visitors count up."""

LONG_PARAGRAPH_LETTERS = 120
LONG_PARAGRAPHS = 3
COUNTER_LETTERS = 60
STAMP_LETTERS = 200

_SECTIONS = frozenset(("article", "section", "main"))
_SECTION_NAMES = frozenset(("section", "article"))
_LABELLED = frozenset(("h1", "h2", "h3", "h4", "h5", "h6", "summary", "dt"))


def is_furniture(el: etree._Element, tag: str, in_body: bool) -> bool:  # noqa: FBT001
    """
    Whether the element and all in it says nothing of the page's own content.

    ``in_body``: no landmark names the main content, so the page's own header, footer and
    sidebars are read with it and must be known by themselves.
    """
    if tag in INERT:
        return not (_is_shadow_root(el, tag) or _is_label(el, tag))
    kind = LANDMARKS.get(tag, Kind.CONTENT)
    if names := el.get("class"):
        kind = max(kind, kind_of_class(names))
    if name := el.get("id"):
        kind = max(kind, kind_of_id(name, names or ""))
    if (role := el.get("role")) and role.strip().lower() in ROLES:
        kind = max(kind, Kind.BLOCK)
    return kind is not Kind.CONTENT and _is_proven(el, tag, kind, in_body=in_body)


def _is_proven(el: etree._Element, tag: str, kind: Kind, *, in_body: bool) -> bool:
    if kind is Kind.PAGE and not (in_body and is_of_the_page(el)):
        return False
    if kind in (Kind.COUNTER, Kind.CLOCK):
        return _is_figure(el, kind)
    return not (tag == "table" or _holds_content(el, kind))


def is_of_the_page(el: etree._Element) -> bool:
    """Whether no article, section or main stands around it."""
    return not any(
        around.tag in _SECTIONS
        or not _SECTION_NAMES.isdisjoint((around.get("class") or "").split())
        for around in el.iterancestors()
    )


def _is_shadow_root(el: etree._Element, tag: str) -> bool:
    """A declarative shadow root is rendered; a plain template is not."""
    return tag == "template" and bool(el.get("shadowrootmode") or el.get("shadowroot"))


def _is_label(el: etree._Element, tag: str) -> bool:
    """
    The words of an accordion's heading stand in a button
    (https://www.w3.org/WAI/ARIA/apg/patterns/accordion/).
    """
    if tag != "button":
        return False
    return any(
        around.tag in _LABELLED or around.get("role") == "heading"
        for around in el.iterancestors()
    )


def _is_figure(el: etree._Element, kind: Kind) -> bool:
    words = words_in(el)
    if kind is Kind.COUNTER:
        return len(words) <= COUNTER_LETTERS
    return is_relative(words) or is_duration(words)


def _holds_content(el: etree._Element, kind: Kind) -> bool:
    if el.tag in ("body", "html", "main") or next(el.iter("h1", "main"), None) is not None:
        return True
    if kind is Kind.COMMENTS:
        return False
    if el.tag == "article":
        return True
    return _long_paragraphs(el) >= LONG_PARAGRAPHS


def _long_paragraphs(el: etree._Element) -> int:
    """Paragraphs of an article's length, most of whose letters are not links."""
    count = 0
    for paragraph in el.iter("p"):
        letters = len(words_in(paragraph))
        if letters < LONG_PARAGRAPH_LETTERS:
            continue
        linked = sum(len(words_in(a)) for a in paragraph.iter("a"))
        if linked * 2 < letters:
            count += 1
    return count
