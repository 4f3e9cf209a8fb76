"""
What changed between two pages' canonical lines, and what changed alike on many pages.

All pure. `differing` costs time in proportion to the lines, but for short blocks, which are
aligned exactly.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Generic, TypeVar

PageId = TypeVar("PageId", bound=Hashable)

_EXACT_PRODUCT = 40_000
"""Longest block that difflib aligns: its lines before times its lines after."""

_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)*")
_HEX = re.compile(r"\b(?=[a-f]*\d)[0-9a-f]{8,64}\b")


@dataclass(frozen=True, slots=True)
class LineChange:
    before: str
    """``""`` if the line is new."""

    after: str
    """``""`` if the line is gone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block(Generic[PageId]):
    """A change that many pages share."""

    shape: str
    """
    Both lines with their numbers masked, or, with ``…``, only the words that differ: equal
    shapes are one change.
    """

    before: str
    """As it was on one of the pages."""

    after: str
    pages: tuple[PageId, ...]
    """The pages that changed so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """One way to see a change."""

    shape: str
    before: str
    """The line, or its words that differ, with their numbers."""

    after: str


def differing(before: Sequence[str], after: Sequence[str]) -> list[LineChange]:
    """
    The changes that lead from one page's lines to the other's, in their order.

    A line that only moved is gone in one place and new in the other. Empty if and only if
    the lines are equal.
    """
    changes: list[LineChange] = []
    for old, new in _blocks(before, after):
        changes += _paired(old, new)
    return changes


def grouped(changes: Mapping[PageId, Sequence[LineChange]]) -> list[Block[PageId]]:
    """
    The changes of many pages by their shape, the most common first.

    Where more pages share only the words that differ, those are the shape: a new suffix stands
    behind another title on each page, and few pages have the same title but for its number.
    """
    forms = {page: [(one, forms_of(one)) for one in found] for page, found in changes.items()}
    count: Counter[str] = Counter()
    for of_page in forms.values():
        count.update({form.shape for _, of_change in of_page for form in of_change})
    pages: dict[str, list[PageId]] = defaultdict(list)
    first: dict[str, LineChange] = {}
    for page, of_page in forms.items():
        # Of two with equal numbers the first: the whole line, not its words.
        shapes = {
            max(of_change, key=lambda form: count[form.shape]).shape: change
            for change, of_change in of_page
        }
        for shape, change in shapes.items():
            pages[shape].append(page)
            first.setdefault(shape, change)
    blocks = [
        Block(
            shape=shape,
            before=first[shape].before,
            after=first[shape].after,
            pages=tuple(on),
        )
        for shape, on in pages.items()
    ]
    return sorted(blocks, key=lambda block: (-len(block.pages), block.shape))


def explained_by(changes: Sequence[LineChange], shapes: Collection[str]) -> bool:
    """
    Whether every change is of one of these shapes. No change at all explains nothing: the
    lines were not stored, or the digest says more than they do.
    """
    return bool(changes) and all(
        shape_of(change) in shapes or words_of(change) in shapes for change in changes
    )


def shape_of(change: LineChange) -> str:
    """``text # views → text # views``: the same for counters that differ from page to page."""
    return f"{_masked(change.before)} → {_masked(change.after)}"


def forms_of(change: LineChange) -> tuple[Form, ...]:
    """
    The change as it could be grouped: by its whole lines, and by the words that differ, if the
    lines share others.
    """
    whole = Form(shape=shape_of(change), before=change.before, after=change.after)
    worded = _worded(change)
    if worded is None:
        return (whole,)
    kind = _kind(change.before)
    shape = f"{_masked(worded.before)} → {_masked(worded.after).removeprefix(kind + ' ')}"
    return whole, Form(shape=shape, before=worded.before, after=worded.after)


def words_of(change: LineChange) -> str:
    """The shape of ``title … Old Name → … New Name``; that of the lines if they share none."""
    return forms_of(change)[-1].shape


def _worded(change: LineChange) -> LineChange | None:
    """
    ``title … Old Name`` and ``title … New Name``: the words that differ, for lines whose other
    words are the page's own; None if they share none. Words without a letter keep a neighbour
    on either side, or any two prices would be one change.
    """
    kind, _, rest = change.before.partition(" ")
    other_kind, _, other_rest = change.after.partition(" ")
    before, after = rest.split(" "), other_rest.split(" ")
    shorter = min(len(before), len(after))
    head = _common(before, after)
    tail = min(_common(before[::-1], after[::-1]), shorter - head)
    if not _has_letter(before[head : len(before) - tail], after[head : len(after) - tail]):
        head, tail = max(0, head - 1), max(0, tail - 1)
    if kind != other_kind or head + tail == 0:
        return None
    return LineChange(
        *(" ".join([kind, "…", *words[head : len(words) - tail]]) for words in (before, after))
    )


