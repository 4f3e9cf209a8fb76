"""Promise 1: scanning an unchanged site again moves no date."""

from __future__ import annotations

from honest_sitemaps.ledger import ContentChange, ContentState, Move
from tests.site_in_a_dict import MONDAY, TUESDAY, html


def test_a_second_scan_moves_nothing(site):
    site.sweep(MONDAY)
    before = list(ContentState.objects.order_by("pk").values("loc", "updated_at", "slot"))

    report = site.sweep(TUESDAY)

    assert report.moves == {Move.SAME: 60}
    after = list(ContentState.objects.order_by("pk").values("loc", "updated_at", "slot"))
    assert after == before
    assert ContentChange.objects.exclude(move=Move.NEW).count() == 0


def test_noise_around_the_same_content_moves_nothing(site):
    site.sweep(MONDAY)
    for path, body in site.bodies.items():
        noisy = body.replace(b"</head>", b'<script nonce="r4nd0m">1</script></head>')
        noisy = noisy.replace(b"<nav>Menu", b"<nav>Another menu")
        site.bodies[path] = noisy.replace(
            b"</main>",
            b'</main><form><input type=hidden name=csrfmiddlewaretoken value="x9"></form>'
            b"<footer>2027, built at 06:00</footer>",
        )

    report = site.sweep(TUESDAY)

    assert report.moves == {Move.SAME: 60}


def test_a_page_that_two_visitors_see_differently_keeps_its_date(site):
    site.sweep(MONDAY)
    site.bodies["/007/"] = html("<p>Text 7 of the page.</p><p>Now: violets.</p>")
    site.second["/007/"] = html("<p>Text 7 of the page.</p><p>Now: roses.</p>")

    report = site.sweep(TUESDAY)

    row = ContentState.objects.get(key="/007/")
    assert report.moves == {Move.SAME: 59, Move.KEPT: 1}
    assert (row.updated_at, row.is_unstable) == (None, True)
    assert "violets" in row.evidence
    assert "roses" in row.evidence
    assert row.evidence.endswith("at main > p (noise: main > p:nth-of-type(2))")
