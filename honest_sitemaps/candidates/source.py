"""The contract that a source keeps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from django.db.models import Model

from honest_sitemaps.candidates.candidate import Candidate

MarkKeys = Callable[[Iterable[str]], None]
"""Takes keys that somebody saved something of; waits for the commit, and never raises."""

EVERYTHING = ""
"""In place of a key: every candidate of the source."""


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

    def touched_by(
        self, value: object, *, fields: Collection[str] | None = None
    ) -> Iterable[str]:
        """
        Keys of the candidates whose pages change when this object is saved or deleted;
        `EVERYTHING` where they are too many to name.

        ``fields`` are the ``update_fields`` of the save, ``None``: all. Asked in the request
        of whoever saves, so it costs a handful of queries at most.
        """
        key = self.key_of(value)
        return () if key is None else (key,)

    def models(self) -> Collection[type[Model]] | None:
        """
        All models an object of which `touched_by` may name keys for; ``None``: any.

        Django reads each row of a model that somebody listens to before it deletes it. So
        this is worth an answer. Asked while Django starts: no queries.
        """
        return None

    def connect(self, mark: MarkKeys) -> None:  # noqa: B027  (most sources have none)
        """
        Listen to signals beside ``post_save``, ``pre_delete`` and ``m2m_changed``. Called for
        each registration when Django's apps are ready; what is heard goes to ``mark``.

        ``mark(keys)`` may be called at any time, in a transaction too: it waits for the commit
        of the default database, and forgets what is rolled back. It is quick and never
        raises. Django keeps receivers weakly: pass ``weak=False`` for a function made here,
        and a ``dispatch_uid``, since this may be called twice.
        """

    def order_fault(self) -> str:
        """
        Why two walks of this source would not agree on their order; ``""``: they do, as far as
        can be told. May query the database.
        """
        return ""

    def on(self, origin: str) -> Source:
        """The source as it reads for this origin; `walk` asks it. Itself, unless it cares."""
        return self
