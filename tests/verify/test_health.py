"""The health page's figures and verdict, and that they cost the same on any site."""

from __future__ import annotations

from datetime import timedelta

import pytest

from honest_sitemaps import pipeline
from honest_sitemaps.ledger import ContentState, LookMark, Scan, Section
from honest_sitemaps.publish import Origin, Release, ReleaseFile
from honest_sitemaps.verify import age, health
from honest_sitemaps.verify.health_findings import named
from tests.site_in_a_dict import (
    MONDAY,
    ORIGIN,
    THURSDAY,
    TUESDAY,
    WEDNESDAY,
    Site,
    html,
    registered,
)

QUERIES = 11
"""And one more if a live file waits for a date to come."""


def refresh(site, now):
    report = site.sweep(now)
    pipeline.release(now=now)
    return report


def counted(site, number):
    for n, path in enumerate(site.bodies):
        site.bodies[path] = html(f"<p>Text {n}.</p><p>We have {number:,} tools.</p>")


def texts(now):
    return [finding.text for finding in health(now=now).findings]


@pytest.fixture
def site(db):
    site = Site.of(30)
    with registered(pages=site):
        yield site


@pytest.fixture
def well(site):
    refresh(site, MONDAY)
    return site


@pytest.fixture
def held(site):
    counted(site, 1204)
    refresh(site, MONDAY)
    counted(site, 1211)
    assert site.sweep(TUESDAY).status == "HELD"
    return Scan.objects.get(status="HELD")


# The verdict


def test_a_site_that_was_swept_and_released_is_well(well):
    verdict = health(now=TUESDAY).verdict

    assert (verdict.level, verdict.text) == ("well", "All well.")


def test_before_the_first_scan_it_says_what_to_run(site):
    [finding] = health(now=MONDAY).findings

    assert (finding.level, finding.text) == ("act", "Nothing was scanned yet.")
    assert "sitemap_refresh" in finding.remedy


def test_a_held_scan_is_told_with_its_cause_and_its_page(held):
    verdict = health(now=WEDNESDAY).verdict

    assert verdict.text.startswith("The scan of pages waits for an answer, since 24 hours: 30")
    assert (verdict.level, verdict.about, verdict.pk) == ("act", "scan", held.pk)


def test_an_answered_scan_needs_nobody(held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)

    verdict = health(now=WEDNESDAY).verdict

    assert (verdict.level, verdict.text) == (
        "watch",
        "ada answered accept to the scan of pages.",
    )


def test_an_answer_that_nobody_carries_out_is_told(held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=WEDNESDAY)

    verdict = health(now=WEDNESDAY + timedelta(hours=3)).verdict

    assert verdict.level == "act"
    assert verdict.text.endswith("3 hours ago, and nobody carried it out.")


def test_an_answer_that_could_not_be_carried_out_is_told(held):
    Scan.objects.update(answer={"how": "rebase", "why": "x", "by": "a", "error": "no lines"})

    assert (
        "The answer could not be carried out: no lines." in health(now=WEDNESDAY).verdict.text
    )


def test_a_failed_sweep_is_told_until_one_goes_well(well):
    good = well.break_deploy()
    well.sweep(TUESDAY)
    failed = health(now=WEDNESDAY).verdict
    well.bodies = good
    well.sweep(WEDNESDAY)

    assert failed.text.startswith(
        "The last sweep of pages failed 24 hours ago: 30 pages of 30"
    )
    assert health(now=WEDNESDAY).verdict.level == "well"


def test_a_pinned_origin_is_told_and_then_that_it_is_unpinned(well):
    well.bodies["/new/"] = html("<p>New.</p>")
    refresh(well, TUESDAY)
    pipeline.rollback(why="wrong dates", now=TUESDAY)
    pinned = health(now=TUESDAY).verdict
    pipeline.ask_unpin(ORIGIN, why="mended", by="ada")

    asked = health(now=TUESDAY).verdict

    assert pinned.text == f"{ORIGIN} is pinned to an earlier release: wrong dates."
    assert (pinned.about, pinned.pk) == ("release", Origin.objects.get().live_release_id)
    assert (asked.level, asked.text) == (
        "watch",
        f"{ORIGIN} is unpinned by its next release: mended.",
    )


