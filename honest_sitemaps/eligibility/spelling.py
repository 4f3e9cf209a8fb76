"""Equal URLs may be spelt unequally: what a reference names, and whether two are the same."""

from __future__ import annotations

import re

from ada_url import URL

_UNRESERVED = re.compile(rb"[A-Za-z0-9._~-]")
"""https://www.rfc-editor.org/rfc/rfc3986#section-2.3"""

# An escape, or an octet that RFC 3986 does not allow to stand for itself, or one of the two
# that robots.txt gives a meaning of its own: a literal star and a literal dollar sign.
_UNEVEN = re.compile(rb"%[0-9A-Fa-f]{2}|[^A-Za-z0-9._~:/?#\[\]@!&'()+,;=-]")

_VOLATILE = re.compile(
    r"(?<=[?&])(_|code_challenge|csrf_?token|nonce|phpsessid|relaystate|samlrequest"
    r"|session_?id|sid|sig|signature|state|timestamp|token|ts)=[^&#]*",
    re.IGNORECASE,
)
"""Query parameters that name one visit: logins by OAuth and SAML, sessions, clocks. By name,
never by their look: an id may look like a nonce."""


def evenly(octets: bytes) -> str:
    """
    One spelling for all equivalent ones, so that equal URLs are equal text.

    Escapes are upper case, those of unreserved characters are decoded, and what may not stand
    for itself is escaped (https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2). Reserved
    characters stay as they are: ``?`` and ``%3F`` are not the same. Idempotent.
    """
    return _UNEVEN.sub(_even, octets).decode("ascii")


def _even(piece: re.Match[bytes]) -> bytes:
    if len(piece[0]) == 1:
        return b"%%%02X" % ord(piece[0])
    character = bytes.fromhex(piece[0][1:].decode("ascii"))
    return character if _UNRESERVED.match(character) else piece[0].upper()


def resolved(reference: str, *, base: str) -> str:
    """
    The absolute http(s) URL that a page at ``base`` means by ``reference``, as a browser reads
    it, without the fragment; ``""`` if it is empty, of another scheme, or no URL at all.

    Unlike `honest_sitemaps.loc.joined` it forgives what browsers forgive: here a site's own
    page is read, not written.
    """
    if not reference.strip():
        return ""
    try:
        url = URL(reference, base=base)
    except ValueError:  # also UnicodeEncodeError, of a lone surrogate
        return ""
    if url.protocol not in {"http:", "https:"}:
        return ""
    url.hash = ""
    return str(url.href)


def is_same(one: str, other: str) -> bool:
    """Whether two absolute URLs are the same but for their spelling. Scheme, host, slashes and
    query all count.
    """
    return one == other or _key(one) == _key(other)


def _key(target: str) -> str:
    return evenly(target.encode("utf-8", "surrogatepass"))


def steady(target: str) -> str:
    """``target`` for evidence: the values that change with every visit are left out."""
    return _VOLATILE.sub(r"\1=…", target)
