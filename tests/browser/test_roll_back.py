"""An editor sees what a release changed, rolls it back, and unpins it again."""

from __future__ import annotations

from io import StringIO
from urllib.request import urlopen

import pytest
from django.core.management import call_command

from honest_sitemaps.models import Origin, Release
from project.magazine.story import editing

pytestmark = pytest.mark.browser

FILE = "/sitemaps/pages-en-1.xml"


@pytest.fixture
def second(site, address):
    """One page edited and released; the file before it, byte for byte."""
    before = _file(address)
    editing.one_paragraph("/en/about/")
    call_command("sitemap_scan", "--marks", stdout=StringIO())
    call_command("sitemap_release", stdout=StringIO())
    return before, Release.objects.get(live_for__isnull=False)


def _file(address):
    with urlopen(f"{address}{FILE}") as answer:  # the server of the tests
        return answer.read()


def test_an_editor_rolls_back_and_unpins(sit_down, picture, second, address):
    before, release = second
    assert _file(address) != before
    editor = sit_down("editor").open(f"release/{release.pk}/change/")
    picture(editor, "release-live")
    assert "/en/about/" in editor.text()

    editor.page.fill("#hs-back-why", "the paragraph was not ours to print")
    editor.go("#hs-back ~ form button")
    picture(editor, "release-rolled-back")

    assert _file(address) == before
    live = Origin.objects.get().live_release_id
    assert live != release.pk
    editor.open(f"release/{live}/change/")
    assert "the paragraph was not ours to print" in editor.text()
    picture(editor, "release-pinned")

    editor.page.fill("#hs-unpin-why", "it is ours after all")
    editor.go("#hs-unpin ~ form button")

    assert "it is ours after all" in editor.text()
    call_command("sitemap_release", stdout=StringIO())
    assert _file(address) != before


def test_who_may_only_look_sees_what_it_changed_and_no_button(sit_down, second):
    _, release = second
    reader = sit_down("reader").open(f"release/{release.pk}/change/")

    assert "/en/about/" in reader.text()
    assert reader.page.locator("#content button, #content input[type=submit]").count() == 0
