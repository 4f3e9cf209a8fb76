"""The season as values: who plays whom, when, and how it ended. Pure, and always the same."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from project.cms.writing import digits, read, table_name, year

ROUNDS = 7
"""Eight clubs, everyone once against everyone."""

PLAYED_ROUNDS = 6
"""The last round is still to come, three days after ``now``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One match of the group stage."""

    round: int
    home: dict[str, Any]
    """An entry of ``content/teams.toml``."""

    away: dict[str, Any]
    kick_off: datetime
    goals: tuple[int, int] | None
    """Home and away; ``None`` before it was played."""

    @property
    def slug(self) -> str:
        return f"{self.home['slug']}-{self.away['slug']}"


def fixtures(*, now: datetime) -> list[Fixture]:
    """All 56 matches, by round."""
    teams = read("teams")["team"]
    tables = [[team for team in teams if team["table"] == name] for name in "ab"]
    return [
        _fixture(number, home, away, slot=slot, now=now)
        for number in range(1, ROUNDS + 1)
        for table in tables
        for slot, (home, away) in enumerate(_pairs(table, number))
    ]


def _pairs(table: list[dict[str, Any]], number: int) -> list[tuple[dict[str, Any], ...]]:
    """Round ``number`` of a round robin by the circle method: the first club stays put."""
    turn = number - 1
    rest = table[1:]
    ring = [table[0], *rest[turn:], *rest[:turn]]
    pairs = list(zip(ring[: len(ring) // 2], reversed(ring), strict=False))
    return [pair if number % 2 else pair[::-1] for pair in pairs]


def _fixture(
    number: int, home: dict[str, Any], away: dict[str, Any], *, slot: int, now: datetime
) -> Fixture:
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    weeks_ago = ROUNDS - number
    kick_off = day + timedelta(days=3 - 7 * weeks_ago, hours=11 + 2 * slot)
    dice = Random(f"{home['slug']}:{away['slug']}")  # noqa: S311  (scores, not secrets)
    goals = (dice.choice((0, 1, 1, 2, 2, 3)), dice.choice((0, 0, 1, 1, 2, 3)))
    return Fixture(
        round=number,
        home=home,
        away=away,
        kick_off=kick_off,
        goals=goals if number <= PLAYED_ROUNDS else None,
    )


def club_facts(team: dict[str, Any], language: str) -> dict[str, str]:
    """What a sentence about one club may name."""
    dice = Random(team["slug"])  # noqa: S311
    words = team[language]
    return {
        "home": words["name"],
        "city": words["city"],
        "ground": words["ground"],
        "coach": words["coach"],
        "founded": year(team["founded"], language),
        "seasons": digits(dice.randint(2, 9), language),
        "player": dice.choice(read("players")["players"])[language],
        "table": table_name(team["table"], language),
    }


def match_facts(match: Fixture, language: str) -> dict[str, str]:
    """What a sentence about a match may name."""
    dice = Random(match.slug)  # noqa: S311
    home_goals, away_goals = match.goals or (0, 0)
    return club_facts(match.home, language) | {
        "away": match.away[language]["name"],
        "round": digits(match.round, language),
        "home_goals": digits(home_goals, language),
        "away_goals": digits(away_goals, language),
        "goals": digits(dice.randint(14, 29), language),
        "minute": digits(dice.randint(3, 88), language),
        "player": dice.choice(read("players")["players"])[language],
    }
