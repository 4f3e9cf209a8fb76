"""Evidence can be stored in any database and shown to anyone, and is the same each time."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.eligibility import Reason, Verdict
from honest_sitemaps.eligibility.evidence import EVIDENCE_LIMIT, objection, shown


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("status 404", "status 404"),
        # one line
        (" one\r\n\ttwo \n", "one two"),
        # nothing that a terminal would obey or a reader would miss
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\0b\u202eb", "a\\x00b\\u202eb"),
        # no lone surrogate, which no database stores
        ("a\ud800", "a\\ud800"),
        # other scripts stay
        ("нет ü 日本", "нет ü 日本"),
        # the memory address of an object differs in the next process, an id does not
        ("<X object at 0x7f3a9c>", "<X object at 0x…>"),
        ("/token/0x7f3a9c", "/token/0x7f3a9c"),
    ],
)
def test_evidence_is_one_line_that_all_can_see(text, evidence):
    assert shown(text) == evidence


def test_evidence_fits_its_column():
    assert shown("a" * EVIDENCE_LIMIT) == "a" * EVIDENCE_LIMIT
    assert shown("a" * (EVIDENCE_LIMIT + 1)) == "a" * (EVIDENCE_LIMIT - 1) + "…"
    assert shown("a" * EVIDENCE_LIMIT, end="!") == "a" * (EVIDENCE_LIMIT - 2) + "…!"


def test_what_comes_far_behind_the_cut_is_not_even_looked_at():
    assert shown(" " * 10_000 + "a") == ""


def test_an_objection_is_a_verdict_with_fit_evidence():
    assert objection(Reason.GONE, " 410\n") == Verdict(Reason.GONE, "410", False)
    assert objection(Reason.PRIVATE, "x", is_stated=True) == Verdict(Reason.PRIVATE, "x", True)


@given(st.text(max_size=3000), st.text("ab( )1", max_size=20))
def test_evidence_is_always_fit_and_made_once(text, end):
    evidence = shown(text, end=end)

    assert len(evidence) <= EVIDENCE_LIMIT
    assert evidence.endswith(end)
    assert evidence.isprintable() or not shown(text).isprintable()
    assert shown(evidence) == " ".join(evidence.split())
