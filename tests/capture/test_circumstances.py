"""Another hour, another build, empty caches: and all as it was afterwards."""

from __future__ import annotations

import re
import sys
import time
from datetime import UTC, datetime

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.templatetags.static import static
from django.utils import timezone

from honest_sitemaps.capture import another_build, can_move_clock, clock_at, empty_caches
from honest_sitemaps.capture.circumstances import name_in_another_build


@pytest.mark.parametrize(
    ("url", "pattern"),
    [
        ("/static/a.png", r"/static/a\.\w{12}\.png"),
        ("/static/a.0123456789ab.png?v=1#x", r"/static/a\.\w{12}\.png\?v=1#x"),
        ("/static/app.min.js", r"/static/app\.min\.\w{12}\.js"),
        ("/static/", "/static/"),
    ],
)
def test_a_file_has_another_name_in_another_build(url, pattern):
    other = name_in_another_build(url)

    assert re.fullmatch(pattern, other)
    assert other != url or pattern == url


@pytest.mark.parametrize("has_app", [False, True])
def test_another_build_ends_where_it_began(has_app, settings):
    if has_app:
        settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "django.contrib.staticfiles"]
    before = static("a.png")

    with another_build():
        during = static("a.png")

    assert before == static("a.png") == "/static/a.png"
    assert during == name_in_another_build(before)
    assert staticfiles_storage.url("a.png") == before


def test_the_clock_stands_where_it_is_put_and_deadlines_go_on():
    at = datetime(2031, 5, 6, 7, tzinfo=UTC)
    begun = time.monotonic()

    with clock_at(at):
        seen = timezone.now(), time.time(), time.monotonic()

    assert seen[:2] == (at, at.timestamp())
    assert 0 <= seen[2] - begun < 60
    assert timezone.now() != at


def test_without_time_machine_the_clock_cannot_be_moved(monkeypatch):
    monkeypatch.setitem(sys.modules, "time_machine", None)

    assert not can_move_clock()
    with pytest.raises(RuntimeError, match=re.escape("honest-sitemaps[noise]")):
        clock_at(datetime(2031, 5, 6, tzinfo=UTC)).__enter__()


def test_empty_caches_hold_nothing_and_give_back_the_old_ones():
    cache.set("word", "kept")

    with empty_caches():
        during = cache.get("word")
        cache.set("word", "other")

    assert during is None
    assert cache.get("word") == "kept"
    cache.delete("word")