def line_of_shape(lines: Sequence[str], shape: str) -> str:
    """The first of a page's lines that is the new side of this shape; ``""`` if none is."""
    before, _, after = shape.partition(" → ")
    kind = before.partition(" ")[0]
    for line in lines:
        masked = _masked(line)
        if masked == after or _is_around(masked, f"{kind} {after}"):
            return line
    return ""


def _is_around(masked: str, words: str) -> bool:
    """Whether a line says what ``text … New Name`` leaves of it."""
    head, has_gap, tail = words.partition("…")
    return bool(has_gap) and masked.startswith(head.rstrip()) and masked.endswith(tail)


def _common(before: Sequence[str], after: Sequence[str]) -> int:
    """How many words at their beginning are the same."""
    pairs = zip(before, after, strict=False)
    return next(
        (at for at, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after))
    )


def _has_letter(*sides: Sequence[str]) -> bool:
    return any(letter.isalpha() for words in sides for word in words for letter in word)


def _masked(line: str) -> str:
    kind, space, rest = line.partition(" ")
    return kind + space + _NUMBER.sub("#", _HEX.sub("#", rest))


def _blocks(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """The stretches that differ, between lines that stayed."""
    gaps = [(0, len(before), 0, len(after))]
    while gaps:
        low, high, start, end = _trimmed(before, after, *gaps.pop())
        if low == high and start == end:
            continue
        anchors = _anchors(before[low:high], after[start:end])
        if anchors:
            gaps += reversed(list(_between(anchors, low, high, start, end)))
        elif (high - low) * (end - start) <= _EXACT_PRODUCT:
            yield from _aligned(before[low:high], after[start:end])
        else:
            yield before[low:high], after[start:end]


def _trimmed(
    before: Sequence[str], after: Sequence[str], low: int, high: int, start: int, end: int
) -> tuple[int, int, int, int]:
    """The gap without the lines that are equal at its ends."""
    while low < high and start < end and before[low] == after[start]:
        low, start = low + 1, start + 1
    while low < high and start < end and before[high - 1] == after[end - 1]:
        high, end = high - 1, end - 1
    return low, high, start, end


def _anchors(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int]]:
    """
    Lines that stand once on either side, as many as keep one order: the patience diff
    (https://bramcohen.livejournal.com/73318.html), in n log n.
    """
    once_before, once_after = Counter(before), Counter(after)
    place = {line: at for at, line in enumerate(after) if once_after[line] == 1}
    pairs = [
        (at, place[line])
        for at, line in enumerate(before)
        if once_before[line] == 1 and line in place
    ]
    return _increasing(pairs)


def _increasing(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest subsequence whose second members rise."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for number, (_, place) in enumerate(pairs):
        at = bisect_left(tails, place)
        previous.append(ends[at - 1] if at else -1)
        tails[at : at + 1] = [place]
        ends[at : at + 1] = [number]
    chosen = []
    number = ends[-1] if ends else -1
    while number >= 0:
        chosen.append(pairs[number])
        number = previous[number]
    return chosen[::-1]


def _between(
    anchors: list[tuple[int, int]], low: int, high: int, start: int, end: int
) -> Iterator[tuple[int, int, int, int]]:
    """The gaps around the anchors, which count from ``low`` and ``start``."""
    at, place = low, start
    for old, new in anchors:
        yield at, low + old, place, start + new
        at, place = low + old + 1, start + new + 1
    yield at, high, place, end


def _aligned(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, low, high, start, end in matcher.get_opcodes():
        if tag != "equal":
            yield before[low:high], after[start:end]


def _paired(old: Sequence[str], new: Sequence[str]) -> list[LineChange]:
    """Lines of one stretch by twos: of one shape, else of one kind; the rest went or came."""
    partner: dict[int, int] = {}
    for likeness in (_masked, _kind):
        free: dict[str, deque[int]] = defaultdict(deque)
        taken = set(partner.values())
        for place, line in enumerate(new):
            if place not in taken:
                free[likeness(line)].append(place)
        for at, line in enumerate(old):
            if at not in partner and free[likeness(line)]:
                partner[at] = free[likeness(line)].popleft()
    changes = [
        LineChange(line, new[partner[at]] if at in partner else "")
        for at, line in enumerate(old)
    ]
    came = set(partner.values())
    return changes + [LineChange("", line) for at, line in enumerate(new) if at not in came]


def _kind(line: str) -> str:
    return line.partition(" ")[0]
