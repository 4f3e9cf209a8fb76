"""A loc has one spelling, or there is a reason why it is none."""

from __future__ import annotations

import hashlib
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.loc import (
    LOC_LIMIT,
    Malformed,
    absolute,
    is_same_origin,
    joined,
    loc_digest,
    normal_origin,
    origin_of,
    path_of,
    printable,
)

ORIGIN = "https://ex.test"


@pytest.mark.parametrize(
    ("raw", "loc"),
    [
        # Joined to the origin's root, whatever page it was said on.
        ("/a/", f"{ORIGIN}/a/"),
        ("a/b", f"{ORIGIN}/a/b"),
        ("/", f"{ORIGIN}/"),
        ("?page=2", f"{ORIGIN}/?page=2"),
        ("//ex.test/x", f"{ORIGIN}/x"),
        (f"{ORIGIN}/x", f"{ORIGIN}/x"),
        # Non-ASCII and spaces are encoded, once.
        ("/über/ß", f"{ORIGIN}/%C3%BCber/%C3%9F"),
        ("/日本/?q=é", f"{ORIGIN}/%E6%97%A5%E6%9C%AC/?q=%C3%A9"),
        ("/a b", f"{ORIGIN}/a%20b"),
        ("/%C3%BC/%e2%82%ac", f"{ORIGIN}/%C3%BC/%e2%82%ac"),
        # A percent sign that encodes nothing is a percent sign.
        ("/100%", f"{ORIGIN}/100%25"),
        ("/100%25", f"{ORIGIN}/100%25"),
        ("/5%zz", f"{ORIGIN}/5%25zz"),
        # What RFC 3986 does not allow, though browsers send it.
        ('/a|b^c`{}"<>', f"{ORIGIN}/a%7Cb%5Ec%60%7B%7D%22%3C%3E"),
        # What it allows stays.
        ("/a;b=1,2/@x!$&()*+~", f"{ORIGIN}/a;b=1,2/@x!$&()*+~"),
        # Nothing is decoded, sorted or dropped; no slash comes or goes.
        ("/%7Euser/%41", f"{ORIGIN}/%7Euser/%41"),
        ("/x?b=1&a=2&b=1", f"{ORIGIN}/x?b=1&a=2&b=1"),
        ("/x?", f"{ORIGIN}/x?"),
        ("/a//b/", f"{ORIGIN}/a//b/"),
        ("/A/b", f"{ORIGIN}/A/b"),
        # Dot segments are resolved, as every client does before it asks.
        ("/a/../b/./c", f"{ORIGIN}/b/c"),
        # Scheme and host: lower case, IDNA, default port gone, never an empty path.
        ("HTTPS://EX.test", f"{ORIGIN}/"),
        ("https://ex.test:443/x", f"{ORIGIN}/x"),
        ("https://ex.test?x=1", f"{ORIGIN}/?x=1"),
        # The scheme is the origin's, whatever contrib's protocol says.
        ("http://ex.test/x", f"{ORIGIN}/x"),
        ("http://ex.test:80/x", f"{ORIGIN}/x"),
        # A path that holds a URL, as archives have it.
        ("/web/https://other.test/", f"{ORIGIN}/web/https://other.test/"),
        # Surrounding blanks are not part of a URL.
        (" /x ", f"{ORIGIN}/x"),
        # Looks like a scheme, is a path.
        ("/a:b", f"{ORIGIN}/a:b"),
        ("12:30", f"{ORIGIN}/12:30"),
    ],
)
def test_a_loc_is_absolute_and_encoded_once(raw, loc):
    assert absolute(raw, origin=ORIGIN) == loc


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        # Nothing.
        (None, "there is no loc"),
        ("", "there is no loc"),
        ("   ", "there is no loc"),
        # No text.
        (5, "5 (int) is no text"),
        (b"/x", "b'/x' (bytes) is no text"),
        # Another scheme.
        ("javascript:alert(1)", "the scheme is javascript, not http or https"),
        ("mailto:a@ex.test", "the scheme is mailto, not http or https"),
        ("ex.test:8000/x", "the scheme is ex.test, not http or https"),
        # Another host or port.
        ("https://other.test/x", "the host is other.test, not ex.test"),
        ("//other.test/x", "the host is other.test, not ex.test"),
        ("https://ex.test.evil.test/", "the host is ex.test.evil.test, not ex.test"),
        ("https://www.ex.test/", "the host is www.ex.test, not ex.test"),
        ("https://ex.test:8443/", "the host is ex.test:8443, not ex.test"),
        ("http://ex.test:443/", "the host is ex.test:443, not ex.test"),
        # No host.
        ("https:///x", "'https:///x' names no host"),
        ("https:x", "'https:x' names no host"),
        ("///x", "'///x' names no host"),
        ("//", "'//' names no host"),
        # A host that cannot be one.
        ("https://ex test/", "'https://ex test/' is not a URL"),
        ("https://ex.test:99999/", "'https://ex.test:99999/' is not a URL"),
        # User name, also an empty one, which parsers drop in silence.
        ("https://me:pw@ex.test/", "it holds a user name"),
        ("https://@ex.test/", "it holds a user name"),
        # Fragment, also an empty one.
        ("/x#top", "'/x#top' holds a fragment"),
        ("/x#", "'/x#' holds a fragment"),
        # Backslash: a slash to a browser, a character to Django.
        ("/a\\b", "'/a\\b' holds a backslash"),
        # What nobody can see.
        ("/a\x0bb", r"'/a\x0bb' holds \x0b, which no one can see"),
        ("/a\n", r"'/a\x0a' holds \x0a, which no one can see"),
        ("/a\u200bb", r"'/a\u200bb' holds \u200b, which no one can see"),
        ("/a\u00adb", r"'/a\xadb' holds \xad, which no one can see"),
        ("\ufeff/a", r"'\ufeff/a' holds \ufeff, which no one can see"),
        ("/a\u202eb", r"'/a\u202eb' holds \u202e, which no one can see"),
        ("/a\u2028b", r"'/a\u2028b' holds \u2028, which no one can see"),
        ("/a\ud800", r"'/a\ud800' holds \ud800, which no one can see"),
        # Scheme and host before a location that has them.
        (f"{ORIGIN}{ORIGIN}/x", f"'{ORIGIN}{ORIGIN}/x' holds scheme and host twice"),
        (f"{ORIGIN}/{ORIGIN}/x", f"'{ORIGIN}/{ORIGIN}/x' holds scheme and host twice"),
        (f"/{ORIGIN}/x", f"'/{ORIGIN}/x' holds scheme and host twice"),
        ("http://ex.testhttps://", "'http://ex.testhttps://' holds scheme and host twice"),
    ],
)
def test_what_is_no_loc_says_why(raw, why):
    assert absolute(raw, origin=ORIGIN) == Malformed(why=why)


