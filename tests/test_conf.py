"""Settings: one dict, typed, and no key that nobody reads."""

from __future__ import annotations

import ast
import inspect
import itertools
from dataclasses import fields

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import override_settings

from honest_sitemaps import conf
from honest_sitemaps.conf import Conf, get_conf, read
from honest_sitemaps.errors import ConfigurationError


def test_no_setting_is_needed_to_start():
    assert read({}) == Conf()


def test_what_the_project_says_wins():
    got = read({"ORIGIN": "https://site.test", "CAPACITY": 500})

    assert (got.ORIGIN, got.CAPACITY) == ("https://site.test", 500)


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("ORIGN", "ORIGIN"),  # a letter missing
        ("origin", "ORIGIN"),  # lower case
        ("KEEP_RELEASE", "KEEP_RELEASES"),  # singular
        ("MAX_AGE", "MAX_AGE_SECONDS"),  # no unit
    ],
)
def test_a_misspelt_key_is_refused_and_the_right_one_named(key, meant):
    with pytest.raises(ConfigurationError, match=f"Did you mean '{meant}'"):
        read({key: 1})


def test_a_key_that_is_like_no_other_is_refused_without_a_guess():
    with pytest.raises(ConfigurationError) as caught:
        read({"ZZZ": 1})

    assert "Did you mean" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("ORIGIN", None),  # None is not "not set"
        ("CAPACITY", "10000"),  # a number from the environment, not converted
        ("CAPACITY", 10_000.0),  # a float is not a count
        ("CAPACITY", True),  # True is an int for Python
        ("ROLLBACK", 1),  # … and 1 is no bool
        ("MOVE_HOLD_SHARE", "20%"),
        ("RULES", "project.rules.mine"),  # a string where a list is meant
        ("KEEP_CHANGES_DAYS", 1.5),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name(key, value):
    with pytest.raises(ConfigurationError, match=key):
        read({key: value})


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("CAPTURE_TIMEOUT_SECONDS", 5),  # an int where a float is meant
        ("RULES", ["project.rules.mine"]),  # a list where a tuple is meant
        ("RULES", ("project.rules.mine",)),
    ],
)
def test_a_value_of_a_like_kind_is_taken(key, value):
    assert getattr(read({key: value}), key) == value


@pytest.mark.parametrize("raw", [None, [], "https://site.test"])
def test_the_setting_itself_must_be_a_dict(raw):
    with pytest.raises(ConfigurationError, match="HONEST_SITEMAPS must be a dict"):
        read(raw)


def test_django_takes_the_error_for_its_own():
    with pytest.raises(ImproperlyConfigured):
        read({"NOTHING": 1})


def test_an_overridden_setting_is_seen_at_once_and_gone_afterwards():
    before = get_conf().MAX_AGE_SECONDS

    with override_settings(HONEST_SITEMAPS={"MAX_AGE_SECONDS": before + 1}):
        inside = get_conf().MAX_AGE_SECONDS

    assert (inside, get_conf().MAX_AGE_SECONDS) == (before + 1, before)


def test_every_setting_says_what_it_means():
    tree = ast.parse(inspect.getsource(conf))
    body = next(
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "Conf"
    )
    documented = {
        field.target.id
        for field, told in itertools.pairwise(body)
        if isinstance(field, ast.AnnAssign)
        and isinstance(field.target, ast.Name)
        and isinstance(told, ast.Expr)
    }

    assert documented == {field.name for field in fields(Conf)}
