"""A key names an object, not its loc, and finds it again."""

from __future__ import annotations

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from honest_sitemaps.candidates.keys import (
    KEY_LIMIT,
    instance_key,
    is_shortened,
    pk_of,
    pks_of,
    storable,
)
from tests.site.models import Article, Essay, Product, Review, Seat, Word

PK = uuid.UUID("7f3e0f52-3d5b-4a55-9d0a-0c9bbd1c3f11")


@pytest.mark.parametrize(
    ("instance", "key"),
    [
        (Article(pk=7), "testsite.article:7"),
        (Product(pk=PK), f"testsite.product:{PK}"),
        # A text key may hold what keys are made of.
        (Word(pk="a:b#2"), "testsite.word:a:b#2"),
        # Two columns are written as JSON.
        (Seat(row='a"b', number=3), 'testsite.seat:["a\\"b", "3"]'),
        # A proxy is the model that it stands for.
        (Essay(pk=3), "testsite.article:3"),
        # A child with its own table is named by itself …
        (Review(pk=3), "testsite.review:3"),
    ],
)
def test_a_key_finds_the_primary_key_again(instance, key):
    assert instance_key(instance) == key
    found = pk_of(key, type(instance))
    assert found == (list(instance.pk) if isinstance(instance, Seat) else instance.pk)


def test_a_child_found_through_its_parent_keeps_the_parents_name():
    assert instance_key(Review(pk=3, id=3), model=Article) == "testsite.article:3"
    assert instance_key(Review(pk=3, id=3), model=Essay) == "testsite.article:3"


@pytest.mark.parametrize(
    "key",
    [
        "testsite.word:7",  # another model
        "testsite.article",  # no primary key
        "testsite.article:seven",  # none of this kind
        "testsite.article:7#/past/",
        "/articles/7/",
        "",
    ],
)
def test_a_foreign_key_names_nothing_here(key):
    assert pk_of(key, Article) is None
    assert pks_of([key, "testsite.article:3"], Article) == [3]


def test_a_key_that_fits_is_left_alone():
    key = "testsite.word:" + "x" * (KEY_LIMIT - 14)

    assert len(key) == KEY_LIMIT
    assert storable(key) == key
    assert not is_shortened(key)


def test_keys_too_long_are_cut_and_stay_different():
    one, other = ("testsite.word:" + "x" * 500 + end for end in "ab")

    assert len(storable(one)) == KEY_LIMIT
    assert storable(one).startswith("testsite.word:xxx")
    assert storable(one) != storable(other)
    assert is_shortened(storable(one))


@given(st.text(max_size=600))
def test_any_key_can_be_stored_and_storing_changes_it_once(text):
    key = storable(text)

    assert len(key) <= KEY_LIMIT
    assert "\x00" not in key
    assert key.encode().decode() == key
    assert storable(key) == key
