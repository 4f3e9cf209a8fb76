"""Which status is which reason, and what a page that answers 200 says of itself."""

from __future__ import annotations

import pytest

from honest_sitemaps.capture import Document
from honest_sitemaps.eligibility import LISTED, Reason, Verdict, decide, objections
from honest_sitemaps.eligibility.rules_page import CONTENT_RULES, STATUS_RULES
from tests.eligibility.given import LOC, NOW, ORIGIN, POLICY, candidate, document, html, page

NOINDEX = '<meta name="robots" content="noindex">'
REFRESH = '<meta http-equiv="refresh" content="0;url=/b">'
ELSEWHERE = '<link rel="canonical" href="/b">'
ENDED = '<meta name="robots" content="unavailable_after: 2026-03-01T12:00:00Z">'
ENDING = '<meta name="robots" content="unavailable_after: 2026-03-01T12:00:01Z">'


def verdict_on(answer, tree=None):
    return decide(candidate(), answer, tree, policy=POLICY, now=NOW)


def verdict_on_html(head="", body="<p>Hello.</p>", **headers):
    text = html(head, body)
    return verdict_on(page(html=text, **headers), document(text))


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        (200, None),
        # the page is there for others
        (401, Reason.PRIVATE),
        (403, Reason.PRIVATE),
        # it is not there
        (404, Reason.NOT_FOUND),
        (400, Reason.NOT_FOUND),
        (402, Reason.NOT_FOUND),
        (405, Reason.NOT_FOUND),
        (407, Reason.NOT_FOUND),
        (418, Reason.NOT_FOUND),
        (451, Reason.NOT_FOUND),
        (499, Reason.NOT_FOUND),
        # it was there
        (410, Reason.GONE),
        # not now
        (408, Reason.UNREADABLE),
        (425, Reason.UNREADABLE),
        (429, Reason.UNREADABLE),
        # the server failed
        (500, Reason.UNREADABLE),
        (502, Reason.UNREADABLE),
        (503, Reason.UNREADABLE),
        (599, Reason.UNREADABLE),
        # an answer without the page
        (201, Reason.UNREADABLE),
        (202, Reason.UNREADABLE),
        (204, Reason.UNREADABLE),
        (206, Reason.UNREADABLE),
        # a redirect that does not say where to, and a copy that we never had
        (301, Reason.UNREADABLE),
        (302, Reason.UNREADABLE),
        (304, Reason.UNREADABLE),
        # no final answer, or none by the book
        (100, Reason.UNREADABLE),
        (103, Reason.UNREADABLE),
        (600, Reason.UNREADABLE),
        (999, Reason.UNREADABLE),
    ],
)
def test_each_status_is_one_reason_with_the_status_as_evidence(status, reason):
    verdict = verdict_on(page(status, html=html(NOINDEX + ELSEWHERE)))

    assert verdict == (Verdict(reason, f"status {status}") if reason else LISTED)


@pytest.mark.parametrize("status", [300, 301, 302, 303, 307, 308])
def test_any_redirect_is_one_and_shows_its_target(status):
    verdict = verdict_on(page(status, location="/accounts/login/?next=/a/page/"))

    assert verdict == Verdict(
        Reason.REDIRECT,
        f"status {status} Location: {ORIGIN}/accounts/login/?next=/a/page/",
    )


def test_a_login_elsewhere_leaves_the_same_evidence_each_time():
    one, other = (
        verdict_on(page(302, location=f"https://id.test/auth?client=a&state={state}"))
        for state in ("4f2c", "99ab")
    )

    assert one == other
    assert one.evidence == "status 302 Location: https://id.test/auth?client=a&state=…"


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        (page(0), "no response"),
        (page(0, failure="no answer within 30 s"), "no answer within 30 s"),
        (page(500, failure="ValueError: no price"), "status 500: ValueError: no price"),
        # the answer was fine but for its size
        (
            page(200, failure="larger than 5,242,880 bytes"),
            "larger than 5,242,880 bytes",
        ),
        # a failure is believed before any status
        (page(404, failure="broken off"), "status 404: broken off"),
        (page(302, location="/b", failure="broken off"), "status 302: broken off"),
    ],
)
def test_a_response_that_failed_is_unreadable_and_says_why(answer, evidence):
    assert verdict_on(answer) == Verdict(Reason.UNREADABLE, evidence)