@pytest.mark.parametrize(
    ("filler", "characters"),
    [
        ("a", LOC_LIMIT - 1),  # the longest there may be
        ("a", LOC_LIMIT),  # "less than 2,048"
    ],
)
def test_a_loc_has_fewer_than_2048_characters(filler, characters):
    raw = "/" + filler * (characters - len(ORIGIN) - 1)

    loc = absolute(raw, origin=ORIGIN)

    if characters < LOC_LIMIT:
        assert loc == ORIGIN + raw
    else:
        why = "it has 2,048 characters; the protocol wants fewer than 2,048"
        assert loc == Malformed(why=why)


def test_length_is_that_of_the_encoded_loc():
    loc = absolute("/" + "é" * 400, origin=ORIGIN)

    assert loc == Malformed(why="it has 2,416 characters; the protocol wants fewer than 2,048")


def test_the_evidence_stays_short():
    loc = absolute("/#" + "x" * 5000, origin=ORIGIN)

    assert isinstance(loc, Malformed)
    assert len(loc.why) < 300


@pytest.mark.parametrize(
    ("origin", "raw", "loc"),
    [
        # An international host is written in ASCII.
        ("https://bücher.test", "/x", "https://xn--bcher-kva.test/x"),
        ("https://bücher.test", "https://BÜCHER.test/x", "https://xn--bcher-kva.test/x"),
        ("https://xn--bcher-kva.test", "https://bücher.test/", "https://xn--bcher-kva.test/"),
        # A port that is the origin's belongs to it.
        ("http://localhost:8000", "/x", "http://localhost:8000/x"),
        ("http://localhost:8000", "https://localhost:8000/x", "http://localhost:8000/x"),
        # The origin need not be tidy.
        ("HTTPS://Ex.Test/", "/x", "https://ex.test/x"),
    ],
)
def test_the_origin_gives_scheme_host_and_port(origin, raw, loc):
    assert absolute(raw, origin=origin) == loc


def test_a_bad_origin_is_named_as_the_cause():
    loc = absolute("/x", origin="ex.test")

    why = "the origin cannot be used: 'ex.test' does not start with http:// or https://"
    assert loc == Malformed(why=why)


texts = st.one_of(
    st.text(),
    st.text(alphabet=st.sampled_from("/?#%:@\\. aé\u200b\ud800[]&=;hHtTpPsS2fF")),
    st.builds("{}{}".format, st.sampled_from(["/", "//", ORIGIN, "http://", "?"]), st.text()),
)


@given(texts)
@settings(max_examples=300)
def test_no_text_raises_and_every_loc_is_short_ascii_of_the_origin(text):
    loc = absolute(text, origin=ORIGIN)

    if isinstance(loc, str):
        assert loc.isascii()
        assert loc.isprintable()
        assert " " not in loc
        assert len(loc) < LOC_LIMIT
        assert loc.startswith(f"{ORIGIN}/")
        assert is_same_origin(loc, ORIGIN)
    else:
        assert loc.why
        assert loc.why == printable(loc.why)


@given(texts)
@settings(max_examples=300)
def test_the_loc_of_a_loc_is_that_loc(text):
    loc = absolute(text, origin=ORIGIN)

    if isinstance(loc, str):
        assert absolute(loc, origin=ORIGIN) == loc
        assert absolute(path_of(loc), origin=ORIGIN) == loc or path_of(loc).startswith("//")


