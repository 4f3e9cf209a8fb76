"""What was registered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.core.checks import Warning as CheckWarning

from honest_sitemaps.candidates import Source
from honest_sitemaps.errors import ConfigurationError
from honest_sitemaps.fingerprint import Rules
from honest_sitemaps.registry import colliding_names, registrations


@register
def check_sections(**kwargs: Any) -> list[CheckMessage]:
    """Two sections write no file both, and every selector can be used."""
    files = [Error(sentence, id="honest_sitemaps.E006") for sentence in colliding_names()]
    return [*files, *_selectors()]


@register(Tags.database)
def check_orders(*, databases: Any = None, **kwargs: Any) -> list[CheckMessage]:
    """
    Whether two walks of a source agree on their order: a walk that was cut off is taken up
    behind the last key it has seen.
    """
    if not databases:
        return []
    faults = [(one.name, _order_fault(one.source)) for one in registrations()]
    hint = "Order it by what stays: the primary key, a date and the primary key."
    return [
        CheckWarning(f"{name}: {why}.", hint=hint, id="honest_sitemaps.W008")
        for name, why in faults
        if why
    ]


def _order_fault(source: Source) -> str:
    try:
        return source.order_fault()
    except Exception:  # items() may raise anything, before the first migrate above all
        return ""


def _selectors() -> Iterator[CheckMessage]:
    for section in registrations():
        try:
            Rules(content=section.content, noise=section.noise).check()
        except ConfigurationError as error:
            yield Error(f"{section.name}: {error}", id="honest_sitemaps.E010")
