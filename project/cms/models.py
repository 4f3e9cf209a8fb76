"""
The demo's content: a sports site in two languages.

It shows both ways in which Django sites hold translations. `Team` and `Match` are one row with
a column a language; `Article` is a row a language, joined by ``group``.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.urls import reverse
from django.utils import timezone, translation


class Translated(models.Model):
    """A row with a column a language: ``name_en``, ``name_bn``."""

    class Meta:
        abstract = True

    def said(self, field: str) -> str:
        """The words of this field in the active language."""
        language = translation.get_language() or settings.LANGUAGE_CODE
        return str(getattr(self, f"{field}_{language}"))


class Team(Translated):
    """A club of the cup."""

    slug = models.SlugField(unique=True)
    table = models.CharField(max_length=1)
    """``a`` or ``b``: the group whose table the club stands in."""

    founded = models.PositiveSmallIntegerField()
    name_en = models.CharField(max_length=80)
    name_bn = models.CharField(max_length=80)
    city_en = models.CharField(max_length=80)
    city_bn = models.CharField(max_length=80)
    ground_en = models.CharField(max_length=80)
    ground_bn = models.CharField(max_length=80)
    coach_en = models.CharField(max_length=80)
    coach_bn = models.CharField(max_length=80)
    about_en = models.TextField()
    about_bn = models.TextField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.said("name")

    def get_absolute_url(self) -> str:
        return reverse("team", args=[self.slug])

    @property
    def crest(self) -> str:
        """Name of the static file."""
        return f"crests/{self.slug}.svg"


class Match(Translated):
    """One match of the group stage."""

    slug = models.SlugField(unique=True)
    round = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, models.PROTECT, related_name="home_matches")
    away = models.ForeignKey(Team, models.PROTECT, related_name="away_matches")
    kick_off = models.DateTimeField()
    home_goals = models.PositiveSmallIntegerField(null=True, blank=True)
    """``None`` until the match was played."""

    away_goals = models.PositiveSmallIntegerField(null=True, blank=True)
    report_en = models.TextField()
    report_bn = models.TextField()

    class Meta:
        ordering = ["round", "pk"]
        verbose_name_plural = "matches"

    def __str__(self) -> str:
        return f"{self.home} \u2013 {self.away}"

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.slug])


class ArticleQuerySet(models.QuerySet["Article"]):
    def readable(self) -> ArticleQuerySet:
        """What the site itself shows in its lists: live, public, with a page of its own."""
        return self.filter(
            is_draft=False,
            is_public=True,
            published_at__lte=timezone.now(),
            expires_at=None,
            link="",
            moved_to="",
            status=200,
        ).exclude(slug="")


class Article(models.Model):
    """A piece of writing in one language."""

    class Kind(models.TextChoices):
        NEWS = "news"
        FEATURE = "features"

    kind = models.CharField(max_length=8, choices=Kind)
    language = models.CharField(max_length=5, choices=settings.LANGUAGES)
    slug = models.CharField(max_length=200, blank=True)
    group = models.CharField(max_length=80, blank=True)
    """Names the set of translations; the same for each of them."""

    title = models.CharField(max_length=200)
    summary = models.CharField(max_length=300)
    body = models.TextField()
    """Paragraphs, with an empty line between them."""

    team = models.ForeignKey(Team, models.SET_NULL, null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    is_draft = models.BooleanField(default=False)
    is_public = models.BooleanField(default=True)
    noindex = models.BooleanField(default=False)
    """Said by the source, so that the page is not even fetched."""

    robots = models.CharField(max_length=80, blank=True)
    """Content of the page's robots meta tag."""

    robots_header = models.CharField(max_length=80, blank=True)
    """Value of its ``X-Robots-Tag``."""

    preferred = models.CharField(max_length=200, blank=True)
    """Path of the page that this one names as canonical; empty: itself."""

    moved_to = models.CharField(max_length=200, blank=True)
    """Path that the page redirects to."""

    status = models.PositiveSmallIntegerField(default=200)
    """What the page answers: 200, or what a real site answers when something is wrong."""

    link = models.CharField(max_length=200, blank=True)
    """Where a teaser leads instead of to a page of its own."""

    objects = ArticleQuerySet.as_manager()

    class Meta:
        ordering = ["-published_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "language", "slug"], name="one_article_per_slug"
            )
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        if self.link:
            return self.link
        with translation.override(self.language):
            return reverse("article", args=[self.kind, self.slug])

    @property
    def paragraphs(self) -> list[str]:
        return self.body.split("\n\n")


class Reads(models.Model):
    """How often a page was read."""

    path = models.CharField(max_length=255, unique=True)
    times = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name_plural = "reads"

    def __str__(self) -> str:
        return f"{self.path}: {self.times:,}"


class Figure(models.Model):
    """A number that the templates print on every page."""

    name = models.SlugField(unique=True)
    value = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.name}: {self.value:,}"
