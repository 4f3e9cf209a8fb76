"""One site of 60 pages, registered as ``pages``."""

from __future__ import annotations

import pytest

from tests.site_in_a_dict import Site, registered


@pytest.fixture
def site(db):
    site = Site.of(60)
    with registered(pages=site):
        yield site
