"""From a page and where its Site serves it to its candidates: their addresses, and whether
another one is preferred.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlsplit

from honest_sitemaps.candidates.candidate import Candidate
from honest_sitemaps.candidates.contrib_urls import with_path
from honest_sitemaps.candidates.wagtail_roots import Place, Root, Roots, path_under
from honest_sitemaps.candidates.wagtail_states import Seen, candidate_of

NO_ROOT_WHY = "it lies under no Site's root page"
NO_ROUTE = "no address: 'wagtail_serve' is not in the urls"
OPTED_OUT_WHY = "get_sitemap_urls() is empty"


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A page that is preferred to the one looked at."""

    url_path: str
    why: str


def candidates_at(
    seen: Seen, place: Place | None, *, roots: Roots, neighbour: Neighbour | None
) -> list[Candidate]:
    """
    One candidate, or one for each address that the page says it has.

    The page's own key is that of its own address, or of the first if that is not among them.
    """
    if place is None:
        return [candidate_of(seen, loc="", no_address_why=NO_ROOT_WHY)]
    own = path_under(place.root, seen.row.url_path)
    said = seen.said
    if "own_url" in said.facts:
        own = _on_site(said.facts["own_url"], roots) or own
    found = [_on_site(entry, roots) for entry in said.entries or ()]
    found.sort(key=lambda loc: loc != own)
    one = candidate_of(seen, loc=own or "", no_address_why="")
    if own is None and not found:
        one = replace(one, fault=one.fault or NO_ROUTE)
    one = replace(one, canonical=_on_site(one.canonical, roots))
    if said.entries == []:
        one = replace(one, withheld_why=one.withheld_why or OPTED_OUT_WHY)
    one = _with_preferred(one, seen, place, roots=roots, neighbour=neighbour)
    return list(_for_each(one, found)) if found else [one]


def _for_each(one: Candidate, locs: Iterable[Any]) -> Iterable[Candidate]:
    for number, loc in enumerate(locs):
        here = replace(one, loc=loc)
        yield replace(here, key=with_path(here)) if number else here


def _with_preferred(
    one: Candidate, seen: Seen, place: Place, *, roots: Roots, neighbour: Neighbour | None
) -> Candidate:
    """
    An alias has its source preferred; a page that two Sites serve, its address on the nearer.

    Wagtail itself gives each of the two hosts a page of its own (its ``full_url`` names the
    nearer), and says so in no canonical link.
    """
    target, why = None, ""
    if neighbour is not None:
        target, why = _address(neighbour.url_path, roots), neighbour.why
    elif not place.is_nearest:
        target = _under(place.nearest, seen.row.url_path, roots)
        why = f"the page is of the Site {place.nearest.host}"
    return replace(one, canonical=target, canonical_why=why) if target else one


def _address(url_path: str, roots: Roots) -> str | None:
    holders = roots.of(url_path)
    place = roots.place_among(holders)
    if place is not None and place.is_nearest:
        return _under(place.root, url_path, roots)
    return _under(holders[0], url_path, roots) if holders else None


def _under(root: Root, url_path: str, roots: Roots) -> str | None:
    """A path where the root is of the Site at hand, else the whole address."""
    path = path_under(root, url_path)
    if path is None or root.site_id == roots.site_id:
        return path
    scheme = "https" if root.port == 443 else roots.scheme
    return f"{scheme}://{root.host}{path}"


def _on_site(location: Any, roots: Roots) -> Any:
    """
    A location that Wagtail or a project wrote, without the host if it is that of this Site.

    Wagtail knows a Site's host and port, and no scheme: behind a proxy they are others than
    the origin's (wagtail/wagtail#5303).
    """
    if not isinstance(location, str):
        return location
    try:
        where = urlsplit(location)
    except ValueError:  # no address; the rules say so
        return location
    if where.scheme not in ("http", "https") or where.netloc.lower() not in roots.hosts():
        return location
    query = f"?{where.query}" if where.query else ""
    return f"{where.path or '/'}{query}"
