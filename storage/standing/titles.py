"""Titles earned by players in a server, each once, in the transaction of the deed (TB-21).

They are earned by tournaments, and by hands for coins, also with house players, or for a tournament's chips.
Practice, and tables at which a seat costs nothing, earn none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from games.engine.core import hand_stats
from games.engine.core.game import AnyGame
from games.engine.core.hand_stats import EVERY_GAME, TAVERN, WON, WON_ALL_IN_A_DAY, WON_EVERY_GAME, Title
from games.engine.table.table import AnyTable, TableChange, played_for
from games.tournament import placing as tournament
from storage.db.retention import DAY_SECONDS, PersonalColumns, day_of
from storage.db.transaction import STAYS, Parameters, Transaction
from storage.standing import records

NAME, DUE = "titles", "due"
"""The name of a note, and its value while the titles for earlier records have not been given yet."""
PEOPLE_MIN = 2
"""The minimum number of players of a tournament that earns titles."""

_SHOWN = (
    "NOT EXISTS (SELECT 1 FROM preferences WHERE preferences.player = titles.player AND record = 'hidden')"
)
_AT_TABLE = f"table_id = ? AND {_SHOWN} ORDER BY hand, player, title"


@dataclass(frozen=True, slots=True)
class Earned:
    """A title by its key, with its player, its time, and the table and hand that earned it, if any."""

    player: int
    title: str
    at: float
    table: int | None
    hand: int | None


@dataclass(frozen=True, slots=True)
class _Deed:
    """A player's deeds in a hand, on a day, or in a tournament, as title words."""

    server: int
    player: int
    words: frozenset[str]
    at: float
    table: int | None = None
    hand: int | None = None


def earn(tx: Transaction, server: int, games: Mapping[str, AnyGame], change: TableChange, at: float) -> None:
    """Give players the titles earned by a change's hands, which are already counted in their records."""
    table = change.table
    if played_for(table, games[table.game]) == "practice":
        return
    for ended in change.ended:
        for each in records.counted(table, ended.gains, ended.deeds):
            if each.deeds is not None:
                words = hand_stats.words_of(each.deeds, each.gain, table.terms.buy_in)
                deed = _Deed(server, each.player, words, at, table.id, ended.number)
                _earn_by(tx, games, games[table.game], deed)


def earn_at_tournament(tx: Transaction, number: int, at: float) -> None:
    """Give players the titles earned by a tournament with stored results, except removed players."""
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
    """Give a player titles that were not earned at a table."""
    _give(tx, _Deed(server, player, frozenset(), at), titles)


def of_player(tx: Transaction, server: int, player: int) -> tuple[Earned, ...]:
    """Return a player's titles in a server, in the order in which they were earned."""
    return _query(tx, "server = ? AND player = ? ORDER BY at, title", (server, player))()


def at_table(tx: Transaction, table_id: int) -> tuple[Earned, ...]:
    """Return the titles earned at a table, without players with hidden records."""
    return _query(tx, _AT_TABLE, (table_id,))()


def shown_at_table(tx: Transaction, table: AnyTable) -> Callable[[], tuple[Earned, ...]]:
    """Return a function that returns the titles to show at a table: of its last hand, or once closed, all.

    The query is sent at once; the function waits for its result.
    """
    if table.phase == "closed":
        return _query(tx, _AT_TABLE, (table.id,))
    over = table.hands - (table.hand is not None)
    return _query(tx, f"table_id = ? AND hand = ? AND {_SHOWN} ORDER BY player, title", (table.id, over))


def give_for_earlier_records(tx: Transaction, games: Mapping[str, AnyGame]) -> None:
    """Give players the titles that earlier records earn, once."""
    if tx.get_note(NAME) != DUE:
        return
    rows = tx.all(
        "SELECT server, player, game, money, day, won, best FROM records"
        " WHERE money <> 'practice' AND player > 0 ORDER BY day"
    )
    for row in rows:
        if row["game"] in games:
            words = {
                *tx.scalars(
                    "SELECT deed FROM deeds"
                    " WHERE server = ? AND player = ? AND game = ? AND money = ? AND day = ?",
                    tuple(row)[:5],
                )
            }
            words |= {WON} if row["won"] else set()
            best = records.hand_of(row["best"])
            words |= set() if best is None else {hand_stats.shown_as(best.kind)}
            deed = _Deed(row["server"], row["player"], frozenset(words), float(row["day"] * DAY_SECONDS))
            _earn_by(tx, games, games[row["game"]], deed)
    for each in tx.all("SELECT id, acted_at FROM tournaments WHERE phase = 'over' ORDER BY id"):
        earn_at_tournament(tx, each["id"], each["acted_at"])
    tx.set_note(NAME, "")


