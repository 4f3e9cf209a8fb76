"""``sitemap_scan``: look at every candidate, and settle what is found true."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.management.command import (
    COULD_NOT_RUN,
    REVISION_LIMIT,
    TRIGGER_LIMIT,
    SitemapCommand,
    exit_code,
    text_of,
)
from honest_sitemaps.management.reports import dry_run_in_words, scan_in_words, warning_of


class Command(SitemapCommand):
    help = "Look at every candidate URL, judge the scan, and settle what is found true."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("sections", nargs="*", metavar="SECTION", help="default: all")
        parser.add_argument(
            "--dry-run", action="store_true", help="write nothing; say what a scan would bring"
        )
        parser.add_argument(
            "--limit",
            type=int,
            help="with --dry-run: candidates looked at per section, spread over it",
        )
        parser.add_argument(
            "--marks", action="store_true", help="look only at what was saved since"
        )
        parser.add_argument(
            "--trigger",
            type=text_of(TRIGGER_LIMIT),
            default="command",
            help="who asked, for the record",
        )
        parser.add_argument(
            "--revision",
            type=text_of(REVISION_LIMIT),
            default="",
            help="the deploy that is live",
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        if options["dry_run"]:
            return self._dry_run(**options)
        if options["limit"] is not None:
            raise CommandError("--limit goes with --dry-run.", returncode=COULD_NOT_RUN)
        pipeline.carry_out_answers(now=utc_now(), clock=utc_now)
        if options["marks"]:
            return self._marks(**options)
        report = pipeline.sweep(
            options["sections"],
            now=utc_now(),
            clock=utc_now,
            trigger=options["trigger"],
            revision=options["revision"],
            progress=self.progress,
        )
        self.warn(warning_of(report))
        return report.as_json(), exit_code(report.status)

    def show(self, document: dict[str, Any]) -> None:
        in_words = scan_in_words if "estimate" not in document else dry_run_in_words
        for line in in_words(document):
            self.stdout.write(line)

    def _marks(self, **options: Any) -> tuple[dict[str, Any], int]:
        if options["sections"]:
            raise CommandError("--marks takes no SECTION.", returncode=COULD_NOT_RUN)
        report = pipeline.take_marks(now=utc_now(), clock=utc_now, progress=self.progress)
        return report.as_json(), exit_code(report.status)

    def _dry_run(self, **options: Any) -> tuple[dict[str, Any], int]:
        limit = options["limit"]
        if limit is not None and limit < 1:
            raise CommandError("--limit must be 1 or more.", returncode=COULD_NOT_RUN)
        report = pipeline.dry_run(
            options["sections"],
            now=utc_now(),
            clock=utc_now,
            limit=limit,
            progress=self.progress,
        )
        return report.as_json(), 0
