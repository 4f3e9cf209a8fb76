"""Google's own cases, and what PROTOCOLS 1.3 adds to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.eligibility import Robots, robots_from_text
from honest_sitemaps.eligibility.robots_file import (
    LINE_LIMIT_BYTES,
    SIZE_LIMIT_BYTES,
    RobotsRule,
    rules_for,
)

GOOGLE_CASES = Path(__file__).parents[3] / "shared/data/robots/google_robots_cases.json"

WHERE_WE_DIFFER = {
    # We encode a loc before we compare it; Google's matcher leaves that to its caller.
    ("/foo/bar/ツ", "http://foo.bar/foo/bar/ツ"),
    ("/foo/bar/%E3%83%84", "http://foo.bar/foo/bar/ツ"),
    # RFC 9309, 2.2.2, figure 4 decodes unreserved characters first; Google does not.
    ("/foo/bar/%62%61%7A", "http://foo.bar/foo/bar/baz"),
}
"""Google forbids these, and each by an Allow line that it finds not to match."""


def may_fetch(robots: str | bytes, loc: str, *, agent: str = "Googlebot") -> bool:
    body = robots.encode() if isinstance(robots, str) else robots
    return not Robots(rules=rules_for(body, agents=[agent])).blocking_line(loc)


def group(*lines: str) -> str:
    return "\n".join(["User-agent: Googlebot", *lines, ""])


@pytest.mark.skipif(not GOOGLE_CASES.exists(), reason="the cases are not part of the project")
def test_googles_own_cases_are_answered_as_google_answers_them():
    cases = json.loads(GOOGLE_CASES.read_text())

    differing = [
        case
        for case in cases
        if may_fetch(case["robots"], case["url"], agent=case["ua"]) != case["allowed"]
    ]

    assert len(cases) == 145
    assert all(
        any(allow in case["robots"] and case["url"] == loc for allow, loc in WHERE_WE_DIFFER)
        and not case["allowed"]
        for case in differing
    )
    assert len(differing) == len(WHERE_WE_DIFFER)


@pytest.mark.parametrize(
    ("robots", "is_allowed"),
    [
        # a token is compared whole, not by its beginning
        ("User-agent: Goog\nDisallow: /", True),
        # … nor may it be longer than ours
        ("User-agent: Googlebot-Image\nDisallow: /", True),
        # a version behind the token is cut off
        ("User-agent: Googlebot/2.1\nDisallow: /", False),
        # so is anything else behind it
        ("User-agent: Googlebot (all of them)\nDisallow: /", False),
        # a whole User-Agent header names no token
        ("User-agent: Mozilla/5.0 (compatible; Googlebot/2.1)\nDisallow: /", True),
        # case does not matter in tokens
        ("user-AGENT: GOOGLEBOT\nDISallow: /", False),
        # everyone is everyone only alone or before a space
        ("User-agent: *\nDisallow: /", False),
        ("User-agent: * all of you\nDisallow: /", False),
        ("User-agent: *bot\nDisallow: /", True),
        # our own group is the only one that counts, however empty
        ("User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:", True),
        ("User-agent: Googlebot\n\nUser-agent: *\nDisallow: /", False),
        # … also when it comes first
        ("User-agent: Googlebot\nAllow: /b\n\nUser-agent: *\nDisallow: /", True),
        # two groups of ours are one
        (group("Allow: /b") + group("Disallow: /a"), False),
        # lines of no meaning between agents do not close a group
        ("User-agent: Googlebot\nCrawl-delay: 5\nUser-agent: Other\nDisallow: /", False),
        ("User-agent: Googlebot\nNoindex: /x\nUser-agent: Other\nDisallow: /", False),
        ("User-agent: Googlebot\nSitemap: /s.xml\nUser-agent: Other\nDisallow: /", False),
        # a rule does, even one without a value
        ("User-agent: Googlebot\nDisallow:\nUser-agent: Other\nDisallow: /", True),
        # the rules of one group end where the next begins
        ("User-agent: Other\nDisallow: /\nUser-agent: Googlebot\nAllow: /x", True),
        # a rule before any agent belongs to no one
        ("Disallow: /\nUser-agent: Googlebot\nAllow: /x", True),
        # a comment is no rule, and ends one
        (group("# Disallow: /"), True),
        (group("Disallow: /a # all of it"), False),
        (group("Disallow: /b#/a"), True),
        # a byte order mark, or a rest of one, is no part of the first key
        (b"\xef\xbb\xbf" + group("Disallow: /").encode(), False),
        (b"\xef\xbb" + group("Disallow: /").encode(), False),
        (b"\xef" + group("Disallow: /").encode(), False),
        (b"\xbb\xbf" + group("Disallow: /").encode(), True),
        # a forgotten colon
        ("User-agent Googlebot\nDisallow /", False),
        ("User-agent Googlebot\nDisallow / /b", True),
        # spaces around key, colon and value
        ("  User-agent : Googlebot  \n\tDisallow\t:\t/a ", False),
        # the typos that Google forgives
        ("useragent: Googlebot\ndisallow: /", False),
        ("user agent: Googlebot\ndisallow: /", False),
        (group("dissallow: /"), False),
        (group("dissalow: /"), False),
        (group("disalow: /"), False),
        (group("diasllow: /"), False),
        (group("disallaw: /"), False),
        # a key is known by its beginning
        (group("Disallowed: /"), False),
        (group("Allowance: /a", "Disallow: /"), True),
        # … and another word is no key
        (group("Dissalov: /"), True),
        # line ends of three systems
        ("User-agent: Googlebot\rDisallow: /\r", False),
        ("User-agent: Googlebot\r\nDisallow: /\r\n", False),
        # what is no path forbids nothing
        (group("Disallow: a"), True),
        (group("Disallow: https://example.test/a"), True),
        (group("Disallow: $"), True),
        (group("Disallow:"), True),
        # HTML in place of a robots.txt
        ("<!doctype html><title>Not found</title>", True),
        ("", True),
    ],
)
def test_a_group_is_found_as_google_finds_it(robots, is_allowed):
    assert may_fetch(robots, "https://example.test/a") is is_allowed


@pytest.mark.parametrize(
    ("lines", "path", "is_allowed"),
    [
        # the longer of two wins, in octets and not in Protego's encoding of them
        (("Allow: /abc", "Disallow: /*?"), "/abc?x", True),
        (("Allow: /a", "Disallow: /*?"), "/abc?x", False),
        # non-ASCII counts three octets a byte: /%C3%A4 is longer than /*/*/
        (("Allow: /ä", "Disallow: /*/*/*"), "/ä/b/c", True),
        # of two as long, Allow
        (("Disallow: /a", "Allow: /a"), "/a", True),
        (("Disallow: /*b", "Allow: /ab"), "/ab", True),
        # the end of the path
        (("Disallow: /a$",), "/a", False),
        (("Disallow: /a$",), "/ab", True),
        (("Disallow: /a$",), "/a?b", True),
        # a dollar sign elsewhere is one
        (("Disallow: /a$b",), "/a$b", False),
        (("Disallow: /a$b",), "/a%24b", False),
        (("Disallow: /a$b",), "/a", True),
        # … and an anchored path is not also the one with a dollar sign
        (("Disallow: /a$",), "/a$/b", True),
        (("Disallow: /a$",), "/a%24/b", True),
        # stars
        (("Disallow: /*/edit",), "/a/edit/now", False),
        (("Disallow: /*.pdf$",), "/a.pdf.html", True),
        (("Disallow: *.pdf",), "/a.pdf", False),
        (("Disallow: /**b",), "/ab", False),
        (("Disallow: /a%2Ab",), "/a*b", False),
        (("Disallow: /a*b",), "/a%2Ab", False),
        # the query belongs to the path
        (("Disallow: /a?b=c",), "/a?b=c&d", False),
        # a path that begins with two slashes is a path
        (("Disallow: //a",), "//a/b", False),
        (("Disallow: /b",), "//a/b", True),
        # one spelling for equal octets
        (("Disallow: /ä",), "/%C3%A4", False),
        (("Disallow: /%c3%a4",), "/%C3%A4", False),
        (("Disallow: /%7Ea",), "/~a", False),
        (("Disallow: /~a",), "/%7Ea", False),
        (("Disallow: /a b",), "/a%20b", False),
        (("Disallow: /100%",), "/100%25", False),
        # … but an escaped reserved character is not that character
        (("Disallow: /*?",), "/who%3F", True),
        (("Disallow: /who%3F",), "/who?", True),
        (("Disallow: /who%3f",), "/who%3F", False),
        (("Disallow: /a/b",), "/a%2Fb", True),
        (("Disallow: /a%2Fb",), "/a%2Fb", False),
        (("Disallow: /*,",), "/a%2C", True),
        # an allowed index page allows its folder, and that alone
        (("Allow: /a/index.html", "Disallow: /"), "/a/", True),
        (("Allow: /a/index.htm", "Disallow: /"), "/a/", True),
        (("Allow: /a/index.html", "Disallow: /"), "/a/b", False),
        (("Allow: /a/index.html", "Disallow: /"), "/a/index.php", False),
        (("Allow: /a/my-index.html", "Disallow: /"), "/a/", False),
        (("Allow: *index.html", "Disallow: /"), "/", False),
        (("Disallow: /a/index.html",), "/a/", True),
        # robots.txt itself may always be read
        (("Disallow: /",), "/robots.txt", True),
        (("Disallow: /",), "/robots.txt.html", False),
    ],
)
def test_the_longest_matching_path_decides(lines, path, is_allowed):
    assert may_fetch(group(*lines), f"https://example.test{path}") is is_allowed


def test_lines_are_cut_where_google_cuts_them():
    longest = "/x/" + "a" * (LINE_LIMIT_BYTES - len("Disallow: /x/"))

    robots = group(f"Disallow: {longest}/cut-off", "Disallow: /y")

    assert not may_fetch(robots, f"https://example.test{longest}/another")
    assert may_fetch(robots, f"https://example.test{longest[:-1]}")
    assert not may_fetch(robots, "https://example.test/y")


def test_what_lies_behind_500_kib_is_not_read():
    head = group("Disallow: /a")
    filler = "#" * (SIZE_LIMIT_BYTES - len(head) - len("Disallow: /b\n") - 1) + "\n"

    fits = head + filler + "Disallow: /b\n"
    too_late = head + "#" + filler + "Disallow: /b\n"

    assert len(fits) == SIZE_LIMIT_BYTES
    assert not may_fetch(fits + "Disallow: /c\n", "https://example.test/b")
    assert may_fetch(fits + "Disallow: /c\n", "https://example.test/c")
    assert may_fetch(too_late, "https://example.test/b")
    assert not may_fetch(too_late, "https://example.test/a")


@pytest.mark.parametrize("line_end", ["\n", "\r"])
def test_half_a_rule_is_no_rule(line_end):
    head = group("Disallow: /a").replace("\n", line_end)
    filler = "#" * (SIZE_LIMIT_BYTES - len(head) - len("Disallow: /") - 1) + line_end

    robots = head + filler + "Disallow: /private/" + line_end

    assert robots[:SIZE_LIMIT_BYTES].endswith("Disallow: /")
    assert may_fetch(robots, "https://example.test/b")
    assert not may_fetch(robots, "https://example.test/a")


def test_a_file_of_exactly_the_limit_is_whole():
    head, last = group("Disallow: /a"), "\nDisallow: /b"
    robots = head + "#" * (SIZE_LIMIT_BYTES - len(head) - len(last)) + last

    assert len(robots) == SIZE_LIMIT_BYTES
    assert not may_fetch(robots, "https://example.test/b")


def test_the_limits_are_those_that_google_names():
    assert (SIZE_LIMIT_BYTES, LINE_LIMIT_BYTES) == (512_000, 16_663)


def test_text_that_no_one_can_encode_is_read_all_the_same():
    robots = robots_from_text("User-agent: *\nDisallow: /\ud800")

    assert robots.blocking_line("https://example.test/\ud800") == "Disallow: /��� (line 2)"
    assert robots.blocking_line("https://example.test/a") == ""


def test_a_rule_longer_than_the_limit_and_alone_is_no_rule():
    assert may_fetch("#" * (SIZE_LIMIT_BYTES + 1), "https://example.test/b")


@pytest.mark.parametrize(
    ("robots", "line"),
    [
        # the line as it stands, without the comment
        (group("Allow: /", "Disallow: /a # x"), "Disallow: /a (line 3)"),
        # of several that match, the longest; of two as long, the first
        (group("Disallow: /", "Disallow: /a", "Disallow: /*"), "Disallow: /a (line 3)"),
        (group("Disallow: /a", "Disallow: /a"), "Disallow: /a (line 2)"),
        # as it was misspelt
        (group("disalow /a"), "disalow /a (line 2)"),
        # CRLF ends one line, not two
        ("User-agent: *\r\n\r\nDisallow: /a\r\n", "Disallow: /a (line 3)"),
        # bytes that are no UTF-8
        (b"User-agent: *\nDisallow: /*a\xff*", ""),
        (b"User-agent: *\nDisallow: /a\nAllow: /\xff", "Disallow: /a (line 2)"),
        # a control character in it
        ("User-agent: *\nDisallow: /a\x0b", "Disallow: /a (line 2)"),
    ],
)
def test_the_evidence_is_the_line_that_forbids(robots, line):
    assert robots_from_text(robots).blocking_line("https://example.test/a") == line


def test_the_evidence_of_a_long_line_keeps_its_number():
    robots = robots_from_text(group(f"Disallow: /{'*' * 5000}"))

    line = robots.blocking_line("https://example.test/a")

    assert len(line) == 500
    assert line.endswith("**… (line 2)")


def test_rules_are_values():
    one, same, other = (
        robots_from_text(group(f"Disallow: {path}")) for path in ("/a", "/a", "/b")
    )

    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert "Protego" not in repr(one)


def test_several_tokens_are_one_crawler():
    robots = group("Disallow: /a").encode()

    assert rules_for(robots, agents=["Googlebot-Image", "Googlebot"])
    assert all(isinstance(it, RobotsRule) for it in rules_for(robots, agents=["googlebot"]))


PATHS = st.text("ab/*$?%2Fä&. ", max_size=12).map(lambda text: "/" + text)


@settings(max_examples=60, deadline=None)
@given(path=PATHS, rules=st.lists(PATHS, max_size=4))
def test_allowing_all_the_same_paths_forbids_nothing(path, rules):
    lines = [f"{key}: {rule}" for rule in rules for key in ("Disallow", "Allow")]

    assert may_fetch(group(*lines), f"https://example.test{path}")


@settings(max_examples=60, deadline=None)
@given(path=PATHS)
def test_a_literal_path_forbids_itself_and_what_is_beneath(path):
    literal = path.replace("*", "%2A").replace("$", "%24").strip()
    robots = group(f"Disallow: {literal}")

    assert not may_fetch(robots, f"https://example.test{literal}")
    assert not may_fetch(robots, f"https://example.test{literal}/beneath")


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.text(max_size=40))
def test_whatever_is_served_as_robots_txt_is_read(body, path):
    prefixed = b"User-agent: *\nDisallow: /" + body

    assert isinstance(robots_from_text(prefixed).blocking_line(f"https://e.test/{path}"), str)
    assert isinstance(robots_from_text(body).blocking_line(path), str)
