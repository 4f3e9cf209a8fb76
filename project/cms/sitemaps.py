"""
What the demo site wants in its sitemaps, registered in six ways.

Django finds this module by itself, as it finds ``admin.py``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.contrib.sitemaps import Sitemap
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from honest_sitemaps import Candidate, QuerySetSource, RouteSource, Source, register
from project.cms.models import Article, Match, Team
from project.cms.season import ROUNDS
from project.cms.writing import LANGUAGES

# 1. Routes: pages that no object stands behind, in every language.

register(
    "pages",
    RouteSource(
        ["about", "contact", "tickets", "rules", "privacy", "press", "search"],
        languages=LANGUAGES,
    ),
)

# 2. A queryset, a row a language. All rows: a draft is excluded with its reason, not hidden.


def is_finished(article: Article) -> bool:
    return not article.is_draft


register(
    "features",
    QuerySetSource(
        Article.objects.filter(kind=Article.Kind.FEATURE).order_by("pk"),
        language="language",
        group="group",
        published_at="published_at",
        expires_at="expires_at",
        is_live=is_finished,
        is_public="is_public",
        noindex="noindex",
    ),
)

# 3. News: a file a language, and a news entry for whatever is younger than two days.


def news_of(article: Article) -> dict[str, str] | None:
    if article.published_at is None:
        return None
    return {
        "title": article.title,
        "publication_date": article.published_at.isoformat(),
        "language": article.language,
    }


register(
    "news",
    QuerySetSource(
        Article.objects.filter(kind=Article.Kind.NEWS).order_by("pk"),
        language="language",
        group="group",
        published_at="published_at",
        expires_at="expires_at",
        is_live=is_finished,
        is_public="is_public",
        noindex="noindex",
        news=news_of,
    ),
    by_language=True,
)


# 4. A sitemap class that the project had already, taken as it is.


class MatchSitemap(Sitemap):
    """Every match in every language, as Django's documentation has it."""

    i18n = True
    alternates = True
    x_default = True
    changefreq = "daily"
    priority = 0.8

    def items(self) -> QuerySet[Match]:
        return Match.objects.order_by("pk")


register("matches", MatchSitemap)


class ClubSitemap(Sitemap):
    i18n = True
    alternates = True

    def items(self) -> QuerySet[Team]:
        return Team.objects.order_by("pk")


register("clubs", ClubSitemap)


# 5. Pages that only list other pages: listed, but without a date of their own.


class ListSitemap(Sitemap):
    i18n = True
    alternates = True

    def items(self) -> list[int]:
        return list(range(ROUNDS + 1))

    def location(self, item: int) -> str:
        return reverse("fixtures", args=[item]) if item else reverse("home")


register("lists", ListSitemap, dates=False)


# 6. A source of one's own, for what fits nowhere else.


class TableSource(Source):
    """The point tables. The archive is a page, but not one for search engines' lists."""

    def candidates(
        self, *, after: str | None = None, keys: Sequence[str] | None = None
    ) -> Iterator[Candidate]:
        for name in ("a", "b", "archive"):
            for language in LANGUAGES:
                with translation.override(language):
                    yield Candidate(
                        loc=reverse("table", args=[name]),
                        language=language,
                        group=f"table-{name}",
                        withheld_why="an archive page" if name == "archive" else "",
                    )


register("tables", TableSource())
