"""What all commands share: one JSON document, exit codes, progress, clear errors."""

from __future__ import annotations

import io
import json
import logging
import os
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import Error as DatabaseFault

from honest_sitemaps.errors import HonestSitemapsError, SectionBusy
from honest_sitemaps.loc import printable

logger = logging.getLogger(__name__)

DONE, FINDINGS, COULD_NOT_RUN, WAITING = 0, 1, 2, 3
"""Exit codes: done; findings; could not run or the scan FAILED; HELD, REFUSED or busy."""

EXIT_OF_STATUS = {"FAILED": COULD_NOT_RUN, "HELD": WAITING, "REFUSED": WAITING}

PROGRESS_SECONDS = 10.0
"""Between two lines of progress where stderr is no terminal."""


WHY_LIMIT, TRIGGER_LIMIT, REVISION_LIMIT = 2_000, 40, 80
"""Characters that are kept of what was said on the command line."""


def text_of(limit: int) -> Callable[[str], str]:
    """The type of an argument that is stored: printable, and cut."""
    return partial(printable, limit=limit)


class SitemapCommand(BaseCommand):
    """
    A command that answers text, or with ``--json`` exactly one document on stdout.

    Progress and logs go to stderr. A subclass implements `run`, which returns the document and
    its exit code, and `show`, which prints the document for a person.
    """

    requires_migrations_checks = False
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--json", action="store_true", help="print one JSON document on stdout"
        )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """A parser that takes an option before, between and behind the positional words."""
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        # argparse reads a word that may be left out as left out when an option comes first.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        parser.error = partial(self._misused, parser.error)  # type: ignore[method-assign]
        return parser

    def _misused(self, complain: Callable[[str], NoReturn], message: str) -> NoReturn:
        """What cannot be parsed ends the process, but not without its document."""
        if "--json" in sys.argv:
            self._print({"error": message, "kind": "CommandError"})
        complain(message)

    def handle(self, *args: Any, **options: Any) -> None:
        self._progress_at = 0.0
        self._progress_open = False
        if isinstance(sys.stdout, io.TextIOWrapper):
            # A terminal of another encoding, or bytes of an argument that are no text.
            sys.stdout.reconfigure(errors="backslashreplace")
        try:
            # A view or a source may print; stdout holds our answer alone.
            with redirect_stdout(sys.stderr):
                document, code = self._run(**options)
            self._end_progress()
            self._answer(document, code, as_json=options["json"])
        except BrokenPipeError:
            # Whoever read our output (``| head``) has seen enough.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _run(self, **options: Any) -> tuple[dict[str, Any], int]:
        """`run`, with each error of ours as a document."""
        try:
            return self.run(**options)
        except CommandError as error:
            return {"error": str(error), "kind": "CommandError"}, error.returncode
        except HonestSitemapsError as error:
            document = {"error": str(error), "kind": type(error).__name__}
            return document, WAITING if isinstance(error, SectionBusy) else COULD_NOT_RUN
        except DatabaseFault as error:
            sentence = f"The database refused: {error}. Is it migrated (manage.py migrate)?"
            return {"error": sentence, "kind": type(error).__name__}, COULD_NOT_RUN
        except BrokenPipeError:
            raise
        # An entry point: whatever else is raised is a fault of ours or of the project's code.
        except Exception as error:
            logger.exception("action=command")
            sentence = f"{type(error).__name__}: {error}"
            return {"error": sentence, "kind": type(error).__name__}, COULD_NOT_RUN

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        """Do the work: the JSON document and the exit code."""
        raise NotImplementedError

    def show(self, document: dict[str, Any]) -> None:
        """Print the document for a person."""
        raise NotImplementedError

    def progress(self, what: str, count: int) -> None:
        """Show on stderr how far it is: in place on a terminal, else now and then."""
        if sys.stderr.isatty():
            self.stderr.write(f"\r{what}: {count:,}", ending="")
            self._progress_open = True
        elif time.monotonic() - self._progress_at >= PROGRESS_SECONDS:
            self.stderr.write(f"{what}: {count:,}")
            self._progress_at = time.monotonic()

    def warn(self, sentence: str) -> None:
        """Say something on stderr that is no error."""
        self._end_progress()
        if sentence:
            self.stderr.write(sentence)

    def _end_progress(self) -> None:
        if self._progress_open:
            self.stderr.write("")
            self._progress_open = False

    def _print(self, document: dict[str, Any]) -> None:
        # In ASCII: for any terminal, and a lone surrogate cannot be written otherwise.
        self.stdout.write(json.dumps(document, default=str))

    def _answer(self, document: dict[str, Any], code: int, *, as_json: bool) -> None:
        if as_json:
            self._print(document)
        elif "error" not in document:
            self.show(document)
        if code != DONE:
            sentence = str(document.get("error") or self.sentence(document, code))
            raise CommandError(sentence or self._meaning(code), returncode=code)

    def sentence(self, document: dict[str, Any], code: int) -> str:
        """
        What stderr says of a document whose exit code is not 0: what was found, what to do.

        Here: causes, findings, evidence and holds. A command with other words for what it
        found says them in its own.
        """
        return _sentence(document, code)

    def _meaning(self, code: int) -> str:
        name = self.__module__.rpartition(".")[2]
        return f"{name} {_MEANINGS[code]} (exit code {code}): see what it printed on stdout."


_MEANINGS = {
    FINDINGS: "found something",
    COULD_NOT_RUN: "could not do its work",
    WAITING: "waits for an answer",
}


def _sentence(document: dict[str, Any], code: int) -> str:
    # sitemap_refresh answers with the documents of a scan and of a release.
    parts = [document, *(part for part in document.values() if isinstance(part, dict))]
    said = [
        f"{label}: {why}"
        for part in parts
        for label, why in (part.get("causes") or {}).items()
    ]
    said += [str(finding) for part in parts for finding in part.get("findings", [])]
    if code == FINDINGS and document.get("evidence"):
        said.append(f"{document['loc']}: {document['evidence']}.")
    if any(part.get("held") for part in parts):
        said.append("sitemap_holds list shows what changed; accept, rebase or discard answer.")
    return "\n".join(said)


def exit_code(*statuses: str) -> int:
    """The exit code of the worst of these statuses."""
    codes = {EXIT_OF_STATUS.get(status, DONE) for status in statuses}
    return next((code for code in (COULD_NOT_RUN, WAITING, FINDINGS) if code in codes), DONE)
