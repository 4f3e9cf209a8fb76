"""
A loc: the absolute URL of an entry, as it is stored, compared and written.

Everything here is pure. URLs are parsed by ada, a WHATWG URL parser, so that a loc means what
a browser or a search engine makes of it. On top of it a loc is plain ASCII without characters
that RFC 3986 does not allow, belongs to the origin of its section, and is shorter than 2,048
characters (https://www.sitemaps.org/protocol.html#locdef).
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from ada_url import URL

LOC_LIMIT = 2048
"""Characters. "Less than 2,048 characters": a loc of this length is malformed."""

_ALLOWED = "!#$%&'()*+,/:;=?@[]~"
"""What `quote` leaves alone beside letters, digits and ``-._``: the reserved characters of RFC
3986 and the percent sign. The same set as Django's ``iri_to_uri``, so both encode alike."""

_LONE_PERCENT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY = re.compile(r"(?:https?:)?//([^/?#]*)", re.IGNORECASE)
_ORIGIN = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://[^/?#]*")
_NOTHING = "there is no loc"
_SEEN = 200
"""Characters of the source's word that a sentence about it quotes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """What was given is no loc of this origin."""

    why: str
    """A clause with the thing seen, for the evidence: ``the host is other.test, not …``."""


def absolute(raw: object, *, origin: str) -> str | Malformed:
    """
    The loc that ``raw`` names on ``origin``, absolute and encoded once.

    A relative one is joined to the origin's root. Scheme and host become lower case (IDNA), a
    default port and dot segments go, an empty path becomes ``/``, what RFC 3986 does not allow
    is percent-encoded. Nothing is decoded, sorted or dropped, and no slash comes or goes. The
    scheme is always the origin's: loc values come from configuration. Never raises, and the
    loc of a loc is that loc.
    """
    home = normal_origin(origin)
    if isinstance(home, Malformed):
        return Malformed(why=f"the origin cannot be used: {home.why}")
    url = _parsed(raw, base=home)
    if isinstance(url, Malformed):
        return url
    host = home.partition("://")[2]
    if url.host != host:
        return Malformed(why=f"the host is {url.host}, not {host}")
    if url.pathname.lstrip("/").startswith((f"http://{host}", f"https://{host}")):
        return Malformed(why=f"{_quoted(raw)} holds scheme and host twice")
    return _within_limit(home + url.href[len(url.origin) :])


def joined(raw: object, *, base: str) -> str | Malformed:
    """
    The absolute http(s) URL that ``raw`` names, seen from the page ``base``.

    As `absolute`, but any host and scheme may be named: for images, canonicals and the like.
    """
    url = _parsed(raw, base=base)
    return url if isinstance(url, Malformed) else _within_limit(url.href)


@lru_cache(maxsize=256)
def normal_origin(raw: str) -> str | Malformed:
    """``HTTPS://Ex.COM:443/`` → ``https://ex.com``. Anything behind the host is malformed."""
    if not isinstance(raw, str) or not re.match(r"\s*https?://", raw, re.IGNORECASE):
        return Malformed(why=f"{_quoted(raw)} does not start with http:// or https://")
    url = _parsed(raw, base=None)
    if isinstance(url, Malformed):
        return url
    if url.href != f"{url.origin}/":
        return Malformed(why=f"{_quoted(raw)} holds more than scheme, host and port")
    return url.origin


def origin_of(loc: str) -> str:
    """``https://host[:port]`` of an absolute loc, as it stands there; ``""`` of any other."""
    found = _ORIGIN.match(loc)
    return found[0] if found else ""


def path_of(loc: str) -> str:
    """Path and query of a loc: what stands behind its origin, at least ``/``."""
    return loc[len(origin_of(loc)) :] or "/"


def is_same_origin(loc: str, origin: str) -> bool:
    """Whether scheme, host and port are those of ``origin``, however either is spelt."""
    return isinstance(absolute(loc, origin=origin), str) and (
        normal_origin(origin_of(loc)) == normal_origin(origin)
    )


def loc_digest(loc: str) -> str:
    """SHA-256 in hex; also of what a source said that is no loc at all."""
    return hashlib.sha256(loc.encode("utf-8", "surrogatepass")).hexdigest()


def printable(text: str, *, limit: int = LOC_LIMIT) -> str:
    r"""
    ``text`` as every database can store it and a person can read it, cut at ``limit``.

    Control characters, zero-width ones and lone surrogates become escapes: ``\x0b``,
    ``\u200b``.
    """
    if not text.isprintable():
        text = "".join(_escaped(char) if _is_unseen(char) else char for char in text)
    return text[:limit]


def _parsed(raw: object, *, base: str | None) -> URL | Malformed:
    """An http(s) URL without userinfo and fragment."""
    if not isinstance(raw, str):
        return Malformed(
            why="there is no loc" if raw is None else f"{_quoted(raw)} is no text"
        )
    text = raw.strip(" ")
    why = _objection(text)
    if why:
        return Malformed(why=why)
    try:
        url = URL(_encoded(text), base)
    except ValueError:
        return Malformed(why=f"{_quoted(raw)} is not a URL")
    if not url.host:
        return Malformed(why=f"{_quoted(raw)} names no host")
    return url


def _objection(text: str) -> str:
    """
    What is wrong with the spelling; ``""`` if nothing is.

    The parser would repair all of this in silence: it drops tabs and newlines, reads a
    backslash as a slash, forgives ``https:///``.
    """
    if not text:
        return _NOTHING
    unseen = next((char for char in text if _is_unseen(char)), "")
    if unseen:
        return f"{_quoted(text)} holds {_escaped(unseen)}, which no one can see"
    scheme = _SCHEME.match(text)
    if scheme and scheme[1].lower() not in {"http", "https"}:
        return f"the scheme is {scheme[1]}, not http or https"
    if "\\" in text:
        return f"{_quoted(text)} holds a backslash"
    if "#" in text:
        return f"{_quoted(text)} holds a fragment"
    authority = _AUTHORITY.match(text)
    if (authority and not authority[1]) or (scheme and not authority):
        return f"{_quoted(text)} names no host"
    if authority and "@" in authority[1]:
        return "it holds a user name"
    if authority and authority[1].lower().endswith(("http:", "https:")):
        return f"{_quoted(text)} holds scheme and host twice"
    return ""


def _encoded(text: str) -> str:
    return _LONE_PERCENT.sub("%25", quote(text, safe=_ALLOWED))


def _within_limit(loc: str) -> str | Malformed:
    if len(loc) < LOC_LIMIT:
        return loc
    return Malformed(
        why=f"it has {len(loc):,} characters; the protocol wants fewer than {LOC_LIMIT:,}"
    )


def _is_unseen(char: str) -> bool:
    # Control, format (zero width, bidi), lone surrogate, line and paragraph separator. A slug
    # that needs one (the Persian zero-width non-joiner) comes encoded from reverse(); a bare
    # one is a leftover of copy and paste.
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _escaped(char: str) -> str:
    if ord(char) < 256:
        return f"\\x{ord(char):02x}"
    return char.encode("ascii", "backslashreplace").decode()


def _quoted(raw: object) -> str:
    if isinstance(raw, str):
        return f"'{printable(raw, limit=_SEEN)}'"
    return printable(f"{raw!r} ({type(raw).__name__})", limit=_SEEN)
