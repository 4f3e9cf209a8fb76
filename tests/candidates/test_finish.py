"""Whatever a source says, later rooms get one shape of it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from honest_sitemaps.candidates import Candidate
from honest_sitemaps.candidates.finish import finished
from honest_sitemaps.candidates.keys import KEY_LIMIT

WEST = timezone(timedelta(hours=-8))
BERLIN = ZoneInfo("Europe/Berlin")


def finish(**said) -> Candidate:
    return finished(
        Candidate(**{"loc": "/x", **said}),
        section="pages",
        origin="https://ex.test",
        zone=BERLIN,
    )


def test_a_candidate_gets_section_loc_and_the_path_as_key():
    candidate = finish(loc="/über/?a=1")

    assert candidate.section == "pages"
    assert candidate.loc == "https://ex.test/%C3%BCber/?a=1"
    assert candidate.key == "/%C3%BCber/?a=1"
    assert candidate.fault == ""


def test_a_key_of_the_source_stays():
    assert finish(key="app.model:7").key == "app.model:7"


@pytest.mark.parametrize(
    ("said", "loc", "key", "fault"),
    [
        # What was said is kept, as evidence and as name.
        ("https://other.test/x", "https://other.test/x", None, "the host is other.test"),
        ("mailto:a@b", "mailto:a@b", None, "the scheme is mailto"),
        # … in a shape that any database can hold.
        ("/a\x00b", r"/a\x00b", None, r"holds \x00"),
        ("/a\ud800", r"/a\ud800", None, r"holds \ud800"),
        (5, "5", None, "5 (int) is no text"),
        # … cut at 2,048 characters; the key at its own limit.
        ("/" + "x" * 9000, "/" + "x" * 2047, ..., "it has 9,016 characters"),
        # Nothing was said.
        (None, "", "?", "there is no loc"),
        ("", "", "?", "there is no loc"),
    ],
)
def test_what_is_no_loc_stays_as_it_was_said(said, loc, key, fault):
    candidate = finish(loc=said)

    assert candidate.loc == loc
    assert fault in candidate.fault
    if key is ...:
        assert len(candidate.key) == KEY_LIMIT
    else:
        assert candidate.key == (key or loc)


def test_a_foreign_loc_takes_no_path_of_ours_as_key():
    assert finish(loc="https://other.test/x").key != finish(loc="/x").key


def test_a_lazy_loc_is_read():
    assert finish(loc=reverse_lazy("about")).loc == "https://ex.test/about/"


def test_a_lazy_loc_that_raises_is_a_fault():
    candidate = finish(loc=reverse_lazy("nowhere"))

    assert candidate.fault.startswith("NoReverseMatch: Reverse for 'nowhere' not found")
    assert candidate.loc == ""


def test_the_fault_of_the_source_comes_first():
    assert finish(loc="", fault="ValueError: no slug").fault == "ValueError: no slug"


@pytest.mark.parametrize(
    ("said", "moment", "precision"),
    [
        # Aware: as it is.
        (datetime(2026, 3, 1, 12, tzinfo=UTC), datetime(2026, 3, 1, 12, tzinfo=UTC), "second"),
        (
            datetime(2026, 3, 1, 12, tzinfo=timezone(timedelta(hours=5, minutes=30))),
            datetime(2026, 3, 1, 6, 30, tzinfo=UTC),
            "second",
        ),
        # Naive: in the zone of the site, winter and summer.
        (datetime(2026, 3, 1, 12), datetime(2026, 3, 1, 11, tzinfo=UTC), "second"),
        (datetime(2026, 7, 1, 12), datetime(2026, 7, 1, 10, tzinfo=UTC), "second"),
        # The hour that does not exist, and the one that comes twice.
        (datetime(2026, 3, 29, 2, 30), datetime(2026, 3, 29, 1, 30, tzinfo=UTC), "second"),
        (datetime(2026, 10, 25, 2, 30), datetime(2026, 10, 25, 0, 30, tzinfo=UTC), "second"),
        # A day is a day, from its midnight here.
        (date(2026, 3, 1), datetime(2026, 2, 28, 23, tzinfo=UTC), "day"),
        # ISO 8601 text, as JSON fields hold it.
        ("2026-03-01", datetime(2026, 2, 28, 23, tzinfo=UTC), "day"),
        ("2026-03-01T12:00:00Z", datetime(2026, 3, 1, 12, tzinfo=UTC), "second"),
        ("2026-03-01 12:00", datetime(2026, 3, 1, 11, tzinfo=UTC), "second"),
        # No date.
        (None, None, "second"),
        ("", None, "second"),
        ("  ", None, "second"),
        # Zero dates of old databases.
        (datetime(1, 1, 1), None, "second"),
        (datetime.min.replace(tzinfo=UTC), None, "second"),
        (date.min, None, "day"),
        (datetime(1000, 1, 1), None, "second"),  # 999 in UTC, which MariaDB cannot hold
        (datetime(1970, 1, 1, tzinfo=UTC), None, "second"),
        # "Never": stays far ahead, but can be moved to any zone.
        (datetime.max, datetime(9999, 1, 1, tzinfo=UTC), "second"),
        (date.max, datetime(9999, 1, 1, tzinfo=UTC), "day"),
        (datetime.max.replace(tzinfo=WEST), datetime(9999, 1, 1, tzinfo=UTC), "second"),
    ],
)
def test_dates_get_a_zone_and_keep_their_precision(said, moment, precision):
    candidate = finish(published_at=said, expires_at=said)

    assert candidate.published_at == moment
    assert candidate.expires_at == moment
    assert candidate.published_precision == precision
    assert candidate.fault == ""


def test_the_source_may_know_that_its_time_is_a_day():
    midnight = datetime(2026, 3, 1, tzinfo=UTC)

    candidate = finish(published_at=midnight, published_precision="day")

    assert candidate.published_precision == "day"


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("yesterday", "published_at: 'yesterday' is no date"),
        ("2026-02-30", "published_at: '2026-02-30' is no date"),
        ("2026-02-30T00:00:00Z", "published_at: '2026-02-30T00:00:00Z' is no date"),
        (1767225600, "published_at: 1767225600 is no date"),
    ],
)
def test_what_is_no_date_is_a_fault(said, fault):
    candidate = finish(published_at=said)

    assert candidate.published_at is None
    assert candidate.fault == fault


def test_an_expiry_that_is_no_date_lists_nothing_for_ever():
    assert finish(expires_at="soon").fault == "expires_at: 'soon' is no date"


@pytest.mark.parametrize(
    ("said", "is_so"), [(True, True), (1, True), (None, False), ("", False)]
)
def test_flags_are_flags(said, is_so):
    candidate = finish(is_live=said, is_public=said, noindex=said)

    assert (candidate.is_live, candidate.is_public, candidate.noindex) == (is_so, is_so, is_so)


def test_what_is_not_said_is_empty_text():
    candidate = finish(
        language=None, group=None, canonical=None, withheld_why=None, fault=None
    )

    assert candidate.language == ""
    assert candidate.group == ""
    assert candidate.canonical == ""
    assert candidate.withheld_why == ""
    assert candidate.fault == ""


def test_names_of_sets_become_text_that_fits():
    assert finish(group=5).group == "5"
    assert len(finish(group="g" * 900).group) == KEY_LIMIT


def test_a_language_that_cannot_be_one_is_a_fault():
    candidate = finish(language="x" * 36)

    assert len(candidate.language) == 35
    assert candidate.fault.endswith("is no language")


@pytest.mark.parametrize(
    ("said", "canonical"),
    [
        ("/y", "https://ex.test/y"),
        ("http://other.test/y", "http://other.test/y"),
        ("mailto:a@b", "mailto:a@b"),
    ],
)
def test_a_canonical_may_lie_anywhere(said, canonical):
    candidate = finish(canonical=said)

    assert candidate.canonical == canonical
    assert candidate.fault == ""


@pytest.mark.parametrize(
    ("said", "images"),
    [
        (["/a.jpg", "https://cdn.test/b c.jpg"], ("https://ex.test/a.jpg", "https://cdn.test/b%20c.jpg")),
        ("/a.jpg", ("https://ex.test/a.jpg",)),
        (iter(["/a.jpg"]), ("https://ex.test/a.jpg",)),
        # What is no URL is left out; the page is not.
        (["", None, "data:image/png;base64,x", "/a.jpg"], ("https://ex.test/a.jpg",)),
        (None, ()),
        ([], ()),
    ],
)  # fmt: skip
def test_images_are_absolute(said, images):
    candidate = finish(images=said)

    assert candidate.images == images
    assert candidate.fault == ""


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("a\x00b\x0b\ud800c\uffff", "abc"),  # neither XML nor every database holds these
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),  # a Persian joiner
        ("\U0001f469\u200d\U0001f467", "\U0001f469\u200d\U0001f467"),  # one emoji of two
        ("Donau\u00addampf\u2028schiff", "Donau\u00addampf\u2028schiff"),  # may be broken here
        ("two\nlines\tand\rmore", "two\nlines\tand\rmore"),
    ],
)
def test_a_title_that_readers_see_has_no_escapes(title, kept):
    candidate = finish(news={"title": title}, videos=[{"title": title}])

    assert candidate.news == {"title": kept}
    assert candidate.videos == ({"title": kept},)


def test_a_number_that_json_does_not_know_is_text():
    assert finish(videos=[{"rating": float("nan"), "duration": 1.5}]).videos == (
        {"rating": "nan", "duration": 1.5},
    )


def test_videos_and_news_become_what_json_can_hold():
    video = {"title": gettext_lazy("Film"), "duration": 5, "tags": ("a", "b"), 1: None}
    news = {
        "title": "T\x00",
        "publication_date": date(2026, 3, 1),
        "naive": datetime(2026, 3, 1, 12),
        "price": Decimal("1.5"),
    }

    candidate = finish(videos=[video], news=news)

    assert json.loads(json.dumps(candidate.videos)) == [
        {"title": "Film", "duration": 5, "tags": ["a", "b"], "1": None}
    ]
    assert json.loads(json.dumps(candidate.news)) == {
        "title": "T",
        "publication_date": "2026-03-01",
        "naive": "2026-03-01T12:00:00+01:00",
        "price": "1.5",
    }


anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(),
    st.datetimes(),
    st.datetimes(timezones=st.timezones()),
    st.dates(),
    st.binary(),
    st.lists(st.text()),
    st.dictionaries(st.text(), st.text()),
)
FIELDS = [
    "key", "language", "group", "published_at", "expires_at", "is_public", "is_live",
    "private_why", "not_live_why", "noindex", "canonical", "canonical_why", "withheld_why",
    "images", "videos", "news", "fault",
]  # fmt: skip


@given(st.fixed_dictionaries({"loc": anything}, optional=dict.fromkeys(FIELDS, anything)))
@settings(max_examples=80, deadline=None)
def test_nothing_that_a_source_says_raises(said):
    candidate = finish(**said)

    assert candidate.key
    assert len(candidate.key) <= KEY_LIMIT
    assert len(candidate.loc) <= 2048
    assert len(candidate.fault) <= 500
    assert candidate.fault or candidate.loc.startswith("https://ex.test/")
    for moment in (candidate.published_at, candidate.expires_at):
        assert moment is None or moment.astimezone(UTC)
    json.dumps([candidate.videos, candidate.news, candidate.images])


@given(
    st.fixed_dictionaries(
        {"loc": st.builds("/{}".format, st.from_regex("[a-zé ?=]{0,9}", fullmatch=True))},
        optional=dict.fromkeys(FIELDS, anything),
    )
)
@settings(max_examples=60, deadline=None)
def test_finishing_what_is_whole_again_changes_nothing(said):
    once = finish(**said)
    assume(not once.fault)

    twice = finished(once, section="pages", origin="https://ex.test", zone=BERLIN)

    assert twice == once
