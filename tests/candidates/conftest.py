"""Rows of the small site, and a walk as a list."""

from __future__ import annotations

import uuid
from functools import partial

import pytest

from honest_sitemaps.candidates import Candidate, Source, as_source, walk
from tests.site.models import Article, Product, Seat, Word

ORIGIN = "https://example.test"


def walked(source: object, **options: object) -> list[Candidate]:
    """Every candidate that a walk over ``source`` yields."""
    given = source if isinstance(source, Source) else as_source(source)
    return list(walk(given, **{"section": "pages", "origin": ORIGIN, **options}))


def locs(source: object, **options: object) -> list[str]:
    return [candidate.loc for candidate in walked(source, **options)]


def keys(source: object, **options: object) -> list[str]:
    return [candidate.key for candidate in walked(source, **options)]


@pytest.fixture
def articles(db) -> list[Article]:
    return [Article.objects.create(title=f"Number {n}", slug=f"a{n}") for n in range(1, 8)]


@pytest.fixture
def products(db) -> list[Product]:
    ids = [uuid.UUID(int=n * 0x9E3779B97F4A7C15F39CC0605CEDC835 % 2**128) for n in range(1, 8)]
    made = [Product.objects.create(id=pk, title=str(pk)) for pk in ids]
    return sorted(made, key=lambda product: product.pk.hex)


@pytest.fixture
def words(db) -> list[Word]:
    texts = ["b", "a", "a:b", "a#2", "Zebra", "ähre", "a b"]
    return [Word.objects.create(text=text) for text in texts]


@pytest.fixture
def seats(db) -> list[Seat]:
    return [Seat.objects.create(row=row, number=n) for row in ("b", 'a"') for n in (2, 1, 10)]


@pytest.fixture
def small_chunks(monkeypatch):
    """Chunks of two rows: every walk here then crosses several."""
    monkeypatch.setattr("honest_sitemaps.candidates.rows.CHUNK_ROWS", 2)


loc_of = partial("{}{}".format, ORIGIN)
