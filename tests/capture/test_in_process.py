"""What a page answers, and what the fetcher makes of it."""

import json

import pytest
from django.contrib.sessions.backends.cache import SessionStore

from honest_sitemaps.capture import FIRST, SECOND, InProcessFetcher, Page, Visitor
from tests.capture import urls
from tests.capture.conftest import NOW, ORIGIN


def told(page: Page) -> dict:
    return json.loads(page.body)


def test_a_page_is_kept_with_status_headers_body_and_moment(get):
    page = get("/")

    assert (page.loc, page.status, page.failure) == (f"{ORIGIN}/", 200, "")
    assert page.body == b"<title>Plain</title><h1>Words</h1>"
    assert page.header("content-type") == "text/html; charset=utf-8"
    assert page.taken_at == NOW


def test_headers_have_lower_case_names_and_each_cookie_a_line(get):
    page = get("/set-cookies")

    assert page.header("x-thing") == "a"
    assert [line.partition(";")[0] for line in page.header_lines("Set-Cookie")] == [
        "one=1",
        "two=2",
    ]


@pytest.mark.parametrize(
    ("loc", "secure", "name", "port"),
    [
        ("https://example.test/echo", True, "example.test", "443"),
        ("http://example.test/echo", False, "example.test", "80"),
        # A port that is not the scheme's own is part of the host.
        ("https://example.test:8443/echo", True, "example.test", "8443"),
    ],
)
def test_the_view_sees_host_port_and_scheme_of_the_loc(site, loc, secure, name, port):
    page = InProcessFetcher().fetch(loc, now=NOW)

    assert told(page)["url"] == loc
    assert told(page)["is_secure"] is secure
    assert (told(page)["SERVER_NAME"], told(page)["SERVER_PORT"]) == (name, port)


def test_the_visitor_is_anonymous_and_speaks_the_default_language(get, site):
    site.LANGUAGE_CODE = "de"

    page = get("/echo")

    assert told(page)["cookies"] == {}
    assert told(page)["HTTP_ACCEPT_LANGUAGE"] == "de"
    assert told(page)["language"] == "de"


def test_the_visitor_is_not_among_internal_ips(get, site):
    site.INTERNAL_IPS = ["127.0.0.1", "::1"]

    page = get("/echo")

    assert told(page)["REMOTE_ADDR"] not in site.INTERNAL_IPS


def test_the_marker_of_a_capture_stands_in_meta(get):
    assert told(get("/echo"))["capture"] is True


@pytest.mark.parametrize(
    ("path", "path_info", "query"),
    [
        ("/echo/a%20b", "/echo/a b", {}),
        # UTF-8 in the path, decoded once.
        ("/echo/stra%C3%9Fe%2520", "/echo/straße%20", {}),
        ("/echo?b=2&a=1&a=%26", "/echo", {"b": ["2"], "a": ["1", "&"]}),
        # Not UTF-8: Django keeps the escape.
        ("/echo/%FF", "/echo/%FF", {}),
    ],
)
def test_path_and_query_arrive_as_a_server_sends_them(get, path, path_info, query):
    page = get(path)

    assert told(page)["path_info"] == path_info
    assert told(page)["query"] == query


def test_a_project_that_is_mounted_below_a_path_sees_its_own_part(get, site):
    site.FORCE_SCRIPT_NAME = "/shop"

    page = get("/shop/echo")

    assert told(page)["path_info"] == "/echo"
    assert told(page)["url"] == f"{ORIGIN}/shop/echo"
    assert told(page)["reversed"] == "/shop/"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/missing", 404),
        ("/no-such-route", 404),
        ("/denied", 403),
        ("/status/410", 410),
        ("/status/503", 503),
        ("/status/418", 418),
    ],
)
def test_an_error_that_the_site_means_is_its_answer(get, path, status):
    page = get(path)

    assert (page.status, page.failure) == (status, "")


@pytest.mark.parametrize(
    ("path", "failure"),
    [
        ("/raises", "ValueError: The first line"),
        ("/raises-silently", "LookupError"),
        ("/raises-unprintable", "Unprintable"),
        ("/async-raises", "KeyError: 'key'"),
    ],
)
@pytest.mark.parametrize("debug", [True, False])
@pytest.mark.parametrize("propagate", [True, False])
def test_a_view_that_raises_is_a_failure_with_its_class_and_first_line(
    get, site, path, failure, debug, propagate
):
    site.DEBUG = debug
    site.DEBUG_PROPAGATE_EXCEPTIONS = propagate

    page = get(path)

    assert (page.status, page.failure, page.body) == (500, failure, b"")


def test_a_view_that_exits_is_a_failure(get):
    assert (get("/exits").status, get("/exits").failure) == (500, "SystemExit: 3")


def test_an_error_page_that_says_200_hides_no_exception(get, monkeypatch):
    monkeypatch.setattr(urls, "handler500", lambda request: urls.plain(request), raising=False)

    page = get("/raises")

    assert (page.status, page.failure) == (500, "ValueError: The first line")


def test_an_error_page_that_raises_too_hides_no_exception(get, monkeypatch):
    monkeypatch.setattr(urls, "handler500", urls.raises_silently, raising=False)

    page = get("/raises")

    assert (page.status, page.failure) == (500, "ValueError: The first line")


def test_a_stream_is_joined(get):
    assert get("/streamed").body == "one two thré".encode()


