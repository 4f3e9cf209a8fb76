"""What a file of ours says of one loc is found in its bytes, as a parser finds it."""

from __future__ import annotations

import gzip
import zlib
from io import BytesIO

import pytest

from honest_sitemaps import publish
from honest_sitemaps.publish.urlset_xml import UrlEntry, write_urlset
from honest_sitemaps.verify.generated import lastmod_in

ENTRIES = [
    UrlEntry("https://example.test/a/", "2026-08-10T06:00:00+00:00", ""),
    UrlEntry("https://example.test/a/b/", "", ""),
    UrlEntry("https://example.test/?a=1&b='2'", "2026-08-11", ""),
    *(UrlEntry(f"https://example.test/{n:05}/", f"day {n}", "") for n in range(3_000)),
    UrlEntry("https://example.test/last/", "", ""),
]


@pytest.fixture
def stored(monkeypatch):
    out = BytesIO()
    write_urlset(ENTRIES, out)
    coded = {"digest": gzip.compress(out.getvalue())}
    monkeypatch.setattr("honest_sitemaps.publish.gzip_of", coded.__getitem__)
    return coded


def test_each_entry_has_the_date_that_a_parser_reads(stored):
    parsed = {it.loc: it.lastmod for it in publish.read_entries(stored["digest"])}

    assert parsed == {entry.loc: entry.lastmod for entry in ENTRIES}
    assert {loc: lastmod_in("digest", loc) for loc in parsed} == parsed


@pytest.mark.parametrize(
    "loc",
    [
        "https://example.test/",
        "https://example.test/a",
        "https://example.test/?a=1",
        "",
    ],
)
def test_what_only_begins_so_is_not_named(stored, loc):
    assert lastmod_in("digest", loc) is None


def test_a_damaged_file_is_not_taken_for_one_that_does_not_name_it(stored):
    stored["digest"] = stored["digest"][:-2_000]

    with pytest.raises(zlib.error):
        lastmod_in("digest", "https://example.test/nowhere/")
