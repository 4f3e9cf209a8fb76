"""The demo's site, a server for it, a browser, and who may do what."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.db import connections
from django.test.testcases import LiveServerThread
from django.utils import timezone

from project.magazine.building import build

HOME = Path(__file__).parents[2]
PICTURES = HOME / "build" / "browser"
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}
FOUND = "#result_list td.field-short_loc a, #result_list th a"
"""What leads from the list of content states to the page of one."""

ACTS = ("look_again", "override_state", "resolve_scan", "roll_back")
"""Permissions beside those to view."""


@pytest.fixture(scope="session")
def first_release(
    tmp_path_factory: pytest.TempPathFactory, django_db_blocker: Any
) -> Iterator[Path]:
    """The whole site, scanned and released, kept as a file to begin each test with."""
    home = tmp_path_factory.mktemp("magazine")
    settings.MEDIA_ROOT = str(home / "media")
    settings.MIDDLEWARE = ["tests.browser.csp.strict", *settings.MIDDLEWARE]
    # A file, since the server's threads and the test have connections of their own. Never the
    # demo's: that one is somebody's.
    database = home / "magazine.sqlite3"
    connections["default"].settings_dict["NAME"] = str(database)
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0)
        build(now=timezone.now().replace(second=0, microsecond=0))
        _make_users()
        call_command("sitemap_refresh", stdout=StringIO())
        kept = database.with_suffix(".kept")
        _copy(database, kept)
        yield kept
        connections.close_all()


@pytest.fixture
def site(first_release: Path) -> str:
    """The rows as they were after the first release; the address of the server's database."""
    connections.close_all()
    database = str(connections["default"].settings_dict["NAME"])
    _copy(first_release, Path(database))
    return database


@pytest.fixture(scope="session")
def address(first_release: Path) -> Iterator[str]:
    """Where the site answers while the tests run."""
    server = LiveServerThread("127.0.0.1", StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    if server.error:
        raise server.error
    yield f"http://127.0.0.1:{server.port}"
    server.terminate()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is missing: apt-get install chromium, or set CHROMIUM")
    reason = "playwright is missing; `make browser` installs it"
    sync_api = pytest.importorskip("playwright.sync_api", reason=reason)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=QUIET)
        yield browser
        browser.close()


class Editor:
    """A person at a browser, and what the browser complained of."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.set_default_timeout(15_000)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"{error}"))
        page.on("requestfailed", lambda request: self.complaints.append(f"no {request.url}"))
        page.on("request", self._asked)

    def log_in(self, name: str) -> Editor:
        self.page.goto(f"{self.address}/django-admin/")
        self.page.fill("#id_username", name)
        self.page.fill("#id_password", name)
        return self.go("input[type=submit]")

    def open(self, path: str) -> Editor:
        """A page of our admin: ``contentstate/?q=…``."""
        answer = self.page.goto(f"{self.address}/django-admin/honest_sitemaps/{path}")
        assert answer is not None
        assert answer.status == 200, f"{path} answers {answer.status}"
        return self

    def search(self, loc: str) -> Editor:
        """The list of content states, searched as a person would."""
        self.open("contentstate/")
        self.page.fill("#searchbar", loc)
        with self.page.expect_navigation():
            self.page.press("#searchbar", "Enter")
        return self

    def find(self, loc: str) -> Editor:
        """The page of one URL, by way of the search."""
        return self.search(loc).go(FOUND)

    def go(self, selector: str) -> Editor:
        """Click what leads to another page, and wait until that one is there."""
        with self.page.expect_navigation():
            self.page.click(selector)
        return self

    def text(self) -> str:
        """What the page says, as read by a person."""
        return f"{self.page.inner_text('body')}"

    def _heard(self, message: Any) -> None:
        is_icon = message.location.get("url", "").endswith("/favicon.ico")
        if message.type in {"error", "warning"} and not is_icon:
            self.complaints.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.address, "data:")):
            self.complaints.append(f"asked {request.url}")


@pytest.fixture
def sit_down(chromium: Any, site: str, address: str) -> Iterator[Callable[..., Editor]]:
    """
    From the name of a user to an `Editor` who has logged in.

    At the end of the test no console may have complained: no violation of the policy, no
    error, nothing asked of another host.
    """
    with ExitStack() as stack:
        seated: list[Editor] = []

        def seat(name: str, *, scheme: str = "light", viewport: Any = DESKTOP) -> Editor:
            context = chromium.new_context(
                color_scheme=scheme, viewport=viewport, has_touch=viewport is PHONE
            )
            stack.callback(context.close)
            editor = Editor(context.new_page(), address)
            seated.append(editor)
            return editor.log_in(name)

        yield seat
        complaints = [one for editor in seated for one in editor.complaints]
        assert complaints == []


@pytest.fixture
def picture(request: pytest.FixtureRequest) -> Callable[..., None]:
    """Keep a screenshot under ``build/browser/``: the page, as far as two screens go."""
    PICTURES.mkdir(parents=True, exist_ok=True)

    def take(editor: Editor, name: str) -> None:
        size = editor.page.viewport_size
        height = editor.page.evaluate("document.documentElement.scrollHeight")
        shown = {"x": 0, "y": 0, "width": size["width"], "height": min(height, 1800)}
        path = str(PICTURES / f"{name}.png")
        editor.page.screenshot(path=path, full_page=True, clip=shown)

    return take


def _copy(source: Path, target: Path) -> None:
    """All pages of one SQLite file into another, whoever has it open."""
    with sqlite3.connect(source) as one, sqlite3.connect(target) as other:
        one.backup(other)
    one.close()
    other.close()


def _make_users() -> None:
    """``editor`` may act, ``reader`` may look; each has the own name as password."""
    ours = Permission.objects.filter(content_type__app_label="honest_sitemaps")
    views = ours.filter(codename__startswith="view_")
    for name, permissions in (
        ("editor", ours.filter(codename__in=ACTS) | views),
        ("reader", views),
    ):
        user = get_user_model().objects.create_user(name, password=name, is_staff=True)
        user.user_permissions.set(permissions)
