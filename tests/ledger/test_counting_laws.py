"""Whatever happens to the rows, the kept figures are those that counting would give."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from honest_sitemaps import ledger, pipeline
from honest_sitemaps.errors import HonestSitemapsError
from honest_sitemaps.ledger import (
    ContentChange,
    ContentState,
    DayCount,
    Scan,
    Section,
    StateCount,
)
from tests.ledger.test_counting import kept, kept_steps, real, real_steps
from tests.site_in_a_dict import MONDAY, ORIGIN, Site, answer, html, registered

PATHS = [f"/{n:03}/" for n in range(8)]
SAID = {"why": "a reason", "by": "maria"}

paths = st.sampled_from(PATHS)
steps = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["edit", "noindex", "break", "delete", "unstable"]), paths),
        st.tuples(st.sampled_from(["draft", "rename", "mend", "look"]), paths),
        st.tuples(st.sampled_from(["withhold", "list", "date", "clear"]), paths),
        st.tuples(
            st.sampled_from(["sweep", "accept", "release", "rollback", "move"]), st.just("")
        ),
    ),
    min_size=3,
    max_size=25,
)


class Story:
    """A site, and one hour between two steps."""

    def __init__(self) -> None:
        self.site, self.now, self.edits = Site.of(8), MONDAY, 0

    def take(self, step: str, path: str) -> None:
        self.now += timedelta(hours=1)
        with suppress(HonestSitemapsError):
            getattr(self, f"_{step}")(path)

    def _edit(self, path):
        self.edits += 1
        self.site.bodies[path] = html(f"<p>Edit {self.edits}.</p>")

    def _noindex(self, path):
        self.site.bodies[path] = html("x", head='<meta name="robots" content="noindex">')

    def _break(self, path):
        self.site.bodies[path] = answer(500)

    def _delete(self, path):
        self.site.bodies.pop(path, None)

    def _unstable(self, path):
        self._edit(path)
        self.site.second[path] = html(f"<p>For another visitor {self.edits}.</p>")

    def _draft(self, path):
        self.site.said[path] = {"is_live": False}

    def _rename(self, path):
        self.site.keys[path] = f"again:{path}"

    def _mend(self, path):
        self._edit(path)
        self.site.said.pop(path, None)
        self.site.second.pop(path, None)

    def _look(self, path):
        self.site.look("pages", self.site.keys.get(path, path), now=self.now)

    def _sweep(self, path):
        self.site.sweep(self.now)

    def _accept(self, path):
        pipeline.accept("pages", why="a redesign", now=self.now, fetcher=self.site)

    def _release(self, path):
        pipeline.release(now=self.now)

    def _rollback(self, path):
        pipeline.rollback(why="a bad import", now=self.now, with_ledger=True)
        pipeline.release(now=self.now, unpin=True)

    def _move(self, path):
        exported = list(pipeline.export_ledger())
        for table in (Scan, ContentChange, ContentState, StateCount, DayCount):
            table.objects.all().delete()
        pipeline.import_ledger(exported)

    def _row(self, path):
        return ContentState.objects.select_related("section").filter(loc=ORIGIN + path).first()

    def _withhold(self, path):
        if row := self._row(path):
            pipeline.withhold(row, **SAID, now=self.now)

    def _list(self, path):
        if row := self._row(path):
            pipeline.list_again(row, **SAID, now=self.now)

    def _date(self, path):
        if row := self._row(path):
            date = self.now - timedelta(days=40)
            pipeline.set_date(row, date=date, **SAID, now=self.now)

    def _clear(self, path):
        if row := self._row(path):
            pipeline.clear_date(row, **SAID, now=self.now)


@pytest.mark.slow
@given(steps)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_the_figures_are_exact_after_each_of_any_steps(db_again, found):
    with db_again(), registered(pages=(story := Story()).site):
        story.take("sweep", "")
        for step, path in found:
            story.take(step, path)

            assert kept() == real(), step
            assert kept_steps() == real_steps(), step
            assert not _withheld_but_listed(), step
        before = kept()
        for section in Section.objects.all():
            ledger.recount(section, now=story.now)
        assert kept() == before


def _withheld_but_listed():
    return ContentState.objects.listed().filter(override="withhold").exists()


@pytest.fixture
def db_again(db):
    """A database for each example: what one writes is gone before the next."""

    class Again:
        def __enter__(self):
            self.atomic = transaction.atomic()
            self.atomic.__enter__()

        def __exit__(self, kind, error, trace):
            transaction.set_rollback(True)
            self.atomic.__exit__(kind, error, trace)

    return Again
