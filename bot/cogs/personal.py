"""`/help`, and what is everybody’s own: `/me preferences`, `privacy` and `keep-me-out` (TB-24, TB-25)."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Iterator
from typing import Any

from bot import __version__
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import KeepOut, TablePress
from bot.front.forms import AMOUNT_MAX, reading, whole
from bot.front.marks import anywhere, command, commands_of, filled_in, group_of, is_anywhere, pressed
from bot.front.protocols import File, Reply
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen, say
from bot.screens.server import about, own_limits
from bot.screens.server.about import MANAGERS, ListedCommand, about_screen, commands_screen, farewell_screen
from bot.screens.server.own_limits import OwnLimits, kept_out_note, limit_form, own_limits_screen, seconds_of
from bot.screens.server.personal import CHOICES, me_screen
from bot.text.translate import _
from storage.db.transaction import Transaction
from storage.people import bars, calls, personal_data, preferences, server_settings
from storage.people.forgotten import EVERYWHERE
from storage.play.postings import ELSEWHERE, is_server

FILE_BYTES_MAX = 8 * 2**20
"""A larger export is compressed: Discord takes ten megabytes."""


class HelpCommand(TaproomCog):
    """What there is, and what it is worth."""

    @anywhere
    @command()
    async def help(self, ctx: Reply) -> None:
        """The games, and what else there is."""
        await ctx.whisper(about.help_screen(about.game_cards(), has_tables=ctx.server != ELSEWHERE))

    @pressed("commands")
    async def _list_commands(self, ctx: Reply, meaning: TablePress) -> None:
        for_managers, has_all = meaning.argument == MANAGERS, is_server(ctx.server)
        listed = [
            each
            for handlers in self.house.handlers
            if has_all or is_anywhere(handlers.__class__)
            for each in _listed(handlers, for_managers=for_managers)
        ]
        await ctx.whisper(commands_screen(listed, for_managers=for_managers))

    @pressed("about")
    async def _show_about(self, ctx: Reply, _meaning: TablePress) -> None:
        games = self.house.tavern.games.values()
        credits_ = [f"- **{_(game.title)}**: {_(FACES[game.key].credit)}" for game in games]
        await ctx.whisper(about_screen(__version__, credits_, *self.house.policies))


class PersonalCommands(TaproomCog):
    """What somebody chooses for themselves, and what is kept of them."""

    @command()
    async def preferences(self, ctx: Reply) -> None:
        """How you see your cards, and when you are called."""
        await ctx.whisper(await self._me(ctx.player))

    @command()
    async def privacy(self, ctx: Reply) -> None:
        """What I keep about you: have it, or delete it."""
        await ctx.whisper(about.privacy_screen())

    @pressed("export_me")
    async def _export(self, ctx: Reply, _meaning: TablePress) -> None:
        """Hand over everything that is kept of somebody."""
        tables = self.house.tavern.tables
        written, name = await self.house.database.read_long(
            lambda tx: _file(personal_data.export(tx, tables, ctx.player))
        )
        file = File(name, written)
        await ctx.hand_over(_("Everything I keep about you, in every server."), file)

    @pressed("ask_forget")
    async def _ask_forget(self, ctx: Reply, _meaning: TablePress) -> None:
        await ctx.update(farewell_screen())

    @pressed("prefer")
    async def _choose(self, ctx: Reply, meaning: TablePress) -> None:
        name = meaning.among(CHOICES)
        await self.house.tavern.prefer(ctx.player, **{name: ctx.visit.chosen_among(CHOICES[name])})
        await ctx.update(await self._me(ctx.player))

    @pressed("write_again")
    async def _write_again(self, ctx: Reply, _meaning: TablePress) -> None:
        await self.house.database.write(lambda tx: calls.note_open(tx, ctx.player))
        await ctx.update(await self._me(ctx.player))

    async def _me(self, player: int) -> Screen:
        preferred, hours = await self.house.database.read(
            lambda tx: (preferences.load(tx, player), calls.hours(tx, player))
        )
        return me_screen(preferred, hours.unreachable_at, has_messages=self.house.front.has_messages)

    @pressed("forget_me")
    async def _forget(self, ctx: Reply, _meaning: TablePress) -> None:
        await self.house.tavern.forget(ctx.visit.actor())
        for forget in self.house.forgotten:
            forget(ctx.player)
        words = _(
            "I’ve forgotten you. Only a scrambled form of your ID stays, so that nobody can "
            "get a second purse or around a bar."
        )
        await ctx.update(say(words))


def _file(kept: dict[str, Any]) -> tuple[bytes, str]:
    written = io.StringIO()
    for piece in json.JSONEncoder(indent=1).iterencode(kept):
        # Piece by piece: joining all at once would keep every other thread waiting.
        written.write(piece)
    content = written.getvalue().encode()
    if len(content) <= FILE_BYTES_MAX:
        return content, "taproom.json"
    return gzip.compress(content), "taproom.json.gz"


def _listed(handlers: object, *, for_managers: bool) -> Iterator[ListedCommand]:
    """The commands of a class as the help lists them: a group’s without its name, not the others’."""
    of = handlers.__class__
    own, found = group_of(of), commands_of(of)
    if (own is not None and own.audience != "everybody") != for_managers:
        return
    if own is None:
        yield from (ListedCommand(name, each.description) for name, each in found)
        return
    inner = tuple(name.removeprefix(f"{own.name} ") for name, _each in found)
    yield ListedCommand(own.name, own.description, inner)


class OwnLimitCommands(TaproomCog):
    """Keeping oneself out of the games, and a limit of what one loses."""

    @command()
    async def keep_me_out(self, ctx: Reply) -> None:
        """Take a break from the games, or limit your losses."""
        await ctx.whisper(await self._own_limits_page(ctx))

    @pressed("keep_out")
    async def _open_own_limits(self, ctx: Reply, _meaning: TablePress) -> None:
        await ctx.whisper(await self._own_limits_page(ctx))

    @pressed("keep_out_ask")
    async def _ask_keep_out(self, ctx: Reply, meaning: TablePress) -> None:
        wish = KeepOut.of(meaning.argument)
        await ctx.update(own_limits.question(wish, self.house.tavern.now() + seconds_of(wish)))

    @pressed("keep_out_now")
    async def _keep_out_now(self, ctx: Reply, meaning: TablePress) -> None:
        wish, actor = KeepOut.of(meaning.argument), ctx.visit.actor()
        server = EVERYWHERE if wish.is_everywhere else actor.in_server()
        left = await self.house.tavern.keep_out(actor, server, seconds_of(wish))
        own = await self._own_limits(ctx)
        await ctx.update(
            kept_out_note(
                own, len(left.tables), len(left.withdrawn), left.playing, is_everywhere=wish.is_everywhere
            )
        )
        for state in left.tables:
            await self.house.refresh(state)

    @pressed("loss_limit")
    async def _ask_loss_limit(self, ctx: Reply, _meaning: TablePress) -> None:
        await ctx.ask(limit_form((await self._own_limits(ctx)).limit))

    @filled_in("loss_typed")
    async def _type_loss_limit(self, ctx: Reply, _meaning: TablePress) -> None:
        with reading("text"):
            amount = whole(ctx.visit.typed, 0, AMOUNT_MAX)
        await self._limit_losses(ctx, amount)

    @pressed("loss_lift")
    async def _lift_loss_limit(self, ctx: Reply, _meaning: TablePress) -> None:
        await self._limit_losses(ctx, None)

    async def _limit_losses(self, ctx: Reply, amount: int | None) -> None:
        actor, at = ctx.visit.actor(), self.house.tavern.now()
        server = actor.in_server()
        await self._once(ctx, lambda tx: bars.limit_losses(tx, server, actor.player, amount, at))
        await ctx.update(await self._own_limits_page(ctx))

    async def _own_limits_page(self, ctx: Reply) -> Screen:
        return own_limits_screen(await self._own_limits(ctx))

    async def _own_limits(self, ctx: Reply) -> OwnLimits:
        server, player, at = ctx.server, ctx.player, self.house.tavern.now()

        def read(tx: Transaction) -> OwnLimits:
            everywhere = bars.out_until(tx, EVERYWHERE, player, at)
            if not is_server(server):
                return OwnLimits(at, everywhere)
            return OwnLimits(
                at,
                everywhere,
                is_here=True,
                here=bars.out_until(tx, server, player, at),
                limit=bars.loss_limit(tx, server, player, at),
                left=bars.loss_left(tx, server, player, at),
                currency=server_settings.load(tx, server).currency,
            )

        return await self.house.database.write(read)
