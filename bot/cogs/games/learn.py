"""`/daily`, the deal of the day, and “Teach me”, a first hand of any game for whoever presses it.

A deal is answered in private, and shown to others without the deal.
"""

from __future__ import annotations

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import DailyDeal, LessonPress, TablePress
from bot.front.marks import command, pressed
from bot.front.protocols import Edit, Reply
from bot.screens.catalog import DAILY_FACES, LESSONS, lessons_screen
from bot.screens.core.screen import Screen
from bot.screens.learn.daily import deal_screen, fair_screen, shared_screen, today_screen, yesterday_screen
from bot.screens.learn.lesson import lesson_screen
from bot.tavern.people.daily import Dealt, Graded, Seen, Ungraded
from bot.text.translate import speaking
from games.catalog import DAILY, GAMES
from games.engine.core.errors import NotOffered

CHOICES = {key: GAMES[key].title for key in DAILY}


class DailyCommand(TaproomCog):
    """The deal of the day."""

    @command(game="Which deal; all of them if left out", choices={"game": CHOICES})
    async def daily(self, reply: Reply, game: str = "") -> None:
        """The deals of the day: one go at each."""
        await self._show(reply, game)

    @pressed("daily")
    async def _open(self, reply: Reply, meaning: TablePress) -> None:
        await self._show(reply, meaning.argument)

    @pressed("daily_go")
    async def _answer(self, reply: Reply, meaning: TablePress) -> None:
        deal = _deal_of(meaning)
        if deal.answer is None:
            raise NotOffered
        answered = await self.house.daily_deals.answer(reply.player, deal.game, deal.day, deal.answer)
        await self._show_deal(reply, answered)

    @pressed("daily_pick")
    async def _pick(self, reply: Reply, meaning: TablePress) -> None:
        """What was picked from a list is shown once more before it counts."""
        deal = _deal_of(meaning)
        seen = await self.house.daily_deals.look(reply.player, deal.game, deal.day)
        places = reply.visit.all_chosen()
        picked = DAILY_FACES[deal.game].picked(seen.deal, places) if isinstance(seen, Dealt) else None
        await self._show_deal(reply, seen, picked)

    @pressed("daily_share")
    async def _share(self, reply: Reply, meaning: TablePress) -> None:
        deal = _deal_of(meaning)
        shared = await self.house.daily_deals.share(reply.player, deal.game, deal.day)
        # Everybody sees it, so it is told in the server's language.
        with speaking((await self._settings(reply)).language):
            await reply.post(shared_screen(shared, reply.player))

    @pressed("daily_fair")
    async def _show_proof(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(fair_screen(await self.house.daily_deals.proof(meaning.number)))

    @pressed("daily_old")
    async def _show_yesterday(self, reply: Reply, _meaning: TablePress) -> None:
        """The deals of the day before, and in their place the best answers, once they are known."""
        opened = await self.house.daily_deals.yesterday(reply.player)
        change = await _tell(reply, await self._drawn(reply, lambda: yesterday_screen(opened)))
        if change is not None and opened.unsolved:
            solved = await self.house.daily_deals.solve(reply.player, opened)
            await change(await self._drawn(reply, lambda: yesterday_screen(solved)))

    async def _show(self, reply: Reply, game: str) -> None:
        """All deals of today, or the one of that game."""
        if game:
            await self._show_deal(reply, await self.house.daily_deals.look(reply.player, game))
            return
        today = await self.house.daily_deals.today(reply.player)
        await _tell(reply, await self._drawn(reply, lambda: today_screen(today)))

    async def _show_deal(self, reply: Reply, seen: Seen, picked: int | None = None) -> None:
        """A deal, and in its place the grade of its answer, once that is there."""
        is_pictured = self._is_pictured(await self._settings(reply))
        screen = await self._drawn(reply, lambda: deal_screen(seen, picked, is_pictured=is_pictured))
        change = await _tell(reply, screen)
        if change is None or not isinstance(seen, Ungraded):
            return
        graded = await self.house.daily_deals.grade(reply.player, seen)
        if isinstance(graded, Graded):
            await change(await self._drawn(reply, lambda: deal_screen(graded, is_pictured=is_pictured)))


async def _tell(reply: Reply, screen: Screen) -> Edit | None:
    """Change the private message that was pressed, or else send one; how to change it, unless it got lost."""
    if reply.visit.on_private:
        return reply.update if await reply.update(screen) else None
    whispered = await reply.whisper(screen)
    return None if whispered is None else whispered.edit


def _deal_of(meaning: TablePress) -> DailyDeal:
    deal = DailyDeal.of(meaning.argument)
    if deal.game not in DAILY:
        raise NotOffered
    return deal


class Lessons(TaproomCog):
    """Lessons, step by step on one private message."""

    @pressed("teach")
    async def _teach(self, reply: Reply, meaning: TablePress) -> None:
        if meaning.argument:
            await reply.whisper(await self._step(reply, meaning.table, meaning.argument, ""))
        else:
            await reply.update(lessons_screen())

    @pressed("lesson")
    async def _go_on(self, reply: Reply, meaning: TablePress) -> None:
        lesson = LessonPress.of(meaning.argument)
        await reply.update(await self._step(reply, meaning.table, lesson.game, lesson.signs))

    async def _step(self, reply: Reply, table: int, game: str, signs: str) -> Screen:
        if game not in LESSONS:
            raise NotOffered
        name = reply.visit.request().name
        return await self._drawn(reply, lambda: lesson_screen(LESSONS[game], table, signs, name))
