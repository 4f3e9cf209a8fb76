"""Two releases beside each other: how much differs, by cause, with a few examples of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from honest_sitemaps.publish import Release
from honest_sitemaps.verify.release_diff import KINDS, Difference
from honest_sitemaps.verify.release_why import Why

ONCE_LIVE = (Release.Status.LIVE, Release.Status.RETIRED)


@dataclass(slots=True)
class ReleaseSummary:
    """Counts grow as `counting` is read; memory does not, but for the examples."""

    sample: int
    """How many examples of each kind and cause are kept."""

    causes: dict[str, Counter[str]] = field(
        default_factory=lambda: {kind: Counter() for kind in KINDS}
    )
    """How many differences of each kind have each cause."""

    examples: list[tuple[Difference, Why]] = field(default_factory=list)

    def counting(
        self, found: Iterable[tuple[Difference, Why]]
    ) -> Iterator[tuple[Difference, Why]]:
        """The same, counted on their way."""
        for one, why in found:
            seen = self.causes[one.kind]
            if seen[why.cause] < self.sample:
                self.examples.append((one, why))
            seen[why.cause] += 1
            yield one, why

    @property
    def counts(self) -> dict[str, int]:
        """Differences of each kind, those that there are none of too."""
        return {kind: seen.total() for kind, seen in self.causes.items()}

    def as_json(self) -> dict[str, Any]:
        by_cause = {
            kind: dict(seen.most_common()) for kind, seen in self.causes.items() if seen
        }
        return {"counts": self.counts, "causes": by_cause}


def release_before(release: Release) -> Release | None:
    """The release that was live before this one, if it is still kept."""
    older = Release.objects.filter(
        origin=release.origin, status__in=ONCE_LIVE, pk__lt=release.pk
    )
    return older.order_by("-pk").first()
