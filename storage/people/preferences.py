"""A user's preferences in all servers, their keepsakes for games in each server, and their time zone.

A keepsake is, for example, a home throw with its reason (SH-3); a server can have a keepsake, too. Hours
typed by a user are in the time zone that they typed last (TN-41).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, Final, Literal, TypeAlias

from games.engine.core.game import AnyGame
from games.engine.core.values import dataclass
from storage.db.codec import codec_of
from storage.db.retention import PersonalColumns
from storage.db.transaction import Fields, Transaction, columns_of
from storage.people.server_settings import Faces

Cards: TypeAlias = Literal["panel", "dm"]
"""The place for private cards: the panel, or direct messages."""
Pings: TypeAlias = Literal["never", "late", "at_once", "dm"]
"""The setting of pings on a player's turn: never, after some seconds, at once, or by direct message."""
SlowPings: TypeAlias = Literal["turn", "daily", "never"]
"""The setting of pings at slow tables: at each turn, one message a day about all turns, never (TB-8)."""
OwnFaces: TypeAlias = Literal["server", "emojis", "words"]
"""The look of dice and cards in ephemeral messages: the server's choice, or the user's own."""
Coach: TypeAlias = Literal["on", "off"]
"""The setting of the coach's line for a learner."""
OwnRecord: TypeAlias = Literal["shown", "hidden"]
"""The setting of others' access to the user's record (TB-19)."""

AS_DISCORD: Final = "discord"
"""The choice to use the language of the user's Discord client."""
SERVER: Final = 0
"""The player id of the server's own keepsake."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One user's preferences."""

    cards: Cards = "panel"
    pings: Pings = "late"
    faces: OwnFaces = "server"
    coach: Coach = "on"
    record: OwnRecord = "shown"
    language: str = ""
    """The language of the user's Discord client at the last interaction; empty if unknown."""
    own_language: str = AS_DISCORD
    """The language that the user has chosen for the bot."""
    slow_pings: SlowPings = "turn"
    told_at: float | None = None
    """The time of the last daily message about all turns (`turn_calls.py`)."""

    def language_in(self, server: str) -> str:
        """Return the language for messages that the bot sends by itself; `server` is the server's."""
        return self.spoken_to(self.language) or server

    def spoken_to(self, discord: str) -> str:
        """Return the language for answers to this user; `discord` is the language of their client."""
        return discord if self.own_language == AS_DISCORD else self.own_language

    def faces_in(self, server: Faces) -> Faces:
        """Return the look of dice and cards for this user; `server` is the server's choice."""
        return server if self.faces == "server" else self.faces


_COLUMNS = columns_of(Preferences)


def save(tx: Transaction, player: int, preferences: Preferences) -> None:
    """Store a user's preferences."""
    tx.upsert("preferences", {"player": player}, asdict(preferences))


def of_table(tx: Transaction, table_id: int) -> Callable[[], dict[int, Preferences]]:
    """Return a function that returns the stored preferences of a table's players.

    The query is sent at once; the function waits for its result.
    """
    rows = tx.execute(
        f"SELECT player, {_COLUMNS} FROM sitters JOIN preferences USING (player) WHERE table_id = ?",  # noqa: S608  (our own words)
        (table_id,),
    )
    return lambda: {player: Preferences(*values) for player, *values in rows}


def load(tx: Transaction, player: int) -> Preferences:
    """Return a user's preferences, or the defaults."""
    row = tx.first(f"SELECT {_COLUMNS} FROM preferences WHERE player = ?", (player,))  # noqa: S608  (our own words)
    return Preferences() if row is None else Preferences(**row)


def put_keepsake(tx: Transaction, server: int, player: int, game: AnyGame, keepsake: Any) -> None:
    """Store a keepsake for a game, replacing the previous one."""
    key: Fields = {"server": server, "game": game.key, "player": player}
    tx.upsert("keepsakes", key, {"body": codec_of(game).keepsake.encode(keepsake)})


def keepsake_of(tx: Transaction, server: int, player: int, game: AnyGame) -> Any | None:
    """Return the keepsake for a game, or None."""
    body = tx.scalar(
        "SELECT body FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return None if body is None else codec_of(game).keepsake.decode(body)


def drop_keepsake(tx: Transaction, server: int, player: int, game: AnyGame) -> bool:
    """Delete the keepsake for a game; return False if there was none."""
    deleted = tx.execute(
        "DELETE FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return deleted.rowcount == 1


def keepsakes(
    tx: Transaction, server: int, game: AnyGame, limit: int = 100, after: int = SERVER
) -> tuple[tuple[int, Any], ...]:
    """Return players' keepsakes for a game, sorted by id, from the first id greater than `after` on."""
    rows = tx.all(
        "SELECT player, body FROM keepsakes WHERE server = ? AND game = ? AND player > ?"
        " ORDER BY player LIMIT ?",
        (server, game.key, after, limit),
    )
    return tuple((row["player"], codec_of(game).keepsake.decode(row["body"])) for row in rows)


def time_zone(tx: Transaction, player: int) -> str:
    """Return a user's time zone; empty if unknown."""
    return tx.get_note(_zone_note(player)) or ""


def keep_time_zone(tx: Transaction, player: int, zone: str) -> None:
    """Store the time zone that a user typed."""
    tx.set_note(_zone_note(player), zone)


def _zone_note(player: int) -> str:
    return f"zone:{player}"


PERSONAL = (
    PersonalColumns("preferences"),
    PersonalColumns(
        "keepsakes",
        "server, game, body AS keepsake",
        read=lambda row: {**row, "keepsake": json.loads(row["keepsake"])},
    ),
    PersonalColumns(
        "notes",
        "body",
        whose="name",
        told="time_zone",
        which="name = 'zone:' || ?",
        forgetting=("DELETE FROM notes WHERE name = 'zone:' || :player",),
        read=lambda row: row["body"],
    ),
)
