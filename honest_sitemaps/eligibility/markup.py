"""Which elements of a tree a crawler reads."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from honest_sitemaps.capture import Document

INERT = ("iframe", "noembed", "noframes", "template", "textarea", "title", "xmp")
"""What stands in these is text or waits for a script
(https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody). Older libxml2 builds
elements of it all the same: a live editor's ``<textarea>`` full of HTML is no statement about
the page."""


def elements(
    document: Document | None, name: str, *, inert: tuple[str, ...] = INERT
) -> Iterator[etree._Element]:
    """
    Every element of this name that is not inside an inert one, in document order.

    ``<head>`` is not asked for. Where it ends is a matter of the parser: a stray ``<div>``
    ends it for a browser, and libxml2 ends it at other places than HTML5 does.
    """
    if document is None or document.tree is None:
        return
    for element in document.tree.iter(name):
        if next(element.iterancestors(*inert), None) is None:
            yield element
