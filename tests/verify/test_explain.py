"""The answers of `explain`, as a person reads them."""

from __future__ import annotations

import pytest

from honest_sitemaps import verify
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.loc import loc_digest

LOC = "https://www.example.org/breads/bagel/"


@pytest.mark.django_db
@pytest.mark.parametrize("reason", Reason)
def test_a_reason_is_told_by_its_word_its_meaning_and_the_evidence(reason):
    section = Section.objects.create(
        origin="https://www.example.org", name="pages", capacity=10
    )
    ContentState.objects.create(
        section=section,
        key="1",
        loc=LOC,
        loc_digest=loc_digest(LOC),
        reason=reason,
        evidence="the thing seen",
    )

    steps = {step.question: step.answer for step in verify.explain(LOC).steps}

    # "it no longer named by its source" is no sentence: labels are verbs and participles.
    assert steps["Which rule spoke?"] == f"{reason.value} ({reason.label}): the thing seen"
