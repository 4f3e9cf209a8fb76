"""The ledger's tables. Only scans write them; see `honest_sitemaps.ledger.settle`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models.functions import Coalesce

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.fields import MomentField
from honest_sitemaps.ledger.beginning import Beginning
from honest_sitemaps.ledger.transition import Move


def reason_choices() -> list[tuple[str, Any]]:
    """The choices, as a callable: a new reason then needs no migration (Django 5.0+)."""
    return Reason.choices


class Section(models.Model):
    """One source on one origin, and in one language if it was registered ``by_language``."""

    origin = models.CharField(max_length=255)
    name = models.CharField(max_length=50)
    language = models.CharField(max_length=35, blank=True)
    capacity = models.PositiveIntegerField()
    """Slots in a file; frozen once `released`."""

    next_slot = models.PositiveBigIntegerField(default=1)
    """The slot that the next newly listed URL gets. Slots are never given twice."""

    noise = models.JSONField(default=list, blank=True)
    """CSS selectors declared noise by a *rebase*, beside those of the registration."""

    furniture = models.JSONField(default=list, blank=True)
    """Shapes of changes that a person re-based: blocks that stand on most of the section's
    pages and change on all of them at once."""

    released = models.BooleanField(default=False)
    """Whether a release ever held a file of this section."""

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["origin", "name", "language"], name="one_section_per_name"
            )
        ]
        indexes = [models.Index(fields=["name", "language"], name="section_name")]
        verbose_name_plural = "health of the sections"
        """What the admin's index calls the page that it leads to."""

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        """``pages``, or ``pages-de``: how commands and file names call it."""
        return f"{self.name}-{self.language}" if self.language else self.name


class ContentStateQuerySet(models.QuerySet["ContentState"]):
    def listed(self) -> ContentStateQuerySet:
        """Rows that belong in a sitemap: the Desired set."""
        return self.filter(reason="")

    def excluded(self, reason: Reason | None = None) -> ContentStateQuerySet:
        """Rows kept out, all of them or those with one reason."""
        return self.exclude(reason="") if reason is None else self.filter(reason=reason)

    def with_lastmod(self) -> ContentStateQuerySet:
        """Annotate ``lastmod_at``: updated_at, else published_at."""
        return self.annotate(lastmod_at=Coalesce("updated_at", "published_at"))


class ContentState(models.Model):
    """What one URL said, and since when."""

    section = models.ForeignKey(Section, models.PROTECT, related_name="states", db_index=False)
    key = models.CharField(max_length=255)
    language = models.CharField(max_length=35, blank=True)

    loc = models.CharField(max_length=2048)
    loc_digest = models.CharField(max_length=64, editable=False)
    """SHA-256 of ``loc``: an index that every database can hold."""

    group = models.CharField(max_length=255, blank=True)
    slot = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    """Place in the section, given when first listed and never again; decides the file."""

    digest = models.CharField(max_length=64, blank=True)
    recipe = models.CharField(max_length=80, blank=True)
    parts = models.CharField(max_length=101, blank=True)
    is_unstable = models.BooleanField(default=False)
    """Two renders of one moment differed; the page keeps the date it has."""

    published_at = MomentField(null=True, blank=True)
    published_precision = models.CharField(max_length=6, default="second")
    updated_at = MomentField(null=True, blank=True)
    due_at = MomentField(null=True, blank=True, db_index=True)
    """The next instant at which the clock alone changes the verdict."""

    reason = models.CharField(max_length=20, choices=reason_choices, blank=True)
    evidence = models.CharField(max_length=500, blank=True)
    http_status = models.PositiveSmallIntegerField(null=True, blank=True)
    canonical = models.CharField(max_length=2048, blank=True)
    unreadable_sightings = models.PositiveIntegerField(default=0)
    unreadable_since = MomentField(null=True, blank=True)
    override = models.CharField(max_length=10, blank=True)
    """``withhold``: kept out by hand until it is listed again. ``date``: its date was set by
    hand, and stands until the content moves."""

    override_why = models.TextField(blank=True)
    images = models.JSONField(default=list, blank=True)
    videos = models.JSONField(default=list, blank=True)
    news = models.JSONField(null=True, blank=True)

    seen_scan = models.BigIntegerField(null=True, blank=True)
    seen_at = MomentField(null=True, blank=True)
    """When it was last looked at; ``None`` for an imported row that no scan has seen."""

    objects = ContentStateQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section", "key", "language"], name="one_row_per_key_and_language"
            ),
            models.UniqueConstraint(fields=["section", "slot"], name="one_url_per_slot"),
            models.CheckConstraint(
                condition=models.Q(updated_at__isnull=True)
                | models.Q(published_at__isnull=True)
                | models.Q(updated_at__gte=models.F("published_at")),
                name="updated_not_before_published",
            ),
        ]
        permissions = [
            ("look_again", "Can ask for another look at a URL"),
            ("override_state", "Can withhold a URL, list it again, set or clear its date"),
        ]
        indexes = [
            models.Index(fields=["section", "id"], name="state_walk"),
            models.Index(fields=["section", "reason", "id"], name="state_reason"),
            models.Index(
                fields=["section", "language", "reason", "id"], name="state_language"
            ),
            models.Index(fields=["key"], name="state_key"),
            models.Index(fields=["digest"], name="state_digest"),
            # Not db_index: PostgreSQL would get a second one of each, for LIKE.
            models.Index(fields=["loc_digest"], name="state_loc"),
            models.Index(fields=["group"], name="state_group"),
            models.Index(Beginning("loc"), name="state_begins"),
            models.Index(
                fields=["id"], name="state_unstable", condition=models.Q(is_unstable=True)
            ),
        ]

    def __str__(self) -> str:
        return self.loc

    @property
    def is_listed(self) -> bool:
        return not self.reason

    @property
    def lastmod(self) -> datetime | None:
        """The date that sitemap, page and JSON-LD all show; ``None`` where none is known."""
        date: datetime | None = self.updated_at or self.published_at
        return date


