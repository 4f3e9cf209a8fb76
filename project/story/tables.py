"""Plain text for people: aligned tables and marks, coloured on a terminal."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from typing import IO


class Printer:
    """Writes lines to one stream, with colours if it is a terminal that wants them."""

    def __init__(self, out: IO[str]) -> None:
        self.out = out
        self.is_coloured = out.isatty() and "NO_COLOR" not in os.environ

    def line(self, text: str = "") -> None:
        self.out.write(f"{text}\n")
        self.out.flush()

    def chapter(self, number: int, title: str) -> None:
        self.line()
        self.line(self._in("1", f"{number}  {title}"))

    def expectation(self, sentence: str, *, is_so: bool, seen: str = "") -> None:
        mark = self._in("32", "ok ") if is_so else self._in("1;31", "NOT")
        self.line(f"   {mark} {sentence}{f'  [{seen}]' if seen else ''}")

    def table(self, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Columns as wide as their widest cell."""
        widths = [max(_width(row[at]) for row in (head, *rows)) for at in range(len(head))]
        self.line("  " + self._in("1", _row(head, widths)))
        self.line("  " + "  ".join("─" * width for width in widths))
        for row in rows:
            self.line("  " + _row(row, widths))

    def verdict(self, text: str, *, is_good: bool) -> None:
        self.line()
        self.line(self._in("1;32" if is_good else "1;31", text))

    def _in(self, code: str, text: str) -> str:
        return f"\033[{code}m{text}\033[0m" if self.is_coloured else text


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = (
        cell + " " * (width - _width(cell)) for cell, width in zip(cells, widths, strict=True)
    )
    return "  ".join(padded).rstrip()


def _width(text: str) -> int:
    """Columns on a terminal: combining marks take none."""
    return sum(not unicodedata.category(char).startswith("M") for char in text)
