"""
Furniture inside the content: a figure that stands with the same words on most pages of a
section and changes on all of them at once ("1,204 readers", in every page's main part).

Known by the section itself, not by a class name. The first time such a change is held, and a
person who re-bases it says that it is no edit: it is kept with the section. From then on its
changes, where they come to most of those pages in one sweep, are re-based without asking. On a
few pages the same words are an edit like any other, and so is what each page says otherwise:
prices have one shape, but not one value. Only where a counter of each page's own was all that
the person was shown, its shape alone is believed.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from honest_sitemaps import fingerprint
from honest_sitemaps.fingerprint import Form, LineChange
from honest_sitemaps.ledger.holds import changed_chunks, differences_of
from honest_sitemaps.ledger.lines import chunked, load
from honest_sitemaps.ledger.models import ContentState, Scan, Section, StagedSighting
from honest_sitemaps.ledger.transition import Move
from honest_sitemaps.loc import loc_digest

MOST = 0.5
"""It changes everywhere if it changes on more than this share of the pages that it stood on,
and it is the same everywhere if more than this share say the same."""

LEAST_SHARE = 0.1
"""Of the listed pages; what so few share is no furniture."""

KEPT = 100
"""Pieces that a section remembers; those that changed longest ago go."""

KEPT_LINES = 5
"""Lines of a piece: a page that could not be read meanwhile still shows an older one."""

TELLING_WORDS = 2
"""A number with one word is a price as well as a counter."""

_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece of furniture, as it is stored."""

    shape: str
    lines: tuple[str, ...] = ()
    """What it said last, the newest at the end: its next change starts from one of them."""

    is_own: bool = False
    """Each page has another value: only the shape tells it."""

    share: float = 1.0
    """Of the listed pages, those on which it changed when it was named."""

    def needed(self, listed: int) -> float:
        """It changes everywhere on more pages than so many."""
        return max(MOST * self.share, LEAST_SHARE) * listed

    def saying(self, after: str) -> Piece:
        lines = [line for line in self.lines if line != after]
        return replace(self, lines=(*lines, *([after] if after else []))[-KEPT_LINES:])


@dataclass(frozen=True, slots=True)
class Step:
    """A known piece, and what it says now."""

    shape: str
    after: str


class Known:
    """The pieces that a section knows. Pure."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = {piece.shape: piece for piece in pieces}
        self._shapes = {shape for shape in self.pieces if _is_enough(shape)}
        self._with_line: dict[str, set[str]] = defaultdict(set)
        for piece in self.pieces.values():
            for line in piece.lines:
                self._with_line[line].add(piece.shape)

    def steps_in(self, change: LineChange) -> frozenset[Step]:
        """The steps that this change may be; it is one of them if that was made everywhere."""
        return frozenset(
            Step(shape, "" if self.pieces[shape].is_own else form.after)
            for form in fingerprint.forms_of(change)
            for shape in self._with_line.get(form.before, set())
            | ({form.shape} & self._shapes)
        )

    def everywhere(self, seen: Mapping[Step, int], *, listed: int) -> set[Step]:
        """The steps that were made on more than half of the piece's pages."""
        return {
            step
            for step, count in seen.items()
            if count > self.pieces[step.shape].needed(listed)
        }

    def after(self, steps: Iterable[Step]) -> list[Piece]:
        """The pieces as they are after these steps, the last changed at the end."""
        pieces = dict(self.pieces)
        for step in sorted(steps, key=lambda step: (step.shape, step.after)):
            pieces[step.shape] = pieces.pop(step.shape).saying(step.after)
        return list(pieces.values())


def learn_furniture(scan: Scan, shapes: Collection[str]) -> None:
    """
    Keep with the section what a person said is no edit: of these shapes those that were one
    and the same change on most of their pages, or the only one that the person was shown.
    Reads the stored lines of the changed pages.
    """
    said: dict[str, Counter[Form]] = {shape: Counter() for shape in shapes}
    pages: Counter[str] = Counter()
    for chunk in changed_chunks(scan):
        for changes in differences_of(chunk).values():
            forms = {form for change in changes for form in fingerprint.forms_of(change)}
            named = {form for form in forms if form.shape in said}
            pages.update({form.shape for form in named})
            for form in named:
                said[form.shape][form] += 1
    listed = _listed(scan.section)
    pieces = {piece.shape: piece for piece in known_to(scan.section)}
    for shape, of_shape in said.items():
        same = [form for form, count in of_shape.items() if count > MOST * pages[shape]]
        is_own = not same and len(said) == 1 and _is_enough(shape)
        if not (same or is_own):
            continue
        share = min(1.0, round(pages[shape] / max(listed, 1), 4))
        piece = replace(pieces.pop(shape, Piece(shape=shape)), share=share, is_own=is_own)
        for form in same:
            piece = piece.saying(form.after)
        pieces[shape] = piece
    _remember(scan.section, list(pieces.values()))


