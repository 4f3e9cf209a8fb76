"""``sitemap_override``: what a person decides about one URL."""

from __future__ import annotations

import getpass
import os
from argparse import ArgumentParser
from datetime import date, datetime
from typing import Any

from django.core.management.base import CommandError
from django.utils.dateparse import parse_date, parse_datetime

from honest_sitemaps import pipeline, verify
from honest_sitemaps.clock import utc_now
from honest_sitemaps.ledger import ContentChange, ContentState
from honest_sitemaps.loc import LOC_LIMIT
from honest_sitemaps.management.command import (
    COULD_NOT_RUN,
    DONE,
    WHY_LIMIT,
    SitemapCommand,
    text_of,
)

BY_LIMIT = 150

ACTIONS = {
    "withhold": pipeline.withhold,
    "list": pipeline.list_again,
    "clear": pipeline.clear_date,
}


class Command(SitemapCommand):
    help = "Withhold a URL, list it again, set its date by hand or clear that date."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "loc",
            type=text_of(LOC_LIMIT),
            metavar="LOC",
            help="absolute, or a path of the site",
        )
        parser.add_argument("action", choices=["withhold", "list", "date", "clear"])
        parser.add_argument(
            "date",
            nargs="?",
            default="",
            metavar="DATE",
            help="with date: 2026-03-01 or 2026-03-01T12:00:00+00:00",
        )
        parser.add_argument(
            "--why", type=text_of(WHY_LIMIT), default="", help="kept with the URL; required"
        )
        parser.add_argument(
            "--by",
            type=text_of(BY_LIMIT),
            default="",
            help="who decided; default: the user of this process",
        )
        parser.add_argument(
            "--section", default="", help="whose URL, where several sections name it"
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        action, why = options["action"], options["why"].strip()
        if not why:
            raise CommandError(
                f'Say why: sitemap_override LOC {action} --why "…"', returncode=COULD_NOT_RUN
            )
        if bool(options["date"]) != (action == "date"):
            raise CommandError(
                'A date goes with date: sitemap_override LOC date 2026-03-01 --why "…"',
                returncode=COULD_NOT_RUN,
            )
        by, now = options["by"].strip() or user_name(), utc_now()
        moment = _date(options["date"]) if action == "date" else None
        state = pipeline.state_of(options["loc"], section=options["section"])
        if moment is not None:
            change = pipeline.set_date(state, date=moment, why=why, by=by, now=now)
        else:
            change = ACTIONS[action](state, why=why, by=by, now=now)
        return document_of(state, change, action), DONE

    def show(self, document: dict[str, Any]) -> None:
        said = f", {document['evidence']}" if document["evidence"] else ""
        verdict = "listed" if document["listed"] else document["reason"]
        self.stdout.write(f"{document['loc']}: {verdict}{said}")
        self.stdout.write(f"  lastmod {document['lastmod'] or 'unknown'}")
        self.stdout.write(f"  {document['action']} by {document['by']}: {document['why']}")
        self.stdout.write(f"  {document['next']}")


def document_of(state: ContentState, change: ContentChange, action: str) -> dict[str, Any]:
    """What the row is now, and what brings it before the public."""
    file = verify.file_of(state)
    return {
        "loc": state.loc,
        "section": state.section.label,
        "key": state.key,
        "action": action,
        "by": change.after["by"],
        "why": change.after["why"],
        "listed": state.is_listed,
        "reason": state.reason,
        "evidence": state.evidence,
        "override": state.override,
        "lastmod": state.lastmod.isoformat() if state.lastmod else None,
        "lastmod_before": change.before
        and (change.before["updated_at"] or change.before["published_at"]),
        "file": file or None,
        "next": _next(state, action, file),
    }


def user_name() -> str:
    """The user of this process; its number in a container that knows no name for it."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"uid {os.getuid()}"


def _date(text: str) -> date | datetime:
    try:
        found = parse_date(text) or parse_datetime(text)
    except ValueError:  # the shape of a date, but no such day
        found = None
    if found is None:
        raise CommandError(
            f"{text!r} is no date. Write 2026-03-01 or 2026-03-01T12:00:00+00:00.",
            returncode=COULD_NOT_RUN,
        )
    return found


def _next(state: ContentState, action: str, file: str) -> str:
    if action == "list":
        return (
            "It waits for a look: the next sweep, a worker, or sitemap_scan --marks lists it, "
            "or says why not."
        )
    if not file:
        return "It was never listed, so no file changes."
    if action == "withhold":
        return f"The next sitemap_release takes it out of {file}."
    if not state.is_listed:
        return "It is not listed, so no file shows the date now."
    return f"The next sitemap_release shows the date in {file}."
