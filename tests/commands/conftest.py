"""The small site of ``tests/site``, rendered in process, behind the commands."""

from __future__ import annotations

import io
import json

import pytest
from django.core.management import CommandError, call_command

from honest_sitemaps import QuerySetSource, registry
from tests.site.models import Article


@pytest.fixture
def articles(transactional_db):
    Article.objects.bulk_create(
        Article(title=f"Article {n}", slug=f"article-{n}", body=f"Text {n}.")
        for n in range(30)
    )
    with registry.replaced():
        registry.register("articles", QuerySetSource(Article.objects.all()))
        yield Article.objects.all()


@pytest.fixture
def run():
    """Call a command with ``--json``: its one document and its exit code."""

    def run(name: str, *arguments: str):
        out, err = io.StringIO(), io.StringIO()
        code = 0
        try:
            call_command(name, *arguments, "--json", stdout=out, stderr=err)
        except CommandError as error:
            code = error.returncode
        return json.loads(out.getvalue()), code

    return run


@pytest.fixture
def say():
    """Call a command without ``--json``: what it prints."""

    def say(name: str, *arguments: str) -> str:
        out = io.StringIO()
        call_command(name, *arguments, stdout=out, stderr=io.StringIO())
        return out.getvalue()

    return say
