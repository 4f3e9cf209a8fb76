"""
Which elements change without an edit: pages of each section, rendered again as they would be
for another visitor, at another time, after another build.

Writes nothing. The clock stands still and caches are empty in every render, so that what
differs is what was made to differ, or chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from honest_sitemaps import capture, fingerprint
from honest_sitemaps.candidates import Candidate
from honest_sitemaps.capture import (
    FIRST,
    SECOND,
    Document,
    Fetcher,
    InProcessFetcher,
    Page,
    Visitor,
)
from honest_sitemaps.eligibility import Reason, Robots, Verdict, decide, decide_early
from honest_sitemaps.fingerprint import LineChange, Place, differing
from honest_sitemaps.pipeline.looking import Lens, captured
from honest_sitemaps.pipeline.noises import (
    Known,
    Noise,
    NoiseReport,
    Skipped,
    Spot,
    folded_in,
    noises_of,
    not_told,
)
from honest_sitemaps.pipeline.report import Progress
from honest_sitemaps.pipeline.sections import candidates_of, chosen, spread
from honest_sitemaps.pipeline.trying import unsaved_lens
from honest_sitemaps.registry import label_of

SAMPLE_PAGES = 10
"""Pages of a section that are compared, if nobody says otherwise."""

SPARE_FACTOR = 4
"""So many times more candidates are kept, for those that prove not to be listed."""

MOST_BLOCKS = 200
"""Differing blocks of one section and variation that are looked for on their pages."""

MOST_TRIALS = 12
"""Selectors of one element that are tried on all the sampled pages."""

NO_PLACE = Place("", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """How a render differs from the first visitor's, now."""

    name: str
    visitor: Visitor = FIRST
    ahead: timedelta = timedelta()
    is_another_build: bool = False


VARIATIONS = (
    Variation(name="visitor", visitor=SECOND),
    Variation(name="hour", ahead=timedelta(hours=1)),
    Variation(name="day", ahead=timedelta(days=1)),
    # And a month, or the month's name would never differ.
    Variation(name="year", ahead=timedelta(days=365 + 31)),
    Variation(name="assets", is_another_build=True),
)

NOW = Variation(name="now")


@dataclass(frozen=True, slots=True, kw_only=True)
class _View:
    """A page as one variation shows it."""

    document: Document | None = None
    lines: tuple[str, ...] = ()
    fault: str = ""
    """What it answered instead of a page; ``""`` if it is one."""


@dataclass(slots=True, kw_only=True)
class _Findings:
    """What differs on the sampled pages of one section."""

    sampled: int = 0
    changes: dict[str, dict[str, list[LineChange]]] = field(default_factory=dict)
    """By variation, then by loc."""

    views: dict[tuple[str, str], _View] = field(default_factory=dict)
    """By loc and variation: all pages now, and those that differ as they differ."""

    skipped: list[Skipped] = field(default_factory=list)

    def skip(self, lens: Lens, why: str, *, loc: str = "", variation: str = "") -> None:
        label = lens.section.label
        self.skipped.append(Skipped(section=label, loc=loc, variation=variation, why=why))


def notice(
    labels: Sequence[str] = (),
    *,
    now: datetime,
    sample: int = SAMPLE_PAGES,
    fetcher: Fetcher | None = None,
    progress: Progress | None = None,
) -> NoiseReport:
    """
    Compare ``sample`` listed pages of each named section, or of all that have dates.

    Each is rendered six times. Raises `UnknownSection`, `SourceFailed`,
    `CaptureEnvironmentError`.
    """
    fetcher = fetcher or InProcessFetcher()
    robots: dict[str, Robots] = {}
    noise: list[Noise] = []
    skipped: list[Skipped] = []
    pages = 0
    if not capture.can_move_clock():
        skipped.append(Skipped(variation="hour, day, year", why=capture.NO_MOVED_CLOCK))
    for registration, language in chosen(labels):
        if not registration.dates and not labels:
            why = "registered without dates: nothing moves; name the section to compare it"
            skipped.append(Skipped(section=label_of(registration.name, language), why=why))
            continue
        lens = unsaved_lens(registration, language, robots, fetcher=fetcher, clock=lambda: now)
        with capture.empty_caches():
            findings = _compared(lens, now=now, sample=sample, progress=progress)
        noise += _noises(lens, findings)
        skipped += findings.skipped
        pages += findings.sampled
    return NoiseReport(pages=pages, noise=tuple(noise), skipped=tuple(skipped))


def _compared(
    lens: Lens, *, now: datetime, sample: int, progress: Progress | None
) -> _Findings:
    """Every variation of every sampled page."""
    findings = _Findings()
    for candidate in _by_turns(_likely(lens, now=now, size=sample * SPARE_FACTOR), sample):
        if findings.sampled == sample:
            break
        page, document = _rendered(lens, candidate.loc, NOW, now)
        base = _view(lens, page, document)
        verdict = decide(candidate, page, document, policy=lens.policy, now=now)
        if verdict.is_listed and base.fault:
            verdict = Verdict(Reason.UNREADABLE, base.fault)
        if not verdict.is_listed:
            why = f"{verdict.reason}: {verdict.evidence}"
            findings.skip(lens, why, loc=candidate.loc)
            continue
        findings.sampled += 1
        _compare(lens, candidate.loc, base, findings, now=now)
        if progress is not None:
            progress(lens.section.label, findings.sampled)
    return findings


