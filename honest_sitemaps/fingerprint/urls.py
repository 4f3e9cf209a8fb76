"""
One form of URL for all the ways in which a page can write it.

Parameters are dropped by *name*, never because a value looks like a hash: checksums and ids
are content. URLs of the page's own origin are written without scheme and host, and the page
itself as ``self``, so that neither a new domain nor a new slug changes what a page says.
"""

from __future__ import annotations

import re
from typing import Literal
from urllib.parse import urlsplit

from ada_url import join_url

from honest_sitemaps.fingerprint.media_urls import frame_place, picture_place
from honest_sitemaps.fingerprint.parameters import kept_query
from honest_sitemaps.fingerprint.text import folded

SELF = "self"

Shown = Literal["link", "picture", "frame"]

_NO_LINK = ("#", "javascript:", "data:", "vbscript:", "about:", "blob:")
_NO_FRAGMENT = (":~:", "utm_", "xtor=")
_OTHER_SCHEME = re.compile(r"(?!https?:)[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_CLOUDFLARE_EMAIL = re.compile(r"/cdn-cgi/l/email-protection(?:\?[^#]*)?#([0-9a-fA-F]{4,})$")
_SESSION_IN_PATH = re.compile(
    r";(?:jsessionid|phpsessid|sid|cfid|cftoken)=[^/?#;]*|/\(S\([A-Za-z0-9]+\)\)",
    re.IGNORECASE,
)
_ESCAPE = re.compile(r"%([0-9a-fA-F]{2})")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


class Urls:
    """The canonical URLs of one page. Remembers each it was asked for."""

    __slots__ = ("_base", "_frames", "_links", "_origin", "_pictures", "_self")

    def __init__(self, *, loc: str, base: str, origin: str = "") -> None:
        """``origin`` is the page's own; ``""`` takes the loc's."""
        self._base = base
        self._origin = _host(origin or loc)
        self._links: dict[str, str] = {}
        self._pictures: dict[str, str] = {}
        self._frames: dict[str, str] = {}
        self._self = ""
        self._self = self._canonical(loc).partition("#")[0]

    def link(self, href: str) -> str:
        """Where a link leads; ``""`` if nowhere but a place on the page, or to a script."""
        known = self._links.get(href)
        if known is None:
            known = self._links[href] = self._link(href)
        return known

    def picture(self, src: str) -> str:
        """Which picture or film file it is, in whatever size and however signed."""
        known = self._pictures.get(src)
        if known is None:
            known = self._pictures[src] = self._medium(src, "picture")
        return known

    def frame(self, src: str) -> str:
        """Which page, player or map a frame shows."""
        known = self._frames.get(src)
        if known is None:
            known = self._frames[src] = self._medium(src, "frame")
        return known

    def absolute(self, url: str) -> str:
        """Like `link`, but for a URL that names a thing, like ``@id``: fragments stay."""
        canonical = self._canonical(url)
        page, hash_sign, fragment = canonical.partition("#")
        return SELF + hash_sign + fragment if page == self._self else canonical

    def _link(self, href: str) -> str:
        href = href.strip()
        if not href or href.lower().startswith(_NO_LINK):
            return ""
        email = _CLOUDFLARE_EMAIL.search(href)
        if email:
            return "mailto:" + decoded_email(email[1])
        if "/cdn-cgi/" in href:
            return ""
        canonical = self._canonical(href)
        page, _, fragment = canonical.partition("#")
        if page != self._self:
            return canonical
        return "" if fragment else SELF

    def _medium(self, src: str, shown: Shown) -> str:
        src = src.strip()
        if not src or src.lower().startswith(_NO_LINK):
            return ""
        return self._canonical(src, shown)

    def _canonical(self, url: str, shown: Shown = "link") -> str:
        url = url.strip() if url.isascii() else folded(url)
        if _OTHER_SCHEME.match(url):
            return _one_word(url)
        try:
            joined = join_url(self._base, url)
        except ValueError:
            return _one_word(url)
        rest, _, fragment = joined.partition("#")
        rest, _, query = rest.partition("?")
        host, _, path = rest.partition("://")[2].partition("/")
        host = host.removesuffix(":443").removesuffix(":80")
        path = _plain_escapes("/" + path)
        if "(" in path or ";" in path:
            path = _SESSION_IN_PATH.sub("", path)
        if shown == "picture":
            path, query = picture_place(path, query)
            fragment = fragment if ".svg" in path else ""
        elif shown == "frame":
            host, query = frame_place(host, query)
        elif query:
            query = kept_query(query)
        place = path if host == self._origin else f"https://{host}{path}"
        if query:
            place = f"{place}?{query}"
        if not fragment or fragment.startswith(_NO_FRAGMENT):
            return place
        return f"{place}#{fragment}"


def decoded_email(code: str) -> str:
    """
    The address in Cloudflare's ``data-cfemail``, whose key is new in each response.

    The first byte is XORed with each that follows. ``""`` for what is no such code.
    """
    try:
        key, *coded = bytes.fromhex(code)
    except ValueError:
        return ""
    return bytes(byte ^ key for byte in coded).decode("utf-8", errors="replace")


def _host(url: str) -> str:
    """Host and port, without the port that the scheme implies."""
    try:
        host = urlsplit(join_url("https://invalid/", url)).netloc
    except ValueError:
        return ""
    return host.removesuffix(":443").removesuffix(":80")


def _one_word(url: str) -> str:
    """A URL that is only compared as it stands: one word, its scheme in lower case."""
    scheme, colon, rest = "".join(url.split()).partition(":")
    return f"{scheme.lower()}{colon}{rest}" if colon else scheme


def _plain_escapes(path: str) -> str:
    """``%7e`` is ``~``, ``%c3`` is ``%C3`` (RFC 3986, section 6.2.2)."""
    if "%" not in path:
        return path
    return _ESCAPE.sub(_plain_escape, path)


def _plain_escape(found: re.Match[str]) -> str:
    character = chr(int(found[1], 16))
    return character if character in _UNRESERVED else found[0].upper()
