"""`Page`: one response, with just what the later rooms ask of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Who asks for the page. Two visitors share nothing that a page could vary by."""

    user_agent: str
    seed: int
    """Seeds `random` for the render, so that two visitors surely see different shuffles."""


PRODUCT = "honest-sitemaps"
"""Stands, in a visitor's user agent, for the one that the project configured."""

FIRST = Visitor(user_agent=PRODUCT, seed=1)
"""Who sees each page first: always the same, so that chance repeats itself in every scan."""

SECOND = Visitor(user_agent=f"{PRODUCT} (second look)", seed=2)
"""Who confirms what the first saw. What differs between the two is no content."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One fetched response. Redirects are recorded, not followed."""

    loc: str
    status: int
    """HTTP status; 0 if there is no response (`failure` then says why)."""

    headers: tuple[tuple[str, str], ...] = ()
    """Names in lower case, in order; a name may come more than once."""

    body: bytes = b""
    taken_at: datetime
    failure: str = ""
    """Why there is no usable response: the timeout, the size cap, the exception's class. A
    value and not an error: a site can be in this state."""

    def header_lines(self, name: str) -> tuple[str, ...]:
        """Every field line of this name, in order."""
        return tuple(value for key, value in self.headers if key == name.lower())

    def header(self, name: str) -> str:
        """The first field line of this name, or ``""``."""
        return next(iter(self.header_lines(name)), "")

    @property
    def media_type(self) -> str:
        """``text/html`` of ``text/html; charset=utf-8``, in lower case."""
        return self.header("content-type").partition(";")[0].strip().lower()

    @property
    def is_html(self) -> bool:
        """Whether a crawler would parse it as a page. No media type counts as HTML."""
        return self.media_type in {"text/html", "application/xhtml+xml", ""}


class Fetcher(Protocol):
    """In process through Django, or over HTTP: the caller cannot tell which."""

    def fetch(self, loc: str, *, now: datetime, visitor: Visitor | None = None) -> Page:
        """
        One anonymous GET of an absolute loc. A page that fails is a `Page` with ``failure``;
        raises `CaptureEnvironmentError` only where our own process lacks something.
        """
        ...