def _likely(lens: Lens, *, now: datetime, size: int) -> list[Candidate]:
    """Candidates to which no rule objects before they are rendered, spread over the walk."""
    return spread(
        (
            one
            for one in candidates_of(lens)
            if decide_early(one, policy=lens.policy, now=now) is None
        ),
        size,
    )


def _by_turns(pool: Sequence[Candidate], size: int) -> Iterator[Candidate]:
    """The pool in an order whose first ``size`` are spread over it, as are the next."""
    stride = max(1, -(-len(pool) // size))
    for start in range(stride):
        yield from pool[start::stride]


def _compare(lens: Lens, loc: str, base: _View, findings: _Findings, *, now: datetime) -> None:
    known = Known()
    findings.views[loc, NOW.name] = base
    for variation in VARIATIONS:
        if variation.ahead and not capture.can_move_clock():
            continue
        view = _view(lens, *_rendered(lens, loc, variation, now))
        if view.fault and variation.ahead:
            # A page may well be gone in a year.
            findings.skip(lens, view.fault, loc=loc, variation=variation.name)
            continue
        changes = known.fresh(_changes(base, view))
        if changes:
            findings.changes.setdefault(variation.name, {})[loc] = changes
            findings.views[loc, variation.name] = view


def _changes(base: _View, view: _View) -> list[LineChange]:
    if view.fault:
        return [LineChange("status 200", view.fault)]
    return differing(base.lines, view.lines)


def _rendered(
    lens: Lens, loc: str, variation: Variation, now: datetime
) -> tuple[Page, Document | None]:
    with ExitStack() as stack:
        stack.enter_context(_clock(variation, now))
        if variation.is_another_build:
            stack.enter_context(capture.another_build())
        at = now + variation.ahead
        return captured(lens, loc, now=at, visitor=variation.visitor)


def _view(lens: Lens, page: Page, document: Document | None) -> _View:
    if page.failure or page.status != 200:
        return _View(fault=page.failure or f"status {page.status}")
    mark = fingerprint.of_page(page, document, rules=lens.rules)
    if isinstance(mark, fingerprint.Unfingerprintable):
        return _View(fault=mark.why)
    # What is no HTML has no lines: its bytes are compared.
    return _View(document=document, lines=mark.lines or (f"bytes {mark.digest}",))


def _clock(variation: Variation, now: datetime) -> AbstractContextManager[None]:
    """The variation's time; the real one where it cannot be moved."""
    return (
        capture.clock_at(now + variation.ahead) if capture.can_move_clock() else nullcontext()
    )


def _noises(lens: Lens, findings: _Findings) -> list[Noise]:
    """What differs, variation by variation, each element under the first that shows it."""
    told: list[Noise] = []
    for variation in VARIATIONS:
        found, left_out = noises_of(
            findings.changes.get(variation.name, {}),
            section=lens.section.label,
            variation=variation.name,
            sampled=findings.sampled,
            spot_of=partial(_spot, lens, findings, variation),
            limit=MOST_BLOCKS,
        )
        told += not_told(found, told)
        if left_out:
            why = f"{left_out:,} more differing blocks are not shown"
            findings.skip(lens, why, variation=variation.name)
    return [_named(lens, findings, one) for one in folded_in(told)]


def _named(lens: Lens, findings: _Findings, noise: Noise) -> Noise:
    """The noise with a selector that means it on each sampled page, or with none."""
    if not noise.place.selector:
        return noise
    trials = dict.fromkeys(
        selector
        for loc in noise.locs
        if (document := _shown_by(findings, noise, loc)) is not None
        for selector in fingerprint.selectors_like(document, noise.place.selector)
    )
    for selector in list(trials)[:MOST_TRIALS]:
        if all(
            _is_right(lens, findings, noise, loc, selector)
            for loc, name in findings.views
            if name == NOW.name
        ):
            return replace(noise, place=replace(noise.place, selector=selector))
    return replace(noise, place=replace(noise.place, selector=""), is_unnamed=True)


def _shown_by(findings: _Findings, noise: Noise, loc: str) -> Document | None:
    """The page as it shows the noise."""
    name = NOW.name if noise.before else noise.variation
    view = findings.views.get((loc, name)) or findings.views[loc, NOW.name]
    return view.document


def _is_right(lens: Lens, findings: _Findings, noise: Noise, loc: str, selector: str) -> bool:
    """Whether the selector means what differs on this page; nothing, where nothing does."""
    document = _shown_by(findings, noise, loc)
    if document is None:
        return True
    selected = fingerprint.lines_selected(document, selector, rules=lens.rules)
    is_by_place = "nth-" in selector
    differing = {
        line
        for variation, by_loc in findings.changes.items()
        # By its place it may mean another block, which differs by something else.
        if not is_by_place or variation == noise.variation
        for change in by_loc.get(loc, ())
        for line in (change.before, change.after)
    }
    if not selected:
        return loc not in noise.locs
    # By name it is the same block, though by chance it was drawn alike.
    return any(line in differing for line in selected) or (
        loc not in noise.locs and not is_by_place
    )


def _spot(
    lens: Lens, findings: _Findings, variation: Variation, loc: str, change: LineChange
) -> Spot:
    """Where the line stood; of a line that is new, where it stands."""
    shown = NOW if change.before else variation
    document = findings.views[loc, shown.name].document
    if document is None:
        return Spot(place=NO_PLACE)
    line, instead = (change.before, change.after) if change.before else (change.after, "")
    place = fingerprint.place_of(document, line, rules=lens.rules, instead=instead)
    item, around = fingerprint.list_of(document, line, rules=lens.rules) or ("", None)
    return Spot(place=place or NO_PLACE, item=item, around=around)
