"""
How many rows there are of each kind, kept with the rows, so that nobody counts a million.

Written in the transactions that write `ContentState`; see `honest_sitemaps.ledger.counting`.
"""

from __future__ import annotations

from django.db import models

from honest_sitemaps.ledger.models import Section


class StateCount(models.Model):
    """How many rows of a section have this reason now."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="counts", db_index=False)
    language = models.CharField(max_length=35, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    """``""``: listed."""

    urls = models.PositiveBigIntegerField(default=0)
    unstable_urls = models.PositiveBigIntegerField(default=0)
    """Those of them whose two renders differed."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "language", "reason"], name="one_count_per_reason"
            )
        ]

    def __str__(self) -> str:
        return f"{self.urls:,} {self.reason or 'listed'} in {self.section}"


class DayCount(models.Model):
    """One figure of one section on one day (UTC)."""

    class Kind(models.TextChoices):
        STATE = "STATE"
        """``word`` is a reason, or ``LISTED``; ``urls`` as the day's last settle left it."""

        MOVE = "MOVE"
        """``word`` is a `Move`; ``urls`` how many steps of it the day had."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="days", db_index=False)
    day = models.DateField()
    kind = models.CharField(max_length=5, choices=Kind)
    word = models.CharField(max_length=20)
    urls = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "day", "kind", "word"], name="one_figure_per_day"
            )
        ]
        indexes = [models.Index(fields=["day"], name="day_figures")]

    def __str__(self) -> str:
        return f"{self.day} {self.section}: {self.urls:,} {self.word}"
