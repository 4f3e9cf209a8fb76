"""Sentences in two languages, filled with the facts of a place. Same facts, same words."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.html import format_html_join
from django.utils.text import slugify

CONTENT = Path(__file__).parent / "content"

LANGUAGES = ("en", "de")

THEMES = ("light", "tide", "craft", "walk")
"""What is written of each place."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "å": "a"})


@cache
def read(name: str) -> dict[str, Any]:
    """One of the TOML files under ``content/``."""
    with (CONTENT / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def words(language: str) -> dict[str, str]:
    """The words of the templates."""
    said: dict[str, str] = read("site")["words"][language]
    return said


def facts_of(place: Mapping[str, Any], language: str) -> dict[str, str]:
    """What is true of a place, as this language says it."""
    plain = {name: f"{value}" for name, value in place.items() if name not in LANGUAGES}
    return plain | place[language]


def piece(name: str, *, place: Mapping[str, Any], language: str) -> dict[str, str]:
    """``title``, ``lead`` and ``body`` of one article or event."""
    pattern = read("pieces")[name][language]
    facts = facts_of(place, language)
    return {
        "title": pattern["title"].format_map(facts),
        "lead": pattern["lead"].format_map(facts),
        "body": paragraphs([line.format_map(facts) for line in pattern["body"]]),
    }


def paragraphs(lines: Sequence[str]) -> str:
    """Rich text of these lines."""
    return format_html_join("", "<p>{}</p>", ((line,) for line in lines))


def slug_of(title: str) -> str:
    """A slug in ASCII, umlauts spelled out."""
    return slugify(title.lower().translate(_UMLAUTS))[:80].strip("-")
