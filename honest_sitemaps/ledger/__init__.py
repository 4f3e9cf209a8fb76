"""What each URL said, since when. The only room where dates move."""

from honest_sitemaps.ledger.answers import (
    ANSWERS,
    answered_scans,
    put_answer,
    refuse_answer,
    take_answer,
)
from honest_sitemaps.ledger.confirm import agreed, restage, still_sees
from honest_sitemaps.ledger.count_models import DayCount, StateCount
from honest_sitemaps.ledger.counting import (
    Series,
    counts_by,
    moves_per_day,
    recount,
    states_per_day,
    unstable_by_section,
)
from honest_sitemaps.ledger.furniture import (
    learn_furniture,
    lines_before,
    rebase_furniture,
    untouched_locs,
)
from honest_sitemaps.ledger.guard import Judgement, Limits, Outcome, Tally, Threshold, judge
from honest_sitemaps.ledger.holds import (
    discard,
    held_scan,
    hold,
    mark_rebased,
    named_shapes,
    resolve,
    unconfirmed,
)
from honest_sitemaps.ledger.lines import chunked
from honest_sitemaps.ledger.lines import load as load_lines
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
from honest_sitemaps.ledger.pace import WORKING, Pace, begin_batch, go_on, take_turns
from honest_sitemaps.ledger.retention import prune
from honest_sitemaps.ledger.revert import revert
from honest_sitemaps.ledger.scans import (
    TASKS,
    beat,
    claim,
    fail,
    hand_to_tasks,
    is_gone,
    lock,
    open_look,
    open_sweep,
    section_row,
    stuck,
)
from honest_sitemaps.ledger.settle import Settled, begin, finish, settle, supersede
from honest_sitemaps.ledger.sighting import Facts, Record, Sighting, sighting_of
from honest_sitemaps.ledger.stage import Comparison, compare, compared, enter, stage
from honest_sitemaps.ledger.transfer import export_ledger, import_ledger, named_section
from honest_sitemaps.ledger.transition import Move, Terms, advance
from honest_sitemaps.ledger.whole import judge_whole

__all__ = [
    "ANSWERS",
    "TASKS",
    "WORKING",
    "CanonicalLines",
    "Comparison",
    "ContentChange",
    "ContentState",
    "DayCount",
    "Facts",
    "Judgement",
    "Limits",
    "LookMark",
    "Move",
    "Outcome",
    "Pace",
    "Record",
    "Scan",
    "ScanBatch",
    "Section",
    "Series",
    "Settled",
    "Sighting",
    "StagedSighting",
    "StateCount",
    "Tally",
    "Terms",
    "Threshold",
    "advance",
    "agreed",
    "answered_scans",
    "beat",
    "begin",
    "begin_batch",
    "chunked",
    "claim",
    "compare",
    "compared",
    "counts_by",
    "discard",
    "enter",
    "export_ledger",
    "fail",
    "finish",
    "go_on",
    "hand_to_tasks",
    "held_scan",
    "hold",
    "import_ledger",
    "is_gone",
    "judge",
    "judge_whole",
    "learn_furniture",
    "lines_before",
    "load_lines",
    "lock",
    "mark_rebased",
    "moves_per_day",
    "named_section",
    "named_shapes",
    "open_look",
    "open_sweep",
    "prune",
    "put_answer",
    "rebase_furniture",
    "recount",
    "refuse_answer",
    "resolve",
    "restage",
    "revert",
    "section_row",
    "settle",
    "sighting_of",
    "stage",
    "states_per_day",
    "still_sees",
    "stuck",
    "supersede",
    "take_answer",
    "take_turns",
    "unconfirmed",
    "unstable_by_section",
    "untouched_locs",
]
