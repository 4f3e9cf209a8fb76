"""A view that never ends does not hang a scan."""

import signal
import threading
import time

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from honest_sitemaps.capture import InProcessFetcher
from honest_sitemaps.capture.deadline import Deadline, DeadlineExceeded, within
from tests.capture import urls
from tests.capture.conftest import NOW, ORIGIN


def in_thread(work):
    """What ``work`` returns, called in another thread."""
    results = []
    thread = threading.Thread(target=lambda: results.append(work()))
    thread.start()
    thread.join(20)
    return results[0]


@pytest.mark.parametrize(
    "path",
    ["/sleeps", "/spins", "/stream-stalls", "/async-sleeps", "/async-stream-stalls"],
)
def test_a_page_that_never_ends_is_a_failure_at_its_deadline(get, path):
    begun = time.monotonic()

    page = get(path, timeout_seconds=0.3)

    assert (page.status, page.body) == (0, b"")
    assert page.failure == "no answer within 0.3 s"
    assert time.monotonic() - begun < 3


@pytest.mark.parametrize("path", ["/spins", "/async-sleeps", "/async-stream-stalls"])
def test_another_thread_than_the_main_one_is_interrupted_too(get, path):
    page = in_thread(lambda: get(path, timeout_seconds=0.3))

    assert page.failure == "no answer within 0.3 s"


@pytest.mark.parametrize("call", [lambda work: work(), in_thread])
def test_a_view_that_catches_everything_is_interrupted_again(get, call):
    page = call(lambda: get("/swallows-once", timeout_seconds=0.2))

    assert page.failure == "no answer within 0.2 s"
    assert urls.CLOSED == ["swallowed"]


def test_an_asynchronous_view_is_cancelled_and_can_clean_up(get):
    get("/async-sleeps", timeout_seconds=0.2)

    assert urls.CLOSED == ["async view"]


def test_the_next_page_is_not_troubled_by_the_last_ones_deadline(get):
    fetcher = InProcessFetcher(timeout_seconds=0.2)
    late = fetcher.fetch(f"{ORIGIN}/spins", now=NOW)

    in_time = fetcher.fetch(f"{ORIGIN}/", now=NOW)
    time.sleep(0.4)

    assert (late.status, in_time.status) == (0, 200)


def test_a_deadline_of_zero_is_none(get):
    assert get("/", timeout_seconds=0).status == 200


@pytest.mark.django_db(transaction=True)
def test_the_database_is_usable_after_a_render_that_was_cut_in_a_transaction(get):
    page = get("/sleeps-in-transaction", timeout_seconds=0.3)

    assert page.failure == "no answer within 0.3 s"
    assert not connection.in_atomic_block
    assert not ContentType.objects.filter(app_label="capture").exists()


@pytest.fixture
def alarm():
    """The alarm of somebody else; yields the moments when it rang."""
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *args: rang.append(time.monotonic()))
    yield rang
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


def test_an_alarm_that_others_set_is_put_back_with_the_rest_of_its_time(get, alarm):
    handler = signal.getsignal(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, 50, 7)

    get("/spins", timeout_seconds=0.3)

    left, interval = signal.getitimer(signal.ITIMER_REAL)
    assert signal.getsignal(signal.SIGALRM) is handler
    assert 45 < left < 49.8
    assert interval == 7
    assert alarm == []


def test_an_alarm_of_others_rings_at_its_time_during_a_capture(get, alarm):
    signal.setitimer(signal.ITIMER_REAL, 0.1)
    begun = time.monotonic()

    page = get("/spins", timeout_seconds=0.5)

    assert page.failure == "no answer within 0.5 s"
    assert len(alarm) == 1
    assert alarm[0] - begun < 0.4
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_an_alarm_of_others_that_repeats_goes_on_repeating(get, alarm):
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)

    get("/spins", timeout_seconds=0.35)
    time.sleep(0.15)

    assert len(alarm) >= 3


def test_work_in_time_returns_and_raises_as_without_a_deadline():
    assert within(Deadline(5), lambda: "done") == "done"
    assert in_thread(lambda: within(Deadline(5), lambda: "done")) == "done"
    with pytest.raises(ZeroDivisionError):
        within(Deadline(5), lambda: 1 / 0)


def test_no_thread_and_no_alarm_is_left_behind():
    before = signal.getsignal(signal.SIGALRM)

    within(Deadline(5), lambda: None)
    in_thread(lambda: within(Deadline(5), lambda: None))

    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert "honest-sitemaps-deadline" not in [it.name for it in threading.enumerate()]


def test_no_handler_of_a_view_catches_the_deadline():
    assert not issubclass(DeadlineExceeded, Exception)
