"""A figure in every page's content: decided once by a person, known from then on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from honest_sitemaps import pipeline
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.ledger import ContentState, Move, Scan, Section, StagedSighting
from tests.site_in_a_dict import MONDAY, THURSDAY, TUESDAY, WEDNESDAY, html


def show(site, number, *, edited=(), only=None):
    for n, path in enumerate(site.bodies):
        if only is None or path in only:
            more = "<p>And a new paragraph.</p>" if path in edited else ""
            site.bodies[path] = html(
                f"<p>Text {n} of the page.</p>"
                f'<p class="figure">We have {number:,} tools.</p>{more}'
            )


def updated():
    rows = ContentState.objects.filter(updated_at__isnull=False)
    return dict(rows.values_list("key", "updated_at"))


@pytest.fixture
def held(site):
    show(site, 1204)
    site.sweep(MONDAY)
    show(site, 1211, edited=["/003/"])
    assert site.sweep(TUESDAY).status == "HELD"
    return site


@pytest.fixture
def known(held):
    pipeline.rebase("pages", why="a counter", now=TUESDAY, fetcher=held)
    assert updated() == {"/003/": TUESDAY}
    return held


def test_what_a_person_rebased_is_known_the_next_time(known):
    show(known, 1300, edited=["/003/", "/030/"])

    report = known.sweep(WEDNESDAY)

    assert (report.status, report.moves) == (
        "SETTLED",
        {Move.REBASED: 59, Move.CHANGED: 1},
    )
    assert updated() == {"/003/": TUESDAY, "/030/": WEDNESDAY}
    assert known.sweep(THURSDAY).moves == {Move.SAME: 60}


def test_the_edits_among_known_furniture_are_confirmed(known):
    show(known, 1300, edited=["/003/", "/055/"])
    known.second["/055/"] = html("<p>Rolled dice.</p>")

    report = known.sweep(WEDNESDAY)

    assert report.moves == {Move.REBASED: 59, Move.KEPT: 1}


def test_the_same_words_on_a_few_pages_are_an_edit(known):
    show(known, 9, only=["/007/", "/008/"])

    report = known.sweep(WEDNESDAY)

    assert report.moves == {Move.SAME: 58, Move.CHANGED: 2}


def test_another_mass_change_is_held_as_ever(known):
    known.bodies = {
        path: body.replace(b"</main>", b"<p>Now with delivery.</p></main>")
        for path, body in known.bodies.items()
    }

    assert known.sweep(WEDNESDAY).status == "HELD"


def test_rebase_with_noise_swallows_no_edit(held):
    held.bodies["/030/"] = html(
        '<p>Edited since the scan.</p><p class="figure">We have 1,211 tools.</p>'
    )

    report = pipeline.rebase(
        "pages", why="a counter", now=WEDNESDAY, fetcher=held, noise=["p.figure"]
    )

    assert report.moves == {Move.REBASED: 58, Move.CHANGED: 2}
    assert updated() == {"/003/": TUESDAY, "/030/": WEDNESDAY}
    assert Section.objects.get().noise == ["p.figure"]
    assert StagedSighting.objects.count() == 0


def test_declared_noise_is_seen_no_more(held):
    pipeline.rebase("pages", why="x", now=TUESDAY, fetcher=held, noise=["p.figure"])
    show(held, 5, edited=["/003/"])

    assert held.sweep(WEDNESDAY).moves == {Move.SAME: 60}


def test_a_selector_that_is_none_changes_nothing(held):
    with pytest.raises(ConfigurationError, match=r"'p\.\.figure' is not a usable"):
        pipeline.rebase("pages", why="x", now=TUESDAY, fetcher=held, noise=["p..figure"])

    assert Scan.objects.filter(status=Scan.Status.HELD).exists()
    assert updated() == {}


def test_the_cause_says_where_the_block_stands_and_how_to_select_it(held):
    [scan] = pipeline.held()

    block = scan["cause"]["blocks"][0]
    assert block["path"] == "main > p.figure"
    pipeline.rebase("pages", why="x", now=WEDNESDAY, fetcher=held, noise=[block["selector"]])
    show(held, 5, edited=["/003/"])
    assert held.sweep(THURSDAY).moves == {Move.SAME: 60}


def test_a_counter_of_each_pages_own_is_found_too(site):
    def count(start):
        for n, path in enumerate(site.bodies):
            seen = f"<div class=panel>Seen {start + 7 * n} times</div>"
            site.bodies[path] = html(f"<p>Text {n} of the page.</p>{seen}")

    count(100)
    site.sweep(MONDAY)
    count(200)
    site.sweep(TUESDAY)

    block = pipeline.held()[0]["cause"]["blocks"][0]
    assert (block["pages"], block["path"]) == (60, "main > div.panel")


def test_an_unstable_page_names_each_block_that_differs_and_what_to_declare(site):
    def body(session, word):
        return html(
            "<p>Text 0 of the page, edited.</p>"
            f'<p class="session">Session {session}.</p>'
            f"<p>Say <b class=pass>{word}</b> at the door.</p>"
        )

    site.sweep(MONDAY)
    site.bodies["/000/"] = body(17, "amber")
    site.second["/000/"] = body(18, "birch")

    report = site.sweep(TUESDAY)

    evidence = ContentState.objects.get(key="/000/").evidence
    assert report.moves == {Move.SAME: 59, Move.KEPT: 1}
    assert evidence.endswith(
        " at main > p.session (noise: .session); main > p > b.pass (noise: .pass)"
    )


def test_a_later_look_need_not_repeat_the_words_of_the_first_two(site):
    words = iter(["amber", "birch", "cedar", "damson"])
    fetch = site.fetch

    def rolled(loc, **how):
        page = fetch(loc, **how)
        if not loc.endswith("/000/"):
            return page
        body = html(f"<p>Text 0.</p><p>Say <b class=pass>{next(words)}</b> twice.</p>")
        return replace(page, body=body)

    site.sweep(MONDAY)
    site.fetch = rolled
    site.sweep(TUESDAY)

    evidence = ContentState.objects.get(key="/000/").evidence
    assert evidence.endswith(" at main > p > b.pass (noise: .pass)")


def priced(site, figure, *, factor=1, only=None):
    """Pages with a price alone in its line, and a figure that looks the same."""
    for n, path in enumerate(site.bodies):
        if only is None or path in only:
            price = (100 + n) * factor
            site.bodies[path] = html(
                f"<p>Text {n}.</p><div>{price}</div><div class=figure>{figure}</div>"
            )


def answered(site, figure, **how):
    priced(site, "1,204")
    site.sweep(MONDAY)
    priced(site, figure, **how)
    site.sweep(TUESDAY)
    blocks = pipeline.held()[0]["cause"]["blocks"]
    pipeline.rebase("pages", why="a counter", now=TUESDAY, fetcher=site)
    return blocks


def test_the_cause_names_the_figure_and_not_the_price_that_looks_like_it(site):
    [block] = answered(site, "1,211")

    assert (block["path"], block["selector"]) == ("main > div.figure", ".figure")


def test_a_bare_number_is_known_and_a_rise_of_all_prices_is_an_edit(site):
    answered(site, "1,211")

    priced(site, "1,300")
    assert site.sweep(WEDNESDAY).moves == {Move.REBASED: 60}
    priced(site, "1,300", factor=2)
    assert site.sweep(THURSDAY).status == "HELD"
    assert updated() == {}


def test_prices_that_rose_with_the_figure_are_not_learned_with_it(site):
    answered(site, "1,211", factor=2)

    priced(site, "1,300", factor=3)

    report = site.sweep(WEDNESDAY)
    assert (report.status, updated()) == ("HELD", {})


def test_words_that_take_turns_on_every_page_are_known(site):
    answered(site, "Measure twice and cut once.")

    priced(site, "Oil the hinge.")
    assert site.sweep(WEDNESDAY).moves == {Move.REBASED: 60}
    priced(site, "Sand along the grain.")
    assert site.sweep(THURSDAY).moves == {Move.REBASED: 60}


def test_words_that_each_page_replaces_by_its_own_are_edits(site):
    answered(site, "To be described.")
    for n, path in enumerate(site.bodies):
        priced(site, f"A chair in the manner of {n * 'old '}masters.", only=[path])

    assert site.sweep(WEDNESDAY).status == "HELD"


def test_a_page_that_still_shows_an_older_figure_catches_up(site):
    answered(site, "1,211")
    broken = site.bodies["/004/"]
    priced(site, "1,300")
    site.bodies["/004/"] = broken
    site.sweep(WEDNESDAY)
    priced(site, "1,352")

    assert site.sweep(THURSDAY).moves == {Move.REBASED: 60}


def test_a_figure_on_less_than_half_of_the_pages_is_known_where_it_stands(site):
    some = [f"/{n:03}/" for n in range(0, 60, 3)]
    more = [*some, "/001/", "/002/", "/004/"]
    priced(site, "1,204", only=more)
    site.sweep(MONDAY)
    priced(site, "1,211", only=more)
    site.sweep(TUESDAY)
    pipeline.rebase("pages", why="a counter", now=TUESDAY, fetcher=site)

    priced(site, "1,300", only=more)
    assert site.sweep(WEDNESDAY).moves == {Move.REBASED: 23, Move.SAME: 37}
    priced(site, "1,352", only=some[:9])
    assert site.sweep(THURSDAY).moves == {Move.CHANGED: 9, Move.SAME: 51}


def test_a_selector_by_its_place_is_not_named_if_other_pages_have_another_block_there(site):
    def show(number):
        for n, path in enumerate(site.bodies):
            tail = f"<p>{number} tools here.</p>" if n % 3 else "<p>Of this page alone.</p>"
            site.bodies[path] = html(f"<p>Text {n}.</p>{tail}")

    show(7)
    site.sweep(MONDAY)
    show(8)
    site.sweep(TUESDAY)

    [block] = pipeline.held()[0]["cause"]["blocks"]
    assert (block["pages"], block["path"], block["selector"]) == (40, "main > p", "")


def seen_times(site, step, *, figure=""):
    """A counter of each page's own, in a sentence."""
    for n, path in enumerate(site.bodies):
        site.bodies[path] = html(
            f"<p>Text {n}.</p><p>Seen {100 + n * (step + 7)} times here.</p>{figure}"
        )


