"""``sitemap_holds``: the scans that wait for a person, and the ways out."""

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
    exit_code,
    text_of,
)
from honest_sitemaps.management.reports import scan_in_words


class Command(SitemapCommand):
    help = "List the held scans, or accept, rebase or discard one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("action", choices=["list", "accept", "rebase", "discard"])
        parser.add_argument("section", nargs="?", default="", metavar="SECTION")
        parser.add_argument(
            "--why", type=text_of(WHY_LIMIT), default="", help="kept with the scan; required"
        )

        parser.add_argument(
            "--noise",
            action="append",
            default=[],
            metavar="SELECTOR",
            help="rebase: also declare this CSS selector noise of the section; repeatable",
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        action, section, why = options["action"], options["section"], options["why"].strip()
        if action == "list":
            return {"held": pipeline.held()}, 0
        if not section or not why:
            raise CommandError(
                f'Say which and why: sitemap_holds {action} SECTION --why "…"',
                returncode=COULD_NOT_RUN,
            )
        if action == "discard":
            pipeline.discard(section, why=why, now=utc_now())
            return {"section": section, "status": "DISCARDED"}, 0
        if options["noise"] and action != "rebase":
            raise CommandError("--noise goes with rebase.", returncode=COULD_NOT_RUN)
        now, noise = utc_now(), options["noise"]
        if action == "accept":
            report = pipeline.accept(section, why=why, now=now, clock=utc_now)
        else:
            report = pipeline.rebase(section, why=why, now=now, clock=utc_now, noise=noise)
        return report.as_json(), exit_code(report.status)

    def show(self, document: dict[str, Any]) -> None:
        if "held" in document and "candidates" not in document:
            self._show_held(document["held"])
        elif "candidates" in document:
            for line in scan_in_words(document):
                self.stdout.write(line)
        else:
            self.stdout.write(f"{document['section']}: {document['status']}")

    def _show_held(self, held: list[dict[str, Any]]) -> None:
        if not held:
            self.stdout.write("No scan is held.")
        for one in held:
            cause = one["cause"] or {}
            self.stdout.write(f"{one['section']} since {one['started_at']}: {cause['why']}")
            for line in _answered(one["answer"]):
                self.stdout.write(line)
            for block in cause.get("blocks", []):
                self.stdout.write(
                    f"  on {block['pages']:,} ({block['share']:.0%}), "
                    f"such as {block['samples'][0]}: "
                    f"“{block['before']}” → “{block['after']}”"
                )
                if block.get("selector"):
                    self.stdout.write(
                        f"    at {block['path']}; rebase --noise '{block['selector']}' "
                        f"passes it over for ever"
                    )


def _answered(answer: dict[str, Any] | None) -> list[str]:
    if not answer:
        return []
    given = f"  {answer['by']} answered {answer['how']} at {answer['at']}: {answer['why']}"
    if "error" in answer:
        return [given, f"  That could not be done: {answer['error']}"]
    return [given, "  It is carried out by the next scan, or by a worker."]
