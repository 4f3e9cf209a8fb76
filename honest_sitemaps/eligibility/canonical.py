"""Which URL a page names as the preferred one: ``<link rel="canonical">`` and ``Link``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility.link_header import links
from honest_sitemaps.eligibility.markup import elements
from honest_sitemaps.eligibility.spelling import is_same, resolved

CANONICAL_LIMIT = 2048
"""Characters that the ledger's column holds."""

OTHER_MEANINGS = ("hreflang", "lang", "media", "type")
"""With one of these the link is about a version for another language or device, and Google
takes it for no canonical (https://developers.google.com/search/updates, February 2024)."""


def canonicals(page: Page, document: Document | None) -> list[str]:
    """
    Every URL the page names as canonical, absolute, without fragment, once each: those of the
    ``Link`` header first, then those of the HTML.

    What is empty or no http(s) URL is ignored. The whole document is read and not ``<head>``
    alone, where Google reads: see `elements`, and a page that names another URL in a place
    where one engine may miss it still says so to the others.
    """
    named: list[str] = []
    for target in (*_in_headers(page), *_in_html(document)):
        if target and not any(is_same(target, other) for other in named):
            named.append(target)
    return named


def canonical_of(page: Page, document: Document | None) -> str:
    """
    The canonical URL of the page by its own word, absolute; ``""`` if it names none.

    Of several it is the page's own loc if that is among them, else the first. Cut at 2,048
    characters: it is stored and shown, never compared.
    """
    named = canonicals(page, document)
    if any(is_same(target, page.loc) for target in named):
        return page.loc
    return named[0][:CANONICAL_LIMIT] if named else ""


def elsewhere(page: Page, document: Document | None) -> list[str]:
    """
    The canonicals, if the page names only other URLs than its own; else nothing.

    A page that names its own URL *and* another one contradicts itself, and a search engine
    ignores both. Nothing then speaks against the page, so it stays; that it should be repaired
    is a finding and no exclusion. Where all of several are other URLs, each of them speaks
    against it.
    """
    named = canonicals(page, document)
    return [] if any(is_same(target, page.loc) for target in named) else named


def _in_headers(page: Page) -> Iterator[str]:
    for line in page.header_lines("link"):
        for target, parameters in links(line):
            if _is_canonical(parameters) and _is_of(page.loc, parameters.get("anchor", "")):
                yield resolved(target, base=page.loc)


def _is_of(loc: str, anchor: str) -> bool:
    """A ``Link`` with an anchor may speak of another page than the one it comes with."""
    return not anchor or is_same(resolved(anchor, base=loc), loc)


def _in_html(document: Document | None) -> Iterator[str]:
    if document is None:
        return
    for link in elements(document, "link"):
        if _is_canonical({str(name): str(value) for name, value in link.items()}):
            href = str(link.get("href", ""))
            # A browser ignores a <base> that is no URL.
            yield resolved(href, base=document.base) or resolved(href, base=document.loc)


def _is_canonical(attributes: Mapping[str, str]) -> bool:
    return "canonical" in attributes.get("rel", "").lower().split() and not any(
        attributes.get(name, "").strip() for name in OTHER_MEANINGS
    )
