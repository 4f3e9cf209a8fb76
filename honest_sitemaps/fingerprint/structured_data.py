"""
JSON-LD as lines: one for each value, object keys in order of name, lists in their own order.

Dropped are the keys that our own ledger feeds (hashing them never settles) and the counts that
visitors move; ``ratingValue``, prices and availability stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from lxml import etree

from honest_sitemaps.fingerprint.noise import STATED_PROPERTIES
from honest_sitemaps.fingerprint.text import folded
from honest_sitemaps.fingerprint.urls import Urls

_WRAPPING = re.compile(r"^\s*(?://)?\s*(?:<!\[CDATA\[|<!--)|(?://)?\s*(?:\]\]>|-->)\s*$")
_PLAIN_KEY = re.compile(r"@?\w+")
_URL = re.compile(r"https?://\S+$", re.IGNORECASE)
_PICTURE = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?:\?|$)", re.IGNORECASE)

_DEEPEST = 200
"""Levels. What nests deeper is compared as it is written."""


def json_ld_lines(tree: etree._Element, urls: Urls) -> list[str]:
    """The lines of all JSON-LD scripts of the page, wherever they stand and in any order."""
    blocks = {
        tuple(_block(script.text or "", urls))
        for script in tree.iter("script")
        if "ld+json" in (script.get("type") or "").lower()
    }
    return [line for block in sorted(blocks) for line in block]


def value_of(text: str, urls: Urls) -> str:
    """A value of structured data: folded, and canonical where it is a URL."""
    value = folded(text)
    if not _URL.match(value):
        return value
    return urls.media(value) if _PICTURE.search(value) else urls.absolute(value)


def _block(script: str, urls: Urls) -> Iterator[str]:
    text = _WRAPPING.sub("", _WRAPPING.sub("", script))
    if not text.strip():
        return
    yield "json-ld"
    try:
        # Numbers as written: 19.90 and "19.90" are one price, and no digit limit is met.
        whole = json.loads(
            text, parse_int=str, parse_float=str, parse_constant=str, strict=False
        )
        yield from list(_values(whole, "", urls, 0))
    except (ValueError, RecursionError):
        yield f"json as written {_writable(folded(text))}"


def _values(value: object, path: str, urls: Urls, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        raise RecursionError
    if isinstance(value, dict):
        for key in sorted(value):
            if key.lower() not in STATED_PROPERTIES:
                yield from _values(value[key], f"{path}.{_key(key)}", urls, depth + 1)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _values(item, f"{path}[{number}]", urls, depth + 1)
    else:
        shown = value_of(value, urls) if isinstance(value, str) else json.dumps(value)
        yield f"json {path.removeprefix('.') or '-'} {_writable(shown)}".rstrip()


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) else json.dumps(_writable(key))


def _writable(text: str) -> str:
    """A lone surrogate, as JSON can escape one, is no character that UTF-8 can write."""
    return text.encode("utf-8", errors="backslashreplace").decode()
