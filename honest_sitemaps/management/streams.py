"""Documents that are too large for memory, written while they are found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

from honest_sitemaps.management.command import SitemapCommand

Write = Callable[[str], object]

LINES_AT_ONCE = 500


class StreamingCommand(SitemapCommand):
    """
    A command whose one JSON document has an array of any length.

    `stream` writes it. If something is raised meanwhile, the document is closed with ``error``
    and ``kind``, so that it stays one that can be parsed.
    """

    _write: Write | None = None
    """Where an array is open now."""

    _is_streamed = False

    def stream(
        self,
        write: Write,
        items: Iterable[dict[str, Any]],
        *,
        head: dict[str, Any],
        name: str,
        tail: Callable[[], dict[str, Any]],
    ) -> dict[str, Any]:
        """
        Write ``head``, the items as the array ``name``, one a line, and then ``tail``, as one
        object; answer head and tail.
        """
        self._write = write
        start = json.dumps(head, default=str)[:-1]
        write(f'{start}{", " if head else ""}"{name}": [')
        lines = (json.dumps(item, default=str) for item in items)
        before = "\n"
        for some in _some(lines):
            write(before + ",\n".join(some))
            before = ",\n"
        end = tail()
        self._close(end)
        return {**head, **end}

    def to_stdout(self, text: str) -> None:
        self._is_streamed = True
        self.stdout.write(text, ending="")

    def _close(self, end: dict[str, Any]) -> None:
        write, self._write = self._write, None
        if write is not None:
            told = json.dumps(end, default=str)[1:]
            write(f"\n]{', ' if end else ''}{told}\n")

    def _run(self, **options: Any) -> tuple[dict[str, Any], int]:
        self._write, self._is_streamed = None, False
        document, code = super()._run(**options)
        self._close(document)  # open still: something was raised
        return document, code

    def _print(self, document: dict[str, Any]) -> None:
        if not self._is_streamed:
            super()._print(document)


def _some(lines: Iterable[str]) -> Iterable[list[str]]:
    it = iter(lines)
    while some := list(islice(it, LINES_AT_ONCE)):
        yield some
