"""
System checks. Each id is used once and never again; ``docs/reference/checks.md`` has them all.

They read settings, routes and registrations. None touches the database but `check_site` and
`check_orders`, which Django runs only where a command names one (``migrate``,
``check --database default``).
"""

from honest_sitemaps.checks.process import check_caches, check_process, check_sqlite
from honest_sitemaps.checks.routes import check_other_generators, check_urls
from honest_sitemaps.checks.sections import check_orders, check_sections
from honest_sitemaps.checks.settings import check_settings
from honest_sitemaps.checks.site import check_site

__all__ = [
    "check_caches",
    "check_orders",
    "check_other_generators",
    "check_process",
    "check_sections",
    "check_settings",
    "check_site",
    "check_sqlite",
    "check_urls",
]
