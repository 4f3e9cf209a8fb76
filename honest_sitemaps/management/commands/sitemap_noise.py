"""``sitemap_noise``: what on the pages changes without an edit."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.management.command import COULD_NOT_RUN, DONE, FINDINGS, SitemapCommand

OF = {
    "visitor": "for another visitor",
    "hour": "an hour later",
    "day": "a day later",
    "year": "a year later",
    "assets": "in another build of the static files",
}


class Command(SitemapCommand):
    help = "Render a sample of pages under other circumstances and tell what differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("sections", nargs="*", metavar="SECTION", help="default: all")
        parser.add_argument(
            "--sample",
            type=int,
            default=pipeline.SAMPLE_PAGES,
            metavar="N",
            help=f"listed pages of each section; default: {pipeline.SAMPLE_PAGES}",
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        if options["sample"] < 1:
            raise CommandError("--sample must be 1 or more.", returncode=COULD_NOT_RUN)
        report = pipeline.notice(
            options["sections"],
            now=utc_now(),
            sample=options["sample"],
            progress=self.progress,
        )
        return report.as_json(), FINDINGS if report.noise else DONE

    def show(self, document: dict[str, Any]) -> None:
        found = len(document["noise"])
        self.stdout.write(f"{document['pages']:,} pages compared, {found:,} blocks of noise.")
        for one in document["noise"]:
            self._show_noise(one)
        for one in document["skipped"]:
            where = " ".join(filter(None, [one["section"], one["variation"], one["loc"]]))
            self.stdout.write(f"Not compared: {where}: {one['why']}")

    def _show_noise(self, one: dict[str, Any]) -> None:
        self.stdout.write(
            f"{one['section']}: {one['path'] or 'the whole answer'} differs "
            f"{OF[one['variation']]} on {one['pages']:,} pages ({one['share']:.0%}), "
            f"such as {one['sample']}"
        )
        for sign, line in (("-", one["before"]), ("+", one["after"])):
            if line:
                self.stdout.write(f"    {sign} {line}")
        if one["selector"]:
            self.stdout.write(f"    declare: noise=({one['selector']!r},)")
        else:
            self.stdout.write("    no selector: mend the template")
