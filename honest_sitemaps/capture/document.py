"""`Document`: a page's HTML, decoded and parsed once; every later room reads this tree."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from html.entities import html5
from urllib.parse import urljoin, urlsplit

from lxml import etree

from honest_sitemaps.capture.crowded_tags import CrowdedTags
from honest_sitemaps.capture.decoding import decode
from honest_sitemaps.capture.page import Page

LIMIT_BYTES = 16 * 1024 * 1024
"""Largest text, in UTF-8, that is parsed at all; a captured page is smaller by far."""

ATTRIBUTES_LIMIT = 10_000
"""Most attributes on one tag. libxml2 needs quadratic time for them: 10,000 take 0.07 s,
40,000 one second, 200,000 half a minute, and no Python code interrupts it meanwhile."""

# Each letter in both cases: with ``re.IGNORECASE`` the search takes a sixth longer.
_BODY, _HTML, _HEAD = "[bB][oO][dD][yY]", "[hH][tT][mM][lL]", "[hH][eE][aA][dD]"
_END_TAG = re.compile(rf"</(?:{_BODY}|{_HTML})(?:[\s/][^<>]*)?>")
_SELF_CLOSED_ROOT = re.compile(rf"<({_HTML}|{_HEAD}|{_BODY})\b([^<>]*?)/+>")
_ROOT_TAG = re.compile(rf"{_END_TAG.pattern}|{_SELF_CLOSED_ROOT.pattern}")
"""Either, so that one search finds both."""

# With a semicolon, or one of those that never needed it where no name could go on.
_BARE_NAMES = "|".join(name for name in html5 if not name.endswith(";"))
_REFERENCE = re.compile(
    r"&(?:(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
    rf"|(?:{_BARE_NAMES})(?![\w;=]))"
)

_CROWDED = CrowdedTags(ATTRIBUTES_LIMIT)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Document:
    """
    The parsed page. Never edit the tree: other rooms read the same one.

    Lengths and depths are unlimited up to what libxml2 can hold; where it gave up, ``cut``
    says why, and then neither text nor links of the page may be judged.
    """

    loc: str
    text: str = field(repr=False)
    """The page as text: no BOM, no U+0000, line ends LF, without ``</body>``, ``</html>``."""

    tree: etree._Element | None = field(repr=False)
    """The root element; None if the page holds no element at all."""

    cut: str
    """Why the tree is not the whole page, or there is none. ``""`` if it is whole."""

    base: str
    """Absolute URL that the page's relative URLs are joined to."""

    @classmethod
    def of(cls, page: Page) -> Document:
        """Parse what the page's body says, whatever its status or media type."""
        return cls.of_html(page.body, loc=page.loc, content_type=page.header("content-type"))

    @classmethod
    def of_html(cls, html: bytes | str, *, loc: str, content_type: str = "") -> Document:
        """
        Parse bytes or text; both give the same document. Never raises for what is in them.

        ``content_type`` is the response's header, for its charset.
        """
        text = readable(decode(html, content_type=content_type))
        tree, cut = _parse(text)
        return cls(loc=loc, text=text, tree=tree, cut=cut, base=_base_of(tree, loc))


def readable(text: str) -> str:
    """
    Take out of decoded text what libxml2 reads unlike a browser (FINGERPRINT, traps).

    It drops all that follows ``</html>`` or ``<html/>``, makes U+FFFD of a NUL, keeps CR and
    does not know HTML5's references before 2.14.
    """
    text = text.replace("\0", "")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _with_open_roots(text)
    return _REFERENCE.sub(lambda found: _letters(found[0]), text)


def _with_open_roots(text: str) -> str:
    """Without ``</body>`` and ``</html>``, and with ``<html>`` for ``<html/>``."""
    pieces, at = [], 0
    for found in _ROOT_TAG.finditer(text):
        piece = text[at : found.start()]
        if piece.rfind("<") > piece.rfind(">"):
            # What closes over a deleted tag may be one again: "</ht</html>ml>". A comment
            # stays apart.
            text = _END_TAG.sub("<!---->", _END_TAG.sub("", text))
            return _SELF_CLOSED_ROOT.sub(r"<\1\2>", text)
        pieces.append(piece)
        if name := found[1]:
            pieces.append(f"<{name}{found[2]}>")
        at = found.end()
    pieces.append(text[at:])
    return "".join(pieces)


@lru_cache(maxsize=4096)
def _letters(reference: str) -> str:
    """What it stands for; one that stands for ASCII stays, since it may be markup."""
    letters = unescape(reference)
    return reference if any(map(str.isascii, letters)) else letters


def _parse(text: str) -> tuple[etree._Element | None, str]:
    """The tree and why it is cut. A parser of its own per call: lxml's are not shared."""
    data = text.encode()
    if len(data) > LIMIT_BYTES:
        return None, f"parser limit: larger than {LIMIT_BYTES:,} bytes"
    if _CROWDED.stand_in(data):
        return None, f"parser limit: more than {ATTRIBUTES_LIMIT:,} attributes on one tag"
    parser = etree.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    try:
        tree = etree.fromstring(data, parser)
    except etree.XMLSyntaxError:
        # lxml raises "Document is empty" where there is no element; older ones do so more.
        tree = None
    return tree, _fault(parser) or ("" if tree is not None else "no element in the page")


def _fault(parser: etree.HTMLParser) -> str:
    for entry in parser.error_log.filter_from_fatals():
        return f"parser limit: {entry.message.partition(',')[0]}"
    return ""


def _base_of(tree: etree._Element | None, loc: str) -> str:
    """
    ``<base href>`` joined to the loc; the first one with an href counts, a malformed one or
    one that is not http(s) does not (https://html.spec.whatwg.org/multipage/semantics.html#frozen-base-url).
    """
    if tree is None:
        return loc
    href = next((str(el.get("href")) for el in tree.iter("base") if "href" in el.attrib), "")
    try:
        base = urljoin(loc, href.strip())
        parts = urlsplit(base)
    except ValueError:
        return loc
    return base if parts.scheme in {"http", "https"} and parts.netloc else loc
