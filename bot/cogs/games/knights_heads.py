"""`/knights`: Knights' Heads at a table, its table of hands, and who is on the cards."""

from __future__ import annotations

from dataclasses import replace

from bot.cogs.games.knights_heads_deck import HouseDeckCommands
from bot.cogs.games.opening import BUY_IN, INVITED, PRACTICE, Bet, BuyIn, GameCommands
from bot.custom_ids import TablePress
from bot.front.drawing import cut
from bot.front.marks import command, group, pressed
from bot.front.protocols import Reply
from bot.screens.core.own_cards import in_own_words
from bot.screens.core.screen import Screen
from bot.screens.knights_heads.cards import hands_screen, scoreboard_screen
from bot.screens.knights_heads.screen import KnightsHeadsScreen, who_screen
from bot.screens.learn.rules import page_screen
from bot.screens.table.parts import Scene
from games.engine.core.errors import NotOffered
from games.engine.core.sentences import phrase
from games.knights_heads.game import KNIGHTS_HEADS
from storage.standing import scores


@group(KnightsHeadsScreen.command, phrase("Knights’ Heads: ten cards, three of them from your neighbour"))
class KnightsCommands(GameCommands, HouseDeckCommands):
    """Knights' Heads at a table."""

    game = KNIGHTS_HEADS

    @command(
        is_public=True,
        buy_in=BUY_IN,
        ante="What each puts in first, and the smallest bet; usually 2",
        practice=PRACTICE,
        invited=INVITED,
    )
    async def open(
        self,
        reply: Reply,
        buy_in: BuyIn = KNIGHTS_HEADS.buy_in,
        ante: Bet = 2,
        practice: bool = False,
        invited: bool = False,
    ) -> None:
        """Open a table of Knights’ Heads in this channel."""
        rules = replace(await self._usual_rules(reply), ante=ante)
        await self._open_table(reply, rules, buy_in, ante, practice=practice, invited=invited)

    @command()
    async def rules(self, reply: Reply) -> None:
        """How Knights’ Heads is played."""
        await reply.whisper(page_screen(KNIGHTS_HEADS.key, 0))

    @command()
    async def hands(self, reply: Reply) -> None:
        """What beats what, with examples and odds."""
        await reply.whisper(await self._drawn(reply, lambda: hands_screen(0)))

    @command()
    async def scoreboard(self, reply: Reply) -> None:
        """Court scores of all tables here, for pride alone."""
        best = await self.house.database.read_long(lambda tx: scores.top(tx, reply.server, KNIGHTS_HEADS.key))
        await reply.whisper(scoreboard_screen(best))

    @pressed("who")
    async def _show_who(self, reply: Reply, meaning: TablePress) -> None:
        await reply.whisper(await self._who(reply, meaning, meaning.argument))

    @pressed("who_else")
    async def _show_who_else(self, reply: Reply, meaning: TablePress) -> None:
        await reply.update(await self._who(reply, meaning, str(reply.visit.chosen())))

    async def _who(self, reply: Reply, meaning: TablePress, whose: str) -> Screen:
        """The cards that this person may read about; only Knights' Heads has any."""
        seen = await self._seen(reply, meaning)
        is_pictured = seen.pictures != "never"

        def draw() -> Screen:
            return who_screen(seen.view, whose, is_pictured=is_pictured)

        return await self._drawn(reply, lambda: in_own_words(seen.own_cards, draw))

    @pressed("ranking")
    async def _turn_hands(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.update(await self._drawn(reply, lambda: hands_screen(reply.visit.chosen())))

    async def _seen(self, reply: Reply, meaning: TablePress) -> Scene:
        """A table of Knights' Heads as this person sees it; `NotOffered` at others."""
        state = await self._table(reply, meaning)
        if state.game is not KNIGHTS_HEADS:
            raise NotOffered
        return cut(state, reply.player, pictures=self.house.pictures)
