"""What two visitors prove together."""

from __future__ import annotations

import pytest

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.fingerprint import Fingerprint
from honest_sitemaps.ledger import Facts, Sighting, agreed
from tests.site_in_a_dict import MONDAY


def saw(text: str = "", reason: Reason | None = None) -> Sighting:
    mark = Fingerprint(digest=text, recipe="hs1", parts="", lines=(f"p {text}",))
    return Sighting(
        seen_at=MONDAY,
        key="page",
        facts=Facts(evidence=f"because {reason}" if reason else ""),
        reason=reason,
        fingerprint=None if reason else mark,
    )


NOINDEX, GONE, BROKEN = (
    saw(reason=reason) for reason in (Reason.NOINDEX, Reason.GONE, Reason.UNREADABLE)
)


@pytest.mark.parametrize(
    ("first", "second", "reason", "is_unstable"),
    [
        (saw("a"), saw("a"), None, False),  # both saw one content
        (saw("a"), saw("b"), None, True),  # two contents of one moment
        (saw("a"), NOINDEX, None, True),  # listed for one of them
        (NOINDEX, saw("a"), None, True),  # whoever came first
        (NOINDEX, NOINDEX, Reason.NOINDEX, False),  # one reason
        (NOINDEX, GONE, Reason.NOINDEX, False),  # two reasons, and both exclude
        (saw("a"), BROKEN, Reason.UNREADABLE, False),  # half of the proof is missing
        (BROKEN, GONE, Reason.UNREADABLE, False),
        (BROKEN, BROKEN, Reason.UNREADABLE, False),
    ],
)
def test_two_visitors_agree_or_the_page_is_unstable(first, second, reason, is_unstable):
    seen = agreed(first, second, is_listed=True)

    assert (seen.reason, seen.is_unstable, seen.is_confirmed) == (reason, is_unstable, True)


def test_two_reasons_to_exclude_keep_the_evidence_of_the_first():
    assert agreed(NOINDEX, GONE, is_listed=True).facts.evidence == "because NOINDEX"


def test_an_unstable_page_says_what_differed():
    contents = agreed(saw("a"), saw("b"), is_listed=True)
    verdicts = agreed(saw("a"), GONE, is_listed=True)

    assert "“p a” then “p b”" in contents.facts.evidence
    assert "listed for one visitor, GONE for another" in verdicts.facts.evidence


def test_an_excluded_page_that_one_visitor_may_list_stays_excluded():
    seen = agreed(saw("a"), NOINDEX, is_listed=False)

    assert (seen.reason, seen.is_unstable) == (Reason.NOINDEX, False)
