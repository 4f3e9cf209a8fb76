"""What the chapters share: to act, to look at what a crawler gets, and to insist."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from lxml import html

from honest_sitemaps.models import ContentState
from project.story.served import Served, moved, read
from project.story.stage import Answer, Stage, waiting
from project.story.tables import Printer

STAY = {"SAME", "KEPT"}
"""Moves after which everything is as before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One line of the story's table."""

    name: str
    scan: str
    """Status of the scan; ``—`` where there was none."""

    expected: str
    """Dates that should move, in words."""

    moved: int
    """Dates that did move, counted in the served files."""

    release: str
    served: Served


class Teller:
    """Acts on the stage, prints what is so, and keeps what is not."""

    def __init__(self, *, stage: Stage, printer: Printer) -> None:
        self.stage = stage
        self.printer = printer
        self.failures: list[str] = []
        self.steps: list[Step] = []
        self.edited: list[str] = []
        """Paths of the pages that were truly edited, in order."""

        self._chapters = 0

    # Acting

    def chapter(self, title: str) -> None:
        self._chapters += 1
        self.printer.chapter(self._chapters, title)

    def build(self, build: str) -> None:
        """Collect the static files of a build; those of the admin are not needed here."""
        self.stage.environment["BUILD_ID"] = build
        self.stage.manage("collectstatic", "--no-input", "--verbosity=0", "--ignore=admin")

    def scan(self, *sections: str) -> Answer:
        with self.waiting("scanning"):
            answer = self.stage.ask("sitemap_scan", *sections, "--trigger", "demo")
        seen = answer.document.get("candidates")
        self.printer.line(f"   scanned {seen} candidates in {answer.seconds:.1f} s")
        return answer

    def release(self, *options: str) -> str:
        """A release that must go live; its number."""
        answer = self.stage.ask("sitemap_release", *options)
        status, number = answer.document.get("status"), answer.document.get("release")
        changed = len(answer.document.get("changed_files", []))
        self.expect(
            f"release {number} is live; new files in it, beside the index: {changed}",
            status == "LIVE" and answer.exit_code == 0,
            f"{status}, exit code {answer.exit_code}",
        )
        return f"{number} is live"

    def served(self) -> Served:
        return read(self.stage.get)

    def waiting(self, what: str) -> Any:
        return waiting(what, self.printer.out)

    def step(self, name: str, scan: Answer | None, *, expected: str, release: str) -> None:
        """Enter a line of the table; dates are compared with those of the line before."""
        served = self.served()
        before = self.steps[-1].served if self.steps else Served(files={}, dates={})
        self.steps.append(
            Step(
                name=name,
                scan=str(scan.document.get("status")) if scan else "—",
                expected=expected,
                moved=len(moved(before, served)),
                release=release,
                served=served,
            )
        )

    # Insisting

    def expect(self, sentence: str, is_so: bool, seen: str = "") -> None:
        """Print the sentence as so or not so; keep it if it is not."""
        self.printer.expectation(sentence, is_so=is_so, seen="" if is_so else seen)
        if not is_so:
            self.failures.append(f"{sentence} [{seen}]" if seen else sentence)

    def expect_moves(self, answer: Answer, wanted: dict[str, int], sentence: str) -> None:
        """A settled scan whose rows took these steps and no others."""
        seen = moves_of(answer)
        status = answer.document.get("status")
        self.expect(sentence, seen == wanted and status == "SETTLED", f"{status}, {seen}")

    def expect_moved(self, before: Served, after: Served, paths: list[str]) -> None:
        """In the served files the dates of these pages differ, and of no others."""
        seen = sorted(urlsplit(loc).path for loc in moved(before, after))
        self.expect(
            f"in the served files exactly {_pages(len(paths))} moved: {_listing(paths)}",
            seen == sorted(paths),
            f"{len(seen)}: {_listing(seen)}",
        )

    def expect_unchanged(self, before: Served) -> None:
        """Releasing finds nothing to do, and a crawler gets the same bytes."""
        answer = self.stage.ask("sitemap_release")
        status = answer.document.get("status")
        self.expect("a release finds nothing changed", status == "UNCHANGED", f"{status}")
        self.expect(
            f"all {len(before.files)} served files are byte for byte as before",
            self.served().files == before.files,
        )

    def expect_one_truth(self, path: str, served: Served) -> None:
        """Sitemap, JSON-LD and the visible date say the same of this page."""
        lastmod = next(
            date for loc, date in served.dates.items() if urlsplit(loc).path == path
        )
        page = html.fromstring(self.stage.get(path)[1].decode())
        data = json.loads(page.findtext(".//script[@type='application/ld+json']") or "{}")
        visible = page.xpath("string(//main//p/time[@data-sitemap-noise]/@datetime)")
        said = [
            f"{date}".replace("Z", "+00:00")
            for date in (lastmod, data.get("dateModified", ""), visible)
        ]
        self.expect(
            f"sitemap, JSON-LD and the page itself say {lastmod}",
            len(set(said)) == 1 and bool(said[0]),
            f"{said}",
        )


def moves_of(answer: Answer) -> dict[str, int]:
    """Moves of a scan that moved something."""
    moves: dict[str, int] = answer.document.get("moves", {})
    return {move: count for move, count in moves.items() if move not in STAY and count}


def ledger() -> list[tuple[Any, ...]]:
    """What a failed scan must leave alone."""
    fields = ("pk", "loc", "slot", "digest", "reason", "published_at", "updated_at")
    return list(ContentState.objects.order_by("pk").values_list(*fields))


def _pages(count: int) -> str:
    return f"{count} page" if count == 1 else f"{count} pages"


def _listing(paths: list[str]) -> str:
    return ", ".join(shortened(path) for path in paths[:4]) + (" …" if len(paths) > 4 else "")


def shortened(path: str, width: int = 44) -> str:
    """A path as people read it, cut at the end."""
    text = unquote(path)
    return text if len(text) <= width else f"{text[: width - 1]}…"
