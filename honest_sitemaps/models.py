"""Every table, for Django's sake; each is defined in the room that owns it."""

from honest_sitemaps.ledger.count_models import DayCount, StateCount
from honest_sitemaps.ledger.models import (
    CanonicalLines,
    ContentChange,
    ContentState,
    LookMark,
    Scan,
    ScanBatch,
    Section,
    StagedSighting,
)
from honest_sitemaps.ledger.pace import Pace
from honest_sitemaps.partition.models import Shard
from honest_sitemaps.publish.models import Artifact, Origin, Release, ReleaseFile

__all__ = [
    "Artifact",
    "CanonicalLines",
    "ContentChange",
    "ContentState",
    "DayCount",
    "LookMark",
    "Origin",
    "Pace",
    "Release",
    "ReleaseFile",
    "Scan",
    "ScanBatch",
    "Section",
    "Shard",
    "StagedSighting",
    "StateCount",
]