def test_files_that_a_pin_keeps_behind_are_told_once(well):
    well.bodies["/new/"] = html("<p>New.</p>")
    refresh(well, TUESDAY)
    pipeline.rollback(why="wrong dates", now=TUESDAY)

    assert texts(TUESDAY) == [f"{ORIGIN} is pinned to an earlier release: wrong dates."]


def test_a_refused_release_is_told_until_a_newer_one_is_live(well):
    Release.objects.create(origin=ORIGIN, status="REFUSED", at=TUESDAY, why="a fault\nanother")
    refused = health(now=TUESDAY).verdict
    well.bodies["/new/"] = html("<p>New.</p>")
    refresh(well, TUESDAY)

    assert refused.text == f"The last release of {ORIGIN} was refused: a fault."
    assert health(now=TUESDAY).verdict.level == "well"


def test_of_several_refused_releases_the_newest_is_told(well):
    for why in ("an old fault", "a new fault"):
        Release.objects.create(origin=ORIGIN, status="REFUSED", at=TUESDAY, why=why)

    assert texts(TUESDAY) == [f"The last release of {ORIGIN} was refused: a new fault."]


def test_listed_urls_that_nothing_serves_are_told(site):
    site.sweep(MONDAY)

    [finding] = health(now=MONDAY).findings

    assert finding.text == f"30 URLs of {ORIGIN} are listed, and nothing is live there."


def test_a_section_that_nobody_sweeps_is_told(well):
    assert texts(MONDAY + timedelta(days=2)) == []
    assert texts(MONDAY + timedelta(days=3)) == ["No sweep of pages was let in for 3 days."]


def test_marks_are_told_once_they_are_older_than_a_worker_leaves_them(well):
    section = Section.objects.get()
    LookMark.objects.create(section=section, key="/001/", saved_at=MONDAY)

    assert texts(MONDAY + timedelta(minutes=50)) == []
    assert texts(MONDAY + timedelta(hours=5)) == [
        "1 saved page waits for a look, the oldest for 5 hours."
    ]


def test_files_that_lag_behind_the_ledger_are_told(well):
    well.bodies["/new/"] = html("<p>New.</p>")
    well.sweep(TUESDAY)

    assert texts(TUESDAY) == ["The live files of pages differ from what is listed by 1 URL."]


def test_unstable_pages_are_told(well):
    for path in list(well.bodies)[:3]:
        well.bodies[path] = html(f"<p>{path} once.</p>")
        well.second[path] = html(f"<p>{path} twice.</p>")
    well.sweep(TUESDAY)

    [finding] = health(now=TUESDAY).findings

    assert finding.text == "3 URLs differ from one visitor to the next, in pages."
    assert (finding.about, finding.pk) == ("unstable", Section.objects.get().pk)


def test_a_date_in_the_future_is_found_by_the_file_that_left_it_out(well):
    row = ContentState.objects.get(key="/003/")
    ContentState.objects.filter(pk=row.pk).update(updated_at=THURSDAY)
    ReleaseFile.objects.exclude(name="sitemap.xml").update(due_at=THURSDAY)

    [finding] = health(now=TUESDAY).findings

    assert finding.text == f"The date of {ORIGIN}/003/ lies in the future (2026-08-13 06:00)."
    assert (finding.about, finding.pk) == ("state", row.pk)


def test_a_section_that_is_no_longer_registered_is_told(well):
    with registered(other=Site.of(1)):
        assert "pages is no longer registered; 30 URLs are in no file." in texts(MONDAY)


