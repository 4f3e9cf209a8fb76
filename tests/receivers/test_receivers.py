"""From a save to its mark: in the transaction of an editor, and without a trace in it."""

from __future__ import annotations

import logging
import uuid
from contextlib import contextmanager, suppress

import pytest
from django.contrib.auth.models import Group, Permission
from django.core import serializers
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import signals
from django.db.models.deletion import Collector
from django.test.utils import CaptureQueriesContext

from honest_sitemaps import (
    Candidate,
    QuerySetSource,
    RouteSource,
    Source,
    ledger,
    receivers,
    registry,
)
from honest_sitemaps.candidates import EVERYTHING
from honest_sitemaps.capture import quiet
from honest_sitemaps.ledger import LookMark, Section
from tests.site.models import Article, Essay, Product, Review, Word
from tests.site_in_a_dict import ORIGIN

pytestmark = pytest.mark.django_db(transaction=True)


@contextmanager
def rolled_back():
    with suppress(Undone), transaction.atomic():
        yield
        raise Undone


class Undone(Exception):
    pass


def register(name, source, **options):
    registry.register(name, source, origin=ORIGIN, **options)
    Section.objects.get_or_create(
        origin=ORIGIN, name=name, language="", defaults={"capacity": 100}
    )
    receivers.connect()


@pytest.fixture(autouse=True)
def empty():
    """No registration, and no receiver of ours but those of the test itself."""
    with registry.replaced():
        yield
    for signal in (signals.post_save, signals.pre_delete, signals.m2m_changed):
        signal.receivers = [one for one in signal.receivers if one[0][0] != receivers.US]
        signal.sender_receivers_cache.clear()
    receivers.connect()


@pytest.fixture
def articles():
    register("articles", QuerySetSource(Article))
    kept = Article.objects.create(title="Kept", slug="kept")
    LookMark.objects.all().delete()
    return kept


def key(instance):
    return f"{instance._meta.concrete_model._meta.label_lower}:{instance.pk}"


def marked(name="articles"):
    return set(LookMark.objects.filter(section__name=name).values_list("key", flat=True))


# What is heard.


def test_a_new_object_is_marked(articles):
    made = Article.objects.create(title="New", slug="new")

    assert marked() == {key(made)}


def test_a_saved_object_is_marked_and_others_are_not(articles):
    Word.objects.create(text="other")

    articles.save()

    assert marked() == {key(articles)}


def test_a_deleted_object_is_marked(articles):
    gone = key(articles)

    articles.delete()

    assert marked() == {gone}


def test_each_object_of_a_deleted_queryset_is_marked(articles):
    other = Article.objects.create(title="Other", slug="other")
    both = {key(articles), key(other)}
    LookMark.objects.all().delete()

    Article.objects.all().delete()

    assert marked() == both


def test_what_is_written_without_a_signal_marks_nothing(articles):
    Article.objects.update(title="Changed")
    Article.objects.bulk_create([Article(title="Bulk", slug="bulk")])

    assert marked() == set()


def test_a_proxy_and_a_child_are_the_same_page(articles):
    Essay.objects.get().save()
    review = Review.objects.create(title="A review", slug="review")

    assert marked() == {key(articles), f"testsite.article:{review.pk}"}


def test_a_fixture_marks_nothing(articles):
    document = serializers.serialize("json", [articles])

    for one in serializers.deserialize("json", document):
        one.save()

    assert marked() == set()


def test_what_a_page_saves_while_it_is_looked_at_marks_nothing(articles):
    token = quiet._current.set(quiet.Witness(set()))
    try:
        articles.save()
    finally:
        quiet._current.reset(token)

    assert marked() == set()


