"""Over real HTTP: what a crawler gets, byte by byte and header by header."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from http.client import HTTPConnection
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import OperationalError, connection, connections
from django.test.testcases import LiveServerThread
from django.utils import timezone
from django.utils.http import http_date, parse_http_date

from honest_sitemaps import views
from honest_sitemaps.publish import (
    Origin,
    Release,
    ReleaseFile,
    gzip_of,
    retire,
    rollback,
)
from tests.partition.rows import ORIGIN
from tests.publish.conftest import DAY, T0, Maps

pytestmark = pytest.mark.django_db(transaction=True)
with_and_without_middleware = pytest.mark.parametrize(
    "middleware", ["none", "all that would meddle"]
)

MIDDLEWARE = {
    "none": [],
    "all that would meddle": [
        "django.middleware.gzip.GZipMiddleware",
        "django.middleware.http.ConditionalGetMiddleware",
        "django.middleware.common.CommonMiddleware",
    ],
}
with_and_without_middleware = pytest.mark.parametrize("middleware", MIDDLEWARE)
GZIP = {"Accept-Encoding": "gzip"}


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    def __getitem__(self, header: str) -> str:
        return self.headers[header]


@pytest.fixture
def middleware() -> str:
    return "all that would meddle"


@pytest.fixture(autouse=True)
def _settings(settings, middleware: str) -> None:
    settings.MIDDLEWARE = MIDDLEWARE[middleware]
    settings.ALLOWED_HOSTS = ["*"]


class FreshHandler:
    """Loads the middleware anew for each request: the server outlives a test's settings."""

    def __init__(self, application: object) -> None:
        pass

    def __call__(self, environ: Any, start_response: Any) -> Any:
        return WSGIHandler()(environ, start_response)


@pytest.fixture(scope="module")
def server(django_db_setup: None) -> Iterator[LiveServerThread]:
    ours = connections["default"]
    ours.inc_thread_sharing()
    shared = {"default": ours} if ours.vendor == "sqlite" and ours.is_in_memory_db() else {}
    server = LiveServerThread("127.0.0.1", FreshHandler, connections_override=shared)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    yield server
    server.terminate()
    ours.dec_thread_sharing()


@pytest.fixture
def ask(server: LiveServerThread):
    """Send one request and read the whole answer, off the wire."""

    def ask(
        path: str = "/sitemaps/pages-1.xml",
        *,
        method: str = "GET",
        host: str = "example.test",
        **headers: str,
    ) -> Answer:
        wire = HTTPConnection(server.host, server.port, timeout=10)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        wire.request(method, path, headers={"Host": host, **named})
        response = wire.getresponse()
        answer = Answer(response.status, dict(response.getheaders()), response.read())
        wire.close()
        return answer

    return ask


@pytest.fixture
def pages(maps: Maps) -> Maps:
    """A live release of one file, large enough that a middleware would compress it."""
    section = maps.section()
    maps.list(section, *(f"page-{n}" for n in range(10)), updated_at=T0 - DAY)
    maps.release()
    return maps


@with_and_without_middleware
def test_a_file_is_sent_as_it_was_built(pages: Maps, ask):
    answer = ask()

    assert answer.status == 200
    assert answer.body == pages.xml("pages-1.xml")
    assert answer["Content-Type"] == "application/xml; charset=utf-8"
    assert answer["Content-Length"] == str(len(answer.body))
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert answer["Vary"] == "Accept-Encoding"
    assert answer["Last-Modified"] == http_date(T0.timestamp())
    assert "Content-Encoding" not in answer.headers


@with_and_without_middleware
def test_a_client_that_reads_gzip_gets_the_stored_gzip(pages: Maps, ask):
    answer = ask(**GZIP)

    assert answer["Content-Encoding"] == "gzip"
    assert answer.body == gzip_of(pages.live()["pages-1.xml"])
    assert gzip.decompress(answer.body) == pages.xml("pages-1.xml")
    assert answer["Content-Type"] == "application/xml; charset=utf-8"


def test_each_coding_has_its_own_strong_etag(pages: Maps, ask):
    digest = pages.live()["pages-1.xml"]

    assert ask()["ETag"] == f'"{digest[:32]}-id"'
    assert ask(**GZIP)["ETag"] == f'"{digest[:32]}-gz"'


@with_and_without_middleware
@pytest.mark.parametrize("refusal", ["gzip;q=0", "identity", "*;q=0", "br", ""])
def test_a_client_that_refuses_gzip_gets_plain_bytes(pages: Maps, ask, refusal):
    answer = ask(Accept_Encoding=refusal)

    assert "Content-Encoding" not in answer.headers
    assert answer.body == pages.xml("pages-1.xml")
    assert answer["ETag"].endswith('-id"')


