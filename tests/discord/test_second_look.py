"""Choosing again in a hand that is over, and what each answer was worth (TB-26)."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import answer_of
from tests.discord.dice import Dice
from tests.discord.knights import begin, swap
from tests.discord.tavern import Player, Press, Room, gather


async def test_a_choice_that_cost(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-26: Ben kept junk of 7 against a triple of 8, for 7; by three more throws he'd have paid 4.

    The moment comes back without a word on which answer was best, from watching and from the table's menu.
    What answers are worth `tests/judges/test_stone_hand.py` works out by itself.
    """
    await gather(room, STONE_HAND, [ann, ben], wager=20)
    await ann.press("begin")
    dice.load("8-8-8", "1-7-8")
    await ann.press("throw")
    await ben.press("throw")
    await ben.press("keep")
    await ben.press("watch")
    await ben.press("second")
    asked = ben.told
    offered = [each in ben.whispered for each in ("second rethrow", "second keep")]
    await ben.press("second rethrow")
    better = ben.told.splitlines()[-4:]
    await ben.press("more")
    await ben.press_id(ben.whispered, "t:1:second:1")
    await ben.press("second keep")

    assert "`1-7-8` junk" in asked
    assert asked.splitlines()[-1] == "**Choose again:** what would you do here?"
    assert all(offered)
    assert better == [
        "You chose what’s worth most.",
        "**Throw again** was worth **−4.0** on average.",
        "**Keep it** was worth **−7.0** on average.",
        "You answered **Keep it** then. That cost you about **3.0**.",
    ]
    assert ben.told.splitlines()[-3:] == better[1:]


async def test_who_may_choose_again(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-26: players of the hand, once it is over; Ann had no choice in it."""
    await gather(room, STONE_HAND, [ann, ben], wager=20)
    await ann.press("begin")
    dice.load("8-8-8", "1-1-7", "3-3-3")
    await ann.press("throw")
    await ben.press("throw")
    await ann.press("watch")
    await ann.press("second")
    none = ann.told
    cora, message = room.person("cora"), ben.table
    forged = ("t:1:second:1_0_fly", "t:1:second:2", "t:1:second:1_7", "t:1:second:x")
    refused = await room.deliver(*(Press(ben, message.id, each) for each in forged))
    (abroad,) = await room.deliver(Press(cora, message.id, "t:1:second:1"))

    assert none == "No choice of yours made a difference that I can be sure of."
    assert answer_of(abroad) == "You can only choose again where you played yourself."
    assert answer_of(refused[1]).startswith("Hand 2 of table 1 isn’t over")
    assert all("worth" not in answer_of(each) for each in refused)


async def test_what_a_fold_cost(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-26: Ben folds four Queens and four Squires to a bet of 2, and reads what they were worth.

    Nobody is told anything before the hand is over. What hands that are imagined say is told as such, and a
    fold counts as nothing.
    """
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("check")
    await ann.press("bet 2")
    (early,) = await room.deliver(Press(ben, ben.table.id, "t:1:second:1"))
    await ben.press("fold")
    await ben.press("watch")
    await ben.press("second")
    asked, offered = ben.told, "second match" in ben.whispered
    await ben.press("second match")
    told = ben.told.splitlines()

    assert answer_of(early).startswith("Hand 1 of table 1 isn’t over")
    assert asked.splitlines()[-1] == "**Choose again:** what would you do here?"
    assert offered
    assert told[-5] == "You chose what’s worth most."
    assert told[-4].startswith("**Stay in for 2** was worth **+")
    assert told[-3].startswith("You answered **Fold** then. That cost you about **")
    assert told[-2].startswith("Against rivals who bet like these, you’d win ")
    assert told[-2].endswith(" out of 10 times. Paying 2 takes 2 out of 10.")
    assert told[-1].endswith(" given what you could know at the time. Folding counts as 0.")
