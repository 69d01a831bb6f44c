"""`/hand`: a player's panel, verification of chance, and replays of finished hands (TB-13).

Each user watches a replay in private, or one of its players shows it to all. The button alone carries the
position; permission is checked at each press. Stored are only which hands a user keeps, and who has shown
one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from bot.application import Application
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import Page, SecondChoice, TableHand, TablePress, table_id
from bot.front.decorators import Amount, allow_dms, command, group, on_button, on_form
from bot.front.forms import reading, words
from bot.front.protocols import Context, File
from bot.front.render import DisplayOptions, last_hand, scene, scene_for, watched
from bot.screens.catalog import FACES
from bot.screens.core.presenter import UNSURE
from bot.screens.core.screen import Screen, say
from bot.screens.learn.choose_again import Choosing
from bot.screens.table import fair_play
from bot.screens.table.hand_result import history_buttons, kept_note, kept_screen, last_hand_screen
from bot.screens.table.scenes import watch_button
from bot.screens.table.waiting import waiting_screen
from bot.tavern.table import actions, finished_hands, table_state
from bot.text.translate import speaking
from games.engine.core.errors import N_, NotOffered
from games.engine.history import History
from games.engine.table.play import may_cut
from games.tools.replay import Replay, evening_file, file_name, to_file
from storage.db.transaction import Transaction
from storage.people.server_settings import Faces
from storage.play import hands, postings
from storage.play.hands import KeptMark

T = TypeVar("T")
CUT_LENGTH = 60
"""The maximum length of a cut."""


class Replays(TaproomCog):
    """Presses on “Watch it again”, on a hand’s pages, “Keep this hand” and “Show this hand”."""

    @on_button("watch")
    async def _watch(self, ctx: Context, press: TablePress) -> None:
        """Start a replay, of the table's newest hand if none is named, or turn its page."""
        if not press.argument or press.argument.isdecimal():
            hand = press.number if press.argument else None
            sight = await self._look(
                ctx, finished_hands.AskedFor(ctx.channel, press.table, hand), finished_hands.look
            )
            await ctx.send_ephemeral(await self._privately(ctx, sight, 0))
        else:
            page, at = _page(ctx, press)
            sight = await self._look(ctx, at, finished_hands.look)
            await ctx.update(await self._privately(ctx, sight, page.step))

    @on_button("watch_hand")
    async def _watch_kept(self, ctx: Context, _meaning: TablePress) -> None:
        chosen = _named(ctx)
        at = finished_hands.AskedFor(ctx.channel, chosen.table, chosen.hand)
        await ctx.update(await self._privately(ctx, await self._look(ctx, at, finished_hands.look), 0))

    @on_button("second")
    async def _choose_again(self, ctx: Context, press: TablePress) -> None:
        """Ask a choice of a finished hand again, or tell what its answers were worth (TB-26)."""
        is_begun = not press.argument.isdecimal()
        choice = SecondChoice.of(press.argument if is_begun else f"{press.argument}_0")
        at = finished_hands.AskedFor(ctx.channel, press.table, choice.hand)
        back = await self._look(ctx, at, finished_hands.look_back)
        looks = back.placed(await self.app.tavern.second_thoughts.of(back))
        if not looks:
            await ctx.send_ephemeral(say(FACES[back.sight.again.game.key].reword(UNSURE)))
            return
        step, look = finished_hands.require_look(looks, choice.which)
        again = back.sight.again
        moment = await self._privately(ctx, back.sight, step)
        choosing = Choosing(moment, again.game, again.own(step), [each for _step, each in looks])
        if choice.answer is None:
            screen = choosing.asked(choice.which)
        elif any(each.key == choice.answer for each in look.offers):
            screen = choosing.told(choice.which, choice.answer)
        else:
            raise NotOffered
        await (ctx.update(screen) if is_begun else ctx.send_ephemeral(screen))

    @on_button("keep_hand")
    async def _keep(self, ctx: Context, press: TablePress) -> None:
        """Keep the hand that is replayed, or the one whose result a panel shows."""
        if press.argument.isdecimal():
            at = finished_hands.AskedFor(ctx.channel, press.table, press.number)
            sight = await self._marked(ctx, at, finished_hands.keep)
            again = sight.again
            await ctx.send_ephemeral(kept_note(FACES[again.game.key], again.table.id, again.hand.number))
        else:
            page, at = _page(ctx, press)
            sight = await self._marked(ctx, at, finished_hands.keep)
            await ctx.update(await self._privately(ctx, sight, page.step))

    @on_button("let_go")
    async def _let_go(self, ctx: Context, press: TablePress) -> None:
        """Stop keeping the replayed hand, or one on the list, which may not be replayable any more."""
        if not press.argument:
            chosen = _named(ctx)
            await self.app.database.write(lambda tx: hands.let_go(tx, ctx.player, chosen.table, chosen.hand))
            await ctx.update(await kept_page(self.app, ctx))
            return
        page, at = _page(ctx, press)
        sight = await self._marked(ctx, at, finished_hands.let_go)
        await ctx.update(await self._privately(ctx, sight, page.step))

    @on_button("kept")
    async def _list_kept(self, ctx: Context, press: TablePress) -> None:
        """Show a page of the list in place; the first page is a message of its own."""
        tell = ctx.update if press.argument else ctx.send_ephemeral
        await tell(await kept_page(self.app, ctx, press.number_or(0)))

    @on_button("show")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        page, at = _page(ctx, press)
        again = await self._look(ctx, at, finished_hands.show)
        shown = (ctx.player, again.table.id, again.hand.number)
        screen = await self._publicly(ctx, again, page.step)
        # Record the mark before posting, so that a second press meanwhile finds it.
        now = self.app.tavern.now()
        if not await self.app.database.write(lambda tx: hands.mark_shown(tx, *shown, now)):
            raise finished_hands.AlreadyShown
        if await ctx.post(screen) is None:
            await self.app.database.write(lambda tx: hands.unmark_shown(tx, *shown))

    @on_button("shown")
    async def _turn(self, ctx: Context, press: TablePress) -> None:
        page, at = _page(ctx, press)
        again = await self._look(ctx, at, partial(finished_hands.turn, seat=page.seat))
        await ctx.update(await self._publicly(ctx, again, page.step))

    async def _look(self, ctx: Context, requested: finished_hands.AskedFor, find: Callable[..., T]) -> T:
        actor, tables = ctx.request.actor(), self.app.tavern.tables
        return await self.app.database.read_long(lambda tx: find(tx, tables, actor, requested))

    async def _marked(
        self,
        ctx: Context,
        requested: finished_hands.AskedFor,
        mark: Callable[..., finished_hands.WatchedHand],
    ) -> finished_hands.WatchedHand:
        """Show a hand again after its mark has changed."""
        sight = await self._look(ctx, requested, finished_hands.look)
        actor = replace(ctx.request.actor(), at=self.app.tavern.now())
        return await self.app.database.write(lambda tx: mark(tx, actor, sight))

    async def _privately(self, ctx: Context, sight: finished_hands.WatchedHand, step: int) -> Screen:
        again = sight.again
        faces = await self.app.tavern.faces(ctx.server, ctx.player)
        looks = await self._looks(ctx, again, faces)
        settings = await self._settings(ctx)
        return watched(again, finished_hands.require_moment(again, step), settings, looks, own=sight)

    async def _looks(self, ctx: Context, again: Replay, faces: Faces) -> DisplayOptions:
        """Return the display options of a hand: its cards have the names they had then (KH-13)."""
        said = await self.app.database.read(
            lambda tx: table_state.words_of(tx, ctx.server, again.table, again.hand.number)
        )
        return DisplayOptions(self.app.front.application_emojis.markup, self.app.pictures, faces, said)

    async def _publicly(self, ctx: Context, again: Replay, step: int) -> Screen:
        settings = await self._settings(ctx)
        looks = await self._looks(ctx, again, settings.faces)
        with speaking(settings.language):
            return watched(again, finished_hands.require_moment(again, step), settings, looks, is_shared=True)