@with_and_without_middleware
@pytest.mark.parametrize("coding", [{}, GZIP], ids=["identity", "gzip"])
def test_head_has_the_headers_of_get_and_no_body(pages: Maps, ask, coding):
    get, head = ask(**coding), ask(method="HEAD", **coding)

    assert head.body == b""
    apart = {"Date"}
    assert {k: v for k, v in head.headers.items() if k not in apart} == {
        k: v for k, v in get.headers.items() if k not in apart
    }


@pytest.mark.parametrize("path", ["/sitemap.xml", "/sitemaps/pages-1.xml"])
@pytest.mark.parametrize("coding", [{}, GZIP], ids=["identity", "gzip"])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_client_that_has_the_bytes_gets_304(pages: Maps, ask, path, coding, method):
    first = ask(path, **coding)

    answer = ask(path, method=method, If_None_Match=first["ETag"], **coding)

    assert (answer.status, answer.body) == (304, b"")
    for header in ("ETag", "Vary", "Cache-Control"):
        assert answer[header] == first[header]
    assert "Content-Encoding" not in answer.headers


def test_the_tag_of_the_other_coding_is_another_tag(pages: Maps, ask):
    answer = ask(If_None_Match=ask(**GZIP)["ETag"])

    assert answer.status == 200


@with_and_without_middleware
def test_if_none_match_wins_over_if_modified_since(pages: Maps, ask):
    century = http_date((T0 + 36_500 * DAY).timestamp())

    assert ask(If_None_Match='"other"', If_Modified_Since=century).status == 200
    assert ask(If_None_Match="no tag at all", If_Modified_Since=century).status == 200
    assert ask(If_Modified_Since=century).status == 304


def test_a_file_that_lost_a_url_is_no_304_for_the_date_it_had(pages: Maps, ask):
    before = ask()
    pages.change("page-3", reason="GONE")
    pages.release(now=T0 + DAY)

    answer = ask(If_Modified_Since=before["Last-Modified"])

    assert answer.status == 200
    assert b"page-3" not in answer.body


def test_a_rollback_is_no_304_for_a_client_of_the_release_rolled_back(pages: Maps, ask):
    pages.change("page-3", updated_at=T0)
    pages.release(now=T0 + DAY)
    newest = ask()
    rollback(ORIGIN, why="wrong date", now=T0 + 2 * DAY)

    answer = ask(If_Modified_Since=newest["Last-Modified"])

    assert answer.status == 200
    assert answer.body != newest.body


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_other_methods_are_not_allowed(pages: Maps, ask, method):
    answer = ask(method=method)

    assert answer.status == 405
    assert answer["Allow"] == "GET, HEAD"


def test_a_query_string_changes_nothing(pages: Maps, ask):
    plain, asked = ask("/sitemap.xml"), ask("/sitemap.xml?x=y&p=2")

    assert (asked.body, asked["ETag"]) == (plain.body, plain["ETag"])
    assert asked["X-Robots-Tag"] == "noindex"


def test_the_host_header_never_enters_a_loc(pages: Maps, ask):
    answer = ask("/sitemap.xml", host="evil.example.org")

    assert answer.status == 200
    assert b"evil" not in answer.body
    assert b"https://example.test/sitemaps/pages-1.xml" in answer.body


def test_of_several_origins_the_host_selects_one(pages: Maps, ask):
    other = "https://other.test"
    section = pages.section("pages", origin=other)
    pages.list(section, "elsewhere")
    pages.release(origin=other)

    assert b"elsewhere" in ask(host="other.test").body
    assert b"elsewhere" not in ask(host="example.test").body
    assert b"elsewhere" in ask(host="OTHER.test:80").body
    assert ask(host="third.test").status == 404
    assert ask("/sitemap.xml", host="third.test").status == 404


def test_a_site_that_went_to_https_serves_nothing_of_before(pages: Maps, ask):
    pages.release()
    pages.section("pages", origin="http://example.test")
    pages.release(origin="http://example.test")

    assert retire("http://example.test")

    assert b"https://example.test/sitemaps/" in ask("/sitemap.xml").body
    assert ask("/sitemap.xml", host="third.test").status == 200
    assert not retire("http://example.test")


def test_before_the_first_release_the_answer_is_come_again(ask):
    answer = ask("/sitemap.xml")

    assert answer.status == 503
    assert int(answer["Retry-After"]) > 0
    assert answer["Cache-Control"] == "no-store"


def test_an_empty_shard_leaves_the_index_and_is_an_empty_urlset(pages: Maps, ask):
    for n in range(10):
        pages.change(f"page-{n}", reason="GONE")
    pages.release()

    answer = ask()

    assert answer.status == 200
    assert b"<url>" not in answer.body
    assert b"pages-1.xml" not in ask("/sitemap.xml").body


def test_a_name_that_went_with_its_section_is_gone(pages: Maps, ask):
    pages.list(pages.section("news"), "news-1")
    pages.release()
    assert ask("/sitemaps/news-1.xml").status == 200

    pages.release(sections=pages.sections[:1])

    assert ask("/sitemaps/news-1.xml").status == 410
    assert ask("/sitemaps/news-2.xml").status == 404  # there never was one
    assert b"news-1" not in ask("/sitemap.xml").body


