"""Whole pages: what moves them, and that their lines change only with the recipe's name."""

import pytest

from honest_sitemaps.fingerprint import PARTS, RECIPE, Fingerprint
from tests.corpus.write import folders, golden, mark_of

FOLDERS = pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.name)


@FOLDERS
def test_lines_change_only_with_the_name_of_the_recipe(folder):
    kept = (folder / "lines.txt").read_text("utf-8")

    assert kept.startswith(f"# {RECIPE}\n"), "a new recipe: see tests/corpus/write.py"
    assert golden(folder) == kept, (
        "other lines need another RECIPE: stored digests are of this one"
    )


@FOLDERS
def test_a_page_moves_as_expected_and_in_no_other_part(folder):
    expected = (folder / "expect.txt").read_text("utf-8").split()
    before, after = (mark_of(folder / name) for name in ("before.html", "after.html"))
    assert isinstance(before, Fingerprint)
    assert isinstance(after, Fingerprint)

    moved = [
        part
        for part, one, two in zip(
            PARTS, before.parts.split("-"), after.parts.split("-"), strict=True
        )
        if one != two
    ]

    assert (before.digest == after.digest) == (expected == ["same"])
    assert moved == ([] if expected == ["same"] else expected[1:])
