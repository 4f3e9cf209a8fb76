"""A queryset: every row once, in chunks, with the facts that it is asked for."""

from __future__ import annotations

import logging
import uuid
from datetime import UTC, date, datetime

import pytest
from django.contrib.auth.models import Group, User
from django.db import DatabaseError, OperationalError
from django.db.models import Count, Value
from django.utils import translation

from honest_sitemaps.candidates import QuerySetSource
from honest_sitemaps.errors import ConfigurationError
from tests.candidates.conftest import keys, loc_of, locs, walked
from tests.site.models import Article, Draft, Product, Seat, Word

pytestmark = pytest.mark.django_db


def test_every_row_is_a_candidate_by_its_primary_key(articles):
    candidates = walked(QuerySetSource(Article.objects.all()))

    assert [it.key for it in candidates] == [f"testsite.article:{it.pk}" for it in articles]
    assert [it.loc for it in candidates] == [loc_of(f"/articles/a{n}/") for n in range(1, 8)]
    assert {it.section for it in candidates} == {"pages"}
    assert {it.fault for it in candidates} == {""}


@pytest.mark.usefixtures("small_chunks")
def test_uuids_are_walked_in_their_own_order(products):
    assert keys(QuerySetSource(Product.objects.all())) == [
        f"testsite.product:{it.pk}" for it in products
    ]


@pytest.mark.usefixtures("small_chunks", "words")
def test_texts_are_walked_in_the_order_of_the_database():
    in_order = list(Word.objects.order_by("pk").values_list("pk", flat=True))

    walk = keys(QuerySetSource(Word.objects.all()))

    assert walk == [f"testsite.word:{text}" for text in in_order]


@pytest.mark.usefixtures("small_chunks", "articles")
def test_a_walk_asks_once_a_chunk_and_never_skips_rows(django_assert_num_queries):
    with django_assert_num_queries(4) as captured:  # 2 + 2 + 2 + 1 rows
        walked(QuerySetSource(Article.objects.all()))

    assert not any("OFFSET" in query["sql"] for query in captured.captured_queries)


@pytest.mark.usefixtures("articles")
def test_a_walk_builds_one_chunk_ahead_and_no_more(monkeypatch):
    monkeypatch.setattr("honest_sitemaps.candidates.rows.CHUNK_ROWS", 2)
    built = []
    monkeypatch.setattr(
        Article, "get_absolute_url", lambda self: built.append(self.pk) or f"/{self.pk}/"
    )

    stream = QuerySetSource(Article.objects.all()).candidates()
    next(stream)

    assert len(built) == 1


def test_rows_written_behind_the_walk_are_found_and_those_deleted_are_not(
    articles, small_chunks
):
    stream = QuerySetSource(Article.objects.all()).candidates()
    seen = [next(stream).key, next(stream).key]
    articles[3].delete()
    Article.objects.create(title="New", slug="new")

    seen += [it.key for it in stream]

    assert f"testsite.article:{articles[3].pk}" not in seen
    assert len(seen) == len(set(seen)) == 7


@pytest.mark.usefixtures("articles")
def test_every_walk_asks_the_database_again():
    queryset = Article.objects.all()
    source = QuerySetSource(queryset)
    list(queryset)  # its cache is full now
    before = locs(source)
    Article.objects.create(title="New", slug="new")

    assert len(locs(source)) == len(before) + 1


@pytest.mark.parametrize(
    "given",
    [
        Article.objects.all(),
        Article.objects,  # a manager
        Article,  # a model: its default manager
        lambda: Article.objects.all(),
        lambda: Article.objects,
    ],
)
def test_a_queryset_may_be_given_in_any_shape(given, articles):
    assert len(walked(QuerySetSource(given))) == len(articles)


def test_a_function_of_the_queryset_runs_only_in_a_walk():
    def fails():
        raise AssertionError("called too early")

    assert "fails" in repr(QuerySetSource(fails))


