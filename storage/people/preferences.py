"""What a person prefers, in every server."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from typing import Literal, TypeAlias

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
