"""A contrib sitemap, exactly as it is: every shape of ``items()`` and ``location()``."""

from __future__ import annotations

import logging
from datetime import UTC, date, datetime

import pytest
from django.contrib.sitemaps import GenericSitemap, Sitemap
from django.contrib.sitemaps.views import sitemap as contrib_view
from django.db import OperationalError
from django.test import RequestFactory
from django.urls import reverse
from django.utils import translation
from lxml import etree

from honest_sitemaps.candidates import SitemapSource, as_source
from honest_sitemaps.errors import ConfigurationError
from tests.candidates.conftest import keys, loc_of, locs, walked
from tests.site.models import Article, Essay, Product

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


class Articles(Sitemap):
    def items(self):
        return Article.objects.order_by("-slug")

    def lastmod(self, article):
        return article.published_at


class Static(Sitemap):
    def items(self):
        return ["home", "about"]

    def location(self, name):
        return reverse(name)


class Languages(Sitemap):
    i18n = True
    alternates = True
    x_default = True

    def items(self):
        return ["contact"]

    def location(self, name):
        return reverse(name)


def sitemap_of(**names):
    """A sitemap class with these attributes."""
    return type("Given", (Sitemap,), names)


def contrib_locs(sitemap) -> list[str]:
    """What Django's own view writes for the same class."""
    request = RequestFactory().get("/sitemap.xml", secure=True, HTTP_HOST="example.test")
    response = contrib_view(request, sitemaps={"pages": sitemap}).render()
    namespace = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    return [it.text for it in etree.fromstring(response.content).iter(f"{namespace}loc")]


SAME_AS_CONTRIB = [
    Articles,
    Articles(),
    Static,
    GenericSitemap({"queryset": Article.objects.all(), "date_field": "published_at"}),
    GenericSitemap({"queryset": Article.objects.order_by("slug")}, protocol="https"),
    # A slice, a union, rows of values, a list, objects without a table.
    sitemap_of(items=lambda self: Article.objects.order_by("slug")[1:4]),
    sitemap_of(
        items=lambda self: Article.objects.filter(slug="a1").union(
            Article.objects.filter(slug="a2")
        )
    ),
    sitemap_of(
        items=lambda self: Article.objects.order_by("pk").values_list("slug", "language"),
        location=lambda self, row: f"/{row[0]}/{row[1]}/",
    ),
    sitemap_of(
        items=lambda self: Article.objects.order_by("pk").values("slug"),
        location=lambda self, row: f"/{row['slug']}/",
    ),
    sitemap_of(
        items=lambda self: Article.objects.order_by("pk").values_list("slug", flat=True),
        location=lambda self, slug: f"/{slug}/",
    ),
    sitemap_of(items=lambda self: list(Article.objects.all())),
    sitemap_of(
        items=lambda self: [{"path": "/a/"}, {"path": "/b/"}],
        location=lambda self, it: it["path"],
    ),
    # location as a bare attribute: every item has it.
    sitemap_of(items=lambda self: ["x"], location="/fixed/"),
    # Nothing at all.
    Sitemap,
    sitemap_of(items=lambda self: Article.objects.none()),
    # Languages, alternates, a list of its own, one language for one item.
    Languages,
    sitemap_of(
        i18n=True,
        languages=["de"],
        items=lambda self: ["contact"],
        location=lambda self, name: reverse(name),
    ),
    sitemap_of(
        i18n=True,
        items=lambda self: Article.objects.order_by("pk"),
        get_languages_for_item=lambda self, it: ["en"] if it.slug == "a1" else ["en", "de"],
        location=lambda self, it: f"/{translation.get_language()}/{it.slug}/",
    ),
    # A protocol and a scheme of its own.
    sitemap_of(protocol="https", items=lambda self: ["home"], location=lambda self, it: "/"),
    # The paths of contrib's URL writers that a project overrides.
    sitemap_of(
        items=lambda self: ["x"], _location=lambda self, it, force_lang_code=None: "/x/"
    ),
    sitemap_of(_items=lambda self: ["x"], location=lambda self, it: f"/{it}/"),
]


