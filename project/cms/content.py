"""
The demo's rows, built and not yet saved. Same ``now``, same rows.

16 clubs and 56 matches, each in two languages by columns; articles, a row a language. With the
tables, lists and routes of `project.cms.sitemaps` they are 402 candidates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from project.cms.models import Article, Match, Team
from project.cms.odd import ODD, Odd, dates_of
from project.cms.season import Fixture, club_facts, fixtures, match_facts
from project.cms.writing import LANGUAGES, read, sentence, sentences, slug_of, text

CANDIDATES = 402
"""What a scan of the whole demo finds. The number of pages of the site in seed 000."""

NOTICES = 9
"""Short news of clubs; four in both languages, the last in one."""


def teams() -> list[Team]:
    """All clubs."""
    return [
        Team(
            slug=entry["slug"],
            table=entry["table"],
            founded=entry["founded"],
            **{
                f"{field}_{language}": entry[language][field]
                for field in ("name", "city", "ground", "coach")
                for language in LANGUAGES
            },
            **{
                f"about_{language}": text(
                    sentences(
                        "team_about", language=language, facts=club_facts(entry, language)
                    )
                )
                for language in LANGUAGES
            },
        )
        for entry in read("teams")["team"]
    ]


def matches(saved: Mapping[str, Team], *, now: datetime) -> list[Match]:
    """All matches, of clubs by slug."""
    return [
        Match(
            slug=match.slug,
            round=match.round,
            home=saved[match.home["slug"]],
            away=saved[match.away["slug"]],
            kick_off=match.kick_off,
            home_goals=match.goals[0] if match.goals else None,
            away_goals=match.goals[1] if match.goals else None,
            **{
                f"report_{language}": text(
                    sentences(
                        "match_report", language=language, facts=match_facts(match, language)
                    )
                )
                for language in LANGUAGES
            },
        )
        for match in fixtures(now=now)
    ]


def articles(saved: Mapping[str, Team], *, now: datetime) -> list[Article]:
    """News and features, then the odd ones."""
    season = fixtures(now=now)
    regular = [
        *_features(saved, season, now=now),
        *_reports(saved, season),
        *_notices(saved, now=now),
    ]
    return regular + [_odd(odd, now=now) for odd in ODD]


def _features(
    saved: Mapping[str, Team], season: Sequence[Fixture], *, now: datetime
) -> Iterator[Article]:
    """A preview and an interview of each club, a page a round, four essays."""
    played = [match for match in season if match.goals]
    for number, entry in enumerate(read("teams")["team"]):
        for name, days in (("preview", 60 - number), ("interview", 40 - number)):
            yield from _pair(
                name,
                kind=Article.Kind.FEATURE,
                facts={language: club_facts(entry, language) for language in LANGUAGES},
                group=f"{name}-{entry['slug']}",
                published_at=now - timedelta(days=days, hours=number),
                team=saved[entry["slug"]],
            )
    for number, match in enumerate(played[::8], start=1):
        for name in ("round", "essay")[: 2 if number <= 4 else 1]:
            yield from _pair(
                name,
                kind=Article.Kind.FEATURE,
                facts={language: match_facts(match, language) for language in LANGUAGES},
                group=f"{name}-{number}",
                published_at=match.kick_off + timedelta(days=1, hours=2),
                team=None,
            )


def _reports(saved: Mapping[str, Team], season: Sequence[Fixture]) -> Iterator[Article]:
    """One report of each match played."""
    for match in season:
        if match.goals is None:
            continue
        home_goals, away_goals = match.goals
        result = "draw" if home_goals == away_goals else ""
        result = result or ("home" if home_goals > away_goals else "away")
        for language in LANGUAGES:
            facts = match_facts(match, language)
            title = _say(f"report_title_{result}", language, facts, match.slug)
            parts = ("opening", "middle", "turn", "quote", "closing")
            body = [_say(f"report_{part}", language, facts, match.slug) for part in parts]
            yield _article(
                kind=Article.Kind.NEWS,
                language=language,
                group=f"report-{match.slug}",
                title=title,
                body=body,
                published_at=match.kick_off + timedelta(hours=3),
                team=saved[match.home["slug"]],
            )


def _notices(saved: Mapping[str, Team], *, now: datetime) -> Iterator[Article]:
    """Short news of the last days; where the count ends, one has no translation."""
    pairs = (
        article
        for number, entry in enumerate(read("teams")["team"])
        for article in _pair(
            "notice",
            kind=Article.Kind.NEWS,
            facts={language: club_facts(entry, language) for language in LANGUAGES},
            group=f"notice-{entry['slug']}",
            published_at=now - timedelta(hours=3 + 11 * number),
            team=saved[entry["slug"]],
        )
    )
    for _, article in zip(range(NOTICES), pairs, strict=False):
        yield article


def _pair(
    name: str,
    *,
    kind: Article.Kind,
    facts: Mapping[str, Mapping[str, str]],
    group: str,
    published_at: datetime,
    team: Team | None,
) -> Iterator[Article]:
    """The same piece in both languages, with all sentences of this name."""
    for language in LANGUAGES:
        yield _article(
            kind=kind,
            language=language,
            group=group,
            title=_say(f"{name}_title", language, facts[language], group),
            body=sentences(name, language=language, facts=facts[language]),
            published_at=published_at,
            team=team,
        )


def _odd(odd: Odd, *, now: datetime) -> Article:
    facts = club_facts(read("teams")["team"][0], odd.language)
    article = _article(
        kind=Article.Kind(odd.kind),
        language=odd.language,
        group="",
        title=odd.title,
        body=sentences("essay", language=odd.language, facts=facts),
        team=None,
        **dates_of(odd, now=now),
    )
    if odd.slug is not None:
        article.slug = odd.slug
    for name, value in odd.fields.items():
        setattr(article, name, value)
    return article


def _article(
    *,
    kind: Article.Kind,
    language: str,
    group: str,
    title: str,
    body: Sequence[str],
    published_at: datetime | None,
    team: Team | None,
    expires_at: datetime | None = None,
) -> Article:
    return Article(
        kind=kind,
        language=language,
        group=group,
        slug=slug_of(title),
        title=title,
        summary=body[0][:280],
        body=text(body),
        published_at=published_at,
        expires_at=expires_at,
        team=team,
    )


def _say(name: str, language: str, facts: Mapping[str, str], seed: str) -> str:
    return sentence(name, language=language, facts=facts, seed=seed)
