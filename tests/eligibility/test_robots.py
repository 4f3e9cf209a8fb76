"""robots.txt as a page, as a setting, and as neither."""

from __future__ import annotations

import pytest

from honest_sitemaps.eligibility import (
    ALLOW_ALL,
    robots_from_page,
    robots_from_setting,
    robots_from_text,
    robots_redirect,
)
from honest_sitemaps.errors import ConfigurationError
from tests.eligibility.given import ORIGIN, page

ROBOTS = "User-agent: *\nDisallow: /private/\n"
ROBOTS_LOC = f"{ORIGIN}/robots.txt"


@pytest.mark.parametrize("status", [200, 201, 206])
def test_a_page_with_rules_is_read(status):
    robots = robots_from_page(page(status, html=ROBOTS, loc=ROBOTS_LOC))

    assert robots == robots_from_text(ROBOTS)
    assert robots.blocking_line(f"{ORIGIN}/private/a") == "Disallow: /private/ (line 2)"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 418, 451, 499])
def test_a_client_error_means_that_there_is_none(status):
    assert robots_from_page(page(status, html=ROBOTS)) == ALLOW_ALL


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        # server errors
        (page(500), "robots.txt: status 500"),
        (page(503, html=ROBOTS), "robots.txt: status 503"),
        (page(599), "robots.txt: status 599"),
        # too many requests, which Google counts among them
        (page(429), "robots.txt: status 429"),
        # a redirect that was followed to its end, or has none
        (page(302, location="/x"), f"robots.txt: status 302 Location: {ORIGIN}/x"),
        (
            page(302, location="/x?sid=4f"),
            f"robots.txt: status 302 Location: {ORIGIN}/x?sid=…",
        ),
        (page(301), "robots.txt: status 301"),
        (page(304), "robots.txt: status 304"),
        # no response, and one that broke off
        (page(0, failure="no answer within 30 s"), "robots.txt: no answer within 30 s"),
        (page(0), "robots.txt: no response"),
        (page(200, html=ROBOTS, failure="too large"), "robots.txt: too large"),
        (page(404, failure="broken"), "robots.txt: broken"),
        # statuses of no meaning
        (page(102), "robots.txt: status 102"),
        (page(199, html=ROBOTS), "robots.txt: status 199"),
        (page(300, html=ROBOTS), "robots.txt: status 300"),
        (page(600), "robots.txt: status 600"),
    ],
)
def test_everything_else_leaves_it_unknown(answer, why):
    robots = robots_from_page(answer)

    assert (robots.is_reachable, robots.why, robots.rules) == (False, why, ())


def test_rules_that_were_read_are_reachable():
    assert robots_from_text(ROBOTS).is_reachable
    assert ALLOW_ALL.is_reachable
    assert ALLOW_ALL.blocking_line(f"{ORIGIN}/private/") == ""


@pytest.mark.parametrize(
    ("answer", "target"),
    [
        # relative to itself, and elsewhere
        (page(301, loc=ROBOTS_LOC, location="/en/robots.txt"), f"{ORIGIN}/en/robots.txt"),
        (page(308, loc=ROBOTS_LOC, location="//cdn.test/r"), "https://cdn.test/r"),
        # no redirect
        (page(200, location="/x"), None),
        (page(404), None),
        # a redirect to nowhere
        (page(302), None),
        (page(302, location="https://["), None),
        (page(302, location="data:text/plain,"), None),
    ],
)
def test_the_next_hop_of_a_redirected_file_is_named(answer, target):
    assert robots_redirect(answer) == target


@pytest.mark.parametrize(
    "text",
    [
        # several lines are text, whatever they say
        "\n",
        "anything\nat all",
        # one line that begins like one
        "User-agent: *",
        "useragent: *",
        "Allow: /",
        "disallow: /",
        " Sitemap: https://example.test/sitemap.xml",
        "Crawl-delay: 5",
        "# everything is allowed",
    ],
)
def test_a_setting_may_be_the_text_itself(text):
    assert robots_from_setting(text) == ALLOW_ALL


def test_a_setting_may_hold_rules():
    assert robots_from_setting(ROBOTS) == robots_from_text(ROBOTS)


def test_a_setting_may_be_the_path_of_the_file(tmp_path):
    file = tmp_path / "robots.txt"
    file.write_bytes(b"\xef\xbb\xbf" + ROBOTS.encode())

    assert robots_from_setting(str(file)) == robots_from_text(ROBOTS)


def test_a_path_that_does_not_exist_is_a_mistake(tmp_path):
    path = str(tmp_path / "robots.txt")

    with pytest.raises(ConfigurationError) as caught:
        robots_from_setting(path)

    assert path in str(caught.value)
    assert "No such file or directory" in str(caught.value)
    assert "absolute path" in str(caught.value)


@pytest.mark.parametrize("value", ["robots", "/\0", "a" * 5000, "."])
def test_what_is_neither_text_nor_file_is_a_mistake(value):
    with pytest.raises(ConfigurationError, match="neither the text"):
        robots_from_setting(value)
