"""The ``Link`` header field of https://www.rfc-editor.org/rfc/rfc8288#section-3."""

from __future__ import annotations

import re
from collections.abc import Iterator

# Every repeat is possessive: a header of any length is read in one pass.
_SEPARATORS = re.compile(r"[\s,]*+")
_TARGET = re.compile(r"<([^<>]*+)>")
_PARAMETER = re.compile(
    r"""\s*+;\s*+(?P<name>[^\s=;,<>"]*+)
        (?:\s*+=\s*+(?:"(?P<quoted>(?:[^"\\]|\\.)*+)"|(?P<token>[^\s;,"]*+)))?+""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_REST = re.compile(r"[^,]*+")


def links(line: str) -> Iterator[tuple[str, dict[str, str]]]:
    """
    ``(target, parameters)`` of each link in one field line, in order.

    Targets as written, names in lower case; of a parameter that comes twice the first counts,
    as the RFC has it for ``rel``. What is not a link is skipped up to the next comma.
    """
    at = 0
    while (at := _end(_SEPARATORS, line, at)) < len(line):
        target = _TARGET.match(line, at)
        if target is None:
            at = _end(_REST, line, at)
            continue
        at, parameters = _parameters(line, target.end())
        yield target[1].strip(), parameters


def _end(pattern: re.Pattern[str], line: str, at: int) -> int:
    """Where a pattern that may match nothing ends."""
    found = pattern.match(line, at)
    return found.end() if found else at


def _parameters(line: str, at: int) -> tuple[int, dict[str, str]]:
    """Where they end, and ``{name: value}``."""
    found: dict[str, str] = {}
    while parameter := _PARAMETER.match(line, at):
        quoted = parameter["quoted"]
        value = parameter["token"] or "" if quoted is None else _ESCAPED.sub(r"\1", quoted)
        found.setdefault(parameter["name"].lower(), value)
        at = parameter.end()
    return at, found
