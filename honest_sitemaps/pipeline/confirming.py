"""Differences seen twice: a second visitor tells a change from noise."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from honest_sitemaps import ledger
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import SECOND
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import Comparison, ContentState, Scan, Sighting, StagedSighting
from honest_sitemaps.pipeline.guarding import Explained, Hopeless
from honest_sitemaps.pipeline.locating import place_of_noise
from honest_sitemaps.pipeline.looking import Lens, look_at
from honest_sitemaps.pipeline.sections import BATCH_URLS, candidates_of


def confirmed(lens: Lens, one: Comparison, candidate: Candidate) -> Comparison:
    """
    The comparison after another visitor looked, too.

    Where the two disagree the first one comes again. If it now sees what the second one saw,
    the page was edited between their visits; else the page is unstable.
    """
    again = look_at(lens, candidate, visitor=SECOND)
    second = ledger.compared(again, one.row, lens.terms)
    if second.is_same and one.seen.reason is Reason.UNREADABLE:
        return second  # a passing fault: the page is what it was
    seen = _agreed(one.seen, again, one.row)
    if seen.is_unstable:
        edited = _agreed(look_at(lens, candidate), again, one.row)
        seen = _with_place(lens, seen, one.seen, again) if edited.is_unstable else edited
    return ledger.compared(seen, one.row, lens.terms)


def _with_place(lens: Lens, seen: Sighting, first: Sighting, second: Sighting) -> Sighting:
    """The unstable sighting, saying where the page differs and what to declare noise."""
    if first.fingerprint is None or second.fingerprint is None:
        return seen
    loc = seen.facts.loc
    place = place_of_noise(lens, loc, first.fingerprint, second.fingerprint)
    evidence = f"{seen.facts.evidence[: 500 - len(place)]}{place}"
    return replace(seen, facts=replace(seen.facts, evidence=evidence))


def _agreed(first: Sighting, second: Sighting, row: ContentState | None) -> Sighting:
    return ledger.agreed(first, second, is_listed=row is not None and row.is_listed)


def confirm_differences(
    lens: Lens,
    compared: Sequence[Comparison],
    candidates: Iterable[Candidate],
    *,
    is_hopeless: Hopeless,
    is_explained: Explained,
) -> list[Comparison]:
    """
    The batch with its differences confirmed.

    ``is_hopeless`` takes the moved dates that nothing explains and the unreadable pages
    confirmed in this batch so far: once the guard is certain to hold or fail the scan, no
    further page is rendered twice.
    """
    result: list[Comparison] = []
    moves = unreadable = 0
    for one, candidate in zip(compared, candidates, strict=True):
        if one.needs_confirming and not is_hopeless(moves, unreadable):
            one = confirmed(lens, one, candidate)
            moves += one.moves_date and not is_explained(one)
            unreadable += _is_unreadable(one)
        result.append(one)
    return result


def _is_unreadable(one: Comparison) -> bool:
    """Whether a listed page could not be read."""
    is_listed = one.row is not None and one.row.is_listed
    return is_listed and one.seen.reason is Reason.UNREADABLE


def confirm_rest(lens: Lens, scan: Scan) -> None:
    """Let a second visitor look at the differences that none has confirmed yet."""
    for chunk in ledger.chunked(ledger.unconfirmed(scan), BATCH_URLS):
        by_identity = {(one.key, one.language): one for one in chunk}
        keys = list(dict.fromkeys(one.key for one in chunk))
        rows = ContentState.objects.in_bulk([one.state_id for one in chunk if one.state_id])
        confirmed: list[int] = []
        for candidate in candidates_of(lens, keys=keys):
            staged = by_identity.get((candidate.key, candidate.language))
            if staged is None:
                continue
            again = look_at(lens, candidate, visitor=SECOND)
            if ledger.still_sees(staged, again):
                confirmed.append(staged.pk)
                continue
            # Edited since, or unstable: only two looks of one moment can tell.
            row = rows.get(staged.state_id or 0)
            seen = _agreed(look_at(lens, candidate), again, row)
            ledger.restage(staged, seen, row=row, terms=lens.terms)
        StagedSighting.objects.filter(pk__in=confirmed).update(is_confirmed=True)
        ledger.beat(scan, now=lens.clock())
