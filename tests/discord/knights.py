"""A table of Knights' Heads with cards that are written out."""

from __future__ import annotations

from games.knights_heads.game import KNIGHTS_HEADS
from tests.discord.dice import Dice
from tests.discord.message import Message
from tests.discord.tavern import Player, gather, set_rule, start

BEN = "Q03 Q04 Q05 Q06 S03 S04 K03 D03 J03"
ANN = "S05 S06 A03 A04 B03 B04 M08 D12 J04"
CORA = "N03 N04 M09 A05 A06 B05 B06 D04 J08"
BEN_GIVES, ANN_GIVES = ("K03", "D03", "J03"), ("S05", "S06", "J04")
LUCK = "K07 M10"


def dealt(*hands: str) -> str:
    """Nine cards each, one at a time."""
    return " ".join(card for cards in zip(*map(str.split, hands), strict=True) for card in cards)


async def begin(people: list[Player], dice: Dice, *rules: tuple[str, object], pace: str = "live") -> None:
    """A table of these people begins; the first of them, Ann, deals."""
    await gather(people[0].room, KNIGHTS_HEADS, people, pace=pace)
    for rule in rules:
        await set_rule(people[0], *rule)
    hands = (BEN, ANN) if len(people) == 2 else (BEN, CORA, ANN)
    dice.stack(f"{dealt(*hands)} {LUCK}")
    dice.load("1")
    await start(people[0])


async def seal(player: Player, cards: tuple[str, ...]) -> None:
    """Open the own panel, and choose three of its list by the cards' place among one's own."""
    await player.open_panel()
    await pick(player, player.whispered, cards)


async def pick(player: Player, panel: Message, cards: tuple[str, ...]) -> None:
    """Choose three lines of a panel's list."""
    table = await player.room.table()
    state = table.table.hand.state  # type: ignore[union-attr]
    seat = table.table.seat_of(player.id).seat
    own = KNIGHTS_HEADS.view(state, seat).cards
    (select,) = panel.picks
    values = [str(own.index(card)) for card in cards]
    await player.member.select(panel.sent, values, custom_id=select["custom_id"])


async def swap(ann: Player, ben: Player) -> None:
    """A bet, a match, and the exchange."""
    await ben.press("bet 2")
    await ann.press("match")
    await seal(ben, BEN_GIVES)
    await seal(ann, ANN_GIVES)
