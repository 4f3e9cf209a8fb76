"""The laws of the room: one verdict, the first objection, and never an exception."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.capture import Document
from honest_sitemaps.eligibility import (
    LISTED,
    Policy,
    Reason,
    Robots,
    Verdict,
    decide,
    decide_early,
    due_at,
    objections,
    robots_from_text,
)
from tests.eligibility.given import (
    BEFORE,
    LATER,
    LOC,
    NOW,
    ORIGIN,
    POLICY,
    candidate,
    document,
    html,
    page,
)

NEXT_WEEK = NOW + timedelta(days=7)


def withheld_rule(candidate, page, document, *, now):
    return Verdict(Reason.WITHHELD, "by the project")


def early_rule(candidate, page, document, *, now):
    return Verdict(Reason.WITHHELD, "draft") if candidate.language == "xx" else None


def page_rule(candidate, page, document, *, now):
    return None if page is None else Verdict(Reason.WITHHELD, f"status {page.status}")


def everything(value, answer=None, tree=None, *, policy=POLICY, now=NOW):
    return objections(value, answer, tree, policy=policy, now=now)


def reasons(found):
    return {it.reason for it in found}


def test_the_first_objection_decides():
    value = candidate("https://other.test/?a", is_public=False, is_live=False, noindex=True)

    verdict = decide_early(value, policy=POLICY, now=NOW)

    assert verdict.reason is Reason.PRIVATE
    assert verdict == everything(value)[0]


def test_every_objection_is_listed_once_and_in_order():
    policy = Policy(
        origin=ORIGIN,
        robots=Robots(
            is_reachable=False,
            why="robots.txt: status 503",
            rules=robots_from_text("User-agent: *\nDisallow: /").rules,
        ),
        extra=(withheld_rule, withheld_rule),
    )
    value = candidate(
        "https://other.test/?a",
        is_public=False,
        is_live=False,
        expires_at=BEFORE,
        withheld_why="opted out",
        noindex=True,
        canonical="/b",
    )

    found = everything(value, page(404), policy=policy)

    assert [it.reason for it in found] == [
        *(Reason.PRIVATE, Reason.NOT_LIVE, Reason.EXPIRED, Reason.MALFORMED),
        *(Reason.WITHHELD, Reason.NOINDEX, Reason.NON_CANONICAL),
        *(Reason.PARAMETER_VARIANT, Reason.UNREADABLE, Reason.ROBOTS_BLOCKED),
        *(Reason.WITHHELD, Reason.NOT_FOUND),
    ]


def test_a_listed_page_has_no_objection():
    text = html()

    assert everything(candidate(), page(html=text), document(text)) == []
    assert everything(candidate()) == []


def test_the_projects_rules_are_asked_last_before_and_after_the_fetch():
    policy = Policy(origin=ORIGIN, extra=(withheld_rule,))
    later = Policy(origin=ORIGIN, extra=(early_rule, page_rule))

    assert decide_early(candidate(), policy=policy, now=NOW).evidence == "by the project"
    assert decide_early(candidate(noindex=True), policy=policy, now=NOW).evidence != (
        "by the project"
    )
    assert decide_early(candidate(), policy=later, now=NOW) is None
    assert decide(candidate(), page(), None, policy=later, now=NOW).evidence == "status 200"
    assert decide(candidate(), page(404), None, policy=later, now=NOW).reason is (
        Reason.NOT_FOUND
    )


@pytest.mark.parametrize(
    ("fields", "head", "due"),
    [
        # nothing ahead
        ({}, "", None),
        ({"published_at": BEFORE, "expires_at": BEFORE}, "", None),
        ({"published_at": NOW, "expires_at": NOW}, "", None),
        # one thing ahead
        ({"published_at": LATER}, "", LATER),
        ({"published_at": BEFORE, "expires_at": LATER}, "", LATER),
        # the nearest of several
        ({"published_at": LATER, "expires_at": NEXT_WEEK}, "", LATER),
        ({"published_at": NEXT_WEEK, "expires_at": LATER}, "", LATER),
        # what the page says
        ({}, "2026-03-01T12:00:01Z", LATER),
        ({"expires_at": NEXT_WEEK}, "2026-03-01T12:00:01Z", LATER),
        ({"expires_at": LATER}, "2026-04-01", LATER),
        ({}, "2026-03-01T12:00:00Z", None),
    ],
)
def test_the_clock_is_due_at_the_nearest_instant_ahead(fields, head, due):
    tag = f'<meta name="robots" content="unavailable_after: {head}">' if head else ""
    text = html(tag)

    assert due_at(candidate(**fields), page(html=text), document(text), now=NOW) == due


def test_a_page_that_is_not_there_says_nothing_of_its_end():
    answer = page(404, x_robots_tag="unavailable_after: 2026-04-01")

    assert due_at(candidate(), answer, None, now=NOW) is None
    assert due_at(candidate(), replace(answer, status=200), None, now=NOW) == datetime(
        2026, 4, 1, tzinfo=UTC
    )
    assert due_at(candidate(), None, None, now=NOW) is None
    assert due_at(candidate(expires_at=LATER), None, None, now=NOW) == LATER


# Laws.

WORDS = st.sampled_from(
    [
        *("noindex", "none", "index", "googlebot:", "unavailable_after:", "2026-03-01", ","),
        *("0;url=", "/b", LOC, "https://[", "</b>", "; rel=canonical", "<", ">", '"', "x"),
        *("\ud800", "\0", "%", "ü", " ", "Friday", "25-Jun-10 15:00:00 PST", "9" * 5000),
    ]
)
VALUES = st.lists(WORDS, max_size=6).map("".join)
NAMES = st.sampled_from(["x-robots-tag", "link", "location", "refresh", "cache-control"])
HEADERS = st.dictionaries(NAMES, st.lists(VALUES, max_size=3), max_size=4)
TAGS = st.builds(
    lambda name, value: name.replace("*", value.replace('"', "&quot;")),
    st.sampled_from(
        [
            '<meta name="robots" content="*">',
            '<meta name="googlebot" content="*">',
            '<meta http-equiv="refresh" content="*">',
            '<link rel="canonical" href="*">',
            '<link rel="canonical" media="*" href="/b">',
            '<base href="*">',
            "<template>*",
            "<div>*",
            "<noscript>*</noscript>",
            "<!--*",
        ]
    ),
    VALUES,
)
HTML = st.lists(TAGS, max_size=6).map("".join) | st.text(max_size=60)
STATUSES = st.just(200) | st.integers(-1, 700)
CANDIDATES = st.builds(
    candidate,
    st.sampled_from([LOC, f"{LOC}?a=b", "https://other.test/", "", "\ud800"]),
    is_public=st.booleans(),
    is_live=st.booleans(),
    noindex=st.booleans(),
    canonical=st.sampled_from(["", LOC, "/b", "https://["]),
    withheld_why=st.sampled_from(["", "opted out"]),
    fault=st.sampled_from(["", "broken"]),
    published_at=st.sampled_from([None, BEFORE, NOW, LATER]),
    expires_at=st.sampled_from([None, BEFORE, NOW, LATER]),
)


@settings(max_examples=150, deadline=None)
@given(CANDIDATES, STATUSES, HEADERS, HTML, st.sampled_from(["", "broken off"]))
def test_a_verdict_is_always_given_and_is_one_of_the_objections(
    value, status, headers, text, failure
):
    answer = page(status, html=text, failure=failure, **headers)
    tree = Document.of_html(text, loc=LOC)

    early = decide_early(value, policy=POLICY, now=NOW)
    late = decide(value, answer, tree, policy=POLICY, now=NOW)
    found = everything(value, answer, tree)

    assert late == LISTED or late in found
    assert early is None or early == found[0]
    assert all(it.reason in Reason for it in found)
    assert all(0 < len(it.evidence) <= 500 for it in found)
    assert not any("\0" in it.evidence or "\n" in it.evidence for it in found)
    assert all(it.evidence.encode() for it in found)
    assert not any(it.is_stated for it in found if it.reason is Reason.UNREADABLE)
    assert due_at(value, answer, tree, now=NOW) is None or (
        due_at(value, answer, tree, now=NOW) > NOW
    )


@settings(max_examples=60, deadline=None)
@given(STATUSES, HEADERS, HTML)
def test_seeing_the_same_again_later_is_the_same_evidence(status, headers, text):
    answer = page(status, html=text, **headers)
    again = replace(answer, taken_at=NEXT_WEEK)
    tree = Document.of_html(text, loc=LOC)

    first = decide(candidate(), answer, tree, policy=POLICY, now=NEXT_WEEK)
    second = decide(candidate(), again, tree, policy=POLICY, now=NEXT_WEEK + timedelta(days=9))

    assert first == second


@settings(max_examples=60, deadline=None)
@given(STATUSES, HEADERS, HTML)
def test_saying_more_against_a_page_never_lists_it(status, headers, text):
    answer = page(status, html=text, **headers)
    worse = replace(answer, headers=(*answer.headers, ("x-robots-tag", "noindex")))
    tree = Document.of_html(text, loc=LOC)

    before = reasons(everything(candidate(), answer, tree))
    after = reasons(everything(candidate(), worse, tree))

    assert before <= after
    assert not decide(candidate(), worse, tree, policy=POLICY, now=NOW).is_listed


@given(CANDIDATES)
def test_one_objection_more_leaves_an_excluded_candidate_excluded(value):
    blocked = replace(POLICY, robots=robots_from_text("User-agent: *\nDisallow: /"))

    assert decide_early(value, policy=blocked, now=NOW) is not None
    for field, against in (("is_public", False), ("noindex", True), ("fault", "broken")):
        worse = replace(value, **{field: against})

        assert decide_early(worse, policy=POLICY, now=NOW) is not None
        assert reasons(everything(value)) <= reasons(everything(worse))
