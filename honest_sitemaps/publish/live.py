"""What is live, for whoever serves or compares it."""

from __future__ import annotations

from django.db.models import Case, IntegerField, QuerySet, Value, When

from honest_sitemaps.ledger import Section
from honest_sitemaps.partition import file_stem, section_files
from honest_sitemaps.publish.models import Origin, ReleaseFile


def live_file(origin: str, name: str) -> ReleaseFile | None:
    """The live file of this name with its artifact, the bytes left out; one query."""
    return _live(origin).filter(name=name).first()


def live_files(origin: str) -> list[ReleaseFile]:
    """All live files by name, the index among them; one query, the bytes left out."""
    return list(_live(origin).order_by("name"))


def origin_for_host(scheme: str, host: str) -> Origin | None:
    """
    The origin that a request is for, with one query.

    The only one there is, whatever the host: a single site is reached by many names. Of
    several the one of this host, in the request's scheme if both exist; ``None`` if the host
    is none of them. Where there is no origin yet, one that is not saved and has nothing live.
    """
    exact, host = f"{scheme}://{host}".lower(), host.lower()
    either = [f"{known}://{host}" for known in ("http", "https")]
    rank = Case(
        When(origin=exact, then=Value(2)),
        When(origin__in=either, then=Value(1)),
        default=Value(0),
        output_field=IntegerField(),
    )
    rows = list(Origin.objects.annotate(rank=rank).order_by("-rank", "pk")[:2])
    if not rows:
        return Origin()
    return rows[0] if rows[0].rank or len(rows) == 1 else None


def is_gone(origin: str, name: str) -> bool:
    """
    Whether a name that is not live was a file of a section that left.

    Not so while any file of its section is live: then there never was such a file.
    """
    owner = _owner(origin, name)
    if owner is None:
        return False
    near = _live(origin).filter(name__startswith=f"{file_stem(owner)}-")
    return not section_files(owner, set(near.values_list("name", flat=True)))


def _owner(origin: str, name: str) -> Section | None:
    """The section once released whose file bears this name."""
    for section in Section.objects.filter(origin=origin, released=True):
        if section_files(section, {name}):
            number = int(name.removesuffix(".xml").rpartition("-")[2])
            return section if section.shards.filter(number=number).exists() else None
    return None


def _live(origin: str) -> QuerySet[ReleaseFile]:
    """Joined to the switch itself: between two statements another release may go live."""
    found = ReleaseFile.objects.filter(release__live_for__origin=origin)
    return found.select_related("artifact").defer("artifact__gzip")
