"""``STORAGE`` moves the bytes out of the database; names and the switch stay in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import storages

from honest_sitemaps.publish import Artifact
from tests.partition.rows import ORIGIN
from tests.publish.conftest import DAY, T0, Maps


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    settings.STORAGES = {
        **settings.STORAGES,
        "maps": {
            "BACKEND": "django.core.files.storage.FileSystemStorage",
            "OPTIONS": {"location": str(tmp_path)},
        },
    }
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "STORAGE": "maps", "KEEP_RELEASES": 1}
    settings.ALLOWED_HOSTS = ["*"]
    return tmp_path / "honest_sitemaps"


def stored(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_bytes_are_in_the_storage_under_their_digest(maps: Maps, folder: Path, client):
    maps.list(maps.section(), "a")

    maps.release()

    assert stored(folder) == {f"{digest}.xml.gz" for digest in maps.live().values()}
    assert not Artifact.objects.exclude(gzip=None).exists()
    assert maps.locs("pages-1.xml") == [f"{ORIGIN}/a"]
    answer = client.get("/sitemaps/pages-1.xml", headers={"accept-encoding": "gzip"})
    head = client.head("/sitemaps/pages-1.xml", headers={"accept-encoding": "gzip"})
    assert answer.status_code == 200
    assert answer["Content-Length"] == head["Content-Length"] == str(len(answer.content))


def test_what_no_release_uses_leaves_the_storage(maps: Maps, folder: Path):
    maps.list(maps.section(), "a")
    maps.release()
    maps.change("a", updated_at=T0)

    maps.release(now=T0 + DAY)

    assert stored(folder) == {f"{digest}.xml.gz" for digest in maps.live().values()}


def test_half_a_file_of_a_killed_upload_is_replaced(maps: Maps, folder: Path):
    maps.list(maps.section(), "a")
    maps.release()
    digest = maps.live()["pages-1.xml"]
    whole = (folder / f"{digest}.xml.gz").read_bytes()
    maps.change("a", updated_at=T0)
    maps.release()
    storages["maps"].save(f"honest_sitemaps/{digest}.xml.gz", ContentFile(whole[:-20]))
    maps.change("a", updated_at=None)

    assert maps.release().status == "LIVE"
    assert (folder / f"{digest}.xml.gz").read_bytes() == whole


def test_bytes_that_are_there_are_not_uploaded_again(maps: Maps, folder: Path, settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "STORAGE": "maps"}
    maps.list(maps.section(), "a")
    maps.release()
    path = folder / f"{maps.live()['pages-1.xml']}.xml.gz"
    written_at = path.stat().st_mtime_ns
    maps.change("a", updated_at=T0)
    maps.release()
    maps.change("a", updated_at=None)

    maps.release()

    assert path.stat().st_mtime_ns == written_at


def test_a_storage_that_is_down_answers_with_what_was_sent(maps: Maps, folder: Path, client):
    maps.list(maps.section(), "a")
    maps.release()
    first = client.get("/sitemaps/pages-1.xml")
    for path in folder.iterdir():
        path.unlink()

    again = client.get("/sitemaps/pages-1.xml")
    other = client.get("/sitemap.xml")

    assert (again.status_code, again.content) == (200, first.content)
    assert other.status_code == 503


def test_a_storage_that_nobody_names_any_more_is_said(
    maps: Maps, folder: Path, settings, client, caplog
):
    maps.list(maps.section(), "a")
    maps.release()
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN}

    assert client.get("/sitemap.xml").status_code == 503
    assert "Set it to the alias that it had" in caplog.text
    maps.change("a", updated_at=T0)
    assert maps.release(now=T0 + DAY).status == "LIVE"
    assert client.get("/sitemap.xml").status_code == 200
