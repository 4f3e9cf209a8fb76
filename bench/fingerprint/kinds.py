"""A pair of pages to judge, and the table of the mutators that make pairs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from bench.fingerprint.pages import Page

LOC = "https://www.example.com/guide/opening-hours/"

NOISE = "noise"
CHANGE = "change"

BARS = {
    "universal": 0.0,
    "furniture": 0.02,
    "declared": 0.0,
    "plain": 0.0,
    "easily lost": 0.01,
    "hostile": 0.0,
}
"""Highest share of wrong answers by class: false moves of noise, missed changes of change."""

Made = tuple[str, str] | None
"""Before and after; None where the page has nothing to mutate so."""


@dataclass(frozen=True)
class Mutator:
    make: Callable[[Page, Random], Made]
    label: str
    kind: str
    """A key of `BARS`."""

    @property
    def name(self) -> str:
        return self.make.__name__


MUTATORS: list[Mutator] = []

IGNORED = ("[data-bench-noise]", ".bench-declared-noise")
"""Selectors that a site of the bench declares as noise."""


def makes(label: str, kind: str) -> Callable[[Callable[[Page, Random], Made]], object]:
    def register(make: Callable[[Page, Random], Made]) -> Callable[[Page, Random], Made]:
        MUTATORS.append(Mutator(make, label, kind))
        return make

    return register
