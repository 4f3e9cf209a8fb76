"""The health page, as a person opens it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission, User
from django.urls import reverse

from honest_sitemaps.clock import utc_now
from honest_sitemaps.models import (
    Artifact,
    DayCount,
    LookMark,
    Origin,
    Release,
    ReleaseFile,
    Scan,
    Section,
    StateCount,
)
from tests.site_in_a_dict import ORIGIN, Site, registered

pytestmark = pytest.mark.django_db

HEALTH = "/admin/honest_sitemaps/section/health/"


@pytest.fixture
def now():
    return utc_now()


@pytest.fixture
def section(now):
    section = Section.objects.create(origin=ORIGIN, name="pages", capacity=10)
    Scan.objects.create(
        section=section,
        run="r",
        kind="SWEEP",
        status="SETTLED",
        started_at=now - timedelta(hours=2),
    )
    StateCount.objects.create(section=section, reason="", urls=1_234)
    StateCount.objects.create(section=section, reason="NOINDEX", urls=56)
    for kind, word, urls in (("STATE", "NOINDEX", 56), ("MOVE", "CHANGED", 7)):
        DayCount.objects.create(
            section=section, day=now.date(), kind=kind, word=word, urls=urls
        )
    return section


@pytest.fixture
def live(section, now):
    release = Release.objects.create(origin=ORIGIN, status="LIVE", at=now)
    Origin.objects.create(origin=ORIGIN, live_release=release)
    artifact = Artifact.objects.create(digest="a", gzip=b"", size_bytes=5, urls=1_234)
    ReleaseFile.objects.create(
        release=release, name="pages-1.xml", artifact=artifact, changed_at=now
    )
    return release


@pytest.fixture
def page(admin_client, live):
    with registered(pages=Site.of(1)):
        yield lambda **query: admin_client.get(HEALTH, query).content.decode()


def test_the_index_of_the_admin_leads_to_it(admin_client, section):
    there = reverse("admin:honest_sitemaps_section_changelist")

    assert f'href="{there}"' in admin_client.get("/admin/").content.decode()
    assert "Health of the sections" in admin_client.get("/admin/").content.decode()
    assert "<title>Health" in admin_client.get(there).content.decode()
    assert f'href="{HEALTH}"' in admin_client.get("/admin/honest_sitemaps/").content.decode()


def test_the_verdict_stands_first(page):
    html = page()

    assert "All well." in html
    assert html.index("hs-verdict") < html.index("hs-figures") < html.index("<svg class")


def test_what_is_most_urgent_is_told_with_its_link(page, section, now):
    scan = Scan.objects.create(
        section=section,
        run="r",
        kind="SWEEP",
        status="HELD",
        started_at=now,
        cause={"why": "402 <b>of</b> 402 would move"},
    )

    html = page()

    assert "402 &lt;b&gt;of&lt;/b&gt; 402 would move" in html
    verdict = html[html.index("hs-verdict") : html.index("hs-figures")]
    assert f'href="/admin/honest_sitemaps/scan/{scan.pk}/change/"' in verdict


def test_unstable_pages_are_a_click_away(page, section, admin_client):
    StateCount.objects.filter(reason="").update(unstable_urls=3)
    there = f"/admin/honest_sitemaps/contentstate/?section={section.pk}&amp;unstable=UNSTABLE"

    assert f'href="{there}"' in page()
    assert admin_client.get(there.replace("&amp;", "&")).status_code == 200


def test_figures_are_told_in_words_and_as_a_drawing_with_a_table(page):
    html = page()

    assert "1,234" in html
    assert "2026" in html
    assert html.count('role="img"') == 2
    for name in ("moves", "excluded"):
        assert f'aria-labelledby="hs-{name}-title hs-{name}-desc"' in html
        assert f'<title id="hs-{name}-title">' in html
        assert f'<desc id="hs-{name}-desc">' in html
    assert html.count("<summary>As a table</summary>") == 2


@pytest.mark.parametrize(("query", "days"), [("", 30), ("90", 90), ("12", 30), ("x", 30)])
def test_the_charts_show_a_month_or_three(page, query, days):
    html = page(days=query)

    assert html.count('<g class="hs-day">') == 2 * days
    assert f'aria-current="page">{days} days' in html


def test_a_german_reader_gets_the_same_drawing(page, settings):
    """A template writes 0,8 for 0.8 there, which no drawing understands."""
    settings.LANGUAGE_CODE = "de"
    settings.USE_THOUSAND_SEPARATOR = True
    html = page()

    drawings = re.findall(r"<svg class=.*?</svg>", html, re.DOTALL)
    numbers = re.findall(r' (?:x|y|width|height|viewBox|d)="([^"]*)"', "".join(drawings))
    assert len(drawings) > 2
    assert [number for number in numbers if "," in number] == []


def test_each_section_is_told_with_its_files(page, section):
    html = page()

    assert f'href="/admin/honest_sitemaps/section/{section.pk}/change/">pages</a>' in html
    assert "<td>pages-1.xml</td><td>1,234</td>" in html
    assert f"?section={section.pk}&amp;reason=LISTED" in html


def test_a_section_has_a_page_with_its_figures(admin_client, section):
    section.noise = ["p.views"]
    section.furniture = [{"shape": "text # <b>", "lines": ["text 4", "text 5"]}, "text # old"]
    section.save()

    html = admin_client.get(f"/admin/honest_sitemaps/section/{section.pk}/change/").content

    assert b"<td>p.views</td>" in html
    assert b"<td>text # &lt;b&gt;</td><td>text 5</td>" in html
    assert b"<td>text # old</td><td>each page another value</td>" in html
    assert b"1,234" in html


def test_a_site_that_has_nothing_yet_is_told_so(admin_client):
    with registered():
        html = admin_client.get(HEALTH).content.decode()

    assert "Nothing was scanned yet." in html
    assert "There is no section yet." in html


def test_it_counts_no_url_and_costs_the_same_for_more(
    page, section, now, django_assert_max_num_queries
):
    LookMark.objects.bulk_create(
        LookMark(section=section, key=str(n), saved_at=now) for n in range(1_500)
    )

    with django_assert_max_num_queries(20) as seen:
        html = page()

    assert "1,000+" in html
    assert [it["sql"] for it in seen if "COUNT(" in it["sql"].upper()] == []


def test_no_inline_style_or_script(page):
    html = page()

    assert re.findall(r"\sstyle=|<style", html) == []
    assert re.findall(r"\son[a-z]+=", html) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", html) == []


@pytest.mark.parametrize(("permission", "status"), [("view_section", 200), ("view_scan", 403)])
def test_it_asks_for_the_permission_to_see_sections(client, permission, status):
    user = User.objects.create_user("ada", password="x", is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename=permission))
    client.force_login(user)

    assert client.get(HEALTH).status_code == status
