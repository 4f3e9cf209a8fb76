"""noindex and unavailable_after, in all the forms that a crawler reads."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from honest_sitemaps.eligibility.robots_meta import (
    directives,
    instant_of,
    noindex_line,
    unavailable_at,
)
from tests.eligibility.given import document, html, page

IN_2010 = datetime(2010, 6, 25, 23, tzinfo=UTC)


def meta(content: str, *, name: str = "robots") -> str:
    return f'<meta name="{name}" content="{content}">'


@pytest.mark.parametrize(
    ("head", "is_forbidden"),
    [
        (meta("noindex"), True),
        # with any other word, in any order and case (contao#2450: only one pair was known)
        (meta("noindex,nofollow"), True),
        (meta("noindex,follow"), True),
        (meta("follow, NoIndex"), True),
        (meta(" nofollow ,\n noindex "), True),
        (meta("max-snippet:-1, noindex"), True),
        (meta("noindex, max-snippet:-1, max-image-preview:large"), True),
        # words without commas, which authors write and mean
        (meta("noindex nofollow"), True),
        (meta("nofollow;noindex"), True),
        # none is both
        (meta("none"), True),
        (meta("NONE"), True),
        # names in any case
        ('<META NAME="ROBOTS" CONTENT="NOINDEX">', True),
        (meta("noindex", name=" Robots "), True),
        # several tags add up, the most restrictive wins
        (meta("index,follow") + meta("noindex"), True),
        (meta("noindex") + meta("all"), True),
        (meta("noindex", name="googlebot") + meta("index"), True),
        (meta("index", name="googlebot") + meta("noindex"), True),
        # the crawler that the verdict speaks for
        (meta("noindex", name="googlebot"), True),
        (meta("noindex", name="Googlebot"), True),
        # others
        (meta("noindex", name="googlebot-news"), False),
        (meta("noindex", name="bingbot"), False),
        (meta("noindex", name="description"), False),
        (meta("noindex", name=""), False),
        ('<meta property="robots" content="noindex">', False),
        ('<meta http-equiv="robots" content="noindex">', False),
        ('<meta content="noindex">', False),
        ('<meta name="robots">', False),
        # words that only look like it
        (meta("index,follow"), False),
        (meta("all"), False),
        (meta("nofollow, nosnippet, noarchive, noimageindex, notranslate"), False),
        (meta("max-image-preview:none"), False),
        (meta("no-index, no index, noindexing"), False),
        (meta(""), False),
        # a bot's name has no place in a tag
        (meta("otherbot: noindex"), False),
        # only with noindex
        (meta("indexifembedded"), False),
        (meta("noindex, indexifembedded"), True),
        # a comment is no tag
        (f"<!-- {meta('noindex')} -->", False),
        # text and templates are no statement about the page
        (f"<template>{meta('noindex')}</template>", False),
        (f"</head><body><textarea>{meta('noindex')}</textarea>", False),
        (f"<script>document.write('{meta('noindex')}')</script>", False),
        # in the wrong place it still says so
        (f"<div>x</div>{meta('noindex')}", True),
        (f"</head><body><p>{meta('noindex')}", True),
        (f"<noscript>{meta('noindex')}</noscript>", True),
    ],
)
def test_a_tag_forbids_indexing(head, is_forbidden):
    line = noindex_line(page(), document(html(head)))

    assert bool(line) is is_forbidden


@pytest.mark.parametrize(
    ("lines", "is_forbidden"),
    [
        ("noindex", True),
        ("NOINDEX, nofollow", True),
        ("nofollow,noindex", True),
        ("none", True),
        # several lines add up
        (["nofollow", "noindex"], True),
        (["all", "none"], True),
        # for one bot: ours, and others
        ("googlebot: noindex", True),
        ("GoogleBot : NoIndex", True),
        ("*: noindex", True),
        ("otherbot: noindex, nofollow", False),
        ("bingbot: none", False),
        ("googlebot-news: noindex", False),
        # a bot's name holds for what follows it in its line …
        ("noindex, bingbot: nofollow", True),
        ("bingbot: nofollow, noindex", False),
        ("bingbot: nofollow, googlebot: noindex", True),
        ("googlebot: nofollow, bingbot: noindex", False),
        ("otherbot: noindex, googlebot: nofollow, noindex", True),
        # … and not in the next
        (["bingbot: nofollow", "noindex"], True),
        # values behind colons are no bots
        ("max-snippet: 5, noindex", True),
        ("max-image-preview:none", False),
        ("unavailable_after: 25 Jun 2010 15:00:00 PST, noindex", True),
        ("unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noindex", True),
        ("bingbot: unavailable_after: Fri, 25 Jun 2010 15:00:00 PST, noindex", False),
        # a weekday without a date swallows nothing
        ("unavailable_after: Friday, noindex", True),
        ("unavailable_after: Fri,noindex", True),
        # a colon behind a word that is no bot
        ("noindex: yes", True),
        ("no bot: noindex", False),
        # words without commas
        ("noindex nofollow", True),
        # nothing
        ("", False),
        (",,", False),
        (":", False),
        ("all", False),
    ],
)
def test_a_header_forbids_indexing(lines, is_forbidden):
    assert bool(noindex_line(page(x_robots_tag=lines), None)) is is_forbidden


@pytest.mark.parametrize(
    "word",
    [
        *("all", "index", "follow", "noindex", "nofollow", "none", "noarchive", "nocache"),
        *("nosnippet", "indexifembedded", "notranslate", "noimageindex", "unavailable_after"),
        *("max-snippet", "max-image-preview", "max-video-preview"),
    ],
)
def test_a_directive_with_a_colon_is_not_the_name_of_a_bot(word):
    assert noindex_line(page(x_robots_tag=f"{word}: 5, noindex"), None)
    assert not noindex_line(page(x_robots_tag="x-rated: 5, noindex"), None)


def test_the_evidence_is_the_line_that_forbids():
    tags = document(html(meta("index") + meta("noindex,follow", name="GoogleBot")))
    answer = page(x_robots_tag=["nofollow", "googlebot: noindex"])

    in_header = noindex_line(answer, tags)
    in_tag = noindex_line(page(), tags)

    assert in_header == "X-Robots-Tag: googlebot: noindex"
    assert in_tag == '<meta name="GoogleBot" content="noindex,follow">'


def test_a_file_that_is_no_html_has_headers_only():
    assert noindex_line(page(x_robots_tag="noindex"), None)
    assert not noindex_line(page(), None)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        # RFC 822, with and without the weekday, with old zone names and with figures
        ("25 Jun 2010 15:00:00 PST", IN_2010),
        ("Fri, 25 Jun 2010 15:00:00 PST", IN_2010),
        ("25 Jun 2010 23:00:00 GMT", IN_2010),
        ("25 Jun 2010 15:00:00 -0800", IN_2010),
        ("25 Jun 2010 23:00 UT", IN_2010),
        # RFC 850
        ("Friday, 25-Jun-10 15:00:00 PST", IN_2010),
        ("25-Jun-10 15:00:00 PST", IN_2010),
        # ISO 8601
        ("2010-06-25T15:00:00-08:00", IN_2010),
        ("2010-06-25T23:00:00Z", IN_2010),
        ("2010-06-25 23:00", IN_2010),
        (" 2010-06-25T23 ", IN_2010),
        # a day begins at midnight, and no zone is UTC
        ("2010-06-25", datetime(2010, 6, 25, tzinfo=UTC)),
        ("25 Jun 2010 23:00:00 -0000", IN_2010),
        # no date
        ("", None),
        ("tomorrow", None),
        ("2010", None),
        ("25 Jun 2010", None),
        ("31 Feb 2010 15:00:00 GMT", None),
        ("25 Jun 2010 25:00:00 GMT", None),
        ("2010-13-25", None),
        # no instant that a database could store
        ("9999-12-31T23:59:59-08:00", None),
        ("0001-01-01T00:00:00+08:00", None),
        (f"25 Jun {'9' * 5000} 15:00:00 GMT", None),
    ],
)
def test_a_date_is_read_in_three_formats(text, instant):
    assert instant_of(text) == instant


@pytest.mark.parametrize(
    ("said", "instant"),
    [
        ("unavailable_after: 25 Jun 2010 15:00:00 PST", IN_2010),
        ("UNAVAILABLE_AFTER:25 Jun 2010 15:00:00 PST", IN_2010),
        # among others, before and behind
        ("noarchive, unavailable_after: 25 Jun 2010 15:00:00 PST", IN_2010),
        ("unavailable_after: Friday, 25-Jun-10 15:00:00 PST, noarchive", IN_2010),
        ("unavailable_after: Fri, 25 Jun 2010 15:00:00 PST", IN_2010),
        ("unavailable_after: FRIDAY , 25-Jun-10 15:00:00 PST", IN_2010),
        ("unavailable_after:Fri,25 Jun 2010 15:00:00 PST", IN_2010),
        ("unavailable_after: 2010-06-25T15:00:00-08:00, nofollow", IN_2010),
        # the earliest of several
        (
            "unavailable_after: 2010-06-26, unavailable_after: 25 Jun 2010 15:00:00 PST, "
            "unavailable_after: 2010-06-27",
            IN_2010,
        ),
        # one that cannot be read is as if it were not there
        ("unavailable_after: soon, unavailable_after: 2010-06-25T23:00Z", IN_2010),
        ("unavailable_after: soon", None),
        ("unavailable_after: Friday", None),
        ("unavailable_after: Friday, noindex", None),
        ("unavailable_after", None),
        # another directive with a date
        ("available_after: 2010-06-25T23:00Z", None),
        ("all", None),
    ],
)
def test_the_end_of_a_page_is_read_from_tags_and_headers(said, instant):
    assert unavailable_at(page(), document(html(meta(said))))[0] == instant
    assert unavailable_at(page(x_robots_tag=said), None)[0] == instant


def test_the_end_of_a_page_is_for_the_bot_that_it_names():
    ours = page(x_robots_tag="googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST")
    theirs = page(x_robots_tag="otherbot: unavailable_after: 25 Jun 2010 15:00:00 PST")

    assert unavailable_at(ours, None) == (
        IN_2010,
        "X-Robots-Tag: googlebot: unavailable_after: 25 Jun 2010 15:00:00 PST",
    )
    assert unavailable_at(theirs, None) == (None, "")


def test_headers_come_before_tags_and_both_in_order():
    tags = document(html(meta("nofollow, max-snippet: 5") + meta("none", name="googlebot")))
    answer = page(x_robots_tag=["noarchive", "all"])

    found = [(it.name, it.value) for it in directives(answer, tags)]

    assert found == [
        ("noarchive", ""),
        ("all", ""),
        ("nofollow", ""),
        ("max-snippet", "5"),
        ("none", ""),
    ]


@given(st.text(max_size=80))
@example("25 Jun 2010 15:00:00 +99999999")
@example("25 Jun 2010 15:00:00 " + "9" * 5000)
@example("1-1-1 1:1:1 x")
def test_whatever_a_directive_says_is_read(said):
    answer = page(x_robots_tag=[said, f"unavailable_after: {said}", f"googlebot: {said}"])

    assert isinstance(noindex_line(answer, None), str)
    instant, line = unavailable_at(answer, None)
    assert (instant is None) == (line == "")
    assert instant_of(said) is None or instant_of(said).utcoffset().total_seconds() == 0
