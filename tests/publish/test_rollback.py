from __future__ import annotations

import pytest

from honest_sitemaps.errors import NothingToRollBackTo, OriginPinned
from honest_sitemaps.publish import Artifact, Origin, Release, ReleaseFile, rollback
from tests.partition.rows import ORIGIN
from tests.publish.conftest import DAY, T0, Maps

WHY = "every date moved"


@pytest.fixture
def twice(maps: Maps) -> Maps:
    """Two releases: ``b`` came with the second."""
    pages = maps.section(capacity=1)
    maps.list(pages, "a")
    maps.release()
    maps.list(pages, "b")
    maps.release(now=T0 + DAY)
    return maps


def bytes_of(maps: Maps) -> dict[str, bytes]:
    return {name: maps.xml(name) for name in maps.live()}


def test_a_rollback_restores_the_bytes_exactly(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a", "b")
    first = maps.release()
    before = bytes_of(maps)
    maps.change("a", reason="GONE")
    maps.release(now=T0 + DAY)

    restored = rollback(ORIGIN, why=WHY, now=T0 + 2 * DAY)

    assert bytes_of(maps) == before
    assert (restored.pk, restored.status) == (first.release, "LIVE")
    assert [release.status for release in Release.objects.order_by("pk")] == [
        "LIVE",
        "RETIRED",
    ]


def test_a_rollback_pins_the_origin_with_its_reason(twice: Maps):
    rollback(ORIGIN, why=WHY, now=T0 + 2 * DAY)

    with pytest.raises(OriginPinned) as pinned:
        twice.release()

    assert (pinned.value.origin, pinned.value.why) == (ORIGIN, WHY)
    assert Origin.objects.get().pinned_why == WHY
    assert set(twice.live()) == {"pages-1.xml", "sitemap.xml"}


def test_unpinning_builds_and_clears_the_pin(twice: Maps):
    rollback(ORIGIN, why=WHY, now=T0 + 2 * DAY)

    report = twice.release(unpin=True, now=T0 + 3 * DAY)

    assert report.status == "LIVE"
    assert "pages-2.xml" in twice.live()
    assert Origin.objects.get().pinned_why == ""


def test_unpinning_with_nothing_changed_clears_the_pin(maps: Maps):
    maps.list(maps.section(), "a")
    maps.release()
    Origin.objects.update(pinned_why=WHY)

    report = maps.release(unpin=True)

    assert report.status == "UNCHANGED"
    assert Origin.objects.get().pinned_why == ""


def test_a_refused_release_keeps_the_pin(twice: Maps):
    rollback(ORIGIN, why=WHY, now=T0 + 2 * DAY)
    twice.change("b", loc="https://elsewhere.test/b")

    assert twice.release(unpin=True).status == "REFUSED"
    assert Origin.objects.get().pinned_why == WHY


def test_a_rollback_during_a_build_stops_what_was_built(twice: Maps):
    twice.change("a", updated_at=T0)

    with pytest.raises(OriginPinned):
        twice.release(progress=lambda *_: rollback(ORIGIN, why=WHY, now=T0 + 2 * DAY))

    assert set(twice.live()) == {"pages-1.xml", "sitemap.xml"}


def test_a_build_is_stopped_even_if_the_rollback_came_back_to_its_base(twice: Maps):
    """Another release goes live and is rolled back while this one builds its first file."""
    first = twice.sections[0].states.get(key="a")
    twice.touch([first])
    twice.change("b", updated_at=T0)
    done: list[str] = []

    def meanwhile(*_: int) -> None:
        if not done:
            done.append(twice.release(now=T0 + DAY).status)
            rollback(ORIGIN, why=WHY, now=T0 + 2 * DAY)

    with pytest.raises(OriginPinned):
        twice.release(now=T0 + DAY, progress=meanwhile)

    assert done == ["LIVE"]
    assert Origin.objects.get().pinned_why == WHY


def test_each_rollback_goes_one_release_further(twice: Maps):
    twice.list(twice.sections[0], "c")
    twice.release(now=T0 + 2 * DAY)

    first = rollback(ORIGIN, why=WHY, now=T0 + 3 * DAY)
    second = rollback(ORIGIN, why=WHY, now=T0 + 3 * DAY)

    assert first.pk > second.pk
    with pytest.raises(NothingToRollBackTo):
        rollback(ORIGIN, why=WHY, now=T0 + 3 * DAY)
    assert Origin.objects.get().live_release_id == second.pk


def test_a_refused_release_is_nothing_to_roll_back_to(maps: Maps):
    pages = maps.section()
    maps.list(pages, "a", loc="https://elsewhere.test/a")
    maps.release()
    maps.change("a", loc=f"{ORIGIN}/a")
    maps.release()

    with pytest.raises(NothingToRollBackTo):
        rollback(ORIGIN, why=WHY, now=T0)


@pytest.mark.django_db
def test_an_origin_never_released_has_nothing_to_roll_back_to():
    with pytest.raises(NothingToRollBackTo):
        rollback(ORIGIN, why=WHY, now=T0)


@pytest.mark.parametrize("why", ["", "  "])
def test_a_rollback_says_why(twice: Maps, why):
    with pytest.raises(ValueError, match="says why"):
        rollback(ORIGIN, why=why, now=T0)


def test_files_that_change_with_a_rollback_change_now(twice: Maps):
    """Else a client that holds the bytes rolled back from would get 304 for them."""
    twice.change("a", updated_at=T0)
    twice.release(now=T0 + 2 * DAY)

    rollback(ORIGIN, why=WHY, now=T0 + 3 * DAY)

    files = ReleaseFile.objects.filter(release__live_for__isnull=False)
    assert dict(files.values_list("name", "changed_at")) == {
        "pages-1.xml": T0 + 3 * DAY,
        "pages-2.xml": T0 + DAY,  # the same bytes before and after
        "sitemap.xml": T0 + 3 * DAY,
    }


# --- what is kept


def test_the_last_releases_are_kept_and_no_others(maps: Maps, settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "KEEP_RELEASES": 3}
    pages = maps.section()
    maps.list(pages, "a")
    kept = []
    for day in range(6):
        maps.change("a", updated_at=T0 + day * DAY)
        kept.append(maps.release(now=T0 + day * DAY).release)

    assert list(Release.objects.order_by("pk").values_list("pk", flat=True)) == kept[-3:]
    assert Artifact.objects.count() == 6  # three of the file, three of the index
    assert not Artifact.objects.filter(files=None).exists()


def test_the_live_release_is_kept_however_old_it_is(maps: Maps, settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "KEEP_RELEASES": 1}
    maps.list(maps.section(), "a")
    live = maps.release().release
    maps.change("a", loc="https://elsewhere.test/a")
    for _ in range(3):
        maps.release()

    statuses = dict(Release.objects.values_list("pk", "status"))
    assert statuses.pop(live) == "LIVE"
    assert list(statuses.values()) == ["REFUSED"]
    assert maps.locs("pages-1.xml") == [f"{ORIGIN}/a"]


def test_refused_releases_do_not_push_out_what_can_be_rolled_back_to(maps: Maps, settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "KEEP_RELEASES": 2}
    maps.list(maps.section(), "a")
    first = maps.release().release
    maps.change("a", updated_at=T0)
    maps.release()
    maps.change("a", loc="https://elsewhere.test/a")
    for _ in range(5):
        maps.release()

    assert rollback(ORIGIN, why=WHY, now=T0).pk == first


def test_an_artifact_that_two_releases_share_stays(twice: Maps, settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "KEEP_RELEASES": 1}
    twice.list(twice.sections[0], "c")

    twice.release(now=T0 + 2 * DAY)

    assert Release.objects.count() == 1
    assert twice.locs("pages-1.xml") == [f"{ORIGIN}/a"]