@pytest.mark.parametrize("given", [None, [], "testsite.Article", 5])
def test_what_is_no_queryset_is_refused(given):
    with pytest.raises(ConfigurationError, match="needs a queryset"):
        QuerySetSource(given)


def test_a_function_that_returns_no_queryset_is_refused():
    def latest():
        return [1]

    with pytest.raises(ConfigurationError, match=r"latest.* returned \[1\]"):
        walked(QuerySetSource(latest))


@pytest.mark.parametrize("reader", ["", 5, ["slug"]])
def test_what_cannot_be_read_is_refused(reader):
    with pytest.raises(ConfigurationError, match="group of a QuerySetSource"):
        QuerySetSource(Article, group=reader)


def test_a_source_can_be_shown_without_a_query(django_assert_num_queries):
    with django_assert_num_queries(0):
        assert (
            repr(QuerySetSource(Article.objects.all())) == "QuerySetSource(testsite.Article)"
        )


def test_facts_are_attributes_methods_or_functions():
    Article.objects.create(
        title="T",
        slug="t",
        language="de",
        translation_key="k1",
        published_at=datetime(2026, 1, 1, tzinfo=UTC),
        expires_at=datetime(2027, 1, 1, tzinfo=UTC),
        is_live=False,
        is_public=False,
        noindex=True,
    )
    source = QuerySetSource(
        Article.objects.all(),
        published_at="published_at",
        expires_at=lambda it: it.expires_at,
        is_live="is_live",
        is_public="is_public",
        noindex="noindex",
        language="language",
        group="translation_key",
        images=lambda it: [f"/media/{it.slug}.jpg"],
        videos=lambda it: [{"title": it.title}],
        news=lambda it: {"title": it.title},
    )

    (candidate,) = walked(source)

    assert candidate.loc == loc_of("/de/articles/t/")
    assert candidate.published_at == datetime(2026, 1, 1, tzinfo=UTC)
    assert candidate.expires_at == datetime(2027, 1, 1, tzinfo=UTC)
    assert not candidate.is_live
    assert not candidate.is_public
    assert candidate.noindex
    assert candidate.language == "de"
    assert candidate.group == "k1"
    assert candidate.images == (loc_of("/media/t.jpg"),)
    assert candidate.videos == ({"title": "T"},)
    assert candidate.news == {"title": "T"}


def test_what_is_not_asked_for_has_the_harmless_value(articles):
    candidate = walked(QuerySetSource(Article))[0]

    assert candidate.is_live
    assert candidate.is_public
    assert not candidate.noindex
    assert candidate.language == ""
    assert candidate.group == ""
    assert candidate.published_at is None


def test_a_day_stays_a_day(db):
    Product.objects.create(title="P", released_on=date(2026, 3, 1))

    (candidate,) = walked(QuerySetSource(Product, published_at="released_on"))

    assert candidate.published_at == datetime(2026, 3, 1, tzinfo=UTC)
    assert candidate.published_precision == "day"


def test_a_loc_is_reversed_in_the_language_of_its_object(articles):
    Article.objects.filter(slug="a2").update(language="de")
    source = QuerySetSource(
        Article, language="language", loc=lambda it: f"/{translation.get_language()}/"
    )

    with translation.override("fr"):
        assert locs(source)[:2] == [loc_of("/en/"), loc_of("/de/")]
        assert translation.get_language() == "fr"


def test_the_language_that_is_active_by_chance_does_not_count(articles):
    source = QuerySetSource(Article, loc=lambda it: f"/{translation.get_language()}/")

    with translation.override("de"):
        assert set(locs(source)) == {loc_of("/en/")}


