"""Types of pages: plain ones, and one for each way in which a page says where it is."""

from __future__ import annotations

from django.db import models
from modelcluster.fields import ParentalKey, ParentalManyToManyField
from wagtail.contrib.routable_page.models import RoutablePageMixin, path
from wagtail.contrib.settings.models import BaseSiteSetting, register_setting
from wagtail.fields import RichTextField
from wagtail.models import DraftStateMixin, Orderable, Page, RevisionMixin
from wagtail.snippets.models import register_snippet


@register_snippet
class Topic(DraftStateMixin, RevisionMixin, models.Model):
    """Shown on each page that names it."""

    name = models.CharField(max_length=100)
    logo = models.ForeignKey(
        "wagtailimages.Image",
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )

    def __str__(self):
        return self.name


@register_snippet
class Word(models.Model):
    """Shown on pages by a many-to-many field."""

    text = models.CharField(max_length=100)

    def __str__(self):
        return self.text


@register_snippet
class Footer(models.Model):
    """Shown on every page, named by none."""

    text = models.CharField(max_length=100)

    def __str__(self):
        return self.text


@register_setting
class House(BaseSiteSetting):
    phone = models.CharField(max_length=100, blank=True)


class TextPage(Page):
    template = "cmssite/text.html"

    body = models.TextField(blank=True)
    rich = RichTextField(blank=True)
    seo_noindex = models.BooleanField(default=False)
    canonical_url = models.URLField(blank=True)
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
    words = ParentalManyToManyField(Word, blank=True)


class Link(Orderable):
    """A row of a page's own."""

    page = ParentalKey(TextPage, on_delete=models.CASCADE, related_name="links")
    text = models.CharField(max_length=100)


class PlainPage(Page):
    """Has no field of ours."""

    template = "cmssite/text.html"


class HiddenPage(Page):
    """Opts out of the sitemap, as Wagtail's documentation says."""

    template = "cmssite/text.html"

    def get_sitemap_urls(self, request=None):
        return []


class ManyPage(RoutablePageMixin, Page):
    """Two addresses from one page."""

    template = "cmssite/text.html"

    @path("past/", name="past")
    def past(self, request):
        return self.render(request)

    def get_sitemap_urls(self, request=None):
        own = super().get_sitemap_urls(request)
        return [{"location": f"{own[0]['location']}past/"}, *own]


class RoutedPage(RoutablePageMixin, Page):
    """More routes than it tells of."""

    template = "cmssite/text.html"

    @path("archive/<int:year>/")
    def archive(self, request, year):
        return self.render(request)


class DatedPage(Page):
    """Has another address than its place in the tree."""

    template = "cmssite/text.html"

    def get_url_parts(self, request=None):
        site, root, _ = super().get_url_parts(request)
        return site, root, f"/2026/{self.slug}/"


class BrokenPage(Page):
    """Raises when it is asked for its address."""

    template = "cmssite/text.html"

    def get_sitemap_urls(self, request=None):
        raise ValueError("no address today")


class SpecialTextPage(TextPage):
    """Below another type of pages."""

    template = "cmssite/text.html"
