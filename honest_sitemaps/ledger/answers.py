"""
What a person answers to a held scan in a web request, kept until a process carries it out.

Answering may render every page of the section, so a request stores the answer and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.dateparse import parse_datetime

from honest_sitemaps.errors import NothingHeld
from honest_sitemaps.ledger.models import Scan
from honest_sitemaps.ledger.scans import SILENCE, owner

ANSWERS = ("accept", "rebase", "discard")


def put_answer(
    scan: Scan, *, how: str, why: str, by: str, noise: Sequence[str] = (), now: datetime
) -> None:
    """
    Keep the answer with the scan, in place of an earlier one. Raises `NothingHeld` if the scan
    no longer waits, and `ValueError` for another word than those of `ANSWERS`.
    """
    if how not in ANSWERS:
        raise ValueError(f"{how!r} is none of {', '.join(ANSWERS)}.")
    said = {"how": how, "why": why, "by": by, "noise": list(noise), "at": now.isoformat()}
    held = Scan.objects.filter(pk=scan.pk, status=Scan.Status.HELD)
    if not held.update(answer=said):
        raise NothingHeld(scan.section.label)
    scan.answer = said


def answered_scans(*, now: datetime) -> list[Scan]:
    """Held scans whose answer nobody carries out yet, oldest first."""
    held = Scan.objects.filter(status=Scan.Status.HELD, answer__isnull=False)
    return [
        scan
        for scan in held.select_related("section").order_by("pk")
        if _is_waiting(scan, now=now)
    ]


def take_answer(scan: Scan, *, now: datetime) -> bool:
    """Make this process the one that carries the answer out; one of any number gets it."""
    begun = {**(scan.answer or {}), "begun_at": now.isoformat()}
    mine = Scan.objects.filter(pk=scan.pk, status=Scan.Status.HELD, beat_at=scan.beat_at)
    if not mine.update(answer=begun, owner=owner(), beat_at=now):
        return False
    scan.answer, scan.beat_at = begun, now
    return True


def refuse_answer(scan: Scan, *, error: str) -> None:
    """Keep why the answer could not be carried out. The scan waits for another one."""
    answer = {name: said for name, said in (scan.answer or {}).items() if name != "begun_at"}
    held = Scan.objects.filter(pk=scan.pk, status=Scan.Status.HELD)
    held.update(answer={**answer, "error": error})


def _is_waiting(scan: Scan, *, now: datetime) -> bool:
    answer: dict[str, Any] = scan.answer or {}
    if "error" in answer:
        return False
    begun_at = parse_datetime(answer.get("begun_at") or "")
    # Whoever began shows life in the scan itself.
    return begun_at is None or now - max(begun_at, scan.beat_at or begun_at) > SILENCE
