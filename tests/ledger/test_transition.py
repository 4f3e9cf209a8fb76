"""The state machine: its table row by row, and its laws."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.fingerprint import Fingerprint
from honest_sitemaps.ledger import Move, Record, Sighting, Terms, advance

MONDAY = datetime(2026, 8, 10, tzinfo=UTC)
TUESDAY = datetime(2026, 8, 11, tzinfo=UTC)
FRIDAY = datetime(2026, 8, 14, tzinfo=UTC)

A1, B1, A2 = (
    Fingerprint(digest=digest, recipe=recipe)
    for digest, recipe in [("aa", "1"), ("bb", "1"), ("aa", "2")]
)

times = st.datetimes(
    min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)
)
marks = st.builds(
    Fingerprint, digest=st.sampled_from(["aa", "bb"]), recipe=st.sampled_from(["1", "2"])
)
reasons = st.none() | st.sampled_from(Reason)
sightings = st.builds(
    Sighting,
    seen_at=times,
    reason=reasons,
    fingerprint=st.none() | marks,
    published_at=st.none() | times,
    is_unstable=st.booleans(),
    is_rebase=st.booleans(),
)


@st.composite
def records(draw):
    published_at, updated_at = draw(st.none() | times), draw(st.none() | times)
    if published_at and updated_at and updated_at < published_at:
        published_at, updated_at = updated_at, published_at
    return Record(
        published_at=published_at,
        updated_at=updated_at,
        fingerprint=draw(st.none() | marks),
        reason=draw(reasons),
        was_listed=draw(st.booleans()),
        is_unstable=draw(st.booleans()),
        unreadable_sightings=draw(st.integers(0, 9)),
    )


every_term = st.builds(Terms, is_newcomer=st.booleans(), has_dates=st.booleans())
anything_before = st.none() | records()


@given(before=anything_before, seen=sightings, terms=every_term, later=times)
def test_seeing_the_same_again_moves_no_date(before, seen, terms, later):
    _, once = advance(before, seen, terms=terms)
    again = replace(seen, seen_at=later, published_at=None)
    move, twice = advance(once, again, terms=terms)

    assert twice.lastmod == once.lastmod
    assert move is not Move.CHANGED


@given(before=anything_before, seen=sightings, terms=every_term)
def test_a_replay_gives_the_same_dates(before, seen, terms):
    _, once = advance(before, seen, terms=terms)
    _, twice = advance(once, seen, terms=terms)

    assert (twice.published_at, twice.updated_at) == (once.published_at, once.updated_at)


@given(before=records(), seen=sightings, terms=every_term)
def test_only_a_change_or_a_return_with_other_content_moves_the_date(before, seen, terms):
    move, after = advance(before, seen, terms=terms)

    if after.updated_at != before.updated_at:
        assert move in {Move.CHANGED, Move.RELISTED}
        assert seen.fingerprint != before.fingerprint


@given(before=records(), seen=sightings, terms=every_term)
def test_a_known_publication_never_moves(before, seen, terms):
    _, after = advance(before, seen, terms=terms)

    assert before.published_at is None or after.published_at == before.published_at


@given(before=anything_before, seen=sightings, terms=every_term)
def test_no_update_lies_before_the_publication(before, seen, terms):
    _, after = advance(before, seen, terms=terms)

    assert not (after.published_at and after.updated_at) or (
        after.updated_at >= after.published_at
    )


@given(before=records(), seen=sightings, terms=every_term)
def test_dates_never_go_back(before, seen, terms):
    _, after = advance(before, seen, terms=terms)

    assert before.updated_at is None or after.updated_at >= before.updated_at


@given(before=records(), seen_at=times)
def test_an_unreadable_page_keeps_dates_and_content(before, seen_at):
    seen = Sighting(seen_at=seen_at, reason=Reason.UNREADABLE)

    _, after = advance(before, seen)

    assert (after.lastmod, after.fingerprint) == (before.lastmod, before.fingerprint)


@given(before=anything_before, seen=sightings)
def test_a_section_without_dates_gets_none(before, seen):
    had = before.lastmod if before else None

    _, after = advance(before, seen, terms=Terms(has_dates=False))

    assert after.lastmod == had


@pytest.mark.parametrize(
    ("had", "sees", "move", "updated_at"),
    [
        (A1, A1, Move.SAME, None),
        (A1, B1, Move.CHANGED, TUESDAY),
        (A1, A2, Move.REBASED, None),  # another recipe
        (None, A1, Move.REBASED, None),  # a row that had no fingerprint yet
        (A1, None, Move.SAME, None),
    ],
)
def test_each_content_row_of_the_table(had, sees, move, updated_at):
    before = Record(published_at=MONDAY, fingerprint=had, was_listed=True)

    moved, after = advance(before, Sighting(seen_at=TUESDAY, fingerprint=sees))

    assert (moved, after.updated_at) == (move, updated_at)
    assert after.fingerprint == (sees or had)


@pytest.mark.parametrize(
    ("reason", "was_listed", "sees", "move"),
    [
        (None, True, Reason.NOINDEX, Move.EXCLUDED),
        (None, True, Reason.WITHDRAWN, Move.WITHDRAWN),
        (Reason.NOINDEX, True, Reason.WITHDRAWN, Move.WITHDRAWN),
        (Reason.WITHDRAWN, True, Reason.WITHDRAWN, Move.SAME),
        (Reason.NOINDEX, True, Reason.REDIRECT, Move.SAME),  # out for another reason
        (Reason.NOINDEX, True, None, Move.RELISTED),
        (Reason.NOINDEX, False, None, Move.NEW),  # first listing
        (None, True, Reason.UNREADABLE, Move.KEPT),
        (Reason.NOINDEX, True, Reason.UNREADABLE, Move.KEPT),
    ],
)
def test_each_verdict_row_of_the_table(reason, was_listed, sees, move):
    before = Record(reason=reason, was_listed=was_listed, fingerprint=A1)

    moved, _ = advance(before, Sighting(seen_at=TUESDAY, reason=sees, fingerprint=A1))

    assert moved is move


def test_leaving_and_coming_back_moves_no_date():
    listed = Record(published_at=MONDAY, fingerprint=A1, was_listed=True)

    _, gone = advance(listed, Sighting(seen_at=TUESDAY, reason=Reason.NOINDEX))
    move, back = advance(gone, Sighting(seen_at=FRIDAY, fingerprint=A1))

    assert (move, back) == (Move.RELISTED, listed)


def test_coming_back_with_other_content_moves_the_date():
    gone = Record(published_at=MONDAY, fingerprint=A1, was_listed=True, reason=Reason.NOINDEX)

    move, back = advance(gone, Sighting(seen_at=FRIDAY, fingerprint=B1))

    assert (move, back.updated_at) == (Move.RELISTED, FRIDAY)


def test_an_unstable_page_keeps_date_and_content():
    before = Record(published_at=MONDAY, fingerprint=A1, was_listed=True)

    move, after = advance(before, Sighting(seen_at=TUESDAY, fingerprint=B1, is_unstable=True))

    assert (move, after) == (Move.KEPT, replace(before, is_unstable=True))


def test_a_page_that_has_settled_down_is_rebased():
    before = Record(fingerprint=A1, was_listed=True, is_unstable=True)

    move, after = advance(before, Sighting(seen_at=TUESDAY, fingerprint=B1))

    assert (move, after.updated_at, after.is_unstable) == (Move.REBASED, None, False)


def test_a_change_seen_in_the_past_of_the_row_takes_the_rows_date():
    before = Record(updated_at=FRIDAY, fingerprint=A1, was_listed=True)

    _, after = advance(before, Sighting(seen_at=TUESDAY, fingerprint=B1))

    assert after.updated_at == FRIDAY


@pytest.mark.parametrize(
    ("said", "reason", "is_newcomer", "published_at"),
    [
        (MONDAY, None, False, MONDAY),  # the source's date
        (FRIDAY, None, False, None),  # it lies after the sighting: no date
        (FRIDAY, None, True, TUESDAY),  # … but we saw it come
        (None, None, False, None),  # an old page: unknown is an answer
        (None, None, True, TUESDAY),  # it came up after the first sweep
        (None, Reason.NOT_LIVE, False, TUESDAY),  # we saw it go live
        (None, Reason.PRIVATE, False, None),
        (MONDAY, Reason.NOT_LIVE, True, MONDAY),
    ],
)
def test_the_first_listing_says_when_a_page_was_published(
    said, reason, is_newcomer, published_at
):
    before = Record(reason=reason) if reason else None
    seen = Sighting(seen_at=TUESDAY, fingerprint=A1, published_at=said)

    move, after = advance(before, seen, terms=Terms(is_newcomer=is_newcomer))

    assert (move, after.published_at, after.updated_at) == (Move.NEW, published_at, None)


def test_an_unknown_publication_may_later_take_the_sources_date():
    before = Record(fingerprint=A1, was_listed=True)
    seen = Sighting(
        seen_at=TUESDAY, fingerprint=A1, published_at=MONDAY, published_precision="day"
    )

    move, after = advance(before, seen)

    assert (move, after.published_at, after.published_precision) == (Move.SAME, MONDAY, "day")


@pytest.mark.parametrize(
    ("known_since", "said", "published_at"),
    [
        (None, MONDAY, MONDAY),  # nothing was swept yet
        (TUESDAY, MONDAY, MONDAY),  # older than what we know
        (MONDAY, MONDAY, MONDAY),
        (MONDAY, TUESDAY, None),  # it was listed before: this is no first publication
    ],
)
def test_a_page_that_was_known_before_was_not_first_published_later(
    known_since, said, published_at
):
    before = Record(fingerprint=A1, was_listed=True)
    seen = Sighting(seen_at=FRIDAY, fingerprint=A1, published_at=said)

    move, after = advance(before, seen, terms=Terms(known_since=known_since))

    assert (move, after.published_at) == (Move.SAME, published_at)


def test_an_unreadable_page_leaves_only_after_five_sightings_and_three_days():
    record: Record | None = Record(fingerprint=A1, was_listed=True)
    moves = []

    for hours in (0, 1, 2, 3, 71, 72):
        seen = Sighting(seen_at=MONDAY + timedelta(hours=hours), reason=Reason.UNREADABLE)
        move, record = advance(record, seen)
        moves.append(move)

    assert moves == [*[Move.KEPT] * 5, Move.EXCLUDED]
    assert record.reason is Reason.UNREADABLE


def test_a_readable_page_forgets_that_it_was_unreadable():
    before = Record(
        fingerprint=A1, was_listed=True, unreadable_sightings=4, unreadable_since=MONDAY
    )

    _, after = advance(before, Sighting(seen_at=TUESDAY, fingerprint=A1))

    assert (after.unreadable_sightings, after.unreadable_since) == (0, None)


def test_a_page_first_seen_unreadable_starts_excluded():
    move, after = advance(None, Sighting(seen_at=MONDAY, reason=Reason.UNREADABLE))

    assert (move, after.reason, after.unreadable_sightings) == (
        Move.NEW,
        Reason.UNREADABLE,
        1,
    )
