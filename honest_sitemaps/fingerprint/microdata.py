"""Microdata and RDFa: the values that stand in attributes; words are text already."""

from __future__ import annotations

from lxml import etree

from honest_sitemaps.fingerprint.structured_data import VOLATILE_PROPERTIES, value_of
from honest_sitemaps.fingerprint.text import folded
from honest_sitemaps.fingerprint.urls import Urls

_OF_SHARING = ("og:", "article:", "fb:", "twitter:", "al:", "product:modified")
_VALUES = ("content", "href", "value")


def is_volatile(el: etree._Element) -> bool:
    """Whether the element is our own date coming back, or a count that visitors move."""
    names = el.get("itemprop") or el.get("property") or ""
    return bool(names) and all(_plain(name) in VOLATILE_PROPERTIES for name in names.split())


def property_lines(el: etree._Element, tag: str, urls: Urls) -> list[str]:
    """``type https://schema.org/Product``, ``property price 19.90`` of one element."""
    lines = []
    kind = el.get("itemtype") or el.get("typeof")
    if kind:
        lines.append(f"type {folded(kind)}")
    name = el.get("itemprop") or el.get("property")
    if name and tag not in ("a", "img", "area"):
        value = next((el.get(key) for key in _VALUES if el.get(key) is not None), None)
        if value is not None and not name.strip().lower().startswith(_OF_SHARING):
            lines.append(f"property {folded(name)} {value_of(value, urls)}".rstrip())
    return lines


def _plain(name: str) -> str:
    """``schema:dateModified`` and ``http://schema.org/dateModified`` by their last word."""
    return name.replace("/", ":").rpartition(":")[2].lower()