def test_a_tree_that_the_parser_cut_is_not_judged():
    deep = document("<div>" * 5000 + NOINDEX)

    verdict = verdict_on(page(html="…"), deep)

    assert deep.cut
    assert verdict == Verdict(Reason.UNREADABLE, deep.cut)


def test_an_empty_page_is_unreadable():
    verdict = verdict_on(page(), document(""))

    assert verdict.reason is Reason.UNREADABLE
    assert verdict.evidence


@pytest.mark.parametrize(
    ("head", "headers", "reason", "evidence"),
    [
        ("", {}, None, ""),
        (REFRESH, {}, Reason.REDIRECT, f"refresh after 0 s to {ORIGIN}/b"),
        ("", {"refresh": "5; /b"}, Reason.REDIRECT, f"refresh after 5 s to {ORIGIN}/b"),
        (
            "",
            {"refresh": "0; /b?sid=7"},
            Reason.REDIRECT,
            f"refresh after 0 s to {ORIGIN}/b?sid=…",
        ),
        (NOINDEX, {}, Reason.NOINDEX, NOINDEX),
        ("", {"x_robots_tag": "none"}, Reason.NOINDEX, "X-Robots-Tag: none"),
        # the end of the page, to the second
        (ENDED, {}, Reason.EXPIRED, ENDED),
        (ENDING, {}, None, ""),
        (
            "",
            {"x_robots_tag": "unavailable_after: 2026-02-01"},
            Reason.EXPIRED,
            "X-Robots-Tag: unavailable_after: 2026-02-01",
        ),
        (ELSEWHERE, {}, Reason.NON_CANONICAL, f"canonical {ORIGIN}/b"),
        (
            "",
            {"link": "</b?sid=7>; rel=canonical"},
            Reason.NON_CANONICAL,
            f"canonical {ORIGIN}/b?sid=…",
        ),
        # both sides of a conflict
        (
            ELSEWHERE,
            {"link": "</c>; rel=canonical"},
            Reason.NON_CANONICAL,
            f"canonical {ORIGIN}/c and {ORIGIN}/b",
        ),
        ('<link rel="canonical" href="/a/page/">', {}, None, ""),
        # what caches may do says nothing about who may see the page
        ("", {"cache_control": "private, no-store"}, None, ""),
        # where the page also is, says a header that has no meaning here
        ("", {"location": "/b", "content_location": "/b"}, None, ""),
    ],
)
def test_a_page_is_believed_what_it_says_of_itself(head, headers, reason, evidence):
    assert verdict_on_html(head, **headers) == Verdict(reason, evidence)


def test_a_login_form_that_answers_200_is_a_page():
    form = '<form method="post"><input type="password" name="password"></form>'

    assert verdict_on_html(body=form) == LISTED


def test_a_file_is_listed_unless_a_header_speaks_against_it():
    assert verdict_on(page(content_type="application/pdf")) == LISTED
    assert verdict_on(page(x_robots_tag="noindex")).reason is Reason.NOINDEX
    assert verdict_on(page(link="</b>; rel=canonical")).reason is Reason.NON_CANONICAL


def test_only_a_page_that_is_there_is_asked_what_it_says():
    text = html(NOINDEX + REFRESH + ELSEWHERE)
    tree = Document.of_html(text, loc=LOC)

    found = objections(candidate(), page(404), tree, policy=POLICY, now=NOW)

    assert [it.reason for it in found] == [Reason.NOT_FOUND]


def test_every_objection_of_a_page_is_told_in_the_order_of_the_predicate():
    text = html(ELSEWHERE + NOINDEX + ENDED + REFRESH)
    tree = Document.of_html(text, loc=LOC)

    found = objections(candidate(), page(html=text), tree, policy=POLICY, now=NOW)

    assert [it.reason for it in found] == [
        Reason.REDIRECT,
        Reason.EXPIRED,
        Reason.NOINDEX,
        Reason.NON_CANONICAL,
    ]


@pytest.mark.parametrize("failure", ["", "broken off"])
def test_every_status_but_a_whole_200_has_an_objection(failure):
    for status in range(1000):
        for location in ("", "/b"):
            answer = page(status, location=location, failure=failure)
            found = [rule.__name__ for rule in STATUS_RULES if rule(answer, None, NOW)]

            is_whole = status == 200 and not failure
            assert bool(found) is not is_whole
            assert failure or len(found) <= 1


def test_the_rules_are_functions_of_page_document_and_instant():
    assert all(rule(page(), None, NOW) is None for rule in (*STATUS_RULES, *CONTENT_RULES))
