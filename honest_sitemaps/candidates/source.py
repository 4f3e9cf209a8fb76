"""The contract that a source keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from honest_sitemaps.candidates.candidate import Candidate


class Source(ABC):
    """One origin of URLs: a queryset, a contrib sitemap class, a list of routes."""

    is_ordered: bool = False
    """Whether `candidates` honours ``after`` by itself: every key once, ascending in an order
    that two runs share. Where not, `walk` reads from the start and skips."""

    @abstractmethod
    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        """
        Yield every URL, drafts too, in an order that two runs share, in constant memory.

        ``after`` is the key of the last candidate already seen: only those behind it are
        wanted. ``keys`` asks for the candidates of these keys alone; a key that is no longer
        there yields nothing. A source that cannot look keys up may yield more: `walk` filters.
        All language versions of a key follow each other.
        """

    def key_of(self, value: object) -> str | None:
        """The key of a model instance or route; ``None`` if this source does not hold it."""
        return None

    def on(self, origin: str) -> Source:
        """The source as it reads for this origin; `walk` asks it. Itself, unless it cares."""
        return self
