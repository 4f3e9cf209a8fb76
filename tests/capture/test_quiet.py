"""Pages that fail during a scan send no mail and do not flood the log."""

import logging

import pytest
from django import VERSION

from honest_sitemaps.capture import InProcessFetcher
from honest_sitemaps.capture.quiet import described
from tests.capture.conftest import NOW, ORIGIN

# Django 6.0 wants addresses alone, and 5.2 pairs.
ADMINS = ["admin@example.test"] if VERSION >= (6,) else [("Admin", "admin@example.test")]


@pytest.fixture
def visitor(client):
    """A visitor of the site itself."""
    client.raise_request_exception = False
    return lambda path: client.get(path, secure=True, headers={"host": "example.test"})


def test_a_page_that_raises_sends_mail_to_admins_only_for_real_visitors(
    get, site, visitor, mailoutbox
):
    site.ADMINS = ADMINS

    get("/raises")
    captured = len(mailoutbox)
    visitor("/raises")

    assert (captured, len(mailoutbox)) == (0, 1)


def test_a_host_that_is_not_allowed_sends_no_mail_either(site, mailoutbox):
    site.ADMINS = ADMINS

    with pytest.raises(Exception, match="ALLOWED_HOSTS"):
        InProcessFetcher().fetch("https://other.test/", now=NOW)

    assert mailoutbox == []


def test_the_traceback_of_a_place_is_logged_once_and_each_failure_a_line(site, caplog):
    fetcher = InProcessFetcher()

    for number in range(5):
        fetcher.fetch(f"{ORIGIN}/raises/{number}", now=NOW)
    fetcher.fetch(f"{ORIGIN}/raises", now=NOW)

    records = [it for it in caplog.records if it.name == "django.request"]
    assert [it.getMessage() for it in records] == [
        *(f"Internal Server Error: /raises/{number}" for number in range(5)),
        "Internal Server Error: /raises",
    ]
    # One for each of the two lines that raise.
    assert [bool(it.exc_info) for it in records] == [True, *[False] * 4, True]


def test_real_visitors_keep_their_tracebacks(get, visitor, caplog):
    get("/raises")
    caplog.clear()

    visitor("/raises")
    visitor("/raises")

    records = [it for it in caplog.records if it.name == "django.request"]
    assert [bool(it.exc_info) for it in records] == [True, True]


def test_what_the_project_logs_itself_is_logged(get, caplog):
    caplog.set_level(logging.INFO)

    get("/logs")

    assert "a word of the view" in caplog.messages


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("one\ntwo"), "ValueError: one"),
        (ValueError("\n  \n indented"), "ValueError: indented"),
        (ValueError(), "ValueError"),
        (ValueError("x" * 1000), "ValueError: " + "x" * 300),
        (KeyError("key"), "KeyError: 'key'"),
    ],
)
def test_an_exception_is_described_by_its_class_and_first_line(error, words):
    assert described(error) == words
