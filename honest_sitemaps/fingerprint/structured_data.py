"""
JSON-LD as lines: one for each value, object keys in order of name, lists in their own order.

Dropped are the keys that our own ledger feeds (hashing them never settles), the counts that
visitors move, and ``priceValidUntil``: shops write "a year from today" into it each day, and a
price that is really another is seen by itself. ``ratingValue``, prices and availability stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator

from lxml import etree

from honest_sitemaps.fingerprint.text import folded, words_of
from honest_sitemaps.fingerprint.trees import Above
from honest_sitemaps.fingerprint.urls import Urls

VOLATILE_PROPERTIES = words_of("""
datemodified sddatepublished interactionstatistic interactioncount userinteractioncount
commentcount reviewcount ratingcount pricevaliduntil
""")
"""Of JSON-LD, microdata and RDFa, in lower case."""

_OPENINGS = ("<!--", "//<!--", "//<![CDATA[", "<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/")
_CLOSINGS = ("-->", "//-->", "//]]>", "]]>", "// ]]>", "/*]]>*/")
_PLAIN_KEY = re.compile(r"@?\w+")
_URL = re.compile(r"https?://\S+", re.IGNORECASE)
_OWN_PICTURE = re.compile(r"/\S+\.(?:jpe?g|png|gif|webp|avif|svg)", re.IGNORECASE)
_PICTURE = re.compile(r"[^?#]*\.(?:jpe?g|png|gif|webp|avif)(?:[?#].*)?", re.IGNORECASE)

# What is larger is compared as it is written: paths would outgrow the page many times over.
_DEEPEST = 100
_LONGEST_PATH = 400
_EXPANSION = 20


def json_ld_lines(
    tree: etree._Element, urls: Urls, noise: Collection[etree._Element] = ()
) -> list[str]:
    """
    The lines of all JSON-LD scripts of the page, wherever they stand and in any order, but in
    what the site declared as ``noise``.
    """
    is_in_noise = Above(noise.__contains__)
    blocks = {
        _block(script.text or "", urls)
        for script in tree.iter("script")
        if "ld+json" in (script.get("type") or "").lower()
        and not (noise and (script in noise or is_in_noise(script)))
    }
    return [line for block in sorted(blocks) for line in block]


def value_of(text: str, urls: Urls) -> str:
    """A value of structured data: folded, and canonical where it is a URL."""
    value = folded(text)
    if _OWN_PICTURE.fullmatch(value):
        return urls.picture(value)
    if not _URL.fullmatch(value):
        return value
    return urls.picture(value) if _PICTURE.fullmatch(value) else urls.absolute(value)


def _block(script: str, urls: Urls) -> tuple[str, ...]:
    text = _unwrapped(script)
    if not text:
        return ()
    try:
        # Numbers as written: 19.90 and "19.90" are one price, and no digit limit is met.
        whole = json.loads(
            text, parse_int=str, parse_float=str, parse_constant=str, strict=False
        )
        return ("json-ld", *_bounded(_values(whole, "", urls, 0), len(text)))
    except (ValueError, RecursionError):
        return ("json-ld", f"json as written {_writable(folded(text))}")


def _unwrapped(script: str) -> str:
    """Without the comment or CDATA marks that some put around scripts."""
    text = script.strip()
    for opening in _OPENINGS:
        text = text.removeprefix(opening)
    for closing in _CLOSINGS:
        text = text.removesuffix(closing)
    return text.strip()


def _bounded(lines: Iterator[str], letters: int) -> list[str]:
    kept: list[str] = []
    room = _EXPANSION * letters + 10_000
    for line in lines:
        room -= len(line)
        if room < 0:
            raise ValueError("the lines outgrow the script")
        kept.append(line)
    return kept


def _values(value: object, path: str, urls: Urls, depth: int) -> Iterator[str]:
    if depth > _DEEPEST or len(path) > _LONGEST_PATH:
        raise ValueError("nested too deep to be shown by path")
    if isinstance(value, dict):
        for key in sorted(value):
            if key.lower() not in VOLATILE_PROPERTIES:
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
