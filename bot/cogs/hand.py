"""`/hand`: a player's panel, fair play, and hands that are over, watched again (TB-13).

A hand is watched by each for themselves, or shown to all by who played it. What is to be seen stands in the
button alone; what may be seen is decided at each press. Only who keeps which hand is stored, and who has
shown it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import Page, SecondChoice, TableHand, TablePress, table_id
from bot.front.drawing import Looks, cut, last_hand, scene, watched
from bot.front.forms import reading, words
from bot.front.marks import Sum, command, filled_in, group, pressed, with_me
from bot.front.protocols import File, Reply
from bot.house import House
from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen, say
from bot.screens.learn.second_look import Choosing
from bot.screens.table import fair_play
from bot.screens.table.hand_over import history_buttons, kept_note, kept_screen, last_hand_screen
from bot.screens.table.parts import watch_button
from bot.tavern.table import actions, hand_viewing, limits
from bot.text.translate import _, speaking
from games.engine.core.errors import NotOffered, phrase
from games.engine.history import History
from games.engine.table.play import may_cut
from games.tools.finished_hands import Replay, evening_file, file_name, to_file
from storage.db.transaction import Transaction
from storage.people.server_settings import Faces
from storage.play import hands, postings
from storage.play.hands import KeptMark

T = TypeVar("T")
CUT_LENGTH = 60
"""The maximum length of a cut."""


class Replays(TaproomCog):
    """Presses on “Watch it again”, on a hand’s pages, “Keep this hand” and “Show this hand”."""

    @pressed("watch")
    async def _watch(self, ctx: Reply, meaning: TablePress) -> None:
        """Begin to watch a hand, the table's newest where none is named, or turn a page of it."""
        if not meaning.argument or meaning.argument.isdecimal():
            hand = meaning.number if meaning.argument else None
            sight = await self._look(
                ctx, hand_viewing.AskedFor(ctx.channel, meaning.table, hand), hand_viewing.look
            )
            await ctx.whisper(await self._privately(ctx, sight, 0))
        else:
            page, at = _page(ctx, meaning)
            sight = await self._look(ctx, at, hand_viewing.look)
            await ctx.update(await self._privately(ctx, sight, page.step))

    @pressed("watch_hand")
    async def _watch_kept(self, ctx: Reply, _meaning: TablePress) -> None:
        chosen = _named(ctx)
        at = hand_viewing.AskedFor(ctx.channel, chosen.table, chosen.hand)
        await ctx.update(await self._privately(ctx, await self._look(ctx, at, hand_viewing.look), 0))

    @pressed("second")
    async def _choose_again(self, ctx: Reply, meaning: TablePress) -> None:
        """Ask a choice of a hand that is over again, or tell what its answers were worth (TB-26)."""
        is_begun = not meaning.argument.isdecimal()
        choice = SecondChoice.of(meaning.argument if is_begun else f"{meaning.argument}_0")
        at = hand_viewing.AskedFor(ctx.channel, meaning.table, choice.hand)
        back = await self._look(ctx, at, hand_viewing.look_back)
        looks = back.placed(await self.house.tavern.second_thoughts.of(back))
        if not looks:
            words = _("No choice of yours made a difference that I can be sure of.")
            await ctx.whisper(say(words))
            return
        step, look = hand_viewing.require_look(looks, choice.which)
        again = back.sight.again
        moment = await self._privately(ctx, back.sight, step)
        choosing = Choosing(moment, again.game, again.own(step), [each for _step, each in looks])
        if choice.answer is None:
            screen = choosing.asked(choice.which)
        elif any(each.key == choice.answer for each in look.offers):
            screen = choosing.told(choice.which, choice.answer)
        else:
            raise NotOffered
        await (ctx.update(screen) if is_begun else ctx.whisper(screen))

    @pressed("keep_hand")
    async def _keep(self, ctx: Reply, meaning: TablePress) -> None:
        """Keep the hand that is watched, or the one whose result a panel shows."""
        if meaning.argument.isdecimal():
            at = hand_viewing.AskedFor(ctx.channel, meaning.table, meaning.number)
            sight = await self._marked(ctx, at, hand_viewing.keep)
            again = sight.again
            await ctx.whisper(kept_note(FACES[again.game.key], again.table.id, again.hand.number))
        else:
            page, at = _page(ctx, meaning)
            sight = await self._marked(ctx, at, hand_viewing.keep)
            await ctx.update(await self._privately(ctx, sight, page.step))

    @pressed("let_go")
    async def _let_go(self, ctx: Reply, meaning: TablePress) -> None:
        """Let go of the hand that is watched, or of one on the list, which may not be watchable any more."""
        if not meaning.argument:
            chosen = _named(ctx)
            await self.house.database.write(
                lambda tx: hands.let_go(tx, ctx.player, chosen.table, chosen.hand)
            )
            await ctx.update(await kept_page(self.house, ctx))
            return
        page, at = _page(ctx, meaning)
        sight = await self._marked(ctx, at, hand_viewing.let_go)
        await ctx.update(await self._privately(ctx, sight, page.step))

    @pressed("kept")
    async def _list_kept(self, ctx: Reply, meaning: TablePress) -> None:
        """A page of the list, in its place; the first one on a message of its own."""
        tell = ctx.update if meaning.argument else ctx.whisper
        await tell(await kept_page(self.house, ctx, meaning.number_or(0)))

    @pressed("show")
    async def _show(self, ctx: Reply, meaning: TablePress) -> None:
        page, at = _page(ctx, meaning)
        again = await self._look(ctx, at, hand_viewing.show)
        shown = (ctx.player, again.table.id, again.hand.number)
        screen = await self._publicly(ctx, again, page.step)
        # Before it is posted, so that a second press meanwhile finds it.
        now = self.house.tavern.now()
        if not await self.house.database.write(lambda tx: hands.mark_shown(tx, *shown, now)):
            raise hand_viewing.AlreadyShown
        if await ctx.post(screen) is None:
            await self.house.database.write(lambda tx: hands.unmark_shown(tx, *shown))

    @pressed("shown")
    async def _turn(self, ctx: Reply, meaning: TablePress) -> None:
        page, at = _page(ctx, meaning)
        again = await self._look(ctx, at, partial(hand_viewing.turn, seat=page.seat))
        await ctx.update(await self._publicly(ctx, again, page.step))

    async def _look(self, ctx: Reply, requested: hand_viewing.AskedFor, find: Callable[..., T]) -> T:
        actor, tables = ctx.visit.actor(), self.house.tavern.tables
        return await self.house.database.read_long(lambda tx: find(tx, tables, actor, requested))

    async def _marked(
        self, ctx: Reply, requested: hand_viewing.AskedFor, mark: Callable[..., hand_viewing.WatchedHand]
    ) -> hand_viewing.WatchedHand:
        """A hand again, after that was done with its mark."""
        sight = await self._look(ctx, requested, hand_viewing.look)
        actor = replace(ctx.visit.actor(), at=self.house.tavern.now())
        return await self.house.database.write(lambda tx: mark(tx, actor, sight))

    async def _privately(self, ctx: Reply, sight: hand_viewing.WatchedHand, step: int) -> Screen:
        again = sight.again
        faces = await self.house.tavern.faces(ctx.server, ctx.player)
        looks = await self._looks(ctx, again, faces)
        settings = await self._settings(ctx)
        return watched(again, hand_viewing.require_moment(again, step), settings, looks, own=sight)

    async def _looks(self, ctx: Reply, again: Replay, faces: Faces) -> Looks:
        """How a hand is shown: its cards by the names that they had then (KH-13)."""
        said = await self.house.database.read(
            lambda tx: limits.words_of(tx, ctx.server, again.table, again.hand.number)
        )
        return Looks(self.house.front.application_emojis.markup, self.house.pictures, faces, said)

    async def _publicly(self, ctx: Reply, again: Replay, step: int) -> Screen:
        settings = await self._settings(ctx)
        looks = await self._looks(ctx, again, settings.faces)
        with speaking(settings.language):
            return watched(again, hand_viewing.require_moment(again, step), settings, looks, is_shared=True)


