"""The URL a page prefers, and whether it is another one."""

from __future__ import annotations

import pytest

from honest_sitemaps.eligibility import canonical_of
from honest_sitemaps.eligibility.canonical import canonicals, elsewhere
from tests.eligibility.given import LOC, ORIGIN, document, html, page

OTHER = f"{ORIGIN}/other/"


def link(href: str, attributes: str = 'rel="canonical"') -> str:
    return f'<link {attributes} href="{href}">'


@pytest.mark.parametrize(
    ("href", "is_own"),
    [
        (LOC, True),
        # relative, in every way
        ("/a/page/", True),
        ("", True),
        (".", True),
        ("../page/", True),
        ("//example.test/a/page/", True),
        # spelt otherwise
        ("HTTPS://EXAMPLE.TEST:443/a/page/", True),
        ("/a/%70age/", True),
        ("\n  /a/page/\n", True),
        # a fragment is a place on the page
        (f"{LOC}#top", True),
        ("#top", True),
        # exactly: slash, index page, case, query
        ("/a/page", False),
        ("/a/page/index.html", False),
        ("/A/page/", False),
        ("/a/page/?page=1", False),
        ("?page=1", False),
        # scheme, host, port
        ("http://example.test/a/page/", False),
        ("https://www.example.test/a/page/", False),
        ("https://example.test:8000/a/page/", False),
        ("//other.test/a/page/", False),
        # no page at all counts as no canonical
        ("javascript:void(0)", True),
        ("https://[", True),
        ("https://", True),
    ],
)
def test_only_the_very_same_url_is_the_own_one(href, is_own):
    in_html = elsewhere(page(), document(html(link(href))))
    in_header = elsewhere(page(link=f'<{href}>; rel="canonical"'), None)

    assert (in_html == []) is is_own
    assert (in_header == []) is is_own


def test_a_slash_more_or_less_is_another_url():
    without = f"{ORIGIN}/a/page"

    assert elsewhere(page(loc=without), document(html(link(without)), loc=without)) == []
    assert elsewhere(page(loc=without), document(html(link(LOC)), loc=without)) == [LOC]


@pytest.mark.parametrize(
    "attributes",
    [
        'rel="canonical"',
        "REL='CANONICAL'",
        'rel=" canonical "',
        # a list of words
        'rel="alternate canonical"',
        'rel="canonical\nshortlink"',
        # attributes without a meaning for it
        'rel="canonical" crossorigin="anonymous" id="c"',
        # an empty one has none
        'rel="canonical" media=""',
    ],
)
def test_a_canonical_is_known_by_its_relation(attributes):
    assert canonicals(page(), document(html(link("/other/", attributes)))) == [OTHER]


@pytest.mark.parametrize(
    "attributes",
    [
        'rel="alternate"',
        'rel="canonicals"',
        'rel="non-canonical"',
        'rel=""',
        'rev="canonical"',
        'name="canonical"',
        # a version for another language or device
        'rel="canonical" hreflang="de"',
        'rel="canonical" lang="de"',
        'rel="canonical" media="only screen and (max-width: 640px)"',
        'rel="canonical" type="application/rss+xml"',
    ],
)
def test_other_links_are_no_canonical(attributes):
    assert canonicals(page(), document(html(link("/other/", attributes)))) == []


@pytest.mark.parametrize(
    ("head", "named"),
    [
        # joined to the base of the document, then to the page
        ('<base href="/c/">' + link("d"), [f"{ORIGIN}/c/d"]),
        ('<base href="https://[">' + link("/d"), [f"{ORIGIN}/d"]),
        ('<base href="https://a b/">' + link("/d"), [f"{ORIGIN}/d"]),
        # empty and useless ones are ignored
        (link("") + link(" ") + link("/d"), [f"{ORIGIN}/d"]),
        ('<link rel="canonical">', []),
        # each once, in order
        (link("/d") + link("/c") + link("/%64"), [f"{ORIGIN}/d", f"{ORIGIN}/c"]),
        # in the body, after what a browser takes for its beginning
        (f"<div>x</div>{link('/d')}", [f"{ORIGIN}/d"]),
        # not part of the page
        (f"<template>{link('/d')}</template>", []),
        (f"<!-- {link('/d')} -->", []),
        # another element
        ('<a rel="canonical" href="/d">d</a>', []),
        ("", []),
    ],
)
def test_the_html_is_read_as_a_crawler_reads_it(head, named):
    assert canonicals(page(), document(html(head))) == named


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        ("</d>; rel=canonical", [f"{ORIGIN}/d"]),
        ('</d>; rel="next canonical"', [f"{ORIGIN}/d"]),
        ("</c>; rel=preload, </d>; Rel=Canonical", [f"{ORIGIN}/d"]),
        # several lines
        (["</c>; rel=next", "</d>; rel=canonical"], [f"{ORIGIN}/d"]),
        # the HTML's base has no meaning here
        ("<d>; rel=canonical", [f"{LOC}d"]),
        # the first rel counts
        ("</d>; rel=next; rel=canonical", []),
        # a version for another language
        ("</d>; rel=canonical; hreflang=de", []),
        # of another page than this one
        ('</d>; rel=canonical; anchor="/x"', []),
        ('</d>; rel=canonical; anchor="#x"', [f"{ORIGIN}/d"]),
        (f'</d>; rel=canonical; anchor="{LOC}"', [f"{ORIGIN}/d"]),
        ('</d>; rel=canonical; anchor="https://["', []),
        ("", []),
    ],
)
def test_the_header_is_read_too(lines, named):
    base = document(html('<base href="/base/">'))

    assert canonicals(page(link=lines), base) == named


@pytest.mark.parametrize(
    ("targets", "is_elsewhere", "canonical"),
    [
        # the page names itself and another one: engines ignore both
        ([LOC, "/other/"], False, LOC),
        (["/other/", LOC], False, LOC),
        # all of several are others
        (["/other/", "/c/"], True, OTHER),
        # the same one twice
        (["/other/", OTHER], True, OTHER),
        ([LOC, "/a/page/"], False, LOC),
        ([], False, ""),
    ],
)
def test_a_conflict_counts_only_if_all_sides_are_elsewhere(targets, is_elsewhere, canonical):
    tags = document(html("".join(map(link, targets))))

    assert bool(elsewhere(page(), tags)) is is_elsewhere
    assert canonical_of(page(), tags) == canonical


def test_header_and_html_may_be_in_conflict():
    tags = document(html(link("/html/")))
    header = page(link="</header/>; rel=canonical")

    assert elsewhere(header, tags) == [f"{ORIGIN}/header/", f"{ORIGIN}/html/"]
    assert elsewhere(page(link=f"<{LOC}>; rel=canonical"), tags) == []
    assert canonical_of(header, tags) == f"{ORIGIN}/header/"


def test_the_own_canonical_is_stored_as_the_loc_is_spelt():
    assert canonical_of(page(), document(html(link("/a/%70age/")))) == LOC


def test_a_long_canonical_fits_its_column():
    tags = document(html(link("/" + "a" * 3000)))

    assert len(canonical_of(page(), tags)) == 2048
    assert len(elsewhere(page(), tags)[0]) == 3001 + len(ORIGIN)


def test_a_file_names_its_canonical_in_the_header():
    assert canonical_of(page(link="</d>; rel=canonical"), None) == f"{ORIGIN}/d"
    assert canonical_of(page(), None) == ""
