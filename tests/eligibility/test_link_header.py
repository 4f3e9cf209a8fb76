"""The Link header by RFC 8288."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.eligibility.link_header import links


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ('</a>; rel="canonical"', [("/a", {"rel": "canonical"})]),
        ("</a>;rel=canonical", [("/a", {"rel": "canonical"})]),
        (' < /a > ; REL = "next" ', [("/a", {"rel": "next"})]),
        # several links in a line; commas and semicolons inside target and quotes
        (
            '</a,b;c>; title="x, <y>; z"; rel=a, </d>',
            [("/a,b;c", {"title": "x, <y>; z", "rel": "a"}), ("/d", {})],
        ),
        # of two the first counts
        ("</a>; rel=a; rel=b", [("/a", {"rel": "a"})]),
        # without a value, and with an empty one
        ("</a>; crossorigin; rel", [("/a", {"crossorigin": "", "rel": ""})]),
        ('</a>; rel=""; x=', [("/a", {"rel": "", "x": ""})]),
        # escapes in quotes
        (r'</a>; title="a \"b\" \\"; rel=a', [("/a", {"title": 'a "b" \\', "rel": "a"})]),
        (r'</a>; title="\""; rel=a', [("/a", {"title": '"', "rel": "a"})]),
        # empty elements of the list
        (", ,</a>,,</b>,", [("/a", {}), ("/b", {})]),
        # an empty target
        ("<>; rel=a", [("", {"rel": "a"})]),
        # an empty parameter
        ("</a>;; rel=a", [("/a", {"": "", "rel": "a"})]),
        # what is no link is skipped up to the next comma
        ("/a; rel=a, </b>", [("/b", {})]),
        ("</a> rubbish, </b>; rel=b", [("/a", {}), ("/b", {"rel": "b"})]),
        ("</a", []),
        ('</a>; title="x, </b>', [("/a", {"title": ""}), ("/b", {})]),
        ("", []),
    ],
)
def test_links_are_read_by_the_rfc(line, found):
    assert list(links(line)) == found


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("<" * 100_000, id="beginnings"),
        pytest.param("," * 100_000 + "x", id="commas"),
        pytest.param(", " * 50_000 + "<", id="commas and a beginning"),
        pytest.param("x" * 100_000, id="no link"),
        pytest.param("</a" * 50_000, id="targets without an end"),
        pytest.param("</a>" + "; " * 50_000, id="empty parameters"),
        pytest.param("</a>; x" + " " * 100_000 + "!", id="spaces"),
        pytest.param('</a>; title="' + "\\" * 100_001, id="escapes"),
        pytest.param('</a>; title="' * 20_000, id="quotes without an end"),
    ],
)
def test_a_hostile_header_is_read_in_one_pass(line):
    assert len(list(links(line))) <= 10_000


@given(st.text("<>;,=\"'\\ a/", max_size=60))
def test_whatever_stands_in_the_header_is_read(line):
    assert all(isinstance(target, str) for target, _ in links(line))
