"""What every page of the admin keeps: it opens, under a strict policy, in both schemes."""

from __future__ import annotations

import pytest

from tests.browser.stage import DESKTOP, FOUND, PHONE

pytestmark = pytest.mark.browser

LISTS = ("section/health/", "contentstate/", "scan/", "release/")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(
    ("size", "viewport"), [("desktop", DESKTOP), ("phone", PHONE)], ids=["desktop", "phone"]
)
def test_the_lists_open_in_either_scheme_on_either_screen(
    sit_down, picture, scheme, size, viewport
):
    editor = sit_down("editor", scheme=scheme, viewport=viewport)

    for path in LISTS:
        editor.open(path)
        picture(editor, f"{path.strip('/').replace('/', '-')}-{scheme}-{size}")

        width = editor.page.evaluate("document.documentElement.scrollWidth")
        assert width <= viewport["width"] + 1, f"{path} is {width} wide"


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_which_url_a_row_is_of_can_be_read_without_scrolling_sideways(sit_down, viewport):
    editor = sit_down("editor", viewport=viewport).open("contentstate/")

    box = editor.page.locator(FOUND).first.bounding_box()

    assert box["width"] >= 100
    assert box["x"] + box["width"] <= viewport["width"]
    assert box["height"] <= 120
