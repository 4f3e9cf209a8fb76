"""What the soak's editors edit."""

from __future__ import annotations

from django.db import models


class Entry(models.Model):
    slug = models.SlugField(unique=True)
    title = models.CharField(max_length=200)
    body = models.TextField()
    is_live = models.BooleanField(default=True)

    class Meta:
        app_label = "soak"

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return f"/entries/{self.slug}/"


class Build(models.Model):
    """One row: what the last deploy was."""

    number = models.PositiveIntegerField(default=1)

    class Meta:
        app_label = "soak"

    def __str__(self) -> str:
        return str(self.number)
