"""Where the page's own content stands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from lxml import etree


_role_main = etree.XPath("descendant-or-self::*[normalize-space(@role)='main']")


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
    for found in (tree.iter("main"), _role_main(tree)):
        roots = [el for el in found if _is_shown(el, noise)]
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
    return [
        h1
        for h1 in tree.iter("h1")
        if h1 not in read and _is_shown(h1, noise) and not _is_aside(h1)
    ]


def _is_aside(el: etree._Element) -> bool:
    return any(
        around.tag in ("nav", "aside", "footer", "dialog") for around in el.iterancestors()
    )


def _is_shown(el: etree._Element, noise: Collection[etree._Element]) -> bool:
    """Not ``hidden``, and not in a template or a declared block of noise."""
    if "hidden" in el.attrib or el.get("aria-hidden") == "true":
        return False
    return not any(
        around in noise or (around.tag == "template" and "shadowrootmode" not in around.attrib)
        for around in (el, *el.iterancestors())
    )


def _outermost(elements: Collection[etree._Element]) -> tuple[etree._Element, ...]:
    chosen = set(elements)
    return tuple(
        el for el in elements if not any(around in chosen for around in el.iterancestors())
    )
