"""What stands on several pages at once: topics, the footer, the settings of the site."""

from __future__ import annotations

from django.db import models
from wagtail.admin.panels import FieldPanel
from wagtail.contrib.settings.models import BaseSiteSetting, register_setting
from wagtail.models import PreviewableMixin
from wagtail.snippets.models import register_snippet


@register_snippet
class Topic(PreviewableMixin, models.Model):
    """A box beside the articles of one dossier."""

    name = models.CharField(max_length=80)
    blurb = models.TextField()

    panels = ["name", "blurb"]

    def __str__(self) -> str:
        return self.name


@register_snippet
class Footer(models.Model):
    """The last lines of every page of one language."""

    language = models.CharField(max_length=2, unique=True)
    text = models.TextField()

    panels = ["language", "text"]

    def __str__(self) -> str:
        return f"Footer ({self.language})"


@register_setting
class MagazineSettings(BaseSiteSetting):
    """What the whole site says of itself."""

    motto = models.CharField(max_length=120, blank=True)
    members = models.PositiveIntegerField(
        default=0, help_text="Stands at the end of every article, inside its main part."
    )

    panels = [FieldPanel("motto"), FieldPanel("members")]

    class Meta:
        verbose_name = "magazine"
