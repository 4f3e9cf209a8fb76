"""``sitemap_noise``: what on the pages changes without an edit."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
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
        said = [
            f"{counted(len(found), 'block')} of noise on "
            f"{counted(document['pages_with_noise'], 'page')} of {document['pages']:,} "
            "compared: each would move a date without an edit."
        ]
        for section in dict.fromkeys(one["section"] for one in found):
            selectors = [one["selector"] for one in found if one["section"] == section]
            said.append(f"{section}: {_advice(selectors)}.")
        said.append(
            "A block that is content after all needs no declaration. A template may mark its "
            f"own with data-sitemap-noise. See {DOCS}."
        )
        return "\n".join(said)

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
            self.stdout.write(f"    no selector: {one['why_no_selector']}")


def counted(count: int, what: str) -> str:
    """``1 page``, ``1,204 pages``."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _advice(selectors: Sequence[str]) -> str:
    """``register with noise=('.figure',); 1 block needs a class, or its template mended``."""
    usable = [selector for selector in selectors if selector]
    said = [f"register with noise={tuple(usable)!r}"] if usable else []
    if bare := len(selectors) - len(usable):
        needs = "needs" if bare == 1 else "need"
        said.append(f"{counted(bare, 'block')} {needs} a class, or another template")
    return "; ".join(said)
