"""Inside a line that changed, the words that changed are marked."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.verify.spans import spans_of


def drawn(spans) -> str:
    """``We open at [nine].``: the changed spans in brackets."""
    return "".join(f"[{span.text}]" if span.is_changed else span.text for span in spans)


@pytest.mark.parametrize(
    ("before", "after", "drawn_before", "drawn_after"),
    [
        ("We open at nine.", "We open at ten.", "We open at [nine.]", "We open at [ten.]"),
        ("", "text New words", "", "[text New words]"),  # a line that came
        ("text Old words", "", "[text Old words]", ""),  # a line that went
        ("a b", "c d", "[a b]", "[c d]"),  # the blank between them is no common ground
        ("a b c", "a c", "a [b ]c", "a c"),
        ("a c", "a b c", "a c", "a [b ]c"),
        ("same", "same", "same", "same"),
        ("one two three", "one 2 three 4", "one [two] three", "one [2] three[ 4]"),
    ],
)
def test_the_words_that_differ_are_marked(before, after, drawn_before, drawn_after):
    old, new = spans_of(before, after)

    assert (drawn(old), drawn(new)) == (drawn_before, drawn_after)


def test_the_middle_of_a_long_unchanged_span_is_left_out():
    same = "word " * 500

    old, new = spans_of(f"{same}old", f"{same}new")

    assert drawn(old).endswith("word [old]")
    assert " … " in drawn(new)
    assert len(drawn(new)) < 200


def test_a_long_changed_span_is_cut():
    old, _ = spans_of("a" * 10_000, "b")

    assert drawn(old) == f"[{'a' * 600}…]"


def test_lines_too_long_to_align_are_still_marked_between_their_equal_ends():
    before = "start " + " ".join(f"a{n}" for n in range(300)) + " end"
    after = "start " + " ".join(f"b{n}" for n in range(300)) + " end"

    old, _ = spans_of(before, after)

    assert drawn(old).startswith("start [a0 ")
    assert drawn(old).endswith("end")


words = st.lists(st.sampled_from(["a", "b", "c", " ", "  ", "word"]), max_size=20).map("".join)


@given(before=words, after=words)
def test_no_word_is_lost_and_what_is_not_marked_is_on_both_sides(before, after):
    old, new = spans_of(before, after)

    assert "".join(span.text for span in old) == before
    assert "".join(span.text for span in new) == after
    if before and after:
        kept = ["".join(it.text for it in side if not it.is_changed) for side in (old, new)]
        assert kept[0] == kept[1]
