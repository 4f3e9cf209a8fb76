"""Slots are given, once and for ever."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F

from honest_sitemaps.ledger import ContentState, Section

BATCH_ROWS = 250
"""Rows in one UPDATE: its CASE is read top to bottom for each row, so the cost of one grows
with the square of this."""


def assign(section_id: int, states: Sequence[ContentState]) -> None:
    """
    Give the listed rows that have no slot the section's next ones, in the order given.

    Sets ``state.slot``; a row that is already in the database is also saved, one that is not
    (no primary key yet) is left to the caller's insert. `Section.next_slot` is raised first,
    in one UPDATE that locks the section's row until the transaction ends, so two processes
    never give the same slot. A ``Section`` instance that the caller holds is not refreshed:
    save it with ``update_fields``.
    """
    new = [state for state in states if state.slot is None and state.is_listed]
    if not new:
        return
    with transaction.atomic(savepoint=False):
        first = _take(section_id, len(new))
        for slot, state in enumerate(new, start=first):
            state.slot = slot
        _save([state for state in new if state.pk is not None])


def _take(section_id: int, count: int) -> int:
    """Reserve ``count`` slots; the first of them."""
    row = Section.objects.filter(pk=section_id)
    row.update(next_slot=F("next_slot") + count)
    return row.values_list("next_slot", flat=True).get() - count


def _save(states: Sequence[ContentState]) -> None:
    """
    Write the slots, one UPDATE for each run of rows with consecutive primary keys.

    Rows that one ``bulk_create`` made are one run or a few, and then this is the cheapest
    UPDATE there is. Many short runs are written by CASE instead.
    """
    runs = _runs(states)
    if len(runs) * BATCH_ROWS > len(states) * 10 and len(runs) > 1:
        ContentState.objects.bulk_update(states, ["slot"], batch_size=BATCH_ROWS)
        return
    for run in runs:
        offset = (run[0].slot or 0) - run[0].pk
        ContentState.objects.filter(pk__gte=run[0].pk, pk__lte=run[-1].pk).update(
            slot=F("pk") + offset
        )


def _runs(states: Sequence[ContentState]) -> list[list[ContentState]]:
    runs: list[list[ContentState]] = []
    for state in states:
        if runs and state.pk == runs[-1][-1].pk + 1:
            runs[-1].append(state)
        else:
            runs.append([state])
    return runs
