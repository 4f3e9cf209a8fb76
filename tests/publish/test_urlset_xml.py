"""What is written is read back: any text, any number, the same bytes each time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from honest_sitemaps.errors import ShardOverflow
from honest_sitemaps.publish import urlset_xml
from honest_sitemaps.publish.index_xml import IndexEntry, write_index
from honest_sitemaps.publish.urlset_xml import UrlEntry, write_urlset
from honest_sitemaps.publish.xml_text import (
    element,
    escaped,
    is_plain,
    parsed_moment,
    text_of,
    w3c,
    w3c_day,
)

S = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
T0 = datetime(2026, 11, 30, 8, tzinfo=UTC)


def urlset(*entries: UrlEntry) -> bytes:
    out = BytesIO()
    size = write_urlset(entries, out)
    assert size == (len(entries), len(out.getvalue()))
    return out.getvalue()


def index(*entries: IndexEntry, now: datetime = T0) -> bytes:
    out = BytesIO()
    write_index(entries, out, now=now)
    return out.getvalue()


def test_the_whole_file_is_this_text():
    xml = urlset(UrlEntry("https://e.test/a", "2026-11-30"), UrlEntry("https://e.test/b"))

    assert xml.decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<url><loc>https://e.test/a</loc><lastmod>2026-11-30</lastmod></url>\n"
        "<url><loc>https://e.test/b</loc></url>\n"
        "</urlset>\n"
    )


def test_namespaces_are_declared_only_if_an_entry_uses_them():
    image = "<image:image><image:loc>https://e.test/i</image:loc></image:image>"

    with_image = urlset(UrlEntry("https://e.test/a"), UrlEntry("https://e.test/b", "", image))
    with_text = urlset(UrlEntry("https://e.test/a", "", "<x>&lt;image:</x>"))

    assert set(etree.fromstring(with_image).nsmap) == {None, "image"}
    assert b"xmlns:image" not in with_text


@given(st.lists(st.text(), max_size=5))
def test_any_text_is_read_back_but_for_what_xml_cannot_hold(texts):
    xml = urlset(*(UrlEntry(text) for text in texts))

    read = [loc.text or "" for loc in etree.fromstring(xml).iter(f"{S}loc")]
    kept = [
        "".join(c for c in text if c in "\t\n\r" or (ord(c) >= 32 and c not in "\ufffe\uffff"))
        for text in texts
    ]
    assert read == kept


@given(st.text(st.characters(exclude_categories=[])))
def test_an_attribute_and_an_element_survive_any_text(text):
    xml = f'<a b="{escaped(text)}">{escaped(text)}</a>'

    root = etree.fromstring(xml.encode())

    dropped = {*map(chr, range(32)), *map(chr, range(0xD800, 0xE000)), "\ufffe", "\uffff"}
    kept = "".join(c for c in text if c not in dropped or c in "\t\n\r")
    assert (root.text or "") == kept
    assert len(root) == 0


@given(st.text())
def test_plain_text_is_text_that_needs_no_escaping(text):
    if is_plain(text):
        assert escaped(text) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a&b", "a&amp;b"),  # once, not twice
        ("a&amp;b", "a&amp;amp;b"),  # what is written is what was meant
        ("<'\">", "&lt;&apos;&quot;&gt;"),  # the five of the protocol
        ("a\x08b\x0bc", "abc"),  # control characters
        ("a\ud800b", "ab"),  # a lone surrogate
        ("a\ufffeb\uffffc", "abc"),
        ("a\r\nb", "a&#13;\nb"),  # a bare CR would become a line feed
        ("\U0001f600é", "\U0001f600é"),  # what XML may hold stays
        ("a\x7fb\x85c", "a\x7fb\x85c"),  # discouraged, but a Char of XML 1.0
    ],
)
def test_text_is_escaped_once_and_cleaned(text, written):
    assert escaped(text) == written


def test_the_same_entries_give_the_same_bytes():
    entries = [UrlEntry(f"https://e.test/{n}", w3c(T0)) for n in range(1_200)]

    assert urlset(*entries) == urlset(*entries)


def test_fifty_thousand_urls_fit_and_one_more_does_not():
    entries = [UrlEntry("https://e.test/")] * 50_000

    assert urlset(*entries).count(b"<url>") == 50_000
    with pytest.raises(ShardOverflow) as overflow:
        urlset(*entries, UrlEntry("https://e.test/"))
    assert (overflow.value.urls, overflow.value.limit) == (50_001, 50_000)


def test_a_file_never_breaks_the_limit_of_bytes(monkeypatch):
    assert urlset_xml.PROTOCOL_LIMIT_BYTES == 52_428_800
    entry = UrlEntry("https://e.test/")
    fits = len(urlset(entry, entry))
    monkeypatch.setattr(urlset_xml, "PROTOCOL_LIMIT_BYTES", fits)

    assert len(urlset(entry, entry)) == fits
    monkeypatch.setattr(urlset_xml, "PROTOCOL_LIMIT_BYTES", fits - 1)
    out = BytesIO()
    with pytest.raises(ShardOverflow):
        write_urlset([entry, entry], out)
    assert out.getvalue() == b""


def test_alternates_in_thirty_languages_break_the_bytes_long_before_the_count(monkeypatch):
    monkeypatch.setattr(urlset_xml, "PROTOCOL_LIMIT_BYTES", 2_000_000)
    links = '<xhtml:link rel="alternate" hreflang="de" href="https://e.test/de/a-page"/>' * 30

    with pytest.raises(ShardOverflow) as overflow:
        urlset(*[UrlEntry("https://e.test/a-page", "", links)] * 2_000)

    assert overflow.value.size_bytes > 2_000_000


def test_the_index_is_this_text():
    xml = index(
        IndexEntry("https://e.test/sitemaps/a-1.xml", T0),
        IndexEntry("https://e.test/sitemaps/b-1.xml?x&y", T0 + timedelta(seconds=1)),
    )

    assert xml.decode() == (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
        "<sitemap><loc>https://e.test/sitemaps/a-1.xml</loc>"
        "<lastmod>2026-11-30T08:00:00+00:00</lastmod></sitemap>\n"
        # its date is later than now: none is written
        "<sitemap><loc>https://e.test/sitemaps/b-1.xml?x&amp;y</loc></sitemap>\n"
        "</sitemapindex>\n"
    )


def test_an_index_holds_fifty_thousand_files_and_no_more():
    entries = [IndexEntry("https://e.test/a", T0)] * 50_000

    assert index(*entries).count(b"<sitemap>") == 50_000
    with pytest.raises(ShardOverflow):
        index(*entries, entries[0])


@pytest.mark.parametrize(
    ("moment", "written"),
    [
        (T0, "2026-11-30T08:00:00+00:00"),
        (T0.replace(microsecond=999_999), "2026-11-30T08:00:00+00:00"),  # cut, not rounded
        # a zone of half hours, in UTC
        (
            datetime(2026, 11, 30, 1, 0, tzinfo=timezone(timedelta(hours=5, minutes=30))),
            "2026-11-29T19:30:00+00:00",
        ),
        (datetime(999, 1, 1, tzinfo=UTC), "0999-01-01T00:00:00+00:00"),  # four digits
    ],
)
def test_times_are_w3c_datetimes_in_utc(moment, written):
    assert w3c(moment) == written


def test_a_day_is_the_day_of_the_sites_own_zone(settings):
    settings.TIME_ZONE = "Asia/Tashkent"  # UTC+5

    stored = datetime(2026, 11, 29, 19, tzinfo=UTC)  # midnight of the 30th, there

    assert w3c_day(stored) == "2026-11-30"


@pytest.mark.parametrize(
    ("raw", "moment", "is_day"),
    [
        ("2026-11-30", datetime(2026, 11, 30, tzinfo=UTC), True),
        ("2026-11-30T08:00:00Z", T0, False),
        ("2026-11-30T09:00:00+01:00", T0, False),
        ("2026-11-30 08:00", T0, False),  # naive: the default time zone
        (T0.date(), datetime(2026, 11, 30, tzinfo=UTC), True),
        (T0, T0, False),
    ],
)
def test_dates_of_all_kinds_are_understood(raw, moment, is_day):
    assert parsed_moment(raw) == (moment, is_day)


@pytest.mark.parametrize(
    "raw", [None, "", " ", 0, "0000-00-00", "2026-15-15T04:41:42+00:00", "yesterday", ["2026"]]
)
def test_what_is_no_date_is_none(raw):
    assert parsed_moment(raw) is None


@given(st.one_of(st.text(), st.dates(), st.datetimes(), st.none(), st.integers()))
def test_reading_a_date_never_raises(raw):
    parsed_moment(raw)


@pytest.mark.parametrize(
    ("value", "text"), [(None, ""), ("  a ", "a"), ("\x00\x08", ""), (7, "7"), ("", "")]
)
def test_text_is_what_xml_can_hold_of_it(value, text):
    assert text_of(value) == text


def test_an_element_escapes_its_text():
    assert element("a", "<&") == "<a>&lt;&amp;</a>"
