"""
The grammar of robots.txt, as Google's parser reads it: bytes in, the rules of one group out.

RFC 9309 names the group of a crawler; what it leaves open is done like ``robots.cc`` of
https://github.com/google/robotstxt, since the verdict is Googlebot's: keys are matched by
prefix, some misspelt ones count, a colon may be missing, unknown lines never close a group,
and ``/index.html`` at the end of an allowed path allows its folder.

Protego splits lines and picks groups otherwise, and counts the length of a pattern in its own
encoding: of ``Allow: /abc`` and ``Disallow: /*?`` it lets the shorter one win. So it is asked
one thing alone, whether one pattern matches one path; see `RobotsRule.matches`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from protego import Protego

from honest_sitemaps.eligibility.evidence import shown
from honest_sitemaps.eligibility.spelling import evenly

SIZE_LIMIT_BYTES = 500 * 1024
"""What follows is not read
(https://developers.google.com/search/docs/crawling-indexing/robots/robots_txt#file-format)."""

LINE_LIMIT_BYTES = 2083 * 8 - 1
"""Longer lines are cut here; robots.cc keeps one byte of its buffer for a final null."""

_BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xef\xbb", b"\xef")
"""Whole, or what an editor left of one."""

_LINE_END = re.compile(rb"\r\n|\r|\n")
_TOKEN = re.compile(rb"[A-Za-z_-]*")
_FOLDER = b"/index.htm"

_AGENT, _ALLOW, _DISALLOW = "user-agent", "allow", "disallow"
_KEYS = {
    _AGENT: (b"user-agent", b"useragent", b"user agent"),
    _ALLOW: (b"allow",),
    _DISALLOW: (b"disallow", b"dissallow", b"dissalow", b"disalow", b"diasllow", b"disallaw"),
}
"""The beginnings by which robots.cc knows a key, its tolerated typos included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotsRule:
    """One ``Allow`` or ``Disallow`` line of the group that counts."""

    is_allow: bool
    pattern: str
    """Evenly spelt; ``*`` and a last ``$`` have their meaning, others of them are escaped."""

    evidence: str
    """``Disallow: /private/ (line 7)``."""

    matcher: Protego = field(compare=False, repr=False)

    @property
    def weight(self) -> tuple[int, bool]:
        """The longest match in octets decides, and *allow* if two are as long
        (https://www.rfc-editor.org/rfc/rfc9309#section-2.2.2).
        """
        return len(self.pattern), self.is_allow

    def matches(self, path: str) -> bool:
        """Whether the pattern matches a path with its query, evenly spelt."""
        # can_fetch takes a path that begins with two slashes for a host.
        return not self.matcher.can_fetch(f"http://host{_guarded(path)}", "any")


def _guarded(evenly_spelt: str) -> str:
    # Protego decodes every escape, so that `Disallow: /*?` would block `/who%3F` too. An
    # escaped percent sign is the one thing it leaves alone.
    return evenly_spelt.replace("%", "%25")


def rules_for(body: bytes, *, agents: Collection[str]) -> tuple[RobotsRule, ...]:
    """
    The rules that hold for a crawler with these product tokens, in the order of their lines.

    All groups that name one of them count together, else those of ``*``; with neither, none.
    """
    tokens = {agent.lower().encode() for agent in agents}
    specific: list[RobotsRule] = []
    general: list[RobotsRule] = []
    is_named = is_closed = False
    group: set[str] = set()
    for number, line, kind, value in _statements(body):
        if kind == _AGENT:
            group, is_closed = (set() if is_closed else group), False
            group |= _addressed(value, tokens)
            is_named |= "specific" in group
        elif group:
            is_closed = True
            rules = list(_rules_of(kind, value, line=line, number=number))
            specific += rules if "specific" in group else []
            general += rules if "general" in group else []
    return tuple(specific if is_named else general)


def _addressed(value: bytes, tokens: Collection[bytes]) -> set[str]:
    """Whom a user-agent line speaks to: everyone, us by name, or neither."""
    if value == b"*" or (value.startswith(b"*") and value[1:2].isspace()):
        return {"general"}
    token = _TOKEN.match(value)
    return {"specific"} if token and token[0].lower() in tokens else set()


def _statements(body: bytes) -> Iterator[tuple[int, bytes, str, bytes]]:
    """``(line number, the line without comment, kind, value)`` of each line that says
    something.
    """
    for number, raw in enumerate(_LINE_END.split(_within_limit(body)), start=1):
        line = raw[:LINE_LIMIT_BYTES].partition(b"#")[0].strip()
        key, value = _key_and_value(line)
        for kind, beginnings in _KEYS.items():
            if key.lower().startswith(beginnings):
                yield number, line, kind, value
                break


def _within_limit(body: bytes) -> bytes:
    mark = next((mark for mark in _BYTE_ORDER_MARKS if body.startswith(mark)), b"")
    if len(body) > SIZE_LIMIT_BYTES:
        # The line that the limit cuts goes too: half of "Disallow: /private/" may be
        # "Disallow: /", and no one wrote that.
        body = body[:SIZE_LIMIT_BYTES]
        body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
    return body[len(mark) :]


def _key_and_value(line: bytes) -> tuple[bytes, bytes]:
    key, colon, value = line.partition(b":")
    if colon:
        return key.strip(), value.strip()
    words = line.split()
    return (words[0], words[1]) if len(words) == 2 else (b"", b"")


def _rules_of(kind: str, value: bytes, *, line: bytes, number: int) -> Iterator[RobotsRule]:
    """The rule of one line, and the one for the folder of an allowed index page."""
    if not value.startswith((b"/", b"*")):
        return  # matches no path: "Disallow:" without a value allows all
    evidence = shown(line.decode("utf-8", "replace"), end=f" (line {number})")
    patterns = [value]
    folder, slash, page = value.rpartition(b"/")
    if kind == _ALLOW and (slash + page).startswith(_FOLDER):
        patterns.append(folder + b"/$")
    for pattern in map(_pattern, patterns):
        yield RobotsRule(
            is_allow=kind == _ALLOW,
            pattern=pattern,
            evidence=evidence,
            matcher=Protego.parse(f"User-agent: *\nDisallow: {_guarded(pattern)}"),
        )


def _pattern(value: bytes) -> str:
    anchor = b"$" if value.endswith(b"$") else b""
    parts = value.removesuffix(anchor).split(b"*")
    return "*".join(map(evenly, parts)) + anchor.decode()
