"""What needs no page: what the source states, what the loc says, what robots.txt forbids."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from honest_sitemaps.eligibility import (
    Policy,
    Reason,
    Robots,
    Verdict,
    decide_early,
    robots_from_text,
)
from honest_sitemaps.eligibility.rules_early import EARLY_RULES
from tests.eligibility.given import (
    BEFORE,
    LATER,
    LOC,
    NOW,
    ORIGIN,
    POLICY,
    candidate,
)

BLOCKED = Policy(origin=ORIGIN, robots=robots_from_text("User-agent: *\nDisallow: /a/"))
UNREACHABLE = Policy(
    origin=ORIGIN, robots=Robots(is_reachable=False, why="robots.txt: status 503")
)


@pytest.mark.parametrize(
    ("fields", "reason", "evidence"),
    [
        ({"is_public": False}, Reason.PRIVATE, "the source says that it is not public"),
        ({"is_live": False}, Reason.NOT_LIVE, "the source says that it is not live"),
        # a source that says why is quoted
        ({"is_public": False, "private_why": "login"}, Reason.PRIVATE, "login"),
        ({"is_live": False, "not_live_why": "a draft"}, Reason.NOT_LIVE, "a draft"),
        (
            {"canonical": "/b", "canonical_why": "an alias"},
            Reason.NON_CANONICAL,
            f"the source says canonical {ORIGIN}/b (an alias)",
        ),
        # the clock decides, to the second
        (
            {"published_at": LATER},
            Reason.NOT_LIVE,
            "published_at 2026-03-01T12:00:01+00:00",
        ),
        ({"expires_at": NOW}, Reason.EXPIRED, "expires_at 2026-03-01T12:00:00+00:00"),
        ({"expires_at": BEFORE}, Reason.EXPIRED, "expires_at 2026-03-01T11:59:59+00:00"),
        ({"withheld_why": "hidden by the editor"}, Reason.WITHHELD, "hidden by the editor"),
        ({"noindex": True}, Reason.NOINDEX, "the source says noindex"),
        # elsewhere, as a full URL or relative to the loc
        (
            {"canonical": f"{ORIGIN}/b"},
            Reason.NON_CANONICAL,
            f"the source says canonical {ORIGIN}/b",
        ),
        ({"canonical": "/b"}, Reason.NON_CANONICAL, f"the source says canonical {ORIGIN}/b"),
        (
            {"canonical": LOC.replace("https", "http")},
            Reason.NON_CANONICAL,
            "the source says canonical http://example.test/a/page/",
        ),
        (
            {"canonical": LOC.rstrip("/")},
            Reason.NON_CANONICAL,
            f"the source says canonical {ORIGIN}/a/page",
        ),
    ],
)
def test_what_the_source_states_is_believed(fields, reason, evidence):
    verdict = decide_early(candidate(**fields), policy=POLICY, now=NOW)

    assert verdict == Verdict(reason, evidence, is_stated=True)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"published_at": NOW},
        {"published_at": BEFORE},
        # the same instant in another zone
        {"published_at": NOW.astimezone(timezone(timedelta(hours=9)))},
        {"expires_at": LATER},
        # the own URL, however it is spelt, or none that can be read
        {"canonical": LOC},
        {"canonical": "/a/%70age/"},
        {"canonical": f"{LOC}#top"},
        {"canonical": "https://["},
        {"canonical": " "},
    ],
)
def test_nothing_speaks_against_a_page_that_should_be_listed(fields):
    assert decide_early(candidate(**fields), policy=POLICY, now=NOW) is None


@pytest.mark.parametrize(
    ("loc", "fault", "evidence"),
    [
        # what the source did wrong, in the words of the walk
        (LOC, "ValueError: no slug", "ValueError: no slug"),
        ("", "there is no loc", "there is no loc"),
        # another host, subdomain, port, scheme
        ("https://other.test/a", "", f"https://other.test/a is not on {ORIGIN}"),
        ("https://www.example.test/a", "", f"https://www.example.test/a is not on {ORIGIN}"),
        ("https://example.test:8000/", "", f"https://example.test:8000/ is not on {ORIGIN}"),
        ("http://example.test/", "", f"http://example.test/ is not on {ORIGIN}"),
        ("https://example.test.evil/", "", f"https://example.test.evil/ is not on {ORIGIN}"),
        # no absolute loc at all, which the walk would have made of it
        ("/a", "", f"/a is not on {ORIGIN}"),
        ("", "", f"is not on {ORIGIN}"),
    ],
)
def test_a_loc_of_no_use_is_malformed(loc, fault, evidence):
    verdict = decide_early(candidate(loc, fault=fault), policy=POLICY, now=NOW)

    assert verdict == Verdict(Reason.MALFORMED, evidence, is_stated=False)


@pytest.mark.parametrize(
    ("query", "parameters", "evidence"),
    [
        # no query string
        ("", (), None),
        # any parameter is foreign unless it is named
        ("?page=2", (), "parameter page"),
        ("?page=2", ("page",), None),
        ("?page=2&page=3", ("page",), None),
        ("?page=2&sort=name", ("page",), "parameter sort"),
        ("?sort=name&page=2", ("page",), "parameter sort"),
        ("?utm_source=x&utm_medium=y", ("page",), "parameter utm_source"),
        # names are compared whole and exactly
        ("?pages=2", ("page",), "parameter pages"),
        ("?Page=2", ("page",), "parameter Page"),
        # … decoded
        ("?p%61ge=2", ("page",), None),
        ("?%C3%A4=2", (), "parameter ä"),
        # without a value, with an empty one, without a name
        ("?page", ("page",), None),
        ("?page=", ("page",), None),
        ("?123456", (), "parameter 123456"),
        ("?=2", ("page",), "parameter"),
        # nothing behind the question mark is another URL all the same
        ("?", ("page",), "a question mark without a parameter"),
        ("?&", ("page",), "a question mark without a parameter"),
        # a question mark in a value
        ("?page=2?sort=3", ("page",), None),
    ],
)
def test_a_parameter_that_the_section_does_not_allow_is_named(query, parameters, evidence):
    policy = Policy(origin=ORIGIN, parameters=parameters)

    verdict = decide_early(candidate(LOC + query), policy=policy, now=NOW)

    assert verdict == (evidence and Verdict(Reason.PARAMETER_VARIANT, evidence))


def test_a_path_that_may_not_be_crawled_shows_the_line():
    verdict = decide_early(candidate(), policy=BLOCKED, now=NOW)

    assert verdict == Verdict(Reason.ROBOTS_BLOCKED, "Disallow: /a/ (line 2)")
    assert decide_early(candidate(f"{ORIGIN}/b/"), policy=BLOCKED, now=NOW) is None


def test_an_unreachable_robots_txt_proves_nothing_about_the_page():
    verdict = decide_early(candidate(), policy=UNREACHABLE, now=NOW)

    assert verdict == Verdict(Reason.UNREADABLE, "robots.txt: status 503")


def test_what_the_source_states_is_said_before_what_others_say():
    stated = candidate(f"{LOC}?a=b", noindex=True)

    for policy in (BLOCKED, UNREACHABLE):
        assert decide_early(stated, policy=policy, now=NOW).reason is Reason.NOINDEX


def test_the_rules_stand_in_the_order_of_the_predicate():
    names = [rule.__name__ for rule in EARLY_RULES]

    assert names == [
        *("not_public", "not_live", "expired", "malformed"),
        *("withheld", "stated_noindex", "stated_canonical"),
        *("parameter_variant", "robots_unreachable", "robots_blocked"),
    ]


def test_evidence_does_not_depend_on_when_one_looks():
    past = candidate(expires_at=datetime(2026, 1, 1, tzinfo=UTC))

    first = decide_early(past, policy=POLICY, now=NOW)
    second = decide_early(past, policy=POLICY, now=NOW + timedelta(days=9))

    assert first == second
