"""
The story, chapter by chapter. Each sentence that it prints as ``ok`` was checked.

What moved is read twice: from what the commands answer, and from the files a crawler gets.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from wagtail.contrib.sitemaps import Sitemap
from wagtail.models import Site

from honest_sitemaps.models import ContentState, LookMark
from project.magazine.odd import LEAKS, ODD
from project.magazine.story import editing
from project.story.served import Served, moved
from project.story.stage import Answer
from project.story.telling import Teller, moves_of, shortened

EDITED = "/en/articles/the-light-of-vennholm/"
RESTRICTED = "/en/people/"
MISSING = "/en/phone-list-copy/"
LISTS = ["/en/", "/en/articles/"]
WITHHELD = "/en/shop/lantern/"

SECONDS = 10.0
"""From publish to the live file, at most. A worker that waits for marks adds nothing to it."""


def tell(teller: Teller) -> None:
    """All chapters in order. Raises `StageError` if something cannot be run at all."""
    what_is_listed(teller)
    what_moves_nothing(teller)
    what_moves(teller)
    why_it_is_missing(teller)
    by_hand(teller)
    a_held_scan(teller)


# 1


def what_is_listed(teller: Teller) -> None:
    teller.chapter("A Wagtail site: what is listed, and what not")
    stage: Any = teller.stage
    with teller.waiting("making the tables"):
        stage.clear()
        stage.migrate()
    with teller.waiting("writing the magazine"):
        stage.build()
    scan = teller.scan()
    _expect_reasons(teller, scan)
    release = teller.release()
    served = teller.served()
    listed = scan.document.get("listed")
    teller.expect(
        f"{len(served.dates)} pages are served in {len(served.children)} files",
        len(served.dates) == listed,
        f"{listed} are listed",
    )
    _expect_no_leak(teller, served)
    _expect_alternates(teller, served)
    teller.step("first scan", scan, expected="all are new", release=release)


def _expect_reasons(teller: Teller, scan: Answer) -> None:
    listed = scan.document.get("listed", 0)
    excluded: dict[str, int] = scan.document.get("excluded", {})
    teller.expect(
        f"{scan.document.get('candidates')} candidates are {listed} listed and "
        f"{sum(excluded.values())} excluded: nothing is dropped in silence",
        scan.document.get("candidates")
        == listed + sum(excluded.values())
        == ContentState.objects.count(),
        f"{scan.document}",
    )
    due = {f"{settings.ORIGIN}{odd.path}": odd.reason for odd in ODD}
    rows = ContentState.objects.exclude(reason="").order_by("reason", "pk")
    stored = {row.loc: row.reason for row in rows}
    wrong = {loc: (due.get(loc), stored.get(loc)) for loc, _ in due.items() ^ stored.items()}
    teller.expect(
        f"each of the {len(due)} excluded pages has the one reason that is due to it",
        not wrong,
        f"due and stored: {wrong}",
    )
    told: set[str] = set()
    for row in rows:
        if row.reason not in told:
            evidence = shortened(row.evidence, 72)
            teller.printer.line(
                f"       {excluded.get(row.reason):>2} {row.reason:<14} {evidence}"
            )
        told.add(row.reason)


def _expect_no_leak(teller: Teller, served: Served) -> None:
    """What nobody may read yet is in no file, though Wagtail's own class would list some."""
    leaks = {f"{settings.ORIGIN}{odd.path}" for odd in LEAKS}
    everything = b"".join(served.files.values()).decode()
    seen = [loc for loc in leaks if loc in everything]
    teller.expect(
        f"none of the {len(leaks)} private or unpublished pages is in a file",
        not seen,
        f"{seen}",
    )
    site = Site.objects.get()
    theirs = {page.full_url for page in _wagtails_own(site)}
    for loc in sorted(leaks & theirs):
        teller.printer.line(f"       wagtail.contrib.sitemaps would list {_path(loc)}")


def _wagtails_own(site: Site) -> Any:
    own = Sitemap()
    own.get_wagtail_site = lambda: site
    return own.items()


