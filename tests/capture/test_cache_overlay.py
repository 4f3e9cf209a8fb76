"""A capture reads the site's caches, and writes to none."""

import asyncio

import pytest
from django.core.cache import cache, caches
from django.core.cache.backends.dummy import DummyCache
from django.core.cache.backends.locmem import LocMemCache

from honest_sitemaps.capture import InProcessFetcher
from honest_sitemaps.capture.cache_overlay import CacheOverlay, is_page_key
from tests.capture import urls
from tests.capture.conftest import NOW, ORIGIN


@pytest.fixture
def real(site):
    backend = LocMemCache("overlay-tests", {"KEY_PREFIX": "site", "VERSION": 3})
    backend.clear()
    backend.set_many({"kept": "outside", "number": 5})
    return backend


@pytest.fixture
def over(real):
    return CacheOverlay(real)


@pytest.fixture(autouse=True)
def empty(site):
    yield
    cache.clear()


def test_a_page_reads_what_the_site_cached_and_leaves_nothing(get):
    cache.set("outside", "real")

    written = get("/writes-cache")
    read = get("/reads-cache")

    assert written.body == b"first"
    assert read.body == b"real None"
    assert cache.get("writer") is None


def test_a_cached_page_is_rendered_anew_each_time(get):
    first, second = get("/cached"), get("/cached")

    assert first.body != second.body


def test_the_sites_own_cached_page_is_neither_used_nor_lost(get, client):
    served = client.get("/cached", secure=True, headers={"host": "example.test"}).content

    captured = get("/cached").body

    again = client.get("/cached", secure=True, headers={"host": "example.test"}).content
    assert captured != served
    assert again == served


def test_the_cache_middleware_neither_answers_nor_keeps_pages(get, site):
    site.MIDDLEWARE = [
        "django.middleware.cache.UpdateCacheMiddleware",
        *site.MIDDLEWARE,
        "django.middleware.cache.FetchFromCacheMiddleware",
    ]
    fetcher = InProcessFetcher()

    bodies = {fetcher.fetch(f"{ORIGIN}/cached", now=NOW).body for _ in range(3)}

    assert len(bodies) == 3
    assert caches["default"]._cache == {}


def test_middleware_that_took_its_cache_when_it_was_made_gets_the_overlay(site, monkeypatch):
    def counting(get_response):
        kept = caches["default"]
        kept.get("looked-at-while-it-was-made")

        def respond(request):
            kept.add("count", 0)
            kept.incr("count")
            response = get_response(request)
            response["X-Count"] = str(kept.get("count"))
            response["X-Known"] = str("count" in kept)
            return response

        return respond

    monkeypatch.setattr(urls, "counting", counting, raising=False)
    site.MIDDLEWARE = ["tests.capture.urls.counting"]
    fetcher = InProcessFetcher()

    pages = [fetcher.fetch(f"{ORIGIN}/", now=NOW) for _ in range(2)]

    assert [page.header("x-count") for page in pages] == ["1", "1"]
    assert [page.header("x-known") for page in pages] == ["True", "True"]
    assert cache.get("count") is None


def test_the_real_caches_are_back_after_a_page_that_raised(get):
    before = caches["default"]

    get("/raises")

    assert caches["default"] is before


def test_a_cache_that_cannot_be_imported_troubles_only_who_uses_it(get, site):
    site.CACHES = {**site.CACHES, "broken": {"BACKEND": "no.such.Backend"}}

    assert get("/").status == 200


def test_a_dummy_cache_stays_one(get, site):
    site.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}

    assert get("/reads-cache").body == b"None None"
    assert isinstance(caches["default"], DummyCache)
    # cache.get() of what was written gives None, as on the site itself.
    assert get("/writes-cache").failure.startswith("AttributeError")


