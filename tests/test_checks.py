"""Every check finds its fault, and none speaks on a project that is in order."""

from __future__ import annotations

import sys

import pytest
from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.contrib.sitemaps import GenericSitemap, Sitemap
from django.contrib.sitemaps.views import index
from django.core.cache import caches
from django.core.checks import run_checks
from django.db import connections
from django.db.models.functions import Random
from django.http import HttpResponse
from django.test import override_settings
from django.urls import include, path

from honest_sitemaps import QuerySetSource, RouteSource, checks, register
from honest_sitemaps.registry import replaced
from honest_sitemaps.sitemaps import HonestSitemap

ORIGIN = "https://site.test"


class Urls:
    """A URLconf made in the test."""

    def __init__(self, *patterns):
        self.urlpatterns = list(patterns)


OURS = Urls(path("", include("honest_sitemaps.urls")))


@pytest.fixture(scope="module", autouse=True)
def _django_knows_its_database(django_db_setup, django_db_blocker):
    """Django's own check of JSON fields asks the database once, and remembers the answer."""
    with django_db_blocker.unblock():
        assert connections["default"].features.supports_json_field


@pytest.fixture(autouse=True)
def site(settings):
    """A project in order, with one section."""
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN}
    settings.ALLOWED_HOSTS = ["site.test"]
    settings.DEBUG = True
    settings.ROOT_URLCONF = OURS
    with replaced():
        register("pages", RouteSource(["home"]))
        yield settings


def found(*, databases=None) -> list[str]:
    messages = run_checks(databases=databases)
    return [
        message.id.removeprefix("honest_sitemaps.")
        for message in messages
        if (message.id or "").startswith("honest_sitemaps.")
    ]


def conf(**values):
    return override_settings(HONEST_SITEMAPS={"ORIGIN": ORIGIN, **values})


def test_a_project_in_order_hears_nothing():
    assert found() == []


def test_no_check_asks_the_database(django_assert_num_queries):
    # Without the django_db mark every query would raise.
    assert found() == []


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({"ORIGN": "x"}, "E001"),  # a misspelt key
        ({"CAPACITY": "many"}, "E001"),  # a wrong type
        ({"CAPACITY": 0}, "E002"),
        ({"CAPACITY": 50_001}, "E002"),  # the protocol's limit is 50,000
        ({"MOVE_HOLD_SHARE": 20.0}, "E002"),  # per cent, where a share is meant
        ({"LEAVE_HOLD_SHARE": -0.1}, "E002"),
        ({"KEEP_RELEASES": 1}, "E002"),  # nothing to roll back to
        ({"CAPTURE_TIMEOUT_SECONDS": -1}, "E002"),
        ({"MAX_AGE_SECONDS": -1}, "E002"),
        ({"ORIGIN": "site.test"}, "E004"),  # no scheme
        ({"ORIGIN": "https://site.test/shop/"}, "E004"),  # a path
        ({"ORIGIN": "ftp://site.test"}, "E004"),
        ({"ORIGIN": "https://example.com"}, "E005"),
        ({"ORIGIN": "HTTPS://WWW.EXAMPLE.COM/"}, "E005"),  # as a person types it
        ({"STORAGE": "nowhere"}, "E007"),
        ({"RULES": ["nowhere.at.all"]}, "E008"),
        ({"RULES": ["honest_sitemaps.ROOMS"]}, "E008"),  # it imports, and is no rule
        ({"ROBOTS": "/nowhere/robots.txt"}, "E009"),
        ({"ORIGIN": "http://site.test"}, "W001"),
    ],
)
def test_a_setting_that_cannot_be_true_is_named(values, expected):
    with conf(**values):
        assert found() == [expected]


@pytest.mark.parametrize(
    "values",
    [
        {"CAPACITY": 1},
        {"CAPACITY": 50_000},
        {"MOVE_HOLD_SHARE": 1.0},
        {"MOVE_HOLD_SHARE": 0.0, "MOVE_HOLD_URLS": 0},  # hold whatever moves
        {"KEEP_RELEASES": 2},
        {"CAPTURE_TIMEOUT_SECONDS": 0},  # no limit
        {"ORIGIN": "https://site.test:443/"},  # the scheme's own port
        {"STORAGE": "default"},
        {"RULES": ["tests.test_checks.a_rule"]},
        {"ROBOTS": "User-agent: *\nDisallow: /private/\n"},
    ],
)
def test_a_setting_at_its_border_is_fine(values):
    with conf(**values):
        assert found() == []


