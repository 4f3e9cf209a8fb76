"""
The pages that a sitemap must not list, one entry each, with the reason that is due.

They are ordinary articles with something about them. `project.cms.demo` and the tests compare
what a scan stored with the reasons here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd:
    reason: str
    """The `honest_sitemaps.eligibility.Reason` that a scan must store."""

    title: str
    language: str = "en"
    kind: str = "features"
    slug: str | None = None
    """``None``: made from the title."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    """Fields of `Article`, beside words and dates."""

    days: int = -20
    """Published so many days after now."""

    expires_days: int | None = None


ODD = (
    Odd(
        reason="NOT_LIVE",
        title="A draft about the smell of new nets",
        fields={"is_draft": True},
    ),
    Odd(reason="NOT_LIVE", title="Notes for a piece on away fans", fields={"is_draft": True}),
    Odd(
        reason="NOT_LIVE",
        title="অ্যাওয়ে সমর্থকদের নিয়ে লেখার খসড়া",
        language="bn",
        fields={"is_draft": True},
    ),
    Odd(reason="NOT_LIVE", title="What the final will teach us", days=30),
    Odd(reason="NOT_LIVE", title="ফাইনাল আমাদের কী শেখাবে", language="bn", days=30),
    Odd(reason="NOT_LIVE", title="Line-ups for round seven", kind="news", days=2),
    Odd(
        reason="NOT_LIVE",
        title="A result nobody has checked",
        kind="news",
        fields={"is_draft": True},
    ),
    Odd(reason="PRIVATE", title="Supporters' club minutes", fields={"is_public": False}),
    Odd(reason="PRIVATE", title="Phone list of the desk", fields={"is_public": False}),
    Odd(
        reason="PRIVATE",
        title="সমর্থকগোষ্ঠীর সভার কার্যবিবরণী",
        language="bn",
        fields={"is_public": False},
    ),
    Odd(reason="PRIVATE", title="The boot room, for members", fields={"status": 403}),
    Odd(reason="EXPIRED", title="Win two tickets for round one", expires_days=-10),
    Odd(reason="EXPIRED", title="প্রথম রাউন্ডের দুটি টিকিট জিতুন", language="bn", expires_days=-10),
    Odd(
        reason="EXPIRED",
        title="Traffic on the day of round two",
        kind="news",
        expires_days=-15,
    ),
    Odd(
        reason="EXPIRED",
        title="The winter raffle",
        fields={"robots": "unavailable_after: 2025-03-01"},
    ),
    Odd(reason="NOINDEX", title="Thank you for your message", fields={"noindex": True}),
    Odd(
        reason="NOINDEX",
        title="আপনার বার্তার জন্য ধন্যবাদ",
        language="bn",
        kind="news",
        fields={"noindex": True},
    ),
    Odd(
        reason="NOINDEX", title="Style guide of the desk", fields={"robots": "noindex, follow"}
    ),
    Odd(reason="NOINDEX", title="ডেস্কের লেখার নিয়ম", language="bn", fields={"robots": "none"}),
    Odd(
        reason="NOINDEX", title="Printable season poster", fields={"robots_header": "noindex"}
    ),
    Odd(reason="REDIRECT", title="The old tables page", fields={"moved_to": "/en/tables/a/"}),
    Odd(
        reason="REDIRECT",
        title="পুরোনো টেবিল পাতা",
        language="bn",
        fields={"moved_to": "/bn/tables/a/"},
    ),
    Odd(
        reason="REDIRECT",
        title="Your season ticket",
        fields={"moved_to": "/accounts/login/?next=/en/features/your-season-ticket/"},
    ),
    Odd(
        reason="NON_CANONICAL",
        title="Print version of the rules",
        fields={"preferred": "/en/rules/"},
    ),
    Odd(
        reason="NON_CANONICAL",
        title="নিয়মের ছাপার সংস্করণ",
        language="bn",
        fields={"preferred": "/bn/rules/"},
    ),
    Odd(reason="NOT_FOUND", title="A club that left the cup", fields={"status": 404}),
    Odd(reason="GONE", title="An interview withdrawn by the club", fields={"status": 410}),
    Odd(reason="GONE", title="A report that was wrong", kind="news", fields={"status": 410}),
    Odd(reason="UNREADABLE", title="Live ticker", fields={"status": 503}),
    Odd(reason="MALFORMED", title="An article without a slug", slug=""),
    Odd(
        reason="MALFORMED",
        title="Our friends write",
        fields={"link": "https://friends.example/delta-cup/"},
    ),
    Odd(
        reason="PARAMETER_VARIANT",
        title="Round three by goals",
        fields={"link": "/en/fixtures/3/?sort=goals"},
    ),
    Odd(
        reason="DUPLICATE",
        title="Read our season preview first",
        kind="news",
        fields={"link": "/en/features/dhaka-lanterns-before-the-season-what-dhaka-expects/"},
    ),
)


def dates_of(odd: Odd, *, now: datetime) -> dict[str, datetime | None]:
    """``published_at`` and ``expires_at``; a draft has neither."""
    if odd.fields.get("is_draft"):
        return {"published_at": None, "expires_at": None}
    expires = None if odd.expires_days is None else now + timedelta(days=odd.expires_days)
    return {"published_at": now + timedelta(days=odd.days), "expires_at": expires}
