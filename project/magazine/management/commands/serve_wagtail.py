"""Keep the Wagtail demo open in a browser."""

from __future__ import annotations

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from wagtail.models import Site

from honest_sitemaps.models import Origin
from project.magazine.building import EDITOR, PASSWORD, build
from project.magazine.models import HomePage

WELCOME = """
  the site           {origin}/en/
  its sitemap        {origin}/sitemap.xml
  write in Wagtail   {origin}/admin/               user {editor}, password {password}
  ask the sitemaps   {origin}/django-admin/        the same user

  Publish a page in Wagtail, then let a worker look, in another terminal:
      {settings}.venv/bin/python manage.py sitemap_scan --marks
      {settings}.venv/bin/python manage.py sitemap_release
  With Redis, a worker does both by itself:
      {settings}.venv/bin/celery -A project worker -B

  Ctrl-C ends it. The data stays in {home}.
"""


class Command(BaseCommand):
    help = "Serve the Wagtail demo; make its content and a first release if there is none."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        scheme, _, address = settings.ORIGIN.partition("://")
        host = address.partition(":")[0]
        if host not in {"127.0.0.1", "localhost"} or scheme != "http":
            raise CommandError(
                f"Everybody knows the password of this demo: it serves 127.0.0.1 alone, not "
                f"{settings.ORIGIN}."
            )
        self._make_ready()
        self.stdout.write(
            WELCOME.format(
                origin=settings.ORIGIN,
                editor=EDITOR,
                password=PASSWORD,
                settings="DJANGO_SETTINGS_MODULE=project.magazine.settings ",
                home=settings.DEMO_DIR.relative_to(settings.BASE_DIR),
            )
        )
        self.stdout.flush()
        # --insecure: the server of the demo also serves the static files.
        arguments = [sys.executable, "manage.py", "runserver", "--noreload", "--insecure"]
        os.execv(sys.executable, [*arguments, address])  # noqa: S606  (our own manage.py)

    def _make_ready(self) -> None:
        self.stderr.write("Making the tables, if they are not there (up to half a minute) ...")
        call_command("migrate", verbosity=0)
        if not HomePage.objects.exists():
            self.stderr.write("Writing the magazine (a few seconds) ...")
            build(now=timezone.now())
        self._serve_here()
        if not Origin.objects.exclude(live_release=None).exists():
            self.stderr.write("Scanning and releasing (a few seconds) ...")
            call_command("sitemap_refresh")

    def _serve_here(self) -> None:
        """Wagtail keeps host and port in its Site; `ORIGIN` may be another one today."""
        host, _, port = settings.ORIGIN.partition("://")[2].partition(":")
        site = Site.objects.get()
        if (site.hostname, site.port) != (host, int(port or 80)):
            site.hostname, site.port = host, int(port or 80)
            site.save()
