"""The laws of a walk, over every kind of source."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.sitemaps import Sitemap
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.candidates import (
    Candidate,
    QuerySetSource,
    RouteSource,
    SitemapSource,
    Source,
    walk,
)
from honest_sitemaps.errors import ConfigurationError
from tests.candidates.conftest import keys, loc_of, locs, walked
from tests.site.models import Article, Product, Seat, Word


class Said(Source):
    """What the test says, in its order; reads ``keys`` if it is asked to."""

    def __init__(self, *said: Candidate, is_ordered: bool = False) -> None:
        self.said = said
        self.is_ordered = is_ordered

    def candidates(self, *, after=None, keys=None):
        names = [it.key for it in self.said]
        start = names.index(after) + 1 if after in names and self.is_ordered else 0
        yield from (it for it in self.said[start:] if keys is None or it.key in keys)


def said(*names: str) -> list[Candidate]:
    return [Candidate(loc=f"/{n}/", key=name) for n, name in enumerate(names)]


class Translated(Sitemap):
    i18n = True
    alternates = True

    def items(self):
        return Article.objects.all()


SOURCES = {
    "int keys": lambda: QuerySetSource(Article),
    "uuid keys": lambda: QuerySetSource(Product),
    "text keys": lambda: QuerySetSource(Word),
    "two columns as key": lambda: QuerySetSource(Seat),
    "two columns in own order": lambda: QuerySetSource(Seat.objects.order_by("-number")),
    "own order": lambda: QuerySetSource(Article.objects.order_by("-slug")),
    "slice": lambda: QuerySetSource(Word.objects.order_by("text")[1:5]),
    "values": lambda: QuerySetSource(Word.objects.values("text"), loc=lambda it: it["text"]),
    "routes": lambda: RouteSource(["home", "about", "home", "nowhere", "nowhere"]),
    "routes in languages": lambda: RouteSource(["home", "contact"], languages=["en", "de"]),
    "contrib": lambda: SitemapSource(type("C", (Sitemap,), {"items": Article.objects.all})),
    "contrib in languages": lambda: SitemapSource(Translated),
    "contrib list": lambda: SitemapSource(
        type("L", (Sitemap,), {"items": ["a", "b", "a"], "location": lambda self, it: it})
    ),
    "contrib urls": lambda: SitemapSource(
        type("U", (Translated,), {"get_urls": lambda self, **it: Sitemap.get_urls(self, **it)})
    ),
}

each_source = pytest.mark.parametrize("make", SOURCES.values(), ids=SOURCES)
everything = pytest.mark.usefixtures("articles", "products", "words", "seats", "small_chunks")
quiet = pytest.mark.filterwarnings("ignore::django.core.paginator.UnorderedObjectListWarning")


@each_source
@everything
@quiet
def test_two_walks_are_equal(make):
    source = make()

    assert walked(source) == walked(source) == walked(make())
    assert walked(source)


@each_source
@everything
@quiet
def test_no_key_comes_twice_in_one_language(make):
    names = [(it.key, it.language) for it in walked(make())]

    assert len(names) == len(set(names))
    assert all(key for key, _ in names)


@each_source
@everything
@quiet
def test_a_walk_from_any_key_is_the_rest_of_the_whole_walk(make):
    source = make()
    whole = walked(source)

    for key in {it.key for it in whole}:
        last = max(number for number, it in enumerate(whole) if it.key == key)
        assert walked(source, after=key) == whole[last + 1 :]


@each_source
@everything
@quiet
def test_asking_for_keys_is_leaving_out_the_others(make):
    source = make()
    whole = walked(source)
    names = list(dict.fromkeys(it.key for it in whole))

    for wanted in ([], names[:1], names[1::2], [*names[::-2], "nobody", "testsite.word:no"]):
        assert sorted(walked(source, keys=wanted), key=whole.index) == [
            it for it in whole if it.key in wanted
        ]


@each_source
@everything
@quiet
def test_the_sections_of_the_languages_hold_every_candidate_once(make):
    source = make()
    parts = [walked(source, language=language) for language in ("en", "de")]

    names = [(it.key, it.language) for part in parts for it in part]

    assert sorted(names) == sorted((it.key, it.language) for it in walked(source))


@pytest.mark.parametrize(
    ("given", "names"),
    [
        # Numbered from the second on …
        (["a", "b", "a", "a"], ["a", "b", "a#2", "a#3"]),
        # … past names that are taken.
        (["a", "a#2", "a"], ["a", "a#2", "a#3"]),
        (["a", "a", "a#2"], ["a", "a#2", "a#2#2"]),
    ],
)
def test_a_key_that_comes_again_is_numbered(given, names):
    source = Said(*said(*given))

    assert keys(source) == names
    for name in names:
        assert keys(source, keys=[name]) == [name]


def test_a_key_may_come_once_in_each_language():
    versions = [Candidate(loc=f"/{code}/", key="a", language=code) for code in ("en", "de")]

    assert keys(Said(*versions)) == ["a", "a"]


def test_candidates_without_loc_and_key_stay_apart_in_any_source():
    nothing = [Candidate(loc="", fault="ValueError: x")] * 3

    assert keys(Said(*nothing, is_ordered=True)) == ["?", "?#2", "?#3"]


def test_a_place_that_is_gone_is_read_from_the_start_again():
    source = Said(*said("a", "b", "c"))

    assert keys(source, after="gone") == ["a", "b", "c"]
    assert keys(source, after="c") == []


def test_keys_too_long_for_their_column_can_be_resumed_and_asked_for(db):
    texts = [f"{'x' * 90}{n}" for n in range(4)]
    for text in texts:
        Word.objects.create(text=text)
    source = QuerySetSource(Word, loc=lambda it: f"/{it.text}/")
    long = Said(*said(*(f"k{'x' * 400}{n}" for n in range(4))), is_ordered=True)

    for one in (source, long):
        whole = walked(one)
        assert max(len(it.key) for it in whole) <= 255
        for number, it in enumerate(whole):
            assert walked(one, after=it.key) == whole[number + 1 :]
            assert walked(one, keys=[it.key]) == [it]


def test_asking_for_no_keys_asks_nobody():
    class Untouchable(Source):
        def candidates(self, *, after=None, keys=None):
            raise AssertionError("asked")

    assert walked(Untouchable(), keys=[]) == []


@pytest.mark.parametrize(
    ("language", "section", "fault"),
    [
        ("en", "en", ""),
        ("de", "de", ""),
        # One language, however it is spelt.
        ("EN", "en", ""),
        # None of the sections is its own: it comes with the first, and says so.
        ("fr", "en", "its language 'fr' is none of LANGUAGES, and the section is by language"),
        ("", "en", "it has no language, and the section is by language"),
    ],
)
def test_a_section_of_one_language_has_that_language(language, section, fault):
    source = Said(Candidate(loc="/x/", language=language))

    found = {code: walked(source, language=code) for code in ("en", "de")}

    (candidate,) = found.pop(section)
    assert candidate.fault == fault
    assert list(found.values()) == [[]]


def test_without_a_language_every_language_comes():
    source = Said(*(Candidate(loc=f"/x{code}/", language=code) for code in ("en", "fr", "")))

    assert [it.fault for it in walked(source)] == ["", "", ""]


def test_variants_of_a_language_are_told_apart(settings):
    settings.LANGUAGES = [("pt", "Português"), ("pt-br", "Português do Brasil")]
    source = Said(*(Candidate(loc=f"/{code}/", language=code) for code in ("pt", "pt_BR")))

    assert locs(source, language="pt") == [loc_of("/pt/")]
    assert locs(source, language="pt-br") == [loc_of("/pt_BR/")]


def test_naive_dates_are_in_the_zone_of_the_site(settings):
    settings.TIME_ZONE = "America/New_York"
    source = Said(Candidate(loc="/x/", published_at=datetime(2026, 3, 1, 12)))

    (candidate,) = walked(source)

    assert candidate.published_at == datetime(2026, 3, 1, 17, tzinfo=UTC)


def test_an_origin_that_is_none_is_refused():
    with pytest.raises(ConfigurationError, match="does not start with http"):
        next(walk(Said(), section="pages", origin="example.test"))


def test_a_source_yields_candidates_and_nothing_else():
    class Texts(Source):
        def candidates(self, *, after=None, keys=None):
            yield "/x/"

    with pytest.raises(ConfigurationError, match="yielded '/x/', which is no Candidate"):
        walked(Texts())


def test_what_a_source_raises_the_walk_raises():
    class Broken(Source):
        def candidates(self, *, after=None, keys=None):
            yield Candidate(loc="/x/")
            raise ValueError("source is down")

    stream = walk(Broken(), section="pages", origin="https://example.test")

    assert next(stream).key == "/x/"
    with pytest.raises(ValueError, match="source is down"):
        next(stream)


def test_a_source_names_no_keys_unless_it_says_so():
    assert Said().key_of(Article(pk=1)) is None


names = st.lists(st.sampled_from(["a", "b", "a#2", "a#2#2", "#", "?", "c"]), max_size=12)


@given(names, st.data())
@settings(max_examples=60, deadline=None)
def test_any_walk_is_unique_resumable_and_filtered(given, data):
    source = Said(*said(*given))
    whole = walked(source)
    wanted = data.draw(st.sets(st.sampled_from([it.key for it in whole] or ["nobody"])))

    assert len({it.key for it in whole}) == len(given)
    assert walked(source, keys=sorted(wanted)) == [it for it in whole if it.key in wanted]
    for number, it in enumerate(whole):
        assert walked(source, after=it.key) == whole[number + 1 :]


def test_an_ordered_source_that_breaks_its_word_loses_nothing():
    source = Said(*said("a", "b", "b", "c"), is_ordered=True)

    assert keys(source) == ["a", "b", "b#2", "c"]
    assert keys(source, after="b#2") == ["c"]
    assert keys(source, keys=["b#2"]) == ["b#2"]
