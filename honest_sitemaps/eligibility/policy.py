"""What a section's URLs are judged by, and the rules that a project adds."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.utils.module_loading import import_string

from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Document, Page
from honest_sitemaps.conf import get_conf
from honest_sitemaps.eligibility.evidence import objection
from honest_sitemaps.eligibility.reasons import Reason
from honest_sitemaps.eligibility.robots import ALLOW_ALL, Robots
from honest_sitemaps.eligibility.verdict import Verdict
from honest_sitemaps.errors import ConfigurationError


class Rule(Protocol):
    """
    A project's own rule, named by dotted path in ``HONEST_SITEMAPS["RULES"]``.

    It is asked twice, after ours: before the page is fetched, with neither page nor document,
    and again with them. ``None`` is no objection; an objection before the fetch spares it.
    ``document`` is ``None`` for what is not HTML.
    """

    def __call__(
        self,
        candidate: Candidate,
        page: Page | None,
        document: Document | None,
        *,
        now: datetime,
    ) -> Verdict | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    origin: str
    """Scheme, host and port that every loc of the section must have."""

    parameters: tuple[str, ...] = ()
    """Names of the query parameters that the section's locs may have."""

    robots: Robots = ALLOW_ALL
    extra: tuple[Rule, ...] = ()
    """The project's rules, as `load_rules` returns them."""


def load_rules(paths: Sequence[str] | None = None) -> tuple[Rule, ...]:
    """
    The rules behind these dotted paths, by default those of the settings.

    Raises `ConfigurationError`, naming the path, where there is nothing to import, or what is
    there cannot be called as a `Rule`.
    """
    return tuple(map(_load, get_conf().RULES if paths is None else paths))


def _load(path: str) -> Rule:
    try:
        rule: Rule = import_string(path)
    except (ImportError, AttributeError) as error:  # AttributeError: it is no string
        raise ConfigurationError(
            f"RULES names {path!r}, which cannot be imported: {error}."
        ) from error
    if not callable(rule):
        kind = type(rule).__name__
        raise ConfigurationError(f"RULES names {path!r}, a {kind}, which cannot be called.")
    try:
        inspect.signature(rule).bind(None, None, None, now=None)
    except (TypeError, ValueError) as error:  # ValueError: a builtin that tells no signature
        raise ConfigurationError(
            f"RULES names {path!r}, which cannot be called as "
            f"rule(candidate, page, document, *, now): {error}."
        ) from error
    return rule


def ask(
    rule: Rule,
    candidate: Candidate,
    page: Page | None,
    document: Document | None,
    *,
    now: datetime,
) -> Verdict | None:
    """
    What a project's rule says, made fit to be stored.

    A reason of the project's own becomes ``WITHHELD`` with that word before the evidence: the
    stored words are ours. A rule that raises, or answers with anything but a `Verdict`, makes
    the URL ``UNREADABLE``: nothing is known about it, so the ledger keeps what it knew.
    """
    try:
        answer = rule(candidate, page, document, now=now)
    except Exception as error:
        # A project's code may raise anything, and one URL must not end a scan.
        return _failed(rule, f"raised {type(error).__name__}: {error}")
    if answer is None:
        return None
    if not isinstance(answer, Verdict):
        return _failed(rule, f"answered with a {type(answer).__name__}, not with a Verdict")
    if not answer.reason:
        return None
    if answer.reason not in Reason.values:
        seen = f"{answer.reason}: {answer.evidence}"
        return objection(Reason.WITHHELD, seen, is_stated=answer.is_stated)
    return objection(Reason(answer.reason), str(answer.evidence), is_stated=answer.is_stated)


def _failed(rule: Rule, what: str) -> Verdict:
    named = rule if hasattr(rule, "__qualname__") else type(rule)
    name = f"{named.__module__}.{named.__qualname__}"
    return objection(Reason.UNREADABLE, f"the rule {name} {what}")
