"""Titles that people have earned in a server, each once, in the transaction of what earned it (TB-21).

Hands for coins, with house players too, and for a tournament's chips earn them, and tournaments; practice
earns none, nor do tables at which a seat costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from games.engine.core import titles
from games.engine.core.game import AnyGame
from games.engine.core.titles import EVERY_GAME, TAVERN, WON, WON_ALL_IN_A_DAY, WON_EVERY_GAME, Title
from games.engine.table.table import AnyTable, Change, played_for
from games.tournament import placing as tournament
from storage.db.kept import DAY_SECONDS, Personal, day_of
from storage.db.transaction import STAYS, Parameters, Transaction
from storage.standing import records

NAME, DUE = "titles", "due"
"""What stands in the notes until the titles of what was recorded before have been worked out."""
PEOPLE_MIN = 2
"""A tournament that fewer people played earns nobody a title."""

_SHOWN = (
    "NOT EXISTS (SELECT 1 FROM preferences WHERE preferences.player = titles.player AND record = 'hidden')"
)
_AT_TABLE = f"table_id = ? AND {_SHOWN} ORDER BY hand, player, title"


@dataclass(frozen=True, slots=True)
class Earned:
    """A title by its key, who has it, since when, and the table and hand that earned it, if one did."""

    player: int
    title: str
    at: float
    table: int | None
    hand: int | None


@dataclass(frozen=True, slots=True)
class _Doing:
    """What somebody did at once: in a hand, on a day, at a tournament."""

    server: int
    player: int
    words: frozenset[str]
    at: float
    table: int | None = None
    hand: int | None = None


def earn(tx: Transaction, server: int, games: Mapping[str, AnyGame], change: Change, at: float) -> None:
    """Give people the titles that the hands of a change earned them; their records count these already."""
    table = change.table
    if played_for(table, games[table.game]) == "practice":
        return
    for ended in change.ended:
        for each in records.counted(table, ended.gains, ended.deeds):
            if each.deeds is not None:
                words = titles.words_of(each.deeds, each.gain, table.terms.buy_in)
                doing = _Doing(server, each.player, words, at, table.id, ended.number)
                _earn_by(tx, games, games[table.game], doing)


def earn_at_tournament(tx: Transaction, number: int, at: float) -> None:
    """Give people the titles that a tournament earned them, whose results are written.

    Whoever was removed did not play it to its end.
    """
    rows = tx.all(
        "SELECT server, player, place, players FROM results WHERE tournament = ? AND removed = 0", (number,)
    )
    if len(rows) < PEOPLE_MIN:
        return
    for server, player, place, players in rows:
        if player > 0:
            won = partial(_tournaments_won, tx, server, player, number)
            words = tournament.words_of(place, players)
            give(tx, server, player, _due(tournament.TITLES, words, won), at)


def give(tx: Transaction, server: int, player: int, titles: Iterable[Title], at: float) -> None:
    """Give somebody titles that were earned at no table."""
    _give(tx, _Doing(server, player, frozenset(), at), titles)


def of_player(tx: Transaction, server: int, player: int) -> tuple[Earned, ...]:
    """Somebody's titles in a server, in the order in which they were earned."""
    return _asked(tx, "server = ? AND player = ? ORDER BY at, title", (server, player))()


def at_table(tx: Transaction, table_id: int) -> tuple[Earned, ...]:
    """The titles earned at a table, for all to read: not those of who keep their record to themselves."""
    return _asked(tx, _AT_TABLE, (table_id,))()


def told_at(tx: Transaction, table: AnyTable) -> Callable[[], tuple[Earned, ...]]:
    """Those of them that the table tells: of the last hand that is over, or once it is closed all.

    They are there once they are called for.
    """
    if table.phase == "closed":
        return _asked(tx, _AT_TABLE, (table.id,))
    over = table.hands - (table.hand is not None)
    return _asked(tx, f"table_id = ? AND hand = ? AND {_SHOWN} ORDER BY player, title", (table.id, over))


def work_out(tx: Transaction, games: Mapping[str, AnyGame]) -> None:
    """Give people, once, the titles of what was recorded before there were any, as far as records tell."""
    if tx.noted(NAME) != DUE:
        return
    rows = tx.all(
        "SELECT server, player, game, money, day, won, best FROM records"
        " WHERE money <> 'practice' AND player > 0 ORDER BY day"
    )
    for row in rows:
        if row["game"] in games:
            words = {
                *tx.column(
                    "SELECT deed FROM deeds"
                    " WHERE server = ? AND player = ? AND game = ? AND money = ? AND day = ?",
                    tuple(row)[:5],
                )
            }
            words |= {WON} if row["won"] else set()
            best = records.hand_of(row["best"])
            words |= set() if best is None else {titles.shown_as(best.kind)}
            doing = _Doing(row["server"], row["player"], frozenset(words), float(row["day"] * DAY_SECONDS))
            _earn_by(tx, games, games[row["game"]], doing)
    for each in tx.all("SELECT id, acted_at FROM tournaments WHERE phase = 'over' ORDER BY id"):
        earn_at_tournament(tx, each["id"], each["acted_at"])
    tx.note(NAME, "")