def _expect_alternates(teller: Teller, served: Served) -> None:
    text = b"".join(served.children.values()).decode()
    english, german = (text.count(f'hreflang="{code}"') for code in ("en", "de"))
    default = text.count('hreflang="x-default"')
    teller.expect(
        f"{german} entries name their German page, as many their English one and x-default",
        0 < english == german == default,
        f"en {english}, de {german}, x-default {default}",
    )


# 2


def what_moves_nothing(teller: Teller) -> None:
    teller.chapter("What moves no date, though Wagtail saves and publishes")
    before = teller.served()
    with teller.waiting("publishing everything anew"):
        count = editing.republish_everything()
    _expect_nothing(teller, before, f"{count} pages published anew, unedited")
    editing.draft(EDITED)
    _expect_nothing(teller, before, "a draft saved")
    editing.reorder()
    _expect_nothing(teller, before, "an event moved behind the others in the tree")
    editing.footers()
    _expect_nothing(teller, before, "the footer of every page edited")
    editing.publish_and_think_again("A boat that was never there")
    marks = LookMark.objects.count()
    teller.expect("a transaction that is rolled back leaves no mark", marks == 0, f"{marks}")
    scan = teller.scan()
    teller.expect_moves(scan, {}, "and a sweep over everything finds no move")
    teller.expect_unchanged(before)
    teller.step("no edit, 5 saves", scan, expected="0", release="unchanged")


def _expect_nothing(teller: Teller, before: Served, what: str) -> None:
    marks = LookMark.objects.count()
    answer = _look(teller)
    seen = moves_of(answer)
    teller.expect(f"{what}: {marks} marks, 0 dates move", not seen, f"{seen}")


def _look(teller: Teller) -> Answer:
    """What a worker does within seconds: look at what somebody saved."""
    with teller.waiting("looking at the marks"):
        answer: Answer = teller.stage.ask("sitemap_scan", "--marks", "--trigger", "demo")
    left = LookMark.objects.count()
    if left:
        teller.expect("every mark was looked at", False, f"{left} are left")
    return answer


def what_moves(teller: Teller) -> None:
    teller.chapter("What moves a date: content, wherever it is kept")
    before = teller.served()
    paths = editing.topic()
    look = _look(teller)
    teller.expect_moves(
        look, {"CHANGED": len(paths)}, f"one topic edited, and {len(paths)} pages show it"
    )
    release = teller.release()
    after = teller.served()
    teller.expect_moved(before, after, paths)
    teller.step("one topic", look, expected=f"{len(paths)}", release=release)
    _publish(teller)
    _restrict(teller)


def _publish(teller: Teller) -> None:
    before = teller.served()
    started = time.monotonic()
    path = editing.publish_new("A boat without an owner")
    look = _look(teller)
    release = teller.release()
    after = teller.served()
    seconds = time.monotonic() - started
    locs = [_path(loc) for loc in moved(before, after)]
    is_in = path in map(_path, after.dates)
    teller.expect(
        f"a new article is in the live file {seconds:.1f} s after it was published",
        is_in and seconds <= SECONDS,
        f"in the file: {is_in}, {seconds:.1f} s",
    )
    lists = sorted(set(locs) - {path})
    teller.expect(
        f"with it moved the pages that list it, and no others: {', '.join(lists)}",
        lists == LISTS,
        f"due: {LISTS}",
    )
    teller.expect_moves(teller.scan(), {}, "the sweep after it finds nothing more")
    teller.step("one new article", look, expected="1 and 2 lists", release=release)


def _path(loc: str) -> str:
    return urlsplit(loc).path


def _restrict(teller: Teller) -> None:
    """Nine pages leave as soon as an editor asks for a login, and come back as they were."""
    before = teller.served()
    started = time.monotonic()
    paths = editing.ask_for_login(RESTRICTED)
    look = _look(teller)
    teller.release()
    gone = set(before.dates) - set(teller.served().dates)
    seconds = time.monotonic() - started
    teller.expect(
        f"a login asked for at {RESTRICTED}: {len(paths)} pages leave in {seconds:.1f} s",
        sorted(map(_path, gone)) == paths and seconds <= SECONDS,
        f"{sorted(map(_path, gone))}, {seconds:.1f} s",
    )
    editing.ask_for_no_login(RESTRICTED)
    _look(teller)
    release = teller.release()
    teller.expect(
        "open again: all are back, with the dates they had",
        teller.served().dates == before.dates,
    )
    teller.step("a login, and none", look, expected="0", release=release)


