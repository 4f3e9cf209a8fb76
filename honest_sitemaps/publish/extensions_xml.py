"""
Images and videos of a page, as the search engines' own extensions want them.

Only what still has an effect is written: captions, titles, licences and places of images, and
category, gallery, price and show of videos are ignored since 2022-08-06
(https://developers.google.com/search/blog/2022/05/spring-cleaning-sitemap-extensions).
What cannot be written whole is left out, with the reason why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from honest_sitemaps.loc import Malformed
from honest_sitemaps.publish.addresses import media_loc
from honest_sitemaps.publish.xml_text import (
    element,
    escaped,
    parsed_moment,
    text_of,
    w3c,
    w3c_day,
)

IMAGE_LIMIT = 1_000
"""``image:image`` in one ``url``:
https://developers.google.com/search/docs/crawling-indexing/sitemaps/image-sitemaps."""

DURATION_LIMIT_SECONDS = 28_800
TITLE_LIMIT = 100
DESCRIPTION_LIMIT = 2_048
TAG_LIMIT = 32
"""https://developers.google.com/search/docs/crawling-indexing/sitemaps/video-sitemaps and
sitemap-video.xsd."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    xml: str
    left_out: tuple[str, ...] = ()
    """A clause for each thing that was not written."""


def images_xml(images: object, *, origin: str) -> Written:
    """``image:image`` for each address, once, in the order given; at most 1,000."""
    if not isinstance(images, (list, tuple)):
        return Written(xml="", left_out=("images is no list",))
    found = [media_loc(image, origin=origin) for image in images]
    faults = [f"an image: {loc.why}" for loc in found if isinstance(loc, Malformed)]
    locs = list(dict.fromkeys(loc for loc in found if isinstance(loc, str)))
    if len(locs) > IMAGE_LIMIT:
        faults.append(f"{len(locs) - IMAGE_LIMIT:,} images above the limit of {IMAGE_LIMIT:,}")
    xml = "".join(
        f"<image:image>{element('image:loc', loc)}</image:image>" for loc in locs[:IMAGE_LIMIT]
    )
    return Written(xml=xml, left_out=tuple(faults))


def videos_xml(videos: object, *, loc: str, origin: str) -> Written:
    """``video:video`` for each video that has what is required; ``loc`` is its page's."""
    if not isinstance(videos, (list, tuple)):
        return Written(xml="", left_out=("videos is no list",))
    written: list[str] = []
    faults: list[str] = []
    for video in videos:
        children = _video(video, loc=loc, origin=origin)
        if isinstance(children, Malformed):
            faults.append(f"a video: {children.why}")
        else:
            written.append(f"<video:video>{children}</video:video>")
    return Written(xml="".join(written), left_out=tuple(faults))


def _video(video: object, *, loc: str, origin: str) -> str | Malformed:
    """
    The children of ``video:video``, or what it lacks.

    Required are a thumbnail, a title, a description, and a file or a player that is not the
    page itself.
    """
    if not isinstance(video, Mapping):
        return Malformed(why="it is no mapping")
    thumbnail = media_loc(video.get("thumbnail_loc"), origin=origin)
    if isinstance(thumbnail, Malformed):
        return Malformed(why=f"thumbnail_loc: {thumbnail.why}")
    title, description = text_of(video.get("title")), text_of(video.get("description"))
    if not title or not description:
        return Malformed(why=f"{'description' if title else 'title'} is missing")
    media = _media(video, loc, origin)
    if not media:
        return Malformed(why="neither content_loc nor player_loc is another address")
    return (
        element("video:thumbnail_loc", thumbnail)
        + element("video:title", title[:TITLE_LIMIT])
        + element("video:description", description[:DESCRIPTION_LIMIT])
        + media
        + "".join(_optional(video))
    )


def _media(video: Mapping[str, Any], page: str, origin: str) -> str:
    xml = ""
    for name in ("content_loc", "player_loc"):
        loc = media_loc(video.get(name), origin=origin)
        if isinstance(loc, str) and loc != page:
            xml += element(f"video:{name}", loc)
    return xml


def _optional(video: Mapping[str, Any]) -> Iterator[str]:
    """In the order of sitemap-video.xsd, which is an ``xsd:sequence``."""
    yield _number(video, "duration", low=1, high=DURATION_LIMIT_SECONDS)
    yield _moment(video, "expiration_date")
    yield _number(video, "rating", low=0, high=5, digits=1)
    yield _number(video, "view_count", low=0, high=10**15)
    yield _moment(video, "publication_date")
    yield from (element("video:tag", tag) for tag in _tags(video))
    yield _yes_no(video, "family_friendly")
    yield _related(video, "restriction")
    yield _yes_no(video, "requires_subscription")
    uploader = text_of(video.get("uploader"))
    yield element("video:uploader", uploader[:255]) if uploader else ""
    yield _related(video, "platform")
    yield _yes_no(video, "live")


def _number(
    video: Mapping[str, Any], name: str, *, low: int, high: int, digits: int = 0
) -> str:
    value = video.get(name)
    if isinstance(value, timedelta):
        value = value.total_seconds()
    if value is None or isinstance(value, bool):
        return ""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return ""
    return element(f"video:{name}", f"{number:.{digits}f}") if low <= number <= high else ""


def _moment(video: Mapping[str, Any], name: str) -> str:
    found = parsed_moment(video.get(name))
    if found is None:
        return ""
    moment, is_day = found
    return element(f"video:{name}", w3c_day(moment) if is_day else w3c(moment))


def _tags(video: Mapping[str, Any]) -> Sequence[str]:
    value = video.get("tag") or video.get("tags") or ()
    tags = (value,) if isinstance(value, str) else value
    if not isinstance(tags, (list, tuple)):
        return ()
    return [text for text in map(text_of, tags) if text][:TAG_LIMIT]


def _yes_no(video: Mapping[str, Any], name: str) -> str:
    value = video.get(name)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    known = isinstance(value, str) and value.lower() in ("yes", "no")
    return element(f"video:{name}", str(value).lower()) if known else ""


def _related(video: Mapping[str, Any], name: str) -> str:
    """Of ``{"relationship": "allow" or "deny", "value": "DE AT"}``."""
    value = video.get(name)
    if not isinstance(value, Mapping) or value.get("relationship") not in ("allow", "deny"):
        return ""
    text = escaped(text_of(value.get("value")))
    relationship = value["relationship"]
    return f'<video:{name} relationship="{relationship}">{text}</video:{name}>' if text else ""
