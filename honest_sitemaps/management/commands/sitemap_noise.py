"""``sitemap_noise``: what on the pages changes without an edit."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import Counter
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.management.command import COULD_NOT_RUN, DONE, FINDINGS, SitemapCommand

DOCS = "docs/how-to/find-noise.md"

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
        pages, blocks = document["pages"], len(document["noise"])
        self.stdout.write(
            f"{counted(pages, 'page')} compared, {counted(blocks, 'block')} of noise."
        )
        for one in document["noise"]:
            self._show_noise(one)
        for one in document["skipped"]:
            where = " ".join(filter(None, [one["section"], one["variation"], one["loc"]]))
            self.stdout.write(f"Not compared: {where}: {one['why']}")

    def sentence(self, document: dict[str, Any], code: int) -> str:
        found = document["noise"]
        by_section = Counter(one["section"] for one in found)
        shown = ", ".join(f"{label} {count:,}" for label, count in by_section.items())
        selectors = dict.fromkeys(one["selector"] for one in found if one["selector"])
        said = [
            f"{counted(len(found), 'block')} of noise on "
            f"{counted(document['pages_with_noise'], 'page')} of {document['pages']:,} "
            f"compared ({shown}): each would move a date without an edit."
        ]
        if selectors:
            said.append(
                f"If it is no content, register with noise={tuple(selectors)!r}, or mark the "
                "element with data-sitemap-noise in its template."
            )
        if bare := sum(not one["selector"] for one in found):
            said.append(
                f"{counted(bare, 'block')} cannot be declared: mend the template, or register "
                "the section with dates=False."
            )
        return "\n".join([*said, f"See {DOCS}."])

    def _show_noise(self, one: dict[str, Any]) -> None:
        self.stdout.write(
            f"{one['section']}: {one['path'] or 'the whole answer'} differs "
            f"{OF[one['variation']]} on {counted(one['pages'], 'page')} ({one['share']:.0%}), "
            f"such as {one['sample']}"
        )
        for sign, line in (("-", one["before"]), ("+", one["after"])):
            if line:
                self.stdout.write(f"    {sign} {line}")
        if one["selector"]:
            self.stdout.write(f"    declare: noise=({one['selector']!r},)")
        else:
            self.stdout.write("    no selector: mend the template")


def counted(count: int, what: str) -> str:
    """``1 page``, ``1,204 pages``."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"
