"""What a person prefers, in every server.

What a player keeps for one game in one server, such as a home throw and why (SH-3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from typing import Any, Final, Literal, TypeAlias

from games.engine.core.game import AnyGame
from storage.db.codec import codec_of
from storage.db.transaction import Transaction
from storage.people.server_settings import Faces

Cards: TypeAlias = Literal["panel", "dm"]
"""Where private cards are shown: on the panel, or in direct messages."""
Pings: TypeAlias = Literal["never", "late", "at_once", "dm"]
"""How to ping players on their turn: never, after some seconds, at once, or by direct message."""

OwnFaces: TypeAlias = Literal["server", "emojis", "words"]
"""How dice and cards are shown on what only this person sees: as the server chose, or otherwise."""

Coach: TypeAlias = Literal["on", "off"]
"""Whether a learner is told what matters now."""

OwnRecord: TypeAlias = Literal["shown", "hidden"]
"""Whether others may read one's record (TB-19)."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """One person's preferences."""

    cards: Cards = "panel"
    pings: Pings = "late"
    faces: OwnFaces = "server"
    coach: Coach = "on"
    record: OwnRecord = "shown"
    language: str = ""
    """What they last spoke with the bot, as Discord writes it; empty if it never heard them."""

    def language_in(self, server: str) -> str:
        """In which language to write to this person unasked, where the server's is that one."""
        return self.language or server

    def faces_in(self, server: Faces) -> Faces:
        """How dice and cards are shown to this person alone, in a server with that choice."""
        return server if self.faces == "server" else self.faces


_COLUMNS = ", ".join(each.name for each in fields(Preferences))


def save(tx: Transaction, player: int, preferences: Preferences) -> None:
    """Keep a person's preferences."""
    tx.execute(
        f"INSERT INTO preferences (player, {_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  (our own words)
        " ON CONFLICT (player) DO UPDATE SET cards = excluded.cards, pings = excluded.pings,"
        " faces = excluded.faces, coach = excluded.coach, record = excluded.record,"
        " language = excluded.language",
        (player, *astuple(preferences)),
    )


def of_table(tx: Transaction, table_id: int) -> Callable[[], dict[int, Preferences]]:
    """Those of everybody at a table who does not prefer the usual ones, once they are called for."""
    rows = tx.execute(
        f"SELECT player, {_COLUMNS} FROM sitters JOIN preferences USING (player) WHERE table_id = ?",  # noqa: S608  (our own words)
        (table_id,),
    )
    return lambda: {player: Preferences(*chosen) for player, *chosen in rows}


def load(tx: Transaction, player: int) -> Preferences:
    """A person's preferences, or the usual ones."""
    row = tx.one(f"SELECT {_COLUMNS} FROM preferences WHERE player = ?", (player,))  # noqa: S608  (our own words)
    return Preferences() if row is None else Preferences(**row)


SERVER: Final = 0
"""Stands for the server itself instead of a player."""


def put_option(tx: Transaction, server: int, player: int, game: AnyGame, keepsake: Any) -> None:
    """Store a value, replacing the old one."""
    tx.execute(
        "INSERT INTO keepsakes VALUES (?, ?, ?, ?)"
        " ON CONFLICT (server, game, player) DO UPDATE SET body = excluded.body",
        (server, game.key, player, codec_of(game).keepsake.encode(keepsake)),
    )


def get_option(tx: Transaction, server: int, player: int, game: AnyGame) -> Any | None:
    """What is kept, or None."""
    body = tx.value(
        "SELECT body FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return None if body is None else codec_of(game).keepsake.decode(body)


def clear_option(tx: Transaction, server: int, player: int, game: AnyGame) -> bool:
    """Keep nothing any more; False if nothing was kept."""
    gone = tx.execute(
        "DELETE FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return gone.rowcount == 1


def everybody_with(
    tx: Transaction, server: int, game: AnyGame, limit: int = 100, after: int = SERVER
) -> tuple[tuple[int, Any], ...]:
    """Players' values in order of their ids, starting after one; without the server's own."""
    rows = tx.all(
        "SELECT player, body FROM keepsakes WHERE server = ? AND game = ? AND player > ?"
        " ORDER BY player LIMIT ?",
        (server, game.key, after, limit),
    )
    return tuple((row["player"], codec_of(game).keepsake.decode(row["body"])) for row in rows)