@pytest.mark.parametrize(
    ("loc", "fault"),
    [
        (lambda it: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda it: it.nothing, "AttributeError: 'Article' object has no attribute 'nothing'"),
        ("nothing", "AttributeError: 'Article' object has no attribute 'nothing'"),
        (lambda it: None, "there is no loc"),
        (lambda it: "", "there is no loc"),
    ],
)
def test_an_object_without_a_loc_is_one_candidate_with_a_fault(loc, fault, articles):
    candidates = walked(QuerySetSource(Article, loc=loc))

    assert [it.fault for it in candidates] == [fault] * len(articles)
    assert [it.loc for it in candidates] == [""] * len(articles)
    assert candidates[0].key == f"testsite.article:{articles[0].pk}"


def test_one_object_that_raises_stops_nobody(articles):
    def published(article):
        if article.slug == "a3":
            raise ValueError("no history\nof it")
        return datetime(2026, 1, 1, tzinfo=UTC)

    candidates = walked(QuerySetSource(Article, published_at=published))

    faults = {it.loc: it.fault for it in candidates if it.fault}
    assert faults == {loc_of("/articles/a3/"): "ValueError: no history"}
    assert len(candidates) == len(articles)


def test_a_lost_database_is_nobodys_fault_and_ends_the_walk(articles):
    def loc(article):
        raise OperationalError("server closed the connection")

    with pytest.raises(OperationalError):
        walked(QuerySetSource(Article, loc=loc))


def test_a_queryset_that_fails_ends_the_walk(db):
    source = QuerySetSource(Article.objects.extra(where=["no_such_column = 1"]))

    with pytest.raises(DatabaseError):
        walked(source)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(
    ("queryset", "slugs", "why"),
    [
        (
            lambda: Article.objects.order_by("-slug"),
            "a7 a6 a5 a4 a3 a2 a1",
            "order of its own",
        ),
        (lambda: Article.objects.order_by("-pk"), "a7 a6 a5 a4 a3 a2 a1", "order"),
        (lambda: Article.objects.order_by("pk").reverse(), "a7 a6 a5 a4 a3 a2 a1", "order"),
        (lambda: Article.objects.order_by("-slug")[:3], "a7 a6 a5", "slice"),
        (lambda: Article.objects.all()[2:5], "a3 a4 a5", "slice"),
        (lambda: Draft.objects.all()[:3], "a7 a6 a5", "slice"),
        (
            lambda: Article.objects.filter(slug="a2").union(Article.objects.filter(slug="a1")),
            "a1 a2",
            "union",
        ),
    ],
)
def test_what_has_an_order_of_its_own_is_walked_in_it_with_a_warning(
    queryset, slugs, why, articles, caplog
):
    source = QuerySetSource(queryset)

    with caplog.at_level(logging.WARNING):
        walk = locs(source)

    assert walk == [loc_of(f"/articles/{slug}/") for slug in slugs.split()]
    assert not source.is_ordered
    assert why in caplog.text


@pytest.mark.parametrize(
    "queryset",
    [
        lambda: Article.objects.all(),
        lambda: Article.objects.order_by("pk"),
        lambda: Article.objects.order_by("id"),
        lambda: Article.objects.filter(is_live=True).distinct(),
        lambda: Article.objects.annotate(one=Value(1)),
        lambda: Article.objects.only("slug"),
        # Meta.ordering of the model is nobody's wish for this queryset.
        lambda: User.objects.all(),
    ],
)
def test_all_else_is_walked_by_primary_key_without_a_word(queryset, articles, caplog):
    source = QuerySetSource(queryset, loc=lambda it: f"/{it.pk}/")

    walk = keys(source)

    assert source.is_ordered
    assert walk == sorted(walk)
    assert caplog.text == ""


TIES = {
    "same title": lambda: Article.objects.order_by("title"),
    "slice of the same title": lambda: Article.objects.order_by("title")[1:6],
    "slice of Meta.ordering": lambda: Draft.objects.all()[1:6],
    "slice of no order": lambda: Article.objects.all()[1:6],
    "union without an order": lambda: Article.objects.filter(slug__lt="a4").union(
        Article.objects.filter(slug__gte="a3")
    ),
    "values": lambda: Article.objects.values("slug", "pk"),
    "values of the same title": lambda: Article.objects.order_by("title").values("slug", "pk"),
}


