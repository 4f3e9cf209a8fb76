"""The gate reads what is stored, and lets nothing untrue through."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

import pytest

from honest_sitemaps.publish.artifacts import Coder, keep
from honest_sitemaps.publish.draft import File
from honest_sitemaps.publish.gate import examine
from honest_sitemaps.publish.models import Artifact
from tests.publish.conftest import T0

pytestmark = pytest.mark.django_db

ORIGIN = "https://www.example.org"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
VIDEO = 'xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
NEWS = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'


def stored(xml: str, *, urls: int = 1, name: str = "pages-1.xml") -> File:
    coder = Coder()
    coder.write(xml.encode())
    coded = coder.close()
    keep(coded, urls=urls)
    return File(
        name=name,
        digest=coded.digest,
        version=1,
        urls=urls,
        terms="",
        due_at=None,
        changed_at=T0,
    )


def urlset(*entries: str, names: str = "") -> str:
    lines = "".join(f"<url>{entry}</url>\n" for entry in entries)
    return f"{HEAD}<urlset {NS} {names}>\n{lines}</urlset>\n"


def loc(path: str = "/a", *, rest: str = "", origin: str = ORIGIN) -> str:
    return f"<loc>{origin}{path}</loc>{rest}"


def faults(xml: str, **facts: object) -> list[str]:
    return examine([stored(xml, **facts)], origin=ORIGIN, now=T0)


GOOD = [
    urlset(loc()),
    urlset(loc(rest="<lastmod>2026-11-30T08:00:00+00:00</lastmod>")),  # now is not to come
    urlset(loc(rest="<lastmod>2026-11-30</lastmod>")),
    urlset(loc("/?a=1&amp;b=2")),
    urlset(
        loc(rest=f'<xhtml:link rel="alternate" hreflang="de" href="{ORIGIN}/de"/>'),
        names=XHTML,
    ),
    urlset(
        loc(
            rest="<image:image><image:loc>https://cdn.example.org/i</image:loc></image:image>"
        ),
        names=IMAGE,
    ),
]


@pytest.mark.parametrize("xml", GOOD)
def test_a_true_file_passes(xml):
    assert faults(xml) == []


def test_an_empty_file_passes():
    assert faults(urlset(), urls=0) == []


@pytest.mark.parametrize(
    ("xml", "fault"),
    [
        (urlset(loc("/a&b")), "cannot be read"),  # not well-formed
        (urlset(loc("/a\x08b")), "cannot be read"),  # a control character
        (urlset(loc())[:-12], "cannot be read"),  # cut
        (urlset(loc()) + "<more/>", "cannot be read"),
        ("", "cannot be read"),
        (urlset(loc()).removeprefix(HEAD), "XML declaration"),
        ("\ufeff" + urlset(loc()), "XML declaration"),
        (HEAD + f"<sitemapindex {NS}><sitemap>{loc()}</sitemap></sitemapindex>", "no urlset"),
        (urlset(loc()).replace("http://www.site", "https://www.site"), "no urlset"),
        (urlset(loc()).replace(f" {NS}", ""), "no urlset"),
        (urlset(loc(), names='xmlns:x="urn:x"'), "unknown namespace: urn:x"),
        (urlset(loc(), names=IMAGE.replace("1.1", "1.0")), "unknown namespace"),
        (urlset(""), "of one loc each"),
        (urlset("<loc/>"), "of one loc each"),
        (urlset(loc() + loc()), "of one loc each"),
        (urlset(loc()).replace("<url>", "<page>").replace("</url>", "</page>"), "of one loc"),
        (urlset(loc(origin="https://example.org")), "not of https://www.example.org: https"),
        (urlset(loc(origin="http://www.example.org")), "not of"),  # another scheme
        (urlset(loc(origin="https://www.example.org.evil.test")), "not of"),
        (urlset(loc(origin="https://localhost")), "not of"),
        (urlset("<loc>/a</loc>"), "not of"),
        (urlset(loc("/" + "x" * 2048)), "2,048 characters"),
        (urlset(loc(rest="<lastmod>2026-11-30T08:00:01+00:00</lastmod>")), "date to come"),
        (urlset(loc(rest="<lastmod>2026-12-02</lastmod>")), "date to come"),
        (urlset(loc(rest="<lastmod>2026-11-30T08:00:00</lastmod>")), "no W3C datetime"),
        (urlset(loc(rest="<lastmod>2026-11-30T08:00:00+0200</lastmod>")), "no W3C datetime"),
        (urlset(loc(rest="<lastmod>2025-15-15T04:41:42+00:00</lastmod>")), "no W3C datetime"),
        (urlset(loc(rest="<lastmod>0000-00-00 00:00:00</lastmod>")), "no W3C datetime"),
        (
            urlset(
                loc(rest='<xhtml:link rel="alternate" hreflang="de" href="https://x.test/"/>'),
                names=XHTML,
            ),
            "an alternate that is not of",
        ),
        (
            urlset(
                loc(rest="<image:image><image:loc>http://10.0.0.1/</image:loc></image:image>"),
                names=IMAGE,
            ),
            "not public: http://10.0.0.1/",
        ),
        (
            urlset(
                loc(
                    rest="<video:video><video:player_loc>http://localhost/</video:player_loc>"
                    "</video:video>"
                ),
                names=VIDEO,
            ),
            "not public",
        ),
        (urlset(loc(rest="<image:image/>" * 1_001), names=IMAGE), "more than 1,000 images"),
        (urlset(loc(rest="<news:news/>" * 1_001), names=NEWS), "1,001 news"),
        (f'{HEAD}<!DOCTYPE urlset [<!ENTITY a "b">]>' + urlset(loc())[len(HEAD) :], "DOCTYPE"),
    ],
)
def test_an_untrue_file_is_found(xml, fault):
    found = faults(xml)

    assert any(fault in one for one in found), found
    assert all(one.startswith("pages-1.xml: ") for one in found)


def test_another_count_than_was_written_is_found():
    assert faults(urlset(loc()), urls=2) == [
        "pages-1.xml: holds 1 entries where 2 were written"
    ]


def test_more_than_fifty_thousand_entries_are_found():
    found = faults(urlset(*[loc()] * 50_001), urls=50_001)

    assert found == ["pages-1.xml: holds 50,001 entries; the protocol allows 50,000"]


def test_each_entry_is_looked_at_once_however_the_file_is_cut():
    """A piece of 64 KiB ends anywhere in an entry."""
    paths = [f"/{'x' * (n % 97)}" for n in range(5_000)]
    bad = [loc(path) for path in paths]
    bad[4_321] = loc(origin="https://evil.test")

    assert faults(urlset(*map(loc, paths)), urls=5_000) == []
    assert faults(urlset(*bad), urls=5_000) == [
        "pages-1.xml: names a loc that is not of https://www.example.org: https://evil.test/a"
    ]


def test_an_index_is_examined_as_an_index():
    good = f"{HEAD}<sitemapindex {NS}><sitemap>{loc()}</sitemap></sitemapindex>"

    assert faults(good, name="sitemap.xml") == []
    assert "no sitemapindex" in faults(urlset(loc()), name="sitemap.xml")[0]
    assert "not of" in faults(good.replace("www.example", "example"), name="sitemap.xml")[0]


def test_bytes_that_are_not_those_of_their_name_are_found():
    file = stored(urlset(loc()))
    other = stored(urlset(loc("/b")))
    Artifact.objects.filter(pk=file.digest).update(
        gzip=Artifact.objects.get(pk=other.digest).gzip
    )

    (found,) = examine([file], origin=ORIGIN, now=T0)

    assert f"digest {other.digest}, not {file.digest}" in found


@pytest.mark.parametrize("damage", [lambda b: b[:-9], lambda b: b + b"x", lambda b: b""])
def test_damaged_bytes_are_found(damage):
    file = stored(urlset(loc()))
    whole = bytes(Artifact.objects.get(pk=file.digest).gzip)
    Artifact.objects.filter(pk=file.digest).update(gzip=damage(whole))

    (found,) = examine([file], origin=ORIGIN, now=T0)

    assert found.startswith("pages-1.xml: cannot be read")


def test_a_private_origin_names_its_own_hosts():
    origin = "http://localhost:8000"
    image = "<image:image><image:loc>http://127.0.0.1/</image:loc></image:image>"
    file = stored(urlset(loc(origin=origin, rest=image), names=IMAGE))

    assert examine([file], origin=origin, now=T0) == []


def test_the_day_of_a_zone_ahead_of_utc_is_no_date_to_come():
    """It is the 1st already in Auckland while UTC has the 30th."""
    evening = T0 + timedelta(hours=12)
    file = stored(urlset(loc(rest="<lastmod>2026-12-01</lastmod>")))

    assert examine([file], origin=ORIGIN, now=evening) == []


def test_the_digest_is_of_the_plain_bytes():
    xml = urlset(loc())

    assert stored(xml).digest == sha256(xml.encode()).hexdigest()
