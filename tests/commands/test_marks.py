"""What was saved, taken up by a command or by a task."""

from __future__ import annotations

from datetime import timedelta

import pytest

from honest_sitemaps import pipeline, tasks
from honest_sitemaps.candidates import EVERYTHING
from honest_sitemaps.clock import utc_now
from honest_sitemaps.ledger import ContentState, LookMark
from honest_sitemaps.publish import Release
from tests.site.models import Article


@pytest.fixture
def edited(articles, run):
    run("sitemap_refresh")
    article = Article.objects.order_by("pk").first()
    Article.objects.filter(pk=article.pk).update(body="What an editor wrote.")
    pipeline.mark_saved(article, now=utc_now())
    return article


def key(article):
    return f"testsite.article:{article.pk}"


def moved():
    rows = ContentState.objects.filter(updated_at__isnull=False)
    return list(rows.values_list("key", flat=True))


def test_the_command_looks_at_what_was_saved_alone(edited, run):
    document, code = run("sitemap_scan", "--marks")

    assert (code, document["status"], document["candidates"]) == (0, "SETTLED", 1)
    assert document["moves"] == {"CHANGED": 1}
    assert moved() == [key(edited)]


def test_the_command_says_that_nothing_was_saved(articles, run, say):
    run("sitemap_refresh")

    assert "0 candidates" in say("sitemap_scan", "--marks")


def test_the_command_takes_no_section_with_marks(articles, run):
    document, code = run("sitemap_scan", "articles", "--marks")

    assert code == 2
    assert document["error"] == "--marks takes no SECTION."


def test_a_mark_for_what_was_written_without_a_signal(articles, run):
    run("sitemap_refresh")
    article = Article.objects.order_by("pk").last()
    Article.objects.filter(pk=article.pk).update(body="By update().")

    pipeline.mark_keys("articles", [key(article)], now=utc_now())
    run("sitemap_scan", "--marks")

    assert moved() == [key(article)]


@pytest.fixture
def sent(monkeypatch):
    """Tasks that would have gone to the broker."""
    sent = []
    monkeypatch.setattr(
        tasks.sweep, "delay", lambda *it, **options: sent.append((it, options))
    )
    return sent


def test_the_task_looks_and_releases(edited, sent):
    tasks.marks()

    assert moved() == [key(edited)]
    assert LookMark.objects.count() == 0
    assert Release.objects.filter(status=Release.Status.LIVE).get().pk > 1
    assert sent == []


def test_the_task_without_a_mark_releases_nothing(articles, run, sent):
    run("sitemap_refresh")

    tasks.marks()

    assert Release.objects.count() == 1


def test_the_task_has_sections_swept_that_are_marked_as_a_whole(articles, run, sent):
    run("sitemap_refresh")
    pipeline.mark_keys("articles", [EVERYTHING], now=utc_now())

    tasks.marks()

    assert sent == [((["articles"],), {"trigger": "marks"})]


def test_what_was_saved_comes_before_a_batch_of_a_sweep(edited, sent):
    [(scan, number), *_] = pipeline.spread_sweep(now=utc_now(), clock=utc_now)

    tasks.scan_batch(scan, number)

    assert moved() == [key(edited)]
    assert LookMark.objects.count() == 0


def test_a_batch_does_not_fail_for_the_marks(edited, sent, monkeypatch, caplog):
    def broken(**options):
        raise RuntimeError("a bug of ours")

    monkeypatch.setattr(pipeline, "look_at_marks", broken)
    [(scan, number), *_] = pipeline.spread_sweep(now=utc_now(), clock=utc_now)

    tasks.scan_batch(scan, number)

    assert "a bug of ours" in caplog.text
    assert moved() == [key(edited)]


def test_the_beat_brings_marks_each_minute_and_no_heap_of_them():
    entry = tasks.beat_schedule()["honest-sitemaps-marks"]

    assert entry["schedule"] == timedelta(minutes=1)
    assert entry["options"]["expires"] <= 60


def test_what_somebody_waits_for_can_have_a_queue_of_its_own():
    routes = tasks.task_routes("urgent")

    assert routes["honest_sitemaps.marks"] == {"queue": "urgent"}
    assert "honest_sitemaps.scan_batch" not in routes
    for name in routes:
        assert hasattr(tasks, name.removeprefix("honest_sitemaps."))
