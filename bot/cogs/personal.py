"""`/help`, and each user's own `/me preferences`, `privacy` and `keep-me-out` (TB-24, TB-25)."""

from __future__ import annotations

from collections.abc import Iterator

from bot import __version__
from bot.cogs.json_file import json_file
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import KeepOut, TablePress
from bot.front.decorators import (
    allow_user_install,
    command,
    commands_of,
    group_of,
    is_anywhere,
    on_button,
    on_form,
)
from bot.front.forms import AMOUNT_MAX, reading, whole
from bot.front.protocols import Context, File
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen, say
from bot.screens.server import help_pages, own_limits
from bot.screens.server.help_pages import (
    MANAGERS,
    ListedCommand,
    about_screen,
    commands_screen,
    farewell_screen,
)
from bot.screens.server.own_limits import OwnLimits, kept_out_note, limit_form, own_limits_screen, seconds_of
from bot.screens.server.personal import TITLES, choices_of, me_screen
from bot.text.translate import _, language, speaking
from storage.db.transaction import Transaction
from storage.people import bars, invite_preferences, personal_data, preferences, server_settings
from storage.people.erased_people import EVERYWHERE
from storage.play.postings import ELSEWHERE, is_server


class HelpCommand(TaproomCog):
    """The help: games, commands and the ranking of hands."""

    @allow_user_install
    @command()
    async def help(self, ctx: Context) -> None:
        """The games, and what else there is."""
        cards = help_pages.game_cards(await self._offered_games(ctx.server))
        await ctx.send_ephemeral(help_pages.help_screen(cards, has_tables=ctx.server != ELSEWHERE))

    @on_button("commands")
    async def _list_commands(self, ctx: Context, press: TablePress) -> None:
        for_managers, has_all = press.argument == MANAGERS, is_server(ctx.server)
        lines = [
            each
            for cog in self.app.handlers
            if has_all or is_anywhere(cog.__class__)
            for each in _help_lines(cog, for_managers=for_managers)
        ]
        await ctx.send_ephemeral(
            commands_screen(lines, for_managers=for_managers, server=ctx.server if has_all else 0)
        )

    @on_button("about")
    async def _show_about(self, ctx: Context, _press: TablePress) -> None:
        games = self.app.tavern.games.values()
        credits_ = [f"- **{_(game.title)}**: {_(FACES[game.key].credit)}" for game in games]
        await ctx.send_ephemeral(about_screen(__version__, credits_, *self.app.policies))


class PersonalCommands(TaproomCog):
    """Commands for a user's preferences and personal data."""

    @command()
    async def preferences(self, ctx: Context) -> None:
        """How you see your cards, and when you are called."""
        await ctx.send_ephemeral(await self._me(ctx.player))

    @command()
    async def privacy(self, ctx: Context) -> None:
        """Your data: get a copy, or delete it."""
        await ctx.send_ephemeral(help_pages.privacy_screen())

    @on_button("export_me")
    async def _export(self, ctx: Context, _press: TablePress) -> None:
        """Send the user all their stored personal data."""
        tables = self.app.tavern.tables
        content, name = await self.app.database.read_long(
            lambda tx: json_file(personal_data.export(tx, tables, ctx.player))
        )
        file = File(name, content)
        await ctx.send_file(_("Everything I keep about you, in every server."), file)

    @on_button("ask_forget")
    async def _ask_forget(self, ctx: Context, _press: TablePress) -> None:
        await ctx.update(farewell_screen())

    @on_button("prefer")
    async def _choose(self, ctx: Context, press: TablePress) -> None:
        name = press.among(TITLES)
        after = await self.app.tavern.prefer(ctx.player, **{name: ctx.request.chosen_among(choices_of(name))})
        # What is chosen counts at once, also for this answer.
        with speaking(after.spoken_to(ctx.request.language or language.get())):
            await ctx.update(await self._me(ctx.player))

    @on_button("write_again")
    async def _write_again(self, ctx: Context, _press: TablePress) -> None:
        await self.app.database.write(lambda tx: invite_preferences.note_open(tx, ctx.player))
        await ctx.update(await self._me(ctx.player))

    async def _me(self, player: int) -> Screen:
        preferred, hours = await self.app.database.read(
            lambda tx: (preferences.load(tx, player), invite_preferences.hours(tx, player))
        )
        return me_screen(preferred, hours.unreachable_at, has_messages=self.app.front.has_messages)

    @on_button("forget_me")
    async def _forget(self, ctx: Context, _press: TablePress) -> None:
        await self.app.tavern.forget(ctx.request.actor())
        for forget in self.app.on_erase:
            forget(ctx.player)
        # Tables that named them, such as those to which they were invited.
        await self.app.removed_servers.refresh_outdated()
        words = _(
            "I’ve forgotten you. Only a scrambled form of your ID stays, so that nobody can "
            "get a second purse or around a bar."
        )
        await ctx.update(say(words))


