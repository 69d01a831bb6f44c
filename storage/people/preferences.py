"""What a person prefers in every server, what they keep for one game there, and their time zone.

Such a keepsake is a home throw and why (SH-3); a server can have one of its own.

Their time zone, by whose clocks they type hours, is the one that they wrote last (TN-41).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Final, Literal, TypeAlias

from games.engine.core.game import AnyGame
from storage.db.codec import codec_of
from storage.db.kept import Personal
from storage.db.transaction import Fields, Transaction, columns_of
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

SERVER: Final = 0
"""Whose a keepsake of the server's own is."""


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


_COLUMNS = columns_of(Preferences)


def save(tx: Transaction, player: int, preferences: Preferences) -> None:
    """Keep a person's preferences."""
    tx.put("preferences", {"player": player}, asdict(preferences))


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


def put_keepsake(tx: Transaction, server: int, player: int, game: AnyGame, keepsake: Any) -> None:
    """Keep something for a game instead of what was kept before."""
    key: Fields = {"server": server, "game": game.key, "player": player}
    tx.put("keepsakes", key, {"body": codec_of(game).keepsake.encode(keepsake)})


def keepsake_of(tx: Transaction, server: int, player: int, game: AnyGame) -> Any | None:
    """What is kept for a game, or None."""
    body = tx.value(
        "SELECT body FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return None if body is None else codec_of(game).keepsake.decode(body)


def drop_keepsake(tx: Transaction, server: int, player: int, game: AnyGame) -> bool:
    """Keep nothing for a game any more; False if nothing was kept."""
    gone = tx.execute(
        "DELETE FROM keepsakes WHERE server = ? AND game = ? AND player = ?", (server, game.key, player)
    )
    return gone.rowcount == 1


def keepsakes(
    tx: Transaction, server: int, game: AnyGame, limit: int = 100, after: int = SERVER
) -> tuple[tuple[int, Any], ...]:
    """What players keep for a game, in order of their ids, starting after one; without the server's own."""
    rows = tx.all(
        "SELECT player, body FROM keepsakes WHERE server = ? AND game = ? AND player > ?"
        " ORDER BY player LIMIT ?",
        (server, game.key, after, limit),
    )
    return tuple((row["player"], codec_of(game).keepsake.decode(row["body"])) for row in rows)


def time_zone(tx: Transaction, player: int) -> str:
    """A person's time zone; empty if they never wrote one."""
    return tx.noted(_noted_zone(player)) or ""


def keep_time_zone(tx: Transaction, player: int, zone: str) -> None:
    """Keep the time zone that a person wrote."""
    tx.note(_noted_zone(player), zone)


def _noted_zone(player: int) -> str:
    return f"zone:{player}"


PERSONAL = (
    Personal("preferences"),
    Personal(
        "keepsakes",
        "server, game, body AS keepsake",
        read=lambda row: {**row, "keepsake": json.loads(row["keepsake"])},
    ),
    Personal(
        "notes",
        "body",
        whose="name",
        told="time_zone",
        which="name = 'zone:' || ?",
        forgetting=("DELETE FROM notes WHERE name = 'zone:' || :player",),
        read=lambda row: row["body"],
    ),
)
