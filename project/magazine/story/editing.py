"""What editors do in the story, through Wagtail's own interface; each tells which pages."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from wagtail.models import Page, PageViewRestriction

from project.magazine.building import DOSSIER
from project.magazine.models import (
    ArticleIndexPage,
    ArticlePage,
    EventPage,
    Footer,
    MagazineSettings,
    Topic,
)
from project.magazine.writing import paragraphs, slug_of


class CalledOffError(Exception):
    """Raised in a transaction to roll it back."""


def republish_everything() -> int:
    """Publish each live page anew, with nothing edited; how many."""
    pages = Page.objects.live().filter(depth__gt=1, alias_of=None, expire_at=None)
    for page in pages.specific().iterator():
        page.save_revision().publish()
    return pages.count()


def draft(path: str) -> None:
    """Write a new paragraph, and save it as a draft."""
    page = page_at(path)
    page.body += "<p>A sentence that is not finished yet</p>"
    page.save_revision()


def reorder() -> None:
    """Move the first event behind the last one."""
    first, last = EventPage.objects.order_by("path")[0], EventPage.objects.order_by("path")
    first.move(last.filter(locale=first.locale).last(), pos="right")


def one_paragraph(path: str) -> None:
    """Edit and publish."""
    page = page_at(path)
    page.body += "<p>Correction: the stair has two steps more than we counted.</p>"
    page.save_revision().publish()


def topic() -> list[str]:
    """Edit the topic; the paths of the pages that show it."""
    shown = Topic.objects.get()
    shown.blurb += " A fourth one answered our letter."
    shown.save()
    return [f"/en/{path}/" for path in DOSSIER]


def footers() -> None:
    """Edit the last lines of every page."""
    for footer in Footer.objects.all():
        footer.text += " ISSN 2999-0000."
        footer.save()


def publish_new(title: str) -> str:
    """Write an article and publish it; its path."""
    index = ArticleIndexPage.objects.get(locale__language_code="en")
    article = ArticlePage(
        title=title,
        slug=slug_of(title),
        lead="It was there this morning, and nobody had ordered it.",
        body=paragraphs(["Nobody knows whose it is. It has a name, but not one of ours."]),
        live=False,
    )
    index.add_child(instance=article)
    article.save_revision().publish()
    return f"{ArticlePage.objects.get(pk=article.pk).url}"


def publish_and_think_again(title: str) -> None:
    """Publish inside of a transaction that is then rolled back."""
    try:
        with transaction.atomic():
            publish_new(title)
            one_paragraph("/en/about/")
            raise CalledOffError
    except CalledOffError:
        return


def ask_for_login(path: str) -> list[str]:
    """Restrict a page and all below it; the paths of those."""
    page = page_at(path)
    restriction = {"restriction_type": PageViewRestriction.LOGIN}
    PageViewRestriction.objects.create(page=page.page_ptr, **restriction)
    return sorted(f"{below.url}" for below in page.get_descendants(inclusive=True).live())


def ask_for_no_login(path: str) -> None:
    for restriction in PageViewRestriction.objects.filter(page=page_at(path).page_ptr):
        restriction.delete()


def members_join(count: int) -> tuple[str, str]:
    """A nightly job counts the members, past all signals: the figure before and after."""
    house = MagazineSettings.objects.get()
    MagazineSettings.objects.update(members=house.members + count)
    return f"{house.members:,}", f"{house.members + count:,}"


def page_at(path: str) -> Any:
    """The page of a path like ``/en/about/``."""
    language, *slugs = path.strip("/").split("/")
    home = "home" if language == "en" else f"home-{language}"
    url_path = "/".join(["", home, *slugs, ""])
    return Page.objects.get(url_path=url_path).specific
