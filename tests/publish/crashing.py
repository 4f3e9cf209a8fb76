"""
A site in a process of its own, to be killed: ``python -m tests.publish.crashing COMMAND``.

``prepare`` makes the tables and a first release · ``read FILE`` asks for the index and all its
files until FILE exists, and prints what it got · ``release N [PATTERN]`` releases edit N, and
kills itself right after the first statement that PATTERN matches.
"""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import django
from django.conf import settings

T0 = datetime(2026, 11, 30, 8, tzinfo=UTC)
ORIGIN = "https://example.test"


def set_up(database: str) -> None:
    settings.configure(
        ALLOWED_HOSTS=["*"],
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": database,
                "OPTIONS": {"timeout": 30, "transaction_mode": "IMMEDIATE"},
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        HONEST_SITEMAPS={"ORIGIN": ORIGIN, "KEEP_RELEASES": 1},
        INSTALLED_APPS=["honest_sitemaps"],
        MIGRATION_MODULES={"honest_sitemaps": None},
        ROOT_URLCONF="honest_sitemaps.urls",
        USE_TZ=True,
    )
    django.setup()


def urlconf() -> None:
    """Our routes at the root; a module of routes cannot include itself."""
    from types import ModuleType

    from django.urls import include, path

    module = ModuleType("crashing_urls")
    module.urlpatterns = [path("", include("honest_sitemaps.urls"))]  # type: ignore[attr-defined]
    sys.modules[module.__name__] = module
    settings.ROOT_URLCONF = module.__name__


def prepare() -> None:
    from django.core.management import call_command
    from django.db import connection

    from honest_sitemaps.ledger import ContentState, Section
    from honest_sitemaps.partition import assign, touch

    call_command("migrate", run_syncdb=True, verbosity=0)
    connection.cursor().execute("PRAGMA journal_mode=WAL")
    section = Section.objects.create(origin=ORIGIN, name="pages", capacity=5)
    states = ContentState.objects.bulk_create(
        ContentState(section=section, key=f"{n}", loc=f"{ORIGIN}/{n}", loc_digest=f"{n:064}")
        for n in range(15)
    )
    assign(section.pk, states)
    touch(ORIGIN, states, [])
    release(0)


def release(edit: int, pattern: str = "") -> None:
    from django.db import connection

    from honest_sitemaps.ledger import ContentState, Section
    from honest_sitemaps.partition import touch
    from honest_sitemaps.publish import release

    now = T0 + timedelta(minutes=edit)
    states = list(ContentState.objects.all())
    ContentState.objects.update(updated_at=now)
    touch(ORIGIN, states, [])
    with connection.execute_wrapper(killing(pattern) if pattern else passing):
        report = release(ORIGIN, list(Section.objects.all()), dates={}, settling=(), now=now)
    print(json.dumps(report.as_json()))


def passing(execute: Any, *call: Any) -> Any:
    return execute(*call)


def killing(pattern: str) -> Any:
    def execute_and_die(execute: Any, sql: str, *rest: Any) -> Any:
        done = execute(sql, *rest)
        if re.search(pattern, sql):
            os.kill(os.getpid(), signal.SIGKILL)
        return done

    return execute_and_die


def read(stop: str) -> None:
    from django.test import Client
    from lxml import etree

    client, seen = Client(raise_request_exception=True), Counter[str]()
    print("reading", flush=True)
    while not Path(stop).exists():
        answer = client.get("/sitemap.xml")
        locs = re.findall(rb"<loc>https://example.test(.*?)</loc>", answer.content)
        seen[f"index {answer.status_code} of {len(locs)}"] += 1
        for loc in locs:
            file = client.get(loc.decode())
            dates = {date.text for date in etree.fromstring(file.content).iter("{*}lastmod")}
            seen[f"file {file.status_code} with {len(dates)} dates"] += 1
    print(json.dumps(seen))


if __name__ == "__main__":
    database, command, *arguments = sys.argv[1:]
    set_up(database)
    urlconf()
    if command == "prepare":
        prepare()
    elif command == "read":
        read(*arguments)
    else:
        release(int(arguments[0]), *arguments[1:])
