"""``sitemap_report``: one row for each URL, for a spreadsheet or another program."""

from __future__ import annotations

import csv
import io
import os
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import pipeline, verify
from honest_sitemaps.eligibility import Reason
from honest_sitemaps.management.command import COULD_NOT_RUN, DONE
from honest_sitemaps.management.streams import LINES_AT_ONCE, StreamingCommand, Write
from honest_sitemaps.verify import LISTED

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to a spreadsheet, whoever wrote it."""


class Command(StreamingCommand):
    help = "Write one row for each URL: what was seen of it, and why it is listed or not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("sections", nargs="*", metavar="SECTION", help="default: all")
        parser.add_argument(
            "--format",
            choices=["csv", "json"],
            default="",
            help="of the rows; default: csv, and json with --json",
        )
        parser.add_argument("--out", default="", metavar="FILE", help="default: stdout")
        parser.add_argument(
            "--reason",
            action="append",
            default=[],
            choices=[LISTED, *Reason.values],
            metavar="REASON",
            help=f"only URLs with this reason, or {LISTED}; repeatable",
        )
        parser.add_argument(
            "--wide",
            action="store_true",
            help="also evidence, lastmod, section, language, file and when it was seen",
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        out, as_json = options["out"], options["json"]
        is_csv = (options["format"] or ("csv" if not as_json or out else "json")) == "csv"
        if as_json and is_csv and not out:
            raise CommandError(
                "With --json, name the file for the CSV (--out): stdout holds the document.",
                returncode=COULD_NOT_RUN,
            )
        columns = verify.WIDE_COLUMNS if options["wide"] else verify.COLUMNS
        counts: Counter[str] = Counter()
        rows = self._counted(
            verify.report_rows(
                pipeline.sections_of(options["sections"]),
                reasons=dict.fromkeys(options["reason"]),
                is_wide=options["wide"],
            ),
            counts,
        )
        with self._written_to(out) as write:
            if is_csv:
                write_csv(write, columns, rows)
                document = told(counts)
            else:
                document = self.stream(
                    write,
                    (dict(zip(columns, row, strict=True)) for row in rows),
                    head={},
                    name="rows",
                    tail=lambda: told(counts),
                )
        return {**document, "file": out or "-"}, DONE

    def show(self, document: dict[str, Any]) -> None:
        where = f" in {document['file']}" if document["file"] != "-" else ""
        self.stderr.write(
            f"{document['urls']:,} URLs{where}: {document['listed']:,} listed, "
            f"{document['urls'] - document['listed']:,} excluded."
        )

    def _counted(self, rows: Iterable[tuple[Any, ...]], counts: Counter[str]) -> Iterator[Any]:
        for number, row in enumerate(rows, start=1):
            counts[row[5]] += 1
            if not number % LINES_AT_ONCE:
                self.progress("URLs", number)
            yield row

    @contextmanager
    def _written_to(self, out: str) -> Iterator[Write]:
        """Where to write; a file is there once it is whole."""
        if not out:
            yield self.to_stdout
            return
        part = Path(f"{out}.part")
        try:
            with part.open("w", encoding="utf-8", newline="") as file:
                yield file.write
            os.replace(part, out)  # noqa: PTH105 - the name may be that of no Path
        except OSError as error:
            raise CommandError(f"{out}: {error.strerror}", returncode=COULD_NOT_RUN) from error
        finally:
            part.unlink(missing_ok=True)


def told(counts: Counter[str]) -> dict[str, Any]:
    excluded = {reason: count for reason, count in sorted(counts.items()) if reason != LISTED}
    return {"urls": counts.total(), "listed": counts[LISTED], "excluded": excluded}


def write_csv(write: Write, columns: Iterable[str], rows: Iterable[Iterable[Any]]) -> None:
    """RFC 4180, with a newline alone at the end of a line, as other tools here write it."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    it = iter(rows)
    while True:
        some = list(islice(it, LINES_AT_ONCE))
        writer.writerows([safe(cell) for cell in row] for row in some)
        write(buffer.getvalue())
        buffer.seek(0)
        buffer.truncate()
        if not some:
            return


def safe(cell: Any) -> Any:
    """The cell as text that no spreadsheet takes for a formula, no reader for two rows."""
    if not isinstance(cell, str):
        return cell
    told = f"'{cell}" if cell.startswith(FORMULA) else cell
    return told.replace("\r", "\n")  # which the writer quotes; a lone return it does not
