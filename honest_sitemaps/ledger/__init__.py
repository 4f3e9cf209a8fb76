"""What each URL said, since when. The only room where dates move."""

from honest_sitemaps.ledger.models import (
    CanonicalLines,
    ContentChange,
    ContentState,
    Scan,
    ScanBatch,
    Section,
    StagedSighting,
)
from honest_sitemaps.ledger.transition import Move

__all__ = [
    "CanonicalLines",
    "ContentChange",
    "ContentState",
    "Move",
    "Scan",
    "ScanBatch",
    "Section",
    "StagedSighting",
]
