"""The demo: one story of a site and its sitemap, with a test behind every sentence."""

from __future__ import annotations

import sys
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from project.story.chapters import tell
from project.story.ending import print_dates, print_steps
from project.story.stage import Stage, StageError
from project.story.tables import Printer
from project.story.telling import Teller


class Command(BaseCommand):
    help = (
        "Scan, rebuild, edit, break, hold, roll back; exit 1 if a date moves that should not."
    )
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        database = settings.DEMO_DIR / "demo.sqlite3"
        if str(settings.DATABASES["default"]["NAME"]) != str(database):
            raise CommandError(
                f"The demo makes its database anew, and only ever {database}. "
                f"Run it without DATABASE_URL."
            )
        started = time.monotonic()
        printer = Printer(sys.stdout)
        stage = Stage(
            home=settings.BASE_DIR,
            database=database,
            static=settings.DEMO_DIR / "static",
            log=settings.DEMO_DIR / "demo.log",
        )
        teller = Teller(stage=stage, printer=printer)
        connections.close_all()
        printer.line("A sports site of 402 pages in two languages, and its sitemaps.")
        printer.line("Every line that begins with ok was checked on the spot.")
        try:
            tell(teller)
        except StageError as error:
            raise CommandError(str(error)) from error
        finally:
            stage.stop()
        printer.chapter(7, "Before and after")
        print_steps(printer, teller.steps)
        printer.line()
        print_dates(printer, teller.steps, teller.edited)
        self._end(printer, teller.failures, seconds=time.monotonic() - started)

    def _end(self, printer: Printer, failures: list[str], *, seconds: float) -> None:
        if failures:
            printer.verdict(f"{len(failures)} not as promised:", is_good=False)
            for failure in failures:
                printer.line(f"   {failure}")
            raise CommandError("The demo did not go as promised.", returncode=1)
        printer.verdict(
            f"Every date that moved should have, and no other. {seconds:.0f} s.", is_good=True
        )
        printer.line("`make run` keeps this site open.")
