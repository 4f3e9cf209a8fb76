"""Releases: which bytes are live."""

from __future__ import annotations

from django.db import models

from honest_sitemaps.fields import MomentField


class Artifact(models.Model):
    """The bytes of one file, named by what they are."""

    digest = models.CharField(max_length=64, primary_key=True)
    """SHA-256 of the plain XML. gzip is only one coding of it."""

    gzip = models.BinaryField(null=True)
    """The gzip coding (mtime 0); ``None`` where ``STORAGE`` keeps it."""

    size_bytes = models.PositiveBigIntegerField()
    """Of the plain XML."""

    urls = models.PositiveIntegerField()
    """Entries in it."""

    def __str__(self) -> str:
        return self.digest


class Release(models.Model):
    """A set of files that went live together."""

    class Status(models.TextChoices):
        BUILDING = "BUILDING"
        LIVE = "LIVE"
        RETIRED = "RETIRED"
        REFUSED = "REFUSED"

    origin = models.TextField()
    status = models.CharField(max_length=8, choices=Status, default=Status.BUILDING)
    why = models.TextField(blank=True)
    at = MomentField()
    """When it was begun; that is also the date of the files it changed."""

    class Meta:
        permissions = [("roll_back", "Can roll a release back, and unpin an origin")]
        indexes = [models.Index(fields=["status", "id"], name="release_status")]

    def __str__(self) -> str:
        return f"release {self.pk} of {self.origin} ({self.status})"


class ReleaseFile(models.Model):
    """One name in one release."""

    release = models.ForeignKey(Release, models.CASCADE, related_name="files")
    name = models.CharField(max_length=120)
    """``sitemap.xml`` for the index, else ``<section>[-<language>]-<n>.xml``."""

    artifact = models.ForeignKey(Artifact, models.PROTECT, related_name="files")
    version = models.PositiveBigIntegerField(default=0)
    """`Shard.version` that it was built from."""

    terms = models.CharField(max_length=16, blank=True)
    """Hex digest of what it was built under beside the rows: the section's dates or none, the
    site's default language, the sections whose rows it may name, …; ``""`` for the index."""

    due_at = MomentField(null=True)
    """The next instant at which the clock alone changes the bytes: news that grow old, a date
    that comes. ``None`` if none does."""

    changed_at = MomentField()
    """When the bytes under this name last changed: its date in the index."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["release", "name"], name="one_file_per_name")
        ]

    def __str__(self) -> str:
        return self.name


class Origin(models.Model):
    """One site. It has one live release by construction."""

    origin = models.CharField(max_length=255, unique=True)
    live_release = models.ForeignKey(
        Release, models.PROTECT, null=True, blank=True, related_name="live_for"
    )
    pinned_why = models.TextField(blank=True)
    """Why a rollback keeps new releases out; ``""`` if none does."""

    unpin_why = models.TextField(blank=True)
    """Why somebody asked in the admin to unpin it; the next release does so, and clears it."""

    def __str__(self) -> str:
        return self.origin
