"""A held scan of a real sweep, for the tests of its page."""

from __future__ import annotations

from honest_sitemaps.models import Scan
from tests.site_in_a_dict import MONDAY, TUESDAY, Site, html


def counted(site: Site, number: int, *, edited: tuple[str, ...] = ()) -> None:
    """Every page with a counter in its content; some of them edited besides."""
    for n, path in enumerate(site.bodies):
        text = f'<p>Text {n} of the page.</p><p class="tools">We have {number:,} tools.</p>'
        if path in edited:
            text += "<p>And a <b>new</b> paragraph.</p>"
        site.bodies[path] = html(text)


def held_scan(site: Site) -> Scan:
    counted(site, 1204)
    site.sweep(MONDAY)
    counted(site, 1211, edited=("/000/",))
    assert site.sweep(TUESDAY).status == "HELD"
    return Scan.objects.get(status="HELD")
