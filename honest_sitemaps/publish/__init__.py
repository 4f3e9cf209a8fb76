"""Files written, released as one, rolled back as one."""

from honest_sitemaps.publish.artifacts import decoded, gzip_bytes, gzip_of
from honest_sitemaps.publish.coding import Coding, coding_for
from honest_sitemaps.publish.conditional import etag_of, status_for
from honest_sitemaps.publish.live import is_gone, live_file, live_files, origin_for_host
from honest_sitemaps.publish.models import Artifact, Origin, Release, ReleaseFile
from honest_sitemaps.publish.read_back import ReadEntry, read_entries
from honest_sitemaps.publish.release import release
from honest_sitemaps.publish.report import ReleaseReport
from honest_sitemaps.publish.retire import retire
from honest_sitemaps.publish.robots_txt import robots_txt
from honest_sitemaps.publish.rollback import ask_unpin, rollback
from honest_sitemaps.publish.sent import LastSent, Sent
from honest_sitemaps.publish.xml_text import escaped

__all__ = [
    "Artifact",
    "Coding",
    "LastSent",
    "Origin",
    "ReadEntry",
    "Release",
    "ReleaseFile",
    "ReleaseReport",
    "Sent",
    "ask_unpin",
    "coding_for",
    "decoded",
    "escaped",
    "etag_of",
    "gzip_bytes",
    "gzip_of",
    "is_gone",
    "live_file",
    "live_files",
    "origin_for_host",
    "read_entries",
    "release",
    "retire",
    "robots_txt",
    "rollback",
    "status_for",
]
