"""What changed between two pages, and what changed alike on many."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from honest_sitemaps.fingerprint import (
    Block,
    LineChange,
    differing,
    explained_by,
    forms_of,
    grouped,
)


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        # Nothing.
        ("abc", "abc", []),
        ("", "", []),
        # A line is new, gone, another.
        ("ac", "abc", [("", "b")]),
        ("abc", "ac", [("b", "")]),
        ("", "ab", [("", "a"), ("", "b")]),
        # A line that only moved is gone in one place and new in another.
        ("abcd", "bcda", [("a", ""), ("", "a")]),
        # Each copy counts.
        ("aab", "ab", [("a", "")]),
        ("abab", "ab", [("a", ""), ("b", "")]),
    ],
)
def test_lines_come_go_and_move(before, after, changes):
    assert differing(before, after) == [LineChange(*change) for change in changes]


@pytest.mark.parametrize(
    ("before", "after", "changes"),
    [
        # A counter meets itself, though a line came before it.
        (
            ["h2 A", "text 17 views", "li x"],
            ["h2 A", "text New", "text 18 views", "li x"],
            [("text 17 views", "text 18 views"), ("", "text New")],
        ),
        # Lines of a kind meet; others do not.
        (
            ["text a", "link /a"],
            ["link /b", "text b"],
            [("text a", "text b"), ("link /a", "link /b")],
        ),
        (["text a"], ["li a"], [("text a", ""), ("", "li a")]),
    ],
)
def test_lines_that_stand_for_each_other_are_paired(before, after, changes):
    assert differing(before, after) == [LineChange(*change) for change in changes]


letters = st.lists(st.sampled_from("abcdefg"), max_size=25)


@settings(max_examples=300, deadline=None)
@given(before=letters, after=letters)
def test_changes_account_for_every_line(before, after):
    changes = differing(before, after)

    assert bool(changes) == (before != after)
    gone = [change.before for change in changes if change.before]
    came = [change.after for change in changes if change.after]
    assert sorted(before + came) == sorted(after + gone)
    assert all(change.before != change.after for change in changes)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([f"text {n}" for n in range(5000)], [f"text {n}" for n in reversed(range(5000))]),
        (["td", "td x"] * 5000, ["td x", "td y"] * 5000),
        ([f"text a{n}" for n in range(5000)], [f"li b{n}" for n in range(5000)]),
        (["text a"] * 5000, ["text b", "text a"] * 5000),
    ],
    ids=["reversed", "repeated", "all other", "interleaved"],
)
def test_long_pages_take_no_longer_than_a_moment(before, after):
    begun = time.process_time()

    changes = differing(before, after)

    assert changes
    assert time.process_time() - begun < 2


def counter(n):
    return LineChange(f"text {n:,} tools", f"text {n + 7:,} tools")


EDIT = LineChange("text Old words", "text New words")


def test_a_counter_that_differs_from_page_to_page_is_one_block():
    changes = {page: [counter(page * 999)] for page in range(1, 6)} | {9: [EDIT, counter(5)]}

    blocks = grouped(changes)

    assert blocks == [
        Block(
            shape="text # tools → text # tools",
            before="text 999 tools",
            after="text 1,006 tools",
            pages=(1, 2, 3, 4, 5, 9),
        ),
        Block(
            shape="text Old words → text New words",
            before="text Old words",
            after="text New words",
            pages=(9,),
        ),
    ]


def test_a_page_counts_once_however_often_it_changed_so():
    assert [block.pages for block in grouped({1: [counter(1), counter(2)]})] == [(1,)]
    assert grouped({}) == []


@pytest.mark.parametrize(
    ("one", "two", "is_same"),
    [
        # Numbers, dates, build ids are masked; words are not.
        ("text on 2026-05-03 10:00", "text on 2025-11-30 9:15", True),
        ("image /static/a.3f2a9c1b", "image /static/a.4e5f6a7b", True),
        ("text 3 tools", "text 3 rules", False),
        ("text deadbeef", "text feedface", False),
        ("h2 1", "h3 1", False),
    ],
)
def test_shapes_mask_numbers_and_nothing_else(one, two, is_same):
    blocks = grouped({1: [LineChange(one, "")], 2: [LineChange(two, "")]})

    assert (len(blocks) == 1) == is_same


def test_a_difference_is_explained_only_if_all_of_it_is():
    shapes = [block.shape for block in grouped({1: [counter(1)]})]

    assert explained_by([counter(999), counter(5)], shapes)
    assert not explained_by([counter(999), EDIT], shapes)
    assert not explained_by([EDIT], [])
    # Nothing to see is no explanation: the lines may not have been stored.
    assert not explained_by([], shapes)


def test_words_that_more_pages_share_than_the_line_are_the_shape():
    def change(title):
        return LineChange(f"text {title}. Ask our 5 makers", f"text {title}. Ask our 6 makers")

    # Pages 1 and 2 have one shape, by chance.
    blocks = grouped({1: [change("Oak 1")], 2: [change("Oak 2")], 3: [change("Elm")]})

    assert [(block.shape, block.pages) for block in blocks] == [
        ("text … our # makers → … our # makers", (1, 2, 3))
    ]


def renamed(title):
    return LineChange(f"title {title} | The Bakery", f"title {title} | Bakery of Krakow")


def test_a_new_suffix_behind_titles_of_their_own_is_one_block():
    changes = {1: [renamed("Bagel")], 2: [renamed("About us"), EDIT], 3: [renamed("Home")]}

    blocks = grouped(changes)

    assert [(block.shape, block.pages) for block in blocks] == [
        ("title … The Bakery → … Bakery of Krakow", (1, 2, 3)),
        ("text Old words → text New words", (2,)),
    ]
    assert blocks[0].before == "title Bagel | The Bakery"


def test_what_a_suffix_explains():
    shapes = [block.shape for block in grouped({1: [renamed("Bagel")], 2: [renamed("Home")]})]

    assert explained_by([renamed("A title that was not grouped")], shapes)
    assert not explained_by([renamed("Bagel"), EDIT], shapes)
    assert not explained_by([LineChange("title Bagel | The Bakery", "title Bagels")], shapes)


@pytest.mark.parametrize(
    ("line", "is_same"),
    [
        ("text {0} is old|text {0} is new", True),
        ("text {0}|text {0} is new", True),  # words came
        ("text {0} new|text {0}", True),  # words went
        ("link /{0}/ Bread|link /{0}/ Breads", True),
        ("text {0} had {1} visits|text {0} had {1}0 visits", True),
        ("text {0}: {1} visits|text {0}: {1}0 visits", False),  # the neighbour is its own too
        ("text {0} runs|text {0} {0}s", False),  # other words on each page
        ("text {0}|", False),  # a line that went has no other side
        ("h2 {0} new|h3 {0} new", False),  # nor has one that became another kind
    ],
)
def test_lines_are_one_change_by_the_words_that_differ(line, is_same):
    fox, owl = (LineChange(*line.format(*own).split("|")) for own in (("Fox", 1), ("Owl", 2)))

    assert (len(grouped({1: [fox], 2: [owl]})) == 1) == is_same


def test_two_prices_are_not_one_change_because_both_are_numbers():
    price = LineChange("text Fox costs 12 EUR", "text Fox costs 13 EUR")
    weight = LineChange("text Owl weighs 4 kg", "text Owl weighs 5 kg")

    assert len(grouped({1: [price], 2: [weight]})) == 2


@pytest.mark.parametrize(
    ("before", "after", "worded"),
    [
        # Only the words that differ.
        ("text a old b", "text a new b", ("text … old", "text … new")),
        ("text x y old p q r s", "text x y new p q r s", ("text … old", "text … new")),
        ("title Bagel | Old Name", "title Bagel | New", ("title … Old Name", "title … New")),
        # Words that came stand on one side alone.
        ("text a b", "text a b b", ("text …", "text … b")),
        ("text a b b", "text a b", ("text … b", "text …")),
        # A number keeps a neighbour on either side.
        (
            "text We all have 5 tools here now",
            "text We all have 6 tools here now",
            ("text … have 5 tools", "text … have 6 tools"),
        ),
        # Nothing is shared, or another kind of line.
        ("text 5", "text 6", None),
        ("text old", "text new", None),
        ("h2 a old", "h3 a new", None),
        ("", "text a", None),
    ],
)
def test_a_change_is_seen_by_its_lines_and_by_its_words(before, after, worded):
    whole, *others = forms_of(LineChange(before, after))

    assert (whole.before, whole.after) == (before, after)
    assert [(form.before, form.after) for form in others] == ([worded] if worded else [])
