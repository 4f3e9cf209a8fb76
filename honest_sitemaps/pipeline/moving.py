"""The ledger leaves and enters as JSON Lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from honest_sitemaps import ledger
from honest_sitemaps.errors import TransferError, UnknownSection
from honest_sitemaps.ledger import Section
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
        section = ledger.section_row(
            origin=said["origin"],
            name=said["section"],
            language=said.get("section_language", ""),
            capacity=said["capacity"],
        )
        if said.get("released") and not section.released:
            section.released = True
            section.save(update_fields=["released"])
        return section

    return ledger.import_ledger(text, section_of=section_for)


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
