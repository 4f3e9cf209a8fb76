"""
From the bytes of a response to text, as a browser reads it: BOM, then the header's charset,
then ``<meta>`` in the first 1,024 bytes, then UTF-8.

The order and the aliases are those of the WHATWG Encoding and HTML standards
(https://encoding.spec.whatwg.org/#names-and-labels, section 4.2, and
https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding).
Nothing here raises: a wrong byte becomes U+FFFD, an unknown name is passed over.
"""

from __future__ import annotations

import codecs
import re

META_WINDOW_BYTES = 1024

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)

# Python's name → the codec that the web means by it. Only these are ever used: Python knows
# "rot13", "unicode_escape", "idna" and "utf-7" too, and a header must not reach them.
_CODECS = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    "utf-16": "utf-16-le",
} | {
    name: name
    for name in (
        *("utf-8", "utf-16-le", "utf-16-be"),
        *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)),
        *(f"cp125{page}" for page in range(9)),
        *("cp866", "cp874", "cp932", "cp949", "koi8-r", "koi8-u"),
        *("mac-roman", "mac-cyrillic", "gb18030", "big5hkscs", "euc_jp", "iso2022_jp"),
    )
}

_LABEL = re.compile(r"[A-Za-z0-9._:-]{1,40}")
_CHARSET = re.compile(r"""charset\s*=\s*["']?\s*([^\s"'/>;,]+)""", re.IGNORECASE)
_META = re.compile(rb"""<meta[\s/][^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)""", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_SURROGATE = re.compile("[\ud800-\udfff]")


def decode(html: bytes | str, *, content_type: str = "") -> str:
    """
    The text of ``html`` without its BOM. Text that is text already keeps its characters;
    lone surrogates, which no encoding can write, become U+FFFD.
    """
    if isinstance(html, str):
        return _SURROGATE.sub("\ufffd", html.removeprefix("\ufeff"))
    for mark, codec in _BOMS:
        if html.startswith(mark):
            return html[len(mark) :].decode(codec, errors="replace")
    codec = _of_header(content_type) or _of_meta(html) or "utf-8"
    return html.decode(codec, errors="replace")


def codec_of(label: str) -> str:
    """Python's codec for a charset label of the web, or ``""`` for one it does not know."""
    if not _LABEL.fullmatch(label):
        return ""
    try:
        return _CODECS.get(codecs.lookup(label).name, "")
    except LookupError:
        return ""


def _of_header(content_type: str) -> str:
    found = _CHARSET.search(content_type)
    return codec_of(found[1]) if found else ""


def _of_meta(html: bytes) -> str:
    """The codec a ``<meta>`` names. A page that says UTF-16 here cannot be in UTF-16."""
    head = _COMMENT.sub(b"", html[:META_WINDOW_BYTES])
    for label in _META.findall(head):
        codec = codec_of(label.decode("ascii", errors="replace"))
        if codec:
            return "utf-8" if codec.startswith("utf-16") else codec
    return ""
