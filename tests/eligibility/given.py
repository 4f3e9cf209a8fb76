"""What the tests of this folder start from: one loc, one instant, and pages made by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import Document, Page
from honest_sitemaps.eligibility import Policy

ORIGIN = "https://example.test"
LOC = f"{ORIGIN}/a/page/"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BEFORE = NOW - timedelta(seconds=1)
LATER = NOW + timedelta(seconds=1)
POLICY = Policy(origin=ORIGIN)


def candidate(loc: str = LOC, **fields) -> Candidate:
    return Candidate(loc=loc, section="pages", key="tests.page:1", **fields)


def page(status: int = 200, *, html: str = "", loc: str = LOC, failure: str = "", **headers):
    """A response; ``x_robots_tag="none"`` is a header, a list of values several such lines."""
    lines = [
        (name.replace("_", "-"), value)
        for name, values in headers.items()
        for value in ([values] if isinstance(values, str) else values)
    ]
    return Page(
        loc=loc,
        status=status,
        headers=(("content-type", "text/html; charset=utf-8"), *lines),
        body=html.encode("utf-8", "surrogatepass"),
        taken_at=NOW,
        failure=failure,
    )


def document(html: str, *, loc: str = LOC) -> Document:
    return Document.of_html(html, loc=loc)


def html(head: str = "", body: str = "<p>Hello.</p>") -> str:
    return (
        f"<!doctype html><html><head><title>T</title>{head}</head><body>{body}</body></html>"
    )
