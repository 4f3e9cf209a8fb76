"""
The tables, for people. Windows, not doors: scans and releases write them, nobody else.

No page counts rows, and none asks more queries for more rows.
"""

from honest_sitemaps.admin.content_states import ContentStateAdmin
from honest_sitemaps.admin.health import SectionAdmin
from honest_sitemaps.admin.releases import ReleaseAdmin
from honest_sitemaps.admin.scans import ScanAdmin

__all__ = ["ContentStateAdmin", "ReleaseAdmin", "ScanAdmin", "SectionAdmin"]