def test_settings_that_cannot_be_read_are_told_first(well, settings):
    with registered():
        settings.HONEST_SITEMAPS = {}
        from honest_sitemaps import registry

        registry.register("pages", well)
        verdict = health(now=MONDAY).verdict

    assert (verdict.level, verdict.remedy) == ("act", "Run manage.py check.")


def test_what_needs_a_person_comes_before_what_does_not(held):
    LookMark.objects.create(section=Section.objects.get(), key="x", saved_at=MONDAY)

    levels = [finding.level for finding in health(now=TUESDAY).findings]

    assert levels == sorted(levels) == ["act", "watch"]


def test_what_mends_itself_waits_behind_all_that_does_not(held):
    pipeline.answer(held, how="accept", why="a redesign", by="ada", now=THURSDAY)

    levels = [finding.level for finding in health(now=THURSDAY).findings]

    assert levels == ["act", "watch"]  # nobody swept for days; the answer is new


# The figures


def test_each_section_has_its_rows_its_files_and_its_last_sweep(well):
    [section] = health(now=TUESDAY).vitals.sections

    assert (section.label, section.listed, section.live) == ("pages", 30, 30)
    assert [(file.name, file.urls) for file in section.files] == [("pages-1.xml", 30)]
    assert section.swept_at == MONDAY
    assert section.last_sweep.status == "SETTLED"


def test_the_index_is_none_of_the_files(well):
    [origin] = health(now=TUESDAY).vitals.origins

    assert (origin.files, origin.urls) == (1, 30)


def test_excluded_urls_are_told_by_reason(well):
    well.bodies["/001/"] = html("<p>x</p>", head='<meta name="robots" content="noindex">')
    well.sweep(TUESDAY)

    vitals = health(now=TUESDAY).vitals

    assert (vitals.listed, vitals.excluded) == (29, {"NOINDEX": 1})
    assert vitals.states.urls["NOINDEX"][-1] == 1
    assert vitals.moves.urls["EXCLUDED"][-1] == 1


def test_files_of_two_origins_with_one_name_are_told_apart(well):
    twin = "https://other.test"
    section = Section.objects.create(origin=twin, name="pages", capacity=10)
    release = Release.objects.create(origin=twin, status="LIVE", at=MONDAY)
    Origin.objects.create(origin=twin, live_release=release)
    artifact = ReleaseFile.objects.exclude(name="sitemap.xml").get().artifact
    ReleaseFile.objects.create(
        release=release, name="pages-7.xml", artifact=artifact, changed_at=MONDAY
    )

    files = {one.pk: one.files for one in health(now=MONDAY).vitals.sections}

    assert [file.name for file in files[section.pk]] == ["pages-7.xml"]
    assert all(len(found) == 1 for found in files.values())


def test_no_query_more_for_more_of_everything(well, django_assert_num_queries):
    for n in range(20):
        section = Section.objects.create(origin=ORIGIN, name=f"s{n}", capacity=10)
        Scan.objects.create(section=section, run="r", kind="SWEEP", started_at=MONDAY)
        LookMark.objects.create(section=section, key="x", saved_at=MONDAY)

    with django_assert_num_queries(QUERIES) as seen:
        health(now=TUESDAY, days=90)

    assert [it["sql"] for it in seen if "COUNT(" in it["sql"].upper()] == []


# Words


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-5, "less than a minute"),  # a clock that went back
        (59, "less than a minute"),
        (60, "1 minute"),
        (119 * 60, "119 minutes"),  # finer than "1 hour"
        (120 * 60, "2 hours"),
        (47 * 3600, "47 hours"),
        (48 * 3600, "2 days"),
        (3000 * 86400, "3,000 days"),
    ],
)
def test_an_age_is_one_number(seconds, told):
    assert age(timedelta(seconds=seconds)) == told


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["a", "b", "c", "d", "e"], "a, b, c and 2 more"),
    ],
)
def test_some_sections_stand_for_many(labels, told):
    assert named(labels) == told