@pytest.mark.parametrize("sitemap", SAME_AS_CONTRIB)
@pytest.mark.usefixtures("articles")
@pytest.mark.filterwarnings("ignore::django.core.paginator.UnorderedObjectListWarning")
def test_the_locs_are_those_that_contrib_writes(sitemap):
    assert sorted(locs(sitemap)) == sorted(contrib_locs(sitemap))


@pytest.mark.usefixtures("small_chunks")
def test_a_queryset_is_read_by_primary_key_whatever_its_order(
    articles, django_assert_num_queries
):
    source = SitemapSource(Articles)

    with django_assert_num_queries(4) as captured:
        walk = keys(source)

    assert walk == [f"testsite.article:{it.pk}" for it in articles]
    assert source.is_ordered
    assert not any("OFFSET" in query["sql"] for query in captured.captured_queries)


def test_a_generator_is_read_as_it_runs_though_contrib_cannot(articles):
    source = SitemapSource(
        sitemap_of(
            items=lambda self: (it.slug for it in Article.objects.order_by("pk")),
            location=lambda self, slug: f"/{slug}/",
        )
    )

    assert locs(source) == [loc_of(f"/a{n}/") for n in range(1, 8)]
    assert locs(source, after="/a5/") == [loc_of("/a6/"), loc_of("/a7/")]
    assert not source.is_ordered


def test_items_may_be_an_attribute():
    source = SitemapSource(sitemap_of(items=["/a/", "/b/"], location=lambda self, it: it))

    assert locs(source) == [loc_of("/a/"), loc_of("/b/")]


@pytest.mark.usefixtures("articles")
@pytest.mark.parametrize(
    ("items", "why"),
    [
        (lambda self: Article.objects.order_by("slug")[1:4], "slice"),
        (lambda self: Article.objects.order_by("slug").values_list("slug"), "values"),
        (lambda self: Article.objects.all().union(Article.objects.all()), "union"),
    ],
)
def test_what_cannot_be_read_by_primary_key_is_read_with_a_warning(items, why, caplog):
    source = SitemapSource(sitemap_of(items=items, location=lambda self, it: "/x/"))

    with caplog.at_level(logging.WARNING):
        walked(source)

    assert why in caplog.text
    assert not source.is_ordered


@pytest.mark.usefixtures("articles")
def test_a_slice_of_objects_keeps_their_keys(small_chunks):
    walk = walked(sitemap_of(items=lambda self: Article.objects.order_by("slug")[1:5]))

    assert [it.loc for it in walk] == [loc_of(f"/articles/a{n}/") for n in range(2, 6)]
    assert all(it.key.startswith("testsite.article:") for it in walk)


@pytest.mark.usefixtures("articles")
def test_a_list_of_objects_has_their_keys_and_a_proxy_is_its_model():
    source = sitemap_of(items=lambda self: list(Essay.objects.order_by("pk")))

    assert keys(source) == [
        f"testsite.article:{it.pk}" for it in Article.objects.order_by("pk")
    ]


def test_items_without_a_primary_key_are_named_by_their_path():
    assert keys(Static) == ["/", "/about/"]
    assert keys(sitemap_of(items=lambda self: [Article(slug="a")])) == ["/articles/a/"]


def test_equal_paths_without_a_primary_key_stay_apart():
    source = sitemap_of(items=lambda self: [1, 2, 3], location=lambda self, it: "/x/")

    assert keys(source) == ["/x/", "/x/#2", "/x/#3"]


def test_versions_in_languages_follow_each_other_under_one_key(articles):
    source = sitemap_of(
        i18n=True,
        alternates=True,
        items=lambda self: Article.objects.all()[:2],
        location=lambda self, it: f"/{translation.get_language()}/{it.slug}/",
    )

    candidates = walked(source)

    first = f"testsite.article:{articles[0].pk}"
    assert [(it.key, it.language, it.group) for it in candidates[:2]] == [
        (first, "en", first),
        (first, "de", first),
    ]
    assert [it.loc for it in candidates[:2]] == [loc_of("/en/a1/"), loc_of("/de/a1/")]


