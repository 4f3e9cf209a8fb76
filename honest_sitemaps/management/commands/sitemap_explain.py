"""``sitemap_explain``: why a URL is listed or not."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from honest_sitemaps import pipeline
from honest_sitemaps.clock import utc_now
from honest_sitemaps.loc import LOC_LIMIT
from honest_sitemaps.management.command import DONE, FINDINGS, SitemapCommand, text_of


class Command(SitemapCommand):
    help = "Tell the whole way of one URL: why it is listed or not, where, and since when."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "loc",
            type=text_of(LOC_LIMIT),
            metavar="LOC",
            help="absolute, or a path of the site",
        )
        parser.add_argument(
            "--stored", action="store_true", help="tell what is stored; do not look again"
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        found = pipeline.explain(options["loc"], now=utc_now(), is_fresh=not options["stored"])
        return found.as_json(), DONE if found.row else FINDINGS

    def show(self, document: dict[str, Any]) -> None:
        verdict = "listed" if document["listed"] else document["reason"] or "not a candidate"
        self.stdout.write(f"{document['loc']}: {verdict}")
        for sentence in filter(None, (document["headline"], document["remedy"])):
            self.stdout.write(f"  {sentence}")
        for step in document["steps"]:
            self.stdout.write(f"  {step['question']} {step['answer']}")
        for change in document["changes"]:
            self._show_change(change)

    def _show_change(self, change: dict[str, Any]) -> None:
        parts = f" ({', '.join(change['parts'])})" if change["parts"] else ""
        act = f" ({change['act']})" if change["act"] else ""
        said = f"{act} by {change['by']}: {change['why']}" if change["why"] else ""
        self.stdout.write(f"  {change['seen_at']} {change['move']}{parts}{said}")
        for line in change["lines"]:
            if line["before"]:
                self.stdout.write(f"    - {line['before']}")
            if line["after"]:
                self.stdout.write(f"    + {line['after']}")
        if change["more_lines"]:
            self.stdout.write(f"    and {change['more_lines']:,} more lines")
