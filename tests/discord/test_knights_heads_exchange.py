"""The exchange of Knights' Heads, and the panels on which cards are picked."""

from __future__ import annotations

from games.knights_heads.game import KNIGHTS_HEADS
from tests.discord.dice import Dice
from tests.discord.knights import ANN_GIVES, BEN_GIVES, begin, pick, seal
from tests.discord.tavern import THINKS_SECONDS, Player, Room


async def test_the_panel(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: the own cards by name, what they make, what they are near to, and the list of them."""
    await begin([ann, ben], dice)
    await ben.press("Bet 2")
    await ann.press("Stay in for 2")
    await ben.open_panel()

    assert "- Queen 3 Mathilda Ironhand, Queen 4 Isaura" in ben.told
    assert "They make **Court**." in ben.told
    assert "Near to: " in ben.told
    (select,) = ben.whispered.picks
    assert (select["min_values"], select["max_values"]) == (3, 3)
    assert select["options"][0]["label"] == "King 3 Hadrian Threewives"


async def test_sorting_the_panel(ann: Player, ben: Player, dice: Dice) -> None:
    """The cards can be shown by what they make, until the player wants them by face again."""
    await begin([ann, ben], dice)
    await ben.open_panel()
    await ben.press("Sort by what they make")

    made = "**Queen 3 Mathilda Ironhand, Queen 4 Isaura, Queen 5 Berengaria the Round, Queen 6 Yolande**"
    assert made in ben.told

    # What others do leaves the order as it was chosen.
    await ben.press("Bet 2")
    await ann.press("Stay in for 2")
    assert made in ben.told

    await ben.press("Sort by face")
    assert made not in ben.told
    assert "- King 3 Hadrian Threewives" in ben.told


async def test_sealing_can_be_changed(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: changeable until all have sealed; the table tells that somebody has picked, not what."""
    await begin([ann, ben], dice)
    await ben.press("Bet 2")
    await ann.press("Stay in for 2")
    await seal(ben, ("Q03", "Q04", "Q05"))

    assert "has picked" in ann.table.words
    assert (
        "You have sealed Queen 3 Mathilda Ironhand, Queen 4 Isaura, Queen 5 Berengaria the Round for ann."
        in ben.told
    )
    assert not ben.is_called

    await pick(ben, ben.whispered, BEN_GIVES)

    assert "You have sealed King 3 Hadrian Threewives" in ben.told

    await seal(ann, ANN_GIVES)

    assert "You passed King 3 · Dancer 3 · Juggler 3 to ann." in ben.told
    assert "ben passed you King 3 · Dancer 3 · Juggler 3." in ann.told


async def test_whom_to_pick_for(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: the panel says to whom three cards go, also when somebody between has left."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.open_panel()
    assert "Pick three" not in ben.told
    await ben.press("Bet 2")
    await cora.press("Stay in for 2")
    await ann.press("Stay in for 2")
    assert "Pick three for cora, on your left." in ben.told

    await cora.press("Leave")
    assert "Pick three for ann, on your left." in ben.told

    await pick(ben, ben.whispered, BEN_GIVES)
    assert "Pick three" not in ben.told
    assert "You have sealed" in ben.told


async def test_three_cards_stay_between_two(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7, TB-11: no message and no custom_id that others see tells what went from Ben to Cora."""
    cora, dana = room.person("cora"), room.person("dana")
    await begin([ann, ben, cora], dice)
    await ben.press("Bet 2")
    await cora.press("Stay in for 2")
    await ann.press("Stay in for 2")
    await seal(ben, BEN_GIVES)
    await seal(cora, ("N03", "M09", "J08"))
    await seal(ann, ANN_GIVES)

    assert "Hadrian Threewives" in cora.told
    assert "You passed King 3 · Dancer 3 · Juggler 3 to cora." in ben.told
    for other in (ann, dana):
        for message in other.sees():
            assert "Hadrian" not in message.words
            assert "King 3" not in message.words
            assert not message.picks


async def test_leaving_while_others_seal(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7, TB-9: Cora goes while Ann and Ben still pick; the two swap."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.press("Bet 2")
    await cora.press("Stay in for 2")
    await ann.press("Stay in for 2")
    await seal(ben, BEN_GIVES)
    await cora.press("Leave")

    assert "cora folds." in ann.table.words
    assert "cora — 96 coins — folded — leaving" in ann.table.words

    await seal(ann, ANN_GIVES)

    assert "ben passed you King 3 · Dancer 3 · Juggler 3." in ann.told
    assert "ann passed you Messenger 5 6 · Juggler 4." in ben.told


async def test_folding_before_the_exchange(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: who has folded is passed over."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.press("Bet 2")
    await cora.press("Fold")
    await ann.press("Stay in for 2")

    assert not cora.is_called
    await cora.open_panel()
    assert "They make **Rabble**." in cora.told
    assert "Near to" not in cora.told
    assert "Pick three" not in cora.told
    await seal(ben, BEN_GIVES)
    await seal(ann, ANN_GIVES)
    assert "ben passed you" in ann.told


async def test_no_time_is_told_while_the_house_picks(room: Room, ann: Player) -> None:
    """KH-7, TB-8: a house player that picks at the same time has a moment, and people their whole time."""
    await ann.open(KNIGHTS_HEADS, buy_in=5, ante=5)
    await ann.press("Add a house player")
    await ann.press("Start")

    assert "**It is <@" in ann.table.words
    assert "Time is up" not in ann.table.words

    await room.wait(THINKS_SECONDS)

    assert "has picked" in ann.table.words
    assert ann.is_called


async def test_nobody_keeps_the_house_from_picking(room: Room, ann: Player) -> None:
    """KH-7, TB-8: whoever picks other cards again and again puts off nobody's turn."""
    await ann.open(KNIGHTS_HEADS, buy_in=5, ante=5)
    await ann.press("Add a house player")
    await ann.press("Start")
    await ann.open_panel()
    for first in range(3):
        (select,) = ann.whispered.picks
        three = [str(first + number) for number in range(3)]
        await ann.member.select(ann.whispered.sent, three, custom_id=select["custom_id"])
        await room.wait(THINKS_SECONDS / 3)

    assert "Until all have, you can pick others" not in ann.told


async def test_who_are_mine(ann: Player, ben: Player, dice: Dice) -> None:
    """The own cards with their lines, for their owner alone."""
    await begin([ann, ben], dice)
    await ben.open_panel()
    await ben.press("Who are they?")

    assert (
        "- **King 3 Hadrian Threewives** — Remembers every birthday. He learnt it the hard way." in ben.told
    )
    assert all("Hadrian" not in message.words for message in ann.sees())
