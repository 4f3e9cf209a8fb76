"""No migrations: the test run creates the tables."""

from __future__ import annotations

import uuid

from django.db import models
from django.urls import reverse


class Article(models.Model):
    """Everything that a source can say about a page, on an integer key."""

    title = models.CharField(max_length=200)
    slug = models.CharField(max_length=200)
    body = models.TextField(blank=True)
    language = models.CharField(max_length=10, default="en")
    translation_key = models.CharField(max_length=50, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    is_live = models.BooleanField(default=True)
    is_public = models.BooleanField(default=True)
    noindex = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["language", "slug"], name="one_article_per_slug")
        ]

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        """``/articles/<slug>/`` in English, ``/<language>/articles/<slug>/`` in any other."""
        if self.language == "en":
            return reverse("article", args=[self.slug])
        return reverse("translated-article", args=[self.language, self.slug])


class Essay(Article):
    """The same rows by another name."""

    class Meta:
        proxy = True


class Draft(Article):
    """The same rows, in an order of their own by default."""

    class Meta:
        proxy = True
        ordering = ["-title"]


class Review(Article):
    """An article with a table of its own beside it."""

    stars = models.PositiveSmallIntegerField(default=5)


class Product(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    title = models.CharField(max_length=200)
    price = models.DecimalField(max_digits=8, decimal_places=2, default=0)
    released_on = models.DateField(null=True, blank=True)

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("product", args=[self.pk])


class Word(models.Model):
    text = models.CharField(max_length=100, primary_key=True)
    meaning = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.text

    def get_absolute_url(self) -> str:
        return reverse("word", args=[self.text])


class Seat(models.Model):
    """Named by two columns together."""

    pk = models.CompositePrimaryKey("row", "number")
    row = models.CharField(max_length=10)
    number = models.IntegerField()

    def __str__(self) -> str:
        return f"{self.row}{self.number}"

    def get_absolute_url(self) -> str:
        return f"/seats/{self.row}/{self.number}/"
