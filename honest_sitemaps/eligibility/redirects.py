"""Where a page sends its visitor instead of answering."""

from __future__ import annotations

import re
from collections.abc import Iterator

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility.markup import INERT, elements
from honest_sitemaps.eligibility.spelling import is_same, resolved

REFRESH_LIMIT_SECONDS = 60
"""A longer refresh is no redirect. Google takes one after 0 s for a permanent redirect and any
later one for a temporary one, and names no longest delay
(https://developers.google.com/search/docs/crawling-indexing/301-redirects). But pages that say
"you are taken there in a moment" do so within seconds, while what waits for minutes is a
session that times out or a screen in a lobby: its content is there to be read."""

_REFRESH = re.compile(
    r"""
    \s*+ (?=[\d.]) (?P<seconds>\d*+) [\d.]*+      # a delay: 5, 0.5, .5
    (?=[\s;,]) \s*+ [;,]?+ \s*+                    # and something behind it
    (?: url \s*+ = \s*+ )?+
    (?P<quote>['"]?+) (?P<reference>.*)
    """,
    re.ASCII | re.DOTALL | re.IGNORECASE | re.VERBOSE,
)


def redirect_target(page: Page) -> str:
    """
    The absolute URL a redirect leads to, or the Location as it is where that names none.

    ``""`` if the page is no redirect: any status from 300 to 399 with a Location is one
    (https://www.rfc-editor.org/rfc/rfc9110#section-15.4), but 304, which speaks of a copy that
    we never had.
    """
    location = page.header("location").strip()
    if not 300 <= page.status <= 399 or page.status == 304:
        return ""
    return resolved(location, base=page.loc) or location


def refresh_target(page: Page, document: Document | None) -> tuple[str, int]:
    """
    Where a ``Refresh`` header or ``<meta http-equiv="refresh">`` leads soon, and after how
    many seconds; ``("", 0)`` if nowhere.

    A refresh to the page itself is a reload. One in ``<noscript>`` is for visitors without
    scripts, and search engines run them.
    """
    for said, base in _refreshes(page, document):
        delay, reference = _parsed_refresh(said)
        target = resolved(reference, base=base)
        if delay <= REFRESH_LIMIT_SECONDS and target and not is_same(target, page.loc):
            return target, delay
    return "", 0


def _refreshes(page: Page, document: Document | None) -> Iterator[tuple[str, str]]:
    """``(what is said, what a relative URL in it is joined to)``."""
    for line in page.header_lines("refresh"):
        yield line, page.loc
    if document is None:
        return
    for meta in elements(document, "meta", inert=(*INERT, "noscript")):
        if str(meta.get("http-equiv", "")).strip().lower() == "refresh":
            yield str(meta.get("content", "")), document.base


def _parsed_refresh(said: str) -> tuple[int, str]:
    """
    Delay and reference of a refresh, by the steps of
    https://html.spec.whatwg.org/multipage/semantics.html#shared-declarative-refresh-steps; an
    empty reference where it is no refresh, or one to the page itself.
    """
    found = _REFRESH.match(said)
    if found is None:
        return 0, ""
    quote, reference = found["quote"], found["reference"]
    if quote:
        reference = reference.partition(quote)[0]
    return _seconds(found["seconds"]), reference


def _seconds(digits: str) -> int:
    digits = digits.lstrip("0")
    # Python refuses to read thousands of digits; ten of them are three centuries.
    return int(digits or "0") if len(digits) < 10 else 10**10
