"""
The story, chapter by chapter. Each sentence that it prints as ``ok`` was checked.

Truth is read twice: from what the commands answer, and from what the server gives a crawler.
"""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from honest_sitemaps.models import ContentState
from project.cms.content import CANDIDATES
from project.cms.odd import ODD
from project.story import edits
from project.story.served import Served
from project.story.stage import Answer
from project.story.telling import Teller, ledger, moves_of

ROUTE_REASONS = {"ROBOTS_BLOCKED": 2, "NOINDEX": 2, "WITHHELD": 2}
"""The press kit, the search page and the archive table, in two languages each."""

SAMPLED = 10
"""Every tenth listed page is fetched to see whether its bytes differ."""


def tell(teller: Teller) -> None:
    """All chapters in order. Raises `StageError` if something cannot be run at all."""
    first_scan(teller)
    rebuild(teller)
    one_edit(teller)
    broken_deploy(teller)
    before = mass_change(teller)
    rollback(teller, before=before)


def first_scan(teller: Teller) -> None:
    teller.chapter("The first scan of an old site")
    with teller.waiting("making the site"):
        teller.stage.clear()
        teller.stage.manage("migrate", "--verbosity=0")
        teller.stage.manage("demo_content")
        teller.build("b1")
        teller.stage.deploy(CLOCK_OFFSET_DAYS="0", BROKEN="0")
    scan = teller.scan()
    _expect_every_candidate(teller, scan)
    release = teller.release()
    served = teller.served()
    teller.expect(
        f"{len(served.dates)} listed pages are served in {len(served.children)} files",
        len(served.dates) == scan.document.get("listed"),
        f"{scan.document.get('listed')} are listed",
    )
    unknown = sum(not lastmod for lastmod in served.dates.values())
    teller.expect(
        f"{unknown} pages whose date nobody knows have no lastmod: none is invented",
        0 < unknown < len(served.dates),
    )
    teller.step("first scan", scan, expected="all are new", release=release)


def _expect_every_candidate(teller: Teller, scan: Answer) -> None:
    listed = scan.document.get("listed", 0)
    excluded: dict[str, int] = scan.document.get("excluded", {})
    teller.expect(
        f"{CANDIDATES} candidates are {listed} listed and {sum(excluded.values())} excluded",
        scan.document.get("candidates")
        == CANDIDATES
        == listed + sum(excluded.values())
        == ContentState.objects.count(),
        f"{scan.document}",
    )
    due = Counter(odd.reason for odd in ODD) + Counter(ROUTE_REASONS)
    teller.expect(
        "each excluded page has the one reason that is due to it",
        excluded == due,
        f"due: {dict(due)}, stored: {excluded}",
    )
    for reason, count in sorted(excluded.items()):
        row = ContentState.objects.filter(reason=reason).order_by("pk").first()
        evidence = row.evidence if row else ""
        teller.printer.line(f"       {count:>2} {reason:<18} e.g. {evidence[:70]}")


def rebuild(teller: Teller) -> None:
    teller.chapter(
        "A rebuild: new build id and asset names, 400 days later on the pages' clock"
    )
    before = teller.served()
    paths = [urlsplit(loc).path for loc in sorted(before.dates)]
    sampled = paths[::SAMPLED]
    old = [teller.stage.get(path)[1] for path in sampled]
    with teller.waiting("building"):
        teller.build("b2")
        teller.stage.deploy(CLOCK_OFFSET_DAYS="400")
        edits.readers_come(paths)
    new = [teller.stage.get(path)[1] for path in sampled]
    differing = sum(one != other for one, other in zip(old, new, strict=True))
    teller.expect(
        f"the bytes of all {len(sampled)} sampled pages are others than before",
        differing == len(sampled),
        f"{differing} differ",
    )
    scan = teller.scan()
    teller.expect_moves(scan, {}, "the scan moves nothing")
    teller.expect_unchanged(before)
    teller.step("rebuild", scan, expected="0", release="unchanged")


def one_edit(teller: Teller) -> None:
    teller.chapter("An editor changes one paragraph of one page")
    before = teller.served()
    path = edits.one_paragraph()
    teller.edited.append(path)
    scan = teller.scan()
    teller.expect_moves(scan, {"CHANGED": 1}, "the scan moves exactly one date")
    release = teller.release()
    after = teller.served()
    teller.expect_moved(before, after, [path])
    changed = [name for name in before.children if before.files[name] != after.files[name]]
    teller.expect("one file was built anew", len(changed) == 1, f"{changed}")
    teller.expect_one_truth(path, after)
    again = teller.scan("features")
    teller.expect_moves(again, {}, "printing the new date on the page moves nothing")
    teller.step("one paragraph", scan, expected="1", release=release)


