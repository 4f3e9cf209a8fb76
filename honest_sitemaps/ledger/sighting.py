"""The values that the ledger judges: what is known of a URL, and what a scan saw of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from honest_sitemaps.candidates import Candidate
from honest_sitemaps.eligibility import Reason, Verdict
from honest_sitemaps.fingerprint import Fingerprint


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One ledger row without its database. Times are aware."""

    published_at: datetime | None = None
    published_precision: str = "second"
    updated_at: datetime | None = None
    fingerprint: Fingerprint | None = None
    reason: Reason | None = None
    was_listed: bool = False
    """Whether it was ever listed; it then owns a slot."""

    is_unstable: bool = False
    unreadable_sightings: int = 0
    unreadable_since: datetime | None = None
    is_dated_by_hand: bool = False
    """Whether a person set its date, which stands until the content moves."""

    @property
    def is_listed(self) -> bool:
        return self.reason is None

    @property
    def lastmod(self) -> datetime | None:
        """The date that sitemap, page and JSON-LD all show; ``None`` where none is known."""
        return self.updated_at or self.published_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What source and page say besides the content. Copied to the row as they are."""

    loc: str = ""
    group: str = ""
    canonical: str = ""
    evidence: str = ""
    http_status: int | None = None
    due_at: datetime | None = None
    images: tuple[str, ...] = ()
    videos: tuple[Mapping[str, Any], ...] = ()
    news: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """What one scan saw of one URL."""

    seen_at: datetime
    key: str = ""
    language: str = ""
    facts: Facts = field(default_factory=Facts)
    reason: Reason | None = None
    is_stated: bool = False
    """Whether the source itself said so, before any page was fetched."""

    fingerprint: Fingerprint | None = None
    published_at: datetime | None = None
    """The source's date of first publication."""

    published_precision: str = "second"
    is_confirmed: bool = False
    """Whether a second visitor saw the same."""

    is_unstable: bool = False
    """Whether a second visitor saw another content at the same moment."""

    is_rebase: bool = False
    """Whether a person said that this difference is no edit."""

    is_ruled_change: bool = False
    """Whether it was judged an edit under the rules of the row's fingerprint, though it
    carries a fingerprint under newer ones."""

    @property
    def identity(self) -> tuple[str, str]:
        return self.key, self.language


def sighting_of(
    candidate: Candidate,
    verdict: Verdict,
    *,
    seen_at: datetime,
    fingerprint: Fingerprint | None = None,
    http_status: int | None = None,
    canonical: str = "",
    due_at: datetime | None = None,
) -> Sighting:
    """The sighting of a judged candidate."""
    return Sighting(
        seen_at=seen_at,
        key=candidate.key,
        language=candidate.language,
        facts=Facts(
            loc=candidate.loc,
            group=candidate.group,
            canonical=canonical,
            evidence=verdict.evidence[:500],
            http_status=http_status,
            due_at=due_at,
            images=candidate.images,
            videos=candidate.videos,
            news=candidate.news,
        ),
        reason=verdict.reason,
        is_stated=verdict.is_stated,
        fingerprint=fingerprint,
        published_at=candidate.published_at,
        published_precision=candidate.published_precision,
    )