@pytest.mark.parametrize(
    ("write", "key", "value"),
    [
        (lambda c: c.set("new", 1), "new", 1),
        (lambda c: c.set("kept", "over"), "kept", "over"),
        (lambda c: c.set("new", 1, timeout=0), "new", None),
        (lambda c: c.set("new", 1, timeout=None), "new", 1),
        (lambda c: c.set("new", 1, version=9), "new", None),
        (lambda c: c.set(7, "a number is a key"), 7, "a number is a key"),
        (lambda c: c.set_many({"new": 1, "kept": 2}), "kept", 2),
        (lambda c: c.add("new", 1), "new", 1),
        (lambda c: c.add("kept", 1), "kept", "outside"),
        (lambda c: c.incr("number"), "number", 6),
        (lambda c: c.decr("number", 2), "number", 3),
        (lambda c: c.delete("kept"), "kept", None),
        (lambda c: c.delete_many(["kept", "number"]), "number", None),
        (lambda c: c.touch("kept"), "kept", "outside"),
        (lambda c: c.touch("kept", 0), "kept", None),
        (lambda c: c.clear(), "kept", None),
        (lambda c: (c.clear(), c.set("kept", 1)), "kept", 1),
        (lambda c: c.get_or_set("new", lambda: "made"), "new", "made"),
        (lambda c: c.get_or_set("kept", "not made"), "kept", "outside"),
        (lambda c: c.incr_version("kept"), "kept", None),
        (lambda c: asyncio.run(c.aset("new", 1)), "new", 1),
        (lambda c: asyncio.run(c.adelete("kept")), "kept", None),
        (lambda c: asyncio.run(c.aset_many({"new": 1})), "new", 1),
        (lambda c: asyncio.run(c.aincr("number")), "number", 6),
    ],
)
def test_a_write_is_seen_through_the_overlay_and_never_below_it(over, real, write, key, value):
    before = dict(real._cache)

    write(over)

    assert over.get(key) == value
    assert (key in over) is (value is not None)
    assert over.get_many([key]) == ({} if value is None else {key: value})
    assert dict(real._cache) == before


@pytest.mark.parametrize(
    ("call", "returns"),
    [
        (lambda c: c.add("new", 1), True),
        (lambda c: c.add("kept", 1), False),
        (lambda c: c.touch("kept"), True),
        (lambda c: c.touch("new"), False),
        (lambda c: c.delete("kept"), True),
        (lambda c: c.delete("new"), False),
        (lambda c: (c.delete("kept"), c.delete("kept")), (True, False)),
        (lambda c: c.get("new", "default"), "default"),
        (lambda c: c.get_many(["kept", "new", "number"]), {"kept": "outside", "number": 5}),
        (lambda c: c.get_many(iter(["kept"])), {"kept": "outside"}),
        (lambda c: c.set_many({"a": 1}), []),
        (lambda c: c.incr_version("kept"), 4),
        (lambda c: asyncio.run(c.aget("kept")), "outside"),
        (lambda c: asyncio.run(c.aget_or_set("new", 1)), 1),
        (lambda c: c.make_key("kept"), "site:3:kept"),
        (lambda c: c.default_timeout, 300),
    ],
)
def test_an_overlay_answers_as_the_backend_would(over, real, call, returns):
    assert call(over) == returns
    real.clear()
    real.set_many({"kept": "outside", "number": 5})
    assert call(real) == returns


def test_incr_of_a_missing_key_is_the_error_that_backends_raise(over):
    with pytest.raises(ValueError, match="not found"):
        over.incr("new")


def test_a_none_that_was_cached_is_a_value(over, real):
    real.set("nothing", None)

    assert over.get("nothing", "default") is None
    assert "nothing" in over


def test_a_method_that_only_the_backend_has_is_the_backends(over, real):
    real.ttl = lambda key: 42

    assert over.ttl("kept") == 42
    with pytest.raises(AttributeError):
        over.no_such_method()


@pytest.mark.parametrize(
    ("key", "is_page"),
    [
        ("views.decorators.cache.cache_page..GET.0a1b.0a1b.en.UTC", True),
        ("views.decorators.cache.cache_header..0a1b.en.UTC", True),
        ("a prefix:views.decorators.cache.cache_page.x", True),
        # django CMS: prefix, site, digest of the path (md5 or sha1), time zone.
        ("cms-:1:d41d8cd98f00b204e9800998ecf8427e.UTC", True),
        ("cms-:1:da39a3ee5e6b4b0d3255bfef95601890afd80709", True),
        ("cms-_PAGE_CACHE_VERSION", False),
        ("template.cache.sidebar.d41d8cd98f00b204e9800998ecf8427e", False),
        ("django.contrib.sessions.cacheabc", False),
        (17, False),
    ],
)
def test_page_caches_are_known_by_their_keys(key, is_page):
    assert is_page_key(key) is is_page


def test_page_keys_miss_even_what_was_written(over, real):
    key = "views.decorators.cache.cache_page.x"
    real.set(key, "stale")

    over.set(key, "new")

    assert over.get(key) is None
    assert over.get_many([key, "kept"]) == {"kept": "outside"}
    assert over.add(key, 1) is True
    assert real.get(key) == "stale"