def _earn_by(tx: Transaction, games: Mapping[str, AnyGame], game: AnyGame, doing: _Doing) -> None:
    """Give somebody the titles that are due for what they did in a game."""
    who = doing.server, doing.player
    held = {*tx.column("SELECT title FROM titles WHERE server = ? AND player = ?", who)}
    missing = [each for each in (*game.titles, *TAVERN) if each.key not in held]
    words = doing.words | _over_games(tx, games, doing, missing)

    def done(title: Title) -> int:
        deeds = sorted(title.words)
        found = tx.number(
            "SELECT sum(count) FROM deeds WHERE server = ? AND player = ? AND game = ?"  # noqa: S608  (our own words)
            f" AND money <> 'practice' AND day <= ? AND deed IN ({_places(deeds)})",
            (*who, game.key, day_of(doing.at), *deeds),
        )
        return found or 0

    _give(tx, doing, _due(missing, words, done))


def _over_games(
    tx: Transaction, games: Mapping[str, AnyGame], doing: _Doing, missing: Iterable[Title]
) -> frozenset[str]:
    """What somebody has done today, or ever, over all games; asked only for titles that they lack."""
    who, today = (doing.server, doing.player), day_of(doing.at)
    asked = {word for each in missing for word in each.words}
    found = set()
    if asked & {EVERY_GAME, WON_ALL_IN_A_DAY}:
        won = tx.column(
            "SELECT max(won) FROM records WHERE server = ? AND player = ?"  # noqa: S608  (our own words)
            f" AND game IN ({_places(games)}) AND money IN ('coins', 'house', 'chips') AND day = ?"
            " AND hands > 0 GROUP BY game",
            (*who, *games, today),
        )
        if len(won) == len(games):
            found |= {EVERY_GAME, WON_ALL_IN_A_DAY} if all(won) else {EVERY_GAME}
    # It is the first hand won of a game that can make all of them won.
    if WON in doing.words & asked and WON_EVERY_GAME in asked:
        count = tx.number(
            "SELECT count(DISTINCT game) FROM records WHERE +server = ? AND player = ?"  # noqa: S608  (our own words)
            f" AND game IN ({_places(games)}) AND money <> 'practice' AND day <= ? AND won > 0",
            (*who, *games, today),
        )
        found |= {WON_EVERY_GAME} if count == len(games) else set()
    return frozenset(found)


def _tournaments_won(tx: Transaction, server: int, player: int, latest: int, _title: Title, /) -> int:
    """How many tournaments somebody has won up to one, among two people or more."""
    return len(
        tx.all(
            "SELECT 1 FROM results AS mine JOIN results AS theirs USING (tournament)"
            " WHERE mine.server = ? AND mine.player = ? AND mine.place = 1 AND mine.tournament <= ?"
            " AND mine.removed = 0 AND theirs.removed = 0"
            " GROUP BY tournament HAVING count(*) >= ?",
            (server, player, latest, PEOPLE_MIN),
        )
    )


def _due(titles: Iterable[Title], words: frozenset[str], done: Callable[[Title], int]) -> list[Title]:
    """Those that these words earn; `done` counts what has to be done more than once."""
    touched = (each for each in titles if words & each.words)
    return [each for each in touched if each.times == 1 or done(each) >= each.times]


def _give(tx: Transaction, doing: _Doing, titles: Iterable[Title]) -> None:
    who = {"server": doing.server, "player": doing.player}
    where = {"at": doing.at, "table_id": doing.table, "hand": doing.hand}
    tx.add_each("titles", [{**who, "title": each.key, **where} for each in titles], STAYS)


def _asked(tx: Transaction, which: str, parameters: Parameters) -> Callable[[], tuple[Earned, ...]]:
    rows = tx.execute(f"SELECT player, title, at, table_id, hand FROM titles WHERE {which}", parameters)  # noqa: S608  (our own words)
    return lambda: tuple(Earned(*row) for row in rows)


def _places(values: Iterable[str]) -> str:
    """A question mark for each value."""
    return ", ".join("?" for _ in values)


PERSONAL = (Personal("titles", 'server, title, at, table_id AS "table", hand', "server, at, title"),)
