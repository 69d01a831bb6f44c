"""`/hand`: a player's panel, verification of chance, and replays of finished hands (TB-13).

A replay is private, until one of the hand's players shows it to all. Its position is in the buttons'
custom_ids alone, and permission is checked at each press. The database has only the hands that a user keeps,
and the hands that were shown.
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
from bot.front.render import DisplayOptions, last_hand, replay_screen, scene, scene_for
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
            watched_hand = await self._find(
                ctx, finished_hands.AskedFor(ctx.channel, press.table, hand), finished_hands.look
            )
            await ctx.send_ephemeral(await self._private_screen(ctx, watched_hand, 0))
        else:
            page, requested = _page(ctx, press)
            watched_hand = await self._find(ctx, requested, finished_hands.look)
            await ctx.update(await self._private_screen(ctx, watched_hand, page.step))

    @on_button("watch_hand")
    async def _watch_kept(self, ctx: Context, _press: TablePress) -> None:
        chosen = _chosen_hand(ctx)
        requested = finished_hands.AskedFor(ctx.channel, chosen.table, chosen.hand)
        watched_hand = await self._find(ctx, requested, finished_hands.look)
        await ctx.update(await self._private_screen(ctx, watched_hand, 0))

    @on_button("second")
    async def _choose_again(self, ctx: Context, press: TablePress) -> None:
        """Ask the user to make a decision of a finished hand again, or grade the new answer (TB-26)."""
        has_begun = not press.argument.isdecimal()
        choice = SecondChoice.of(press.argument if has_begun else f"{press.argument}_0")
        requested = finished_hands.AskedFor(ctx.channel, press.table, choice.hand)
        review = await self._find(ctx, requested, finished_hands.look_back)
        decisions = review.placed(await self.app.tavern.hand_reviews.of(review))
        if not decisions:
            await ctx.send_ephemeral(say(FACES[review.sight.again.game.key].reword(UNSURE)))
            return
        step, decision = finished_hands.require_look(decisions, choice.which)
        replay = review.sight.again
        moment = await self._private_screen(ctx, review.sight, step)
        choosing = Choosing(moment, replay.game, replay.own(step), [each for _step, each in decisions])
        if choice.answer is None:
            screen = choosing.asked(choice.which)
        elif any(each.key == choice.answer for each in decision.offers):
            screen = choosing.told(choice.which, choice.answer)
        else:
            raise NotOffered
        await (ctx.update(screen) if has_begun else ctx.send_ephemeral(screen))

    @on_button("keep_hand")
    async def _keep(self, ctx: Context, press: TablePress) -> None:
        """Keep the replayed hand, or the hand whose result a panel shows."""
        if press.argument.isdecimal():
            requested = finished_hands.AskedFor(ctx.channel, press.table, press.number)
            replay = (await self._marked(ctx, requested, finished_hands.keep)).again
            await ctx.send_ephemeral(kept_note(FACES[replay.game.key], replay.table.id, replay.hand.number))
        else:
            page, requested = _page(ctx, press)
            watched_hand = await self._marked(ctx, requested, finished_hands.keep)
            await ctx.update(await self._private_screen(ctx, watched_hand, page.step))

    @on_button("let_go")
    async def _let_go(self, ctx: Context, press: TablePress) -> None:
        """Stop keeping the replayed hand, or a hand on the list, even if it can't be replayed any more."""
        if not press.argument:
            chosen = _chosen_hand(ctx)
            await self.app.database.write(lambda tx: hands.let_go(tx, ctx.player, chosen.table, chosen.hand))
            await ctx.update(await kept_page(self.app, ctx))
            return
        page, requested = _page(ctx, press)
        watched_hand = await self._marked(ctx, requested, finished_hands.let_go)
        await ctx.update(await self._private_screen(ctx, watched_hand, page.step))

    @on_button("kept")
    async def _list_kept(self, ctx: Context, press: TablePress) -> None:
        """Send the list of kept hands, or show another page of it."""
        respond = ctx.update if press.argument else ctx.send_ephemeral
        await respond(await kept_page(self.app, ctx, press.number_or(0)))

    @on_button("show")
    async def _show(self, ctx: Context, press: TablePress) -> None:
        page, requested = _page(ctx, press)
        replay = await self._find(ctx, requested, finished_hands.show)
        key = (ctx.player, replay.table.id, replay.hand.number)
        screen = await self._public_screen(ctx, replay, page.step)
        # Recorded before posting, so that a concurrent press is refused.
        now = self.app.tavern.now()
        if not await self.app.database.write(lambda tx: hands.mark_shown(tx, *key, now)):
            raise finished_hands.AlreadyShown
        if await ctx.post(screen) is None:
            await self.app.database.write(lambda tx: hands.unmark_shown(tx, *key))

    @on_button("shown")
    async def _turn(self, ctx: Context, press: TablePress) -> None:
        page, requested = _page(ctx, press)
        replay = await self._find(ctx, requested, partial(finished_hands.turn, seat=page.seat))
        await ctx.update(await self._public_screen(ctx, replay, page.step))

    async def _find(self, ctx: Context, requested: finished_hands.AskedFor, find: Callable[..., T]) -> T:
        actor, tables = ctx.request.actor(), self.app.tavern.tables
        return await self.app.database.read_long(lambda tx: find(tx, tables, actor, requested))

    async def _marked(
        self,
        ctx: Context,
        requested: finished_hands.AskedFor,
        mark: Callable[..., finished_hands.WatchedHand],
    ) -> finished_hands.WatchedHand:
        """Find a hand, change its mark (`keep` or `let_go`), and return it."""
        watched_hand = await self._find(ctx, requested, finished_hands.look)
        actor = replace(ctx.request.actor(), at=self.app.tavern.now())
        return await self.app.database.write(lambda tx: mark(tx, actor, watched_hand))

    async def _private_screen(
        self, ctx: Context, watched_hand: finished_hands.WatchedHand, step: int
    ) -> Screen:
        replay = watched_hand.again
        faces = await self.app.tavern.faces(ctx.server, ctx.player)
        options = await self._options(ctx, replay, faces)
        settings = await self._settings(ctx)
        moment = finished_hands.require_moment(replay, step)
        return replay_screen(replay, moment, settings, options, own=watched_hand)

    async def _options(self, ctx: Context, replay: Replay, faces: Faces) -> DisplayOptions:
        """Return the display options of a hand, with the card names of that time (KH-13)."""
        own_cards = await self.app.database.read(
            lambda tx: table_state.words_of(tx, ctx.server, replay.table, replay.hand.number)
        )
        return DisplayOptions(self.app.front.application_emojis.markup, self.app.pictures, faces, own_cards)

    async def _public_screen(self, ctx: Context, replay: Replay, step: int) -> Screen:
        settings = await self._settings(ctx)
        options = await self._options(ctx, replay, settings.faces)
        with speaking(settings.language):
            moment = finished_hands.require_moment(replay, step)
            return replay_screen(replay, moment, settings, options, is_shared=True)