async def kept_page(house: House, ctx: Reply, page: int = 0) -> Screen:
    """A page of the hands that somebody keeps."""
    return kept_screen(await _kept(house, ctx), ctx.server, page)


async def _kept(house: House, ctx: Reply) -> list[KeptMark]:
    return await house.database.read(lambda tx: hands.kept_by(tx, ctx.player))


def _named(ctx: Reply) -> TableHand:
    return TableHand.of(next(iter(ctx.visit.values), ""))


def _page(ctx: Reply, meaning: TablePress) -> tuple[Page, hand_viewing.AskedFor]:
    page = Page.of(meaning.argument)
    return page, hand_viewing.AskedFor(ctx.channel, meaning.table, page.hand)


@with_me
@group("hand", phrase("Your hands: the cards you hold, hands you played"))
class HandCommands(TaproomCog):
    """A player's own affairs at the tables of a channel, and what anybody can check of a table's chance."""

    def __init__(self, house: House) -> None:
        super().__init__(house)
        self._writing = asyncio.Lock()

    @command()
    async def show(self, ctx: Reply) -> None:
        """Your own cards and buttons in this channel."""
        await self.house.front.panels.open(ctx)

    @command(
        table="The table’s number; yours in this channel if left out",
        hand="The number of the hand; the newest if left out",
    )
    async def history(self, ctx: Reply, table: Sum | None = None, hand: Sum | None = None) -> None:
        """Hands that are over: to check, to watch, to keep."""
        actor, tables = ctx.visit.actor(), self.house.tavern.tables

        def read(tx: Transaction) -> tuple[History, bytes]:
            told = hand_viewing.find(tx, tables, actor, ctx.channel, table, hand)
            return told, to_file(told)

        try:
            told, content = await self.house.database.read_long(read)
        except hand_viewing.NoHandOver:
            # What is kept outlives its table.
            if table is not None or not await _kept(self.house, ctx):
                raise
            await ctx.whisper(await kept_page(self.house, ctx))
            return
        buttons = (watch_button(told.table, told.hand), *history_buttons(told.table))
        await ctx.hand_over(
            fair_play.history_note(told, FACES[told.game]), File(file_name(told), content), *buttons
        )

    @pressed("hand")
    async def _open_panel(self, ctx: Reply, meaning: TablePress) -> None:
        await self.house.front.panels.open(ctx, meaning.table)

    @pressed("evening")
    async def _save_evening(self, ctx: Reply, meaning: TablePress) -> None:
        """All hands of a table in one file, or those from one on, where one file has no room for all."""
        at = hand_viewing.EveningAsked(ctx.channel, meaning.table, meaning.number_or(1))
        actor, tables = ctx.visit.actor(), self.house.tavern.tables
        stored, hands = await self.house.database.read_long(
            lambda tx: hand_viewing.finished_hands(tx, tables, actor, at)
        )
        game = tables.games[stored.table.game]
        # Hundreds of hands are played again: in a thread, and one evening after the other.
        async with self._writing:
            file = await asyncio.to_thread(evening_file, stored.table, game, hands, ctx.player)
        if file is None:
            raise hand_viewing.NoHandOver
        note, rest = (
            fair_play.evening_note(stored.id, file, FACES[game.key]),
            fair_play.rest_buttons(stored.id, file),
        )
        await ctx.hand_over(note, File(file.name, file.content), *rest)

    @pressed("last_hand")
    async def _show_last_hand(self, ctx: Reply, meaning: TablePress) -> None:
        tavern = self.house.tavern
        state = await self._table(ctx, meaning)
        over = await tavern.database.read(lambda tx: hand_viewing.finished(tx, tavern.tables, state.stored))
        then = scene(last_hand(state, over), None, pictures=self.house.pictures)
        await ctx.whisper(await self._drawn(ctx, lambda: last_hand_screen(then)))

    @pressed("fair")
    async def _show_fairness(self, ctx: Reply, meaning: TablePress) -> None:
        state = await self._table(ctx, meaning)
        may_now, is_abroad = may_cut(state.table, ctx.player), ctx.server == postings.ELSEWHERE
        await ctx.whisper(fair_play.fairness(cut(state, ctx.player), may_cut=may_now, is_abroad=is_abroad))

    @pressed("keep")
    async def _keep_seal(self, ctx: Reply, meaning: TablePress) -> None:
        own = cut(await self._table(ctx, meaning), ctx.player)
        await ctx.whisper(fair_play.kept_seal(own, datetime.fromtimestamp(ctx.visit.at, UTC)))

    @pressed("cut")
    async def _ask_words(self, ctx: Reply, meaning: TablePress) -> None:
        await ctx.ask(fair_play.cut_form(table_id(meaning.table, "cut")))

    @filled_in("cut")
    async def _cut(self, ctx: Reply, meaning: TablePress) -> None:
        with reading("text"):
            spoken = words(ctx.visit.typed, CUT_LENGTH)
        await self._mix_in(ctx, meaning.table, spoken)

    async def _mix_in(self, ctx: Reply, table: int, spoken: str) -> None:
        state = await self.house.tavern.act(ctx.visit.actor(), table, actions.cut(spoken))
        await ctx.whisper(fair_play.cut_note(cut(state, ctx.player), spoken))
        self.house.front.table_messages.refresh(state)
