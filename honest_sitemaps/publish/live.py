"""What is live, for whoever serves or compares it."""

from __future__ import annotations

from honest_sitemaps.publish.models import ReleaseFile


def live_file(origin: str, name: str) -> ReleaseFile | None:
    """The live file of this name with its artifact, the bytes left out; one query."""
    found = ReleaseFile.objects.filter(release__live_for__origin=origin, name=name)
    return found.select_related("artifact").defer("artifact__gzip").first()


def live_files(origin: str) -> list[ReleaseFile]:
    """All live files by name, the index among them; one query, the bytes left out."""
    found = ReleaseFile.objects.filter(release__live_for__origin=origin).order_by("name")
    return list(found.select_related("artifact").defer("artifact__gzip"))
