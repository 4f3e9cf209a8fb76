"""
Where on a page a canonical line comes from, and how that element could be declared noise.

An element is the place of a line if it gives the line by itself, no child of it does, and the
line is gone from the page once the element is noise. All three are asked of the walk that
makes fingerprints, so words, links, pictures and microdata need no rules of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lxml import etree

from honest_sitemaps.capture import Document
from honest_sitemaps.fingerprint.head import head_lines
from honest_sitemaps.fingerprint.main_content import headlines, region_of
from honest_sitemaps.fingerprint.microdata import is_volatile, property_lines
from honest_sitemaps.fingerprint.noise import Furniture
from honest_sitemaps.fingerprint.rules import Rules, compiled
from honest_sitemaps.fingerprint.selectors import Selectors, path_of
from honest_sitemaps.fingerprint.structured_data import json_ld_lines
from honest_sitemaps.fingerprint.text import words_in
from honest_sitemaps.fingerprint.urls import Urls
from honest_sitemaps.fingerprint.walk import Walk

MOST_TRIALS = 6
"""Elements that are tried as noise, each with a walk over the page, before it is given up."""

SEARCH_FACTOR = 20
"""So many times the page's letters are read at most to find the place of one line; then the
innermost element found so far is the answer. Only pages of a hundred levels come so far."""

_ITEMS = frozenset(("li", "tr", "dt", "dd"))

_WORD = re.compile("[A-Za-z0-9]+")


@dataclass(frozen=True, slots=True)
class Place:
    """An element of a page."""

    path: str
    """For people: ``main > article > p.figure``."""

    selector: str
    """
    A CSS selector that selects this element of this page alone, ready to be declared noise.
    ``""`` where noise cannot be declared: in the head, in structured data, and for an element
    that is the whole content or holds the headline.
    """


def place_of(
    document: Document, line: str, *, rules: Rules, instead: str = ""
) -> Place | None:
    """
    Where one occurrence of this canonical line comes from; None if the page does not say it.

    ``instead`` is the line that another render of the page had in its place: then the place is
    the innermost element that holds what differs, a ``<span>`` in a paragraph. Costs about
    three walks over the page.
    """
    if document.tree is None or document.cut:
        return None
    page = _Read(document, document.tree, rules)
    el = page.element_of(line)
    if el is not None:
        return page.place(page.narrowed(el, line, instead) if instead else el, line)
    named = page.element_beside(line)
    return None if named is None else Place(path_of(named), "")


def list_of(document: Document, line: str, *, rules: Rules) -> tuple[str, Place] | None:
    """
    The list, table or definition list in one of whose items the line stands: a name of the
    item on this page, and the list's place. None for a line that stands in no list, or in one
    that cannot be declared noise.
    """
    if document.tree is None or document.cut:
        return None
    page = _Read(document, document.tree, rules)
    el = page.element_of(line)
    while el is not None and el.tag not in _ITEMS:
        el = el.getparent()
    around = None if el is None else el.getparent()
    if el is None or around is None or not page.may_be_noise(around):
        return None
    selector = page.selectors.of(around)
    return (page.selectors.of(el), Place(path_of(around), selector)) if selector else None


def selectors_like(document: Document, selector: str) -> list[str]:
    """
    The selector, and others that mean the same element of this page alone: which of them
    holds on other pages, only those can tell. ``[]`` if it means no element, or several.
    """
    found = [] if document.tree is None else compiled(selector)(document.tree)
    if document.tree is None or len(found) != 1:
        return []
    others = Selectors(document.tree).all_of(found[0])
    return [selector, *(other for other in others if other != selector)]


def lines_selected(document: Document, selector: str, *, rules: Rules) -> Counter[str]:
    """The lines that declaring this selector noise would take from the page."""
    if document.tree is None or document.cut:
        return Counter()
    found = compiled(selector)(document.tree)
    return _Read(document, document.tree, rules).lines_of(found) if found else Counter()


class _Read:
    """One page, read as its fingerprint reads it, in whole or from any element."""

    def __init__(self, document: Document, tree: etree._Element, rules: Rules) -> None:
        self.selectors = Selectors(tree)
        self._tree = tree
        self._urls = Urls(loc=document.loc, base=document.base, origin=rules.origin)
        self._noise = frozenset(rules.noise_in(tree))
        region = region_of(tree, declared=rules.content_in(tree), noise=self._noise)
        self._roots = region.roots
        self._furniture = Furniture(tree, in_body=region.is_body, by_name=rules.class_names)
        walk = self._walk(*self._roots)
        self._count = Counter(walk.lines)
        self._headlines = walk.headlines
        self._letters = len(document.text)
        self._room = 0

    def element_of(self, line: str) -> etree._Element | None:
        """The element of the content that gives the line; None if none does."""
        if line not in self._count:
            return None
        self._room = SEARCH_FACTOR * self._letters
        *others, last = self._roots
        root = next((root for root in others if line in self._walk(root).lines), last)
        return self._innermost(root, line)

    def element_beside(self, line: str) -> etree._Element | None:
        """What gives a line outside of the content: title, headline, structured data."""
        if not self._count:
            return None
        return next((el for el, said in self._beside() if line in said), None)

    def place(self, el: etree._Element, line: str) -> Place:
        """
        The element with its selector, or the nearest one around it that takes the line away:
        a picture has a twin in the ``<noscript>`` beside it.
        """
        around = el
        for _ in range(MOST_TRIALS):
            if not self.may_be_noise(around):
                break
            if self._lines_without(around)[line] < self._count[line]:
                if selector := self.selectors.of(around):
                    return Place(path_of(around), selector)
                break
            parent = around.getparent()
            if parent is None:
                break
            around = parent
        return Place(path_of(el), "")

    def narrowed(self, el: etree._Element, line: str, instead: str) -> etree._Element:
        """The innermost element in ``el`` that holds the words in which the lines differ."""
        kind, _, rest = line.partition(" ")
        words, others = rest.split(" "), instead.partition(" ")[2].split(" ")
        if kind != instead.partition(" ")[0] or kind == "link" or not len(el):
            return el
        head, tail = _same_ends(words, others)
        trials = 0
        for inner in reversed(list(el.iterdescendants())):
            held = words_in(inner).split(" ") if isinstance(inner.tag, str) else [""]
            for rest_of_words in _without(words, held, head, tail):
                trials += 1
                shorter = f"{kind} {' '.join(rest_of_words)}".rstrip()
                if self._lines_without(inner)[shorter] > self._count[shorter]:
                    return inner
                if trials >= MOST_TRIALS:
                    return el
        return el

    def _beside(self) -> Iterator[tuple[etree._Element, list[str]]]:
        for el in self._tree.iter("title", "meta", "link"):
            yield el, head_lines(el, self._urls)
        for h1 in headlines(self._tree, read=self._headlines, noise=self._noise):
            yield h1, [f"headline {words_in(h1)}".rstrip()]
        for script in self._tree.iter("script"):
            yield script, json_ld_lines(script, self._urls)

    def _innermost(self, root: etree._Element, line: str) -> etree._Element:
        letters = max(_WORD.findall(line.partition(" ")[2]), key=len, default="")
        chain = [root]
        while (only := self._only_child_with(letters, chain[-1])) is not None:
            chain.append(only)
        # From the inside: a large wrapper is walked only if nothing in it gives the line.
        el = next((el for el in chain[:0:-1] if self._gives(el, line)), root)
        while (inner := self._giver_in(el, line, letters)) is not None:
            el = inner
        return el

    def _only_child_with(self, letters: str, el: etree._Element) -> etree._Element | None:
        """The one child in whose markup these letters stand; None if they stand in several."""
        found = [child for child in self._children(el) if letters in _written(child)]
        self._room -= sum(len(_written(child)) for child in found)
        return found[0] if len(found) == 1 and self._room > 0 else None

    def _giver_in(self, el: etree._Element, line: str, letters: str) -> etree._Element | None:
        """
        The first child that gives the line by itself.

        Those that hold its longest word are asked first. Others are asked too: a URL or an
        entity may stand there in another spelling.
        """
        later = []
        for child in self._children(el):
            if letters not in _written(child):
                later.append(child)
            elif self._gives(child, line):
                return child
        return next((child for child in later if self._gives(child, line)), None)

    def _children(self, el: etree._Element) -> list[etree._Element]:
        return [child for child in el if not self._is_passed_over(child)]

    def _gives(self, el: etree._Element, line: str) -> bool:
        self._room -= len(_written(el))
        if self._room < 0:
            return False
        return line in self._walk(el).lines or line in property_lines(
            el, str(el.tag), self._urls
        )

    def _is_passed_over(self, el: etree._Element) -> bool:
        return (
            not isinstance(el.tag, str)
            or el in self._noise
            or self._furniture.contains(el, el.tag)
            or is_volatile(el)
        )

    def may_be_noise(self, el: etree._Element) -> bool:
        """Not the whole content or more, and without the headline."""
        return (
            el not in self._roots
            and any(root in self._roots for root in el.iterancestors())
            and next(el.iter("h1"), None) is None
        )

    def lines_of(self, elements: Iterable[etree._Element]) -> Counter[str]:
        """The lines that are gone without these elements."""
        walk = self._walk(*self._roots, noise=self._noise.union(elements))
        return self._count - Counter(walk.lines)

    def _lines_without(self, el: etree._Element) -> Counter[str]:
        return Counter(self._walk(*self._roots, noise=self._noise | {el}).lines)

    def _walk(
        self, *roots: etree._Element, noise: frozenset[etree._Element] | None = None
    ) -> Walk:
        walk = Walk(self._urls, self._furniture, noise=self._noise if noise is None else noise)
        for root in roots:
            walk.read(root)
        return walk


def _written(el: etree._Element) -> str:
    return etree.tostring(el, encoding="unicode", with_tail=False)


def _same_ends(words: list[str], others: list[str]) -> tuple[int, int]:
    """How many words are the same at the beginning, and how many of the rest at the end."""
    shorter = min(len(words), len(others))
    head = next((at for at in range(shorter) if words[at] != others[at]), shorter)
    tail = next(
        (at for at in range(shorter - head) if words[-1 - at] != others[-1 - at]),
        shorter - head,
    )
    return head, tail


def _without(words: list[str], held: list[str], head: int, tail: int) -> Iterator[list[str]]:
    """
    The words without a stretch that equals ``held`` and covers all between the same ends: as
    many ways as there are.
    """
    first, last = max(0, len(words) - tail - len(held)), min(head, len(words) - len(held))
    if held == words or not any(held):
        return
    for start in range(first, last + 1):
        if words[start : start + len(held)] == held:
            yield words[:start] + words[start + len(held) :]
