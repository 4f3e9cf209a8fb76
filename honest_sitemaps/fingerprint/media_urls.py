"""
Which picture or film a URL means, in whatever size, format, build or signature it is got.

Each rule is the naming of one widely used maker of renditions; a name that fits none of them
stays as it is.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from honest_sitemaps.fingerprint.parameters import kept_query
from honest_sitemaps.fingerprint.text import words_of

_SIZE_AND_CACHE = words_of("""
v ver version rev revision ts w h width height maxwidth maxheight max-w max-h q quality fit
crop auto format fm dpr resize size sz ixlib ixid strip ssl upscale rnd rand random cb _
expires signature policy is-pending-load itok
""")

# Wagtail: <stem>.<8 hex of the focal point>.<spec>.<ext> (`generate_rendition_file` in
# wagtail/images/models.py). Where the name is taken, Django's storage adds seven characters:
# before the last dot until Django 5.0, which is told from the spec; before the first dot since
# (`Storage.get_available_name`). There it stays: ``door_aB3xK9z.width-400.jpg`` is also the
# rendition of another picture that was uploaded under the name of the first.
_WAGTAIL = re.compile(
    r"(?:\.[0-9a-f]{8})?"
    r"(?:\.(?:(?:max|min|width|height|fill|scale|format|jpegquality|webpquality|avifquality"
    r"|heicquality|bgcolor)-[A-Za-z0-9-]+(?:\.\d+)?|original|preserve-svg))+"
    r"(?:_[A-Za-z0-9]{7})?(?=\.\w+$)"
)
# easy-thumbnails photo.jpg.200x300_q85_crop.jpg, filer photo.jpg__200x300_q85_crop.jpg
_THUMBNAIL = re.compile(r"\.(?:jpe?g|png|gif|webp|avif)(?:\.|__)\d+x\d+_.*$", re.IGNORECASE)
# WordPress photo-300x200.jpg, photo-scaled.jpg
_WORDPRESS = re.compile(r"(?:-\d{2,4}x\d{2,4}|-scaled)(?=\.\w+$)")
# Manifest storage and webpack: logo.<hex>.png
_BUILD_HASH = re.compile(r"(?<=.)\.[0-9a-f]{8,64}(?=\.\w+$)")
_FORMAT = re.compile(r"(?:\.(?:jpe?g|png|gif|webp|avif))+$", re.IGNORECASE)

# Shopify oar_300x300.jpg, oar_600x.jpg, oar_large.jpg
_SHOPIFY = re.compile(
    r"_(?:\d+x\d*|x\d+|pico|icon|thumb|small|compact|medium|large|grande|master)"
    r"(?:_crop_[a-z]+)?(?:@[23]x)?(?=\.\w+$)"
)
_SHOPIFY_FOLDERS = ("/cdn/shop/", "/s/files/")
# Drupal /styles/large/public/photo.jpg
_DRUPAL = re.compile(r"/styles/[a-z0-9_]+(?=/(?:public|private)/)")
# NitroPack /assets/images/optimized/rev-1a2b3c4/photo.jpg
_NITROPACK = re.compile(r"(?<=/optimized)/rev-[0-9a-f]{3,40}(?=/)")

_CLOUDFLARE = re.compile(r"^/cdn-cgi/image/[^/]*=[^/]*(?=/)")
_CLOUDINARY = re.compile(
    r"(/(?:image|video)/upload)(?:/s--[\w-]{8,}--)?(?:/(?:[a-z]{1,3}_[^/]+))*(?:/v\d+)?(?=/)"
)
_THUMBOR = re.compile(
    r"^/(?:[A-Za-z0-9_-]{27}=|unsafe)(?=/)(?:/(?:meta|trim|fit-in|(?:adaptive-)?(?:full-)?"
    r"fit-in|-?\d*x-?\d*|left|right|center|top|middle|bottom|smart|filters:[^/]*))*(?=/)"
)
_IMGPROXY = re.compile(r"^/(?:[A-Za-z0-9_-]{43}|insecure)(?=/)(?:/[a-z_]+:[^/]*)*(?=/)")

_YOUTUBE_HOSTS = words_of("""
youtube.com www.youtube.com m.youtube.com youtube-nocookie.com www.youtube-nocookie.com
""")
_CHECKS_AND_ADS = re.compile(
    r"(?:https?:)?//(?:www\.(?:google\.com|recaptcha\.net)/recaptcha/|(?:[a-z]+\.)?hcaptcha\.com/"
    r"|challenges\.cloudflare\.com/|www\.googletagmanager\.com/ns\.html"
    r"|tpc\.googlesyndication\.com/|googleads\.g\.doubleclick\.net/)",
    re.IGNORECASE,
)
_YOUTUBE_FILM = ("v=", "list=")
_PLAYERS = {
    "player.vimeo.com": ("h=",),
    "www.dailymotion.com": ("video=", "playlist="),
    "geo.dailymotion.com": ("video=", "playlist="),
}


def picture_place(path: str, query: str) -> tuple[str, str]:
    """Path and query of the picture itself, without what only says how it is delivered."""
    for delivery in (_CLOUDFLARE, _THUMBOR, _IMGPROXY, _DRUPAL, _NITROPACK):
        path = delivery.sub("", path)
    path = _CLOUDINARY.sub(r"\1", path)
    folder, slash, name = path.rpartition("/")
    if path.startswith(_SHOPIFY_FOLDERS):
        name = _SHOPIFY.sub("", name)
    for suffix in (_WAGTAIL, _THUMBNAIL, _WORDPRESS, _BUILD_HASH, _FORMAT):
        name = suffix.sub("", name)
    return folder + slash + name, _picture_query(path, query) if query else ""


def _picture_query(path: str, query: str) -> str:
    inner = parse_qs(query).get("url", [""])[0] if "url=" in query else ""
    if inner and path.endswith(("/_next/image", "/_image", "/_vercel/image")):
        source = urlsplit(inner)
        return f"url={source.netloc}{picture_place(source.path, '')[0]}"
    return kept_query(query, dropped=_SIZE_AND_CACHE)


def is_no_content(source: str) -> bool:
    """Whether a frame shows a captcha, an advertisement or a pixel, by its maker's address."""
    return _CHECKS_AND_ADS.match(source.strip()) is not None


def frame_place(host: str, query: str) -> tuple[str, str]:
    """Host and query of a frame: of a film player's, only what chooses the film."""
    chooses = _YOUTUBE_FILM if host in _YOUTUBE_HOSTS else _PLAYERS.get(host)
    if chooses is None:
        return host, kept_query(query) if query else ""
    host = "www.youtube.com" if host in _YOUTUBE_HOSTS else host
    return host, "&".join(sorted(f for f in query.split("&") if f.startswith(chooses)))
