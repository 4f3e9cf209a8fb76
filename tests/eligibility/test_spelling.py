"""What a reference names, and when two URLs are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.eligibility.spelling import evenly, is_same, resolved, steady
from tests.eligibility.given import LOC, ORIGIN


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        # relative to the page, to its host, to its scheme
        ("b", f"{ORIGIN}/a/page/b"),
        ("../b", f"{ORIGIN}/a/b"),
        ("/b", f"{ORIGIN}/b"),
        ("?b", f"{LOC}?b"),
        ("//other.test/b", "https://other.test/b"),
        # absolute, and made even as browsers do
        ("HTTP://Other.TEST:80", "http://other.test/"),
        ("https://bücher.test/ü ü", "https://xn--bcher-kva.test/%C3%BC%20%C3%BC"),
        # white space around it and line ends in it, as templates leave them
        (" \n/b\n ", f"{ORIGIN}/b"),
        ("/b\n/c", f"{ORIGIN}/b/c"),
        # a fragment is a place on a page, not a page
        ("/b#c", f"{ORIGIN}/b"),
        ("#c", LOC),
        # nothing
        ("", ""),
        (" \n", ""),
        # no page of the web
        ("mailto:a@example.test", ""),
        ("javascript:void(0)", ""),
        ("data:text/html,x", ""),
        # no URL at all
        ("https://", ""),
        ("https://[", ""),
        ("https://a b/", ""),
        ("\ud800", ""),
    ],
)
def test_a_reference_is_read_as_a_browser_reads_it(reference, target):
    assert resolved(reference, base=LOC) == target


def test_a_base_that_is_no_url_resolves_nothing():
    assert resolved("/a", base="https://a b/") == ""


@pytest.mark.parametrize(
    ("other", "same"),
    [
        ("https://e.test/%C3%BC~a?b=%2F", True),
        # case of escapes
        ("https://e.test/%c3%bc~a?b=%2f", True),
        # an escape that is not needed
        ("https://e.test/%C3%BC%7Ea?%62=%2F", True),
        ("https://e.test/%C3%BC%7ea?b=%2F", True),
        # one that is missing
        ("https://e.test/ü~a?b=%2F", True),
        # reserved characters keep their difference
        ("https://e.test/%C3%BC~a?b=/", False),
        ("https://e.test/%C3%BC~a%3Fb=%2F", False),
        # slash, case, host, scheme, query
        ("https://e.test/%C3%BC~a/?b=%2F", False),
        ("https://e.test/%C3%BC~A?b=%2F", False),
        ("https://www.e.test/%C3%BC~a?b=%2F", False),
        ("http://e.test/%C3%BC~a?b=%2F", False),
        ("https://e.test/%C3%BC~a", False),
    ],
)
def test_only_the_spelling_may_differ(other, same):
    assert is_same("https://e.test/%C3%BC~a?b=%2F", other) is same
    assert is_same(other, "https://e.test/%C3%BC~a?b=%2F") is same


def test_what_no_one_can_encode_is_compared_all_the_same():
    assert is_same("/\ud800", "/\ud800/..") is False
    assert is_same("/a\ud800", "/%61\ud800") is True


@pytest.mark.parametrize(
    ("octets", "even"),
    [
        # what the two special characters of robots.txt mean here
        (b"/a*b$", "/a%2Ab%24"),
        (b"/%2a%24", "/%2A%24"),
        # reserved and unreserved characters stand for themselves
        (b"/a-b._~:?#[]@!&'()+,;=Z9", "/a-b._~:?#[]@!&'()+,;=Z9"),
        # a percent sign that begins no escape
        (b"/100%", "/100%25"),
        (b"/%zz%2", "/%25zz%252"),
        # an escaped percent sign stays one
        (b"/%2562", "/%2562"),
    ],
)
def test_octets_have_one_spelling(octets, even):
    assert evenly(octets) == even
    assert evenly(even.encode()) == even


@given(st.binary(max_size=60))
def test_spelling_evenly_is_done_once(octets):
    assert evenly(evenly(octets).encode()) == evenly(octets)


@pytest.mark.parametrize(
    ("target", "steadily"),
    [
        # values that name one visit
        ("https://id.test/auth?state=4f2&nonce=a1", "https://id.test/auth?state=…&nonce=…"),
        ("/login?next=/a/&ts=1700000000", "/login?next=/a/&ts=…"),
        ("/x?_=17#a", "/x?_=…#a"),
        ("/x?SAMLRequest=abc", "/x?SAMLRequest=…"),
        ("/x?csrftoken=a&csrf_token=b&sessionid=c", "/x?csrftoken=…&csrf_token=…&sessionid=…"),
        # only a whole name does so
        (
            "/x?my_state=bavaria&states=2&statement=1",
            "/x?my_state=bavaria&states=2&statement=1",
        ),
        ("/state=1?a=b", "/state=1?a=b"),
    ],
)
def test_evidence_of_a_target_does_not_change_with_every_visit(target, steadily):
    assert steady(target) == steadily


@given(st.text(max_size=60), st.text(max_size=60))
def test_whatever_stands_there_is_resolved_and_compared(reference, base):
    target = resolved(reference, base=f"https://e.test/{base}")

    assert target == "" or target.startswith(("http://", "https://"))
    assert is_same(target, target)
    assert isinstance(is_same(reference, base), bool)
