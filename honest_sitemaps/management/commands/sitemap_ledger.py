"""``sitemap_ledger``: the ledger leaves and enters as JSON Lines."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import pipeline
from honest_sitemaps.management.command import COULD_NOT_RUN, SitemapCommand


class Command(SitemapCommand):
    help = "Export the ledger as JSON Lines, or import what this ledger does not know yet."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("action", choices=["export", "import"])
        parser.add_argument("file", nargs="?", default="-", help="default: stdout or stdin")
        parser.add_argument(
            "--section", default="", help="import: the section of lines that name none"
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        if options["action"] == "export":
            if options["json"] and options["file"] == "-":
                raise CommandError(
                    "With --json, name the file to export to: stdout holds the document.",
                    returncode=COULD_NOT_RUN,
                )
            return {"exported": self._export(options["file"]), "file": options["file"]}, 0
        return {"imported": self._import(options["file"], options["section"])}, 0

    def show(self, document: dict[str, Any]) -> None:
        if "imported" in document:
            self.stdout.write(f"Imported {document['imported']:,} URLs.")
        else:
            self.stderr.write(f"Exported {document['exported']:,} URLs.")

    def _export(self, file: str) -> int:
        """Write each line as it comes; how many URLs."""
        count = -1  # the first line names the format
        if file == "-":
            for count, line in enumerate(pipeline.export_ledger()):  # noqa: B007 - the count
                self.stdout.write(line)
            return count
        with self._open(file, "w") as out:
            for count, line in enumerate(pipeline.export_ledger()):
                out.write(f"{line}\n")
                self.progress("exported", count)
        return count

    def _import(self, file: str, section: str) -> int:
        if file == "-":
            return pipeline.import_ledger(sys.stdin, label=section)
        # Editors on Windows begin a file with a byte order mark.
        with self._open(file, "r", encoding="utf-8-sig") as text:
            return pipeline.import_ledger(text, label=section)

    def _open(self, file: str, mode: str, *, encoding: str = "utf-8") -> Any:
        try:
            return Path(file).open(mode, encoding=encoding)
        except OSError as error:
            raise CommandError(
                f"{file}: {error.strerror}", returncode=COULD_NOT_RUN
            ) from error
