"""Where the page's own content stands."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from lxml import etree

from honest_sitemaps.fingerprint.noise import is_shadow_root
from honest_sitemaps.fingerprint.trees import Above, finder

_ASIDES = frozenset(("nav", "aside", "footer", "dialog"))
_with_role = finder("descendant-or-self::*[@role]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    roots: tuple[etree._Element, ...]
    """Outermost elements of the content, in document order."""

    is_body: bool
    """No landmark named the content, so the page's own furniture stands in it."""


def region_of(
    tree: etree._Element,
    *,
    declared: Collection[etree._Element],
    noise: Collection[etree._Element],
) -> Region:
    """
    The declared elements; else every visible ``<main>``; else ``role=main``; else the body.

    A declared selector that matches nothing on this page leaves the choice to the landmarks.
    """
    if declared:
        return Region(roots=_outermost(declared), is_body=False)
    for found in (tree.iter("main"), filter(_is_main, _with_role(tree))):
        roots = _shown(found, noise)
        if roots:
            return Region(roots=_outermost(roots), is_body=False)
    body = tree.find("body")
    return Region(roots=(tree if body is None else body,), is_body=True)


def headlines(
    tree: etree._Element,
    *,
    read: Collection[etree._Element],
    noise: Collection[etree._Element],
) -> list[etree._Element]:
    """The ``<h1>``s that stand outside of the region, as in a banner over ``<main>``."""
    is_beside = Above(lambda around: around.tag in _ASIDES)
    outside = [h1 for h1 in tree.iter("h1") if h1 not in read and not is_beside(h1)]
    return _shown(outside, noise)


def _is_main(el: etree._Element) -> bool:
    return (el.get("role") or "").strip().lower() == "main"


def _shown(
    elements: Iterable[etree._Element], noise: Collection[etree._Element]
) -> list[etree._Element]:
    """Those that are not ``hidden``, and not in a template or a declared block of noise."""

    def is_left_out(el: etree._Element) -> bool:
        return el in noise or (el.tag == "template" and not is_shadow_root(el, "template"))

    is_in_such = Above(is_left_out)
    return [
        el
        for el in elements
        if el.get("hidden") is None
        and el.get("aria-hidden") != "true"
        and not is_left_out(el)
        and not is_in_such(el)
    ]


def _outermost(elements: Collection[etree._Element]) -> tuple[etree._Element, ...]:
    chosen = set(elements)
    is_inside = Above(chosen.__contains__)
    return tuple(el for el in elements if not is_inside(el))
