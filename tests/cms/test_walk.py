"""The walk: a handful of queries, an order that two runs share, and looks at a few keys."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from wagtail.models import Page

from honest_sitemaps import WagtailSource, register, registry
from honest_sitemaps.candidates import wagtail_rows, wagtail_walking
from honest_sitemaps.errors import ConfigurationError
from tests.cms.conftest import ORIGIN, add, candidates, key, restrict, verdicts
from tests.cms.site.models import HiddenPage, ManyPage, PlainPage

QUERIES = {
    "which Site answers": 1,
    "the roots of all Sites, and their translations": 2,
    "the locales": 1,
    "the restrictions": 1,
    "the aliases of what is restricted, and theirs": 2,
    "the schedules": 1,
    "content types, if nobody has asked yet": 2,
    "the column of a class, where one is read": 1,
}
A_CHUNK = 1
"""For every 500 pages."""


def add_rows(parent, count):
    """Live pages below ``parent``, in one insert: saving 500 takes longer than all tests."""
    depth, kind = parent.depth + 1, ContentType.objects.get_for_model(PlainPage)
    Page.objects.bulk_create(
        Page(
            title=f"Page {number}",
            slug=f"page-{number}",
            depth=depth,
            path=Page._get_path(parent.path, depth, number + 1),
            url_path=f"{parent.url_path}page-{number}/",
            locale_id=parent.locale_id,
            content_type=kind,
        )
        for number in range(count)
    )


@pytest.mark.parametrize("count", [10, 499])
def test_any_number_of_pages_costs_a_handful_of_queries(home, count):
    members = add(home, "Members")
    members.create_alias(parent=home, update_slug="copy")
    restrict(members)
    section = add(
        home, "Section", publish=False, go_live_at=timezone.now() + timedelta(days=1)
    )
    section.save_revision().publish()
    add_rows(section, count)
    ContentType.objects.clear_cache()
    cache.clear()

    with CaptureQueriesContext(connection) as asked:
        found = candidates(WagtailSource(noindex="seo_noindex"))

    assert len(found) == count + 4
    chunks = (count + 4) // wagtail_rows.CHUNK_PAGES + 1
    assert len(asked) == sum(QUERIES.values()) + chunks * A_CHUNK


def test_classes_that_say_something_cost_a_query_for_250_pages(home):
    for number in range(6):
        add(home, f"Events {number}", kind=ManyPage)
        add(home, f"Hidden {number}", kind=HiddenPage)
    candidates()

    with CaptureQueriesContext(connection) as asked:
        candidates()

    assert len(asked) <= sum(QUERIES.values()) + A_CHUNK


def test_a_walk_goes_on_behind_any_key(home, monkeypatch):
    monkeypatch.setattr(wagtail_rows, "CHUNK_PAGES", 2)
    for number in range(3):
        add(home, f"Events {number}", kind=ManyPage)
        add(home, f"Page {number}")
    whole = [one.key for one in candidates()]

    for number, last in enumerate(whole):
        assert [one.key for one in candidates(after=last)] == whole[number + 1 :]
    assert len(whole) == len(set(whole)) == 10


def test_a_walk_goes_on_behind_a_page_that_is_gone(home):
    first, second = add(home, "First"), add(home, "Second")
    gone = key(first)
    first.delete()

    assert [one.key for one in candidates(after=gone)] == [key(second)]


def test_a_few_keys_are_looked_up_and_strangers_are_not_found(home):
    about, other = add(home, "About"), add(home, "Other")
    asked = [key(other), key(about), "wagtailcore.page:99999", "auth.user:1", "/about/"]

    found = [one.key for one in candidates(keys=asked)]

    assert found == [key(about), key(other)]


def test_what_is_restricted_in_mid_walk_is_seen_with_the_next_chunk(home, monkeypatch):
    monkeypatch.setattr(wagtail_rows, "CHUNK_PAGES", 2)
    monkeypatch.setattr(wagtail_walking, "FRESH_SECONDS", -1.0)
    for number in range(4):
        late = add(home, f"Page {number}")
    walk = iter(WagtailSource().on(ORIGIN).candidates())
    next(walk)
    restrict(late)

    assert list(walk)[-1].is_public is False


def test_the_source_is_a_section_like_any(home):
    with registry.replaced():
        register("pages", WagtailSource(), origin=ORIGIN)
        [one] = registry.registrations()

    assert one.source.is_ordered
    assert one.source.order_fault() == ""
    assert repr(one.source) == "WagtailSource()"


def test_a_name_that_no_page_has_is_refused(home):
    with pytest.raises(ConfigurationError, match="noindex of a WagtailSource is 'seo_noidx'"):
        verdicts(WagtailSource(noindex="seo_noidx"))


@pytest.mark.parametrize(
    ("pages", "why"),
    [
        (lambda: Page.objects.all()[:3], "it is a slice"),
        (lambda: Page.objects.values("pk"), "its rows are values"),
        (lambda: [], "needs a queryset of pages"),
    ],
)
def test_what_cannot_be_read_by_primary_key_is_refused(home, pages, why):
    with pytest.raises(ConfigurationError, match=why):
        verdicts(WagtailSource(pages))


@pytest.mark.parametrize(
    "arguments", [{"noindex": 3}, {"exclude": "cmssite.TextPage"}, {"exclude": ["TextPage"]}]
)
def test_an_argument_of_the_wrong_kind_is_refused_at_once(arguments):
    with pytest.raises(ConfigurationError, match="of a WagtailSource must be"):
        WagtailSource(**arguments)
