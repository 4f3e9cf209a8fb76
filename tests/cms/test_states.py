"""Every page comes, with what makes it listed or not."""

from __future__ import annotations

from honest_sitemaps import WagtailSource
from honest_sitemaps.candidates import walk
from tests.cms.conftest import add


def test_a_published_page_is_a_candidate(home):
    add(home, "About")

    found = list(walk(WagtailSource(), section="pages", origin="https://example.test"))

    assert [one.loc for one in found] == [
        "https://example.test/",
        "https://example.test/about/",
    ]