@given(st.one_of(st.none(), st.integers(), st.binary(), st.lists(st.text())))
@settings(max_examples=50)
def test_nothing_but_text_is_a_loc(raw):
    assert isinstance(absolute(raw, origin=ORIGIN), Malformed)


@given(st.text(alphabet=st.characters(categories=["L", "N"]), min_size=1, max_size=40))
@settings(max_examples=100)
def test_encoding_loses_nothing(slug):
    loc = absolute(f"/{slug}/?q={slug}", origin=ORIGIN)

    assert isinstance(loc, str)
    parts = urlsplit(loc)
    assert unquote(parts.path) == f"/{slug}/"
    assert unquote(parts.query) == f"q={slug}"


@pytest.mark.parametrize(
    ("raw", "base", "url"),
    [
        # Seen from the page, not from the root.
        ("b.jpg", "https://ex.test/a/", "https://ex.test/a/b.jpg"),
        ("/b.jpg", "https://ex.test/a/", "https://ex.test/b.jpg"),
        # Any host, and its own scheme.
        ("http://cdn.test/b c.jpg", ORIGIN, "http://cdn.test/b%20c.jpg"),
        ("//cdn.test/b.jpg", ORIGIN, "https://cdn.test/b.jpg"),
    ],
)
def test_other_urls_are_joined_to_their_page(raw, base, url):
    assert joined(raw, base=base) == url


@pytest.mark.parametrize(
    "raw",
    ["data:image/png;base64,x", "", "/a#b", "/a\u200b", "https://", None],
)
def test_what_is_no_url_is_not_joined(raw):
    assert isinstance(joined(raw, base=ORIGIN), Malformed)


def test_a_base_that_is_no_url_is_no_error():
    assert isinstance(joined("/x", base="\ud800"), Malformed)


@pytest.mark.parametrize(
    ("raw", "origin"),
    [
        ("HTTPS://Ex.COM/", "https://ex.com"),
        ("https://ex.com:443", "https://ex.com"),
        ("http://ex.com:80", "http://ex.com"),
        ("http://ex.com:8000", "http://ex.com:8000"),
        ("https://bücher.test", "https://xn--bcher-kva.test"),
        ("https://[::1]:8000", "https://[::1]:8000"),
    ],
)
def test_an_origin_has_one_spelling(raw, origin):
    assert normal_origin(raw) == origin


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "ex.com",
        "ftp://ex.com",
        "https://",
        "https://ex.com/shop",
        "https://ex.com?x",
        "https://ex.com#x",
        "https://me@ex.com",
        "https://ex.com, https://ex.org",
        None,
        5,
    ],
)
def test_an_origin_is_scheme_host_and_port_alone(raw):
    assert isinstance(normal_origin(raw), Malformed)


@pytest.mark.parametrize(
    ("loc", "origin", "path"),
    [
        ("https://ex.test/a/?b=1", "https://ex.test", "/a/?b=1"),
        ("https://ex.test", "https://ex.test", "/"),
        ("http://localhost:8000/x", "http://localhost:8000", "/x"),
        # A loc that is none, as a malformed row keeps it.
        ("not a url", "", "not a url"),
        ("//ex.test/x", "", "//ex.test/x"),
        ("", "", "/"),
    ],
)
def test_a_loc_is_its_origin_and_its_path(loc, origin, path):
    assert origin_of(loc) == origin
    assert path_of(loc) == path


@pytest.mark.parametrize(
    ("loc", "same"),
    [
        ("https://ex.test/x", True),
        ("HTTPS://EX.TEST:443/x", True),
        ("http://ex.test/x", False),
        ("https://ex.test:8000/x", False),
        ("https://ex.test.evil.test/x", False),
        ("/x", False),
        ("\ud800", False),
    ],
)
def test_same_origin_is_same_scheme_host_and_port(loc, same):
    assert is_same_origin(loc, "https://Ex.test/") is same


@given(st.text())
@settings(max_examples=100)
def test_any_text_has_a_digest_and_can_be_printed(text):
    assert len(loc_digest(text)) == 64
    assert printable(text).encode().decode() == printable(text)
    assert "\x00" not in printable(text)
    assert printable(printable(text)) == printable(text)


def test_the_digest_is_sha256_of_the_loc():
    assert loc_digest(f"{ORIGIN}/") == hashlib.sha256(b"https://ex.test/").hexdigest()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 日本 😀", "plain é 日本 😀"),
        ("a\x00b\x0b", r"a\x00b\x0b"),
        ("a\u200bb", r"a\u200bb"),
        ("a\ud800", r"a\ud800"),
        ("a\U000e0041", r"a\U000e0041"),
    ],
)
def test_what_cannot_be_seen_is_printed_as_an_escape(text, shown):
    assert printable(text) == shown


def test_printing_cuts_at_the_limit():
    assert printable("\x00" * 5000) == (r"\x00" * 5000)[:LOC_LIMIT]
    assert printable("abcdef", limit=3) == "abc"
