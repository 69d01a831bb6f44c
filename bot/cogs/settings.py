"""Managers' commands for a server's settings and tables.

`/manage settings`; `/manage tables`, `close`, `call-off`, `export`, `reset` and `doctor`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.cogs.json_file import ATTACHMENT_BYTES_MAX, json_file
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import AsShown, OfGame, TablePress
from bot.front.decorators import Amount, command, on_button, on_form
from bot.front.forms import WHY_LENGTH, filled_field, reading, whole, words
from bot.front.protocols import ChannelInfo, Context, File, ServerNeeds
from bot.screens.catalog import FACES
from bot.screens.core.naming import currency_named
from bot.screens.core.presenter import closed_note
from bot.screens.core.screen import FormField, Screen, TextField, say
from bot.screens.server.books import channel_line
from bot.screens.server.help_pages import (
    Diagnosis,
    Hint,
    boards_line,
    commands_line,
    doctor_screen,
    emojis_line,
    hidden_hint,
    plugin_line,
)
from bot.screens.server.management import OpenTable, tables_screen, voided_screen
from bot.screens.server.reset import reset_blocked_screen, reset_form, reset_screen
from bot.screens.server.settings import FORMS, settings_form, settings_screen, usual_rules_screen
from bot.tavern.table import actions, table_state
from bot.text.translate import SERVER_NAME_LENGTH, _, plain_text, shown
from games import plugins
from games.catalog import GAMES
from games.engine.core import house_rules
from games.engine.core.errors import N_, NotOffered, UserError, must_find
from games.engine.table.refusals import TableClosed
from storage.books import audit_lines, ledger
from storage.db.transaction import Transaction
from storage.people import server_data, server_reset, server_settings
from storage.people.server_settings import BOUNDS, ServerSettings, rules_of, with_rules
from storage.standing import boards, scores
from storage.tournaments import role_prizes, series


class SettingsChanged(UserError):
    template = N_("The settings have changed since you opened the form. Please open it again.")


class ExportTooLarge(UserError):
    template = N_(
        "There’s more than Discord lets me send in a file. Whoever runs me can give you a copy of it."
    )


class NotItsName(UserError):
    template = N_("That isn’t this server’s name, so nothing has changed. It’s called {name}.")
    name: str


class SettingsCommands(TaproomCog):
    """A server's settings."""

    @command()
    async def settings(self, ctx: Context) -> None:
        """How this server’s tavern is run."""
        ctx.request.require_manager()
        await ctx.send_ephemeral(await self._screen(ctx, await self._settings(ctx)))

    @on_button("settings")
    async def _show_settings(self, ctx: Context, _press: TablePress) -> None:
        ctx.request.require_manager()
        await ctx.update(await self._screen(ctx, await self._settings(ctx)))

    @on_button("settings_ask")
    async def _ask(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        form = press.among(FORMS)
        settings, server = await self._settings(ctx), ctx.front.surroundings
        existing_ids = {*server.channels(ctx), *server.roles(ctx)}
        await ctx.send_form(settings_form(settings, form, existing_ids))

    @on_form("settings_typed")
    async def _fill_in(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        form = AsShown.of(press.argument)
        if form.name not in FORMS:
            raise NotOffered
        submitted, server = ctx.request.fields, ctx.front.surroundings
        fields = settings_form(ServerSettings(), form.name, ()).fields
        values = {}
        for each in fields:
            with reading(each.name):
                values[each.name] = _parse_field(each, submitted.get(each.name, ""), ctx, server)

        def change(before: ServerSettings) -> ServerSettings:
            if server_settings.version(before) != form.check:
                raise SettingsChanged
            return replace(before, **values)

        await ctx.update(await self._screen(ctx, await self._change(ctx, change)))

    @on_button("usual_rules")
    async def _show_usual_rules(self, ctx: Context, _press: TablePress) -> None:
        """Show the house rules of the chosen game, or else of the first one."""
        ctx.request.require_manager()
        key = ctx.request.chosen_among(GAMES) if ctx.request.values else must_find(GAMES)
        settings = await self._settings(ctx)
        await ctx.update(usual_rules_screen(settings, GAMES[key], tuple(GAMES.values())))

    @on_button("usual_rule")
    async def _change_usual_rule(self, ctx: Context, press: TablePress) -> None:
        ctx.request.require_manager()
        rule, index = OfGame.of(press.argument), ctx.request.chosen()
        if rule.game not in GAMES:
            raise NotOffered
        game = GAMES[rule.game]

        def with_choice(before: ServerSettings) -> ServerSettings:
            return with_rules(before, game, house_rules.change(rules_of(before, game), rule.name, index))

        settings = await self._change(ctx, with_choice)
        await ctx.update(usual_rules_screen(settings, game, tuple(GAMES.values())))

    async def _screen(self, ctx: Context, settings: ServerSettings) -> Screen:
        house = ledger.house_account(ctx.server)
        balance = await self.app.database.read(lambda tx: ledger.balance(tx, house))
        return settings_screen(settings, balance, await _hidden_hint(ctx, settings))

    async def _change(
        self, ctx: Context, change: Callable[[ServerSettings], ServerSettings]
    ) -> ServerSettings:
        """Change the settings as stored now, in one transaction, so that concurrent changes don't undo it."""
        actor = ctx.request.actor()

        def transaction(tx: Transaction) -> ServerSettings:
            after = change(server_settings.load(tx, ctx.server))
            server_settings.change(tx, ctx.server, after, actor.player, actor.at)
            return after

        return await self._once(ctx, transaction)


def _parse_field(field: FormField, submitted: str, ctx: Context, server: ChannelInfo) -> Any:
    if field.name in BOUNDS:
        return whole(submitted, *BOUNDS[field.name])
    value = filled_field(field, submitted, server.channels(ctx), server.roles(ctx))
    if field.name == "audit_channel" and isinstance(value, tuple):
        return next(iter(value), 0)
    if field.name == "games_off" and isinstance(value, tuple):
        return tuple(key for key in GAMES if key not in value)
    if not isinstance(field, TextField):
        return value
    text = words(submitted, field.length)
    if field.name != "currency":
        return text
    currency = currency_named(text)
    server_settings.check_currency(currency)
    return currency


async def _hidden_hint(ctx: Context, settings: ServerSettings) -> Hint | None:
    """Return a hint if Discord hides the organisers' or moderators' commands from them, or else None."""
    roles = {"organise": settings.organiser_role, "manage": settings.moderator_role}
    server = ctx.front.surroundings
    hidden = {
        name: role for name, role in roles.items() if role and not await server.shows_group(ctx, name, role)
    }
    return hidden_hint(ctx.server, hidden) if hidden else None


class ServerCommands(TaproomCog):
    """Commands for a server's tables."""

    @command()
    async def tables(self, ctx: Context) -> None:
        """All tables that are open in this server."""
        ctx.request.require_manager()
        tables = self.app.tavern.tables
        open_tables, at_rest = await self.app.database.read_long(
            lambda tx: (tables.open_tables(tx, ctx.server), tables.at_rest(tx, ctx.server))
        )
        lines = tuple(OpenTable(each, each.table.game, len(each.table.present)) for each in open_tables)
        await ctx.send_ephemeral(tables_screen(lines, GAMES, at_rest))

    @command(table="The table’s number", why="The reason, for the table and for the books")
    async def close(self, ctx: Context, table: Amount, why: str = "") -> None:
        """Close a table after its current hand."""
        settings = await self._settings(ctx)
        actor = replace(ctx.request.moderator(settings), why=plain_text(why, WHY_LENGTH))
        try:
            state = await self.app.close_table(actor, table)
        except (TableClosed, table_state.Paused):
            # A paused or broken table is closed with a refund instead (TB-10).
            if not actor.is_manager:
                raise
            voided = await self.app.tavern.void(actor, table)
            await ctx.send_ephemeral(voided_screen(voided, settings.currency))
            await self.app.front.tell_voided(voided, settings)
            return
        await ctx.send_ephemeral(closed_note(state.stored))
        await self.app.refresh(state)

    @command()
    async def export(self, ctx: Context) -> None:
        """All that’s kept about this server, as a file."""
        ctx.request.require_manager()
        content, name = await self.app.database.read_long(
            lambda tx: json_file(server_data.export(tx, ctx.server), f"server-{ctx.server}")
        )
        if len(content) > ATTACHMENT_BYTES_MAX:
            raise ExportTooLarge
        words = _(
            "All that’s kept about this server, with people by their numbers. Their hands aren’t in it, nor "
            "what only they can see."
        )
        await ctx.send_file(words, File(name, content))

    @command()
    async def reset(self, ctx: Context) -> None:
        """Delete what’s kept about it, and begin anew."""
        ctx.request.require_manager()
        places = await self.app.database.read(lambda tx: server_reset.open_places(tx, ctx.server))
        await ctx.send_ephemeral(reset_blocked_screen(*places) if any(places) else reset_screen())

    @on_button("reset_ask")
    async def _ask_reset(self, ctx: Context, _press: TablePress) -> None:
        ctx.request.require_manager()
        await ctx.send_form(reset_form(ctx.front.surroundings.server_name(ctx)))

    @on_form("reset_typed")
    async def _reset(self, ctx: Context, _press: TablePress) -> None:
        """Reset the server whose name was typed, unless a table or tournament is open by now."""
        ctx.request.require_manager()
        name, actor = ctx.front.surroundings.server_name(ctx), ctx.request.actor()
        typed = plain_text(ctx.request.typed, SERVER_NAME_LENGTH)
        if not name or typed.casefold() != name.casefold():
            raise NotItsName(shown(name))
        places = await self._once(ctx, lambda tx: server_reset.reset(tx, ctx.server, actor.player, actor.at))
        words = _("Done. This server begins anew, and the audit says that you did it.")
        await ctx.update(reset_blocked_screen(*places) if any(places) else say(words))

    @command()
    async def doctor(self, ctx: Context) -> None:
        """Check this channel and the server for problems."""
        ctx.request.require_manager()
        settings = await self._settings(ctx)
        sync, emojis = self.app.front.command_sync, self.app.front.application_emojis.progress
        lines = [commands_line(sync.refusal, is_told=sync.is_told)]
        lines += [plugin_line(each) for each in plugins.FAULTS]
        lines += [] if emojis is None else [emojis_line(emojis)]
        now = self.app.tavern.now()
        posts, audit, house_balance, needs = await self.app.database.read_long(
            lambda tx: (
                boards.posts_of_server(tx, ctx.server),
                audit_lines.of_server(tx, ctx.server),
                ledger.balance(tx, ledger.house_account(ctx.server)),
                self._needs(tx, ctx.server, settings, now),
            )
        )
        lines += [boards_line(post) for post in posts]
        lines += [channel_line(audit)] if audit is not None and audit.status else []
        server = ctx.front.surroundings
        other_channels = needs.channels - {ctx.channel}
        diagnosis = Diagnosis(
            server.faults(ctx, settings),
            server.server_faults(ctx, replace(needs, channels=other_channels)),
            lines,
            is_practice=not house_balance,
            has_organisers=settings.organiser_role != 0,
            hidden_hint=await _hidden_hint(ctx, settings),
            has_privacy=bool(self.app.policies[0]),
        )
        await ctx.send_ephemeral(doctor_screen(diagnosis))

    def _needs(self, tx: Transaction, server: int, settings: ServerSettings, now: float) -> ServerNeeds:
        open_tables = self.app.tavern.tables.open_tables(tx, server)
        prizes = [each for key in GAMES for each in scores.prizes(tx, server, key) if each.gift == "role"]
        open_tournaments = self.app.tavern.tournaments.on_notice(tx, server)
        won = role_prizes.refused(tx, server, now)
        return ServerNeeds(
            frozenset({*settings.channels, *(each.channel for each in open_tables)}),
            {
                **{each.role: _("tournament {number}").format(number=each.tournament) for each in won},
                **{role.role: each.plan.title for each in open_tournaments for role in each.plan.roles},
                **{int(each.value): each.name for each in prizes},
            },
            any(each.has_events for each in series.open_in(tx, server)),
        )


class HandsCalledOff(TaproomCog):
    """The command that calls off a hand, in the managers' and in the organisers' group."""

    @command(table="The table’s number", reason="Why, for the table and for the books")
    async def call_off(self, ctx: Context, table: Amount, reason: str) -> None:
        """Call off a hand; every stake goes back."""
        settings = await self._settings(ctx)
        # Organisers may call off a hand of a tournament (TB-10).
        actor, why = ctx.request.moderator(settings), words(reason, WHY_LENGTH)
        state = await self.app.tavern.act_despite_pause(actor, table, actions.call_off(why))
        text = FACES[state.game.key].reword(
            N_("The hand at table {number} has been called off. Everyone has what they began it with.")
        )
        await ctx.send_ephemeral(say(text.format(number=table)))
        await self.app.refresh(state)
