"""The answers of `explain`, as a person reads them."""

from __future__ import annotations

import pytest

from honest_sitemaps import pipeline, verify
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.loc import loc_digest
from tests.site_in_a_dict import (
    MONDAY,
    ORIGIN,
    TUESDAY,
    WEDNESDAY,
    Site,
    html,
    registered,
)

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


@pytest.mark.django_db
def test_a_file_that_shows_an_older_date_is_told():
    site = Site.of(2)
    with registered(pages=site):
        site.sweep(MONDAY)
        site.bodies["/001/"] = html("<p>Other words.</p>")
        site.sweep(TUESDAY)
        pipeline.release(now=TUESDAY)
        site.bodies["/001/"] = html("<p>Other words again.</p>")
        site.sweep(WEDNESDAY)

        before = live(f"{ORIGIN}/001/")
        pipeline.release(now=WEDNESDAY)
        after = live(f"{ORIGIN}/001/")

    assert "2026-08-11" in before
    assert before.endswith("The next release shows the date that it has now.")
    assert after.endswith("with the date 2026-08-12T06:00:00+00:00.")


def live(loc: str) -> str:
    steps = {step.question: step.answer for step in verify.explain(loc).steps}
    return steps["Is that file live?"]
