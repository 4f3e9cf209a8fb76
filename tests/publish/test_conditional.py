"""RFC 9110: what a client accepts, and what it already has."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils.http import http_date
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.publish import coding_for, etag_of, status_for

CHANGED_AT = datetime(2026, 11, 30, 8, 0, 0, 500_000, tzinfo=UTC)
DIGEST = "0123456789abcdef" * 4
TAG = etag_of(DIGEST, "identity")


def date(**later: float) -> str:
    return http_date((CHANGED_AT + timedelta(**later)).timestamp())


def test_each_coding_has_another_strong_tag():
    assert TAG == '"0123456789abcdef0123456789abcdef-id"'
    assert etag_of(DIGEST, "gzip") == '"0123456789abcdef0123456789abcdef-gz"'


@pytest.mark.parametrize(
    ("accept", "coding"),
    [
        (None, "identity"),  # any is acceptable: the one that all can read
        ("", "identity"),
        ("gzip", "gzip"),
        ("GZIP", "gzip"),
        ("x-gzip", "gzip"),
        ("gzip, deflate, br, zstd", "gzip"),
        ("br", "identity"),
        ("br, gzip;q=0.1", "gzip"),
        ("gzip;q=0", "identity"),
        ("gzip ; q=0.0", "identity"),
        ("gzip;q=0.000, *", "identity"),  # the named one, not the star
        ("*", "gzip"),
        ("*;q=0", "identity"),
        ("identity, gzip;q=0.5", "identity"),
        ("identity;q=0.5, gzip", "gzip"),
        ("identity, gzip", "gzip"),  # of equals the smaller
        ("identity;q=0, gzip", "gzip"),
        ("identity;q=0, gzip;q=0", "identity"),  # refuses both: plain bytes all the same
        ("gzip;q=high", "identity"),  # a weight that is none
        ("gzip;q=2", "identity"),
        ("gzip;q=1.000", "gzip"),
        ("gzip;level=9;q=0", "identity"),
        (",, gzip ,", "gzip"),
        ("notgzip, gzipped", "identity"),
    ],
)
def test_the_coding_is_what_the_client_likes_best(accept, coding):
    assert coding_for(accept) == coding


@given(st.text())
def test_any_accept_encoding_has_an_answer(accept):
    assert coding_for(accept) in ("gzip", "identity")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"If-None-Match": TAG}, 304),
        ({"If-None-Match": f"W/{TAG}"}, 304),  # compared weakly: nginx weakens
        ({"If-None-Match": "*"}, 304),
        ({"If-None-Match": " * "}, 304),
        ({"If-None-Match": f'"a", W/"b",{TAG}'}, 304),  # a list
        ({"If-None-Match": '"a,b", "c"'}, 200),  # a comma within a tag
        ({"If-None-Match": TAG[:-1] + '-gzip"'}, 304),  # what mod_deflate appends
        ({"If-None-Match": TAG[:-1] + '-br"'}, 304),
        ({"If-None-Match": TAG[:-1] + '-x"'}, 200),
        ({"If-None-Match": TAG.strip('"')}, 200),  # no tag without quotes
        ({"If-None-Match": etag_of(DIGEST, "gzip")}, 200),  # the other coding
        ({"If-None-Match": ""}, 200),
        ({"If-Modified-Since": date()}, 304),  # the same second
        ({"If-Modified-Since": date(days=1)}, 304),
        ({"If-Modified-Since": date(seconds=-1)}, 200),
        ({"If-Modified-Since": "yesterday"}, 200),
        ({"If-Modified-Since": f"{date()}, {date()}"}, 200),  # more than one
        ({"If-Modified-Since": "Mon, 30 Nov 2026 25:61:00 GMT"}, 200),
        ({"If-Modified-Since": "Monday, 30-Nov-26 09:00:00 GMT"}, 304),  # RFC 850
        ({"If-Modified-Since": "Mon Nov 30 09:00:00 2026"}, 304),  # asctime
        # If-None-Match wins, whatever the dates
        ({"If-None-Match": '"a"', "If-Modified-Since": date(days=99)}, 200),
        ({"If-None-Match": TAG, "If-Modified-Since": date(days=-99)}, 304),
        ({"If-None-Match": "broken", "If-Modified-Since": date(days=99)}, 200),
        # preconditions that fail come first
        ({"If-Match": '"a"'}, 412),
        ({"If-Match": '"a"', "If-None-Match": TAG}, 412),
        ({"If-Match": f"W/{TAG}"}, 412),  # compared strongly
        ({"If-Match": TAG}, 200),
        ({"If-Match": "*"}, 200),
        ({"If-Match": TAG, "If-None-Match": TAG}, 304),
        ({"If-Unmodified-Since": date(seconds=-1)}, 412),
        ({"If-Unmodified-Since": date()}, 200),
        ({"If-Unmodified-Since": "never"}, 200),
        ({"If-Match": TAG, "If-Unmodified-Since": date(days=-1)}, 200),  # If-Match wins
    ],
)
def test_the_conditions_are_weighed_in_the_order_of_the_rfc(headers, status):
    assert status_for(headers, etag=TAG, changed_at=CHANGED_AT) == status


@given(st.dictionaries(st.sampled_from(["If-None-Match", "If-Modified-Since"]), st.text()))
def test_any_condition_has_an_answer(headers):
    assert status_for(headers, etag=TAG, changed_at=CHANGED_AT) in (200, 304, 412)
