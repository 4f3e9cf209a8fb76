"""The date on the page is the date in the sitemap, or none."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.template import Context, Template
from django.test.utils import isolate_apps
from django.utils import timezone, translation

from honest_sitemaps import QuerySetSource, register, registry
from honest_sitemaps.loc import loc_digest
from honest_sitemaps.models import ContentState, Section
from honest_sitemaps.templatetags.honest_dates import lastmod_of
from tests.site.models import Article, Word

PUBLISHED = datetime(2026, 6, 10, 9, 30, tzinfo=UTC)
UPDATED = datetime(2026, 8, 12, 6, 0, 5, tzinfo=UTC)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _sections():
    with registry.replaced():
        register("articles", QuerySetSource(Article.objects.all()))
        register("lists", QuerySetSource(Word.objects.all()), dates=False)
        yield


@pytest.fixture
def article():
    return Article.objects.create(title="Group A", slug="group-a")


def enter(page, **fields) -> ContentState:
    """A listed row of the ledger for a page of the tests' site."""
    name = fields.pop("section", "articles")
    section, _ = Section.objects.get_or_create(
        origin="https://example.test", name=name, language="", defaults={"capacity": 10}
    )
    loc = fields.pop("loc", None) or f"https://example.test{page.get_absolute_url()}"
    key = fields.pop("key", None) or f"{page._meta.label_lower}:{page.pk}"
    return ContentState.objects.create(
        section=section,
        key=key,
        loc=loc,
        loc_digest=loc_digest(loc),
        **({"published_at": PUBLISHED, "updated_at": UPDATED} | fields),
    )


def render(template: str, **context) -> str:
    return Template("{% load honest_dates %}" + template).render(Context(context))


def test_a_page_shows_when_it_was_updated(article):
    enter(article)

    assert lastmod_of(article) == UPDATED


def test_a_page_that_never_changed_shows_when_it_was_published(article):
    enter(article, updated_at=None)

    assert lastmod_of(article) == PUBLISHED


@pytest.mark.parametrize(
    "fields",
    [
        # nobody knows a date
        {"published_at": None, "updated_at": None},
        # an excluded page is not fingerprinted: its last date may no longer be true
        {"reason": "NOINDEX"},
        # the sitemap does not write it either
        {"updated_at": datetime(2999, 1, 1, tzinfo=UTC)},
        # a section without dates
        {"section": "lists"},
        # another object
        {"key": "testsite.article:0", "loc": "https://example.test/other/"},
    ],
    ids=["unknown", "excluded", "future", "dates=False", "other"],
)
def test_a_page_shows_no_date_where_the_sitemap_has_none(article, fields):
    enter(article, **fields)

    assert lastmod_of(article) is None
    assert render("{% last_updated page %}|{% date_modified page %}", page=article) == "|"


@pytest.mark.parametrize("page", [None, "", "not a loc at all", "https://other.test/a/"])
def test_what_is_no_page_has_no_date(page):
    assert lastmod_of(page) is None


@pytest.mark.parametrize(
    "loc",
    [
        # absolute, a path, and without its scheme
        "https://example.test/articles/group-a/",
        "/articles/group-a/",
        "//example.test/articles/group-a/",
    ],
)
def test_a_loc_names_a_page_as_well(article, loc):
    enter(article)

    assert lastmod_of(loc) == UPDATED


def test_a_path_with_letters_of_another_script_is_found(article):
    enter(article, loc="https://example.test/%E0%A6%AE%E0%A6%BE%E0%A6%A0/")

    assert lastmod_of("/মাঠ/") == UPDATED


def test_a_day_stays_a_day(article, settings):
    settings.TIME_ZONE = "Asia/Dhaka"
    midnight = datetime(2026, 6, 9, 18, tzinfo=UTC)
    enter(article, updated_at=None, published_at=midnight, published_precision="day")

    assert lastmod_of(article) == date(2026, 6, 10)
    assert render("{% date_modified page %}", page=article) == "2026-06-10"


