"""
What a project may listen to.

Each is sent with ``send_robust`` after the transaction that it tells of has committed: a
receiver that raises is logged and stops nothing. The sender is the model class of the row that
the signal tells of. ``docs/reference/signals.md`` shows a receiver for each.
"""

from __future__ import annotations

from django.dispatch import Signal

scan_held = Signal()
"""
A scan waits for a person, and its section's dates are frozen until then.

``scan``: the `Scan`, with its ``section`` and ``cause``. The sender is `Scan`.
"""

scan_failed = Signal()
"""
A scan was given up and moved nothing: the walk died, or too many pages could not be read.

``scan``: the `Scan`, with its ``section`` and ``cause``. The sender is `Scan`.
"""

origin_pinned = Signal()
"""
A rollback keeps new releases of an origin out until somebody unpins it.

``origin``: the `Origin`, with its ``live_release`` and ``pinned_why``. The sender is `Origin`.
"""

released = Signal()
"""
Other bytes are live than before: after a release that went live and after a rollback.

``release``: the `Release` that is now live. The sender is `Release`. A release that finds
nothing changed, or that is refused, sends nothing.
"""

content_changed = Signal()
"""
Rows of the ledger took a step. Sent once a chunk of a settle, so several times for a big one.

``scan``: the `Scan` that saw it, ``None`` for what a person decided by hand. ``changes``: the
`ContentChange` rows of the chunk, at most 10,000, each with its ``state``. The sender is
`ContentChange`.
"""
