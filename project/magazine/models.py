"""The page types of the magazine."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from wagtail.admin.panels import FieldPanel
from wagtail.contrib.routable_page.models import RoutablePageMixin, path
from wagtail.fields import RichTextField
from wagtail.models import Page

from project.magazine.snippets import Footer, MagazineSettings, Topic
from project.magazine.writing import words

__all__ = [
    "ArticleIndexPage",
    "ArticlePage",
    "AuthorPage",
    "CampaignPage",
    "EventIndexPage",
    "EventPage",
    "Footer",
    "HomePage",
    "MagazineSettings",
    "PeoplePage",
    "ProductPage",
    "RedirectPage",
    "ShopPage",
    "TextPage",
    "Topic",
]

TEASED = 6
"""Newest articles on the home page."""


class MagazinePage(Page):
    """What every page of the magazine has: a body, and its word for search engines."""

    body = RichTextField(blank=True)
    noindex = models.BooleanField(
        default=False, help_text="Tells search engines to leave this page out."
    )
    canonical_url = models.URLField(
        blank=True, help_text="Address of the page that search engines should show instead."
    )

    content_panels = [*Page.content_panels, FieldPanel("body")]
    promote_panels = [*Page.promote_panels, FieldPanel("noindex"), FieldPanel("canonical_url")]

    class Meta:
        abstract = True

    @property
    def preferred_url(self) -> str:
        """What the page's canonical link says."""
        return self.canonical_url or self.full_url or ""

    def get_context(self, request: HttpRequest, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """Words, menu and footer of the page's language, and the same page in the others."""
        context: dict[str, Any] = super().get_context(request, *args, **kwargs)
        code = self.locale.language_code
        house = MagazineSettings.for_request(request)
        said = words(code)
        translations = self.get_translations(inclusive=True)
        return context | {
            "words": said,
            "members": said["members"].format(count=f"{house.members:,}"),
            "menu": _menu(code),
            "footer": Footer.objects.filter(language=code).first(),
            "entries": getattr(self, "entries", ()),
            "translations": translations.live().filter(alias_of=None).specific(),
        }


class HomePage(MagazinePage):
    template = "magazine/home.html"

    def newest(self) -> models.QuerySet[ArticlePage]:
        """The articles that the home page shows."""
        return _live(ArticlePage, self).order_by("-first_published_at", "pk")[:TEASED]


class TextPage(MagazinePage):
    """About, contact, imprint, and whatever else stands alone."""

    template = "magazine/text.html"


class ArticleIndexPage(MagazinePage):
    template = "magazine/listing.html"

    @property
    def entries(self) -> models.QuerySet[ArticlePage]:
        """Newest first, whatever their order in the tree."""
        return _live(ArticlePage, self).order_by("-first_published_at", "pk")


class ArticlePage(MagazinePage):
    template = "magazine/article.html"

    lead = models.CharField(max_length=250, blank=True)
    author = models.ForeignKey(
        "magazine.AuthorPage",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    topic = models.ForeignKey(
        Topic, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    picture = models.ForeignKey(
        "wagtailimages.Image",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    content_panels = [*Page.content_panels, "lead", "author", "picture", "topic", "body"]

    def by_chance(self) -> models.QuerySet[ArticlePage]:
        """Three other articles, others each time: the template marks them as noise."""
        return _live(ArticlePage, self.get_parent()).exclude(pk=self.pk).order_by("?")[:3]


class EventIndexPage(RoutablePageMixin, MagazinePage):
    """Two addresses from one page: what is to come, and what was."""

    template = "magazine/listing.html"

    @path("")
    def coming(self, request: HttpRequest) -> HttpResponse:
        """Events from today on."""
        events = self._events().filter(starts_on__gte=timezone.localdate())
        return self.render(
            request,
            context_overrides={"entries": events.order_by("starts_on"), "has_past": True},
        )

    @path("past/", name="past")
    def past(self, request: HttpRequest) -> HttpResponse:
        """Events until yesterday."""
        events = self._events().filter(starts_on__lt=timezone.localdate())
        return self.render(
            request,
            context_overrides={
                "entries": events.order_by("-starts_on"),
                "has_past": True,
                "route": "past/",
            },
        )

    def get_sitemap_urls(self, request: HttpRequest | None = None) -> list[dict[str, Any]]:
        """Both of them, as Wagtail's documentation of routable pages has it."""
        urls: list[dict[str, Any]] = super().get_sitemap_urls(request)
        past = self.get_full_url(request) + self.reverse_subpage("past")
        return [*urls, {"location": past, "lastmod": self.last_published_at}]

    def _events(self) -> models.QuerySet[EventPage]:
        return _live(EventPage, self)


class EventPage(MagazinePage):
    template = "magazine/event.html"

    starts_on = models.DateField()
    venue = models.CharField(max_length=120)

    content_panels = [*Page.content_panels, "starts_on", "venue", "body"]


class PeoplePage(MagazinePage):
    template = "magazine/listing.html"

    @property
    def entries(self) -> models.QuerySet[AuthorPage]:
        """All who write here."""
        return _live(AuthorPage, self).order_by("title", "pk")


class AuthorPage(MagazinePage):
    template = "magazine/author.html"

    trade = models.CharField(max_length=120)
    picture = models.ForeignKey(
        "wagtailimages.Image",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    content_panels = [*Page.content_panels, "trade", "picture", "body"]


class ShopPage(MagazinePage):
    template = "magazine/listing.html"

    @property
    def entries(self) -> models.QuerySet[ProductPage]:
        """By price."""
        return _live(ProductPage, self).order_by("price_cents", "pk")


class ProductPage(MagazinePage):
    template = "magazine/product.html"

    price_cents = models.PositiveIntegerField()
    is_in_stock = models.BooleanField(default=True)
    picture = models.ForeignKey(
        "wagtailimages.Image",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    content_panels = [*Page.content_panels, "price_cents", "is_in_stock", "picture", "body"]

    @property
    def price(self) -> str:
        """``12.50``."""
        return f"{self.price_cents // 100}.{self.price_cents % 100:02}"


class RedirectPage(MagazinePage):
    """A page of the tree that only sends its visitors on."""

    target = models.CharField(max_length=200)

    content_panels = [*Page.content_panels, "target"]

    def serve(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """No page, but a redirect: only a visit can tell."""
        return redirect(self.target)


class CampaignPage(MagazinePage):
    """A landing page of a letter to members; Wagtail's documented way to opt out."""

    template = "magazine/text.html"

    def get_sitemap_urls(self, request: HttpRequest | None = None) -> list[dict[str, Any]]:
        """None."""
        return []


def _menu(language: str) -> models.QuerySet[Page]:
    """The pages that the menu of this language names."""
    pages = Page.objects.live().public().in_menu()
    return pages.filter(locale__language_code=language).order_by("path")


def _live(model: Any, page: Page) -> Any:
    """The live public pages of one type below a page."""
    return model.objects.live().public().descendant_of(page)
