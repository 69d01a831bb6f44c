"""Points during tournaments, and the results of finished tournaments.

Points are court scores (KH-12), or the points of a race. Players who change tables keep their points.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from games.tournament.model import Tournament
from games.tournament.placing import standings
from storage.books.ledger import ADDED_TO_MAX
from storage.db.retention import UNNAMED, PersonalColumns
from storage.db.transaction import Fields, Transaction, merged


@dataclass(frozen=True, slots=True)
class TournamentResult:
    """A player's result of a tournament."""

    tournament: int
    title: str
    player: int
    place: int
    players: int
    money: int
    words: tuple[str, ...]
    score: int | None
    at: float


def add_points(tx: Transaction, tournament: int, player: int, gained: int) -> None:
    """Add a hand's points to a player's score, up to the largest amount."""
    tx.add("courts", {"tournament": tournament, "player": player, "points": gained}, _ADDED)


_ADDED = merged("courts", ("tournament", "player"), {"points": ADDED_TO_MAX})


def points(tx: Transaction, tournament: int) -> dict[int, int]:
    """Return all scores by player, the highest first."""
    query = "SELECT player, points FROM courts WHERE tournament = ? ORDER BY points DESC, player"
    return {row["player"]: row["points"] for row in tx.all(query, (tournament,))}


def best(tx: Transaction, tournament: int) -> tuple[tuple[int, int], ...]:
    """Return the players with the highest score, and the score, without removed players (TN-17)."""
    counted = (
        "tournament = ?1 AND points > 0 AND player NOT IN"
        " (SELECT player FROM results WHERE tournament = ?1 AND removed = 1)"
    )
    rows = tx.all(
        f"SELECT player, points FROM courts WHERE {counted}"  # noqa: S608  (our own words)
        f" AND points = (SELECT max(points) FROM courts WHERE {counted}) ORDER BY player",
        (tournament,),
    )
    return tuple((row["player"], row["points"]) for row in rows)


def write(tx: Transaction, number: int, server: int, tournament: Tournament) -> None:
    """Store the result of each player of a finished tournament."""
    rows: list[Fields] = []
    for place, each in standings(tournament):
        won = [award for award in tournament.awards if award.player == each.player]
        if not each.is_house:
            rows.append(
                {
                    "tournament": number,
                    "server": server,
                    "player": each.player,
                    "place": place,
                    "players": len(tournament.entrants),
                    "money": sum(award.money for award in won),
                    "words": "\n".join(word for award in won for word in award.words),
                    "name": each.name,
                    "removed": each.standing == "removed",
                }
            )
    tx.insert_many("results", rows)


def counts(tx: Transaction, tournament: int, player: int) -> bool | None:
    """Return True if a player's result counts for its series, False if excluded; None without a result."""
    struck = tx.scalar_int(
        "SELECT struck FROM results WHERE tournament = ? AND player = ? AND removed = 0", (tournament, player)
    )
    return None if struck is None else not struck


def strike(tx: Transaction, tournament: int, player: int, *, counts: bool) -> None:
    """Exclude a result from its series, or let it count again."""
    tx.execute(
        "UPDATE results SET struck = ? WHERE tournament = ? AND player = ? AND removed = 0",
        (not counts, tournament, player),
    )


def of(tx: Transaction, tournament: int) -> tuple[TournamentResult, ...]:
    """Return a tournament's results, best place first."""
    return _results(tx, "r.tournament = ? ORDER BY r.place, r.player", (tournament,))


def record(tx: Transaction, server: int, player: int, limit: int) -> tuple[TournamentResult, ...]:
    """Return a person's results in a server, latest first."""
    where = f"r.server = ? AND r.player = ? ORDER BY r.tournament DESC LIMIT {limit}"
    return _results(tx, where, (server, player))


def _results(tx: Transaction, where: str, parameters: tuple[int, ...]) -> tuple[TournamentResult, ...]:
    rows = tx.all(
        # An erasure blanks the plan of an unreadable tournament.
        "SELECT r.tournament, r.player, r.place, r.players, r.money, r.words,"  # noqa: S608  (our own words)
        " c.points AS score, t.acted_at AS at, CAST(t.plan AS BLOB) AS plan"
        " FROM results r JOIN tournaments t ON t.id = r.tournament"
        " LEFT JOIN courts c ON c.tournament = r.tournament AND c.player = r.player"
        f" WHERE {where}",
        parameters,
    )
    listed = []
    for row in map(dict, rows):
        words = tuple(filter(None, row.pop("words").split("\n")))
        listed.append(TournamentResult(title=_title(row.pop("plan")), words=words, **row))
    return tuple(listed)


def _title(plan: bytes) -> str:
    try:
        parsed = json.loads(plan)
    except ValueError:
        parsed = None
    return str(parsed["title"]) if isinstance(parsed, dict) and "title" in parsed else "?"


PERSONAL_COURTS = PersonalColumns("courts", "tournament, points", forgetting=(UNNAMED,))
PERSONAL_RESULTS = PersonalColumns(
    "results",
    "tournament, server, name, place, players, money, words, struck",
    told="tournaments",
    forgetting=("UPDATE results SET player = :nobody, name = '?' WHERE player = :player",),
)
