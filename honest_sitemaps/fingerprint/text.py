"""
Text as it is compared: NFC, one space for any white space, nothing that cannot be seen.

Zero-width joiner and non-joiner stay: they are letters' shape in Persian and parts of emoji.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from typing import cast
from unicodedata import normalize

from lxml import etree

# U+001C to U+001F are white space to ``str.split`` and become a space like any other; U+FFFD
# stands for a byte that was no character.
_UNSEEN = re.compile("[\x00-\x08\x0e-\x1b\x7f\u00ad\u200b\u2060\ufeff\ufffd]")
_LINE_ENDS = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_FIXED_SPACES = re.compile("[\u00a0\u2007\u202f]")


# ``itertext`` builds each piece, which takes longer.
_text_of = cast(Callable[[etree._Element], str], etree.XPath("string()", smart_strings=False))


def words_of(text: str) -> frozenset[str]:
    """A set of words, written as words."""
    return frozenset(text.split())


def folded(text: str) -> str:
    """One line of text, without space at its ends; white space of any kind is one space."""
    line = " ".join(text.split())
    # Of what is never seen, only U+FFFD is printable. Asked first, since most text holds none.
    if not line.isprintable() or "\ufffd" in line:
        line = " ".join(_UNSEEN.sub("", line).split())
    return line if line.isascii() else " ".join(normalize("NFC", line).split())


def code_lines(text: str) -> list[str]:
    """Preformatted text by line: indentation stays, blanks at the ends of lines do not."""
    if not text.isascii():
        text = _FIXED_SPACES.sub(" ", normalize("NFC", text))
    lines = [_UNSEEN.sub("", line).rstrip() for line in _LINE_ENDS.split(text)]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def words_in(el: etree._Element, noise: Collection[etree._Element] = ()) -> str:
    """All the text below an element but in ``noise``, folded; also of what is furniture."""
    if not noise:
        return folded(_text_of(el))
    return folded("".join(_texts(el, noise)))


def _texts(el: etree._Element, noise: Collection[etree._Element]) -> Iterator[str]:
    within = 0
    for event, inner in etree.iterwalk(el, events=("start", "end")):
        if event == "start":
            within += inner in noise
            if not within:
                yield inner.text or ""
        else:
            within -= inner in noise
            if not within and inner is not el:
                yield inner.tail or ""
