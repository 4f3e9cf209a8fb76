"""What a render changes in its process stays in the render."""

import random
import threading

import pytest
from django.core.signals import got_request_exception, request_finished, request_started
from django.urls import get_script_prefix, get_urlconf, reverse, set_script_prefix
from django.utils import timezone, translation

from honest_sitemaps.capture import InProcessFetcher
from tests.capture.conftest import NOW, ORIGIN
from tests.capture.test_in_process import told


@pytest.fixture
def heard():
    """Which of Django's request signals were sent."""
    names = []
    signals = {
        "started": request_started,
        "finished": request_finished,
        "exception": got_request_exception,
    }

    def hear(signal, **kwargs):
        names.extend(name for name, known in signals.items() if known is signal)

    for signal in signals.values():
        signal.connect(hear, weak=False)
    yield names
    for signal in signals.values():
        signal.disconnect(hear)


@pytest.mark.parametrize("path", ["/leaves-state", "/leaves-state?raise=1"])
def test_language_zone_urlconf_and_prefix_are_as_before(get, path):
    with translation.override("fr"), timezone.override("Europe/Paris"):
        set_script_prefix("/outside/")
        get(path)

        left = (
            translation.get_language(),
            timezone.get_current_timezone_name(),
            get_urlconf(),
            get_script_prefix(),
            reverse("plain"),
        )
        set_script_prefix("/")

    assert left == ("fr", "Europe/Paris", None, "/outside/", "/outside/")


def test_what_one_page_left_active_does_not_reach_the_next(get):
    fetcher = InProcessFetcher()
    fetcher.fetch(f"{ORIGIN}/leaves-state", now=NOW)

    page = fetcher.fetch(f"{ORIGIN}/echo", now=NOW)

    assert (told(page)["language"], told(page)["zone"]) == ("en", "UTC")
    assert told(page)["reversed"] == "/"


def test_what_the_caller_had_active_does_not_reach_the_page(get, site):
    site.MIDDLEWARE = []

    with translation.override("de"), timezone.override("Asia/Tokyo"):
        page = get("/echo")

    assert (told(page)["language"], told(page)["zone"]) == ("en", "UTC")


def test_the_callers_chance_goes_on_as_if_nothing_was(get):
    random.seed(99)
    expected = [random.random(), random.random()]
    random.seed(99)

    first = random.random()
    get("/shuffled")
    get("/raises")

    assert [first, random.random()] == expected


def test_request_signals_are_not_sent_but_an_exception_is_told(get, heard):
    get("/")
    get("/streamed")
    get("/raises")

    assert heard == ["exception"]


def test_captures_of_several_threads_share_nothing(site):
    fetcher = InProcessFetcher()
    faults = []
    ready = threading.Barrier(4)

    def work(language):
        ready.wait(5)
        with translation.override(language):
            for _ in range(10):
                fetcher.fetch(f"{ORIGIN}/leaves-state", now=NOW)
                seen = told(fetcher.fetch(f"{ORIGIN}/echo", now=NOW))
                written = fetcher.fetch(f"{ORIGIN}/writes-cache", now=NOW).body
                read = fetcher.fetch(f"{ORIGIN}/reads-cache", now=NOW).body
                left = translation.get_language()
                found = (seen["language"], seen["zone"], written, read, left)
                if found != ("en", "UTC", b"first", b"None None", language):
                    faults.append(found)

    threads = [threading.Thread(target=work, args=(it,)) for it in ("de", "fr", "es", "it")]
    before = random.getstate()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    assert random.getstate() == before
