"""A tree of pages to start from, and what makes pages of every kind."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.utils import timezone
from wagtail.models import Locale, Page, PageViewRestriction, Site

from honest_sitemaps import WagtailSource
from honest_sitemaps.candidates import walk
from honest_sitemaps.eligibility import Policy, decide_early
from tests.cms.site.models import TextPage

ORIGIN = "https://example.test"


@pytest.fixture(autouse=True)
def _fresh_root_paths():
    """Wagtail keeps the roots of the Sites for an hour, across tests too."""
    cache.clear()


@pytest.fixture
def english(db):
    return Locale.objects.get_or_create(language_code="en")[0]


@pytest.fixture
def german(english):
    return Locale.objects.get_or_create(language_code="de")[0]


@pytest.fixture
def home(english):
    """``https://example.test/``, on the only Site there is."""
    root = Page.add_root(title="Root", slug="root", locale=english)
    page = add(root, "Home", slug="home")
    Site.objects.create(
        hostname="example.test", port=443, root_page=page, is_default_site=True
    )
    return page


def add(parent, title, *, kind=TextPage, publish=True, **fields):
    """A page below ``parent``: live, as a publication leaves it, or a draft."""
    slug = fields.pop("slug", title.lower().replace(" ", "-"))
    now = timezone.now() if publish else None
    dates = {"first_published_at": now, "last_published_at": now, "live": publish}
    page = kind(title=title, slug=slug, **dates, **fields)
    return Page.objects.get(pk=parent.pk).add_child(instance=page)


def verdicts(source=None, *, origin=ORIGIN, now=None):
    """What the source alone says of each page: ``{slug: (reason, evidence)}``, ``None`` where
    nothing speaks against fetching it.
    """
    policy = Policy(origin=origin)
    now = now or timezone.now()
    slugs = {f"wagtailcore.page:{page.pk}": page.slug for page in Page.objects.all()}
    found = {}
    for one in walk(source or WagtailSource(), section="pages", origin=origin):
        verdict = decide_early(one, policy=policy, now=now)
        found[slugs.get(one.key, one.key)] = verdict and (
            str(verdict.reason),
            verdict.evidence,
        )
    return found


def candidates(source=None, *, origin=ORIGIN, **asked):
    return list(walk(source or WagtailSource(), section="pages", origin=origin, **asked))


def key(page):
    return f"wagtailcore.page:{page.pk}"


def restrict(page, kind="login"):
    return PageViewRestriction.objects.create(
        page=Page.objects.get(pk=page.pk), restriction_type=kind, password="x"
    )


def again(page):
    return type(page).objects.get(pk=page.pk)
