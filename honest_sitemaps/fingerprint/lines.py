"""
`Lines`: runs of words and what stands in them, written as canonical lines.

::

    h2 Opening hours          heading, list item, cell, … and the words in it
    text We open at nine.     words between two block boundaries
    link /prices/ our prices  where words lead to, after the words' own line
    image /media/x door       picture and alt text
    pre def f():              code keeps its indentation;
    |     return 1            its further lines follow
    ul … /ul                  containers say where they end

A line never holds a control character, so lines joined by one are unambiguous.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from honest_sitemaps.fingerprint.clocks import (
    LEFT_OUT,
    is_duration,
    is_label,
    is_relative,
    keeps_promise,
    undated,
    without_stamps,
)
from honest_sitemaps.fingerprint.text import code_lines, folded

_LINK_LETTERS = 80
"""Of a link's words, as many are repeated in its line."""

_NESTED_LINKS = 4
"""Links within links are broken markup; deeper ones keep no words."""

_TIME_LETTERS = 300
"""A ``<time>`` of more letters, white space included, holds no words that count from now."""


_CELLS = ("td", "th")


class Mark(str):
    """An inline mark in a run of words, told from the same letters in the page's own text."""

    __slots__ = ()


_LEFT_OUT = Mark("")
"""Where a time was passed over."""


@dataclass(slots=True)
class _Span:
    """An open link or time, whose words are wanted when it closes."""

    says: str
    """The link's URL, the time's ``datetime``."""

    start: int
    """Where in the run its words begin."""

    run: int
    """Number of the run in which it began."""

    words: str = ""
    """Its words; of a link, at first those that a block boundary already ended."""


