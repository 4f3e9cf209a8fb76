"""Pictures, films and frames: which one, and the words for those who cannot see it."""

from __future__ import annotations

import re
from hashlib import sha256

from lxml import etree

from honest_sitemaps.fingerprint.media_urls import is_no_content
from honest_sitemaps.fingerprint.text import folded
from honest_sitemaps.fingerprint.urls import Urls

_LAZY = tuple(
    """
    data-src data-lazy-src data-original data-lazy data-original-src data-orig-src data-cfsrc
    data-ezsrc data-lazyload data-echo nitro-lazy-src data-pagespeed-lazy-src data-img-src
    data-image-src
    """.split()  # noqa: SIM905  (in this order, and one line for each would say no more)
)
_LAZY_SETS = ("srcset", "data-srcset", "data-lazy-srcset")

_INLINE_PICTURE_CHARACTERS = 2048
"""A ``data:`` URL at least this long is a picture; a shorter one a placeholder or an icon."""

_FRAMES = frozenset(("iframe", "embed", "object"))
_NO_SIZE = re.compile(r"\s*[01](?:px)?\s*$")
_INVISIBLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


def picture_line(img: etree._Element, urls: Urls) -> str:
    """``image /media/x alt text``; ``""`` for a pixel that counts visitors."""
    alt = folded(img.get("alt") or "")
    if not alt and (_has_no_size(img) or _INVISIBLE.search(img.get("style") or "")):
        return ""
    source = picture_source(img, urls) or _source_beside(img, urls)
    return f"image {source or '-'} {alt}".rstrip() if source or alt else ""


def picture_source(img: etree._Element, urls: Urls) -> str:
    """The picture that a lazy loader will show, or the one that stands there."""
    candidates = [img.get(name) for name in _LAZY]
    candidates.append(img.get("src"))
    candidates += [_first_of(img.get(name)) for name in _LAZY_SETS]
    for candidate in candidates:
        source = urls.picture(candidate) if candidate else ""
        if source:
            return source
    inline = img.get("src") or ""
    if len(inline) < _INLINE_PICTURE_CHARACTERS:
        return ""
    return f"data:{sha256(inline.encode()).hexdigest()[:16]}"


def _source_beside(img: etree._Element, urls: Urls) -> str:
    """Of a ``<picture>`` whose ``<img>`` has no address, the first ``<source>``."""
    picture = img.getparent()
    while picture is not None and picture.tag == "source":  # which libxml2 lets hold it
        picture = picture.getparent()
    if picture is None or picture.tag != "picture":
        return ""
    sets = (source.get(name) for source in picture.iter("source") for name in _LAZY_SETS)
    return next((found for one in sets if (found := urls.picture(_first_of(one)))), "")


def medium_line(el: etree._Element, tag: str, urls: Urls) -> str:
    """``video``, ``audio``, ``source``, ``iframe``, ``embed``, ``object`` or ``track``."""
    if _has_no_size(el):
        return ""
    source = el.get("data-src") or el.get("src") or el.get("data") or ""
    if tag == "iframe" and is_no_content(source):
        return ""
    document = el.get("srcdoc")
    if document:
        place = f"srcdoc:{sha256(document.encode()).hexdigest()[:16]}"
    else:
        place = urls.frame(source) if tag in _FRAMES else urls.picture(source)
    poster = urls.picture(el.get("poster") or "")
    return f"{tag} {place or '-'} {poster}".rstrip() if place or poster else ""


def _first_of(srcset: str | None) -> str:
    """The first URL of a ``srcset``: sizes of one picture differ only in their rendition."""
    return (srcset or "").strip().partition(" ")[0].rstrip(",")


def _has_no_size(el: etree._Element) -> bool:
    return any(_NO_SIZE.match(el.get(side) or "") for side in ("width", "height"))