class LookMark(models.Model):
    """A wish to look at a key soon: somebody saved what its page shows."""

    section = models.ForeignKey(Section, models.CASCADE, related_name="marks", db_index=False)
    key = models.CharField(max_length=255, blank=True)
    """``""`` for the whole section: more keys than are worth a mark each."""

    saved_at = MomentField()
    """When the save was committed. A sighting from then on has seen it, explains its move by
    it, and settling that sighting removes the mark."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "key"], name="one_mark_per_key")
        ]
        indexes = [models.Index(fields=["saved_at", "id"], name="mark_oldest")]

    def __str__(self) -> str:
        return f"{self.key or 'everything'} of {self.section}"


class Scan(models.Model):
    """One walk over one section."""

    class Kind(models.TextChoices):
        SWEEP = "SWEEP"
        LOOK = "LOOK"

    class Status(models.TextChoices):
        RUNNING = "RUNNING"
        SETTLING = "SETTLING"
        SETTLED = "SETTLED"
        HELD = "HELD"
        SUPERSEDED = "SUPERSEDED"
        FAILED = "FAILED"
        DISCARDED = "DISCARDED"

    section = models.ForeignKey(Section, models.PROTECT, related_name="scans")
    run = models.CharField(max_length=36, db_index=True)
    """Shared by the scans of one command."""

    kind = models.CharField(max_length=5, choices=Kind)
    trigger = models.CharField(max_length=40, blank=True)
    """Who asked: ``command``, ``beat``, ``deploy``, …"""

    revision = models.CharField(max_length=80, blank=True)
    """Deploy or commit that was live, if the caller said so."""

    status = models.CharField(max_length=10, choices=Status, default=Status.RUNNING)
    started_at = MomentField()
    walked_at = MomentField(null=True)
    """When the walk over the source ended without error; ``None`` until then."""

    settled_at = MomentField(null=True)
    batches = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    """``{"listed": n, "excluded": {REASON: n}, "moves": {MOVE: n}, …}``"""

    cause = models.JSONField(null=True)
    """Why it is held or failed: a sentence, and the changed lines grouped."""

    owner = models.CharField(max_length=120, blank=True)
    """``host:pid`` of the process that walks or settles it."""

    beat_at = MomentField(null=True)
    """When that process last showed life."""

    answer = models.JSONField(null=True, blank=True)
    """What a person answered to a held scan in the admin, until a process carries it out:
    ``{"how": "accept"|"rebase"|"discard", "why", "by", "noise": [selector…], "at"}``."""

    class Meta:
        permissions = [("resolve_scan", "Can accept, re-base or discard a held scan")]
        indexes = [
            models.Index(fields=["section", "status"], name="scan_status"),
            # Without it the newest sweep of a section that has none is sought in all scans.
            models.Index(fields=["section", "kind", "id"], name="scan_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.kind.lower()} {self.pk} of {self.section} ({self.status})"


class ScanBatch(models.Model):
    """A run of candidates that one task looks at."""

    scan = models.ForeignKey(Scan, models.CASCADE, related_name="batch_set")
    number = models.PositiveIntegerField()
    first_key = models.CharField(max_length=255)
    last_key = models.CharField(max_length=255)
    """Inclusive. The next batch starts behind it."""

    attempts = models.PositiveIntegerField(default=0)
    trying = models.JSONField(default=dict)
    """Pages that this batch was at when its process ended, and how often: by the number of the
    visitor and the loc. Only a batch that is tried again notes them."""

    working_until = MomentField(null=True)
    """Until when it counts as at work, if it is not done."""

    done_at = MomentField(null=True)
    counts = models.JSONField(default=dict)
    """What this batch saw; written with `done_at`, so that a repeated batch counts once."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scan", "number"], name="one_batch_per_number")
        ]

    def __str__(self) -> str:
        return f"batch {self.number} of scan {self.scan_id}"


