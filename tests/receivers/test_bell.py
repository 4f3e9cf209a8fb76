"""Whoever saves never waits for the broker, whatever the broker does."""

from __future__ import annotations

import os
import socket
import threading
import time

import pytest
from celery import Celery

from honest_sitemaps import bell

AT_ONCE_SECONDS = 0.5
"""Far below every timeout, far above what a thread takes to start on a busy machine."""


@pytest.fixture
def ringing(monkeypatch):
    """A bell of its own, with the messages that it sent and those that were let through."""
    sent, gate = [], threading.Event()
    gate.set()

    def send(app, task):
        gate.wait(10)
        sent.append(task)

    mine = bell._Bell()
    monkeypatch.setattr(bell, "_bell", mine)
    monkeypatch.setattr(bell, "send", send)
    monkeypatch.setattr(bell, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(bell, "_celery_app", lambda: "an app")
    yield sent, gate
    gate.set()
    quiet(mine)


def quiet(one, seconds=20):
    ringer = one._ringer
    if ringer is not None:
        ringer.join(seconds)
        assert not ringer.is_alive()


def test_one_ring_is_one_message(ringing):
    sent, _ = ringing

    bell.nudge()
    quiet(bell._bell)

    assert sent == [bell.MARKS_TASK]


def test_many_rings_are_few_messages(ringing):
    sent, gate = ringing
    gate.clear()

    for _ in range(1_000):
        bell.nudge()
    gate.set()
    quiet(bell._bell)

    assert 1 <= len(sent) <= 2


def test_a_ring_after_the_pause_is_a_message_again(ringing):
    sent, _ = ringing

    bell.nudge()
    quiet(bell._bell)
    bell.nudge()
    quiet(bell._bell)

    assert sent == [bell.MARKS_TASK] * 2


def test_nobody_waits_for_a_message(ringing):
    _, gate = ringing
    gate.clear()

    began = time.monotonic()
    for _ in range(100):
        bell.nudge()

    assert time.monotonic() - began < AT_ONCE_SECONDS


def test_a_broker_that_raises_is_told_once_and_harms_nobody(ringing, monkeypatch, caplog):
    def refuse(app, task):
        raise OSError("no broker here")

    monkeypatch.setattr(bell, "send", refuse)

    for _ in range(3):
        bell.nudge()
        quiet(bell._bell)

    assert [one.getMessage() for one in caplog.records] == [
        "action=nudge task=honest_sitemaps.marks why=no broker here"
    ]


def test_a_process_without_threads_left_goes_on(ringing, monkeypatch):
    def start(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)

    bell.nudge()

    assert bell._bell._ringer is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_process_rings_by_itself(ringing):
    """It has a copy of a lock that was held, and none of the parent's threads."""
    _, gate = ringing
    gate.clear()
    bell.nudge()
    with bell._bell._lock:
        child = os.fork()
        if child == 0:
            gate.set()
            bell.nudge()
            ringer = bell._bell._ringer
            ringer.join(5)
            os._exit(0 if not ringer.is_alive() else 1)

    deadline = time.monotonic() + 20
    while (done := os.waitpid(child, os.WNOHANG)) == (0, 0):
        assert time.monotonic() < deadline, "the child never ended"
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(done[1]) == 0


def test_without_a_celery_app_of_the_project_nothing_is_sent(monkeypatch):
    class Standin:
        set_as_current = False

    monkeypatch.setitem(
        bell.sys.modules, "celery", type("celery", (), {"current_app": Standin})
    )

    assert bell._celery_app() is None


def test_without_celery_nothing_is_sent(monkeypatch):
    monkeypatch.delitem(bell.sys.modules, "celery", raising=False)

    assert bell._celery_app() is None


# A message on its way.


def an_app(broker):
    return Celery("bell", broker=broker, set_as_current=False)


def test_a_message_names_the_task_and_expires():
    app = an_app("memory://")
    app.conf.task_routes = {bell.MARKS_TASK: {"queue": "looks"}}

    bell.send(app, bell.MARKS_TASK)

    with app.connection_for_read() as connection:
        message = connection.SimpleQueue("looks").get(timeout=5)
        message.ack()
    assert message.headers["task"] == bell.MARKS_TASK
    assert message.headers["expires"] is not None


@pytest.fixture
def silent():
    """A port that takes connections and never answers, and one that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_never_answers_is_given_up(silent, monkeypatch, scheme):
    monkeypatch.setattr(bell, "TIMEOUT_SECONDS", 0.5)
    for name in ("socket_timeout", "socket_connect_timeout", "read_timeout", "write_timeout"):
        monkeypatch.setitem(bell._IMPATIENT, name, 0.5)
    began = time.monotonic()

    with pytest.raises(Exception, match=r".*"):
        bell.send(an_app(f"{scheme}://127.0.0.1:{silent}/0"), bell.MARKS_TASK)

    assert time.monotonic() - began < 10


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["redis", "amqp"])
def test_a_broker_that_is_down_is_given_up(silent, scheme):
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    began = time.monotonic()

    with pytest.raises(Exception, match=r".*"):
        bell.send(an_app(f"{scheme}://127.0.0.1:{port}/0"), bell.MARKS_TASK)

    assert time.monotonic() - began < 10
