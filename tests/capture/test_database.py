"""The database around a render."""

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction

from honest_sitemaps.capture import InProcessFetcher
from honest_sitemaps.capture.database import drop_broken_connections
from honest_sitemaps.errors import CaptureEnvironmentError
from tests.capture import urls
from tests.capture.conftest import NOW, ORIGIN


def rows():
    return ContentType.objects.filter(app_label="capture").count()


@pytest.mark.django_db(transaction=True)
def test_what_a_page_writes_is_committed(get):
    page = get("/writes-row")

    assert (page.status, rows(), urls.CLOSED) == (200, 1, ["committed"])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/writes-row", "/raises", "/denied"])
def test_with_rollback_a_page_writes_no_row(get, path):
    page = get(path, rollback=True)

    assert page.status in {200, 403, 500}
    assert (rows(), urls.CLOSED) == (0, [])
    assert not connection.in_atomic_block


@pytest.mark.django_db
def test_with_rollback_the_transaction_of_a_test_goes_on(get):
    ContentType.objects.create(app_label="capture", model="of the test")

    get("/writes-row", rollback=True)

    assert rows() == 1


@pytest.mark.django_db
def test_a_test_may_capture_inside_its_own_transaction(get):
    assert get("/writes-row").status == 200
    assert rows() == 1


@pytest.mark.django_db
def test_inside_a_transaction_nothing_is_captured(get):
    with transaction.atomic(), pytest.raises(CaptureEnvironmentError, match="'default'") as it:
        get("/writes-row")

    assert it.value.loc == f"{ORIGIN}/writes-row"
    assert rows() == 0


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_broke_in_a_page_is_not_kept(get, monkeypatch):
    closed = []
    monkeypatch.setattr(
        connection, "close_if_unusable_or_obsolete", lambda: closed.append(True)
    )
    fetcher = InProcessFetcher()
    connection.ensure_connection()

    fetcher.fetch(f"{ORIGIN}/raises", now=NOW)
    healthy = list(closed)
    fetcher.fetch(f"{ORIGIN}/breaks-connection", now=NOW)

    assert (healthy, closed) == ([], [True])
    connection.errors_occurred = False


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_an_interruption_left_half_open_is_forgotten(site):
    transaction.atomic().__enter__()
    ContentType.objects.create(app_label="capture", model="half")

    drop_broken_connections(is_interrupted=True)

    assert not connection.in_atomic_block
    assert connection.get_autocommit()
    assert rows() == 0


@pytest.mark.django_db(transaction=True)
def test_an_interruption_in_the_middle_of_atomic_leaves_no_transaction_behind(site):
    connection.ensure_connection()
    connection.in_atomic_block = True

    drop_broken_connections(is_interrupted=True)

    assert not connection.in_atomic_block


@pytest.mark.django_db(transaction=True)
def test_a_page_that_was_interrupted_costs_its_connection(get, monkeypatch):
    closed = []
    connection.ensure_connection()
    monkeypatch.setattr(connection, "close", lambda: closed.append(True))

    get("/sleeps", timeout_seconds=0.1)

    assert closed == [True]


@pytest.mark.django_db
def test_an_interruption_leaves_the_transaction_of_a_test_alone(get):
    ContentType.objects.create(app_label="capture", model="of the test")

    get("/sleeps-in-transaction", timeout_seconds=0.1)

    assert rows() == 1


@pytest.mark.django_db(transaction=True)
def test_a_page_that_is_fine_leaves_the_connection_open(get):
    connection.ensure_connection()
    before = connection.connection

    get("/writes-row")

    assert connection.connection is before
