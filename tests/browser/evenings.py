"""Helpers that several tests about evenings share."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from games.destiny.game import DESTINY
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from tests.browser.eyes import DESK, WIDTHS, Eyes
from tests.discord import knights
from tests.discord.dice import Dice
from tests.discord.message import Message
from tests.discord.tavern import Player

HEIGHT_MAX = 560


"""Pixels of a phone from where it says whose turn it is, or how it came out, to its last button."""


WORDS_MAX: Mapping[AnyGame, int] = {STONE_HAND: 90, DESTINY: 128, DIVIDHA: 112, KNIGHTS_HEADS: 150}


"""60 % of the words that the largest message of each game had before it got a face.

Stone Hand has two more: until when the time bank lasts (TB-18).
"""


BUTTONS_MAX = 10


"""The limit of a panel's buttons: the answers, their amounts, Dividha's sides, and the look-ups."""


LOW_FIELD = (
    "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd"
    # The top card starts the discard pile, the next are what the Benediction Hand draws.
    " 2h Ah 3h"
)


DIVIDHA_DEAL = "AH QH KH QD JD KD JB 7B KB 7D 6H 7H 5B 4D 5D 3H 2H 2B"


"""Six cards each, dealt around: a high card, a lower one, three Kings."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Three people at a table, and what the first of them sees; `faults` is what went wrong."""

    game: AnyGame
    people: list[Player]
    dice: Dice
    eyes: Eyes
    faults: list[str] = field(default_factory=list)

    @property
    def me(self) -> Player:
        """The viewer."""
        return self.people[0]

    async def table(self, state: str) -> None:
        """Look at the table's message: it says little, and all of it is seen at once."""
        message = self.me.table
        if re.search("[0-9a-f]{32}", message.words):
            self.faults.append(f"{state}: a hash")
        await self._look(message, state, WORDS_MAX[self.game])

    async def panel(self, state: str) -> None:
        """Look at the panel."""
        await self.me.open_panel()
        buttons = self.me.whispered.buttons
        if self.game is not DESTINY and len(buttons) > BUTTONS_MAX:  # its field is one of buttons
            self.faults.append(f"{state}: {len(buttons)} buttons")
        await self.whispered(f"{state}-panel")

    async def whispered(self, state: str, *, is_long: bool = False) -> None:
        """Look at the newest message for the first of them only; one `is_long` that is there to be read."""
        await self._look(self.me.whispered, state, is_long=is_long)

    async def look_at(self, message: Message, state: str) -> None:
        """Look at another message."""
        await self._look(message, state)

    async def answer(self, *names: str) -> None:
        """Press this for each called player, one after the other."""
        for name in names:
            await next(each for each in self.people if each.is_called).press(name)

    async def all_in(self) -> None:
        """Go all in for the called player, and confirm it."""
        called = await self.asked_all_in()
        await called.confirm()

    async def asked_all_in(self) -> Player:
        """Press all in, or an equal call, up to its confirmation; return the called player."""
        called = next(each for each in self.people if each.is_called)
        await called.open_panel()
        message = called.whispered
        (way,) = (message.buttons[each] for each in ("sure all_in", "sure match") if each in message.buttons)
        await called.press_id(message, way)
        return called

    async def _look(self, message: Message, state: str, words_max: int = 0, *, is_long: bool = False) -> None:
        for size, sight in (await self.eyes.see(message, state)).items():
            words = sum(any(map(str.isalnum, each)) for each in sight.words.split())
            found = {
                "wider than the page": max(sight.page_width, sight.right) > WIDTHS[size],
                f"broken: {sight.broken}": sight.broken != [],
                f"{words} words": words > words_max > 0,
                f"{sight.height:.1f} pixels high": not is_long and size != DESK and sight.height > HEIGHT_MAX,
            }
            self.faults.extend(f"{state}, {size}: {fault}" for fault, holds in found.items() if holds)


