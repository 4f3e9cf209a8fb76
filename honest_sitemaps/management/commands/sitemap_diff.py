"""``sitemap_diff``: what entered, left and changed between two releases, and why."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandError

from honest_sitemaps import verify
from honest_sitemaps.management.command import COULD_NOT_RUN, DONE
from honest_sitemaps.management.streams import StreamingCommand
from honest_sitemaps.models import Origin, Release
from honest_sitemaps.verify import Difference, ReleaseSummary, Why

SAMPLE = 5
"""Examples of each cause that are shown."""

HEADINGS = {
    "entered": "entered",
    "left": "left",
    "file": "in another file",
    "lastmod": "with another lastmod",
    "alternates": "with other language versions",
    "extensions": "with other images, videos or news",
}


class Command(StreamingCommand):
    help = "Tell what differs between two releases, and why: the live one and that before it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "older",
            nargs="?",
            type=int,
            metavar="OLDER",
            help="a release by number; default: the one before NEWER",
        )
        parser.add_argument(
            "newer", nargs="?", type=int, metavar="NEWER", help="default: the live one"
        )
        parser.add_argument("--origin", default="", help="which, where there are several")
        parser.add_argument(
            "--all",
            action="store_true",
            help=f"list every difference, not {SAMPLE} of each cause",
        )

    def run(self, **options: Any) -> tuple[dict[str, Any], int]:
        older, newer = self._pair(options["older"], options["newer"], options["origin"])
        summary = ReleaseSummary(sample=0 if options["all"] else SAMPLE)
        self._differing = 0
        found = summary.counting(
            verify.explained(
                verify.difference(older, newer, progress=self._tell), older=older, newer=newer
            )
        )
        head = {
            "origin": newer.origin,
            "older": _told(older),
            "newer": _told(newer),
        }
        if options["all"] and options["json"]:
            items = (difference_as_json(one, why) for one, why in found)
            return self.stream(
                self.to_stdout,
                items,
                head=head,
                name="differences",
                tail=lambda: {**self._counted(summary), "omitted": 0},
            ), DONE
        for one, why in found:
            if options["all"]:
                self.stdout.write(_line(difference_as_json(one, why)))
        listed = [difference_as_json(one, why) for one, why in summary.examples]
        document = {**head, **self._counted(summary), "differences": listed}
        total = 0 if options["all"] else sum(summary.counts.values())
        return {**document, "omitted": max(total - len(listed), 0)}, DONE

    def show(self, document: dict[str, Any]) -> None:
        older, newer = document["older"], document["newer"]
        self.stdout.write(
            f"{document['origin']}: release {older['release']} of {older['at']} → "
            f"release {newer['release']} of {newer['at']}"
        )
        for text in _summed_up(document):
            self.stdout.write(text)
        if document["omitted"]:
            self.stdout.write(f"{document['omitted']:,} more: --all lists every one.")

    def _pair(
        self, older: int | None, newer: int | None, origin: str
    ) -> tuple[Release, Release]:
        after = _release(newer) if newer is not None else None
        before = _release(older) if older is not None else None
        if after is None:
            after = _live(origin or (before.origin if before else ""))
        if before is None:
            before = verify.release_before(after)
        if before is None:
            raise CommandError(
                f"Release {after.pk} is the oldest of {after.origin} that is kept "
                "(KEEP_RELEASES), so there is none to compare it with.",
                returncode=COULD_NOT_RUN,
            )
        if before.origin != after.origin:
            raise CommandError(
                f"Release {before.pk} is of {before.origin}, release {after.pk} of "
                f"{after.origin}.",
                returncode=COULD_NOT_RUN,
            )
        return before, after

    def _tell(self, done: int, total: int) -> None:
        self._differing = total
        self.progress(f"files compared of {total:,}", done)

    def _counted(self, summary: ReleaseSummary) -> dict[str, Any]:
        return {"changed_files": self._differing, **summary.as_json()}


def difference_as_json(one: Difference, why: Why) -> dict[str, Any]:
    return {
        "kind": one.kind,
        "loc": one.loc,
        "file": one.file,
        "file_before": one.file_before or None,
        "lastmod": [one.lastmod_before or None, one.lastmod or None],
        **why.as_json(),
    }


def _told(release: Release) -> dict[str, Any]:
    return {
        "release": release.pk,
        "status": release.status,
        "at": release.at.isoformat(timespec="seconds"),
        "why": release.why,
    }


def _release(number: int) -> Release:
    release = Release.objects.filter(pk=number).first()
    if release is None:
        kept = Release.objects.filter(status__in=verify.ONCE_LIVE).order_by("-pk")[:10]
        told = ", ".join(str(one.pk) for one in kept) or "none"
        raise CommandError(
            f"Release {number} is not kept. The last that were live: {told}.",
            returncode=COULD_NOT_RUN,
        )
    if release.status not in verify.ONCE_LIVE:
        raise CommandError(
            f"Release {number} is {release.status}: it never was live, and does not hold all "
            "of its files.",
            returncode=COULD_NOT_RUN,
        )
    return release


def _live(origin: str) -> Release:
    rows = Origin.objects.exclude(live_release=None).select_related("live_release")
    found = list(rows.filter(origin=origin) if origin else rows.order_by("origin"))
    if len(found) != 1:
        known = ", ".join(row.origin for row in rows.order_by("origin")) or "none yet"
        where = f" on {origin}" if origin else ""
        sentence = f"Nothing is live{where}. Origins with a release: {known}."
        if found:
            sentence = f"Name the origin (--origin), one of: {known}."
        raise CommandError(sentence, returncode=COULD_NOT_RUN)
    release = found[0].live_release
    assert release is not None  # noqa: S101 - the queryset leaves those out
    return release


def _summed_up(document: dict[str, Any]) -> Iterator[str]:
    counts = document["counts"]
    if not any(counts.values()):
        yield "No URL differs."
        return
    files = document["changed_files"]
    yield f"{files:,} {'file differs' if files == 1 else 'files differ'}."
    for kind, heading in HEADINGS.items():
        if not counts[kind]:
            continue
        yield f"{counts[kind]:,} {heading}"
        for cause, count in document["causes"][kind].items():
            if cause != kind:  # of language versions and images the kind says all
                yield f"  {count:,} {cause}"
            for one in document["differences"]:
                if (one["kind"], one["cause"]) == (kind, cause):
                    yield f"    {_line(one, is_headed=True)}"


def _line(one: dict[str, Any], *, is_headed: bool = False) -> str:
    """One difference: ``lastmod https://… 2026-08-11 → 2026-08-12, CHANGED: text``."""
    told = "" if is_headed else f"{one['kind']} "
    told += one["loc"]
    if one["kind"] == "lastmod":
        before, after = one["lastmod"]
        told += f" {before or 'none'} → {after or 'none'}"
    elif one["kind"] == "file":
        told += f" {one['file_before']} → {one['file']}"
    elif not is_headed:
        told += f" {one['file']}"
    says_more = one["why"] != one["cause"] and one["cause"] != one["kind"]
    return f"{told}, {one['why']}" if says_more else told
