"""A page is decoded and parsed once, whole or not at all."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from honest_sitemaps.capture import Document, Page
from honest_sitemaps.capture.decoding import codec_of
from honest_sitemaps.capture.document import ATTRIBUTES_LIMIT, LIMIT_BYTES, readable
from tests.capture.conftest import NOW

LOC = "https://example.test/a/page"


def parse(html, content_type=""):
    return Document.of_html(html, loc=LOC, content_type=content_type)


def words(document):
    return "" if document.tree is None else "".join(document.tree.itertext())


@pytest.mark.parametrize(
    ("html", "content_type"),
    [
        # No name anywhere: UTF-8.
        ("Straße".encode(), "text/html"),
        # A BOM wins over the header and over meta.
        (b"\xef\xbb\xbf" + "Straße".encode(), "text/html; charset=koi8-r"),
        ("Straße".encode("utf-16"), "text/html; charset=utf-8"),
        (b"\xfe\xff" + "Straße".encode("utf-16-be"), ""),
        # The header wins over meta.
        ("<meta charset=koi8-r>Straße".encode(), "text/html; charset=utf-8"),
        # What the web calls latin-1 is windows-1252.
        ("Straße".encode("cp1252"), "text/html; charset=ISO-8859-1"),
        ("Straße".encode("cp1252"), 'text/html; charset="latin1"'),
        ("Straße".encode("cp1252"), "text/html; charset='us-ascii'; x=y"),
        # Meta, in both spellings.
        (b"<meta charset=windows-1252>" + "Straße".encode("cp1252"), "text/html"),
        (
            b"<META http-equiv='Content-Type' content='text/html; charset=iso-8859-15'>"
            + "Straße".encode("iso-8859-15"),
            "",
        ),
        # An unknown name is passed over, in the header and in meta.
        (b"<meta charset=cp1252>" + "Straße".encode("cp1252"), "text/html; charset=klingon"),
        ("<meta charset=klingon>Straße".encode(), ""),
        # Python knows these as encodings; the web does not.
        ("Straße".encode(), "text/html; charset=rot13"),
        ("Straße".encode(), "text/html; charset=unicode_escape"),
        ("Straße".encode(), "text/html; charset=utf-7"),
        # A page that says UTF-16 in a meta that could be read is not in UTF-16.
        ("<meta charset=utf-16>Straße".encode(), ""),
        # In a comment, and after 1,024 bytes, meta says nothing.
        ("<!-- <meta charset=koi8-r> -->Straße".encode(), ""),
        ((" " * 1024 + "<meta charset=koi8-r>Straße").encode(), ""),
    ],
)
def test_bytes_are_read_in_the_encoding_that_a_browser_would_choose(html, content_type):
    assert words(parse(html, content_type)).strip() == "Straße"


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("UTF8", "utf-8"),
        ("utf-16", "utf-16-le"),
        ("ISO-8859-1", "cp1252"),
        ("iso-8859-9", "cp1254"),
        ("gb2312", "gb18030"),
        ("Shift_JIS", "cp932"),
        ("euc-kr", "cp949"),
        ("big5", "big5hkscs"),
        ("tis-620", "cp874"),
        ("koi8-r", "koi8-r"),
        ("windows-1251", "cp1251"),
        ("", ""),
        ("no such", ""),
        ("idna", ""),
        ("utf-8\0", ""),
    ],
)
def test_labels_mean_what_the_web_means_by_them(label, codec):
    assert codec_of(label) == codec


def test_a_wrong_byte_is_replaced_and_nothing_else_is_lost():
    assert words(parse(b"<p>a\xffb")) == "a\ufffdb"


def test_the_page_is_decoded_by_its_own_header():
    page = Page(
        loc=LOC,
        status=200,
        headers=(("content-type", "text/html; charset=koi8-r"),),
        body="<p>слово".encode("koi8-r"),
        taken_at=NOW,
    )

    document = Document.of(page)

    assert (document.loc, words(document)) == (LOC, "слово")


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("a\0b", "ab"),
        ("a\r\nb\rc\n", "a\nb\nc\n"),
        ("\ufeffa", "a"),
        ("a</body>b</HTML >c</Body\n>d</html junk>e", "abcde"),
        ("a</bodyguard>b</htmlx>", "a</bodyguard>b</htmlx>"),
        # Closed at once, as in broken XHTML: a browser does not heed the slash.
        (
            "<html lang='de' /><BODY//>a<body class=x />",
            "<html lang='de' ><BODY>a<body class=x >",
        ),
        # References that older libxml2 does not know; ASCII may be markup.
        ("&bigodot; &quest; &eacute; &#132; &#xfd; &copy 1", "⨀ &quest; é „ ý © 1"),
        (
            "&lt; &#60; &amp;eacute; &nvlt; &nosuch; &;",
            "&lt; &#60; &amp;eacute; &nvlt; &nosuch; &;",
        ),
        ("<a href='?a=1&copy=2&region'>", "<a href='?a=1&copy=2&region'>"),
        # One that stands only when another is deleted.
        ("a</ht</html>ml>b", "a<!---->b"),
        ("lone \ud800 surrogate", "lone \ufffd surrogate"),
        ("pair \U0001f600", "pair \U0001f600"),
    ],
)
def test_what_libxml2_reads_unlike_a_browser_is_taken_out_of_the_text(html, text):
    assert parse(html).text == text


@pytest.mark.parametrize(
    "html",
    [
        "<html><body><p>before</p></body></html><p>behind</p>",
        "<p>before</html>behind",
        "<html lang='de' /><head/><body/><p>before<p>behind",
        "<p>before\0<p>behind",
        "<!-- a comment --><p>before<!-- another --><?pi x?><p>behind",
        '<?xml version="1.0" encoding="utf-16"?><p>before<p>behind',
        "<meta charset=utf-16><p>before<p>behind",
        "<div>" * 2000 + "before" + "</div>" * 2000 + "behind",
        "<p>before" + "x" * 10_100_000 + "<p>behind",
        "<p>before<p data-x='" + "x" * 5_000_000 + "'>behind",
        "<p>before<p " + " ".join(f"a{n}=1" for n in range(ATTRIBUTES_LIMIT)) + ">behind",
        "<p>before" + "<" * 500_000 + "<p>behind",
    ],
    ids=lambda html: html[:20],
)
def test_nothing_is_lost_behind_a_hazard_that_can_be_parsed(html):
    begun = time.monotonic()

    document = parse(html)

    assert document.cut == ""
    assert words(document).startswith("before")
    assert words(document).endswith("behind")
    assert time.monotonic() - begun < 3


@pytest.mark.parametrize(
    ("html", "why"),
    [
        ("<div>" * 100_000 + "x", "parser limit: Excessive depth in document"),
        (
            "<p " + " ".join(f"a{n}=1" for n in range(200_000)) + ">x",
            "parser limit: more than 10,000 attributes on one tag",
        ),
        # With quotes that hold what would end a tag.
        (
            "<p " + " ".join(f"""a{n}='>' b{n}="<" """ for n in range(50_000)) + ">x",
            "parser limit: more than 10,000 attributes on one tag",
        ),
        # Never closed, and separated by slashes only.
        (
            "<p " + "/".join(f"a{n}" for n in range(200_000)),
            "parser limit: more than 10,000 attributes on one tag",
        ),
        ("x" * (LIMIT_BYTES + 1), "parser limit: larger than 16,777,216 bytes"),
    ],
    ids=lambda value: value[:20],
)
def test_a_page_that_the_parser_cannot_hold_is_said_to_be_cut_and_fast(html, why):
    begun = time.monotonic()

    document = parse(html)

    assert document.cut.startswith(why)
    assert time.monotonic() - begun < 2


@pytest.mark.parametrize("html", ["", " \n\t", "<!-- only this -->", "<!doctype html>", b""])
def test_a_page_without_an_element_has_no_tree_and_says_so(html):
    document = parse(html)

    assert (document.tree, document.cut) == (None, "no element in the page")


@pytest.mark.parametrize(
    ("html", "base"),
    [
        ("<p>", LOC),
        ("<base href='/other/'>", "https://example.test/other/"),
        ("<base href=' sub/ '>", "https://example.test/a/sub/"),
        ("<base href='//cdn.test/x'>", "https://cdn.test/x"),
        # The first one with an href counts.
        (
            "<base target=_top><base href=/first/><base href=/second/>",
            "https://example.test/first/",
        ),
        ("<base href=''>", LOC),
        # Malformed ones and other schemes count for nothing.
        ("<base href='http://[::1'>", LOC),
        ("<base href='javascript:alert(1)'>", LOC),
        ("<base href='data:text/html,x'>", LOC),
        ("<base href='http://'>", LOC),
        ("", LOC),
    ],
)
def test_relative_urls_join_to_the_base_that_the_page_names(html, base):
    assert parse(html).base == base


def test_a_tree_has_neither_comments_nor_processing_instructions():
    tree = parse("<!-- a --><p>b<!-- c --><?d e?></p>").tree

    assert all(isinstance(element.tag, str) for element in tree.iter())


def test_two_documents_share_no_parser():
    first, second = parse("<div>" * 3000), parse("<p>whole")

    assert first.cut
    assert second.cut == ""


pieces = st.lists(
    st.one_of(
        st.text(max_size=8),
        st.characters(),
        st.sampled_from(
            [
                *("<p>", "</p>", "<div ", "a=1 ", "b='", '"', ">", "<", "</", "/>", "&amp;"),
                *("</body>", "</html", "<!--", "-->", "<![CDATA[", "]]>", "<?xml ", "?>"),
                *("<base href='", "<base href=http://[", "\0", "\r", "\r\n", "\ufeff"),
                *("<script>", "</script>", "<meta charset=", "utf-16", "koi8-r", "\ud800"),
                *(
                    "<svg>",
                    "<math>",
                    "<template>",
                    "<table>",
                    "<select>",
                    "&#0;",
                    "&#x110000;",
                ),
            ]
        ),
    ),
    max_size=40,
).map("".join)


@settings(max_examples=150, deadline=None)
@given(html=pieces)
def test_text_never_raises_and_its_bytes_give_the_same_document(html):
    writable = re.sub("[\ud800-\udfff]", "\ufffd", html)

    from_text = parse(html)
    from_bytes = parse(writable.encode(), content_type="text/html; charset=utf-8")

    assert from_bytes.text == from_text.text
    assert _shape(from_bytes) == _shape(from_text)


@settings(max_examples=150, deadline=None)
@given(html=pieces)
def test_text_that_was_made_readable_stays_as_it_is(html):
    text = readable(html)

    assert readable(text) == text


@settings(max_examples=150, deadline=None)
@given(
    html=st.one_of(
        st.binary(max_size=200), pieces.map(lambda it: it.encode("utf-8", "ignore"))
    ),
    content_type=st.one_of(
        st.text(max_size=30),
        st.sampled_from(["text/html; charset=utf-16", "text/html; charset=iso-2022-jp"]),
    ),
)
def test_bytes_never_raise_whatever_they_say_they_are(html, content_type):
    document = parse(html, content_type)

    assert isinstance(document.text, str)
    assert "\0" not in document.text
    assert "\r" not in document.text
    assert (document.tree is None) <= bool(document.cut)


def _shape(document):
    tree = document.tree
    return (
        document.cut,
        document.base,
        None if tree is None else etree.tostring(tree, encoding="unicode"),
    )