def _earn_by(tx: Transaction, games: Mapping[str, AnyGame], game: AnyGame, deed: _Deed) -> None:
    """Give a player the titles that their deeds in a game earn."""
    who = deed.server, deed.player
    held = {*tx.scalars("SELECT title FROM titles WHERE server = ? AND player = ?", who)}
    missing = [each for each in (*game.titles, *TAVERN) if each.key not in held]
    words = deed.words | _over_games(tx, games, deed, missing)

    def count(title: Title) -> int:
        deeds = sorted(title.words)
        total = tx.scalar_int(
            "SELECT sum(count) FROM deeds WHERE server = ? AND player = ? AND game = ?"  # noqa: S608  (our own words)
            f" AND money <> 'practice' AND day <= ? AND deed IN ({_placeholders(deeds)})",
            (*who, game.key, day_of(deed.at), *deeds),
        )
        return total or 0

    _give(tx, deed, _due(missing, words, count))


def _over_games(
    tx: Transaction, games: Mapping[str, AnyGame], deed: _Deed, missing: Iterable[Title]
) -> frozenset[str]:
    """Return the words of a player's deeds over all games, as far as missing titles need them."""
    who, today = (deed.server, deed.player), day_of(deed.at)
    needed = {word for each in missing for word in each.words}
    words = set()
    if needed & {EVERY_GAME, WON_ALL_IN_A_DAY}:
        won = tx.scalars(
            "SELECT max(won) FROM records WHERE server = ? AND player = ?"  # noqa: S608  (our own words)
            f" AND game IN ({_placeholders(games)}) AND money IN ('coins', 'house', 'chips') AND day = ?"
            " AND hands > 0 GROUP BY game",
            (*who, *games, today),
        )
        if len(won) == len(games):
            words |= {EVERY_GAME, WON_ALL_IN_A_DAY} if all(won) else {EVERY_GAME}
    # Only a won hand can complete the set of games won.
    if WON in deed.words & needed and WON_EVERY_GAME in needed:
        count = tx.scalar_int(
            "SELECT count(DISTINCT game) FROM records WHERE +server = ? AND player = ?"  # noqa: S608  (our own words)
            f" AND game IN ({_placeholders(games)}) AND money <> 'practice' AND day <= ? AND won > 0",
            (*who, *games, today),
        )
        words |= {WON_EVERY_GAME} if count == len(games) else set()
    return frozenset(words)


def _tournaments_won(tx: Transaction, server: int, player: int, latest: int, _title: Title, /) -> int:
    """Return the number of tournaments with enough players that a player has won, up to the id `latest`."""
    return len(
        tx.all(
            "SELECT 1 FROM results AS mine JOIN results AS theirs USING (tournament)"
            " WHERE mine.server = ? AND mine.player = ? AND mine.place = 1 AND mine.tournament <= ?"
            " AND mine.removed = 0 AND theirs.removed = 0"
            " GROUP BY tournament HAVING count(*) >= ?",
            (server, player, latest, PEOPLE_MIN),
        )
    )


def _due(titles: Iterable[Title], words: frozenset[str], count: Callable[[Title], int]) -> list[Title]:
    """Return the titles that these words earn; `count` counts the deeds of titles that need several."""
    possible = (each for each in titles if words & each.words)
    return [each for each in possible if each.times == 1 or count(each) >= each.times]


def _give(tx: Transaction, deed: _Deed, titles: Iterable[Title]) -> None:
    who = {"server": deed.server, "player": deed.player}
    where = {"at": deed.at, "table_id": deed.table, "hand": deed.hand}
    tx.insert_many("titles", [{**who, "title": each.key, **where} for each in titles], STAYS)


def _query(tx: Transaction, condition: str, parameters: Parameters) -> Callable[[], tuple[Earned, ...]]:
    rows = tx.execute(f"SELECT player, title, at, table_id, hand FROM titles WHERE {condition}", parameters)  # noqa: S608  (our own words)
    return lambda: tuple(Earned(*row) for row in rows)


def _placeholders(values: Iterable[str]) -> str:
    """Return an SQL placeholder for each value."""
    return ", ".join("?" for _ in values)


PERSONAL = (PersonalColumns("titles", 'server, title, at, table_id AS "table", hand', "server, at, title"),)