def test_a_source_is_asked_which_fields_it_reads():
    class Titles(QuerySetSource):
        def touched_by(self, value, *, fields=None):
            return () if fields is not None and "title" not in fields else [self.key_of(value)]

    register("articles", Titles(Article))
    article = Article.objects.create(title="One", slug="one")
    LookMark.objects.all().delete()

    article.save(update_fields=["body"])
    assert marked() == set()
    article.save(update_fields=["title"])
    assert marked() == {key(article)}


def test_a_source_marks_what_it_hears_by_itself():
    heard = []

    class Listening(RouteSource):
        def connect(self, mark):
            heard.append(mark)

    register("pages", Listening(["home"]))

    heard[0](["/"])
    assert marked("pages") == {"/"}
    with rolled_back():
        heard[0](["/about/"])
    assert marked("pages") == {"/"}


def test_both_ends_of_a_relation_are_marked():
    register("groups", QuerySetSource(Group, loc=lambda one: f"/{one.pk}/"))
    register("permissions", QuerySetSource(Permission, loc=lambda one: f"/p{one.pk}/"))
    group = Group.objects.create(name="Editors")
    one, other = Permission.objects.all()[:2]
    LookMark.objects.all().delete()

    group.permissions.add(one, other)
    assert marked("groups") == {key(group)}
    assert marked("permissions") == {key(one), key(other)}

    LookMark.objects.all().delete()
    one.group_set.remove(group)
    assert (marked("groups"), marked("permissions")) == ({key(group)}, {key(one)})

    LookMark.objects.all().delete()
    group.permissions.clear()
    assert (marked("groups"), marked("permissions")) == ({key(group)}, set())


def test_a_relation_that_no_page_shows_costs_no_query():
    register("articles", QuerySetSource(Article))
    group, permission = Group.objects.create(name="Editors"), Permission.objects.first()

    with CaptureQueriesContext(connection) as queries:
        group.permissions.add(permission)

    assert not [q["sql"] for q in queries if q["sql"].startswith('SELECT "auth_permission"')]


# What `affects` may answer.


@pytest.mark.parametrize(
    "answered",
    [
        lambda word, one: one,
        lambda word, one: key(one),
        lambda word, one: [one],
        lambda word, one: iter([key(one)]),
        lambda word, one: Article.objects.all(),
    ],
    ids=["object", "key", "list", "iterator", "queryset"],
)
def test_affects_names_the_pages_that_show_an_object(answered):
    article = Article.objects.create(title="One", slug="one")
    register(
        "articles",
        QuerySetSource(Article),
        affects=lambda saved: answered(saved, article) if isinstance(saved, Word) else None,
    )

    word = Word.objects.create(text="word")
    assert marked() == {key(article)}
    LookMark.objects.all().delete()
    Product.objects.create(title="Shown nowhere")
    assert marked() == set()
    word.delete()
    assert marked() == {key(article)}


def test_affects_may_name_a_route():
    register("pages", RouteSource(["home"]), affects=lambda saved: "home")

    Word.objects.create(text="word")

    assert marked("pages") == {RouteSource(["home"]).key_of("home") or "home"}


def test_affects_that_raises_is_logged_and_the_own_page_marked(caplog):
    def affects(saved):
        raise RuntimeError("a bug of the project")

    register("articles", QuerySetSource(Article), affects=affects)

    article = Article.objects.create(title="One", slug="one")

    assert marked() == {key(article)}
    assert "a bug of the project" in caplog.text


def test_a_query_of_affects_that_fails_spoils_no_transaction(caplog):
    """On PostgreSQL a failed query ends the whole transaction, at its commit at the latest."""

    def affects(saved):
        with connection.cursor() as cursor:
            cursor.execute("SELECT nothing FROM nowhere")

    register("articles", QuerySetSource(Article), affects=affects)

    with transaction.atomic():
        article = Article.objects.create(title="One", slug="one")
        Article.objects.create(title="Two", slug="two")

    assert Article.objects.count() == 2
    assert key(article) in marked()
    assert "nowhere" in caplog.text


