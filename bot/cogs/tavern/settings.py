"""`/tavern settings`: what a server's managers set, by forms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.forms import filled_field, reading
from bot.front.marks import command, filled_in, pressed
from bot.front.protocols import Reply, Surroundings
from bot.front.typed import whole, words
from bot.screens.core.money import currency_named
from bot.screens.core.screen import FormField, TextField
from bot.screens.server.settings import FORMS, settings_form, settings_screen, usual_rules_screen
from games.catalog import GAMES
from games.engine.core import house_rules
from games.engine.core.errors import NotOffered, Slip
from games.engine.core.sentences import phrase
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import BOUNDS, ServerSettings, rules_of, with_rules

GAMES_LISTED = tuple(GAMES.values())


class SettingsChanged(Slip):
    """The form shows what was set before somebody else changed it."""

    says = phrase("Somebody else has just changed the settings. Please open the form once more.")


class SettingsCommands(TaproomCog):
    """A server's settings."""

    @command()
    async def settings(self, reply: Reply) -> None:
        """Managers: how this server’s tavern is run."""
        reply.visit.require_manager()
        await reply.whisper(settings_screen(await self._settings(reply)))

    @pressed("settings")
    async def _show_settings(self, reply: Reply, _meaning: TablePress) -> None:
        reply.visit.require_manager()
        await reply.update(settings_screen(await self._settings(reply)))

    @pressed("settings_ask")
    async def _ask(self, reply: Reply, meaning: TablePress) -> None:
        reply.visit.require_manager()
        if meaning.argument not in FORMS:
            raise NotOffered
        settings, known = await self._settings(reply), self.house.front.surroundings
        there = {*known.channels(reply), *known.roles(reply)}
        await reply.ask(settings_form(settings, meaning.argument, there))

    @filled_in("settings_typed")
    async def _fill_in(self, reply: Reply, meaning: TablePress) -> None:
        reply.visit.require_manager()
        key, _parting, seen = meaning.argument.rpartition("_")
        if key not in FORMS:
            raise NotOffered
        given, known = reply.visit.fields, self.house.front.surroundings
        fields = settings_form(ServerSettings(), key, ()).fields
        fresh = {}
        for each in fields:
            with reading(each.name):
                fresh[each.name] = _read(each, given.get(each.name, ""), reply, known)

        def change(before: ServerSettings) -> ServerSettings:
            if server_settings.version(before) != seen:
                raise SettingsChanged
            return replace(before, **fresh)

        await reply.update(settings_screen(await self._change(reply, change)))

    @pressed("usual_rules")
    async def _show_usual_rules(self, reply: Reply, _meaning: TablePress) -> None:
        """A game's house rules: the first one's until another is chosen."""
        reply.visit.require_manager()
        index, *_more = *reply.visit.all_chosen(), 0
        if index >= len(GAMES_LISTED):
            raise NotOffered
        settings = await self._settings(reply)
        await reply.update(usual_rules_screen(settings, GAMES_LISTED[index], GAMES_LISTED))

    @pressed("usual_rule")
    async def _change_usual_rule(self, reply: Reply, meaning: TablePress) -> None:
        reply.visit.require_manager()
        key, _parting, name = meaning.argument.partition("__")
        index = reply.visit.chosen()
        if key not in GAMES:
            raise NotOffered
        game = GAMES[key]

        def with_choice(before: ServerSettings) -> ServerSettings:
            return with_rules(before, game, house_rules.change(rules_of(before, game), name, index))

        settings = await self._change(reply, with_choice)
        await reply.update(usual_rules_screen(settings, game, GAMES_LISTED))

    async def _change(
        self, reply: Reply, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change settings in one transaction, so that no two changes undo each other."""

        def transaction(tx: Transaction) -> ServerSettings:
            after = change(server_settings.load(tx, reply.server))
            server_settings.save(tx, reply.server, after)
            return after

        return await self._once(reply, transaction)


def _read(field: FormField, given: str, reply: Reply, known: Surroundings) -> Any:
    if field.name in BOUNDS:
        return whole(given, *BOUNDS[field.name])
    read = filled_field(field, given, known.channels(reply), known.roles(reply))
    if field.name == "audit_channel" and isinstance(read, tuple):
        return next(iter(read), 0)
    if not isinstance(field, TextField):
        return read
    text = words(given, field.length)
    if field.name != "currency":
        return text
    currency = currency_named(text)
    server_settings.check_currency(currency)
    return currency