def test_without_alternates_the_versions_form_no_set():
    source = sitemap_of(i18n=True, items=Languages.items, location=Languages.location)

    assert {it.group for it in walked(source)} == {""}


def test_versions_without_a_primary_key_share_a_group():
    candidates = walked(Languages)

    assert [it.loc for it in candidates] == [loc_of("/contact/"), loc_of("/de/contact/")]
    assert [it.key for it in candidates] == ["/contact/", "/de/contact/"]
    assert len({it.group for it in candidates}) == 1
    assert candidates[0].group


def test_a_language_named_twice_comes_once():
    source = sitemap_of(
        i18n=True,
        languages=["en", "de", "en"],
        items=Languages.items,
        location=Languages.location,
    )

    assert [it.language for it in walked(source)] == ["en", "de"]


def test_a_lastmod_is_no_first_date_unless_it_is_trusted(articles):
    Article.objects.update(published_at=datetime(2026, 1, 1, tzinfo=UTC))

    untrusted = walked(Articles)
    trusted = walked(SitemapSource(Articles, trust_dates=True))

    assert {it.published_at for it in untrusted} == {None}
    assert {it.published_at for it in trusted} == {datetime(2026, 1, 1, tzinfo=UTC)}


def test_an_untrusted_lastmod_is_not_even_asked_for(articles):
    def lastmod(self, item):
        raise AssertionError("asked")

    assert not any(
        it.fault for it in walked(sitemap_of(items=Articles.items, lastmod=lastmod))
    )


@pytest.mark.parametrize(
    ("lastmod", "published_at", "precision"),
    [
        # As attribute, as method; naive, aware, a day, nothing, no date at all.
        (NOON, NOON, "second"),
        (NOON.replace(tzinfo=None), NOON, "second"),
        (lambda self, it: NOON.replace(tzinfo=None), NOON, "second"),
        (date(2026, 3, 1), datetime(2026, 3, 1, tzinfo=UTC), "day"),
        (lambda self, it: None, None, "second"),
        (lambda self, it: "2026-03-01", None, "second"),
    ],
)
def test_a_trusted_lastmod_keeps_its_kind(lastmod, published_at, precision):
    sitemap = sitemap_of(items=["/x/"], location=lambda self, it: it, lastmod=lastmod)

    (candidate,) = walked(SitemapSource(sitemap, trust_dates=True))

    assert candidate.published_at == published_at
    assert candidate.published_precision == precision
    assert candidate.fault == ""


def test_naive_aware_and_plain_days_in_one_sitemap_are_no_error():
    dates = {
        "/a/": datetime(2026, 3, 1),
        "/b/": datetime(2026, 3, 1, tzinfo=UTC),
        "/c/": date(2026, 3, 1),
        "/d/": None,
    }
    sitemap = sitemap_of(
        items=list(dates), location=lambda self, it: it, lastmod=lambda self, it: dates[it]
    )

    candidates = walked(SitemapSource(sitemap, trust_dates=True))

    moment = datetime(2026, 3, 1, tzinfo=UTC)
    assert [it.published_at for it in candidates] == [moment, moment, moment, None]


def test_a_site_without_time_zones_has_dates_all_the_same(settings):
    settings.USE_TZ = False
    settings.TIME_ZONE = "Europe/Berlin"
    sitemap = sitemap_of(
        items=["/a/"], location=lambda self, it: it, lastmod=datetime(2026, 3, 1, 12)
    )

    (candidate,) = walked(SitemapSource(sitemap, trust_dates=True))

    assert candidate.published_at == datetime(2026, 3, 1, 11, tzinfo=UTC)


