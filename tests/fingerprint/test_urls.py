"""Canonical URLs, by themselves."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.fingerprint.urls import Urls, decoded_email
from tests.fingerprint.conftest import LOC


def urls(**kwargs):
    return Urls(**{"loc": LOC, "base": LOC, **kwargs})


@pytest.mark.parametrize(
    ("href", "canonical"),
    [
        # The page itself, and places on it.
        (LOC, "self"),
        (".", "self"),
        ("https://www.example.test/guide/hours/#now", ""),
        ("#now", ""),
        ("", ""),
        (" ", ""),
        ("?page=2", "/guide/hours/?page=2"),
        # No place at all.
        ("JavaScript:go()", ""),
        ("data:text/plain,x", ""),
        ("/cdn-cgi/trace", ""),
        # The own origin loses its name, others do not.
        ("/a/b?c=d#e", "/a/b?c=d#e"),
        ("//www.example.test/a", "/a"),
        ("http://www.example.test/a", "/a"),
        ("https://www.example.test:8443/a", "https://www.example.test:8443/a"),
        ("https://EXAMPLE.org", "https://example.org/"),
        ("http://ex%61mple.org/", "https://example.org/"),
        ("https://münchen.example/ä", "https://xn--mnchen-3ya.example/%C3%A4"),
        ("/cafe\u0301", "/caf%C3%A9"),
        # Other schemes are one word.
        ("mailto:a@b.test?subject=x y", "mailto:a@b.test?subject=xy"),
        ("TEL:+49 1", "tel:+491"),
        ("file:///etc/passwd", "file:///etc/passwd"),
        # What no URL parser reads stays as it is, as one word.
        ("http://[::1", "http://[::1"),
        ("https://a b/", "https://ab/"),
        # Fragments that only say how somebody came.
        ("/a#utm_source=x", "/a"),
        ("/a#xtor=x", "/a"),
        ("/a#:~:text=x", "/a"),
        # Only names decide: these values look like hashes and are content.
        ("/a?file=3f2a9c1b8d7e4f60", "/a?file=3f2a9c1b8d7e4f60"),
        ("/a?b&c=&b=1", "/a?b&b=1&c="),
        ("/a?utm=1&refutm_x=2", "/a?refutm_x=2&utm=1"),
        ("/a;v=1", "/a;v=1"),
        ("/a_(b)", "/a_(b)"),
    ],
)
def test_links(href, canonical):
    once = urls()

    assert (once.link(href), once.link(href)) == (canonical, canonical)


@pytest.mark.parametrize(
    ("src", "canonical"),
    [
        ("", ""),
        ("data:image/gif;base64,R0", ""),
        ("/m/a.jpg", "/m/a"),
        ("/m/a.jpg.webp", "/m/a"),
        ("/m/a.svg#door", "/m/a.svg#door"),
        ("/m/a.mp4?v=30&id=1", "/m/a.mp4?id=1"),
        ("/m/a.jpg?id=51&w=3", "/m/a?id=51"),
        # A name that is a hash is the picture's name; one behind a name is a build's.
        ("/m/3f2a9c1b.png", "/m/3f2a9c1b"),
        ("/m/a.3f2a9c1b.png", "/m/a"),
        ("/m/a.deadbee.png", "/m/a.deadbee"),
        ("/m/.3f2a9c1b.png", "/m/.3f2a9c1b"),
        # Wagtail: each operation, the focal point's key, a name that was taken.
        ("/i/a.width-400.jpg", "/i/a"),
        ("/i/a.2f3a4b5c.fill-600x338-c100.format-webp.webpquality-80.webp", "/i/a"),
        ("/i/a.original_aB3xK9z.jpg", "/i/a"),
        ("/i/a.2f3a4b5c.width-400.format-webp_aB3xK9z.webp", "/i/a"),
        ("/i/a.scale-12.5.jpg", "/i/a"),
        # Before the first dot the same characters may name another picture.
        ("/i/a_aB3xK9z.2f3a4b5c.width-400.jpg", "/i/a_aB3xK9z"),
        ("/i/a_aB3xK9z.jpg", "/i/a_aB3xK9z"),
        ("/i/a.width-400_aB3xK9z1.jpg", "/i/a.width-400_aB3xK9z1"),
        ("/i/a.wide-400.jpg", "/i/a.wide-400"),
        ("/i/my-width-400.jpg", "/i/my-width-400"),
        ("//[", "//["),
        # A proxy's inner picture.
        ("/_next/image?url=https%3A%2F%2Fo.test%2Fa.jpg&w=1", "/_next/image?url=o.test/a"),
        ("/image?url=/a.jpg", "/image?url=/a.jpg"),
        ("/a.jpg?is-pending-load=1#038;ssl=1", "/a"),
    ],
)
def test_pictures(src, canonical):
    assert urls().picture(src) == canonical


@pytest.mark.parametrize(
    ("src", "canonical"),
    [
        ("", ""),
        ("about:blank", ""),
        # A map's place stands where a picture's quality would.
        ("https://maps.test/?q=Berlin&z=14", "https://maps.test/?q=Berlin&z=14"),
        ("/map.jpg?v=1&utm_source=x", "/map.jpg?v=1"),
        # Players keep what chooses the film.
        ("//www.youtube.com/embed/a?list=b&rel=0", "https://www.youtube.com/embed/a?list=b"),
        ("https://youtube.com/watch?t=1&v=a", "https://www.youtube.com/watch?v=a"),
        (
            "https://player.vimeo.com/video/1?h=a&color=b",
            "https://player.vimeo.com/video/1?h=a",
        ),
    ],
)
def test_frames(src, canonical):
    once = urls()

    assert (once.frame(src), once.frame(src)) == (canonical, canonical)


def test_urls_join_to_the_base_and_not_to_the_loc():
    assert urls(base="https://cdn.test/x/").link("a") == "https://cdn.test/x/a"


def test_things_that_are_named_by_a_url_keep_their_fragment():
    assert urls().absolute(f"{LOC}#page") == "self#page"
    assert urls().absolute("/a/#b") == "/a/#b"
    assert urls().absolute(LOC) == "self"


@pytest.mark.parametrize("loc", ["https://[bad", "", "not a url"])
def test_a_page_without_a_usable_loc_has_urls_all_the_same(loc):
    assert urls(loc=loc, base=loc).link("https://a.test/b") == "https://a.test/b"


@pytest.mark.parametrize(
    ("code", "address"),
    [("10713e72", "a.b"), ("", ""), ("1", ""), ("zz", ""), ("10", ""), ("10ef", "\ufffd")],
)
def test_hidden_addresses_are_decoded(code, address):
    assert decoded_email(code) == address


@settings(max_examples=200, deadline=None)
@given(href=st.text(max_size=60) | st.from_regex(r"(https?:)?//?[a-z\[\].:/?&=#%;@()]{0,30}"))
def test_no_url_raises_and_each_is_one_word(href):
    for canonical in (
        urls().link(href),
        urls().picture(href),
        urls().frame(href),
        urls().absolute(href),
    ):
        assert canonical == "".join(canonical.split())
        assert "\x1e" not in canonical
