"""The house's people, and what helps a learner: who they are, why they played so, hints and the coach."""

from __future__ import annotations

from functools import partial

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.drawing import cut, scene
from bot.front.marks import pressed
from bot.front.protocols import Reply
from bot.screens.table.coaching import hint_screen
from bot.screens.table.company import company_screen, reasons_screen, whom_to_ask
from bot.tavern.house.coaching import hint
from bot.tavern.house.house_reasons import askable, why
from bot.tavern.table.hand_lookup import finished
from games.engine.core.errors import NotOffered


class Company(TaproomCog):
    """Presses on what house players say of themselves, and on what a master would do."""

    @pressed("company")
    async def _show_company(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        await reply.whisper(company_screen(scene(state, None)))

    @pressed("why")
    async def _ask_why(self, reply: Reply, meaning: TablePress) -> None:
        """Ask one of the house players of the last hand; where there are several, first whom."""
        tavern, press = self.house.tavern, reply.visit.request()
        state = await self._table(reply, meaning)
        over = await tavern.database.read(lambda tx: finished(tx, tavern.tables, state.stored))
        seats = askable(state.table, state.game, over, press.player)
        own = cut(state, press.player)
        asked = next((seat for seat in seats if str(seat) == meaning.argument), None)
        if meaning.argument and asked is None:
            raise NotOffered
        if asked is None and len(seats) > 1:
            await reply.whisper(whom_to_ask(own, seats))
            return
        seat = seats[0] if asked is None else asked
        told = await tavern.think(partial(why, state.table, state.game, over, seat, press.player))
        answer = reply.whisper if asked is None else reply.update
        await answer(reasons_screen(own, seat, told, seats))

    @pressed("hint")
    async def _give_hint(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        found = await self.house.tavern.think(partial(hint, state, reply.player))
        await reply.whisper(hint_screen(cut(state, reply.player), found.offer, found.answer, found.why))

    @pressed("coach_off")
    async def _send_coach_away(self, reply: Reply, meaning: TablePress) -> None:
        await self.house.tavern.prefer(reply.player, coach="off")
        await self.house.front.panels.answer(reply, await self._table(reply, meaning))
