"""Keep the demo site open in a browser."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from honest_sitemaps.models import Origin
from project.cms.models import Team

EDITOR, PASSWORD = "editor", "demo"

WELCOME = """
  the site        {origin}/
  its sitemap     {origin}/sitemap.xml
  robots.txt      {origin}/robots.txt
  the admin       {origin}/admin/   user {editor}, password {password}

  Edit an article in the admin, then, in another terminal:
      .venv/bin/python manage.py sitemap_refresh
      .venv/bin/python manage.py sitemap_explain {origin}/en/rules/

  Ctrl-C ends it. The data stays in {home}.
"""


class Command(BaseCommand):
    help = "Serve the demo site; make its content and a first release if there is none."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", verbosity=0)
        if not Team.objects.exists():
            call_command("demo_content")
        users = get_user_model().objects
        if not users.filter(username=EDITOR).exists():
            users.create_superuser(EDITOR, password=PASSWORD)
        environment = os.environ | {"ASSETS": "hashed", "BUILD_ID": "open"}
        self._manage(environment, "collectstatic", "--no-input", "--verbosity=0")
        if not Origin.objects.exclude(live_release=None).exists():
            self.stderr.write("Scanning and releasing (a few seconds) ...")
            self._manage(environment, "sitemap_refresh")
        self.stdout.write(
            WELCOME.format(
                origin=settings.ORIGIN,
                editor=EDITOR,
                password=PASSWORD,
                home=settings.DEMO_DIR.relative_to(settings.BASE_DIR),
            )
        )
        self.stdout.flush()
        address = settings.ORIGIN.partition("://")[2]
        arguments = [sys.executable, "manage.py", "runserver", "--noreload", address]
        os.execve(sys.executable, arguments, environment)  # noqa: S606  (our own manage.py)

    def _manage(self, environment: dict[str, str], *arguments: str) -> None:
        done = subprocess.run(  # noqa: S603  (our own manage.py)
            [sys.executable, "manage.py", *arguments],
            cwd=settings.BASE_DIR,
            env=environment,
            check=False,
        )
        if done.returncode:
            raise CommandError(f"manage.py {arguments[0]} ended with {done.returncode}.")
