"""What shows a thing that was saved, and what Wagtail says beside ``post_save``."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.db.models.signals import post_save
from django.utils import timezone
from wagtail import signals
from wagtail.contrib.redirects.models import Redirect
from wagtail.images import get_image_model
from wagtail.images.tests.utils import get_test_image_file
from wagtail.models import Collection, Locale, Page, Site

from honest_sitemaps import WagtailSource
from honest_sitemaps.candidates import EVERYTHING, wagtail_touching
from tests.cms.conftest import ORIGIN, add, again, candidates, key, restrict
from tests.cms.site.models import Footer, House, Link, ManyPage, Topic, Word
from tests.cms.test_places import translated

SIGNALS = (
    signals.page_published,
    signals.page_unpublished,
    signals.published,
    signals.unpublished,
    signals.post_page_move,
    signals.page_slug_changed,
    signals.copy_for_translation_done,
)


def touched(value, **asked):
    return set(WagtailSource().touched_by(value, **asked))


def keys(*pages):
    return {key(page) for page in pages}


@pytest.fixture
def marked():
    """Keys that the source heard of by itself."""
    heard: set[str] = set()
    before = [(signal, list(signal.receivers)) for signal in SIGNALS]
    WagtailSource().connect(heard.update)
    yield heard
    for signal, receivers in before:
        signal.receivers = receivers
        signal.sender_receivers_cache.clear()


def test_a_page_touches_itself_what_is_above_it_its_aliases_and_translations(home, german):
    parent = add(home, "Parent")
    page, _ = add(parent, "Page"), add(parent, "Neighbour")
    alias = page.create_alias(parent=home, update_slug="copy")
    second = alias.create_alias(parent=home, update_slug="copy-of-copy")
    translated(home, german, title="Heim")
    translated(parent, german, title="Eltern")
    german_page = translated(page, german, title="Seite")

    assert touched(again(page)) == keys(page, parent, home, alias, second, german_page)
    assert WagtailSource().key_of(Page.objects.get(pk=page.pk)) == key(page)


def test_and_the_pages_that_link_to_it(home):
    page = add(home, "Page")
    rich = add(home, "Linking", rich=f'<a linktype="page" id="{page.pk}">there</a>')

    assert touched(page) == keys(page, home, rich)


def test_each_of_its_addresses_is_looked_at(home):
    page = add(home, "Events", kind=ManyPage)

    found = touched(Page.objects.get(pk=page.pk))

    assert {one.loc for one in candidates(keys=list(found))} == {
        f"{ORIGIN}/",
        f"{ORIGIN}/events/",
        f"{ORIGIN}/events/past/",
    }


def test_a_draft_and_a_lock_touch_nothing(home, marked):
    page = add(home, "Page")
    heard = []

    def hear(instance, update_fields, **kwargs):
        heard.extend(WagtailSource().touched_by(instance, fields=update_fields))

    post_save.connect(hear)
    try:
        page.title = "Other words"
        page.save_revision()
        page.locked = True
        page.save(update_fields=["locked"])
    finally:
        post_save.disconnect(hear)

    assert heard == []
    assert marked == set()


def test_publishing_and_unpublishing_are_heard(home, marked):
    page = add(home, "Page")

    page.save_revision().publish()

    assert marked == keys(page, home)
    marked.clear()
    page.unpublish()
    assert marked == keys(page, home)


def test_a_page_that_is_only_scheduled_is_looked_at_and_not_believed(home, marked):
    page = add(home, "Page", publish=False, go_live_at=timezone.now() + timedelta(days=1))

    page.save_revision().publish()  # sends page_published, with live=False

    assert marked == keys(page, home)


def test_a_new_slug_touches_all_below_it(home, marked, django_capture_on_commit_callbacks):
    page = add(home, "Page")
    child = add(page, "Child")
    copy = page.create_alias(parent=home, update_slug="copy")
    below_copy = add(copy, "Below the copy")
    add(home, "Neighbour")
    page = again(page)
    page.slug = "renamed"

    with django_capture_on_commit_callbacks(execute=True):
        page.save()

    assert marked == keys(page, child, copy, below_copy)


def test_a_move_touches_all_below_it_and_a_new_order_what_lists_it(home, marked):
    page, other = add(home, "Page"), add(home, "Other")
    child = add(page, "Child")

    again(page).move(again(other), pos="right")
    assert marked == keys(page, home)  # a listing may show them in the order of the tree
    marked.clear()

    again(page).move(again(other), pos="last-child")
    assert marked == keys(page, child, home, other)


def test_a_translation_that_was_copied_has_its_whole_group_looked_at(home, german, marked):
    page = add(home, "Page")
    translated(home, german, title="Heim")
    marked.clear()

    copy = page.copy_for_translation(german, alias=True)

    assert marked == keys(page, copy)


def test_a_restriction_touches_all_below_its_page_and_below_their_aliases(home):
    page = add(home, "Page")
    child = add(page, "Child")
    copy = child.create_alias(parent=home, update_slug="copy")
    below_copy = add(copy, "Below the copy")

    restriction = restrict(page)

    assert touched(restriction) == keys(page, child, copy, below_copy)


@pytest.mark.parametrize("model", [Site, Locale])
def test_a_site_and_a_locale_touch_everything(home, model):
    assert touched(model.objects.first()) == {EVERYTHING}


def test_a_setting_touches_everything(home):
    house = House.objects.create(site=Site.objects.get(), phone="1")

    assert touched(house) == {EVERYTHING}


def test_a_redirect_touches_the_page_at_its_old_path(home, german):
    page = add(home, "Page", publish=False)
    heim = translated(home, german, title="Heim")
    seite = translated(page, german, title="Seite", slug="seite")
    site = Site.objects.get()
    other = add(Page.objects.get(depth=1), "Other home", slug="other")
    other_site = Site.objects.create(hostname="other.test", port=443, root_page=other)

    def at(path, **fields):
        return touched(Redirect.objects.create(old_path=path, redirect_link="/", **fields))

    assert at("/page", site=site) == keys(page)
    assert at("/page", site=other_site) == set()
    assert at("/page") == keys(page)
    assert at("/de/seite") == keys(seite)
    assert at("/de") == keys(heim)
    assert at("/nowhere") == set()


def test_a_snippet_touches_the_pages_that_name_it_and_those_above(home):
    topic, other = Topic.objects.create(name="Weather"), Topic.objects.create(name="Sport")
    index = add(home, "Index")
    pages = [add(index, f"Page {number}", topic=topic) for number in range(3)]
    add(index, "Other", topic=other)

    assert touched(topic) == keys(*pages, index, home)


def test_published_and_unpublished_snippets_are_heard(home, marked):
    topic = Topic.objects.create(name="Weather")
    page = add(home, "Page", topic=topic)

    topic.save_revision().publish()

    assert marked == keys(page, home)


def test_an_image_touches_the_pages_that_show_it_even_through_a_snippet(home):
    Collection.add_root(name="Root")
    image = get_image_model().objects.create(title="A", file=get_test_image_file())
    topic = Topic.objects.create(name="Weather", logo=image)
    shown, through = add(home, "Shown", picture=image), add(home, "Through", topic=topic)
    add(home, "Other")

    assert touched(image) == keys(shown, through, home)


def test_what_a_many_to_many_field_names_touches_its_pages(home):
    word = Word.objects.create(text="Bread")
    page, _ = add(home, "Page", words=[word]), add(home, "Other")

    assert touched(word) == keys(page, home)


def test_a_row_of_a_page_touches_the_page(home):
    page = add(home, "Page", links=[Link(text="There")])

    assert touched(page.links.get()) == keys(page, home)


def test_what_no_page_names_touches_nothing(
    home, django_user_model, django_assert_num_queries
):
    revision = home.save_revision()

    assert touched(Footer.objects.create(text="Since 1999")) == set()
    assert touched(Footer(text="not saved")) == set()
    assert WagtailSource().touched_by("a text") == ()
    assert WagtailSource().key_of(Footer(pk=1)) is None
    with django_assert_num_queries(0):
        assert touched(get_user_model()(pk=1)) == set()
        assert touched(revision) == set()


def test_more_pages_than_can_be_named_are_everything(home, monkeypatch):
    monkeypatch.setattr(wagtail_touching, "KEYS_LIMIT", 3)
    topic = Topic.objects.create(name="Weather")
    page = add(home, "Parent")
    for number in range(4):
        add(page, f"Page {number}", topic=topic)

    assert touched(topic) == {EVERYTHING}
    assert touched(restrict(page)) == {EVERYTHING}


def test_a_save_costs_a_handful_of_queries(home, django_assert_max_num_queries):
    topic = Topic.objects.create(name="Weather")
    for number in range(20):
        page = add(home, f"Page {number}", topic=topic)
    touched(page)

    with django_assert_max_num_queries(2):
        touched(page)
    with django_assert_max_num_queries(5):
        touched(topic)


def test_what_goes_wrong_in_a_receiver_never_stops_an_editor(home, caplog):
    def broken(keys):
        raise RuntimeError("no database")

    before = [(signal, list(signal.receivers)) for signal in SIGNALS]
    WagtailSource().connect(broken)
    try:
        home.save_revision().publish()
    finally:
        for signal, receivers in before:
            signal.receivers = receivers
            signal.sender_receivers_cache.clear()

    assert "no database" in caplog.text
