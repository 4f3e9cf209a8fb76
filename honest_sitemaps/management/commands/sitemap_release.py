"""``sitemap_release``: let what is settled go live."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.management.command import WHY_LIMIT, SitemapCommand, exit_code, text_of
from honest_sitemaps.management.reports import release_in_words, releases_as_json


class Command(SitemapCommand):
    help = "Build the files that are stale and let them go live as one release."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--why", type=text_of(WHY_LIMIT), default="", help="kept with the release"
        )
        parser.add_argument(
            "--unpin", action="store_true", help="release in spite of a rollback's pin"
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        reports = pipeline.release(
            now=utc_now(),
            clock=utc_now,
            why=options["why"],
            unpin=options["unpin"],
            progress=self.progress,
        )
        document = releases_as_json(reports)
        return document, exit_code(document["status"])

    def show(self, document: dict[str, Any]) -> None:
        for line in release_in_words(document):
            self.stdout.write(line)
