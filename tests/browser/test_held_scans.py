"""An editor reads why a scan is held, and answers; a worker carries it out."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.models import ContentState, Scan
from project.magazine.story import editing
from tests.browser.stage import PHONE

pytestmark = pytest.mark.browser


@pytest.fixture
def held(site):
    """A figure on every article moved, and one page was edited; what the pages' dates were."""
    dates = _dates()
    editing.members_join(7)
    editing.one_paragraph("/en/about/")
    with pytest.raises(CommandError):
        call_command("sitemap_scan", "pages-en")
    return dates, Scan.objects.get(status=Scan.Status.HELD)


def _dates():
    return dict(ContentState.objects.values_list("loc", "updated_at"))


def _moved(dates):
    return [loc for loc, date in _dates().items() if dates[loc] != date]


def test_an_editor_reads_the_cause_and_says_that_it_is_noise(sit_down, picture, held):
    dates, scan = held
    editor = sit_down("editor")

    editor.open("section/health/")
    picture(editor, "health-held")
    editor.go(f'a[href$="/scan/{scan.pk}/change/"] >> nth=0')
    picture(editor, "scan-held")
    said = editor.text()
    editor.page.fill("#hs-why", "a figure is no content")
    editor.go("button[value=rebase]")
    picture(editor, "scan-answered")

    assert "4,120" in said
    assert "4,127" in said
    assert "editor answered rebase" in editor.text()

    pipeline.carry_out_answers(now=utc_now(), clock=utc_now)

    assert [loc.partition("/en/")[2] for loc in _moved(dates)] == ["about/"]
    editor.page.reload()
    assert "a figure is no content" in editor.page.content()


def test_without_a_reason_the_browser_does_not_send_it(sit_down, held):
    _, scan = held
    editor = sit_down("editor").open(f"scan/{scan.pk}/change/")

    editor.page.click("button[value=discard]")

    assert editor.page.evaluate("document.querySelector('#hs-why').validity.valueMissing")
    scan.refresh_from_db()
    assert not scan.answer


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_who_may_only_look_sees_the_cause_and_no_button(sit_down, picture, held, scheme):
    _, scan = held
    reader = sit_down("reader", scheme=scheme, viewport=PHONE)

    reader.open(f"scan/{scan.pk}/change/")
    picture(reader, f"scan-held-reader-{scheme}-phone")

    assert "4,127" in reader.text()
    assert reader.page.locator("#content button, #content input[type=submit]").count() == 0
