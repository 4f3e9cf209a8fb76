"""What the head says of the page, wherever broken markup has moved parts of it."""

from __future__ import annotations

from collections.abc import Collection

from lxml import etree

from honest_sitemaps.fingerprint.text import folded, words_in
from honest_sitemaps.fingerprint.urls import Urls


def head_lines(
    tree: etree._Element, urls: Urls, noise: Collection[etree._Element] = ()
) -> list[str]:
    """
    Title, description, canonical and language versions, in order of the alphabet. ``noise``
    are the elements that the site declared.
    """
    lines = {f"title {title}" for title in [_title(tree, noise)] if title}
    for meta in tree.iter("meta"):
        if meta in noise:
            continue
        if (meta.get("name") or "").strip().lower() == "description":
            lines.add(f"description {folded(meta.get('content') or '')}".rstrip())
    for link in tree.iter("link"):
        if link in noise:
            continue
        lines.update(_link_lines(link, urls))
    return sorted(lines)


def _title(tree: etree._Element, noise: Collection[etree._Element]) -> str:
    """The first title that is the page's and not a drawing's."""
    for title in tree.iter("title"):
        if next(title.iterancestors("svg"), None) is None:
            return "" if title in noise else words_in(title)
    return ""


def _link_lines(link: etree._Element, urls: Urls) -> list[str]:
    href = link.get("href")
    relations = (link.get("rel") or "").lower().split()
    if not href or not relations:
        return []
    if "canonical" in relations:
        return [f"canonical {urls.absolute(href)}"]
    language = link.get("hreflang")
    if language and "alternate" in relations:
        return [f"alternate {folded(language).lower() or '-'} {urls.absolute(href)}"]
    return []