def rebase_furniture(scan: Scan) -> int:
    """
    Mark the staged pages whose whole difference is known furniture that changed everywhere in
    this scan; answer how many. Reads the stored lines of the changed pages once; costs nothing
    in a section that knows no furniture.
    """
    known = Known(known_to(scan.section))
    if not known.pieces:
        return 0
    seen: Counter[Step] = Counter()
    explained: dict[int, tuple[frozenset[Step], ...]] = {}
    same: dict[tuple[frozenset[Step], ...], tuple[frozenset[Step], ...]] = {}
    for chunk in changed_chunks(scan):
        for page, changes in differences_of(chunk).items():
            steps = tuple(known.steps_in(change) for change in changes)
            seen.update(frozenset().union(*steps))
            if steps and all(steps):
                explained[page] = same.setdefault(steps, steps)
    everywhere = known.everywhere(seen, listed=_listed(scan.section))
    rebased = [page for page, steps in explained.items() if is_furniture(steps, everywhere)]
    if everywhere:
        _remember(scan.section, known.after(everywhere))
    for part in chunked(rebased, 500):
        StagedSighting.objects.filter(pk__in=part).update(move=Move.REBASED, moves_date=False)
    return len(rebased)


def lines_before(scan: Scan, locs: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The lines that the ledger has stored of these staged pages, by loc."""
    digests = map(loc_digest, locs)
    staged = StagedSighting.objects.filter(
        scan=scan, loc_digest__in=list(digests), state_id__isnull=False
    )
    rows = dict(staged.values_list("state_id", "loc"))
    known = ContentState.objects.filter(pk__in=list(rows)).values_list("pk", "digest")
    stored = load({digest for _, digest in known})
    return {rows[row]: stored[digest] for row, digest in known if digest in stored}


def untouched_locs(scan: Scan, *, count: int) -> list[str]:
    """Some listed pages of which the scan staged nothing."""
    staged = StagedSighting.objects.filter(scan=scan, state_id__isnull=False)
    rows = ContentState.objects.listed().filter(section=scan.section)
    rows = rows.exclude(pk__in=staged.values("state_id")).order_by("pk")
    return list(rows.values_list("loc", flat=True)[:count])


def is_furniture(steps: Sequence[frozenset[Step]], everywhere: Collection[Step]) -> bool:
    """
    Whether each change of a page is a step that was made everywhere. Markup without words
    counts beside words only: a list that came everywhere came with its items.
    """
    made = [of_change & set(everywhere) for of_change in steps]
    return all(made) and any(_has_words(step.shape) for one in made for step in one)


def known_to(section: Section) -> list[Piece]:
    """The furniture of a section."""
    return [Piece(**{**one, "lines": tuple(one["lines"])}) for one in section.furniture]


def _remember(section: Section, pieces: Sequence[Piece]) -> None:
    stored: list[dict[str, Any]] = [
        {**asdict(piece), "lines": list(piece.lines)} for piece in pieces[-KEPT:]
    ]
    if stored != section.furniture:
        section.furniture = stored
        section.save(update_fields=["furniture"])


def _is_enough(shape: str) -> bool:
    """Whether a shape says by itself what changes: either side has words, or none has any."""
    before, _, after = shape.partition(" → ")
    kind = (before or after).partition(" ")[0]
    said = [side.removeprefix(kind) for side in (before, after) if side]
    return not _has_words(shape) or all(
        len(_WORD.findall(words)) >= TELLING_WORDS for words in said
    )


def _has_words(shape: str) -> bool:
    """``" → ul"`` has none: it is markup alone."""
    return any(" " in side for side in shape.split(" → ", 1))


def _listed(section: Section) -> int:
    return ContentState.objects.listed().filter(section=section).count()
