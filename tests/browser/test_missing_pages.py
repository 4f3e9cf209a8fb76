"""An editor finds out why a page is missing, withholds one, and lists it again."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import call_command

from honest_sitemaps.models import ContentState, LookMark
from project.magazine.odd import LEAKS
from project.magazine.story import editing
from tests.browser.stage import FOUND

pytestmark = pytest.mark.browser

LANTERN = "/en/shop/lantern/"


def _listed(address, page):
    """Whether the live files name it, as a crawler reads them."""
    index = page.request.get(f"{address}/sitemaps/pages-en-1.xml")
    return f"{LANTERN}<" in index.text()


def test_an_editor_asks_why_a_page_is_missing(sit_down, picture):
    editor = sit_down("editor")

    editor.search("/en/phone-list-copy/")
    picture(editor, "found")
    editor.go(FOUND)
    picture(editor, "missing")

    said = editor.text()
    assert "Not listed: the page is not public" in said
    assert "restricted (login) at /home/phone-list/" in said
    assert "take away its login" in said


def test_what_nobody_may_read_is_explained_and_not_shown(sit_down):
    editor = sit_down("editor")

    for odd in LEAKS:
        editor.find(odd.path)

        assert editor.text().count("Not listed") == 1, odd.path
        assert odd.body not in editor.page.content()


def test_an_editor_withholds_a_page_and_lists_it_again(sit_down, picture, address):
    editor = sit_down("editor").find(LANTERN)
    assert _listed(address, editor.page)

    _act(editor, "withhold", why="recalled: the handle comes off")
    picture(editor, "withheld")

    said = editor.text()
    assert "editor" in said
    assert "recalled: the handle comes off" in said
    call_command("sitemap_release", stdout=StringIO())
    assert not _listed(address, editor.page)

    _act(editor, "list-again", why="the new handles are in")
    call_command("sitemap_scan", "--marks", stdout=StringIO())
    call_command("sitemap_release", stdout=StringIO())
    editor.page.reload()
    picture(editor, "listed-again")

    assert _listed(address, editor.page)
    assert "the new handles are in" in editor.text()


def _act(editor, name, *, why):
    form = f'form[action$="/by-hand/{name}/"]'
    editor.page.click(f"details:has({form}) > summary")
    editor.page.fill(f"{form} textarea", why)
    editor.go(f"{form} button")


def test_look_again_marks_and_renders_nothing(sit_down):
    editor = sit_down("editor").find(LANTERN)

    _act(editor, "look-again", why="the printer asks")

    row = ContentState.objects.get(loc__endswith=LANTERN)
    assert LookMark.objects.filter(section=row.section, key=row.key).exists()


def test_an_editor_sees_what_moved(sit_down, picture):
    path = "/en/articles/the-light-of-vennholm/"
    editing.one_paragraph(path)
    call_command("sitemap_scan", "--marks", stdout=StringIO())
    editor = sit_down("editor", scheme="dark").find(path)
    picture(editor, "moved-dark")

    added = editor.page.locator(".hs-after ins, .hs-after").all_inner_texts()
    assert any("two steps more than we counted" in text for text in added)


def test_who_may_only_look_gets_the_answer_and_no_button(sit_down, picture):
    reader = sit_down("reader").find(LANTERN)
    picture(reader, "reader")

    assert "Listed" in reader.text()
    assert reader.page.locator("#content button, #content input[type=submit]").count() == 0
