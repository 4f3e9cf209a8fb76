"""Files written, released as one, rolled back as one."""

from honest_sitemaps.publish.artifacts import decoded, gzip_of
from honest_sitemaps.publish.live import live_file, live_files
from honest_sitemaps.publish.models import Artifact, Origin, Release, ReleaseFile
from honest_sitemaps.publish.release import release
from honest_sitemaps.publish.report import ReleaseReport
from honest_sitemaps.publish.rollback import rollback
from honest_sitemaps.publish.routes import file_loc

__all__ = [
    "Artifact",
    "Origin",
    "Release",
    "ReleaseFile",
    "ReleaseReport",
    "decoded",
    "file_loc",
    "gzip_of",
    "live_file",
    "live_files",
    "release",
    "rollback",
]
