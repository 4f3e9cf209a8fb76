"""How files are called: ``<section>[-<language>]-<n>.xml``; the index, ``sitemap.xml``."""

from __future__ import annotations

from honest_sitemaps.ledger import Section

INDEX_NAME = "sitemap.xml"
"""Never the name of a section's file: those end in a hyphen and a number."""


def file_stem(section: Section) -> str:
    """
    What the names of a section's files begin with: its label.

    The ``@`` of a language variant such as ``sr@latin`` becomes ``_``: it would have to be
    encoded in a URL, and then one file has two spellings.
    """
    return section.label.replace("@", "_")


def file_name(section: Section, number: int) -> str:
    """The name of a section's file; ``number`` counts from 1."""
    return f"{file_stem(section)}-{number}.xml"


def section_files(section: Section, names: set[str]) -> set[str]:
    """Those of ``names`` that are files of this section, of whatever number."""
    head = f"{file_stem(section)}-"
    return {
        name
        for name in names
        if name.startswith(head) and name[len(head) :].removesuffix(".xml").isdecimal()
    }