def test_an_update_has_a_time_even_if_the_publication_had_only_a_day(article):
    enter(article, published_precision="day")

    assert lastmod_of(article) == UPDATED


def test_several_pages_take_one_query(article, django_assert_num_queries):
    others = [Article.objects.create(title=f"{n}", slug=f"{n}") for n in range(20)]
    enter(article)
    enter(others[3], updated_at=None)

    with django_assert_num_queries(1):
        dated = lastmod_of([article, *others, "/elsewhere/"])

    assert [page for page, _ in dated] == [article, *others, "/elsewhere/"]
    assert {page: when for page, when in dated if when} == {
        article: UPDATED,
        others[3]: PUBLISHED,
    }


def test_no_pages_take_no_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert lastmod_of([]) == []


def test_a_queryset_is_a_list_of_pages(article):
    enter(article)

    shown = render(
        "{% lastmod_of pages as dated %}"
        "{% for page, when in dated %}{{ page }} {{ when|date:'c' }}{% endfor %}",
        pages=Article.objects.all(),
    )

    assert shown == "Group A 2026-08-12T06:00:05+00:00"


@pytest.mark.parametrize(
    ("active", "shown"),
    [("de", UPDATED), ("en", PUBLISHED), ("fr", None)],
)
def test_of_several_languages_the_active_one_is_meant(article, active, shown):
    enter(article, language="de", loc="https://example.test/de/a/")
    enter(article, language="en", loc="https://example.test/en/a/", updated_at=None)

    with translation.override(active):
        assert lastmod_of(article) == shown


def test_a_page_of_one_language_is_found_from_a_page_in_another(article):
    enter(article, language="de")

    with translation.override("en"):
        assert lastmod_of(article) == UPDATED


def test_a_source_without_languages_is_found_from_every_language(article):
    enter(article)

    with translation.override("de"):
        assert lastmod_of(article) == UPDATED


def test_a_proxy_is_the_model_that_it_stands_for(article):
    enter(article)
    with isolate_apps("tests.site"):

        class Headline(Article):
            class Meta:
                app_label = "testsite"
                proxy = True

    assert lastmod_of(Headline(pk=article.pk)) == UPDATED


def test_a_child_is_found_by_its_parents_key(article):
    enter(article)
    with isolate_apps("tests.site"):

        class Report(Article):
            class Meta:
                app_label = "testsite"

    assert lastmod_of(Report(id=article.pk, article_ptr_id=article.pk)) == UPDATED


def test_the_visible_date_is_marked_as_noise(article):
    enter(article)

    assert render("{% last_updated page %}", page=article) == (
        '<time datetime="2026-08-12T06:00:05+00:00" data-sitemap-noise>Aug. 12, 2026</time>'
    )


def test_the_visible_date_speaks_the_language_and_zone_of_the_reader(article):
    enter(article, updated_at=datetime(2026, 8, 12, 22, tzinfo=UTC))

    with translation.override("de"), timezone.override("Europe/Berlin"):
        shown = render("{% last_updated page 'j. F Y, H:i' %}", page=article)

    assert ">13. August 2026, 00:00<" in shown


def test_json_ld_says_the_instant_of_the_sitemap(article):
    enter(article, updated_at=UPDATED + timedelta(microseconds=987_654))

    assert render("{% date_modified page %}", page=article) == "2026-08-12T06:00:05+00:00"


def test_a_site_without_time_zones_shows_the_same_instant(article, settings):
    enter(article)
    settings.USE_TZ = False

    with timezone.override("Asia/Dhaka"):
        shown = render("{% date_modified page %}", page=article)

    assert shown == "2026-08-12T06:00:05+00:00"


def test_a_section_that_is_gone_dates_no_page(article):
    enter(article, section="old", updated_at=UPDATED)

    assert lastmod_of(article) is None
