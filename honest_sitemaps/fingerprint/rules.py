"""What a section adds to the built-in rules: where its content stands, what of it is noise."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import cast

from cssselect import SelectorError
from cssselect.xpath import ExpressionError, XPathExpr
from lxml import etree
from lxml.cssselect import CSSSelector, LxmlHTMLTranslator

from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.fingerprint.trees import Finder

MARKED_NOISE = "[data-sitemap-noise]"
"""Templates mark their own volatile blocks; our ``{% last_updated %}`` does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """CSS selectors of a section. Equal rules make equal fingerprints of equal pages."""

    content: tuple[str, ...] = ()
    """Where the content stands; ``()`` leaves it to the page's landmarks."""

    noise: tuple[str, ...] = ()
    """What to pass over, besides what the built-in rules know."""

    class_names: bool = True
    """Whether class names and ids that name furniture (``related-posts``) are believed."""

    origin: str = ""
    """The site's own origin; ``""`` for that of each page. No part of `name`: a new domain is
    no new rule."""

    @property
    def name(self) -> str:
        """16 hex digits that name the rules in force."""
        effective: list[object] = [sorted(set(self.content)), sorted(set(self.noise))]
        if not self.class_names:
            effective.append("no class names")
        return sha256(json.dumps(effective).encode()).hexdigest()[:16]

    def check(self) -> None:
        """Raise `ConfigurationError` for the first selector that cannot be used."""
        for selector in (*self.content, *self.noise):
            compiled(selector)

    def content_in(self, tree: etree._Element) -> list[etree._Element]:
        """The declared content of a page, in document order."""
        return _found(self.content, tree)

    def noise_in(self, tree: etree._Element, *, marks: bool = True) -> list[etree._Element]:
        """The declared noise of a page, and (``marks``) what its templates mark."""
        return _found((*self.noise, MARKED_NOISE) if marks else self.noise, tree)


def _found(selectors: Sequence[str], tree: etree._Element) -> list[etree._Element]:
    if not selectors:
        return []
    selected: set[etree._Element] = set()
    for selector in selectors:
        selected.update(compiled(selector)(tree))
    return (
        [el for el in tree.iter() if el in selected] if len(selected) > 1 else list(selected)
    )


class _Translator(LxmlHTMLTranslator):  # type: ignore[misc]  # lxml has no types
    """Refuses what would compile and then match nothing, or within ``:not()`` everything."""

    def pseudo_never_matches(self, xpath: XPathExpr) -> XPathExpr:
        raise ExpressionError(
            "a parsed page has no visitor, so :hover, :active, :focus, :target and :visited "
            "cannot be told"
        )

    xpath_hover_pseudo = xpath_active_pseudo = xpath_focus_pseudo = pseudo_never_matches
    xpath_target_pseudo = xpath_visited_pseudo = pseudo_never_matches


_TRANSLATOR = _Translator()


@lru_cache(maxsize=1024)
def compiled(selector: str) -> Finder:
    """
    The selector, compiled once. Raises `ConfigurationError` for one that is no CSS selector
    or asks for what a parsed page cannot tell (``:hover``, ``::before``).
    """
    try:
        found = cast(Finder, CSSSelector(selector, translator=_TRANSLATOR))
        # ``svg|a`` compiles, and then no page knows the prefix.
        found(etree.Element("html"))
    except (SelectorError, etree.XPathError, RecursionError) as error:
        raise ConfigurationError(
            f"{selector!r} is not a usable CSS selector: {error}"
        ) from error
    return found
