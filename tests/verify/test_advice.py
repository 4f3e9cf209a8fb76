"""A verdict is told in a sentence that an editor understands, with what to do about it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.verify.advice import headline, remedy


def row(reason: str = "", evidence: str = "", **fields: object) -> ContentState:
    section = Section(origin="https://example.test", name="pages", capacity=10)
    return ContentState(section=section, reason=reason, evidence=evidence, **fields)


@pytest.mark.parametrize("reason", Reason)
def test_each_reason_has_a_sentence_and_a_remedy(reason):
    said = headline(row(reason), is_listed=False)
    advice = remedy(row(reason), is_listed=False)

    assert said.startswith("Not listed")
    assert said.endswith(".")
    assert advice.endswith(".")


@pytest.mark.parametrize(
    ("reason", "evidence", "said"),
    [
        (
            Reason.NOINDEX,
            '<meta name="robots" content="noindex">',
            "Not listed: the page says noindex (meta robots).",
        ),
        (
            Reason.NOINDEX,
            "X-Robots-Tag: noindex",
            "Not listed: the page says noindex (X-Robots-Tag header).",
        ),
        (
            Reason.NOINDEX,
            "the source says noindex",
            "Not listed: the page says noindex (the source says noindex).",
        ),
        (
            Reason.WITHHELD,
            "by hand: a mistake",
            "Not listed: it is withheld (by hand: a mistake).",
        ),
        (Reason.GONE, "", "Not listed: the site answers that the page is gone for good."),
    ],
)
def test_a_sentence_tells_what_was_seen(reason, evidence, said):
    assert headline(row(reason, evidence), is_listed=False) == said


def test_long_evidence_is_cut_in_the_sentence():
    said = headline(row(Reason.REDIRECT, "x" * 400), is_listed=False)

    assert said.endswith(f"({'x' * 120}…).")


@pytest.mark.parametrize(
    ("published_at", "in_a_file", "said"),
    [
        (None, True, "Listed, without a date: none that can be trusted was seen yet."),
        (
            datetime(2026, 8, 3, tzinfo=UTC),
            True,
            "Listed. Its content last changed on Aug. 3, 2026.",
        ),
        (None, False, "Not listed: its section pages is not registered any more."),
    ],
)
def test_a_listed_row_tells_its_date_or_that_it_is_in_no_file(published_at, in_a_file, said):
    assert headline(row(published_at=published_at), is_listed=in_a_file) == said


def test_an_unknown_url_is_told_in_words():
    assert headline(None, is_listed=False).startswith("Not listed: nothing on the site names")
    assert remedy(None, is_listed=False)


def test_a_url_that_is_in_a_file_needs_no_remedy():
    assert remedy(row(), is_listed=True) == ""