@pytest.mark.parametrize(
    ("location", "fault"),
    [
        (lambda self, it: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda self, it: it.slug, "AttributeError: 'str' object has no attribute 'slug'"),
        (lambda self, it: None, "there is no loc"),
        (lambda self, it: "", "there is no loc"),
        (lambda self, it: "https://other.test/x", "the host is other.test, not example.test"),
        (lambda self, it: "/a\x0bb", r"'/a\x0bb' holds \x0b, which no one can see"),
    ],
)
def test_an_item_without_a_loc_is_one_candidate_with_a_fault(location, fault):
    def mostly(self, item):
        return location(self, item) if item == "b" else f"/{item}/"

    candidates = walked(sitemap_of(items=["a", "b", "c"], location=mostly))

    assert [it.fault for it in candidates] == ["", fault, ""]
    assert len({it.key for it in candidates}) == 3


def test_a_route_that_is_not_there_is_named_by_its_name():
    candidates = walked(sitemap_of(items=["about", "nowhere"], location=Static.location))

    assert [it.key for it in candidates] == ["/about/", "nowhere"]
    assert candidates[1].fault.startswith("NoReverseMatch")


@pytest.mark.parametrize(
    ("location", "loc"),
    [
        ("about/", "/about/"),  # relative
        ("https://example.test/about/", "/about/"),  # absolute: scheme and host never twice
        ("http://example.test/about/", "/about/"),  # … and the origin's scheme
        ("//example.test/about/", "/about/"),
    ],
)
def test_a_location_may_be_relative_or_absolute(location, loc):
    assert locs(sitemap_of(items=["x"], location=lambda self, it: location)) == [loc_of(loc)]


def test_a_version_that_raises_is_one_candidate_with_a_fault():
    def location(self, name):
        if translation.get_language() == "de":
            raise ValueError("not translated")
        return reverse(name)

    candidates = walked(sitemap_of(i18n=True, items=["about"], location=location))

    assert [(it.language, it.fault) for it in candidates] == [
        ("en", ""),
        ("de", "ValueError: not translated"),
    ]


def test_an_item_whose_languages_raise_is_one_candidate_with_a_fault(articles):
    def languages(self, item):
        raise ValueError("no languages")

    candidates = walked(
        sitemap_of(i18n=True, items=Articles.items, get_languages_for_item=languages)
    )

    assert {it.fault for it in candidates} == {"ValueError: no languages"}
    assert len(candidates) == len(articles)


@pytest.mark.parametrize("error", [ValueError("source is down"), OperationalError("gone")])
def test_items_that_raise_end_the_walk(error):
    def items(self):
        raise error

    with pytest.raises(type(error)):
        walked(sitemap_of(items=items))


def test_a_generator_that_raises_half_way_ends_the_walk():
    def items(self):
        yield "a"
        raise ValueError("source is down")

    seen = []
    with pytest.raises(ValueError, match="source is down"):
        seen.extend(walked(sitemap_of(items=items, location=lambda self, it: f"/{it}/")))


def test_a_lost_database_is_no_items_fault(articles):
    def location(self, item):
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        walked(sitemap_of(items=Articles.items, location=location))


def test_every_walk_sees_the_rows_of_its_time(articles):
    shared = Article.objects.all()
    list(shared)  # its cache is full
    source = SitemapSource(sitemap_of(items=lambda self: shared)())
    before = keys(source)

    articles[0].delete()

    assert keys(source) == before[1:]


def test_two_walks_of_one_instance_do_not_disturb_each_other(articles):
    source = as_source(Articles())

    one, other = source.candidates(), source.candidates()
    pairs = list(zip(one, other, strict=True))

    assert all(left == right for left, right in pairs)
    assert len(pairs) == len(articles)


def test_a_class_is_made_anew_for_every_walk():
    made = []

    class Counted(Static):
        def __init__(self):
            made.append(self)

    source = SitemapSource(Counted)
    assert made == []  # not before it is needed

    walked(source)
    walked(source)

    assert len(made) == len(set(map(id, made))) == 2


