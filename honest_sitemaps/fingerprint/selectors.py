"""
How an element is named: a path for people, a CSS selector for the section's noise.

A selector is to hold on every page of its kind and after the next build, so names that look
generated (``css-1x2y3z``, ``post-1042``, a UUID) are passed over.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cached_property
from itertools import islice

from lxml import etree

from honest_sitemaps.fingerprint.text import words_of
from honest_sitemaps.fingerprint.trees import finder

MOST_STEPS = 6
"""Steps of a path that people read."""

MOST_NAMES = 2
"""Class names of one step."""

MOST_BEFORE = 3
"""Siblings before an element that are asked for a name."""

LONGEST_NAME = 40
LONGEST_SELECTOR = 500

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_TAG = re.compile(r"[a-z][a-z0-9-]*")
_SPACE = re.compile(r"[ \t\n\r]+")
_WITH_ID = finder("descendant-or-self::*[@id]")
_WITH_CLASS = finder("descendant-or-self::*[@class]")
_DIGITS = 2
"""``col-md-6`` and ``mt-12`` are written by people; what has more digits is numbered."""

_CAMEL_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_LEAST_CAMEL_WORD = 3
_PASSING = words_of("""
active collapsed current even first hidden in is-active last loaded loading lazyloaded odd open
selected show visible
""")
"""Say how an element stands at the moment, not which it is."""


def path_of(el: etree._Element) -> str:
    """``main > article > p.figure``: from landmark or body down, a long middle left out."""
    chain = [el]
    for around in el.iterancestors():
        if el.tag in ("main", "head") or around.tag == "html":
            break
        chain.append(around)
        if around.tag in ("main", "head", "body"):
            break
    steps = [_step(one) for one in reversed(chain)]
    if len(steps) > MOST_STEPS:
        steps = [steps[0], "…", *steps[2 - MOST_STEPS :]]
    return " > ".join(steps)


class Selectors:
    """
    The CSS selectors of one page's elements, each of which selects its element alone.

    The names of the page are counted once, and each trial is a look at the counts: libxml2
    compares every element with its siblings to find one ``:nth-of-type``.
    """

    def __init__(self, tree: etree._Element) -> None:
        self._tree = tree

    def of(self, el: etree._Element) -> str:
        """
        A selector that selects this element of its page and no other; ``""`` if none is found
        that a section could declare.
        """
        return self._of(el, _from_the_start)

    def all_of(self, el: etree._Element) -> list[str]:
        """
        The same in other words: counted from the end, or from a named element before it. One
        of them may hold on pages with more paragraphs or fewer.
        """
        found = [
            self._of(el, step) for step in (_from_the_start, _from_the_end, self._behind_name)
        ]
        return [one for one in dict.fromkeys(found) if one]

    def _of(self, el: etree._Element, step: Callable[[etree._Element], str]) -> str:
        steps: list[str] = []
        length = 0
        for one in (el, *el.iterancestors()):
            anchor = self._alone(one)
            if anchor or one.getparent() is None:
                found = " > ".join([anchor or ":root", *reversed(steps)])
                return found if len(found) <= LONGEST_SELECTOR else ""
            steps.append(step(one))
            length += len(steps[-1]) + len(" > ")
            if length > LONGEST_SELECTOR:
                break
            if " + " in steps[-1]:
                return " > ".join(reversed(steps))
        return ""

    def _behind_name(self, el: etree._Element) -> str:
        """``.figure + p``: behind a sibling that has a name; else its place from the end."""
        steps: list[str] = []
        for one in (el, *islice(el.itersiblings("*", preceding=True), MOST_BEFORE)):
            if steps and (anchor := self._alone(one)):
                return " + ".join([anchor, *reversed(steps)])
            steps.append(str(one.tag) if _TAG.fullmatch(str(one.tag)) else "*")
        return _from_the_end(el)

    def _alone(self, el: etree._Element) -> str:
        """A name that only this element of the page has; ``""`` if it has none."""
        names = _classes_of(el)
        tag = el.tag if _TAG.fullmatch(str(el.tag)) else ""
        if (name := _id_of(el)) and self._ids[name] == 1:
            return f"#{name}"
        for name in names:
            if self._is_alone(el, "", name):
                return f".{name}"
        for name in names if tag else ():
            if self._is_alone(el, tag, name):
                return f"{tag}.{name}"
        if len(names) > 1 and self._is_alone(el, tag, *names[:MOST_NAMES]):
            return f"{tag}.{'.'.join(names[:MOST_NAMES])}"
        return tag if tag in ("main", "body") and self._tags[tag] == 1 else ""

    def _is_alone(self, el: etree._Element, tag: str, *names: str) -> bool:
        rarest = min((self._named.get(name, []) for name in names), key=len)
        with_all = (
            one
            for one in rarest
            if (not tag or one.tag == tag) and all(name in _tokens(one) for name in names)
        )
        return list(islice(with_all, 2)) == [el]

    @cached_property
    def _ids(self) -> Counter[str]:
        return Counter(el.get("id", "") for el in _WITH_ID(self._tree))

    @cached_property
    def _tags(self) -> Counter[str]:
        return Counter(str(el.tag) for el in self._tree.iter("main", "body"))

    @cached_property
    def _named(self) -> dict[str, list[etree._Element]]:
        """The elements that have a class name, in document order."""
        named: dict[str, list[etree._Element]] = defaultdict(list)
        for el in _WITH_CLASS(self._tree):
            for name in dict.fromkeys(_tokens(el)):
                named[name].append(el)
        return named


def is_generated(name: str) -> bool:
    """Whether a class or id looks like a number, a hash or a counter of some build."""
    if not _NAME.fullmatch(name) or len(name) > LONGEST_NAME:
        return True
    if sum(map(str.isdigit, name)) > _DIGITS:
        return True
    return any(map(_is_hash, re.split("[-_]+", name)))


def _is_hash(piece: str) -> bool:
    """``bdVaJa``, ``x1y2z``, ``xkqrtw``: letters that nobody would say."""
    letters = piece.rstrip("0123456789")
    if any(map(str.isdigit, letters)):
        return True
    words = _CAMEL_WORD.findall(letters)
    if len(words) > 1 and max(map(len, words)) < _LEAST_CAMEL_WORD:
        return True
    return len(letters) > 4 and not re.search("[aeiouy]", letters.lower())


def _step(el: etree._Element) -> str:
    tag = str(el.tag)
    if name := _id_of(el):
        return f"{tag}#{name}"
    return ".".join([tag, *_classes_of(el)[:MOST_NAMES]])


def _from_the_start(el: etree._Element) -> str:
    """``p:nth-of-type(3)``; by its place alone where CSS cannot say the tag (``o:p``)."""
    return _place_among_siblings(el, way="", preceding=True)


def _from_the_end(el: etree._Element) -> str:
    """``p:nth-last-of-type(3)``."""
    return _place_among_siblings(el, way="last-", preceding=False)


def _place_among_siblings(el: etree._Element, *, way: str, preceding: bool) -> str:
    tag = str(el.tag)
    if not _TAG.fullmatch(tag):
        number = sum(1 for _ in el.itersiblings("*", preceding=preceding)) + 1
        return f":nth-{way}child({number})"
    beyond = sum(1 for _ in el.itersiblings(tag, preceding=preceding))
    if not beyond and next(el.itersiblings(tag, preceding=not preceding), None) is None:
        return tag
    return f"{tag}:nth-{way}of-type({beyond + 1})"


def _id_of(el: etree._Element) -> str:
    name = el.get("id") or ""
    has_number = any(map(str.isdigit, name))
    return "" if not name or has_number or is_generated(name) else name


def _classes_of(el: etree._Element) -> list[str]:
    """The names that tell something, those in plain words first."""
    names = [
        name
        for name in dict.fromkeys(_tokens(el)[:20])
        if len(name) > 1 and name not in _PASSING and not is_generated(name)
    ]
    return sorted(names, key=lambda name: any(map(str.isdigit, name)))


def _tokens(el: etree._Element) -> list[str]:
    """The class names as CSS reads them: only ASCII white space parts them."""
    return _SPACE.split((el.get("class") or "").strip(" \t\n\r"))
