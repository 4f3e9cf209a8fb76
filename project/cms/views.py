"""The pages of the demo site. Nothing here knows that there is a sitemap."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import F, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.http import require_POST

from project.cms.models import Article, Match, Reads, Team
from project.cms.season import ROUNDS
from project.cms.standings import standings
from project.cms.words import words
from project.cms.writing import LANGUAGES, digits, read, table_name

Alternate = tuple[str, str]
"""Language code and path."""


def home(request: HttpRequest) -> HttpResponse:
    said = words(request.LANGUAGE_CODE)
    articles = Article.objects.readable().filter(language=request.LANGUAGE_CODE)
    return _page(
        request,
        "cms/home.html",
        title=said["tagline"],
        description=said["tagline"],
        alternates=_alternates("home"),
        news=articles.filter(kind=Article.Kind.NEWS)[:12],
        features=articles.filter(kind=Article.Kind.FEATURE)[:6],
    )


def article(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """An article, or what a real site answers when something is wrong with it."""
    shown = get_object_or_404(Article, kind=kind, language=request.LANGUAGE_CODE, slug=slug)
    if not shown.is_public:
        return redirect(f"{reverse('login')}?next={request.path}")
    if shown.moved_to:
        return redirect(shown.moved_to, permanent=True)
    if not _is_live(shown) or shown.status == 404:
        raise Http404
    if shown.status == 403:
        raise PermissionDenied
    if shown.status != 200:
        return render(request, f"{shown.status}.html", status=shown.status)
    response = _page(
        request,
        "cms/article.html",
        page=shown,
        title=shown.title,
        description=shown.summary,
        alternates=_translations(shown),
        canonical=shown.preferred,
        robots=shown.robots,
    )
    if shown.robots_header:
        response.headers["X-Robots-Tag"] = shown.robots_header
    return response


def _is_live(shown: Article) -> bool:
    return (
        not shown.is_draft
        and shown.published_at is not None
        and shown.published_at <= timezone.now()
    )


def _translations(shown: Article) -> list[Alternate]:
    if not shown.group:
        return []
    others = Article.objects.filter(group=shown.group, kind=shown.kind).order_by("language")
    return [(other.language, other.get_absolute_url()) for other in others]


def team(request: HttpRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Team, slug=slug)
    matches = Match.objects.filter(Q(home=shown) | Q(away=shown))
    return _page(
        request,
        "cms/team.html",
        page=shown,
        title=shown.said("name"),
        description=shown.said("about").partition("\n")[0],
        alternates=_alternates("team", slug),
        paragraphs=shown.said("about").split("\n\n"),
        facts={field: shown.said(field) for field in ("name", "coach", "ground", "city")},
        matches=_lines(matches),
    )


def match(request: HttpRequest, slug: str) -> HttpResponse:
    shown = get_object_or_404(Match.objects.select_related("home", "away"), slug=slug)
    return _page(
        request,
        "cms/match.html",
        page=shown,
        title=str(shown),
        description=shown.said("report").partition("\n")[0],
        alternates=_alternates("match", slug),
        paragraphs=shown.said("report").split("\n\n"),
        line=_line(shown),
        ground=shown.home.said("ground"),
    )


def table(request: HttpRequest, name: str) -> HttpResponse:
    """A group's table; ``archive`` shows the last season's, which is not in the sitemap."""
    teams = list(Team.objects.filter(table="a" if name == "archive" else name))
    if not teams:
        raise Http404
    matches = [] if name == "archive" else Match.objects.filter(home__table=name)
    said = words(request.LANGUAGE_CODE)
    letter = table_name(name, request.LANGUAGE_CODE)
    title = said["archive"] if name == "archive" else said["table"].format(table=letter)
    return _page(
        request,
        "cms/table.html",
        name=name,
        title=title,
        description=said["tagline"],
        alternates=_alternates("table", name),
        rows=standings(teams, matches),
    )


def fixtures(request: HttpRequest, number: int) -> HttpResponse:
    if not 1 <= number <= ROUNDS:
        raise Http404
    said = words(request.LANGUAGE_CODE)
    turn = digits(number, request.LANGUAGE_CODE)
    return _page(
        request,
        "cms/fixtures.html",
        rounds=range(1, ROUNDS + 1),
        title=f"{said['fixtures']}, {said['round'].format(round=turn)}",
        description=said["tagline"],
        alternates=_alternates("fixtures", number),
        matches=_lines(Match.objects.filter(round=number)),
    )


def text_page(request: HttpRequest, name: str) -> HttpResponse:
    """A page out of ``content/pages.toml``."""
    shown = read("pages")[name][request.LANGUAGE_CODE]
    return _page(
        request,
        "cms/text_page.html",
        title=shown["title"],
        description=shown["body"][0],
        alternates=_alternates(name),
        paragraphs=shown["body"],
        robots="noindex" if name == "search" else "",
    )


@require_POST
def message(request: HttpRequest) -> HttpResponse:
    """The form of every page ends here. Nothing is kept."""
    messages.success(request, words(request.LANGUAGE_CODE)["thanks"])
    return HttpResponseRedirect(reverse("contact"))


def _page(
    request: HttpRequest,
    template: str,
    *,
    page: Article | Match | Team | str = "",
    canonical: str = "",
    **context: Any,
) -> HttpResponse:
    """Render a page; ``page`` names it to the ledger, its path where there is no object."""
    context |= {
        "page": page or request.path,
        "canonical": request.build_absolute_uri(canonical or request.path),
        "alternates": [
            (language, request.build_absolute_uri(path))
            for language, path in context["alternates"]
        ],
        "reads": _count(request),
    }
    return render(request, template, context)


def _count(request: HttpRequest) -> int:
    """Count this reader, unless it is a capture; say how many there were."""
    counter = Reads.objects.filter(path=request.path)
    if "honest_sitemaps.capture" not in request.META and not counter.update(
        times=F("times") + 1
    ):
        Reads.objects.create(path=request.path, times=1)
    return counter.values_list("times", flat=True).first() or 0


def _alternates(name: str, *args: object) -> list[Alternate]:
    """The same route in every language."""
    paths: list[Alternate] = []
    for language in LANGUAGES:
        with translation.override(language):
            paths.append((language, reverse(name, args=args)))
    return paths


def _lines(matches: QuerySet[Match]) -> list[dict[str, Any]]:
    return [_line(shown) for shown in matches.select_related("home", "away")]


def _line(shown: Match) -> dict[str, Any]:
    return {
        "match": shown,
        "home": shown.home.said("name"),
        "away": shown.away.said("name"),
        "kick_off": shown.kick_off,
        "home_goals": shown.home_goals,
        "away_goals": shown.away_goals,
    }
