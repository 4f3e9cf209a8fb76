"""What differs inside a line that changed, word by word. All pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

_EXACT_PRODUCT = 40_000
"""Words before times words after that difflib aligns; of more, all between the equal ends
counts as changed."""

_LONG_SAME, _KEPT = 160, 70
"""Letters of an unchanged span beyond which its middle is left out, and kept at either end."""

_LONG_CHANGED = 600
"""Letters of a changed span that are shown."""

_WORDS = re.compile(r"\s+|[^\s]+")


@dataclass(frozen=True, slots=True)
class Span:
    """A run of letters of one side of a changed line."""

    text: str
    is_changed: bool


def spans_of(before: str, after: str) -> tuple[list[Span], list[Span]]:
    """
    Both sides of a changed line as spans, the words that differ marked.

    A side that is empty has none. Where no word stayed, each side is one changed span. Long
    spans are shortened with ``…``: a line may be a whole book.
    """
    old, new = _WORDS.findall(before), _WORDS.findall(after)
    if not old or not new:
        return _shown([(before, True)]), _shown([(after, True)])
    pairs = list(_stretches(old, new))
    return _side([(a, differs) for a, _, differs in pairs]), _side(
        [(b, differs) for _, b, differs in pairs]
    )


def _stretches(
    old: Sequence[str], new: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], bool]]:
    """Words of both sides by turns equal and different, in their order."""
    head = _common(old, new)
    tail = _common(old[head:][::-1], new[head:][::-1])
    yield old[:head], new[:head], False
    yield from _middle(old[head : len(old) - tail], new[head : len(new) - tail])
    yield old[len(old) - tail :], new[len(new) - tail :], False


def _middle(
    old: Sequence[str], new: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str], bool]]:
    if len(old) * len(new) > _EXACT_PRODUCT:
        yield old, new, True
        return
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, low, high, start, end in matcher.get_opcodes():
        # Two blanks that happen to be equal between other words are no common ground.
        same = tag == "equal" and any(word.strip() for word in old[low:high])
        yield old[low:high], new[start:end], not same


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    """How many words at the beginning are the same."""
    pairs = zip(old, new, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(old), len(new)))


def _side(stretches: Sequence[tuple[Sequence[str], bool]]) -> list[Span]:
    """Neighbours of one kind joined, then shortened."""
    joined: list[tuple[str, bool]] = []
    for words, differs in stretches:
        text = "".join(words)
        if text and joined and joined[-1][1] == differs:
            joined[-1] = (joined[-1][0] + text, differs)
        elif text:
            joined.append((text, differs))
    return _shown(joined)


def _shown(spans: Sequence[tuple[str, bool]]) -> list[Span]:
    return [Span(_short(text, differs), differs) for text, differs in spans if text]


def _short(text: str, differs: bool) -> str:
    if differs:
        return text if len(text) <= _LONG_CHANGED else f"{text[:_LONG_CHANGED]}…"
    return text if len(text) <= _LONG_SAME else f"{text[:_KEPT]} … {text[-_KEPT:]}"
