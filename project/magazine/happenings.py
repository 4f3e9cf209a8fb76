"""What an editor does with a page, as the odd pages need it done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from wagtail.contrib.redirects.models import Redirect
from wagtail.models import Locale, Page, PageViewRestriction

Happening = Callable[..., None]


def schedule(page: Any, _argument: str = "", *, now: datetime) -> None:
    """Publish it in thirty days. Wagtail publishes its aliases at once."""
    page.go_live_at = now + timedelta(days=30)
    page.save_revision().publish()


def unpublish(page: Any, _argument: str = "", *, now: datetime) -> None:
    page.unpublish()


def expire(page: Any, _argument: str = "", *, now: datetime) -> None:
    """It expired ten days ago, and no ``publish_scheduled`` has run since."""
    page.expire_at = now - timedelta(days=10)
    page.save()


def restrict(page: Any, how: str, *, now: datetime) -> None:
    """``password`` or ``login``, for the page and all below it."""
    PageViewRestriction.objects.create(
        page=Page.objects.get(pk=page.pk),
        restriction_type=how,
        password="low water" if how == "password" else "",
    )


def send_on(page: Any, target: str, *, now: datetime) -> None:
    """Whoever asks for the page, once it is gone, is sent to another."""
    path = Redirect.normalise_path(page.url)
    Redirect.objects.create(old_path=path, redirect_link=target)


def copy_as_alias(page: Any, slug: str, *, now: datetime) -> None:
    """The same page again, below the home page of its language."""
    alias_of(page, parent=page.get_ancestors().get(depth=2), slug=slug)


def alias_of(page: Any, *, parent: Page, slug: str) -> None:
    parent.refresh_from_db()
    page.create_alias(parent=parent, update_slug=slug)


def translated_of(page: Any, *, language: str) -> None:
    """What a synchronised tree has until somebody translates: an alias in the other locale."""
    locale = Locale.objects.get(language_code=language)
    page.refresh_from_db()
    page.copy_for_translation(locale, alias=True)


HAPPENINGS: dict[str, Happening] = {
    "schedule": schedule,
    "unpublish": unpublish,
    "expire": expire,
    "restrict": restrict,
    "redirect": send_on,
    "alias": copy_as_alias,
}
