"""
Tags with more attributes than a parser should be given.

Reading a page tag by tag takes a third of the time of its parse, so only what may hold such a
tag is read. A tag takes two bytes an attribute; between two bounds that lie nearer to each
other than that, none fits. A bound is the end of ``x">``, where no tag goes on: outside of
quotes ``>`` ends the tag, and the quote before it either ended a value or began none, as no
``=`` stands before it. Only a value in single quotes may hold ``x">``, and then the last of
these before it stands behind ``=``. Nearly every tag of a page ends in a bound.
"""

from __future__ import annotations

import re

# One attribute as https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state
# reads it. Every repeat is possessive, so the scan never goes back.
_ATTRIBUTE = (
    rb"""[\s/]*+[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s>"'][^\s>]*+|))?+"""
)
_NO_BOUND = b"= \t\n\r\f\v\"'"
_TRIES = 8
"""Ends of quotes that are looked at before the page is read tag by tag instead."""


class CrowdedTags:
    """Finds tags with more than ``limit`` attributes, in the bytes of a page."""

    def __init__(self, limit: int) -> None:
        self._shortest = 2 * limit
        self._by_tag = re.compile(
            rb"(?:[^<]++|<(?![A-Za-z])|<[A-Za-z][^\s/>]*+(?:%b){0,%d}+(?!%b))*+<[A-Za-z]"
            % (_ATTRIBUTE, limit, _ATTRIBUTE)
        )

    def stand_in(self, data: bytes) -> bool:
        """Whether the page has such a tag."""
        start = 0
        while len(data) - start > self._shortest:
            after = start + self._shortest
            end = _last_bound(data, start, after)
            if end < 0:
                end = _first_bound(data, start, after)
                if self.are_read_in(data, start, end):
                    return True
            start = end
        return False

    def are_read_in(self, data: bytes, start: int = 0, end: int | None = None) -> bool:
        """The same, read tag by tag."""
        return self._by_tag.match(data, start, len(data) if end is None else end) is not None


def _last_bound(data: bytes, start: int, end: int) -> int:
    """The last bound, or one of the last; -1 if there is none. At ``start`` is one."""
    for _ in range(_TRIES):
        end = data.rfind(b'">', start, end)
        if end <= start:
            return -1
        if _is_bound(data, start, end):
            return end + 2
    return -1


def _first_bound(data: bytes, start: int, after: int) -> int:
    """One of the first bounds behind ``after``; the end of the data if there is none."""
    at = after - 1
    for _ in range(_TRIES):
        at = data.find(b'">', at + 1)
        if at < 0:
            break
        if _is_bound(data, start, at):
            return at + 2
    return len(data)


def _is_bound(data: bytes, start: int, at: int) -> bool:
    if data[at - 1] in _NO_BOUND:
        return False
    quote = data.rfind(b"'", start, at)
    return quote < 0 or not data[start:quote].rstrip().endswith(b"=")