async def kept_page(app: Application, ctx: Context, page: int = 0) -> Screen:
    """Return a page of the hands that a user keeps."""
    return kept_screen(await _kept(app, ctx), ctx.server, page)


async def _kept(app: Application, ctx: Context) -> list[KeptMark]:
    return await app.database.read(lambda tx: hands.kept_by(tx, ctx.player))


def _named(ctx: Context) -> TableHand:
    return TableHand.of(next(iter(ctx.request.values), ""))


def _page(ctx: Context, press: TablePress) -> tuple[Page, finished_hands.AskedFor]:
    page = Page.of(press.argument)
    return page, finished_hands.AskedFor(ctx.channel, press.table, page.hand)


@allow_dms
@group("hand", N_("Your hands: the cards you hold, hands you played"))
class HandCommands(TaproomCog):
    """Commands for a player's own cards at the tables of a channel, and for checking a table's chance."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._writing = asyncio.Lock()

    @command()
    async def show(self, ctx: Context) -> None:
        """Your own cards and buttons in this channel."""
        await self.app.front.panels.open(ctx)

    @command()
    async def waiting(self, ctx: Context) -> None:
        """All your tables everywhere, and whose turn it is."""
        await ctx.send_ephemeral(waiting_screen(await self.app.waiting(ctx.request)))

    @on_button("waiting")
    async def _turn_waiting(self, ctx: Context, press: TablePress) -> None:
        await ctx.update(waiting_screen(await self.app.waiting(ctx.request), press.number_or(0)))

    @command(
        table="The table’s number; yours in this channel if left out",
        hand="The number of the hand; the newest if left out",
    )
    async def history(self, ctx: Context, table: Amount | None = None, hand: Amount | None = None) -> None:
        """Hands that are over: to check, to watch, to keep."""
        actor, tables = ctx.request.actor(), self.app.tavern.tables

        def read(tx: Transaction) -> tuple[History, bytes]:
            told = finished_hands.find(tx, tables, actor, ctx.channel, table, hand)
            return told, to_file(told)

        try:
            told, content = await self.app.database.read_long(read)
        except finished_hands.NoHandOver:
            # A kept hand outlives its table.
            if table is not None or not await _kept(self.app, ctx):
                raise
            await ctx.send_ephemeral(await kept_page(self.app, ctx))
            return
        buttons = (watch_button(told.table, told.hand), *history_buttons(told.table))
        await ctx.send_file(
            fair_play.history_note(told, FACES[told.game]), File(file_name(told), content), *buttons
        )

    @on_button("hand")
    async def _open_panel(self, ctx: Context, press: TablePress) -> None:
        await self.app.front.panels.open(ctx, press.table)

    @on_button("evening")
    async def _save_evening(self, ctx: Context, press: TablePress) -> None:
        """Send all hands of a table in one file, or those from one on if one file has no room for all."""
        at = finished_hands.EveningAsked(ctx.channel, press.table, press.number_or(1))
        actor, tables = ctx.request.actor(), self.app.tavern.tables
        stored, hands = await self.app.database.read_long(
            lambda tx: finished_hands.finished_hands(tx, tables, actor, at)
        )
        game = tables.games[stored.table.game]
        # Hundreds of hands are replayed: in a thread, one evening after the other.
        async with self._writing:
            file = await asyncio.to_thread(evening_file, stored.table, game, hands, ctx.player)
        if file is None:
            raise finished_hands.NoHandOver
        note, rest = (
            fair_play.evening_note(stored.id, file, FACES[game.key]),
            fair_play.rest_buttons(stored.id, file),
        )
        await ctx.send_file(note, File(file.name, file.content), *rest)

    @on_button("last_hand")
    async def _show_last_hand(self, ctx: Context, press: TablePress) -> None:
        tavern = self.app.tavern
        state = await self._table(ctx, press)
        over = await tavern.database.read(lambda tx: finished_hands.finished(tx, tavern.tables, state.stored))
        then = scene(last_hand(state, over), None, pictures=self.app.pictures)
        await ctx.send_ephemeral(await self._drawn(ctx, lambda: last_hand_screen(then)))

    @on_button("fair")
    async def _show_fairness(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        may_now, is_abroad = may_cut(state.table, ctx.player), ctx.server == postings.ELSEWHERE
        await ctx.send_ephemeral(
            fair_play.fairness(scene_for(state, ctx.player), may_cut=may_now, is_abroad=is_abroad)
        )

    @on_button("keep")
    async def _keep_seal(self, ctx: Context, press: TablePress) -> None:
        own = scene_for(await self._table(ctx, press), ctx.player)
        await ctx.send_ephemeral(fair_play.kept_seal(own, datetime.fromtimestamp(ctx.request.at, UTC)))

    @on_button("cut")
    async def _ask_words(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_form(fair_play.cut_form(table_id(press.table, "cut")))

    @on_form("cut")
    async def _cut(self, ctx: Context, press: TablePress) -> None:
        with reading("text"):
            spoken = words(ctx.request.typed, CUT_LENGTH)
        await self._mix_in(ctx, press.table, spoken)

    async def _mix_in(self, ctx: Context, table: int, spoken: str) -> None:
        state = await self.app.tavern.act(ctx.request.actor(), table, actions.cut(spoken))
        await ctx.send_ephemeral(fair_play.cut_note(scene_for(state, ctx.player), spoken))
        self.app.front.table_messages.refresh(state)