def test_a_counter_of_each_pages_own_is_known_if_it_was_all_that_was_shown(site):
    seen_times(site, 0)
    site.sweep(MONDAY)
    seen_times(site, 1)
    site.sweep(TUESDAY)
    pipeline.rebase("pages", why="a counter", now=TUESDAY, fetcher=site)
    seen_times(site, 2)

    # The first page has seen nobody.
    assert site.sweep(WEDNESDAY).moves == {Move.REBASED: 59, Move.SAME: 1}


def test_a_counter_of_each_pages_own_beside_a_figure_is_not(site):
    seen_times(site, 0, figure="<p>We have 7 tools.</p>")
    site.sweep(MONDAY)
    seen_times(site, 1, figure="<p>We have 8 tools.</p>")
    site.sweep(TUESDAY)
    pipeline.rebase("pages", why="counters", now=TUESDAY, fetcher=site)
    seen_times(site, 2, figure="<p>We have 9 tools.</p>")

    assert site.sweep(WEDNESDAY).status == "HELD"


def test_a_selector_by_its_place_is_named_if_every_page_has_the_block_there(site):
    def show(number):
        for n, path in enumerate(site.bodies):
            site.bodies[path] = html(f"<p>Text {n}.</p><p>{number} tools here.</p>")

    show(7)
    site.sweep(MONDAY)
    show(8)
    site.sweep(TUESDAY)

    [block] = pipeline.held()[0]["cause"]["blocks"]
    assert (block["path"], block["selector"]) == ("main > p", "main > p:nth-of-type(2)")