class StagedSighting(models.Model):
    """What a scan saw of a URL, where that differs from the ledger. Gone once settled."""

    scan = models.ForeignKey(Scan, models.CASCADE, related_name="staged", db_index=False)
    key = models.CharField(max_length=255)
    language = models.CharField(max_length=35, blank=True)
    state_id = models.BigIntegerField(null=True)
    """The row it was compared with: that of its key, else one of the section with its loc."""

    candidate = models.JSONField(default=dict)
    """The source's facts that the row keeps: group, dates, images, videos, news."""

    loc = models.CharField(max_length=2048)
    loc_digest = models.CharField(max_length=64)
    digest = models.CharField(max_length=64, blank=True)
    recipe = models.CharField(max_length=80, blank=True)
    parts = models.CharField(max_length=101, blank=True)
    reason = models.CharField(max_length=20, blank=True)
    evidence = models.CharField(max_length=500, blank=True)
    is_stated = models.BooleanField(default=False)
    http_status = models.PositiveSmallIntegerField(null=True)
    canonical = models.CharField(max_length=2048, blank=True)
    move = models.CharField(max_length=10, choices=[(move.value, move.value) for move in Move])
    """What settling it would be, as of the batch; counts for the guard."""

    moves_date = models.BooleanField(default=False)
    seen_at = MomentField()
    is_confirmed = models.BooleanField(default=False)
    is_unstable = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["scan", "key", "language"], name="one_sighting_per_key_and_language"
            )
        ]
        indexes = [
            models.Index(fields=["scan", "id"], name="staged_walk"),
            models.Index(fields=["scan", "state_id"], name="staged_state"),
            models.Index(fields=["scan", "loc_digest"], name="staged_loc"),
        ]

    def __str__(self) -> str:
        return f"{self.loc} as scan {self.scan_id} saw it"


class ContentChange(models.Model):
    """One step of one URL. Append-only."""

    state = models.ForeignKey(
        ContentState, models.CASCADE, related_name="changes", db_index=False
    )
    scan = models.ForeignKey(Scan, models.SET_NULL, null=True, related_name="changes")
    move = models.CharField(max_length=10, choices=[(move.value, move.value) for move in Move])
    before = models.JSONField(null=True)
    """Digest, recipe, parts, reason, loc, published_at and updated_at before the step;
    ``None`` for the first."""

    after = models.JSONField()
    seen_at = MomentField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["state", "id"], name="change_history")]

    def __str__(self) -> str:
        return f"{self.move} of {self.state_id} at {self.seen_at:%Y-%m-%d %H:%M}"


class CanonicalLines(models.Model):
    """The readable lines behind a digest, for diffs and for re-basing."""

    digest = models.CharField(max_length=64)
    recipe = models.CharField(max_length=80)
    zlib = models.BinaryField()
    """The lines, joined by newlines, UTF-8, compressed."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["digest", "recipe"], name="lines_once_per_digest")
        ]

    def __str__(self) -> str:
        return self.digest
