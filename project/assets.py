"""Static files whose names change with every build, changed or not."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class BuildStorage(ManifestStaticFilesStorage):
    """
    Hashed names over content *and* build id, as webpack and its relatives make them.

    Django's own storage hashes the content alone; this is the noisier of the two, and the one
    that moves every page of a site whose sitemap looks at bytes.
    """

    def file_hash(self, name: str, content: Any = None) -> str:
        plain = super().file_hash(name, content) or ""
        return sha256(f"{plain}:{settings.BUILD_ID}".encode()).hexdigest()[:12]
