"""What an operator, or a project's CI, learns of its pages' noise."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime

import pytest
import time_machine
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from honest_sitemaps import QuerySetSource, RouteSource, registry
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.fingerprint import LineChange, Place
from honest_sitemaps.ledger import ContentState, Scan, Section
from honest_sitemaps.pipeline.noises import Noise, Spot, folded_in, noises_of, not_told
from honest_sitemaps.pipeline.noticing import spread
from tests.site.models import Article

NOON = datetime(2026, 8, 10, 12, 30, tzinfo=UTC)


@pytest.fixture(autouse=True)
def noon():
    """An hour ahead is no other day, and a day ahead no other year."""
    with time_machine.travel(NOON, tick=False):
        yield


@pytest.fixture
def look_for(transactional_db, run):
    """The answer to ``sitemap_noise`` for a section of these routes, and its exit code."""
    Article.objects.bulk_create(
        Article(title=f"Article {word}", slug=word) for word in "abcdefghijklmnop"
    )

    def look_for(*names: str, noise=(), options=()):
        with registry.replaced(), override_settings(ROOT_URLCONF="tests.commands.noisy_urls"):
            registry.register("pages", RouteSource(names), noise=noise)
            return run("sitemap_noise", *options)

    return look_for


def test_a_clean_site_has_none(look_for):
    document, code = look_for("clean", "still", "picture")

    assert code == 0
    assert document == {"pages": 3, "pages_with_noise": 0, "noise": [], "skipped": []}


@pytest.mark.parametrize(
    ("name", "variation", "path", "selector"),
    [
        # Made for each response.
        ("nonce", "visitor", "main > p > b.token", ".token"),
        ("counter", "visitor", "main > p.figure", ".figure"),
        ("shuffle", "visitor", "main > ul.more", ".more"),
        # The smallest step of the clock that shows it.
        ("clock", "hour", "main > p.clock", ".clock"),
        ("date", "day", "main > p.date", ".date"),
        ("year", "year", "main > p.year", ".year"),
        ("month", "year", "main > p.month", ".month"),
        ("age", "hour", "main > p.age", ".age"),
        # A file's name that the page says in words.
        ("build", "assets", "main > pre", "main > pre"),
        # Behind a cache.
        ("cached", "visitor", "main > p.word", ".word"),
        # Noise that cannot be declared.
        ("description", "visitor", "head > meta", ""),
        ("loose", "visitor", "main", ""),
        ("document", "visitor", "", ""),
    ],
)
def test_each_kind_of_noise_is_found_and_placed(look_for, name, variation, path, selector):
    document, code = look_for("clean", name)

    assert code == 1
    assert [(one["variation"], one["path"], one["selector"]) for one in document["noise"]] == [
        (variation, path, selector)
    ]


def test_the_selectors_that_are_named_end_it(look_for):
    noisy = ("nonce", "counter", "shuffle", "clock", "date", "year", "age", "build", "cached")
    found, _ = look_for(*noisy)

    document, code = look_for(*noisy, noise=[one["selector"] for one in found["noise"]])

    assert len(found["noise"]) == len(noisy)
    assert (document["noise"], code) == ([], 0)


def test_a_block_without_a_name_is_selected_by_what_means_it_on_every_page(look_for):
    found, _ = look_for("last", "later")

    (one,) = found["noise"]
    assert (one["pages"], one["why_no_selector"]) == (2, "")
    assert one["selector"] == "main > p:nth-last-of-type(1)"
    assert look_for("last", "later", noise=[one["selector"]])[1] == 0


# A page where the block stands elsewhere; one that shows no noise.
@pytest.mark.parametrize(("other", "pages"), [("amid", 3), ("clean", 2)])
def test_a_selector_that_would_mean_content_elsewhere_is_not_named(look_for, other, pages):
    document, _ = look_for("last", "later", other)

    (one,) = document["noise"]
    assert (one["pages"], one["path"], one["selector"]) == (pages, "main > p", "")
    assert one["why_no_selector"].startswith("no selector means it on every compared page")


def test_a_finding_tells_what_differs_and_how_often(look_for):
    document, _ = look_for("clean", "clock")

    (one,) = document["noise"]
    assert (one["section"], one["pages"], one["share"]) == ("pages", 1, 0.5)
    assert one["sample"] == "https://example.test/clock/"
    assert one["before"].startswith("text It is ")
    assert one["after"].startswith("text It is ")
    assert one["before"] != one["after"]


def test_one_block_of_a_template_is_one_finding_over_all_its_pages(articles, run):
    with override_settings(ROOT_URLCONF="tests.commands.noisy_pages"):
        document, code = run("sitemap_noise", "--sample", "5")

    (one,) = document["noise"]
    assert code == 1
    assert (document["pages"], one["pages"], one["share"]) == (5, 5, 1.0)
    assert (one["variation"], one["selector"]) == ("visitor", ".token")


def test_a_page_that_answers_others_otherwise_is_a_finding(look_for):
    document, code = look_for("alone")

    (one,) = document["noise"]
    assert code == 1
    assert (one["variation"], one["before"], one["after"]) == (
        "visitor",
        "status 200",
        "status 404",
    )


def test_a_page_that_is_not_listed_is_skipped_with_its_reason(look_for):
    document, code = look_for("clean", "moved")

    assert (document["pages"], code) == (1, 0)
    (one,) = document["skipped"]
    assert one["loc"] == "https://example.test/moved/"
    assert one["why"].startswith("REDIRECT")


def test_nothing_is_written(articles, run):
    with CaptureQueriesContext(connection) as queries:
        run("sitemap_noise")

    assert {query["sql"].partition(" ")[0] for query in queries} == {"SELECT"}
    assert not Section.objects.exists()
    assert not Scan.objects.exists()
    assert not ContentState.objects.exists()


def test_a_clean_section_of_models_is_sampled_evenly(articles, run):
    document, code = run("sitemap_noise")

    assert (document["pages"], document["noise"], document["skipped"]) == (10, [], [])
    assert code == 0


def test_caches_are_what_they_were(look_for):
    cache.set("noisy", "kept", 60)

    document, _ = look_for("cached")

    assert cache.get("noisy") == "kept"
    assert "kept" not in document["noise"][0]["before"]


def test_without_the_extra_the_clock_stays_and_the_report_says_so(look_for, monkeypatch):
    monkeypatch.setitem(sys.modules, "time_machine", None)

    document, code = look_for("year", "still")

    assert code == 0
    (one,) = document["skipped"]
    assert one["variation"] == "hour, day, year"
    assert "honest-sitemaps[noise]" in one["why"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(["nope"], "No section is named 'nope'"), (["--sample", "0"], "--sample must be 1")],
)
def test_what_cannot_run_says_why(articles, run, arguments, sentence):
    document, code = run("sitemap_noise", *arguments)

    assert code == 2
    assert sentence in document["error"]


def test_people_read_what_to_declare(transactional_db, capsys):
    with registry.replaced(), override_settings(ROOT_URLCONF="tests.commands.noisy_urls"):
        registry.register("pages", RouteSource(["clock", "loose", "moved"]))
        with pytest.raises(CommandError):
            call_command("sitemap_noise")

    said = capsys.readouterr().out
    assert "2 pages compared, 2 blocks of noise." in said
    assert "main > p.clock differs an hour later on 1 page (50%)" in said
    assert "declare: noise=('.clock',)" in said
    assert "no selector: mend the template" in said
    assert "Not compared: pages https://example.test/moved/: REDIRECT" in said


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_last_sentence_says_what_was_found_and_what_to_do(transactional_db, options):
    out = io.StringIO()

    with registry.replaced(), override_settings(ROOT_URLCONF="tests.commands.noisy_urls"):
        registry.register("pages", RouteSource(["clean", "clock", "loose", "date"]))
        with pytest.raises(CommandError) as raised:
            call_command("sitemap_noise", *options, stdout=out)

    assert raised.value.returncode == 1
    assert str(raised.value).splitlines() == [
        "3 blocks of noise on 3 pages of 4 compared: each would move a date without an edit.",
        "pages: register with noise=('.clock', '.date'); 1 block needs a class, or another "
        "template.",
        "A block that is content after all needs no declaration. A template may mark its own "
        "with data-sitemap-noise. See docs/how-to/find-noise.md.",
    ]


def test_a_section_without_dates_is_compared_if_it_is_named(look_for, run):
    with registry.replaced(), override_settings(ROOT_URLCONF="tests.commands.noisy_urls"):
        registry.register("lists", RouteSource(["shuffle"]), dates=False)
        unnamed, code_unnamed = run("sitemap_noise")
        named, code_named = run("sitemap_noise", "lists")

    assert (unnamed["pages"], code_unnamed) == (0, 0)
    assert "without dates" in unnamed["skipped"][0]["why"]
    assert (named["pages"], code_named) == (1, 1)


# The parts.


def noise(**rest) -> Noise:
    given = {
        "section": "pages",
        "variation": "hour",
        "before": "text A",
        "after": "text B",
        "locs": ("/a/", "/b/"),
        "sampled": 4,
        "place": Place("main > p", ".box"),
    }
    return Noise(**{**given, **rest})


def test_what_stands_in_an_element_that_differs_on_another_page_is_part_of_it():
    inner = noise(locs=("/c/",), place=Place("main > p > b", ".box > b"))
    other = noise(section="news", locs=("/d/",))

    found = folded_in([inner, noise(), noise(variation="day"), other])

    assert [(one.section, one.locs) for one in found] == [
        ("pages", ("/a/", "/b/", "/c/")),
        ("news", ("/d/",)),
    ]


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ([], ("/a/", "/b/")),
        # The same element, or one around it.
        ([noise()], ()),
        ([noise(locs=("/b/", "/c/"))], ("/a/",)),
        ([noise(place=Place("main", "main"))], ("/a/", "/b/")),
        # Another section, another element, none that has a selector.
        ([noise(section="news")], ("/a/", "/b/")),
        ([noise(place=Place("main > p", ".bo"))], ("/a/", "/b/")),
        ([noise(place=Place("main > p", ""))], ("/a/", "/b/")),
    ],
)
def test_an_element_is_told_once_on_a_page(told, left):
    found = not_told([noise()], told)

    assert [one.locs for one in found] == ([left] if left else [])


def test_what_stands_in_an_element_that_was_told_is_not_told_again():
    inner = noise(place=Place("main > p > b", ".box > b"))

    assert not_told([inner], [noise()]) == []


def grouped_by(changes, spots):
    """The noises of these changes, whose spots go by the line."""
    found, _ = noises_of(
        changes,
        section="pages",
        variation="visitor",
        sampled=4,
        spot_of=lambda loc, change: spots[change.before or change.after],
        limit=50,
    )
    return [(one.place.selector, one.locs, one.before) for one in found]


def test_elements_at_one_path_of_several_pages_are_one():
    spots = {
        line: Spot(place=Place("main > p", f"main > p:nth-of-type({n})"))
        for line, n in (("text Ada x", 2), ("text Bob y", 3), ("text Cid z", 2))
    }

    found = grouped_by(
        {
            "/1/": [LineChange("text Ada x", "text Ida v")],
            "/2/": [LineChange("text Bob y", "text Job v")],
            "/3/": [LineChange("text Cid z", "text Sid v")],
        },
        spots,
    )

    assert [(selector, sorted(locs)) for selector, locs, _ in found] == [
        ("main > p:nth-of-type(2)", ["/1/", "/2/", "/3/"])
    ]


def test_two_elements_at_one_path_of_a_page_are_two():
    spots = {
        line: Spot(place=Place("main > p", f"main > p:nth-of-type({n})"))
        for line, n in (("text Ada", 2), ("text Bob", 3))
    }

    found = grouped_by(
        {"/": [LineChange("text Ada", "text Ida"), LineChange("text Bob", "text Job")]}, spots
    )

    assert sorted(selector for selector, *_ in found) == [
        "main > p:nth-of-type(2)",
        "main > p:nth-of-type(3)",
    ]


def item(number: int) -> Spot:
    return Spot(
        place=Place("main > ul > li", f".more > li:nth-of-type({number})"),
        item=f"li:nth-of-type({number})",
        around=Place("main > ul.more", ".more"),
    )


@pytest.mark.parametrize(
    ("changes", "selectors"),
    [
        # One item that says something else is that item.
        ([("li A", "li X")], [".more > li:nth-of-type(1)"]),
        # Two of them, one that came, one that went, are the list.
        ([("li A", "li X"), ("li B", "li Y")], [".more"]),
        ([("li A", "")], [".more"]),
        ([("", "li B")], [".more"]),
        # Two lines of one item are no two items.
        ([("li A", "li X"), ("link /a A", "link /a X")], [".more > li:nth-of-type(1)"]),
    ],
)
def test_items_that_come_go_or_change_together_are_their_list(changes, selectors):
    spots = {"li A": item(1), "li B": item(2), "link /a A": item(1)}

    found = grouped_by({"/": [LineChange(*change) for change in changes]}, spots)

    assert [selector for selector, *_ in found] == selectors


def test_answers_of_unlike_kinds_are_not_put_together():
    spots = dict.fromkeys(["status 200", "bytes ab"], Spot(place=Place("", "")))

    found = grouped_by(
        {
            "/1/": [LineChange("status 200", "status 404")],
            "/2/": [LineChange("bytes ab", "bytes cd")],
        },
        spots,
    )

    assert len(found) == 2


def test_more_blocks_than_are_looked_for_are_counted():
    changes = {"/": [LineChange(f"text {word}", "") for word in ("Ada", "Bob", "Cid")]}

    found, left_out = noises_of(
        changes,
        section="pages",
        variation="visitor",
        sampled=1,
        spot_of=lambda loc, change: Spot(place=Place(change.before, change.before)),
        limit=2,
    )

    assert (len(found), left_out) == (2, 1)


@pytest.mark.parametrize(
    ("count", "size", "expected"),
    [
        (3, 5, [0, 1, 2]),
        (0, 5, []),
        (9, 3, [0, 2, 6]),
        (1000, 4, [0, 256, 512, 768]),
    ],
)
def test_a_sample_is_spread_over_the_walk(count, size, expected):
    found = spread((Candidate(loc=str(number)) for number in range(count)), size)

    assert [int(one.loc) for one in found] == expected


@pytest.mark.parametrize("size", [1, 2, 7, 40])
def test_a_sample_is_as_large_as_it_can_be(size):
    for count in range(120):
        found = spread((Candidate(loc=str(number)) for number in range(count)), size)

        assert len(found) == min(count, size)
        assert sorted({int(one.loc) for one in found}) == [int(one.loc) for one in found]


def test_a_section_by_the_walk_of_a_model_is_compared_under_its_own_rules(articles, run):
    with registry.replaced():
        registry.register("articles", QuerySetSource(Article.objects.all()), noise=(".token",))
        with override_settings(ROOT_URLCONF="tests.commands.noisy_pages"):
            document, code = run("sitemap_noise")

    assert (document["noise"], code) == ([], 0)