class Lines:
    """Collects `written` lines. Text goes into `run`, whole lines about it into `after`."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.run: list[str] = []
        """
        Text nodes and marks since the last block boundary. White space that would stand first
        is left out, but in code: there the run is never empty.
        """

        self.after: list[str] = []
        """Lines of what stands in the run, written after its own."""

        self._runs = 0
        self._head = ""
        """Kind of the next line of words: ``h2`` behind ``<h2>``."""

        self._headings: list[str] = []
        self._links: list[_Span] = []
        self._times: list[_Span] = []
        self._instants: list[_Span] = []
        """The times of this run that closed."""

        self._codes = 0
        self._has_left_out = False
        """Whether a time of this run was passed over."""

        self._is_labelled = False
        """The run before said "Last updated" and no more."""

        self._label_end = -1
        """How many lines there were behind that label's own, if it has one."""

    # Block boundaries.

    def flush(self) -> None:
        """End the run of words: its line, then the lines of what stood in it."""
        if self.run:
            self._end_run()
            self.run.clear()
            self._instants.clear()
            self._has_left_out = False
            self._runs += 1
            if self._codes:
                self.run.append("")
        if self.after:
            self._name_head()
            self.written += self.after
            self.after.clear()

    def open_head(self, kind: str) -> None:
        """What follows stands in an item, a cell, a row: its words' line is named so."""
        self.flush()
        self._name_head()
        self._head = kind

    def close_head(self) -> None:
        """Cells keep their column, also without words; another item without any is no line."""
        self.flush()
        if self._head in _CELLS:
            self._name_head()
        self._head = ""

    def close_row(self) -> None:
        """A row of empty cells says nothing."""
        self.close_head()
        start = len(self.written)
        while start and self.written[start - 1] in _CELLS:
            start -= 1
        if start and self.written[start - 1] == "tr":
            del self.written[start - 1 :]

    def open_heading(self, kind: str) -> None:
        """Like `open_head`; a second run in it is named ``h2+``."""
        self.open_head(kind)
        self._headings.append(kind)

    def close_heading(self) -> None:
        self.close_head()
        self._headings.pop()

    def open_container(self, kind: str) -> None:
        self.flush()
        self._name_head()
        self.written.append(kind)

    def close_container(self, kind: str) -> None:
        self.close_head()
        if self.written and self.written[-1] == kind:
            self.written.pop()
        else:
            self.written.append(f"/{kind}")

    def open_code(self) -> None:
        self.open_head("pre")
        self._codes += 1
        self.run.append("")

    def close_code(self) -> None:
        self.flush()
        self._codes -= 1
        self.run.clear()
        self.close_head()

    # What stands in a run.

    def mark(self, name: str) -> None:
        """An inline tag that changes what is said: ``⟨sup⟩``."""
        self.run.append(Mark(f"⟨{name}⟩"))

    def space(self) -> None:
        """White space that the source need not write."""
        if self.run:
            self.run.append(" ")

    def open_link(self, place: str) -> None:
        self._links.append(_Span(place, len(self.run), self._runs))

    def close_link(self) -> None:
        link = self._links.pop()
        words = self._joined(link.words, self._words_from(link))[:_LINK_LETTERS].rstrip()
        self.after.append(f"link {link.says} {words}".rstrip())

    def open_time(self, instant: str) -> None:
        self._times.append(_Span(instant, len(self.run), self._runs))

    def close_time(self) -> None:
        """Keep the instant; drop words that count from now."""
        time = self._times.pop()
        if time.run == self._runs and self._is_short(time.start):
            time.words = self._words_from(time)
            is_instant = time.says[:1].isdigit()
            if is_relative(time.words) or (is_instant and is_duration(time.words)):
                del self.run[time.start :]
                time.words = ""
        if time.says:
            self.after.append(f"time {time.says}")
            self._instants.append(time)

    def leave_out_time(self) -> None:
        """Noise that tells a time was passed over: a label before it goes with it."""
        self._has_left_out = True
        self.run.append(_LEFT_OUT)

    # Runs of words.

    def _end_run(self) -> None:
        for link in self._links[-_NESTED_LINKS:]:
            if len(link.words) < _LINK_LETTERS:
                link.words = self._joined(link.words, self._words_from(link))
        if self._codes:
            self._add_code()
            return
        line = self._line()
        words, stamps = without_stamps(line, with_time=bool(self._instants))
        if self._is_labelled and keeps_promise(line):
            words, stamps = "", line
            self._take_back_label()
        self._is_labelled = is_label(line)
        if stamps:
            for time in self._instants:
                # The line of a time that ended with its block is written already.
                if time.words in stamps and (said := f"time {time.says}") in self.after:
                    self.after.remove(said)
        if words:
            self._add(undated(words))
            self._label_end = len(self.written) if self._is_labelled else -1

    def _line(self) -> str:
        if not self._has_left_out:
            return _folded(self.run)
        return _folded([LEFT_OUT if piece is _LEFT_OUT else piece for piece in self.run])

    def _take_back_label(self) -> None:
        """The label's line, if none came behind it: ``dt Updated`` before the ``dd``."""
        if self._label_end == len(self.written):
            kind = self.written.pop().partition(" ")[0]
            if kind in _CELLS:
                self.written.append(kind)

    def _words_from(self, span: _Span) -> str:
        """The words of this run that stand in the span."""
        return _folded(self.run[span.start :] if span.run == self._runs else self.run)

    def _is_short(self, start: int) -> bool:
        room = _TIME_LETTERS
        for piece in islice(self.run, start, None):
            room -= len(piece)
            if room < 0:
                return False
        return True

    @staticmethod
    def _joined(one: str, two: str) -> str:
        return f"{one} {two}" if one and two else one or two

    def _add(self, words: str) -> None:
        if self._head:
            kind, self._head = self._head, ""
        else:
            kind = f"{self._headings[-1]}+" if self._headings else "text"
        self.written.append(f"{kind} {words}")

    def _add_code(self) -> None:
        for line in code_lines(_text(self.run)):
            kind, self._head = self._head or "|", ""
            self.written.append(f"{kind} {line}".rstrip())

    def _name_head(self) -> None:
        """An item without words of its own before what follows: its name alone."""
        if self._head:
            self.written.append(self._head)
            self._head = ""


def _folded(run: list[str]) -> str:
    return folded(_text(run))


def _text(run: list[str]) -> str:
    """The run's text. Where marks may stand in it, its own ``⟨`` is doubled."""
    text = "".join(run)
    if "⟨" not in text:
        return text
    return "".join(
        piece if isinstance(piece, Mark) else piece.replace("⟨", "⟨⟨") for piece in run
    )
