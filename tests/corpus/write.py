"""
``python -m tests.corpus.write``: write ``lines.txt`` of each folder that has none yet.

What is written stays: the lines of a page change only with the name of the recipe. After
giving ``fingerprint.RECIPE`` a new name, delete the old files and run this.
"""

from __future__ import annotations

from pathlib import Path

from honest_sitemaps.fingerprint import RECIPE, Fingerprint, Unfingerprintable, of_html

CORPUS = Path(__file__).parent
LOC = "https://www.example.com/guide/opening-hours/"


def folders() -> list[Path]:
    return sorted(path.parent for path in CORPUS.glob("*/before.html"))


def mark_of(path: Path) -> Fingerprint | Unfingerprintable:
    return of_html(path.read_bytes(), loc=LOC)


def golden(folder: Path) -> str:
    """The recipe and the lines of ``before.html``, as they are kept."""
    mark = mark_of(folder / "before.html")
    shown = mark.lines if isinstance(mark, Fingerprint) else (f"refused: {mark.why}",)
    return "\n".join((f"# {RECIPE}", *shown, ""))


if __name__ == "__main__":
    for folder in folders():
        target = folder / "lines.txt"
        if not target.exists():
            target.write_text(golden(folder), "utf-8")
            print(f"wrote {target.relative_to(CORPUS)}")