# 3


def why_it_is_missing(teller: Teller) -> None:
    teller.chapter("Why is this page missing?")
    answer = teller.stage.ask("sitemap_explain", MISSING)
    document = answer.document
    teller.expect(
        f"sitemap_explain {MISSING} says: {document.get('reason')}",
        document.get("reason") == "PRIVATE" and not document.get("listed"),
        f"{document}",
    )
    for key in ("headline", "remedy", "evidence"):
        teller.printer.line(f"       {document.get(key)}")
    questions = [step["question"] for step in document.get("steps", [])]
    teller.expect(f"it answers {len(questions)} questions on the way", len(questions) >= 5)


def by_hand(teller: Teller) -> None:
    teller.chapter("Withheld by hand, and listed again")
    before = teller.served()
    loc = f"{settings.ORIGIN}{WITHHELD}"
    why = "recalled: the handle comes off"
    _override(teller, WITHHELD, "withhold", why=why)
    teller.release()
    without = teller.served()
    teller.expect(f"{WITHHELD} is in no file any more", loc not in without.dates)
    row = ContentState.objects.get(loc=loc)
    teller.expect(
        "the row says so, and why",
        row.reason == "WITHHELD" and why in (row.override_why, row.evidence),
        f"{row.reason}, {row.override_why}, {row.evidence}",
    )
    _override(teller, WITHHELD, "list", why="the new handles are in")
    _look(teller)
    teller.release()
    after = teller.served()
    teller.expect(
        f"listed again, with the date it had: {before.dates.get(loc) or 'none'}",
        loc in after.dates and after.dates[loc] == before.dates[loc],
        f"{after.dates.get(loc)}",
    )
    changes = teller.stage.ask("sitemap_explain", WITHHELD, "--stored").document["changes"]
    said = [change["why"] for change in changes if change.get("why")]
    teller.expect("both are in its history, with who and why", len(said) >= 2, f"{said}")
    teller.step("withheld, listed", None, expected="0", release="two")


def _override(teller: Teller, loc: str, act: str, *, why: str) -> None:
    answer = teller.stage.ask("sitemap_override", loc, act, "--why", why)
    teller.expect(f"sitemap_override {loc} {act}", answer.exit_code == 0, f"{answer.document}")


def a_held_scan(teller: Teller) -> None:
    teller.chapter("A figure on every article changes at once, and one page is edited")
    before = teller.served()
    old, new = editing.members_join(7)
    editing.one_paragraph("/en/about/")
    scan = teller.scan()
    teller.expect(
        "the scan is HELD (exit code 3)",
        scan.document.get("status") == "HELD" and scan.exit_code == 3,
        f"{scan.document.get('status')}, exit code {scan.exit_code}",
    )
    held = teller.stage.ask("sitemap_holds", "list").document.get("held", [])
    moves: Counter[str] = Counter()
    for one in held:
        blocks = (one.get("cause") or {}).get("blocks", [])
        named = [block for block in blocks if old in block["before"] and new in block["after"]]
        teller.expect(f"{one['section']} names the cause", bool(named), f"{one}")
        for block in named:
            teller.printer.line(
                f"       {block['pages']} pages: {block.get('path') or ''} "
                f"{block['before']} → {block['after']}"
            )
        with teller.waiting(f"re-basing {one['section']}"):
            why = "a figure is no content"
            answer = teller.stage.ask("sitemap_holds", "rebase", one["section"], "--why", why)
        moves.update(moves_of(answer))
    teller.expect(
        "re-based: the one edited page moves", moves["CHANGED"] == 1, f"{dict(moves)}"
    )
    release = teller.release()
    teller.expect_moved(before, teller.served(), ["/en/about/"])
    teller.step("figure + 1 edit", scan, expected="1", release=release)