@pytest.mark.parametrize("queryset", TIES.values(), ids=TIES)
def test_rows_that_are_equal_in_the_order_come_by_primary_key(queryset, articles):
    Article.objects.update(title="The same")
    # Rows that were written last come last, where a database has its way.
    Article.objects.filter(slug="a2").update(body="moved to the end of the table")
    source = QuerySetSource(
        queryset, loc=lambda it: f"/{it['slug'] if isinstance(it, dict) else it.slug}/"
    )

    walk = locs(source)

    assert walk == sorted(walk)
    assert len(walk) >= 5


def test_values_that_were_made_distinct_or_grouped_stay_so(articles):
    Article.objects.update(title="The same")
    distinct = Article.objects.values("title").distinct()
    grouped = Article.objects.values("title").annotate(number=Count("pk"))

    for queryset in (distinct, grouped, distinct.union(distinct)):
        assert len(locs(QuerySetSource(queryset, loc=lambda it: "/x/"))) == 1


def test_an_order_by_another_table_yields_each_row_once(db):
    groups = [Group.objects.create(name=name) for name in "ab"]
    for name in ("x", "y"):
        User.objects.create(username=name).groups.set(groups)
    joined = User.objects.filter(groups__name__in="ab")

    by_pk = keys(QuerySetSource(joined, loc=lambda it: f"/{it.username}/"))
    in_order = keys(
        QuerySetSource(joined.order_by("groups__name"), loc=lambda it: f"/{it.username}/")
    )

    assert len(by_pk) == 2
    assert by_pk == in_order


def test_related_objects_are_fetched_along(django_assert_num_queries, db):
    from django.contrib.auth.models import Permission

    source = QuerySetSource(
        Permission.objects.select_related("content_type"),
        loc=lambda it: f"/{it.content_type.model}/{it.codename}/",
    )

    with django_assert_num_queries(1):
        walked(source)


@pytest.mark.usefixtures("small_chunks")
def test_keys_are_looked_up_and_nothing_else_is_read(articles, django_assert_num_queries):
    wanted = [f"testsite.article:{articles[n].pk}" for n in (5, 1)]
    foreign = ["testsite.word:1", "testsite.article:99999", "testsite.article:x", "/about/"]

    with django_assert_num_queries(2):  # three keys of the model, in chunks of two
        found = keys(QuerySetSource(Article), keys=[*wanted, *foreign])

    assert sorted(found) == sorted(wanted)


def test_the_source_knows_the_key_of_its_objects(articles, words):
    source = QuerySetSource(Article.objects.filter(is_live=True))

    assert source.key_of(articles[0]) == f"testsite.article:{articles[0].pk}"
    assert source.key_of(words[0]) is None
    assert source.key_of(Article()) is None
    assert QuerySetSource(Seat).key_of(Seat(row="a")) is None
    assert source.key_of("testsite.article:1") is None


def test_a_key_names_an_object_that_left_the_queryset_too(articles):
    articles[0].is_live = False
    source = QuerySetSource(Article.objects.filter(is_live=True))

    assert source.key_of(articles[0]) == f"testsite.article:{articles[0].pk}"


def test_after_a_deleted_object_comes_the_next(articles):
    gone = f"testsite.article:{articles[2].pk}"
    articles[2].delete()

    assert keys(QuerySetSource(Article), after=gone) == [
        f"testsite.article:{it.pk}" for it in articles[3:]
    ]


def test_a_uuid_after_which_to_go_on_need_not_exist(products):
    assert keys(QuerySetSource(Product), after=f"testsite.product:{uuid.UUID(int=0)}") == [
        f"testsite.product:{it.pk}" for it in products
    ]
