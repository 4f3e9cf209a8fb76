"""What a section knows as furniture, decided without a database."""

import pytest

from honest_sitemaps.fingerprint import LineChange
from honest_sitemaps.ledger.furniture import KEPT_LINES, Known, Piece, Step, is_furniture

TOOLS = Piece(
    shape="text We have # tools → text We have # tools", lines=("text We have 7 tools",)
)
BARE = Piece(shape="text # → text #", lines=("text 7",))
LIST = Piece(shape=" → ul", lines=("ul",))
OWN = Piece(shape="text Seen # times → text Seen # times", is_own=True)


@pytest.mark.parametrize(
    ("piece", "before", "after", "steps"),
    [
        # By its line.
        (BARE, "text 7", "text 8", {Step(BARE.shape, "text 8")}),
        (BARE, "text 7", "text Closed", {Step(BARE.shape, "text Closed")}),
        (BARE, "text 7", "", {Step(BARE.shape, "")}),
        # By its shape, if that tells enough.
        (TOOLS, "text We have 5 tools", "text We have 9 tools", "text We have 9 tools"),
        (BARE, "text 12", "text 13", set()),
        (Piece(shape="text # EUR → text # EUR"), "text 12 EUR", "text 13 EUR", set()),
        (Piece(shape=" → text Closed on Monday"), "", "text Closed on Monday", None),
        (Piece(shape=" → text Closed"), "", "text Closed", set()),
        (
            Piece(shape="text We have # tools → text #"),
            "text We have 5 tools",
            "text 6",
            set(),
        ),
        # Markup has no words that could tell more.
        (LIST, "", "ul", "ul"),
        # Of a counter of each page's own, only the shape.
        (OWN, "text Seen 4 times", "text Seen 5 times", ""),
        # Another kind, another sentence.
        (TOOLS, "li We have 5 tools", "li We have 9 tools", set()),
        (TOOLS, "text We have 5 tools", "text We had 9 tools", set()),
        # Within a line of the page's own.
        (
            Piece(shape="text … our # makers. → … our # makers."),
            "text Made by one of our 5 makers.",
            "text Made by one of our 6 makers.",
            "text … our 6 makers.",
        ),
    ],
)
def test_a_change_is_a_step_of_what_is_known(piece, before, after, steps):
    said = after if steps is None else steps
    expected = {Step(piece.shape, said)} if isinstance(said, str) else said

    assert Known([piece]).steps_in(LineChange(before, after)) == expected


@pytest.mark.parametrize(
    ("share", "count", "is_everywhere"),
    [
        (1.0, 50, False),
        (1.0, 51, True),
        (0.4, 20, False),
        (0.4, 21, True),
        # So few are never all.
        (0.1, 10, False),
        (0.1, 11, True),
    ],
)
def test_everywhere_is_more_than_half_of_where_it_stood(share, count, is_everywhere):
    known = Known([Piece(shape=BARE.shape, lines=BARE.lines, share=share)])
    step = Step(BARE.shape, "text 8")

    assert known.everywhere({step: count}, listed=100) == ({step} if is_everywhere else set())


STEP = Step(BARE.shape, "text 8")
NOTICE = Step(" → text Closed on Monday", "text Closed on Monday")
MARKUP = Step(LIST.shape, "ul")


@pytest.mark.parametrize(
    ("steps", "everywhere", "explained"),
    [
        ([{STEP}], {STEP}, True),
        ([{STEP}], set(), False),
        ([{STEP}, set()], {STEP}, False),
        ([{STEP}, {MARKUP}], {STEP, MARKUP}, True),
        ([{STEP}, {MARKUP}], {STEP}, False),
        # A notice came, and all of it is words.
        ([{NOTICE}], {NOTICE}, True),
        # Markup alone explains nothing.
        ([{MARKUP}], {MARKUP}, False),
    ],
)
def test_a_page_is_furniture_if_each_of_its_changes_is(steps, everywhere, explained):
    assert is_furniture([frozenset(one) for one in steps], everywhere) == explained


def test_a_step_is_remembered_and_its_piece_is_the_last_changed():
    after = Known([BARE, TOOLS]).after([STEP])

    assert [piece.shape for piece in after] == [TOOLS.shape, BARE.shape]
    assert after[1].lines == ("text 7", "text 8")


def test_a_piece_keeps_its_last_lines():
    piece = BARE
    for number in [*range(20), 17]:
        piece = piece.saying(f"text {number}")
    piece = piece.saying("")

    assert len(piece.lines) == KEPT_LINES
    assert piece.lines[-2:] == ("text 19", "text 17")
