"""What `WagtailSource` does where Wagtail is not there. The rest is in ``tests/cms``."""

from __future__ import annotations

import subprocess
import sys

import pytest

from honest_sitemaps import WagtailSource
from honest_sitemaps.candidates import from_wagtail
from honest_sitemaps.errors import ConfigurationError

ORIGIN = "https://example.test"

IMPORTING = """
import sys
sys.modules["wagtail"] = None  # as if it were not installed
from honest_sitemaps import WagtailSource
"""


def test_without_wagtail_the_extra_is_named(monkeypatch):
    monkeypatch.setattr(from_wagtail, "find_spec", lambda name: None)

    with pytest.raises(ConfigurationError, match=r"pip install honest-sitemaps\[wagtail\]"):
        WagtailSource()


def test_it_can_be_imported_without_wagtail_and_before_django_is_set_up():
    ran = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True)

    assert (ran.returncode, ran.stderr) == (0, "")


def test_without_wagtail_among_the_apps_a_walk_says_so():
    with pytest.raises(ConfigurationError, match="'wagtail' into INSTALLED_APPS"):
        list(WagtailSource().on(ORIGIN).candidates())
