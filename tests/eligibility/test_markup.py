"""Which elements count, whatever the parser made of the page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lxml import etree

from honest_sitemaps.eligibility.markup import elements
from tests.eligibility.given import document


def names(tree: str, *args, **kwargs) -> list[str]:
    """As a parser would have it that makes elements of everything, like older libxml2."""
    page = replace(document("<p>"), tree=etree.fromstring(tree))
    return [str(element.get("id")) for element in elements(page, "meta", *args, **kwargs)]


@pytest.mark.parametrize(
    "inert",
    ["iframe", "noembed", "noframes", "template", "textarea", "title", "xmp"],
)
def test_what_stands_in_an_inert_element_is_not_read(inert):
    tree = f'<html><{inert}><b><meta id="a"/></b></{inert}><meta id="b"/></html>'

    assert names(tree) == ["b"]


def test_every_other_place_is_read_in_the_order_of_the_document():
    tree = (
        '<html><head><meta id="a"/></head><div><meta id="b"/></div>'
        '<noscript><meta id="c"/></noscript><link id="d"/></html>'
    )

    assert names(tree) == ["a", "b", "c"]
    assert names(tree, inert=("noscript",)) == ["a", "b"]


def test_a_page_without_a_tree_has_no_elements():
    assert list(elements(None, "meta")) == []
    assert list(elements(replace(document("<p>"), tree=None), "meta")) == []
