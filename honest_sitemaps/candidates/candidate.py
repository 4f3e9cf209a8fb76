"""The value that starts the walk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

Precision = Literal["day", "second"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A URL that some source says could be listed. Nothing about it is verified yet."""

    loc: str
    """As the source says it; after `walk`, absolute and encoded, or what the source said where
    that is impossible (`fault` then says why)."""

    section: str = ""
    """Name of the section; `walk` fills it in."""

    key: str = ""
    """Names the object behind the URL, stable while its loc changes: ``app_label.model:pk``,
    or the path for routes. Empty: `walk` takes the path of the loc."""

    language: str = ""
    """Django language code of the page, ``""`` if the source does not tell languages apart."""

    group: str = ""
    """Names the set of translations this page belongs to; ``""`` for none."""

    published_at: datetime | None = None
    """First publication, aware; ``None`` if the source does not know. In the future: not live
    before then."""

    published_precision: Precision = "second"
    """``day`` if the source knows only the day; the sitemap then writes a day."""

    expires_at: datetime | None = None
    """Not listed from this instant on."""

    is_public: bool = True
    private_why: str = ""
    """What makes it not public, as evidence; ``""``: the source does not say."""

    is_live: bool = True
    not_live_why: str = ""
    """What makes it not live, as evidence; ``""``: the source does not say."""

    noindex: bool = False
    canonical: str = ""
    """The preferred loc, if the source knows that it is another one."""

    canonical_why: str = ""
    """Why that one is preferred, as evidence; ``""``: the source does not say."""

    withheld_why: str = ""
    """Why the source opts this page out of the sitemap; ``""`` if it does not."""

    images: tuple[str, ...] = ()
    """Absolute URLs of the page's images."""

    videos: tuple[Mapping[str, Any], ...] = ()
    """Each with ``thumbnail_loc``, ``title``, ``description`` and ``content_loc`` or
    ``player_loc``; other keys are child elements of ``video:video``."""

    news: Mapping[str, Any] | None = None
    """``title``, ``publication_date`` (ISO 8601), ``name`` and ``language``."""

    fault: str = ""
    """What went wrong in the source or its loc, as evidence for ``MALFORMED``; ``""`` if
    nothing."""
