"""Fill the database with the demo's content."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from project.cms import content
from project.cms.models import Article, Figure, Match, Reads, Team

READERS = 1204
"""The figure that the templates print on every page."""


class Command(BaseCommand):
    help = "Fill the database with the demo site: the same rows each time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--replace", action="store_true", help="Delete what is there.")
        parser.add_argument("--editor", help="Also make a superuser with this password.")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        if Team.objects.exists():
            if not options["replace"]:
                raise CommandError("There is content already. --replace deletes it first.")
            for model in (Article, Match, Team, Reads, Figure):
                model.objects.all().delete()
        # A minute of room, so that nothing is published in the future of a scan.
        fill(now=timezone.now().replace(second=0, microsecond=0) - timedelta(minutes=1))
        if options["editor"]:
            get_user_model().objects.create_superuser("editor", password=options["editor"])
        self.stderr.write(
            f"{Team.objects.count()} clubs, {Match.objects.count()} matches, "
            f"{Article.objects.count()} articles."
        )


def fill(*, now: Any) -> None:
    """Save all rows; dates are counted from ``now``."""
    Team.objects.bulk_create(content.teams())
    teams = {team.slug: team for team in Team.objects.all()}
    Match.objects.bulk_create(content.matches(teams, now=now))
    Article.objects.bulk_create(content.articles(teams, now=now))
    Figure.objects.create(name="readers", value=READERS)
