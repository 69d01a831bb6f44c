"""Queries about tables, and the settings and preferences of servers and players."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TypeVar

from bot.tavern.table.actions import Actor
from bot.tavern.table.table_state import Repeated
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.people import invite_preferences, personal_data, preferences, server_settings
from storage.people.preferences import Preferences
from storage.people.server_settings import Faces, ServerSettings
from storage.play import postings, tables
from storage.play.tables import Tables

T = TypeVar("T")

SPOKEN_SECONDS = 300.0
"""The time for which a choice of language is cached: it may be changed through another process."""
SPOKEN_MAX = 5_000


class TableQueries:
    """The table service's methods that change no table."""

    def __init__(self, database: Database, tables: Tables, now: Callable[[], float]) -> None:
        self.database = database
        self.tables = tables
        self.now = now
        self._spoken: OrderedDict[int, tuple[Preferences, float]] = OrderedDict()
        """The preferences of the users answered most recently, each with the time when they were read."""

    async def once(self, actor: Actor, function: Callable[[Transaction], T]) -> T:
        """Run a command's transaction that changes no table. Raises `Repeated` if it ran before (F-22)."""

        def transaction(tx: Transaction) -> T:
            if not postings.remember_press(tx, actor.id, actor.at):
                raise Repeated
            return function(tx)

        return await self.database.write(transaction)

    async def is_shown_in(self, server: int, channel: int) -> bool:
        """Return True if any table is, or was, shown in a channel."""
        return await self.database.read(lambda tx: tables.are_in(tx, server, channel))

    async def settings(self, server: int) -> ServerSettings:
        """Return a server's settings."""
        return await self.database.read(lambda tx: server_settings.load(tx, server))

    async def welcome(self, server: int, language: str) -> ServerSettings:
        """Return a new server's settings in that language; settings that exist already stay."""

        def begin(tx: Transaction) -> ServerSettings:
            stored = server_settings.load(tx, server)
            if stored != ServerSettings() or stored.language == language:
                return stored
            new = replace(stored, language=language)
            server_settings.save(tx, server, new)
            return new

        return await self.database.write(begin)

    async def preferences(self, player: int) -> Preferences:
        """Return a player's preferences."""
        return await self.database.read(lambda tx: preferences.load(tx, player))

    async def prefer(self, player: int, **choices: str) -> Preferences:
        """Change some of a player's preferences."""

        def choose(tx: Transaction) -> Preferences:
            after = replace(preferences.load(tx, player), **choices)  # type: ignore[arg-type]  # checked by the caller
            preferences.save(tx, player, after)
            if {"dm", "daily"} & {*choices.values()}:
                invite_preferences.note_open(tx, player)
            return after

        after = await self.database.write(choose)
        self._remember(player, after)
        return after

    async def language_for(self, player: int, discord: str) -> str:
        """Return the language of responses to a player; `discord` is the language of their Discord client."""
        at, kept = self.now(), self._spoken.get(player)
        if kept is None or not 0 <= at - kept[1] < SPOKEN_SECONDS:
            kept = await self.database.read(partial(preferences.load, player=player)), at
            self._remember(player, kept[0])
        return kept[0].spoken_to(discord)

    def _remember(self, player: int, preferred: Preferences) -> None:
        self._spoken[player] = preferred, self.now()
        self._spoken.move_to_end(player)
        if len(self._spoken) > SPOKEN_MAX:
            self._spoken.popitem(last=False)

    async def note_language(self, player: int, language: str) -> None:
        """Record the language of a player's latest request."""

        def store(tx: Transaction) -> None:
            before = preferences.load(tx, player)
            if before.language != language:
                preferences.save(tx, player, replace(before, language=language))

        await self.database.write(store)

    async def faces(self, server: int, player: int) -> Faces:
        """Return the style of dice and cards in a player's private messages of a server."""

        def read(tx: Transaction) -> Faces:
            return preferences.load(tx, player).faces_in(server_settings.load(tx, server).faces)

        return await self.database.read(read)

    async def forget(self, actor: Actor) -> None:
        """Erase a player's data in every server. Raises `StillSeated` while they have a seat anywhere."""
        await self.once(actor, lambda tx: personal_data.forget(tx, self.tables, actor.player, actor.at))
        self._spoken.pop(actor.player, None)
        await self.forget_on()

    async def forget_on(self) -> None:
        """Finish erasing players, in pieces between which presses are answered."""
        while await self.database.write(lambda tx: personal_data.forget_on(tx, self.tables)):
            pass
