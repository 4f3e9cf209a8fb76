"""
A real browser before the Wagtail demo. ``make browser`` runs these tests, and only it.

They need other settings than the suite (`project.magazine.settings`), playwright from PyPI and
Debian's chromium. Where one is missing they are skipped and say so.

The site is built once; each test starts with the same rows.
"""

from __future__ import annotations

import os

# Playwright keeps an event loop in the thread of the tests; Django must not mind.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

IS_ASKED_FOR = os.environ.get("DJANGO_SETTINGS_MODULE") == "project.magazine.settings"

if IS_ASKED_FOR:
    from tests.browser.stage import *  # noqa: F403  (the fixtures)
else:
    collect_ignore_glob = ["test_*.py"]
