"""Every page comes, with what makes it listed or not, as CMS sites really are."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from wagtail.models import Page

from honest_sitemaps import WagtailSource
from tests.cms.conftest import ORIGIN, add, again, candidates, key, restrict, verdicts
from tests.cms.site.models import (
    BrokenPage,
    HiddenPage,
    PlainPage,
    SpecialTextPage,
    TextPage,
)


def test_published_pages_and_drafts_come_and_the_root_of_the_tree_does_not(home):
    add(home, "About")
    add(home, "Draft", publish=False)

    found = verdicts()

    assert found == {
        "home": None,
        "about": None,
        "draft": ("NOT_LIVE", "draft: never published"),
    }


def test_a_page_that_was_unpublished_says_so(home):
    add(home, "About").unpublish()

    assert verdicts()["about"] == ("NOT_LIVE", "unpublished")


def test_a_child_of_an_unpublished_page_is_still_served(home):
    parent = add(home, "Parent")
    add(parent, "Child")
    parent.unpublish()

    assert verdicts()["child"] is None


def test_a_scheduled_page_says_when_and_asks_to_be_looked_at_then(home):
    at = timezone.now() + timedelta(days=3)
    page = add(home, "Soon", publish=False, go_live_at=at)
    page.save_revision().publish()

    assert verdicts()["soon"] == ("NOT_LIVE", f"scheduled to go live at {at.isoformat()}")
    [soon] = candidates(keys=[key(page)])
    assert soon.published_at == at


def test_a_live_page_with_a_scheduled_edit_is_live(home):
    page = add(home, "About")
    page.save_revision().publish()
    page = again(page)
    page.go_live_at = timezone.now() + timedelta(days=3)
    page.save_revision().publish()

    assert verdicts()["about"] is None


def test_a_page_past_its_end_is_expired_before_wagtail_notices(home):
    end = timezone.now() + timedelta(hours=1)
    add(home, "Sale", expire_at=end)

    assert verdicts()["sale"] is None
    assert verdicts(now=end)["sale"][0] == "EXPIRED"


def test_a_page_that_wagtail_took_off_at_its_end_is_expired(home):
    page = add(home, "Sale")
    end = timezone.now() - timedelta(hours=1)
    Page.objects.filter(pk=page.pk).update(live=False, expired=True, expire_at=end)

    assert verdicts()["sale"][0] == "EXPIRED"


def test_the_first_date_is_the_first_publication_and_a_republication_is_none(home):
    page = add(home, "About")
    first = page.first_published_at
    page.save_revision().publish()

    assert again(page).last_published_at > first
    [about] = candidates(keys=[key(page)])

    assert about.published_at == first


def test_a_page_that_was_imported_without_a_date_has_none(home):
    page = Page.objects.get(pk=home.pk).add_child(instance=PlainPage(title="Old", slug="old"))

    [old] = candidates(keys=[key(page)])

    assert old.is_live
    assert old.published_at is None


@pytest.mark.parametrize("kind", ["login", "password", "groups"])
def test_what_is_restricted_is_private_with_all_below_it(home, kind):
    members = add(home, "Members")
    inner = add(members, "Inner")
    add(inner, "Innermost")
    add(home, "Members too")
    restrict(members, kind)

    found = verdicts()

    why = ("PRIVATE", f"restricted ({kind}) at /home/members/")
    assert found == {
        "home": None,
        "members": why,
        "inner": why,
        "innermost": why,
        "members-too": None,
    }


def test_a_restriction_of_the_type_none_is_none(home):
    restrict(add(home, "About"), "none")

    assert verdicts()["about"] is None


@pytest.mark.parametrize("aliases", [False, True])
def test_an_alias_of_what_was_restricted_later_is_private(home, aliases):
    members = add(home, "Members")
    members.create_alias(parent=home, update_slug="copy")
    restrict(members)

    assert verdicts(WagtailSource(aliases=aliases))["copy"] == (
        "PRIVATE",
        "alias of /home/members/, which is restricted (login) at /home/members/",
    )


def test_so_is_an_alias_of_an_alias_and_what_lies_below_one(home):
    members = add(home, "Members")
    copy = members.create_alias(parent=home, update_slug="copy")
    copy.create_alias(parent=home, update_slug="copy-of-copy")
    add(copy, "Below a copy")
    restrict(members)

    found = verdicts()

    assert {slug for slug, said in found.items() if said and said[0] == "PRIVATE"} == {
        "members",
        "copy",
        "copy-of-copy",
        "below-a-copy",
    }


def test_an_alias_of_what_only_inherits_a_restriction_is_private(home):
    members = add(home, "Members")
    inner = add(members, "Inner")
    inner.create_alias(parent=home, update_slug="copy")
    restrict(members)

    assert verdicts()["copy"][0] == "PRIVATE"


def test_an_alias_names_its_source_as_the_page_to_list(home):
    about = add(home, "About")
    about.create_alias(parent=home, update_slug="copy")

    assert verdicts()["copy"] == (
        "NON_CANONICAL",
        f"the source says canonical {ORIGIN}/about/ (alias of {key(about)})",
    )


def test_a_site_can_have_its_aliases_judged_by_their_own_pages(home):
    add(home, "About").create_alias(parent=home, update_slug="copy")

    assert verdicts(WagtailSource(aliases=True))["copy"] is None


@pytest.mark.parametrize("aliases", [False, True])
def test_the_alias_of_an_embargoed_page_is_live_and_is_not_listed(home, aliases):
    page = add(home, "News", publish=False)
    alias = page.create_alias(parent=home, update_slug="leak")
    page.go_live_at = timezone.now() + timedelta(days=3)
    page.save_revision().publish()

    assert again(alias).live  # wagtail/wagtail#11344
    reason, evidence = verdicts(WagtailSource(aliases=aliases))["leak"]
    assert reason == "NOT_LIVE"
    assert evidence == (
        f"live alias of {key(page)}, which is not: its text is not to be seen yet"
    )


def test_nor_is_the_alias_of_its_alias(home):
    page = add(home, "News", publish=False)
    alias = page.create_alias(parent=home, update_slug="leak")
    alias.create_alias(parent=home, update_slug="second-leak")
    page.go_live_at = timezone.now() + timedelta(days=3)
    page.save_revision().publish()

    Page.objects.filter(slug="second-leak").update(live=True)

    reason, evidence = verdicts(WagtailSource(aliases=True))["second-leak"]
    assert reason == "NOT_LIVE"
    assert evidence.startswith(f"live alias of {key(page)}, which is not")


def test_an_alias_ends_when_its_source_does(home):
    now = timezone.now()
    page = add(home, "Sale")
    page.create_alias(parent=home, update_slug="copy")
    Page.objects.filter(pk=page.pk).update(expire_at=now + timedelta(hours=1))

    late = verdicts(WagtailSource(aliases=True), now=now + timedelta(hours=2))

    assert late["copy"][0] == "EXPIRED"


def test_a_restriction_of_an_alias_itself_is_none_as_wagtail_has_it(home):
    alias = add(home, "About").create_alias(parent=home, update_slug="copy")
    restrict(alias)

    assert not again(alias).get_view_restrictions().exists()
    assert verdicts(WagtailSource(aliases=True))["copy"] is None


def test_a_page_whose_class_names_no_address_is_withheld(home):
    add(home, "Hidden", kind=HiddenPage)

    assert verdicts()["hidden"] == ("WITHHELD", "get_sitemap_urls() is empty")


def test_a_page_that_raises_is_one_excluded_page(home):
    add(home, "Broken", kind=BrokenPage)
    add(home, "About")

    found = verdicts()

    assert found["broken"] == ("MALFORMED", "ValueError: no address today")
    assert found["about"] is None


@pytest.mark.parametrize("noindex", ["seo_noindex", lambda page: page.specific.seo_noindex])
def test_a_field_or_a_function_says_noindex(home, noindex):
    add(home, "Thanks", seo_noindex=True)
    if isinstance(noindex, str):
        add(home, "Plain", kind=PlainPage)  # has no such field

    found = verdicts(WagtailSource(noindex=noindex))

    assert found["thanks"] == ("NOINDEX", "the source says noindex")
    assert not found.get("plain")


def test_a_field_names_the_canonical_address(home):
    add(home, "Copy", canonical_url="https://elsewhere.test/original/")
    add(home, "Own", canonical_url="https://example.test/own/")

    found = verdicts(WagtailSource(canonical="canonical_url"))

    assert found["copy"] == (
        "NON_CANONICAL",
        "the source says canonical https://elsewhere.test/original/",
    )
    assert found["own"] is None


def test_images_and_reasons_to_withhold_are_read_too(home):
    page = add(home, "About", body="not yet")
    source = WagtailSource(
        withheld="body", images=lambda page: ["/media/a.jpg"], published_at="last_published_at"
    )

    [about] = candidates(source, keys=[key(page)])

    assert about.images == ("https://example.test/media/a.jpg",)
    assert about.withheld_why == "not yet"
    assert about.published_at == page.last_published_at


@pytest.mark.parametrize("model", [TextPage, "cmssite.TextPage"])
def test_types_of_pages_are_excluded_with_those_made_of_them(home, model):
    add(home, "Special", kind=SpecialTextPage)
    add(home, "Plain", kind=PlainPage)

    found = verdicts(WagtailSource(exclude=[model]))

    why = ("WITHHELD", "the source excludes cmssite.TextPage")
    assert found == {"home": why, "special": why, "plain": None}


def test_a_queryset_of_pages_leaves_the_others_out(home):
    add(home, "Plain", kind=PlainPage)

    assert set(verdicts(WagtailSource(lambda: PlainPage.objects.all()))) == {"plain"}
    assert set(verdicts(WagtailSource(Page.objects.type(PlainPage)))) == {"plain"}