def _help_lines(cog: object, *, for_managers: bool) -> Iterator[ListedCommand]:
    """Yield a cog's lines in the list of commands: one for a group, or one for each command."""
    own_group, commands = group_of(cog.__class__), commands_of(cog.__class__)
    if (own_group is not None and own_group.audience != "everybody") != for_managers:
        return
    if own_group is None:
        yield from (ListedCommand(name, each.description) for name, each in commands)
        return
    names = tuple(name.removeprefix(f"{own_group.name} ") for name, _each in commands)
    yield ListedCommand(own_group.name, own_group.description, names)


class OwnLimitCommands(TaproomCog):
    """Self-exclusion from the games, and a limit on losses."""

    @command()
    async def keep_me_out(self, ctx: Context) -> None:
        """Take a break from the games, or limit your losses."""
        await ctx.send_ephemeral(await self._own_limits_page(ctx))

    @on_button("keep_out")
    async def _open_own_limits(self, ctx: Context, _press: TablePress) -> None:
        await ctx.send_ephemeral(await self._own_limits_page(ctx))

    @on_button("keep_out_ask")
    async def _ask_keep_out(self, ctx: Context, press: TablePress) -> None:
        wish = KeepOut.of(press.argument)
        await ctx.update(own_limits.question(wish, self.app.tavern.now() + seconds_of(wish)))

    @on_button("keep_out_now")
    async def _keep_out_now(self, ctx: Context, press: TablePress) -> None:
        wish, actor = KeepOut.of(press.argument), ctx.request.actor()
        server = EVERYWHERE if wish.is_everywhere else actor.in_server()
        removed = await self.app.tavern.keep_out(actor, server, seconds_of(wish))
        limits = await self._own_limits(ctx)
        await ctx.update(
            kept_out_note(
                limits,
                len(removed.tables),
                len(removed.withdrawn),
                removed.playing,
                is_everywhere=wish.is_everywhere,
            )
        )
        for state in removed.tables:
            await self.app.refresh(state)

    @on_button("loss_limit")
    async def _ask_loss_limit(self, ctx: Context, _press: TablePress) -> None:
        await ctx.send_form(limit_form((await self._own_limits(ctx)).limit))

    @on_form("loss_typed")
    async def _type_loss_limit(self, ctx: Context, _press: TablePress) -> None:
        with reading("text"):
            amount = whole(ctx.request.typed, 0, AMOUNT_MAX)
        await self._limit_losses(ctx, amount)

    @on_button("loss_lift")
    async def _lift_loss_limit(self, ctx: Context, _press: TablePress) -> None:
        await self._limit_losses(ctx, None)

    async def _limit_losses(self, ctx: Context, amount: int | None) -> None:
        actor, now = ctx.request.actor(), self.app.tavern.now()
        server = actor.in_server()
        await self._once(ctx, lambda tx: bars.limit_losses(tx, server, actor.player, amount, now))
        await ctx.update(await self._own_limits_page(ctx))

    async def _own_limits_page(self, ctx: Context) -> Screen:
        return own_limits_screen(await self._own_limits(ctx))

    async def _own_limits(self, ctx: Context) -> OwnLimits:
        server, player, now = ctx.server, ctx.player, self.app.tavern.now()

        def read(tx: Transaction) -> OwnLimits:
            everywhere = bars.out_until(tx, EVERYWHERE, player, now)
            if not is_server(server):
                return OwnLimits(now, everywhere)
            return OwnLimits(
                now,
                everywhere,
                is_here=True,
                here=bars.out_until(tx, server, player, now),
                limit=bars.loss_limit(tx, server, player, now),
                left=bars.loss_left(tx, server, player, now),
                currency=server_settings.load(tx, server).currency,
            )

        return await self.app.database.write(read)