async def stone_hand(evening: Evening) -> None:
    """A show-up, a round, a last round, and the same company again."""
    dice = evening.dice
    await evening.me.press("begin")
    await evening.table("2-throw")
    dice.load("3-6-8", "2-4-6")
    await evening.answer("throw")
    await evening.table("3-keep")
    await evening.panel("3-keep")
    await evening.answer("rethrow")
    await evening.table("4-show-up")
    dice.load("1-3-8", "5-8-8", "1-4-7")
    await evening.answer("throw", "keep", "throw")
    await evening.table("5-others")
    await evening.answer("throw")
    await evening.table("6-result")
    dice.load("1-1-1", "1-2-3", "8-8-8")
    await evening.answer("throw")
    await evening.me.press("last")
    await evening.table("7-last-round-asked")
    for each in evening.people[1:]:
        await each.press("last")
    await evening.answer("throw")
    await evening.table("8-last-round")
    await evening.answer("throw")
    await evening.table("9-over")
    await evening.me.press("again")
    await evening.table("A-again")


async def destiny(evening: Evening) -> None:
    """A hand from the blinds to a showdown, with a look, a Benediction Hand, and two all in."""
    evening.dice.stack(LOW_FIELD)
    evening.dice.load("1")
    await evening.me.press("begin")
    await evening.table("2-betting")
    await evening.panel("2-betting")
    await evening.answer("raise 4", "match", "match")
    await evening.table("3-looking")
    await evening.answer("look_e5")
    await evening.table("4-playing")
    await evening.answer("hold_d4", "look_c1", "benediction")
    await evening.panel("5-looking")
    await evening.answer("look_e4")
    await evening.panel("6-playing")
    await evening.answer("hold_b2")
    await evening.table("7-betting")
    await evening.all_in()
    await evening.answer("check")
    await evening.table("8-all-in")
    await evening.panel("8-all-in")
    await evening.all_in()
    await evening.table("9-result")
    await evening.panel("9-result")


async def dividha(evening: Evening) -> None:
    """A hand with bets, a trade and a showdown in which all three lie there."""
    me, *others = evening.people
    evening.dice.stack(DIVIDHA_DEAL)
    evening.dice.load("1")
    await me.press("begin")
    for each in evening.people:
        await each.press("usual 50")
    await evening.table("2-betting")
    await evening.answer("bet 2", "raise 4")
    await evening.panel("2-betting")
    await evening.answer("match", "match")
    await evening.panel("3-waiting")
    await evening.answer("check", "check", "check")
    await evening.table("4-trade")
    await evening.answer("no_trade", "no_trade")
    await evening.panel("4-trade")
    await evening.answer("no_trade", "check", "check", "check")
    await evening.answer("check", "bet 2")
    await evening.panel("5-six-cards")
    await evening.answer("match", "match")
    await evening.table("6-showdown")
    await evening.panel("6-showdown")
    for each in (me, *others):
        await each.open_panel()
        pick = each.whispered.picks[0]
        await each.member.select(
            each.whispered.sent, [pick["options"][0]["value"]], custom_id=pick["custom_id"]
        )
    await evening.table("7-result")
    await evening.panel("7-result")


async def knights_heads(evening: Evening) -> None:
    """A hand that all but one fold; then one with all three all in, and a side pot."""
    me, tomas, ishbel = evening.people
    evening.dice.stack(knights.dealt(knights.BEN, knights.CORA, knights.ANN))
    evening.dice.load("1")
    await me.press("begin")
    await evening.table("2-betting")
    await evening.answer("bet 2", "match")
    await evening.panel("2-betting")
    await evening.answer("raise 4", "fold", "fold")
    await evening.table("3-folded")
    evening.dice.stack(f"{knights.dealt(knights.CORA, knights.ANN, knights.BEN)} K07 M10 N10")
    await me.press("deal")
    await evening.answer("bet 2", "match")
    await evening.all_in()
    await evening.table("4-all-in")
    await evening.panel("4-all-in")
    await evening.all_in()
    await evening.asked_all_in()
    await evening.whispered("4-sure")
    await me.confirm()
    await evening.table("5-exchange")
    await evening.panel("5-exchange")
    await knights.seal(ishbel, ("N03", "M09", "J08"))
    await knights.seal(me, knights.ANN_GIVES)
    await evening.panel("6-picked")
    await knights.seal(tomas, knights.BEN_GIVES)
    await evening.table("7-result")
    await evening.panel("7-result")
    await me.press("who")
    await evening.whispered("8-who", is_long=True)


EVENINGS: Mapping[AnyGame, Callable[[Evening], Awaitable[None]]] = {
    STONE_HAND: stone_hand,
    DESTINY: destiny,
    DIVIDHA: dividha,
    KNIGHTS_HEADS: knights_heads,
}
