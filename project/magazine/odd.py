"""
The pages that a sitemap must not list, one entry each, with the reason that is due.

Each is an ordinary page with something about it. `project.magazine.building` makes them; the
story compares the reasons here with those that a scan stores.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Odd:
    title: str
    slug: str
    reason: str
    """The `honest_sitemaps.eligibility.Reason` that a scan must store."""

    kind: str = "TextPage"
    language: str = "en"
    under: str = ""
    """Path of the parent below the home page; ``""``: the home page itself."""

    body: str = "This text must never be found through a sitemap."
    fields: Mapping[str, Any] = field(default_factory=dict)
    days: int = -30
    """First published so many days after now."""

    happens: tuple[str, ...] = ()
    """What an editor does with it, in order; see `project.magazine.happenings`."""

    is_leak: bool = False
    """Whether being listed would give away what nobody may read."""

    @property
    def path(self) -> str:
        """``/en/articles/a-draft/``."""
        parts = [self.language, *filter(None, (self.under.strip("/"), self.slug))]
        return "/" + "/".join(parts) + "/"


ODD = (
    # Not live: never published, taken back, or not yet.
    Odd(
        title="Notes about fog",
        slug="notes-about-fog",
        kind="ArticlePage",
        under="articles",
        reason="NOT_LIVE",
        fields={"live": False},
        is_leak=True,
    ),
    Odd(
        title="Notizen über Nebel",
        slug="notizen-ueber-nebel",
        kind="ArticlePage",
        language="de",
        under="artikel",
        reason="NOT_LIVE",
        fields={"live": False},
        is_leak=True,
    ),
    Odd(
        title="Ferry timetable of last year",
        slug="ferry-timetable",
        reason="NOT_LIVE",
        happens=("unpublish", "redirect /en/about/"),
    ),
    Odd(
        title="The winter issue",
        slug="the-winter-issue",
        kind="ArticlePage",
        under="articles",
        reason="NOT_LIVE",
        fields={"live": False},
        happens=("schedule",),
        is_leak=True,
    ),
    # Embargoed, and Wagtail publishes the alias of a page that it only schedules.
    Odd(
        title="The light that will burn again",
        slug="the-light-that-will-burn-again",
        kind="ArticlePage",
        under="articles",
        reason="NOT_LIVE",
        fields={"live": False},
        happens=("alias the-light-that-will-burn-again-teaser", "schedule"),
        is_leak=True,
    ),
    Odd(
        title="The light that will burn again",
        slug="the-light-that-will-burn-again-teaser",
        reason="NOT_LIVE",
        kind="",
        is_leak=True,
    ),
    # Expired, while Wagtail's publish_scheduled has not run yet: visitors still get it.
    Odd(
        title="Two ferry tickets to win",
        slug="two-ferry-tickets-to-win",
        kind="ArticlePage",
        under="articles",
        reason="EXPIRED",
        happens=("expire",),
    ),
    # Private: by password (its form answers 200), by an ancestor, by login, through an alias.
    Odd(
        title="For members",
        slug="members",
        reason="PRIVATE",
        happens=("restrict password",),
        is_leak=True,
    ),
    Odd(
        title="Minutes of the spring meeting",
        slug="minutes",
        under="members",
        reason="PRIVATE",
        is_leak=True,
    ),
    Odd(
        title="Phone list of the desk",
        slug="phone-list",
        reason="PRIVATE",
        happens=("alias phone-list-copy", "restrict login"),
        is_leak=True,
    ),
    Odd(
        title="Phone list of the desk",
        slug="phone-list-copy",
        reason="PRIVATE",
        kind="",
        is_leak=True,
    ),
    # Not the page that search engines should show.
    Odd(
        title="What is new in the shop",
        slug="new-in-the-shop",
        under="shop",
        reason="NON_CANONICAL",
        kind="",
        fields={"alias_of": "shop/lantern"},
    ),
    Odd(
        title="Letters that came too late",
        slug="letters-that-came-too-late",
        language="de",
        under="artikel",
        reason="NON_CANONICAL",
        kind="",
        fields={"translated_of": "articles/letters-that-came-too-late"},
    ),
    Odd(
        title="About us, for printing",
        slug="about-for-printing",
        reason="NON_CANONICAL",
        fields={"canonical_url": "/en/about/"},
    ),
    # Not for search engines.
    Odd(
        title="Thank you for your letter",
        slug="thank-you",
        reason="NOINDEX",
        fields={"noindex": True},
    ),
    Odd(
        title="Danke für Ihren Brief",
        slug="danke",
        language="de",
        reason="NOINDEX",
        fields={"noindex": True},
    ),
    Odd(
        title="A present for new members",
        slug="a-present",
        kind="CampaignPage",
        reason="WITHHELD",
    ),
    # No page, but a redirect: only a visit can tell.
    Odd(
        title="Berta",
        slug="berta",
        kind="RedirectPage",
        reason="REDIRECT",
        fields={"target": "/en/about/"},
    ),
    Odd(
        title="Berta",
        slug="berta",
        language="de",
        kind="RedirectPage",
        reason="REDIRECT",
        fields={"target": "/de/ueber-uns/"},
    ),
)

LEAKS = tuple(odd for odd in ODD if odd.is_leak)