async def kept_page(app: Application, ctx: Context, page: int = 0) -> Screen:
    """Return a page of the hands that a user keeps."""
    return kept_screen(await _kept_hands(app, ctx), ctx.server, page)


async def _kept_hands(app: Application, ctx: Context) -> list[KeptMark]:
    return await app.database.read(lambda tx: hands.kept_by(tx, ctx.player))


def _chosen_hand(ctx: Context) -> TableHand:
    return TableHand.of(next(iter(ctx.request.values), ""))


def _page(ctx: Context, press: TablePress) -> tuple[Page, finished_hands.AskedFor]:
    page = Page.of(press.argument)
    return page, finished_hands.AskedFor(ctx.channel, press.table, page.hand)


@allow_dms
@group("hand", N_("Your hands: the cards you hold, hands you played"))
class HandCommands(TaproomCog):
    """Commands and buttons for a player's own cards, and for verifying a table's chance."""

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
        """Finished hands: check, watch or keep them."""
        actor, tables = ctx.request.actor(), self.app.tavern.tables

        def read(tx: Transaction) -> tuple[History, bytes]:
            history = finished_hands.find(tx, tables, actor, ctx.channel, table, hand)
            return history, to_file(history)

        try:
            history, content = await self.app.database.read_long(read)
        except finished_hands.NoHandOver:
            # A user without a table here may still have kept hands.
            if table is not None or not await _kept_hands(self.app, ctx):
                raise
            await ctx.send_ephemeral(await kept_page(self.app, ctx))
            return
        buttons = (watch_button(history.table, history.hand), *history_buttons(history.table))
        note = fair_play.history_note(history, FACES[history.game])
        await ctx.send_file(note, File(file_name(history), content), *buttons)

    @on_button("hand")
    async def _open_panel(self, ctx: Context, press: TablePress) -> None:
        await self.app.front.panels.open(ctx, press.table)

    @on_button("evening")
    async def _save_evening(self, ctx: Context, press: TablePress) -> None:
        """Send a table's hands as a file, from the first or the pressed number on, as many as fit."""
        requested = finished_hands.EveningAsked(ctx.channel, press.table, press.number_or(1))
        actor, tables = ctx.request.actor(), self.app.tavern.tables
        stored, hands = await self.app.database.read_long(
            lambda tx: finished_hands.finished_hands(tx, tables, actor, requested)
        )
        game = tables.games[stored.table.game]
        # Hundreds of hands are replayed, so this runs in a thread, for one table at a time.
        async with self._writing:
            file = await asyncio.to_thread(evening_file, stored.table, game, hands, ctx.player)
        if file is None:
            raise finished_hands.NoHandOver
        note = fair_play.evening_note(stored.id, file, FACES[game.key])
        buttons = fair_play.rest_buttons(stored.id, file)
        await ctx.send_file(note, File(file.name, file.content), *buttons)

    @on_button("last_hand")
    async def _show_last_hand(self, ctx: Context, press: TablePress) -> None:
        tavern = self.app.tavern
        state = await self._table(ctx, press)
        hand = await tavern.database.read(lambda tx: finished_hands.finished(tx, tavern.tables, state.stored))
        end = scene(last_hand(state, hand), None, pictures=self.app.pictures)
        await ctx.send_ephemeral(await self._drawn(ctx, lambda: last_hand_screen(end)))

    @on_button("fair")
    async def _show_fairness(self, ctx: Context, press: TablePress) -> None:
        state = await self._table(ctx, press)
        can_cut, is_abroad = may_cut(state.table, ctx.player), ctx.server == postings.ELSEWHERE
        await ctx.send_ephemeral(
            fair_play.fairness(scene_for(state, ctx.player), may_cut=can_cut, is_abroad=is_abroad)
        )

    @on_button("keep")
    async def _keep_seal(self, ctx: Context, press: TablePress) -> None:
        own = scene_for(await self._table(ctx, press), ctx.player)
        await ctx.send_ephemeral(fair_play.kept_seal(own, datetime.fromtimestamp(ctx.request.at, UTC)))

    @on_button("cut")
    async def _ask_cut(self, ctx: Context, press: TablePress) -> None:
        await ctx.send_form(fair_play.cut_form(table_id(press.table, "cut")))

    @on_form("cut")
    async def _cut(self, ctx: Context, press: TablePress) -> None:
        with reading("text"):
            text = words(ctx.request.typed, CUT_LENGTH)
        state = await self.app.tavern.act(ctx.request.actor(), press.table, actions.cut(text))
        await ctx.send_ephemeral(fair_play.cut_note(scene_for(state, ctx.player), text))
        self.app.front.table_messages.refresh(state)