@override_settings(ALLOWED_HOSTS=["127.0.0.1"])
def test_http_is_fine_on_the_own_machine():
    with conf(ORIGIN="http://127.0.0.1:8000"):
        assert found() == []


def a_rule(candidate, page, document, *, now):
    return None


@override_settings(HONEST_SITEMAPS={})
def test_an_origin_is_needed_where_there_is_no_site():
    assert found() == ["E003"]


def test_two_sections_for_one_file_are_named():
    with override_settings(LANGUAGES=[("en", "English"), ("de", "German")]):
        register("pages-de", RouteSource(["home"]))
        register("news", RouteSource(["home"]), by_language=True)
        assert found() == []

        register("news-de", RouteSource(["home"]))

        assert found() == ["E006"]


@pytest.mark.parametrize(
    "rules",
    [
        {"noise": ["[["]},
        {"content": [".a", ".b::before"]},  # CSS makes it, no parsed page has it
    ],
)
def test_a_selector_that_cannot_be_used_is_named_with_its_section(rules):
    register("shop", RouteSource(["home"]), **rules)

    (fault,) = checks.check_sections()

    assert fault.id == "honest_sitemaps.E010"
    assert fault.msg.startswith("shop: '")
    assert found() == ["E010"]


@pytest.mark.parametrize(
    "values",
    [
        {"ALLOWED_HOSTS": ["elsewhere.test"]},
        {
            "PREPEND_WWW": True,
            "MIDDLEWARE": ["django.middleware.common.CommonMiddleware"],
        },
    ],
)
def test_a_process_that_would_render_other_pages_is_named(values):
    with override_settings(**values):
        assert "W002" in found()


def test_the_process_is_asked_for_the_origin_of_each_section():
    register("shop", RouteSource(["home"]), origin="https://shop.test")

    messages = checks.check_process()

    assert ["shop.test" in message.msg for message in messages] == [True]


def test_a_project_that_serves_no_index_is_told():
    with override_settings(ROOT_URLCONF=Urls(path("robots.txt", HttpResponse))):
        assert found() == ["W003"]


def test_a_project_without_a_section_is_left_alone():
    with replaced(), override_settings(ROOT_URLCONF=Urls()):
        assert found() == []


def served(*classes):
    return Urls(path("sitemap.xml", index, {"sitemaps": dict(enumerate(classes))}))


def test_another_generator_under_our_address_is_named():
    with override_settings(ROOT_URLCONF=served(GenericSitemap)):
        assert found() == ["W004"]


def test_the_views_of_contrib_are_fine_if_they_serve_releases():
    with override_settings(ROOT_URLCONF=served(HonestSitemap)):
        assert found() == []
    with override_settings(ROOT_URLCONF=served(HonestSitemap("pages"))):
        assert found() == []


def test_a_generator_that_is_still_routed_elsewhere_is_named():
    old = path("old-sitemap.xml", index, {"sitemaps": {"all": GenericSitemap}})
    with override_settings(ROOT_URLCONF=Urls(*OURS.urlpatterns, path("de/", include([old])))):
        [told] = checks.check_other_generators()

    assert told.id == "honest_sitemaps.W007"
    assert told.msg.startswith("/de/old-sitemap.xml is answered by django.contrib.sitemaps")


@pytest.mark.parametrize(
    ("module", "name", "expected"),
    [
        ("wagtail.contrib.sitemaps.views", "sitemap", ["W007"]),
        ("icv_sitemaps.views", "sitemap_file_view", ["W007"]),
        ("icv_sitemaps.views", "ads_txt_view", []),
        ("shop.views", "sitemap", []),  # a page for people
    ],
)
def test_a_view_of_sitemaps_that_another_package_answers_is_named(module, name, expected):
    def view(request):
        return HttpResponse()

    view.__module__, view.__name__ = module, name
    with override_settings(ROOT_URLCONF=Urls(*OURS.urlpatterns, path("map.xml", view))):
        assert found() == expected


def test_an_old_address_that_serves_releases_is_fine():
    old = path("sitemap-<section>.xml", index, {"sitemaps": {"all": HonestSitemap("pages")}})
    with override_settings(ROOT_URLCONF=Urls(*OURS.urlpatterns, old)):
        assert found() == []


@pytest.mark.parametrize(
    "secure",
    ["SECURE_HSTS_SECONDS", "SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE"],
)
def test_an_http_origin_of_a_site_over_https_is_named_with_what_says_so(secure):
    with override_settings(**{secure: 1}), conf(ORIGIN="http://site.test"):
        [told] = checks.check_settings()

    assert told.id == "honest_sitemaps.W001"
    assert secure in told.msg


