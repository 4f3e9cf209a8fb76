"""Questions to a tree that cost the same however a hostile page nests."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Protocol, cast

from lxml import etree

Finder = Callable[[etree._Element], list[etree._Element]]


def finder(path: str) -> Finder:
    """An XPath that selects elements, compiled."""
    return cast(Finder, etree.XPath(path))


def elements_with(attribute: str, root: etree._Element) -> list[etree._Element]:
    """The elements of a tree that have an attribute, in document order."""
    return [value.getparent() for value in _values_of(attribute)(root)]


@cache
def _values_of(attribute: str) -> Callable[[etree._Element], list[_Value]]:
    # ``*[@x]`` takes half as long again, ``@x/..`` quadratic time.
    return cast(
        Callable[[etree._Element], list[_Value]],
        etree.XPath(f"descendant-or-self::*/@{attribute}"),
    )


class _Value(Protocol):
    """What XPath answers for an attribute: a string that knows its element."""

    def getparent(self) -> etree._Element: ...


class Above:
    """
    Whether any ancestor of an element is of some kind.

    Remembers every ancestor it has asked: a page of 100,000 buttons, 2,000 levels deep, would
    take minutes otherwise.
    """

    def __init__(self, is_of_kind: Callable[[etree._Element], bool]) -> None:
        self._is_of_kind = is_of_kind
        self._known: dict[etree._Element, bool] = {}

    def __call__(self, el: etree._Element) -> bool:
        path = []
        found = False
        for around in el.iterancestors():
            known = self._known.get(around)
            if known is not None:
                found = known
                break
            path.append(around)
        for around in reversed(path):
            found = self._known[around] = found or self._is_of_kind(around)
        return found
