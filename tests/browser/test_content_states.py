"""An editor finds out why a page is missing, keeps one out, and lists it again."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command
from wagtail.models import Page

from honest_sitemaps.models import ContentState, LookMark
from tests.browser.stage import DESKTOP, PHONE, Editor

pytestmark = pytest.mark.browser

SIZES = pytest.mark.parametrize(
    ("size", "viewport"), [("desktop", DESKTOP), ("phone", PHONE)], ids=["desktop", "phone"]
)
SCHEMES = pytest.mark.parametrize("scheme", ["light", "dark"])


def edited() -> ContentState:
    """A listed page whose title an editor changed, and which was looked at since."""
    row = ContentState.objects.filter(reason="").order_by("pk").last()
    page = Page.objects.get(pk=row.key.partition(":")[2]).specific
    page.title = f"{page.title}, told anew"
    page.save_revision().publish()
    call_command("sitemap_scan", "--marks", stdout=StringIO())
    return row


def press(editor: Editor, label: str) -> None:
    """Press the button of this name, and wait for the page that answers."""
    with editor.page.expect_navigation():
        editor.page.click(f"button:visible:has-text('{label}')")


@SCHEMES
@SIZES
def test_the_pages_of_urls_open_in_either_scheme_on_either_screen(
    sit_down, picture, scheme, size, viewport
):
    editor = sit_down("editor", scheme=scheme, viewport=viewport)
    rows = [("listed", edited())]
    rows += [
        (reason.lower(), ContentState.objects.filter(reason=reason).first())
        for reason in ("NOINDEX", "NOT_LIVE", "REDIRECT", "PRIVATE")
    ]
    for name, row in rows:
        if row is None:
            continue
        editor.open(f"contentstate/{row.pk}/change/")
        picture(editor, f"state-{name}-{scheme}-{size}")
        width = editor.page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"] + 1, f"{name} is {width} wide"
    editor.open("contentstate/?reason=EXCLUDED")
    picture(editor, f"states-excluded-{scheme}-{size}")


def test_an_editor_finds_out_why_a_page_is_missing(sit_down, picture):
    missing = ContentState.objects.filter(reason="NOINDEX").first()
    editor = sit_down("editor")

    editor.search(missing.loc)
    with editor.page.expect_navigation():
        editor.page.click("#result_list .field-short_loc a")

    assert "Not listed: the page says noindex" in editor.text()
    assert "What was seen?" in editor.text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_withheld_and_listed_again(sit_down, picture, scheme):
    row = edited()
    editor = sit_down("editor", scheme=scheme, viewport=PHONE)
    editor.open(f"contentstate/{row.pk}/change/")

    editor.page.click("summary:has-text('Withhold')")
    picture(editor, f"state-withhold-{scheme}-phone")
    editor.page.fill("#hs-withhold-why", "the lawyers ask")
    press(editor, "Withhold")

    assert "Not listed: it is withheld" in editor.text()
    picture(editor, f"state-withheld-{scheme}-phone")
    row.refresh_from_db()
    assert row.override == "withhold"

    editor.page.click("summary:has-text('List again')")
    editor.page.fill("#hs-list-again-why", "they changed their mind")
    press(editor, "List again")
    call_command("sitemap_scan", "--marks", stdout=StringIO())
    editor.page.reload()

    assert "Listed" in editor.text()
    row.refresh_from_db()
    assert (row.reason, row.override) == ("", "")


def test_ticked_rows_are_marked_with_one_reason(sit_down, picture):
    editor = sit_down("editor")
    editor.open("contentstate/?reason=LISTED")

    for box in editor.page.query_selector_all("#result_list .action-select")[:3]:
        box.check()
    editor.page.select_option("select[name=action]", "look_again_at_rows")
    with editor.page.expect_navigation():
        editor.page.click("button[name=index]")
    picture(editor, "states-bulk-light-desktop")
    editor.page.fill("#hs-why", "new prices")
    press(editor, "Look again now")

    assert "3 done" in editor.text()
    assert LookMark.objects.count() == 3


def test_a_reader_has_nothing_to_press(sit_down):
    editor = sit_down("reader")

    editor.open(f"contentstate/{edited().pk}/change/")

    assert editor.page.query_selector(".hs-acts") is None