@override_settings(ALLOWED_HOSTS=["localhost"], CSRF_COOKIE_SECURE=True)
def test_an_origin_on_the_own_machine_is_named_where_the_site_is_served_over_https():
    with conf(ORIGIN="http://localhost:8000"):
        assert found() == ["W010"]


class Shuffled(Sitemap):
    def items(self):
        return {"home", "about"}


class Broken(Sitemap):
    def items(self):
        raise RuntimeError


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (QuerySetSource(ContentType.objects.order_by("?")), ["W008"]),
        (QuerySetSource(lambda: ContentType.objects.order_by(Random())), ["W008"]),
        (Shuffled, ["W008"]),
        (QuerySetSource(ContentType.objects.order_by("model")), []),
        (QuerySetSource(ContentType.objects.all()[:5]), []),
        (Broken, []),  # a scan says it, with its evidence
    ],
)
def test_a_source_without_a_stable_order_is_named(source, expected):
    register("shuffled", source)

    assert found() == []
    assert found(databases=["default"]) == expected


def test_a_cache_that_was_opened_on_import_is_named(monkeypatch):
    module = sys.modules["tests.site.models"]
    monkeypatch.setattr(module, "pages", caches["default"], raising=False)

    [told] = checks.check_caches()

    assert told.id == "honest_sitemaps.W009"
    assert "tests.site.models.pages" in told.msg


@pytest.mark.parametrize(
    ("app", "settings_of_it", "expected"),
    [
        ("cacheops", {}, 1),
        ("cms", {"CMS_CACHE_PREFIX": "site-"}, 1),
        ("cms", {"CMS_CACHE_PREFIX": "site-", "CMS_PAGE_CACHE": False}, 0),
        ("cms", {"CMS_CACHE_PREFIX": "cms-two-"}, 0),
        ("cms", {}, 0),
    ],
)
def test_a_cache_past_djangos_is_named(monkeypatch, settings, app, settings_of_it, expected):
    monkeypatch.setattr(apps, "is_installed", lambda name: name == app)
    for name, value in settings_of_it.items():
        setattr(settings, name, value)

    assert len(checks.check_caches()) == expected


@pytest.mark.parametrize(
    ("name", "options", "expected"),
    [
        ("site.sqlite3", {}, ["W005"]),
        ("site.sqlite3", {"transaction_mode": "DEFERRED"}, ["W005"]),
        ("site.sqlite3", {"transaction_mode": "IMMEDIATE"}, []),
        ("site.sqlite3", {"transaction_mode": "EXCLUSIVE"}, []),
        (":memory:", {}, []),  # one process, one connection
        ("file:memorydb_default?mode=memory&cache=shared", {}, []),
    ],
)
@pytest.mark.skipif(connections["default"].vendor != "sqlite", reason="about SQLite alone")
def test_sqlite_should_wait_for_its_lock(monkeypatch, name, options, expected):
    database = connections["default"].settings_dict
    monkeypatch.setitem(database, "NAME", name)
    monkeypatch.setitem(database, "OPTIONS", options)

    assert found() == expected


@pytest.fixture
def sites(settings):
    """``django.contrib.sites`` decides the origin; its table is not there yet."""
    settings.HONEST_SITEMAPS = {}
    settings.SITE_ID = 1
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "django.contrib.sites"]
    site = apps.get_model("sites.Site")
    site.objects.clear_cache()
    yield site
    site.objects.clear_cache()


def test_the_site_is_not_asked_without_a_database(sites):
    assert found() == []


@pytest.mark.django_db(transaction=True)
def test_before_the_first_migrate_the_site_says_nothing(sites):
    assert found(databases=["default"]) == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("domain", "expected"),
    [
        ("example.com", ["W006"]),  # as Django creates it
        ("not a host", ["W006"]),
        ("", ["W006"]),
        (None, ["W006"]),  # SITE_ID names no row
        ("site.test", []),
    ],
)
def test_a_site_that_nobody_edited_is_named(sites, domain, expected):
    with connections["default"].schema_editor() as editor:
        editor.create_model(sites)
    try:
        if domain is not None:
            sites.objects.create(pk=1, domain=domain, name="site")

        assert found(databases=["default"]) == expected
    finally:
        with connections["default"].schema_editor() as editor:
            editor.delete_model(sites)