def test_an_asynchronous_view_and_stream_are_read_like_others(get):
    assert get("/async").body == b"async written"
    assert get("/async-stream-ends").body == b"one two"


@pytest.mark.parametrize("path", ["/large", "/endless", "/async-stream"])
def test_a_body_over_the_cap_is_a_failure_and_not_kept(get, path):
    page = get(path)

    assert (page.status, page.body) == (200, b"")
    assert page.failure == "larger than 5,242,880 bytes"


def test_a_body_of_exactly_the_cap_is_read(get):
    assert get("/streamed", limit_bytes=13).failure == ""
    assert get("/streamed", limit_bytes=12).failure == "larger than 12 bytes"


def test_a_stream_that_breaks_off_is_a_failure(get):
    page = get("/stream-raises")

    assert (page.status, page.failure) == (500, "OSError: the upstream is gone")


@pytest.mark.parametrize(
    ("path", "closed"),
    [
        ("/endless", ["endless"]),
        ("/async-stream", ["async stream"]),
        ("/file", ["file True"]),
        ("/closes-badly", ["after the bad one"]),
    ],
)
def test_what_a_response_opened_is_closed(get, path, closed):
    get(path)

    assert closed == urls.CLOSED


def test_a_file_is_read_with_its_type(get):
    page = get("/file")

    assert (page.media_type, page.body) == ("application/pdf", b"%PDF-1.7 words")


def test_a_204_and_a_304_have_no_body(get):
    assert get("/status/204").body == b""
    assert get("/status/304").body == b""


def test_a_template_response_is_rendered(get):
    assert get("/late").body == b"rendered late"


def test_a_coding_nobody_asked_for_is_no_page_to_read(get):
    page = get("/gzipped")

    assert (page.body, page.failure) == (b"", "encoded with gzip, which nobody asked for")


def test_a_redirect_is_recorded_and_not_followed(get, site):
    site.PREPEND_WWW = True

    page = get("/")

    assert (page.status, page.header("location")) == (301, "https://www.example.test/")


@pytest.mark.parametrize(
    ("proxy", "origin", "status"),
    [
        (None, "https://example.test", 200),
        (None, "http://example.test", 301),
        # Behind a proxy Django believes the header and not the connection.
        (("HTTP_X_FORWARDED_PROTO", "https"), "https://example.test", 200),
        (("HTTP_X_FORWARDED_PROTO", "https"), "http://example.test", 301),
    ],
)
def test_ssl_redirect_does_not_turn_https_pages_into_redirects(
    get, site, proxy, origin, status
):
    site.SECURE_SSL_REDIRECT = True
    site.SECURE_PROXY_SSL_HEADER = proxy

    assert get("/", origin=origin).status == status


def test_the_header_of_the_proxy_is_there_for_code_that_reads_it(get, site):
    site.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

    assert told(get("/echo"))["forwarded"] == "https"
    assert told(get("/echo", origin="http://example.test"))["forwarded"] is None


def test_a_loc_that_is_no_url_is_a_failure(site):
    page = InProcessFetcher().fetch("https://[example/", now=NOW)

    assert page.status == 0
    assert page.failure.startswith("not a URL: ")


def test_the_middleware_is_loaded_once_per_fetcher(site, monkeypatch):
    made = []

    def counting(get_response):
        made.append(get_response)
        return get_response

    monkeypatch.setattr(urls, "counting", counting, raising=False)
    site.MIDDLEWARE = ["tests.capture.urls.counting"]
    fetcher = InProcessFetcher()

    for _ in range(3):
        fetcher.fetch(f"{ORIGIN}/", now=NOW)

    assert len(made) == 1


def test_two_visitors_share_neither_agent_nor_session_nor_secret_nor_chance(get):
    assert told(get("/echo", visitor=FIRST))["agent"] == "honest-sitemaps"
    assert told(get("/echo", visitor=SECOND))["agent"] == "honest-sitemaps (second look)"
    assert get("/token", visitor=FIRST).body != get("/token", visitor=SECOND).body
    assert get("/shuffled", visitor=FIRST).body != get("/shuffled", visitor=SECOND).body


def test_one_visitor_sees_the_same_chance_in_every_scan(get):
    assert get("/shuffled").body == get("/shuffled", visitor=FIRST).body


def test_the_configured_agent_stands_in_for_the_product(get):
    agents = [
        told(get("/echo", visitor=visitor, user_agent="Examplebot/2"))["agent"]
        for visitor in (FIRST, SECOND, Visitor(user_agent="Firefox", seed=3))
    ]

    assert agents == ["Examplebot/2", "Examplebot/2 (second look)", "Firefox"]


def test_options_left_out_come_from_the_settings(get, site):
    site.HONEST_SITEMAPS = {
        "USER_AGENT": "Configured",
        "CAPTURE_LIMIT_BYTES": 3,
        "CAPTURE_TIMEOUT_SECONDS": 0.2,
    }

    assert get("/").failure == "larger than 3 bytes"
    assert told(get("/echo", limit_bytes=9999))["agent"] == "Configured"
    assert get("/sleeps").failure == "no answer within 0.2 s"


def test_a_session_of_a_capture_is_never_stored(get):
    page = get("/session")

    key = page.header("set-cookie").partition("=")[2].partition(";")[0]
    assert page.status == 200
    assert not SessionStore().exists(key)
