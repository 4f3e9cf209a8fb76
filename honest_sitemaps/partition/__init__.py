"""Which file a URL lives in. A URL never moves to another file."""

from honest_sitemaps.partition.assign import assign
from honest_sitemaps.partition.models import Shard
from honest_sitemaps.partition.names import INDEX_NAME, file_name, file_stem, section_files
from honest_sitemaps.partition.plan import PlannedShard, plan, shards
from honest_sitemaps.partition.slots import (
    PROTOCOL_LIMIT_URLS,
    SlotRange,
    shard_of,
    slot_range,
)
from honest_sitemaps.partition.touch import touch

__all__ = [
    "INDEX_NAME",
    "PROTOCOL_LIMIT_URLS",
    "PlannedShard",
    "Shard",
    "SlotRange",
    "assign",
    "file_name",
    "file_stem",
    "plan",
    "section_files",
    "shard_of",
    "shards",
    "slot_range",
    "touch",
]
