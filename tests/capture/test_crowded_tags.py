"""Where a page may hold a tag of too many attributes, it is read tag by tag; elsewhere not."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from honest_sitemaps.capture.crowded_tags import CrowdedTags

TAGS = ["<a", "<b", "</a>", "<", ">", '">', "'>", 'x">', "x'>"]
VALUES = ['x="1"', "x='1'", 'c="', "d='", '"', "'", "=", "= \n'", "\t="]
PIECES = st.sampled_from([*TAGS, *VALUES, "y", "/", "q", " ", " x"])


@settings(max_examples=1500)
@given(pieces=st.lists(PIECES, min_size=3, max_size=30), limit=st.integers(1, 5))
@example(pieces=["<a", " x", " x", " x", '">'], limit=1)
@example(pieces=["<a", " d='", 'x">', "'", " x", " x", " x"], limit=2)
def test_what_is_skipped_holds_no_such_tag(pieces, limit):
    data = "".join(pieces).encode()
    tags = CrowdedTags(limit)

    assert tags.stand_in(data) == tags.are_read_in(data)


@pytest.mark.parametrize(
    "before",
    [
        "",
        # Behind many ordinary tags.
        '<p class="x">words</p>' * 500,
        # In a page whose quotes could hide it.
        "<p title='\">'>it's</p>" * 500,
    ],
)
def test_a_tag_of_more_attributes_than_the_limit_is_found(before):
    markup = f"{before}<p {' '.join(f'a{n}=1' for n in range(101))}>".encode()

    assert CrowdedTags(100).stand_in(markup)
    assert not CrowdedTags(101).stand_in(markup)
