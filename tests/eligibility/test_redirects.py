"""Every redirect, by status, by header and by tag; and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.eligibility.redirects import (
    REFRESH_LIMIT_SECONDS,
    redirect_target,
    refresh_target,
)
from tests.eligibility.given import LOC, ORIGIN, document, html, page


@pytest.mark.parametrize("status", [300, 301, 302, 303, 305, 307, 308, 399])
def test_any_3xx_with_a_location_is_a_redirect(status):
    assert redirect_target(page(status, location="/b")) == f"{ORIGIN}/b"


@pytest.mark.parametrize(
    ("answer", "target"),
    [
        # relative to the page
        (page(301, location="b"), f"{LOC}b"),
        # elsewhere, http too
        (page(301, location="http://other.test/b"), "http://other.test/b"),
        # to itself: a loop, still no page
        (page(302, location=LOC), LOC),
        # a target that is no page of the web is shown as it is
        (page(302, location="tel:+49"), "tel:+49"),
        (page(302, location=" https://[ "), "https://["),
        # without a Location there is nowhere to go
        (page(302), ""),
        (page(302, location="  "), ""),
        # a copy that we never had
        (page(304, location="/b"), ""),
        # another status may name a place too
        (page(201, location="/b"), ""),
        (page(200, location="/b"), ""),
        (page(299, location="/b"), ""),
        (page(400, location="/b"), ""),
    ],
)
def test_the_target_of_a_redirect_is_absolute(answer, target):
    assert redirect_target(answer) == target


@pytest.mark.parametrize(
    ("said", "target", "seconds"),
    [
        # as everyone writes it
        ("0; url=/b", f"{ORIGIN}/b", 0),
        ("0;URL=/b", f"{ORIGIN}/b", 0),
        ("5; url=https://other.test/", "https://other.test/", 5),
        # quotes of both kinds, closed and not
        ("0; url='/b'", f"{ORIGIN}/b", 0),
        ('0; url="/b" and more', f"{ORIGIN}/b", 0),
        ("0; url='/b", f"{ORIGIN}/b", 0),
        ("0; url=/b'c", f"{ORIGIN}/b'c", 0),
        # spaces and line ends anywhere
        (" \n0 ;\turl \n= \n/b ", f"{ORIGIN}/b", 0),
        # a comma or a space in place of the semicolon, and no "url="
        ("0,url=/b", f"{ORIGIN}/b", 0),
        ("0 url=/b", f"{ORIGIN}/b", 0),
        ("0; /b", f"{ORIGIN}/b", 0),
        ("0; '/b'", f"{ORIGIN}/b", 0),
        ("0 /b", f"{ORIGIN}/b", 0),
        # "url" that is the beginning of a name
        ("0; url/b", f"{LOC}url/b", 0),
        ("0; urls.html", f"{LOC}urls.html", 0),
        # "url=" inside the target
        ("0; /b?url=c", f"{ORIGIN}/b?url=c", 0),
        ("0; url=/b?url=c", f"{ORIGIN}/b?url=c", 0),
        # parts of seconds
        ("0.5; url=/b", f"{ORIGIN}/b", 0),
        (".9; url=/b", f"{ORIGIN}/b", 0),
        ("007; url=/b", f"{ORIGIN}/b", 7),
        # soon, and not so soon
        ("60; url=/b", f"{ORIGIN}/b", 60),
        ("61; url=/b", "", 0),
        ("999999999; url=/b", "", 0),
        ("1000000000; url=/b", "", 0),
        (f"{'9' * 5000}; url=/b", "", 0),
        # a reload
        ("30", "", 0),
        ("30;", "", 0),
        ("0; url=", "", 0),
        (f"30; url={LOC}", "", 0),
        ("30; url=", "", 0),
        ("30; url=#top", "", 0),
        ("30; url=../%70age/", "", 0),
        # no refresh
        ("", "", 0),
        ("url=/b", "", 0),
        ("; url=/b", "", 0),
        ("soon; url=/b", "", 0),
        ("-1; url=/b", "", 0),
        ("0x; url=/b", "", 0),
        ("0; url=javascript:go()", "", 0),
        ("٣; url=/b", "", 0),
    ],
)
def test_a_refresh_soon_and_elsewhere_is_a_redirect(said, target, seconds):
    escaped = said.replace('"', "&quot;")
    tag = document(html(f'<meta http-equiv="refresh" content="{escaped}">'))

    assert refresh_target(page(), tag) == (target, seconds)
    assert refresh_target(page(refresh=said), None) == (target, seconds)


@pytest.mark.parametrize(
    ("source", "target"),
    [
        # names of tag and attribute in any case
        ('<META HTTP-EQUIV="Refresh" CONTENT="0; URL=/b">', f"{ORIGIN}/b"),
        ("<meta http-equiv=' refresh ' content='0;url=/b'>", f"{ORIGIN}/b"),
        # joined to the base of the document
        ('<base href="/c/"><meta http-equiv="refresh" content="0;url=b">', f"{ORIGIN}/c/b"),
        # the one that leads elsewhere, behind one that does not
        (
            '<meta http-equiv="refresh" content="30">'
            '<meta http-equiv="refresh" content="0;url=/b">',
            f"{ORIGIN}/b",
        ),
        # in the body, as browsers obey it
        ('</head><body><meta http-equiv="refresh" content="0;url=/b">', f"{ORIGIN}/b"),
        # for visitors without scripts only
        ('<noscript><meta http-equiv="refresh" content="0;url=/b"></noscript>', ""),
        # not part of the page
        ('<template><meta http-equiv="refresh" content="0;url=/b"></template>', ""),
        ('<!-- <meta http-equiv="refresh" content="0;url=/b"> -->', ""),
        # another tag
        ('<meta name="refresh" content="0;url=/b">', ""),
        ('<meta http-equiv="refresh">', ""),
        ("<meta content='0;url=/b'>", ""),
    ],
)
def test_a_refresh_is_read_where_a_crawler_reads_it(source, target):
    assert refresh_target(page(), document(html(source)))[0] == target


def test_the_header_comes_before_the_tag():
    tag = document(html('<meta http-equiv="refresh" content="0;url=/tag">'))

    assert refresh_target(page(refresh="1;url=/header"), tag) == (f"{ORIGIN}/header", 1)


def test_a_page_without_elements_refreshes_nothing():
    assert refresh_target(page(), document("")) == ("", 0)


@pytest.mark.parametrize(
    "said",
    [
        pytest.param("1" * 200_000 + "x", id="digits"),
        pytest.param(" " * 200_000 + "x", id="spaces"),
        pytest.param("0" + " " * 200_000, id="spaces behind the delay"),
        pytest.param("0;url" + " " * 200_000, id="spaces behind url"),
        pytest.param("0;" + "." * 200_000 + "'", id="dots"),
    ],
)
def test_a_hostile_refresh_is_read_in_one_pass(said):
    assert refresh_target(page(refresh=said), None)[1] == 0


@given(st.text(max_size=80))
def test_whatever_a_refresh_says_is_read(said):
    target, seconds = refresh_target(page(refresh=said), None)

    assert target == "" or target.startswith(("http://", "https://"))
    assert 0 <= seconds <= REFRESH_LIMIT_SECONDS
