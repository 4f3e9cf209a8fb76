"""What DESIGN section 7 promises to a project can be imported by the names it has there."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.contrib.sitemaps import Sitemap
from django.core.management import get_commands, load_command_class
from django.dispatch import Signal
from django.template import engines
from django.urls import resolve

COMMANDS = (
    "sitemap_diff",
    "sitemap_explain",
    "sitemap_holds",
    "sitemap_ledger",
    "sitemap_noise",
    "sitemap_override",
    "sitemap_refresh",
    "sitemap_release",
    "sitemap_report",
    "sitemap_rollback",
    "sitemap_scan",
)

MODELS = (
    "Artifact",
    "CanonicalLines",
    "ContentChange",
    "ContentState",
    "Origin",
    "Release",
    "ReleaseFile",
    "Scan",
    "ScanBatch",
    "Section",
    "Shard",
    "StagedSighting",
)


def run_python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": ":".join(filter(None, sys.path))},
        timeout=60,
    )


def test_sources_can_be_named_before_django_is_set_up():
    done = run_python(
        "from honest_sitemaps import Candidate, QuerySetSource, RouteSource, Source\n"
        "from honest_sitemaps import register\n"
        "register('pages', RouteSource(['home']))"
    )

    assert done.stderr == ""
    assert done.returncode == 0


def test_the_package_works_without_celery():
    done = run_python(
        "import sys; sys.modules['celery'] = None\n"
        "import django; from django.conf import settings\n"
        "settings.configure(INSTALLED_APPS=['honest_sitemaps'],"
        " HONEST_SITEMAPS={'ORIGIN': 'https://site.test'})\n"
        "django.setup()\n"
        "import honest_sitemaps.pipeline, honest_sitemaps.urls\n"
    )

    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize("name", MODELS)
def test_models_are_imported_from_one_place(name):
    from honest_sitemaps import models

    assert getattr(models, name)._meta.app_label == "honest_sitemaps"


@pytest.mark.parametrize("name", ["scan_held", "scan_failed", "released", "content_changed"])
def test_a_project_can_listen(name):
    from honest_sitemaps import signals

    assert isinstance(getattr(signals, name), Signal)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_answers_in_json(name):
    command = load_command_class(get_commands()[name], name)

    actions = command.create_parser("manage.py", name)._actions

    assert any("--json" in action.option_strings for action in actions)


def test_no_command_stands_outside_the_prefix():
    ours = {name for name, app in get_commands().items() if app == "honest_sitemaps"}

    assert ours == set(COMMANDS)


@pytest.mark.parametrize("path", ["/sitemap.xml", "/sitemaps/pages-1.xml", "/robots.txt"])
def test_the_addresses_are_routed_at_the_root(path):
    assert resolve(path, urlconf="honest_sitemaps.urls").func


def test_the_bridge_is_a_sitemap_class_of_contrib():
    from honest_sitemaps.sitemaps import HonestSitemap

    assert issubclass(HonestSitemap, Sitemap)


@pytest.mark.parametrize(
    "tag", ["lastmod_of page as when", "last_updated page", "date_modified page"]
)
def test_templates_have_the_dates(tag):
    source = f"{{% load honest_dates %}}{{% {tag} %}}"

    assert engines["django"].from_string(source)


def test_celery_finds_a_schedule():
    from honest_sitemaps.tasks import beat_schedule

    assert {"task", "schedule"} <= set(next(iter(beat_schedule().values())))