def test_items_are_built_once_a_walk():
    built = []

    def items(self):
        built.append(1)
        return ["/a/", "/b/"]

    walked(sitemap_of(items=items, location=lambda self, it: it))

    assert len(built) == 1


def test_a_class_that_takes_a_request_gets_one_of_the_origin():
    class Hosted(Sitemap):
        def __init__(self, request=None):
            self.request = request

        def items(self):
            return [self.request.build_absolute_uri("/x/"), self.request.get_host()]

        def location(self, item):
            return item if "://" in item else f"/{item}/"

    assert locs(Hosted) == [loc_of("/x/"), loc_of("/example.test/")]
    instance = Hosted()
    assert locs(instance) == locs(Hosted)
    assert instance.request is None  # ours is a copy


def test_a_request_that_the_instance_has_stays_its_own():
    class Hosted(Sitemap):
        request = RequestFactory().get("/", HTTP_HOST="testserver")

        def items(self):
            return [self.request.get_host()]

        def location(self, item):
            return f"/{item}/"

    assert locs(Hosted()) == [loc_of("/testserver/")]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("given", [Articles, Articles()])
def test_keys_are_looked_up(given, articles, django_assert_num_queries):
    wanted = f"testsite.article:{articles[4].pk}"

    with django_assert_num_queries(1):
        found = keys(as_source(given), keys=[wanted, "testsite.product:1"])

    assert found == [wanted]


def test_the_source_knows_the_key_of_an_object_of_its_model(articles, products):
    source = SitemapSource(Articles)

    assert source.key_of(articles[0]) == f"testsite.article:{articles[0].pk}"
    assert source.key_of(products[0]) is None
    assert source.key_of(Article()) is None
    assert source.key_of("about") is None


def test_the_question_for_a_key_asks_items_once_and_never_the_database(
    articles, django_assert_num_queries
):
    asked = []

    def items(self):
        asked.append(1)
        return Article.objects.all()

    source = SitemapSource(sitemap_of(items=items))
    with django_assert_num_queries(0):
        for article in articles:
            source.key_of(article)

    assert len(asked) == 1


def test_items_that_raise_make_no_save_fail(articles):
    def items(self):
        raise ValueError("source is down")

    assert SitemapSource(sitemap_of(items=items)).key_of(articles[0]) is None


def test_a_list_knows_no_keys(articles):
    source = SitemapSource(sitemap_of(items=lambda self: list(Article.objects.all())))

    assert source.key_of(articles[0]) is None


def test_sitemaps_are_recognised_and_sources_left_alone():
    source = as_source(Articles)

    assert isinstance(source, SitemapSource)
    assert as_source(source) is source
    assert isinstance(as_source(Articles()), SitemapSource)


def test_trust_can_be_given_with_the_registration():
    assert as_source(Articles, trust_dates=True).trust_dates
    assert as_source(SitemapSource(Articles), trust_dates=True).trust_dates


@pytest.mark.parametrize("given", [None, "pages", Article, [], 5, object()])
def test_what_is_no_source_is_refused_by_name(given):
    with pytest.raises(ConfigurationError) as caught:
        as_source(given)

    assert repr(given) in str(caught.value)
    with pytest.raises(ConfigurationError, match="is no django"):
        SitemapSource(given)


def test_a_class_that_needs_arguments_is_refused_with_the_remedy():
    with pytest.raises(ConfigurationError, match=r"needs the arguments info_dict.*instance"):
        SitemapSource(GenericSitemap)


def test_a_source_is_shown_by_the_class_it_reads():
    name = f"{__name__}.Articles"

    assert (
        repr(SitemapSource(Articles))
        == repr(SitemapSource(Articles()))
        == f"SitemapSource({name})"
    )


def test_a_day_of_a_model_is_a_day(db):
    Product.objects.create(title="P", released_on=date(2026, 3, 1))
    sitemap = GenericSitemap({"queryset": Product.objects.all(), "date_field": "released_on"})

    (candidate,) = walked(SitemapSource(sitemap, trust_dates=True))

    assert candidate.published_precision == "day"
