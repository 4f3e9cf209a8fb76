"""The ledger leaves and enters as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from honest_sitemaps import ledger, partition
from honest_sitemaps.errors import TransferError, UnknownSection
from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.pipeline.sections import section_of
from honest_sitemaps.registry import find, origin_for


def export_ledger() -> Iterator[str]:
    """Each line of the export, without its end."""
    return ledger.export_ledger()


def import_ledger(text: Iterable[str], *, label: str = "") -> int:
    """
    Write the rows of an export that the ledger does not know yet; answer how many.

    ``label`` names the section of lines that name none (a foreign ledger). All or none; raises
    `TransferError` naming the line.
    """

    def section_for(said: Mapping[str, Any], number: int) -> Section:
        if "section" not in said:
            return _registered(label, number)
        return ledger.named_section(said, number)

    return ledger.import_ledger(text, section_of=section_for, on_rows=_touch)


def _touch(section: Section, rows: Sequence[ContentState]) -> None:
    """The files in which imported rows show are stale."""
    listed = [row for row in rows if row.is_listed]
    partition.touch(section.origin, listed, {row.group for row in listed})


def _registered(label: str, number: int) -> Section:
    if not label:
        raise TransferError("names no section; say --section", line=number)
    try:
        (registration, language), *rest = find(label)
    except UnknownSection as error:
        raise TransferError(str(error), line=number) from error
    if rest:
        raise TransferError(f"{label} has several languages; name one of them", line=number)
    return section_of(registration, language, origin=origin_for(registration))
