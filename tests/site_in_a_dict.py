"""A site in a dict: source and fetcher in one, so that a test says what a page shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from honest_sitemaps import pipeline, registry
from honest_sitemaps.candidates import Candidate, Source
from honest_sitemaps.capture import SECOND, Page, Visitor

ORIGIN = "https://example.test"
MONDAY = datetime(2026, 8, 10, 6, tzinfo=UTC)
TUESDAY = datetime(2026, 8, 11, 6, tzinfo=UTC)
WEDNESDAY = datetime(2026, 8, 12, 6, tzinfo=UTC)
THURSDAY = datetime(2026, 8, 13, 6, tzinfo=UTC)


def html(text: str, *, head: str = "") -> bytes:
    return (
        f"<!doctype html><html lang=en><head><title>A page</title>{head}</head>"
        f"<body><nav>Menu</nav><main>{text}</main></body></html>"
    ).encode()


class Site(Source):
    """
    Paths to bodies. A body is HTML bytes, or a `Page` for another answer. ``second`` holds
    what only the second visitor sees. ``said`` are the source's facts of a path.
    """

    is_ordered = False
    """``True`` only where the keys ascend as texts."""

    def __init__(self, bodies: dict[str, bytes | Page] | None = None) -> None:
        self.bodies: dict[str, bytes | Page] = dict(bodies or {})
        self.second: dict[str, bytes | Page] = {}
        self.said: dict[str, dict[str, object]] = {}
        self.keys: dict[str, str] = {}
        self.dies_after: int | None = None
        self.fetched: list[str] = []

    @classmethod
    def of(cls, count: int) -> Site:
        return cls({f"/{n:03}/": html(f"<p>Text {n} of the page.</p>") for n in range(count)})

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        for number, path in enumerate(list(self.bodies)):
            if self.dies_after is not None and number >= self.dies_after:
                raise RuntimeError("the source went away")
            key = self.keys.get(path, path)
            if self.is_ordered and after is not None and key <= after:
                continue
            if keys is None or key in keys:
                candidate = Candidate(loc=path, key=key)
                yield replace(candidate, **self.said.get(path, {}))  # type: ignore[arg-type]

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        path = loc.removeprefix(ORIGIN)
        if path == "/robots.txt":
            return Page(loc=loc, status=404, taken_at=now)
        self.fetched.append(path)
        body = self.bodies.get(path)
        if visitor == SECOND and path in self.second:
            body = self.second[path]
        if isinstance(body, Page):
            return replace(body, loc=loc, taken_at=now)
        if body is None:
            return Page(loc=loc, status=404, taken_at=now)
        headers = (("content-type", "text/html; charset=utf-8"),)
        return Page(loc=loc, status=200, headers=headers, body=body, taken_at=now)

    def break_deploy(self) -> dict[str, bytes | Page]:
        """Every page answers 500; what they were is answered, to mend them."""
        good = dict(self.bodies)
        self.bodies = {path: answer(500) for path in good}
        return good

    def sweep(self, now: datetime, *labels: str) -> pipeline.ScanReport:
        return pipeline.sweep(labels, now=now, fetcher=self)

    def look(self, label: str, *keys: str, now: datetime) -> pipeline.ScanReport:
        return pipeline.look(label, keys, now=now, fetcher=self)


def answer(status: int, **headers: str) -> Page:
    lines = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return Page(loc="", status=status, headers=lines, taken_at=MONDAY)


@contextmanager
def registered(**sources: object) -> Iterator[None]:
    """An empty registry with these sources alone; the old one after."""
    with registry.replaced():
        for name, source in sources.items():
            registry.register(name, source, origin=ORIGIN)
        yield
