"""The project's own rules: how they are found, asked, and contained."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import override_settings

from honest_sitemaps.eligibility import ALLOW_ALL, Policy, Reason, Verdict, load_rules
from honest_sitemaps.eligibility.policy import ask
from honest_sitemaps.errors import ConfigurationError
from tests.eligibility.given import NOW, ORIGIN, candidate, page

HERE = "tests.eligibility.test_policy"


def embargoed(candidate, page, document, *, now):
    return Verdict(Reason.NOT_LIVE, f"embargoed at {now.year}")


def silent(candidate, page, document, *, now):
    return None


def old_fashioned(candidate, page):
    return None


class Shop:
    """A rule with state of its own."""

    def __call__(self, candidate, page, document, *, now):
        raise KeyError("price")

    @staticmethod
    def closed(candidate, page, document, *, now):
        raise ValueError("closed\x07")


shop = Shop()
half = partial(embargoed)
not_a_rule = "a string"


def answering(answer):
    return lambda candidate, page, document, *, now: answer


def test_rules_are_loaded_in_their_order():
    assert load_rules([f"{HERE}.silent", f"{HERE}.embargoed"]) == (silent, embargoed)
    assert load_rules([f"{HERE}.shop", f"{HERE}.half"]) == (shop, half)
    assert load_rules([]) == ()


def test_the_settings_name_the_rules():
    with override_settings(HONEST_SITEMAPS={"RULES": [f"{HERE}.silent"]}):
        assert load_rules() == (silent,)

    assert load_rules() == ()


@pytest.mark.parametrize(
    ("path", "why"),
    [
        # nothing there
        ("no_such_module.rule", "No module named 'no_such_module'"),
        (f"{HERE}.missing", 'does not define a "missing"'),
        ("rule", "doesn't look like a module path"),
        ("", "doesn't look like a module path"),
        (7, "cannot be imported"),
        # something else there
        (f"{HERE}.not_a_rule", "a str, which cannot be called"),
        (f"{HERE}.old_fashioned", "rule(candidate, page, document, *, now)"),
        ("builtins.int", "rule(candidate, page, document, *, now)"),
        ("builtins.print", "cannot be called as"),
        ("builtins.type", "cannot be called as"),
    ],
)
def test_a_rule_that_cannot_be_used_is_named(path, why):
    with pytest.raises(ConfigurationError) as caught:
        load_rules([path])

    assert repr(path) in str(caught.value)
    assert why in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        # no objection
        (None, None),
        (Verdict(), None),
        # a verdict of ours, as it is
        (Verdict(Reason.WITHHELD, "sold out"), Verdict(Reason.WITHHELD, "sold out")),
        (Verdict(Reason.PRIVATE, "x", True), Verdict(Reason.PRIVATE, "x", True)),
        # a word of ours as text
        (Verdict("PRIVATE", "x"), Verdict(Reason.PRIVATE, "x")),
        # a word of its own is kept as evidence
        (Verdict("SOLD_OUT", "stock 0"), Verdict(Reason.WITHHELD, "SOLD_OUT: stock 0")),
        (
            Verdict("SOLD_OUT", "stock 0", True),
            Verdict(Reason.WITHHELD, "SOLD_OUT: stock 0", True),
        ),
        # evidence is made fit
        (Verdict(Reason.PRIVATE, " a\nb "), Verdict(Reason.PRIVATE, "a b")),
        (Verdict(Reason.PRIVATE, 7), Verdict(Reason.PRIVATE, "7")),
    ],
)
def test_the_answer_of_a_rule_is_made_fit_to_be_stored(answer, verdict):
    assert ask(answering(answer), candidate(), page(), None, now=NOW) == verdict


@pytest.mark.parametrize(
    ("rule", "evidence"),
    [
        (Shop.closed, f"the rule {HERE}.Shop.closed raised ValueError: closed\\x07"),
        (shop, f"the rule {HERE}.Shop raised KeyError: 'price'"),
        (
            answering(True),
            f"the rule {HERE}.answering.<locals>.<lambda> answered with a bool, "
            "not with a Verdict",
        ),
    ],
)
def test_a_rule_that_fails_says_nothing_about_the_page(rule, evidence):
    verdict = ask(rule, candidate(), page(), None, now=NOW)

    assert verdict == Verdict(Reason.UNREADABLE, evidence)


def test_a_rule_is_asked_with_all_it_may_need():
    heard = []

    def rule(candidate, page, document, *, now):
        heard.append((candidate, page, document, now))

    ask(rule, candidate(), page(), None, now=NOW)

    assert heard == [(candidate(), page(), None, NOW)]


def test_a_policy_allows_crawling_and_no_parameters():
    policy = Policy(origin=ORIGIN)

    assert (policy.parameters, policy.robots, policy.extra) == ((), ALLOW_ALL, ())
