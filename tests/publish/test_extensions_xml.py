"""Images, videos, news and alternates: whole or not at all, in the order of their schemas."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from honest_sitemaps.publish.addresses import is_public, media_loc
from honest_sitemaps.publish.alternates_xml import NO_LINKS, Member, hreflang, link_set
from honest_sitemaps.publish.extensions_xml import images_xml, videos_xml
from honest_sitemaps.publish.news_xml import Article, article, news_language
from honest_sitemaps.publish.urlset_xml import EXTENSIONS, NAMESPACE, UrlEntry, write_urlset

ORIGIN = "https://www.example.org"
PAGE = f"{ORIGIN}/page"
T0 = datetime(2026, 11, 30, 8, tzinfo=UTC)
XSD = Path(__file__).resolve().parents[3] / "shared/data/xsd"

VIDEO = {
    "thumbnail_loc": f"{ORIGIN}/t.jpg",
    "title": "Title",
    "description": "Description",
    "content_loc": f"{ORIGIN}/v.mp4",
}
FULL_VIDEO = {
    **VIDEO,
    "player_loc": "https://player.example.org/v?id=1&autoplay=0",
    "duration": timedelta(minutes=2, seconds=0.4),
    "expiration_date": "2027-01-01",
    "rating": 4.25,
    "view_count": "12",
    "publication_date": "2026-11-30T08:00:00Z",
    "tag": ["a", "b & c", ""],
    "family_friendly": True,
    "restriction": {"relationship": "allow", "value": "DE AT"},
    "requires_subscription": "No",
    "uploader": "A <B>",
    "platform": {"relationship": "deny", "value": "tv"},
    "live": False,
    # tags that have had no effect since 2022 are not written
    "category": "c",
    "gallery_loc": f"{ORIGIN}/g",
    "price": "1",
}
NEWS = {"title": "A & B", "publication_date": "2026-11-30T07:00:00+00:00", "name": "Paper"}


@pytest.fixture(scope="session")
def schema() -> etree.XMLSchema:
    if not XSD.exists():
        pytest.skip("the schemas are not beside the project")
    return etree.XMLSchema(file=str(XSD / "_all-urlset.xsd"))


def urlset(*extensions: str) -> etree._Element:
    out = BytesIO()
    write_urlset([UrlEntry(PAGE, "2026-11-30", xml) for xml in extensions], out)
    return etree.fromstring(out.getvalue())


def names(root: etree._Element) -> list[str]:
    return [etree.QName(child).localname for child in root.iter()]


def links_between(*languages: str, default: str = "en") -> str:
    members = [Member(1, n, code, f"{ORIGIN}/{code}/") for n, code in enumerate(languages)]
    return link_set(members, default_language=default).xml


def test_every_extension_is_valid_by_its_schema(schema):
    news = article(NEWS, published_at=None, language="de", name="")

    assert isinstance(news, Article)
    root = urlset(
        links_between("en", "de", "zh-hans", "pt-br")
        + images_xml([f"{ORIGIN}/i.jpg", "https://cdn.example.org/é.jpg"], origin=ORIGIN).xml
        + videos_xml([VIDEO, FULL_VIDEO], loc=PAGE, origin=ORIGIN).xml
        + news.xml
    )
    schema.assertValid(root)


def test_the_namespaces_are_those_of_the_schemas():
    if not XSD.exists():
        pytest.skip("the schemas are not beside the project")
    files = {
        NAMESPACE: "sitemap-0.9.xsd",
        EXTENSIONS["image"]: "sitemap-image-1.1.xsd",
        EXTENSIONS["video"]: "sitemap-video-1.1.xsd",
        EXTENSIONS["news"]: "sitemap-news-0.9.xsd",
        EXTENSIONS["xhtml"]: "xhtml1-strict.xsd",
    }
    for namespace, name in files.items():
        assert etree.parse(str(XSD / name)).getroot().get("targetNamespace") == namespace


# --- images


def test_images_are_written_once_in_the_order_given():
    written = images_xml(["/b.jpg", f"{ORIGIN}/a.jpg", "/b.jpg"], origin=ORIGIN)

    assert [loc.text for loc in urlset(written.xml).iter("{*}loc")][1:] == [
        f"{ORIGIN}/b.jpg",  # a relative one is joined to the origin
        f"{ORIGIN}/a.jpg",
    ]
    assert written.left_out == ()


@pytest.mark.parametrize(
    ("image", "why"),
    [
        ("", "no loc"),
        (None, "no loc"),
        ("ftp://example.org/i.jpg", "scheme is ftp"),
        ("data:image/png;base64,xxxx", "scheme is data"),
        ("http://localhost:8000/i.jpg", "not public"),
        ("http://192.168.1.10/i.jpg", "not public"),
        ("https://build.internal/i.jpg", "not public"),
        ("https://example.org/" + "x" * 2048, "characters"),
        (7, "no text"),
    ],
)
def test_an_image_that_no_crawler_can_fetch_is_left_out(image, why):
    written = images_xml([image, "/good.jpg"], origin=ORIGIN)

    assert written.xml.count("<image:image>") == 1
    assert why in written.left_out[0]


def test_no_more_than_a_thousand_images_are_written():
    written = images_xml([f"/{n}.jpg" for n in range(1_003)], origin=ORIGIN)

    assert written.xml.count("<image:image>") == 1_000
    assert written.left_out == ("3 images above the limit of 1,000",)


def test_a_private_origin_may_name_private_hosts():
    origin = "http://localhost:8000"

    assert images_xml(["/i.jpg", "http://127.0.0.1/j.jpg"], origin=origin).left_out == ()


@pytest.mark.parametrize(
    ("loc", "public"),
    [
        ("https://example.org/", True),
        ("https://dev.to/", True),  # looks like a staging host and is none
        ("https://8.8.8.8/", True),
        ("https://localhost/", False),
        ("https://site.test/", False),
        ("http://10.0.0.1/", False),
        ("http://169.254.169.254/latest", False),
        ("http://[::1]/", False),
        ("http://[fe80::1]/", False),
        ("https://intranet/", False),
        ("https://", False),
        ("http://[broken/", False),
    ],
)
def test_private_hosts_are_told_from_public_ones(loc, public):
    assert is_public(loc) is public


@given(st.one_of(st.text(), st.none(), st.integers(), st.lists(st.text())))
def test_any_media_address_is_one_or_none(value):
    loc = media_loc(value, origin=ORIGIN)

    if isinstance(loc, str):
        assert loc.isascii()
        assert loc.startswith(("http://", "https://"))


# --- videos


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"thumbnail_loc": ""}, "thumbnail_loc"),
        ({"title": "  "}, "title is missing"),
        ({"title": "\x00"}, "title is missing"),  # nothing that XML can hold
        ({"description": None}, "description is missing"),
        ({"content_loc": None}, "neither content_loc nor player_loc"),
        ({"content_loc": PAGE}, "neither content_loc nor player_loc"),  # the page itself
    ],
)
def test_a_video_that_lacks_what_is_required_is_left_out(change, why):
    written = videos_xml([{**VIDEO, **change}], loc=PAGE, origin=ORIGIN)

    assert written.xml == ""
    assert why in written.left_out[0]


@pytest.mark.parametrize(
    ("key", "value", "written"),
    [
        ("duration", 28_800, "28800"),
        ("duration", 28_801, None),  # above eight hours
        ("duration", 0, None),
        ("duration", "PT5M", None),  # no number
        ("rating", 5, "5.0"),
        ("rating", 5.1, None),
        ("rating", float("nan"), None),
        ("view_count", -1, None),
        ("publication_date", "2026-11-30", "2026-11-30"),  # a day stays a day
        ("publication_date", "soon", None),
        ("family_friendly", False, "no"),
        ("family_friendly", "maybe", None),
        ("live", "YES", "yes"),
        ("restriction", {"relationship": "permit", "value": "DE"}, None),
        ("restriction", {"relationship": "deny", "value": "DE"}, "DE"),
        ("title", "x" * 101, "x" * 100),
        ("description", "x" * 2_049, "x" * 2_048),
    ],
)
def test_a_videos_facts_are_written_within_their_limits(key, value, written):
    xml = videos_xml([{**VIDEO, key: value}], loc=PAGE, origin=ORIGIN).xml

    assert urlset(xml).findtext(f".//{{{EXTENSIONS['video']}}}{key}") == written


def test_no_more_than_32_tags_are_written():
    xml = videos_xml([{**VIDEO, "tag": [str(n) for n in range(40)]}], loc=PAGE, origin=ORIGIN)

    assert xml.xml.count("<video:tag>") == 32


scalars = st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=8)
json_values = (
    scalars
    | st.lists(scalars, max_size=2)
    | st.fixed_dictionaries({"relationship": st.just("allow"), "value": scalars})
)


@given(st.dictionaries(st.sampled_from([*FULL_VIDEO, "x"]), json_values, max_size=4))
def test_whatever_a_video_holds_the_xml_is_well_formed(video):
    written = videos_xml([{**VIDEO, **video}], loc=PAGE, origin=ORIGIN)

    urlset(written.xml)


@given(json_values)
def test_whatever_a_column_holds_nothing_raises(value):
    images_xml(value, origin=ORIGIN)
    videos_xml(value, loc=PAGE, origin=ORIGIN)
    article(value, published_at=T0, language="en", name="Paper")


# --- news


def an_article(**facts: object) -> Article:
    found = article({**NEWS, **facts}, published_at=None, language="en", name="")
    assert isinstance(found, Article), found
    return found


@pytest.mark.parametrize(
    ("age", "is_news"),
    [
        (timedelta(0), True),
        (timedelta(hours=47, minutes=59), True),
        (timedelta(hours=48), False),
        (timedelta(hours=48, minutes=1), False),
        (timedelta(seconds=-1), False),  # a date to come is not written
    ],
)
def test_news_is_at_most_two_days_old(age, is_news):
    found = an_article(publication_date=(T0 - age).isoformat())

    assert found.is_news(T0) is is_news


@given(st.integers(min_value=-400_000, max_value=400_000))
def test_news_turns_exactly_when_it_says(seconds):
    found = an_article(publication_date=(T0 - timedelta(seconds=seconds)).isoformat())
    turns_at = found.turns_at(T0)

    if turns_at is not None:
        just_before = turns_at - timedelta(seconds=1)
        assert turns_at > T0
        assert found.is_news(turns_at) is not found.is_news(just_before)
        assert found.is_news(just_before) is found.is_news(T0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"title": ""}, "title"),
        ({"publication_date": "yesterday"}, "publication_date"),
        ({"name": ""}, "NEWS_NAME"),
        ({"language": "klingon"}, "language"),
    ],
)
def test_news_that_lacks_what_is_required_is_left_out(change, why):
    found = article({**NEWS, **change}, published_at=None, language="en", name="")

    assert isinstance(found, str)
    assert why in found


def test_news_takes_what_it_does_not_say_from_page_and_settings():
    found = article({"title": "T"}, published_at=T0, language="pt-br", name="Paper")

    assert isinstance(found, Article)
    assert "<news:name>Paper</news:name>" in found.xml
    assert "<news:language>pt</news:language>" in found.xml
    assert "<news:publication_date>2026-11-30T08:00:00+00:00<" in found.xml


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "en"),
        ("en_US", "en"),
        ("pt-br", "pt"),
        ("zh-hans", "zh-cn"),
        ("zh-hans-cn", "zh-cn"),
        ("zh-hant", "zh-tw"),
        ("zh-CN", "zh-cn"),
        ("zh-tw", "zh-tw"),
        ("zh-hk", "zh-tw"),
        ("fil", "fil"),
        ("sr@latin", "sr"),
        ("", ""),
        ("english", ""),
        ("e", ""),
    ],
)
def test_the_language_of_news_follows_its_pattern(language, written):
    assert news_language(language) == written


# --- alternates


def members(*languages: str) -> list[Member]:
    return [Member(1, n, code, f"{ORIGIN}/{code}/") for n, code in enumerate(languages, 1)]


def links_of(xml: str) -> dict[str, str]:
    root = urlset(xml)
    return {link.get("hreflang"): link.get("href") for link in root.iter("{*}link")}


def test_every_member_lists_itself_all_others_and_the_default():
    found = link_set(members("en", "de", "fr"), default_language="en")

    assert found.members == {(1, 1), (1, 2), (1, 3)}  # one text for all: reciprocal
    assert links_of(found.xml) == {
        "en": f"{ORIGIN}/en/",
        "de": f"{ORIGIN}/de/",
        "fr": f"{ORIGIN}/fr/",
        "x-default": f"{ORIGIN}/en/",
    }


@pytest.mark.parametrize("languages", [(), ("en",), ("en", "en"), ("en", "EN"), ("en", "")])
def test_a_set_of_one_language_has_no_links(languages):
    assert link_set(members(*languages), default_language="en") == NO_LINKS


@pytest.mark.parametrize(
    ("default", "x_default"),
    [
        ("de", "de"),
        ("de-at", "de"),  # the language, if not the region
        ("fr", None),  # not listed: no x-default
    ],
)
def test_x_default_is_the_sites_language_if_it_is_listed(default, x_default):
    links = links_of(link_set(members("en", "de"), default_language=default).xml)

    assert links.get("x-default") == (f"{ORIGIN}/{x_default}/" if x_default else None)


def test_of_two_pages_in_one_language_the_first_represents_it():
    twice = [*members("en", "de"), Member(2, 1, "de", f"{ORIGIN}/other/")]

    found = link_set(twice, default_language="en")

    assert found.members == {(1, 1), (1, 2)}  # the other would not be pointed back at
    assert "other" not in found.xml


@given(st.permutations(members("en", "de", "fr", "zh-hans")))
def test_the_order_of_the_rows_does_not_matter(found):
    assert link_set(found, default_language="en") == link_set(
        members("en", "de", "fr", "zh-hans"), default_language="en"
    )


@pytest.mark.parametrize(
    ("language", "tag"),
    [
        ("en", "en"),
        ("pt-br", "pt-BR"),
        ("pt_BR", "pt-BR"),
        ("zh-hans", "zh-Hans"),
        ("zh-hant-hk", "zh-Hant-HK"),
        ("es-419", "es-419"),
        ("sr-latn", "sr-Latn"),
        ("sr@latin", "sr-Latn"),
        ("de-1996", "de-1996"),
        ("", ""),
        ("de-", ""),
        ("german", ""),
        ("sr@unknown", ""),
        ('en"><script>', ""),
    ],
)
def test_a_django_language_becomes_a_bcp_47_tag(language, tag):
    assert hreflang(language) == tag


@given(st.text())
def test_a_language_is_a_safe_attribute_or_nothing(language):
    assert hreflang(language).replace("-", "").isalnum() or hreflang(language) == ""
