"""What was seen, as one short line that is the same each time the same is seen."""

from __future__ import annotations

import re

from honest_sitemaps.eligibility.reasons import Reason
from honest_sitemaps.eligibility.verdict import Verdict
from honest_sitemaps.loc import printable

EVIDENCE_LIMIT = 500
"""Characters that the ledger's column holds."""

_READ = 4 * EVIDENCE_LIMIT
"""Characters of the source that are looked at: a Location header may be a megabyte."""

# The repr of an object holds its memory address, which the next process does not share.
_ADDRESS = re.compile(r"\bat 0x[0-9A-Fa-f]+")


def shown(text: str, *, end: str = "") -> str:
    """
    ``text`` as evidence: one line, nothing invisible, at most `EVIDENCE_LIMIT` characters.

    ``end`` is put behind it and survives the cut.
    """
    line = printable(" ".join(text[:_READ].split()))
    line = _ADDRESS.sub("at 0x…", line)
    room = EVIDENCE_LIMIT - len(end)
    return (line if len(line) <= room else line[: room - 1] + "…") + end


def objection(reason: Reason, seen: str, *, is_stated: bool = False) -> Verdict:
    """A verdict that excludes; ``seen`` is made fit to be stored."""
    return Verdict(reason, shown(seen), is_stated)
