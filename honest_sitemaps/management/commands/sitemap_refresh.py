"""``sitemap_refresh``: scan, then release."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.errors import HonestSitemapsError
from honest_sitemaps.management.command import (
    REVISION_LIMIT,
    TRIGGER_LIMIT,
    SitemapCommand,
    exit_code,
    text_of,
)
from honest_sitemaps.management.reports import (
    release_in_words,
    releases_as_json,
    scan_in_words,
    warning_of,
)
from honest_sitemaps.publish import ReleaseReport


class Command(SitemapCommand):
    help = "Scan every section, then release what is settled."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("sections", nargs="*", metavar="SECTION", help="default: all")
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
        pipeline.carry_out_answers(now=utc_now(), clock=utc_now)
        report = pipeline.sweep(
            options["sections"],
            now=utc_now(),
            clock=utc_now,
            trigger=options["trigger"],
            revision=options["revision"],
            progress=self.progress,
        )
        self.warn(warning_of(report))
        released = self._release()
        document = {"scan": report.as_json(), "release": released}
        return document, exit_code(report.status, released["status"])

    def show(self, document: dict[str, Any]) -> None:
        for line in scan_in_words(document["scan"]):
            self.stdout.write(line)
        for line in release_in_words(document["release"]):
            self.stdout.write(line)

    def _release(self) -> dict[str, Any]:
        """The release's document. One that cannot be begun is refused, and the scan stands."""
        try:
            reports = pipeline.release(now=utc_now(), clock=utc_now, progress=self.progress)
        except HonestSitemapsError as error:
            return ReleaseReport.refused(str(error)).as_json()
        return releases_as_json(reports)