def test_affects_that_breaks_a_transaction_of_its_own_spoils_no_other():
    def affects(saved):
        Word.objects.exists()
        with transaction.atomic(savepoint=False):
            raise IntegrityError

    register("articles", QuerySetSource(Article), affects=affects)

    with transaction.atomic():
        Article.objects.create(title="One", slug="one")

    assert Article.objects.count() == 1


def test_affects_without_a_query_costs_none(articles):
    register("words", QuerySetSource(Word), affects=lambda saved: None)

    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        articles.save()

    assert len(queries) == 1


# The transaction.


def test_nothing_is_marked_before_the_commit(articles):
    with transaction.atomic():
        articles.save()
        assert marked() == set()

    assert marked() == {key(articles)}


def test_a_rolled_back_transaction_leaves_nothing(articles):
    with rolled_back():
        articles.save()

    articles.refresh_from_db()
    with transaction.atomic():
        pass
    assert marked() == set()


def test_a_rolled_back_savepoint_takes_its_own_with_it(articles):
    first, last = (Article(title=name, slug=name) for name in ("first", "last"))
    with transaction.atomic():
        first.save()
        with rolled_back():
            articles.save()
        last.save()

    assert marked() == {key(first), key(last)}


def test_a_savepoint_that_held_is_marked(articles):
    with transaction.atomic(), transaction.atomic():
        articles.save()

    assert marked() == {key(articles)}


def test_a_thousand_saves_are_a_handful_of_statements(articles):
    with CaptureQueriesContext(connection) as queries, transaction.atomic():
        for n in range(900):
            with transaction.atomic():
                Article.objects.create(title=f"{n}", slug=f"{n}")

    ours = [q["sql"] for q in queries if "lookmark" in q["sql"] or "_section" in q["sql"]]
    # SQLite cuts the insert in three, before Django 6 at least: 999 parameters a statement.
    assert len(marked()) == 900
    assert 3 <= len(ours) <= 5


def test_more_saves_than_can_be_named_mark_everything(articles):
    with transaction.atomic():
        for n in range(ledger.MARKS_LIMIT + 1):
            signals.post_save.send(Article, instance=Article(pk=n), using="default")

    assert marked() == {EVERYTHING}


# What is no reason to fail.


def test_a_mark_that_cannot_be_written_is_logged_and_the_save_stands(
    articles, caplog, monkeypatch
):
    def broken(*args, **options):
        raise DatabaseError("no such table")

    monkeypatch.setattr(ledger, "mark_all", broken)
    articles.title = "Saved all the same"

    articles.save()

    articles.refresh_from_db()
    assert articles.title == "Saved all the same"
    assert "no such table" in caplog.text
    assert [one.levelno for one in caplog.records] == [logging.WARNING]


def test_a_source_that_raises_is_logged_and_the_save_stands(caplog):
    class Broken(Source):
        def candidates(self, *, after=None, keys=None):
            yield Candidate(loc="/")

        def key_of(self, value):
            raise RuntimeError("a bug of the source")

    register("broken", Broken())

    Word.objects.create(text="word")

    assert Word.objects.count() == 1
    assert "a bug of the source" in caplog.text


# What Django deletes in one statement it still does.


def is_fast(model):
    return Collector(using="default").can_fast_delete(model.objects.all())


def test_only_models_of_sources_are_read_before_they_are_deleted():
    register("words", QuerySetSource(Word))
    register("home", RouteSource(["home"]))

    assert (is_fast(Word), is_fast(Product)) == (False, True)


def test_with_affects_all_are_read_but_those_that_the_settings_name(settings):
    settings.HONEST_SITEMAPS = {"ORIGIN": ORIGIN, "UNHEARD_MODELS": ["testsite.product"]}
    register("words", QuerySetSource(Word), affects=lambda saved: None)

    assert (is_fast(Word), is_fast(Product)) == (False, True)
    Product.objects.create(id=uuid.uuid4(), title="Unheard")
