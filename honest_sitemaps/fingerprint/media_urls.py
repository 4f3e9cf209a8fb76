"""
Which picture a URL means, whatever size, format, build or signature it was asked for in.

Each rule is the naming of one widely used maker of renditions; a name that fits none of them
stays as it is.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, unquote, urlsplit

from honest_sitemaps.fingerprint.parameters import kept_query

_SIZE_AND_CACHE = frozenset(
    [
        "v",
        "ver",
        "version",
        "rev",
        "revision",
        "t",
        "ts",
        "w",
        "h",
        "width",
        "height",
        "maxwidth",
        "maxheight",
        "max-w",
        "max-h",
        "q",
        "quality",
        "fit",
        "crop",
        "auto",
        "format",
        "fm",
        "dpr",
        "resize",
        "size",
        "sz",
        "s",
        "ixlib",
        "ixid",
        "strip",
        "ssl",
        "zoom",
        "bg",
        "blur",
        "upscale",
        "mode",
        "scale",
        "rnd",
        "rand",
        "random",
        "cb",
        "_",
        "hash",
        "expires",
        "signature",
        "policy",
    ]
)

# Wagtail: <stem>.<8 hex of the focal point>.<spec>.<ext> (wagtail/images/models.py), and the
# seven characters that Django's storage adds where the name was taken.
_WAGTAIL = re.compile(
    r"(?:\.[0-9a-f]{8})?"
    r"(?:\.(?:(?:max|min|width|height|fill|scale|format|jpegquality|webpquality|avifquality"
    r"|bgcolor)-[\w-]+|original|preserve-svg))+(?:_[A-Za-z0-9]{7})?(?=\.\w+$)"
)
# easy-thumbnails photo.jpg.200x300_q85_crop.jpg, filer photo.jpg__200x300_q85_crop.jpg
_THUMBNAIL = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?:\.|__)\d+x\d+_.*$", re.IGNORECASE)
# WordPress photo-300x200.jpg, photo-scaled.jpg
_WORDPRESS = re.compile(r"(?:-\d{2,4}x\d{2,4}|-scaled)(?=\.\w+$)")
# Manifest storage and webpack: logo.<hex>.png
_BUILD_HASH = re.compile(r"(?<=.)\.[0-9a-f]{8,64}(?=\.\w+$)")
_FORMAT = re.compile(r"(?:\.(?:jpe?g|png|gif|webp|avif))+$", re.IGNORECASE)

_CLOUDFLARE = re.compile(r"^/cdn-cgi/image/[^/]*=[^/]*(?=/)")
_CLOUDINARY = re.compile(
    r"(/(?:image|video)/upload)(?:/s--[\w-]{8,}--)?(?:/(?:[a-z]{1,3}_[^/]+))*(?:/v\d+)?(?=/)"
)
_THUMBOR = re.compile(
    r"^/(?:[A-Za-z0-9_-]{27}=|unsafe)(?=/)(?:/(?:meta|trim|fit-in|(?:adaptive-)?(?:full-)?"
    r"fit-in|-?\d*x-?\d*|left|right|center|top|middle|bottom|smart|filters:[^/]*))*(?=/)"
)
_IMGPROXY = re.compile(r"^/(?:[A-Za-z0-9_-]{43}|insecure)(?=/)(?:/[a-z_]+:[^/]*)*(?=/)")

_YOUTUBE_HOSTS = frozenset(
    [
        "youtube.com",
        "www.youtube.com",
        "m.youtube.com",
        "youtube-nocookie.com",
        "www.youtube-nocookie.com",
    ]
)
_PLAYER_HOSTS = frozenset(("player.vimeo.com", "www.dailymotion.com", "geo.dailymotion.com"))


def media_path(host: str, path: str) -> tuple[str, str]:
    """Host and path of the picture itself, without what only says how it is delivered."""
    if host in _YOUTUBE_HOSTS:
        return "www.youtube.com", path
    for delivery in (_CLOUDFLARE, _THUMBOR, _IMGPROXY):
        path = delivery.sub("", path)
    path = _CLOUDINARY.sub(r"\1", path)
    folder, slash, name = path.rpartition("/")
    for suffix in (_WAGTAIL, _THUMBNAIL, _WORDPRESS, _BUILD_HASH, _FORMAT):
        name = suffix.sub("", name)
    return host, folder + slash + name


def media_query(host: str, path: str, query: str) -> str:
    """What of the query chooses the picture or the film."""
    if not query:
        return ""
    if host == "www.youtube.com":
        return "&".join(sorted(f for f in query.split("&") if f.startswith(("v=", "list="))))
    if host in _PLAYER_HOSTS:
        return "&".join(sorted(f for f in query.split("&") if f.startswith(("h=", "video="))))
    inner = parse_qs(query).get("url", [""])[0]
    if inner and path.endswith(("/_next/image", "/_image", "/_vercel/image")):
        source = urlsplit(unquote(inner))
        return "url=" + "".join(media_path(source.netloc, source.path))
    return kept_query(query, dropped=_SIZE_AND_CACHE)
