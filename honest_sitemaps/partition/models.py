"""Shards: one sitemap file each."""

from __future__ import annotations

from django.db import models

from honest_sitemaps.ledger import Section


class Shard(models.Model):
    """One sitemap file: the slots ``(number-1)*capacity+1`` to ``number*capacity``."""

    section = models.ForeignKey(Section, models.PROTECT, related_name="shards")
    number = models.PositiveIntegerField()
    version = models.PositiveBigIntegerField(default=1)
    """Raised with every change of a row that shows in the file. A release file built from
    another version is stale."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="one_shard_per_number")
        ]

    def __str__(self) -> str:
        return f"{self.section}-{self.number}"
