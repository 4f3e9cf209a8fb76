"""A held scan re-based: which of its differences are edits, under old rules and new ones."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from honest_sitemaps import fingerprint, ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.fingerprint import Fingerprint, Rules
from honest_sitemaps.ledger import Comparison, Move, Scan, Section, StagedSighting
from honest_sitemaps.pipeline.confirming import confirmed
from honest_sitemaps.pipeline.looking import Lens, look_under
from honest_sitemaps.pipeline.sections import BATCH_URLS, batched, candidates_of


def usable_selectors(noise: Sequence[str]) -> None:
    """Raise `ConfigurationError` for a selector that is none."""
    Rules(noise=tuple(noise)).check()


def rebase_scan(lens: Lens, scan: Scan, *, noise: Sequence[str]) -> None:
    """
    Mark what is no edit in the staged sightings; with ``noise``, stage the whole section under
    the rules to come, and make them the section's.
    """
    shapes = ledger.named_shapes(scan)
    if not noise:
        ledger.learn_furniture(scan, shapes)
    ledger.mark_rebased(scan, shapes)
    if noise:
        _stage_under(lens, scan, shapes, noise=noise)
        _declare(lens.section, noise)


def _declare(section: Section, noise: Sequence[str]) -> None:
    section.noise = list(dict.fromkeys([*section.noise, *noise]))
    section.save(update_fields=["noise"])


def _stage_under(
    lens: Lens, scan: Scan, shapes: Collection[str], *, noise: Sequence[str]
) -> None:
    """
    Look at every page once and take two fingerprints: the old rules say whether it is an edit,
    the fingerprint under the new ones is what the ledger keeps.
    """
    rules = replace(lens.rules, noise=(*lens.rules.noise, *noise))
    for group in batched(candidates_of(lens), BATCH_URLS):
        looks = [look_under(lens, candidate, rules) for candidate in group]
        compared = ledger.compare(lens.section, [seen for seen, _ in looks], terms=lens.terms)
        marks = [mark for _, mark in looks]
        for one, candidate, mark in zip(compared, group, marks, strict=True):
            if mark is not None and one.row is not None and one.row.is_listed:
                _stage(lens, scan, _judged(lens, one, candidate, shapes), mark)
        ledger.beat(scan, now=lens.clock())


def _judged(
    lens: Lens, one: Comparison, candidate: Candidate, shapes: Collection[str]
) -> Comparison:
    """The comparison, as a re-base unless a second visitor confirms an edit in it."""
    if one.moves_date and not _is_explained(one, shapes):
        one = confirmed(lens, one, candidate)
        if one.moves_date:
            return one
    return replace(one, move=Move.REBASED, moves_date=False)


def _is_explained(one: Comparison, shapes: Collection[str]) -> bool:
    row, mark = one.row, one.seen.fingerprint
    if row is None or mark is None:
        return False
    before = ledger.load_lines([row.digest]).get(row.digest)
    if before is None:
        return False
    return fingerprint.explained_by(fingerprint.differing(before, mark.lines), shapes)


def _stage(lens: Lens, scan: Scan, one: Comparison, mark: Fingerprint) -> None:
    """Stage the page with its new fingerprint; an edit keeps the time it was first seen."""
    staged = StagedSighting.objects.filter(
        scan=scan, key=one.seen.key, language=one.seen.language
    )
    earlier = staged.first()
    seen_at = one.seen.seen_at
    if earlier is not None and earlier.move == Move.CHANGED:
        seen_at = min(seen_at, earlier.seen_at)
    staged.delete()
    ledger.stage(
        scan,
        replace(one, seen=replace(one.seen, fingerprint=mark, seen_at=seen_at)),
    )
