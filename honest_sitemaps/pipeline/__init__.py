"""
The whole way of a URL, from candidates to a live release. Nothing else knows it.

::

    sweep    walk a section, look at each candidate, settle what is found true
    look     the same for given keys
    accept   rebase   discard    ways out of a held scan
    answer   ask_unpin  what a person wants, stored; carry_out_answers does it
    release  build what is stale, let it go live
    rollback the release before it goes live again
    withhold list_again set_date clear_date  what a person decides about one URL
    state_of which row a person means by a URL
    explain  why a URL is listed or not
    mark     wish for a look at what somebody saved
    notice   what on the pages changes without an edit

Every function takes ``now``; only commands, tasks, views and the admin ask the clock.
"""

from honest_sitemaps.pipeline.answering import answer, ask_unpin, carry_out_answers
from honest_sitemaps.pipeline.aside import aside
from honest_sitemaps.pipeline.explaining import explain
from honest_sitemaps.pipeline.holding import accept, discard, held, rebase
from honest_sitemaps.pipeline.marking import (
    has_marks,
    is_known,
    look_at_marks,
    mark_keys,
    mark_saved,
    mark_touched,
    sections_to_sweep,
    take_marks,
    touched_by,
)
from honest_sitemaps.pipeline.moving import export_ledger, import_ledger
from honest_sitemaps.pipeline.naming import sections_of, state_of
from honest_sitemaps.pipeline.noises import NoiseReport
from honest_sitemaps.pipeline.noticing import SAMPLE_PAGES, notice
from honest_sitemaps.pipeline.overriding import clear_date, list_again, set_date, withhold
from honest_sitemaps.pipeline.releasing import release, rollback
from honest_sitemaps.pipeline.report import ScanReport
from honest_sitemaps.pipeline.spreading import (
    finish_sweeps,
    scan_batch,
    spread_sweep,
    stuck_sections,
)
from honest_sitemaps.pipeline.sweeping import look, sweep
from honest_sitemaps.pipeline.trying import DryReport, dry_run

__all__ = [
    "SAMPLE_PAGES",
    "DryReport",
    "NoiseReport",
    "ScanReport",
    "accept",
    "answer",
    "aside",
    "ask_unpin",
    "carry_out_answers",
    "clear_date",
    "discard",
    "dry_run",
    "explain",
    "export_ledger",
    "finish_sweeps",
    "has_marks",
    "held",
    "import_ledger",
    "is_known",
    "list_again",
    "look",
    "look_at_marks",
    "mark_keys",
    "mark_saved",
    "mark_touched",
    "notice",
    "rebase",
    "release",
    "rollback",
    "scan_batch",
    "sections_of",
    "sections_to_sweep",
    "set_date",
    "spread_sweep",
    "state_of",
    "stuck_sections",
    "sweep",
    "take_marks",
    "touched_by",
    "withhold",
]
