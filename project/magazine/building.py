"""
The magazine, saved: 213 pages in two languages, each with its translation.

Fourteen places of four articles and an event each, eight people, ten things to buy, and the
pages of the house; then the `odd` ones. Dates are counted from ``now``; all else is the same
each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, UUID, uuid5

from django.conf import settings
from django.contrib.auth import get_user_model
from wagtail.images.models import Image
from wagtail.models import Locale, Page, Site

from project.magazine import models
from project.magazine.happenings import HAPPENINGS, alias_of, translated_of
from project.magazine.odd import ODD, Odd
from project.magazine.pictures import picture
from project.magazine.writing import LANGUAGES, THEMES, paragraphs, piece, read, slug_of

EDITOR = PASSWORD = "admin"
MEMBERS = 4120
"""The figure at the end of every article."""

DOSSIER = (
    "articles/the-light-of-osk",
    "articles/the-light-of-thole",
    "articles/the-light-of-arnsey",
)
"""The three pages that show the topic."""

PARTS = {
    "articles": "ArticleIndexPage",
    "events": "EventIndexPage",
    "people": "PeoplePage",
    "shop": "ShopPage",
}
UNDATED = {"contact", "imprint"}
"""Imported pages: nobody knows when they were first published."""

Tell = Callable[[str, int], None]


def build(*, now: datetime, tell: Tell = lambda _what, _count: None) -> None:
    """Fill a migrated, empty database. ``tell`` hears how many pages there are already."""
    Builder(now=now, tell=tell).build()


class Builder:
    """Knows the pages made so far by language and path below the home page."""

    def __init__(self, *, now: datetime, tell: Tell) -> None:
        self.now = now
        self.tell = tell
        self.pages: dict[tuple[str, str], Page] = {}
        self.pictures: dict[str, Image] = {}

    def build(self) -> None:
        self._homes()
        self._snippets()
        for name, kind in PARTS.items():
            self._part(name, kind)
        for entry in read("site")["text"]:
            self._text(entry)
        self._people()
        for number, place in enumerate(read("places")["place"]):
            self._place(number, place)
        self._shop()
        self._untranslated()
        for odd in ODD:
            self._odd(odd)
        get_user_model().objects.create_superuser(EDITOR, password=PASSWORD)

    # The house

    def _homes(self) -> None:
        """The roots of the two trees, in place of Wagtail's page of welcome."""
        Locale.objects.get_or_create(language_code="de")
        root = Page.objects.get(depth=1)
        Page.objects.filter(depth=2).delete()
        root = Page.objects.get(pk=root.pk)
        for language in LANGUAGES:
            home = self._page("HomePage", language, "", read("site")["home"][language])
            home.slug = "home" if language == "en" else "home-de"
            self.pages[language, ""] = root.add_child(instance=home)
        origin = urlsplit(settings.ORIGIN)
        Site.objects.all().delete()
        Site.objects.create(
            hostname=origin.hostname,
            port=origin.port or (443 if origin.scheme == "https" else 80),
            root_page=self.pages["en", ""],
            site_name="Spülsaum",
            is_default_site=True,
        )

    def _snippets(self) -> None:
        for language in LANGUAGES:
            models.Footer.objects.create(
                language=language, text=read("site")["footer"][language]
            )
        models.Topic.objects.create(**read("site")["topic"])
        models.MagazineSettings.objects.create(
            site=Site.objects.get(), motto="What the sea leaves behind", members=MEMBERS
        )

    def _part(self, name: str, kind: str) -> None:
        entry = read("site")[name]
        for language in LANGUAGES:
            slug = entry["slug"][language]
            page = self._page(kind, language, slug, entry[language], group=name)
            page.show_in_menus = True
            self._add(page, language, "", days=400)

    def _text(self, entry: Mapping[str, Any]) -> None:
        for language in LANGUAGES:
            page = self._page(
                "TextPage",
                language,
                entry["slug"][language],
                entry[language],
                group=entry["slug"]["en"],
            )
            days = None if entry["slug"]["en"] in UNDATED else 390
            self._add(page, language, "", days=days)

    # What the magazine is made of

    def _people(self) -> None:
        for person in read("site")["person"]:
            portrait = picture(person["name"])
            for language in LANGUAGES:
                said = person[language]
                page = self._page(
                    "AuthorPage",
                    language,
                    slug_of(person["name"]),
                    {"title": person["name"], "body": [said["bio"]]},
                    group=person["name"],
                )
                page.trade, page.picture = said["trade"], portrait
                self._add(page, language, self._part_path("people", language), days=380)

    def _place(self, number: int, place: Mapping[str, Any]) -> None:
        view = picture(place["name"], tower=place["tower"])
        topic = models.Topic.objects.get()
        for language in LANGUAGES:
            people = self._below("people", language)
            for at, theme in enumerate(THEMES):
                page = self._piece("ArticlePage", theme, place, language)
                page.author = people[(number * len(THEMES) + at) % len(people)]
                page.picture = view
                days = 20 + 6 * (number * len(THEMES) + at)
                path = self._part_path("articles", language)
                if f"{path}/{page.slug}" in DOSSIER:
                    page.topic = topic
                self._add(page, language, path, days=days)
            event = self._piece("EventPage", "event", place, language)
            event.starts_on = (self.now + timedelta(days=30 * number - 75)).date()
            event.venue = place["name"]
            self._add(event, language, self._part_path("events", language), days=100 + number)

    def _shop(self) -> None:
        for number, entry in enumerate(read("site")["product"]):
            photo = picture(entry["en"]["title"])
            for language in LANGUAGES:
                said = entry[language]
                page = self._page(
                    "ProductPage",
                    language,
                    entry["slug"][language],
                    {"title": said["title"], "body": [said["text"]]},
                    group=f"product {entry['slug']['en']}",
                )
                page.price_cents, page.picture = entry["cents"], photo
                page.is_in_stock = number % 4 != 3
                self._add(page, language, self._part_path("shop", language), days=200 + number)

    def _untranslated(self) -> None:
        """An English article; its German stand-in is one of the odd pages."""
        said = {
            "title": "Letters that came too late",
            "body": [
                "A drawer of them was found behind the press. We answer them here, in order."
            ],
        }
        page = self._page("ArticlePage", "en", slug_of(said["title"]), said, group="letters")
        self._add(page, "en", "articles", days=15)

    # The odd ones

    def _odd(self, odd: Odd) -> None:
        if "alias_of" in odd.fields:
            source = self.pages[odd.language, odd.fields["alias_of"]]
            alias_of(source, parent=self.pages[odd.language, odd.under], slug=odd.slug)
        elif "translated_of" in odd.fields:
            translated_of(self.pages["en", odd.fields["translated_of"]], language=odd.language)
        elif odd.kind:
            said = {"title": odd.title, "body": [odd.body]}
            page = self._page(odd.kind, odd.language, odd.slug, said, group=odd.path)
            for name, value in odd.fields.items():
                is_path = name == "canonical_url"
                setattr(page, name, f"{settings.ORIGIN}{value}" if is_path else value)
            days = None if odd.fields.get("live") is False else -odd.days
            self._add(page, odd.language, odd.under, days=days)
            for happening in odd.happens:
                name, _, argument = happening.partition(" ")
                fresh = Page.objects.get(pk=page.pk).specific
                HAPPENINGS[name](fresh, argument, now=self.now)

    # One page

    def _page(
        self,
        kind: str,
        language: str,
        slug: str,
        said: Mapping[str, Any],
        *,
        group: str = "home",
    ) -> Any:
        """A page not yet saved; those of one ``group`` are translations of each other."""
        return getattr(models, kind)(
            title=said["title"],
            slug=slug,
            body=paragraphs(said["body"]),
            locale=Locale.objects.get(language_code=language),
            translation_key=_key_of(group),
            search_description=said["body"][0],
        )

    def _piece(self, kind: str, theme: str, place: Mapping[str, Any], language: str) -> Any:
        said = piece(theme, place=place, language=language)
        page = getattr(models, kind)(
            title=said["title"],
            slug=slug_of(said["title"]),
            body=said["body"],
            locale=Locale.objects.get(language_code=language),
            translation_key=_key_of(f"{theme} {place['name']}"),
            search_description=said["lead"],
        )
        if theme in THEMES:
            page.lead = said["lead"]
        return page

    def _add(self, page: Any, language: str, under: str, *, days: int | None) -> None:
        """Save it below a page that is there; published so many days ago, or undated."""
        if days is not None:
            page.first_published_at = self.now - timedelta(days=days)
            page.last_published_at = page.first_published_at
        parent = self.pages[language, under.strip("/")]
        parent.refresh_from_db()
        parent.add_child(instance=page)
        self.pages[language, f"{under}/{page.slug}".strip("/")] = page
        self.tell("pages", len(self.pages))

    def _part_path(self, name: str, language: str) -> str:
        slug: str = read("site")[name]["slug"][language]
        return slug

    def _below(self, name: str, language: str) -> list[Any]:
        path = f"{self._part_path(name, language)}/"
        return [
            page
            for (code, at), page in self.pages.items()
            if code == language and at.startswith(path)
        ]


def _key_of(group: str) -> UUID:
    return uuid5(NAMESPACE_URL, f"spuelsaum:{group}")
