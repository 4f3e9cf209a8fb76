"""The demo with a CMS: what is listed, what moves, and why a page is missing."""

from __future__ import annotations

import sys
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from project.magazine.story.chapters import tell
from project.magazine.story.stage import Stage
from project.story.ending import print_steps
from project.story.stage import StageError
from project.story.tables import Printer
from project.story.telling import Teller


class Command(BaseCommand):
    help = "Build a Wagtail site, scan, edit, explain, hold; exit 1 if a claim is not so."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        database = settings.DEMO_DATABASE
        if str(settings.DATABASES["default"]["NAME"]) != str(database):
            raise CommandError(
                f"The demo makes its database anew, and only ever {database}. "
                f"Run it without DATABASE_URL."
            )
        started = time.monotonic()
        printer = Printer(sys.stdout)
        stage = Stage(
            database=database,
            media=settings.DEMO_DIR / "magazine-media",
            log=settings.DEMO_DIR / "magazine.log",
        )
        teller: Any = Teller(stage=stage, printer=printer)
        printer.line("A magazine of 214 addresses in two languages, written in Wagtail.")
        printer.line("Every line that begins with ok was checked on the spot.")
        try:
            tell(teller)
        except StageError as error:
            raise CommandError(str(error)) from error
        teller.chapter("Before and after")
        print_steps(printer, teller.steps)
        self._end(printer, teller.failures, seconds=time.monotonic() - started)

    def _end(self, printer: Printer, failures: list[str], *, seconds: float) -> None:
        if failures:
            printer.verdict(f"{len(failures)} not as promised:", is_good=False)
            for failure in failures:
                printer.line(f"   {failure}")
            raise CommandError("The demo did not go as promised.", returncode=1)
        printer.verdict(
            f"Every claim above was checked and is so. {seconds:.0f} s.", is_good=True
        )
        printer.line("`make run-wagtail` opens this site.")
