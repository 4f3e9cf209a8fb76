"""
Runs in a process of its own, with the demo's settings, and prints what it saw as JSON.

The test run has other settings, in which the demo's models do not exist.
"""

# ruff: noqa: E402 - Django must be set up before the models can be imported

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "project.settings")

import django

django.setup()

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.serializers import serialize
from django.test import Client, override_settings
from django.urls import reverse

from honest_sitemaps.candidates import walk
from honest_sitemaps.fingerprint import of_html
from honest_sitemaps.registry import registrations
from project.cms import content
from project.cms.models import Article, Match, Reads, Team
from project.cms.odd import ODD
from project.cms.standings import standings

ORIGIN = settings.ORIGIN
ANOTHER_BUILD = {"BUILD_ID": "another", "CLOCK_OFFSET_DAYS": 500}


def site() -> dict[str, Any]:
    """The whole demo site in an empty database."""
    call_command("migrate", verbosity=0)
    call_command("demo_content", stderr=sys.stderr)
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=["admin"])
    return {
        "second_try": second_try(),
        "candidates": candidates(),
        "renders": {name: renders(path) for name, path in kinds().items()},
        "odd": {article.title: answer(article) for article in odd_articles()},
        "reads": reads(),
        "standings": table(),
    }


def content_digest() -> dict[str, Any]:
    """One digest over all rows, built and not saved."""
    now = datetime(2026, 11, 30, tzinfo=UTC)
    teams = {team.slug: team for team in content.teams()}
    rows = [
        *teams.values(),
        *content.matches(teams, now=now),
        *content.articles(teams, now=now),
    ]
    return {"digest": sha256(serialize("json", rows).encode()).hexdigest(), "rows": len(rows)}


def second_try() -> str:
    try:
        call_command("demo_content")
    except CommandError as error:
        return str(error)
    return ""


def candidates() -> dict[str, int]:
    """How many each section has."""
    return {
        f"{one.name} {language}".strip(): len(
            list(walk(one.source, section=one.name, origin=ORIGIN, language=language))
        )
        for one in registrations()
        for language in one.languages
    }


def kinds() -> dict[str, str]:
    """A page of each kind, in both languages where it matters."""
    feature = Article.objects.get(group="preview-dhaka-lanterns", language="en")
    news = Article.objects.filter(kind="news", language="bn").exclude(group="").first()
    return {
        "home": "/en/",
        "feature": feature.get_absolute_url(),
        "news": news.get_absolute_url() if news else "",
        "club": Team.objects.all()[0].get_absolute_url(),
        "match": Match.objects.all()[0].get_absolute_url(),
        "match to come": "/bn" + Match.objects.filter(round=7)[0].get_absolute_url()[3:],
        "table": reverse("table", args=["a"]),
        "fixtures": "/bn/fixtures/7/",
        "text page": "/bn/contact/",
    }


def renders(path: str) -> dict[str, Any]:
    """A page three times: twice at once, and in another build a year later."""
    first, second = get(path), get(path)
    with override_settings(**ANOTHER_BUILD):
        later = get(path)
    pages = (first, second, later)
    return {
        "statuses": [page.status_code for page in pages],
        "bodies": len({page.content for page in pages}),
        "digests": len(
            {of_html(page.content, loc=f"{ORIGIN}{path}").digest for page in pages}
        ),
        "mains": [page.content.count(b"<main") for page in pages],
    }


def odd_articles() -> list[Article]:
    return list(Article.objects.filter(title__in=[odd.title for odd in ODD]))


def answer(article: Article) -> int:
    """What a visitor of an odd page gets; 0 where there is no page."""
    if article.link or not article.slug:
        return 0
    return get(article.get_absolute_url()).status_code


def reads() -> dict[str, int]:
    """How a visit and a capture count."""
    path = "/en/privacy/"
    before = times(path)
    get(path)
    visited = times(path)
    get(path, **{"honest_sitemaps.capture": True})
    return {"visit": visited - before, "capture": times(path) - visited}


def times(path: str) -> int:
    return sum(Reads.objects.filter(path=path).values_list("times", flat=True))


def table() -> list[list[Any]]:
    rows = standings(Team.objects.filter(table="a"), Match.objects.filter(home__table="a"))
    return [[row.team.slug, row.played, row.points, row.difference] for row in rows]


def get(path: str, **extra: Any) -> Any:
    client = Client(raise_request_exception=False)
    return client.get(path, HTTP_HOST=ORIGIN.partition("://")[2], **extra)


if __name__ == "__main__":
    print(json.dumps({"site": site, "content": content_digest}[sys.argv[1]]()))