@pytest.mark.parametrize(
    "path",
    [
        "/sitemaps/pages-2.xml",  # a living section, no such shard
        "/sitemaps/unknown-1.xml",
        "/sitemaps/pages.xml",
        "/sitemaps/sitemap.xml",  # the index lives elsewhere
        "/sitemaps/" + "x" * 3000 + ".xml",
    ],
)
def test_a_name_that_never_was_is_not_found(pages: Maps, ask, path):
    assert ask(path).status == 404


def test_last_modified_is_never_later_than_the_date_of_the_answer(pages: Maps, ask):
    ReleaseFile.objects.update(changed_at=timezone.now() + timedelta(days=400))

    answer = ask()

    assert parse_http_date(answer["Last-Modified"]) <= parse_http_date(answer["Date"])


def test_a_304_costs_two_queries_and_reads_no_bytes(
    pages: Maps, client, django_assert_num_queries
):
    first = client.get("/sitemaps/pages-1.xml", headers={"host": "example.test"})
    headers = {"host": "example.test", "if-none-match": first["ETag"]}

    with django_assert_num_queries(2) as queries:
        answer = client.get("/sitemaps/pages-1.xml", headers=headers)

    assert answer.status_code == 304
    assert not any('"gzip"' in query["sql"] for query in queries.captured_queries)


@contextmanager
def no_database() -> Iterator[None]:
    def down(*args: Any) -> None:
        raise OperationalError("the server went away")

    with connection.execute_wrapper(down):
        yield


def test_without_the_database_the_last_artifact_is_sent_again(pages: Maps, client, caplog):
    headers = {"host": "example.test"}
    first = client.get("/sitemaps/pages-1.xml", headers=headers)
    client.get("/sitemap.xml", headers=headers)

    with no_database():
        again = client.get("/sitemaps/pages-1.xml", headers=headers)
        known = client.get(
            "/sitemaps/pages-1.xml", headers={**headers, "if-none-match": first["ETag"]}
        )
        unknown = client.get("/sitemaps/other-1.xml", headers=headers)

    assert (again.status_code, again.content) == (200, first.content)
    assert again["ETag"] == first["ETag"]
    assert known.status_code == 304
    assert (unknown.status_code, "Retry-After" in unknown) == (503, True)
    assert "age_seconds=0" in caplog.text


def test_robots_txt_names_the_live_index_last(pages: Maps, ask):
    answer = ask("/robots.txt")

    assert answer.status == 200
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.body.decode() == (
        "User-agent: *\nAllow: /\n\nSitemap: https://example.test/sitemap.xml\n"
    )


def test_robots_txt_names_no_sitemap_that_is_not_there_yet(ask):
    assert ask("/robots.txt").body == b"User-agent: *\nAllow: /\n"


def test_robots_txt_keeps_the_projects_rules(pages: Maps, ask, settings):
    settings.HONEST_SITEMAPS = {
        "ORIGIN": ORIGIN,
        "ROBOTS": "User-agent: *\nDisallow: /cart/\n",
    }

    assert ask("/robots.txt").body.decode() == (
        "User-agent: *\nDisallow: /cart/\n\nSitemap: https://example.test/sitemap.xml\n"
    )


def test_robots_txt_is_served_without_the_database(pages: Maps, client, caplog):
    with no_database():
        answer = client.get("/robots.txt", headers={"host": "example.test"})

    assert answer.status_code == 200
    assert b"Sitemap: https://example.test/sitemap.xml" in answer.content
    # One line and no traceback: a scan before the first migrate comes through here too.
    [record] = [it for it in caplog.records if it.name == "honest_sitemaps.views"]
    assert "failure=the server went away" in record.getMessage()
    assert record.exc_info is None


def test_a_release_that_was_pruned_between_two_reads_is_read_anew(pages: Maps, client):
    """The file's row is read, another release goes live and prunes, the bytes are read."""
    stale = ReleaseFile.objects.get(name="pages-1.xml")
    pages.change("page-1", updated_at=T0)
    pages.release(now=T0 + DAY)
    reads = []
    live_file = views.live_file

    def first_stale(origin, name):
        reads.append(name)
        if len(reads) == 1:
            Release.objects.exclude(live_for__isnull=False).delete()
            type(stale.artifact).objects.filter(files=None).delete()
            return stale
        return live_file(origin, name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "live_file", first_stale)
        answer = client.get("/sitemaps/pages-1.xml", headers={"host": "example.test"})

    assert (answer.status_code, len(reads)) == (200, 2)
    assert answer.content == pages.xml("pages-1.xml")


def test_an_origin_without_a_live_release_is_come_again_too(pages: Maps, ask):
    Origin.objects.create(origin="https://new.test")

    assert ask(host="new.test").status == 503
