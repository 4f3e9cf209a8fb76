"""
What a page tells crawlers about itself: the robots meta tags and ``X-Robots-Tag``.

Source: https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag. Several
tags and headers add up and the most restrictive wins, so each directive is asked for by
itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility.markup import elements

META_NAMES = ("robots", "googlebot")
"""All crawlers, and the one that our verdict speaks for. Google reads ``googlebot-news`` too,
for its news results alone."""

HEADER_BOTS = ("", "*", "googlebot")
"""The same for headers, where a line without a bot's name is for all."""

_KNOWN = {
    *("all", "index", "follow", "noindex", "nofollow", "none", "noarchive", "nocache"),
    *("nosnippet", "indexifembedded", "notranslate", "noimageindex", "unavailable_after"),
    *("max-snippet", "max-image-preview", "max-video-preview"),
}
"""Directives: a colon behind one of these does not make it the name of a bot."""

_BOT = re.compile(r"[a-z0-9_*-]+")
# "Friday, 25-Jun-10 15:00:00 PST" by RFC 850, "Fri, 25 Jun 2010 15:00:00 PST" by RFC 822: the
# one comma that separates nothing. The weekday goes with it, since the date says it again.
_WEEKDAY = re.compile(
    r"\b(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*+\s*+,(?=\s*+\d)", re.IGNORECASE
)
_BETWEEN_WORDS = re.compile(r"[\s;]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Directive:
    name: str
    """In lower case: ``noindex``, ``unavailable_after``."""

    value: str
    """What stands behind the colon; ``""`` for most."""

    seen: str
    """The tag or header line that holds it."""


def directives(page: Page, document: Document | None) -> Iterator[Directive]:
    """
    Every directive that a page gives all crawlers or Googlebot, headers first.

    A meta tag counts wherever it stands in the document. Google asks for it in ``<head>`` and
    promises nothing for others; but a listed page that says *noindex* is a lie, and an
    unlisted one that says so in the wrong place is what its author wanted. Nor can a parser
    say for certain where ``<head>`` ends: see `elements`.
    """
    for line in page.header_lines("x-robots-tag"):
        for bot, name, value in _spoken(line, has_bots=True):
            if bot in HEADER_BOTS:
                yield Directive(name=name, value=value, seen=f"X-Robots-Tag: {line}")
    for meta in elements(document, "meta"):
        if str(meta.get("name", "")).strip().lower() in META_NAMES:
            content = str(meta.get("content", ""))
            seen = f'<meta name="{meta.get("name")}" content="{content}">'
            for _, name, value in _spoken(content, has_bots=False):
                yield Directive(name=name, value=value, seen=seen)


def noindex_line(page: Page, document: Document | None) -> str:
    """The first tag or header line that forbids indexing; ``""`` if none does."""
    forbidding = (it for it in directives(page, document) if it.name in {"noindex", "none"})
    return next((it.seen for it in forbidding), "")


def unavailable_at(page: Page, document: Document | None) -> tuple[datetime | None, str]:
    """
    The earliest ``unavailable_after`` in UTC, and the line that says it; ``(None, "")`` if
    there is none that can be read.
    """
    dated = [
        (instant, it.seen)
        for it in directives(page, document)
        if it.name == "unavailable_after" and (instant := instant_of(it.value)) is not None
    ]
    return min(dated, default=(None, ""))


def instant_of(text: str) -> datetime | None:
    """
    A date by ISO 8601, RFC 822 or RFC 850, in UTC; ``None`` if it is none of them.

    Without a zone it is UTC; a day begins at midnight.
    """
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            read = parse(text.strip())
            return (read if read.tzinfo else read.replace(tzinfo=UTC)).astimezone(UTC)
        except (ValueError, TypeError, OverflowError, IndexError):
            continue  # parsedate_to_datetime raises all of these, by what is wrong
    return None


def _spoken(line: str, *, has_bots: bool) -> Iterator[tuple[str, str, str]]:
    """
    ``(bot, name, value)`` of each directive of a comma-separated line.

    A bot's name holds for what follows it in this line. A date holds colons too: known
    directives are looked for before bots.
    """
    bot = ""
    for part in _WEEKDAY.sub("", line).split(","):
        addressed, said = _addressee(part) if has_bots else ("", part)
        bot = addressed or bot
        names, _, value = (piece.strip() for piece in said.partition(":"))
        for name in _BETWEEN_WORDS.split(names.lower()):
            yield bot, name, value


def _addressee(part: str) -> tuple[str, str]:
    """The bot that this part of a header names, and the rest; ``""`` if it names none."""
    head, colon, rest = part.partition(":")
    bot = head.strip().lower()
    is_bot = colon and bot not in _KNOWN and _BOT.fullmatch(bot)
    return (bot, rest) if is_bot else ("", part)
