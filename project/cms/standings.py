"""The point table, worked out from results. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from project.cms.models import Match, Team


@dataclass(slots=True, kw_only=True)
class Row:
    """One line of the table. Filled while the results are read."""

    team: Team
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    goals_for: int = 0
    goals_against: int = 0

    @property
    def difference(self) -> int:
        return self.goals_for - self.goals_against

    @property
    def points(self) -> int:
        return 3 * self.won + self.drawn

    def count(self, scored: int, conceded: int) -> None:
        """Enter one result."""
        self.played += 1
        self.won += scored > conceded
        self.drawn += scored == conceded
        self.lost += scored < conceded
        self.goals_for += scored
        self.goals_against += conceded


def standings(teams: Iterable[Team], matches: Iterable[Match]) -> list[Row]:
    """The table: points, then goal difference, then goals scored, then the order given."""
    rows = {team.pk: Row(team=team) for team in teams}
    for match in matches:
        if match.home_goals is None or match.away_goals is None:
            continue
        rows[match.home_id].count(match.home_goals, match.away_goals)
        rows[match.away_id].count(match.away_goals, match.home_goals)
    return sorted(
        rows.values(), key=lambda row: (-row.points, -row.difference, -row.goals_for)
    )
