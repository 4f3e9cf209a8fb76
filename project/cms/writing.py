"""Sentences in two languages, filled with the facts of a match. Same facts, same words."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

CONTENT = Path(__file__).parent / "content"

LANGUAGES = ("en", "bn")

_BENGALI_DIGITS = str.maketrans("0123456789", "০১২৩৪৫৬৭৮৯")

_TABLE_NAMES = {"en": {"a": "A", "b": "B"}, "bn": {"a": "ক", "b": "খ"}}


@cache
def read(name: str) -> dict[str, Any]:
    """One of the TOML files under ``content/``."""
    with (CONTENT / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def digits(value: object, language: str) -> str:
    """``1,204`` as this language writes it: ``১,২০৪`` in Bengali."""
    text = f"{value:,}" if isinstance(value, int) else str(value)
    return text.translate(_BENGALI_DIGITS) if language == "bn" else text


def year(value: int, language: str) -> str:
    """A year: digits without a thousands separator."""
    return digits(str(value), language)


def table_name(table: str, language: str) -> str:
    """``A``, or ``ক``: how this language numbers its groups."""
    return _TABLE_NAMES[language].get(table, table)


def sentence(name: str, *, language: str, facts: Mapping[str, str], seed: str) -> str:
    """One of the sentences of this name, always the same for the same seed."""
    patterns: Sequence[Mapping[str, str]] = read("sentences")[name]
    # Seeding by a str hashes it with SHA-512: the same on every Python and machine.
    chosen = patterns[Random(f"{name}:{seed}").randrange(len(patterns))]  # noqa: S311
    return chosen[language].format_map(facts)


def sentences(name: str, *, language: str, facts: Mapping[str, str]) -> list[str]:
    """All sentences of this name, in order."""
    return [pattern[language].format_map(facts) for pattern in read("sentences")[name]]


def text(paragraphs: Sequence[str]) -> str:
    """Paragraphs as the models store them."""
    return "\n\n".join(paragraphs)


def slug_of(title: str) -> str:
    r"""
    A slug that keeps its script: spaces become hyphens, punctuation goes.

    Django's ``slugify(allow_unicode=True)`` keeps only ``\w``, to which Bengali vowel signs
    (categories Mc and Mn) do not belong: it would break every word.
    """
    kept = (
        char if unicodedata.category(char)[0] in "LMN" else " " if char in " \u2013-:" else ""
        for char in title.lower()
    )
    return "-".join("".join(kept).split())[:90].strip("-")
