"""All pages of all locales, in one registration; a file for each language."""

from honest_sitemaps import WagtailSource, register

register(
    "pages",
    WagtailSource(noindex="noindex", canonical="canonical_url"),
    by_language=True,
)
