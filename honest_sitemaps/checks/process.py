"""Whether this process and its database are fit for a scan."""

from __future__ import annotations

from typing import Any

from django.core.checks import CheckMessage, register
from django.core.checks import Warning as CheckWarning
from django.db import connections, router

from honest_sitemaps.capture import bypassing_caches, check_environment
from honest_sitemaps.checks.origins import known_origins
from honest_sitemaps.ledger import Section
from honest_sitemaps.registry import registrations


@register
def check_process(**kwargs: Any) -> list[CheckMessage]:
    """
    Whether this process renders the pages that the web server renders.

    Warnings: ``check`` also runs where nothing is scanned, a build without static files, say.
    A scan asks the same before it starts, and refuses.
    """
    return [
        CheckWarning(sentence, id="honest_sitemaps.W002")
        for origin in known_origins()
        for sentence in check_environment(origin)
    ]


@register
def check_caches(**kwargs: Any) -> list[CheckMessage]:
    """Whether every cache of the project is one that a capture can keep out of its way."""
    return [
        CheckWarning(sentence, id="honest_sitemaps.W009")
        for sentence in (bypassing_caches() if registrations() else ())
    ]


@register
def check_sqlite(**kwargs: Any) -> list[CheckMessage]:
    """
    SQLite turns down a transaction that reads first and writes later while another one
    writes, at once and without waiting for the timeout. IMMEDIATE waits.
    """
    alias = router.db_for_write(Section)
    database = connections[alias].settings_dict
    if connections[alias].vendor != "sqlite" or _is_in_memory(str(database["NAME"])):
        return []
    if database["OPTIONS"].get("transaction_mode") in {"IMMEDIATE", "EXCLUSIVE"}:
        return []
    told = f"The SQLite database {alias!r} begins transactions DEFERRED."
    hint = (
        f"A scan and a visitor who writes then fail with 'database is locked'. Set "
        f"DATABASES[{alias!r}]['OPTIONS']['transaction_mode'] = 'IMMEDIATE'."
    )
    return [CheckWarning(told, hint=hint, id="honest_sitemaps.W005")]


def _is_in_memory(name: str) -> bool:
    return name == ":memory:" or "mode=memory" in name