def broken_deploy(teller: Teller) -> None:
    teller.chapter("A broken deploy: every page answers 500")
    before, rows = teller.served(), ledger()
    teller.stage.deploy(BUILD_ID="b3", BROKEN="1")
    status, _ = teller.stage.get(teller.edited[0])
    teller.expect("a visitor sees the error", status == 500, f"status {status}")
    scan = teller.scan()
    teller.expect(
        "the scan FAILED (exit code 2)",
        scan.document.get("status") == "FAILED" and scan.exit_code == 2,
        f"{scan.document.get('status')}, exit code {scan.exit_code}",
    )
    teller.expect("no row of the ledger has changed", rows == ledger())
    teller.expect_unchanged(before)
    teller.step("broken deploy", scan, expected="0", release="unchanged")


def mass_change(teller: Teller) -> Served:
    teller.chapter("A figure in every page's main part changes, and three pages are edited")
    before = teller.served()
    teller.stage.deploy(BUILD_ID="b4", BROKEN="0")
    figures = edits.figure_changes()
    paths = edits.three_pages()
    teller.edited += paths
    scan = teller.scan()
    teller.expect(
        "the scan is HELD (exit code 3)",
        scan.document.get("status") == "HELD" and scan.exit_code == 3,
        f"{scan.document.get('status')}, exit code {scan.exit_code}",
    )
    teller.expect_unchanged(before)
    held = teller.stage.ask("sitemap_holds", "list").document.get("held", [])
    _expect_causes(teller, held, figures)
    moves: Counter[str] = Counter()
    for one in held:
        with teller.waiting(f"re-basing {one['section']}"):
            answer = teller.stage.ask(
                "sitemap_holds", "rebase", one["section"], "--why", "a figure is no content"
            )
        moves.update(moves_of(answer))
    teller.expect("re-based, 3 dates move", moves["CHANGED"] == 3, f"{dict(moves)}")
    release = teller.release()
    teller.expect_moved(before, teller.served(), paths)
    teller.step("figure + 3 edits", scan, expected="3", release=release)
    return before


def _expect_causes(
    teller: Teller, held: list[dict[str, Any]], figures: tuple[str, str]
) -> None:
    """Each held section names the figure, in the digits of either language."""
    teller.expect("sections are held", bool(held), f"{held}")
    for one in held:
        blocks = (one.get("cause") or {}).get("blocks", [])
        named = any(_tells(block, figures) for block in blocks)
        told = [f"{block['before']} → {block['after']}" for block in blocks]
        teller.expect(f"{one['section']} names the cause", named, f"{told or one}")
        for block, words in zip(blocks, told, strict=True):
            if block["pages"] > 1:
                where = f"{block['path']} " if block.get("path") else ""
                teller.printer.line(f"       {block['pages']} pages: {where}{words}")


def _tells(block: dict[str, Any], figures: tuple[str, str]) -> bool:
    english = str.maketrans("০১২৩৪৫৬৭৮৯", "0123456789")
    return all(
        figure in block[side].translate(english)
        for side, figure in zip(("before", "after"), figures, strict=True)
    )


def rollback(teller: Teller, *, before: Served) -> None:
    """``before`` is what was served before the mass change."""
    teller.chapter("A rollback, and the way back")
    edited = teller.served()
    why = "the demo wants the release before"
    teller.stage.ask("sitemap_rollback", "--why", why)
    teller.expect(
        "all files are byte for byte those of the release before",
        teller.served().files == before.files,
    )
    refused = teller.stage.ask("sitemap_release")
    teller.expect(
        "the origin is pinned: a release is REFUSED (exit code 3) and says why",
        refused.exit_code == 3
        and refused.document.get("status") == "REFUSED"
        and why in f"{refused.document}",
        f"exit code {refused.exit_code}, {refused.document}",
    )
    teller.step("rollback", None, expected="3 back", release="pinned")
    release = teller.release("--unpin")
    teller.expect(
        "unpinned, all sitemap files are again what they were",
        teller.served().children == edited.children,
    )
    teller.step("unpin", None, expected="3 again", release=release)
