"""``sitemap_rollback``: the release before goes live again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.management.command import (
    COULD_NOT_RUN,
    WHY_LIMIT,
    SitemapCommand,
    text_of,
)


class Command(SitemapCommand):
    help = "Make the release before the live one live again, byte for byte, and pin it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--why", type=text_of(WHY_LIMIT), default="", help="kept with the pin; required"
        )
        parser.add_argument("--origin", default="", help="which, where there are several")
        parser.add_argument(
            "--with-ledger",
            action="store_true",
            help="also take back the settles after that release",
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        why = options["why"].strip()
        if not why:
            raise CommandError('Say why: sitemap_rollback --why "…"', returncode=COULD_NOT_RUN)
        release = pipeline.rollback(
            why=why,
            now=utc_now(),
            origin=options["origin"],
            with_ledger=options["with_ledger"],
        )
        document = {
            "release": release.pk,
            "origin": release.origin,
            "status": release.status,
            "at": release.at.isoformat(),
            "pinned_why": why,
        }
        return document, 0

    def show(self, document: dict[str, Any]) -> None:
        self.stdout.write(
            f"Release {document['release']} of {document['at']} is live again on "
            f"{document['origin']} and pinned: {document['pinned_why']}"
        )
        self.stdout.write("sitemap_release --unpin builds anew.")
