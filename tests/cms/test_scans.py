"""Whole scans: pages that Wagtail renders, dates that move or not, files as served."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from wagtail.contrib.redirects.models import Redirect
from wagtail.models import Page

from honest_sitemaps import WagtailSource, pipeline, register, registry
from honest_sitemaps.ledger import ContentState
from tests.cms.conftest import ORIGIN, add, again, key, restrict
from tests.cms.site.models import ManyPage, TextPage, Topic
from tests.cms.test_places import translated


@pytest.fixture
def section():
    """One section with all pages of the site."""
    with registry.replaced():
        register("pages", WagtailSource(noindex="seo_noindex"), origin=ORIGIN)
        yield "pages"


def sweep(days=0):
    now = timezone.now() + timedelta(days=days)
    return pipeline.sweep(now=now)


def moved(report):
    return {move: count for move, count in report.moves.items() if move != "SAME"}


def state_of(page):
    return ContentState.objects.get(key=key(page))


def test_pages_are_listed_and_a_second_sweep_moves_nothing(home, section):
    for number in range(3):
        add(home, f"Page {number}", body=f"Text {number}.")
    add(home, "Draft", publish=False)

    first, second = sweep(), sweep(days=1)

    assert (first.candidates, first.listed, first.excluded) == (5, 4, {"NOT_LIVE": 1})
    assert moved(second) == {}


def test_to_publish_what_has_not_changed_moves_nothing(home, section):
    for number in range(3):
        add(home, f"Page {number}", body=f"Text {number}.")
    sweep()

    for page in TextPage.objects.all():
        page.save_revision().publish()

    assert moved(sweep(days=1)) == {}


def test_a_draft_a_workflow_and_a_new_order_move_nothing(home, section):
    page, other = add(home, "Page", body="Text."), add(home, "Other", body="Other text.")
    sweep()

    page = again(page)
    page.body = "Not yet."
    page.save_revision()
    again(page).move(again(other), pos="right")

    assert moved(sweep(days=1)) == {}


def test_one_edit_moves_one_page(home, section):
    page, _ = add(home, "Page", body="Text."), add(home, "Other", body="Other text.")
    sweep()

    page.body = "Other words."
    page.save_revision().publish()

    assert moved(sweep(days=1)) == {"CHANGED": 1}
    assert state_of(page).updated_at is not None


def test_a_snippet_moves_the_pages_that_show_it(home, section):
    topic = Topic.objects.create(name="Weather")
    shown = [add(home, f"Page {number}", topic=topic) for number in range(3)]
    add(home, "Other", body="Other text.")
    sweep()

    topic.name = "Climate"
    topic.save()
    report = pipeline.look(
        section,
        list(WagtailSource().touched_by(topic)),
        now=timezone.now() + timedelta(days=1),
    )

    assert moved(report) == {"CHANGED": 3}
    assert {state_of(page).updated_at for page in shown} != {None}
    assert moved(sweep(days=2)) == {}


def test_what_is_restricted_leaves_the_list_with_its_alias(home, section):
    page = add(home, "Members", body="Secret.")
    alias = page.create_alias(parent=home, update_slug="copy")
    sweep()
    assert state_of(page).reason == ""

    restrict(page, "password")  # answers 200, with a form

    report = sweep(days=1)
    assert report.excluded == {"PRIVATE": 2}
    assert state_of(alias).reason == "PRIVATE"


def test_an_embargoed_text_is_never_listed_and_comes_at_its_hour(home, section):
    page = add(home, "News", publish=False, body="Embargoed.")
    alias = page.create_alias(parent=home, update_slug="leak")
    page.go_live_at = timezone.now() + timedelta(minutes=5)
    page.save_revision().publish()

    assert sweep().excluded == {"NOT_LIVE": 2}
    assert state_of(page).due_at == page.go_live_at

    Page.objects.filter(pk=page.pk).update(go_live_at=timezone.now())
    revision = again(page).latest_revision
    revision.approved_go_live_at = timezone.now()
    revision.content["go_live_at"] = timezone.now().isoformat()
    revision.save()
    call_command("publish_scheduled")
    sweep(days=1)

    assert state_of(page).reason == ""
    assert state_of(alias).reason == "NON_CANONICAL"


def test_a_draft_at_whose_path_a_redirect_stands_is_judged_by_its_own_state(home, section):
    page = add(home, "Page", publish=False)
    add(home, "Live")
    Redirect.objects.create(old_path="/page", redirect_link="https://elsewhere.test/")
    Redirect.objects.create(old_path="/live", redirect_link="https://elsewhere.test/")

    report = sweep()

    assert state_of(page).reason == "NOT_LIVE"
    assert report.listed == 2  # a live page wins over a redirect with its path


def test_a_new_slug_keeps_slot_and_date_and_moves_no_content(home, section):
    page = add(home, "Page", body="Text.")
    child = add(page, "Child", body="More text.")
    sweep()
    slots = {key(one): state_of(one).slot for one in (page, child)}

    page = again(page)
    page.slug = "renamed"
    page.save()
    report = sweep(days=1)

    assert moved(report) == {"MOVED": 2}
    assert {key(one): state_of(one).slot for one in (page, child)} == slots
    assert state_of(child).loc == f"{ORIGIN}/renamed/child/"
    assert state_of(child).updated_at is None


def test_each_address_of_a_page_has_a_row(home, section):
    page = add(home, "Events", kind=ManyPage)

    sweep()

    rows = ContentState.objects.filter(key__startswith=key(page), reason="")
    assert sorted(rows.values_list("loc", flat=True)) == [
        f"{ORIGIN}/events/",
        f"{ORIGIN}/events/past/",
    ]


def test_alternates_are_those_of_listed_pages_with_the_default_language(
    home, german, section, client
):
    about, lone = add(home, "About", body="Text."), add(home, "Lone", body="Lonely.")
    hidden = add(home, "Hidden", body="Hidden.")
    translated(home, german, title="Heim")
    translated(about, german, title="Über", slug="ueber")
    translated(hidden, german, title="Versteckt", slug="versteckt")
    lone.copy_for_translation(german, alias=True)
    TextPage.objects.filter(pk=hidden.pk).update(seo_noindex=True)

    sweep()
    pipeline.release(now=timezone.now() + timedelta(days=1))
    xml = client.get(
        "/sitemaps/pages-1.xml", headers={"host": "example.test"}
    ).content.decode()

    entries = dict(part.split("</loc>", 1) for part in xml.split("<loc>")[1:])
    assert set(entries) == {
        f"{ORIGIN}/",
        f"{ORIGIN}/about/",
        f"{ORIGIN}/lone/",
        f"{ORIGIN}/de/",
        f"{ORIGIN}/de/ueber/",
        f"{ORIGIN}/de/versteckt/",
    }
    links = entries[f"{ORIGIN}/about/"].partition("</url>")[0]
    assert f'hreflang="de" href="{ORIGIN}/de/ueber/"' in links
    assert f'hreflang="en" href="{ORIGIN}/about/"' in links
    assert f'hreflang="x-default" href="{ORIGIN}/about/"' in links
    assert "hreflang" not in entries[f"{ORIGIN}/lone/"].partition("</url>")[0]
    assert "hreflang" not in entries[f"{ORIGIN}/de/versteckt/"].partition("</url>")[0]
