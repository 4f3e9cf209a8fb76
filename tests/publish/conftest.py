from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from lxml import etree

from honest_sitemaps.ledger import ContentState, Section
from honest_sitemaps.partition import assign, touch
from honest_sitemaps.publish import Origin, ReleaseReport, decoded, gzip_of, live_file, release
from honest_sitemaps.views import last_sent
from tests.partition.rows import ORIGIN, a_section, a_state

T0 = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
DAY = timedelta(days=1)
S = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


class Maps:
    """A ledger and what is released from it, as the pipeline would drive them."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.now = T0
        self.dates: dict[int, bool] = {}

    def section(self, name: str = "pages", **facts: Any) -> Section:
        section = a_section(name, **facts)
        self.sections.append(section)
        return section

    def list(self, section: Section, *keys: str, **facts: Any) -> list[ContentState]:
        """New listed rows, with slots, in touched shards."""
        states = ContentState.objects.bulk_create(
            a_state(section, key, **facts) for key in keys
        )
        assign(section.pk, states)
        self.touch(states)
        return states

    def touch(self, states: Sequence[ContentState]) -> None:
        if states:
            origin = states[0].section.origin
            touch(origin, states, [state.group for state in states])

    def change(self, key: str, **facts: Any) -> ContentState:
        """Give the row of this key other facts, as a settle does."""
        state = ContentState.objects.get(key=key)
        for name, value in facts.items():
            setattr(state, name, value)
        state.save()
        self.touch([state])
        return state

    def release(self, *, origin: str = ORIGIN, **facts: Any) -> ReleaseReport:
        facts = {"settling": (), "dates": self.dates, "now": self.now, **facts}
        sections = facts.pop("sections", None)
        if sections is None:
            sections = [section for section in self.sections if section.origin == origin]
        return release(origin, sections, **facts)

    def xml(self, name: str, *, origin: str = ORIGIN) -> bytes:
        """The live bytes of a file."""
        file = live_file(origin, name)
        assert file is not None, f"{name} is not live"
        return b"".join(decoded(gzip_of(file.artifact_id)))

    def root(self, name: str, **facts: Any) -> etree._Element:
        return etree.fromstring(self.xml(name, **facts))

    def locs(self, name: str, **facts: Any) -> list[str]:
        return [loc.text for loc in self.root(name, **facts).iter(f"{S}loc")]

    def dates_of(self, name: str, **facts: Any) -> dict[str, str | None]:
        """Loc to lastmod."""
        return {
            entry.findtext(f"{S}loc"): entry.findtext(f"{S}lastmod")
            for entry in self.root(name, **facts)
        }

    def live(self, *, origin: str = ORIGIN) -> dict[str, str]:
        """Name to digest of all live files."""
        row = Origin.objects.get(origin=origin)
        return dict(row.live_release.files.values_list("name", "artifact_id"))


@pytest.fixture(autouse=True)
def _nothing_was_sent() -> Iterator[None]:
    """The memory of the views is the process's, not the test's."""
    last_sent.clear()
    yield
    last_sent.clear()


@pytest.fixture
def maps(db: None) -> Maps:
    return Maps()
