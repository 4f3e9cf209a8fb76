"""The wheel holds what an installation needs, nothing else, and works without the checkout."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import honest_sitemaps

PROJECT = Path(honest_sitemaps.__file__).parents[1]
HOME = PROJECT / "honest_sitemaps"

pytestmark = pytest.mark.slow

A_PROJECT = """
import sys
import django
from django.conf import settings
from django.core.management import call_command

settings.configure(
    ALLOWED_HOSTS=["site.test"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}},
    HONEST_SITEMAPS={"ORIGIN": "https://site.test"},
    INSTALLED_APPS=[
        "django.contrib.contenttypes", "django.contrib.auth", "django.contrib.messages",
        "django.contrib.sessions", "django.contrib.admin", "honest_sitemaps",
    ],
    ROOT_URLCONF="honest_sitemaps.urls",
    SECRET_KEY="x" * 50,
    STATIC_URL="/static/",
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": [
            "django.template.context_processors.request",
            "django.contrib.auth.context_processors.auth",
            "django.contrib.messages.context_processors.messages",
        ]},
    }],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
        "django.contrib.messages.middleware.MessageMiddleware",
    ],
)
django.setup()

import honest_sitemaps
from django.template.loader import get_template

assert honest_sitemaps.__file__.startswith(sys.argv[1]), honest_sitemaps.__file__
call_command("check", fail_level="WARNING", verbosity=0)
call_command("migrate", verbosity=0)
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
get_template("admin/honest_sitemaps/pagination.html")
call_command("sitemap_refresh", json=True)
"""


def run(*command: str, cwd: Path, **environ: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=300,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(cwd), **environ},
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    out = tmp_path_factory.mktemp("wheel")
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out)),
        str(PROJECT),
        cwd=out,
    )
    (built,) = out.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as opened:
        tops = {name.partition("/")[0] for name in opened.namelist()}

    version = honest_sitemaps.__version__
    assert tops == {"honest_sitemaps", f"honest_sitemaps-{version}.dist-info"}


def test_the_wheel_holds_every_file_of_the_package(wheel):
    ours = {
        path.relative_to(PROJECT).as_posix()
        for path in HOME.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as opened:
        packed = {name for name in opened.namelist() if name.startswith("honest_sitemaps/")}

    assert packed == ours
    assert "honest_sitemaps/py.typed" in packed
    assert "honest_sitemaps/migrations/0001_initial.py" in packed
    assert any(name.endswith(".html") for name in packed)


def test_the_wheel_carries_its_licence(wheel):
    with zipfile.ZipFile(wheel) as opened:
        licences = [name for name in opened.namelist() if name.endswith("/LICENSE")]

    assert len(licences) == 1


def test_the_celery_extra_asks_celery_for_what_its_redis_transport_needs(wheel):
    """The client alone is not enough: the transport imports more, and the extra names it."""
    with zipfile.ZipFile(wheel) as opened:
        (metadata,) = [name for name in opened.namelist() if name.endswith("/METADATA")]
        told = opened.read(metadata).decode()

    assert "Requires-Dist: celery[redis]>=5.5; extra == 'celery'" in told


def test_the_wheel_works_where_no_checkout_is(wheel, tmp_path):
    target = tmp_path / "installed"
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    run(*pip, "--no-deps", "--no-index", "--target", str(target), str(wheel), cwd=tmp_path)

    printed = run(
        *(sys.executable, "-W", "error", "-c", A_PROJECT, str(target)),
        cwd=tmp_path,
        PYTHONPATH=str(target),
    )

    assert '"release"' in printed
