"""What is wrong with this process is told as that, and never as the state of a page."""

import json

import pytest

from honest_sitemaps.capture import InProcessFetcher, check_environment
from honest_sitemaps.errors import CaptureEnvironmentError
from tests.capture.conftest import NOW, ORIGIN


@pytest.fixture
def manifest(site, tmp_path):
    """``manifest({...})`` writes one; the storage is opened anew."""
    site.INSTALLED_APPS = ["django.contrib.contenttypes", "django.contrib.staticfiles"]
    site.STATIC_ROOT = tmp_path
    site.STATIC_URL = "/static/"

    def write(paths):
        if paths is not None:
            text = json.dumps({"version": "1.1", "hash": "0", "paths": paths})
            (tmp_path / "staticfiles.json").write_text(text)
        site.STORAGES = {
            "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
            "staticfiles": {
                "BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"
            },
        }

    return write


def test_an_environment_that_has_all_is_not_criticised(site):
    assert check_environment(ORIGIN) == []


@pytest.mark.parametrize(
    ("allowed", "debug", "origin", "is_fine"),
    [
        (["example.test"], False, "https://example.test", True),
        (["example.test"], False, "https://example.test:8443", True),
        ([".example.test"], False, "https://www.example.test", True),
        (["*"], False, "https://anything.test", True),
        (["example.test"], False, "https://other.test", False),
        ([], False, "https://example.test", False),
        # Django's own rule for development.
        ([], True, "http://localhost:8000", True),
        ([], True, "http://127.0.0.1", True),
        ([], True, "http://[::1]:8000", True),
        ([], True, "https://example.test", False),
        ([], False, "http://localhost", False),
        (["other.test"], True, "http://localhost", False),
    ],
)
def test_a_host_that_is_not_allowed_is_named(site, allowed, debug, origin, is_fine):
    site.ALLOWED_HOSTS = allowed
    site.DEBUG = debug

    found = check_environment(origin)

    assert found == [] if is_fine else "ALLOWED_HOSTS" in found[0]


def test_redirects_of_every_page_are_named(site):
    site.SECURE_SSL_REDIRECT = True
    site.PREPEND_WWW = True

    found = check_environment("http://example.test")

    assert [sentence.partition(" ")[0] for sentence in found] == [
        "SECURE_SSL_REDIRECT",
        "PREPEND_WWW",
    ]
    assert check_environment("https://www.example.test") == []


def test_redirects_are_named_only_if_their_middleware_is_there(site):
    site.SECURE_SSL_REDIRECT = True
    site.PREPEND_WWW = True
    site.MIDDLEWARE = []

    assert check_environment("http://example.test") == []


@pytest.mark.parametrize(
    ("paths", "debug", "is_fine"),
    [
        (None, False, False),
        ({}, False, False),
        ({"site.css": "site.0a1b.css"}, False, True),
        # With DEBUG the manifest is not read.
        (None, True, True),
    ],
)
def test_a_missing_or_empty_manifest_is_named(site, manifest, paths, debug, is_fine):
    manifest(paths)
    site.DEBUG = debug

    found = check_environment(ORIGIN)

    assert found == [] if is_fine else "Run collectstatic" in found[0]


def test_a_storage_that_cannot_be_opened_is_named(site, manifest):
    manifest({})
    site.STORAGES = {**site.STORAGES, "staticfiles": {"BACKEND": "no.such.Storage"}}

    assert "InvalidStorageError" in check_environment(ORIGIN)[0]


@pytest.mark.parametrize("debug", [True, False])
def test_a_host_that_is_not_allowed_stops_the_capture(site, debug):
    site.DEBUG = debug

    with pytest.raises(CaptureEnvironmentError, match=r"lacks 'other\.test'") as it:
        InProcessFetcher().fetch("https://other.test/", now=NOW)

    assert it.value.loc == "https://other.test/"


def test_a_400_of_the_sites_own_is_its_answer(get):
    assert get("/status/400").status == 400


@pytest.mark.parametrize("path", ["/static", "/static-wrapped"])
def test_a_missing_manifest_stops_the_capture(get, manifest, path):
    manifest(None)

    with pytest.raises(CaptureEnvironmentError, match="Run collectstatic"):
        get(path)


def test_a_page_without_static_files_needs_no_manifest(get, manifest):
    manifest(None)

    assert get("/").status == 200


def test_one_entry_that_the_manifest_lacks_is_the_pages_own_fault(get, manifest):
    manifest({"other.css": "other.0a1b.css"})

    page = get("/static")

    assert page.status == 500
    assert page.failure.startswith("ValueError: Missing staticfiles manifest entry")


def test_middleware_that_cannot_be_loaded_stops_the_capture(get, site):
    site.MIDDLEWARE = ["no.such.middleware"]

    with pytest.raises(CaptureEnvironmentError, match="MIDDLEWARE"):
        get("/")
