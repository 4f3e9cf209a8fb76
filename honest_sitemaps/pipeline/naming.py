"""Which rows a person means by a URL, or by labels."""

from __future__ import annotations

from collections.abc import Sequence

from honest_sitemaps.eligibility import Reason
from honest_sitemaps.errors import OverrideRefused
from honest_sitemaps.ledger import ContentChange, ContentState, Section
from honest_sitemaps.loc import absolute, loc_digest
from honest_sitemaps.pipeline.sections import chosen
from honest_sitemaps.registry import origin_for

SHOWN_ROWS = 20
"""Rows with one loc that are told apart."""

PASSIVE = {Reason.WITHDRAWN, Reason.DUPLICATE}
"""A row with one of these is not the one that stands for its loc."""


def state_of(raw: str, *, section: str = "") -> ContentState:
    """
    The row of this URL, absolute or a path of a site; ``section`` is a label, where several
    have one.

    Of several rows the one that a person overrode is meant, else the listed one, else the only
    one that its source still names. Raises `OverrideRefused` saying what to do instead.
    """
    origins = list(Section.objects.order_by("origin").values_list("origin", flat=True))
    joined = [absolute(raw, origin=origin) for origin in dict.fromkeys(origins)]
    locs = [loc for loc in joined if isinstance(loc, str)]
    found = ContentState.objects.filter(loc_digest__in=[loc_digest(loc) for loc in locs])
    rows = list(found.select_related("section").order_by("pk")[:SHOWN_ROWS])
    meant = [row for row in rows if section in ("", row.section.label)]
    if not meant:
        raise OverrideRefused(raw, _why_none(locs, rows, section))
    return _the_one(raw, meant)


def sections_of(labels: Sequence[str]) -> list[Section]:
    """
    The rows of these sections, or of all that are registered, by label. One that no scan has
    opened yet has none. Raises `UnknownSection`.
    """
    pairs = {
        (origin_for(registration), registration.name, language)
        for registration, language in chosen(labels)
    }
    found = Section.objects.filter(name__in={name for _, name, _ in pairs})
    return sorted(
        (one for one in found if (one.origin, one.name, one.language) in pairs),
        key=lambda one: (one.label, one.origin),
    )


def _the_one(raw: str, rows: Sequence[ContentState]) -> ContentState:
    for some in (
        [row for row in rows if row.override],
        [row for row in rows if row.is_listed],
        [row for row in rows if row.reason not in PASSIVE],
        rows,
    ):
        if len(some) == 1:
            return some[0]
        if some:
            break
    named = "; ".join(f"{row.section.label}: {row.loc} ({row.key})" for row in some)
    if len({row.loc for row in some}) > 1:
        raise OverrideRefused(raw, f"several sites have it. Name it with its host: {named}.")
    raise OverrideRefused(raw, f"several sections name it. Say which (--section): {named}.")


def _why_none(locs: Sequence[str], rows: Sequence[ContentState], section: str) -> str:
    if rows:
        labels = ", ".join(sorted({row.section.label for row in rows}))
        return f"section {section} does not name it, but {labels}."
    for loc in locs:
        # No index helps here: it is asked once, by a person who named a URL that is not there.
        moved = ContentChange.objects.filter(before__loc=loc).exclude(state__loc=loc)
        step = moved.select_related("state").order_by("-pk").first()
        if step is not None:
            return f"its page moved. Its URL is {step.state.loc} now."
    return "no section has named it yet. If it is new, the next sweep finds it."
