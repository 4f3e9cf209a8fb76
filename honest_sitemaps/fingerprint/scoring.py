"""For scorers of fingerprints: text in, text out."""

from __future__ import annotations

from collections.abc import Sequence

from honest_sitemaps.fingerprint.mark import Fingerprint, of_html

REFUSED = "UNFINGERPRINTABLE"


def digest(
    html: bytes | str,
    url: str = "https://example.com/",
    ignore: Sequence[str] | str | None = None,
) -> str:
    """
    The digest of a page, or ``UNFINGERPRINTABLE: why``. ``ignore`` are declared selectors of
    noise; a single one may stand alone.
    """
    noise = (ignore,) if isinstance(ignore, str) else tuple(ignore or ())
    mark = of_html(html, loc=url, noise=tuple(selector for selector in noise if selector))
    return mark.digest if isinstance(mark, Fingerprint) else f"{REFUSED}: {mark.why}"
