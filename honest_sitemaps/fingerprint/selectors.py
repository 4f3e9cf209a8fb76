"""
How an element is named: a path for people, a CSS selector for the section's noise.

A selector is to hold on every page of its kind and after the next build, so names that look
generated (``css-1x2y3z``, ``post-1042``, a UUID) are passed over.
"""

from __future__ import annotations

import re

from lxml import etree

from honest_sitemaps.fingerprint.rules import compiled
from honest_sitemaps.fingerprint.text import words_of

MOST_STEPS = 6
"""Steps of a path that people read."""

MOST_NAMES = 2
"""Class names of one step."""

LONGEST_NAME = 40
LONGEST_SELECTOR = 500

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_TAG = re.compile(r"[a-z][a-z0-9-]*")
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


def selector_of(el: etree._Element) -> str:
    """
    A CSS selector that selects this element of its page and no other; ``""`` if none is found
    that a section could declare.
    """
    tree = el.getroottree().getroot()
    chain: list[str] = []
    for one in (el, *el.iterancestors()):
        anchor = _alone(one, tree)
        if anchor or one.getparent() is None:
            found = " > ".join([anchor or ":root", *reversed(chain)])
            is_short = len(found) <= LONGEST_SELECTOR
            return found if is_short and selects_only(found, el, tree) else ""
        chain.append(_place_among_siblings(one))
    return ""


def selects_only(selector: str, el: etree._Element, tree: etree._Element) -> bool:
    """Whether the selector means this element of the page alone."""
    return compiled(selector)(tree) == [el]


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


def _alone(el: etree._Element, tree: etree._Element) -> str:
    """A name that only this element of the page has; ``""`` if it has none."""
    names = _classes_of(el)
    tag = el.tag if _TAG.fullmatch(str(el.tag)) else ""
    trials = [f"#{_id_of(el)}"] if _id_of(el) else []
    trials += [f".{name}" for name in names]
    if tag:
        trials += [f"{tag}.{name}" for name in names]
    if len(names) > 1:
        trials.append(f"{tag}.{'.'.join(names[:MOST_NAMES])}")
    if tag in ("main", "body"):
        trials.append(tag)
    return next((one for one in trials if selects_only(one, el, tree)), "")


def _place_among_siblings(el: etree._Element) -> str:
    """``p:nth-of-type(3)``; by its place alone where CSS cannot say the tag (``o:p``)."""
    tag = str(el.tag)
    if not _TAG.fullmatch(tag):
        return f":nth-child({sum(1 for _ in el.itersiblings(preceding=True)) + 1})"
    before = sum(1 for _ in el.itersiblings(tag, preceding=True))
    if not before and next(el.itersiblings(tag), None) is None:
        return tag
    return f"{tag}:nth-of-type({before + 1})"


def _id_of(el: etree._Element) -> str:
    name = el.get("id") or ""
    has_number = any(map(str.isdigit, name))
    return "" if not name or has_number or is_generated(name) else name


def _classes_of(el: etree._Element) -> list[str]:
    """The names that tell something, those in plain words first."""
    names = [
        name
        for name in dict.fromkeys((el.get("class") or "").split()[:20])
        if len(name) > 1 and name not in _PASSING and not is_generated(name)
    ]
    return sorted(names, key=lambda name: any(map(str.isdigit, name)))
