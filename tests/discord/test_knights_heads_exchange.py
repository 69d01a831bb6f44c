"""The exchange of Knights' Heads, and the panels on which cards are picked."""

from __future__ import annotations

from games.knights_heads.game import KNIGHTS_HEADS
from tests.discord.dice import Dice
from tests.discord.knights import ANN_GIVES, BEN_GIVES, begin, pick, seal
from tests.discord.tavern import THINKS_SECONDS, Player, Room


async def test_the_panel(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-6, KH-7: the own cards, what they make and are near to, the pot, and what each is to the hand."""
    await begin([ann, ben], dice)
    await ben.open_panel()
    assert "**In this round: bet or fold**" in ben.told
    assert f"**Your turn, {ben.mention}**" in ann.table.words
    await ben.press("bet 2")
    await ann.press("match")
    await ben.open_panel()

    assert "**Queen 3 Mathilda Ironhand, 4 Isaura, 5 Berengaria the Round, 6 Yolande**" in ben.told
    assert "King 3 Hadrian Threewives · Messenger 3 Quick Dob, 4 Jasper Mudboot" in ben.told
    # Number 22 of KH-2: 63.8 % of all hands are lower and 9.2 % are Courts, of which it beats half.
    assert "4 Queens · beats 7 in 10 so far" in ben.told
    assert "For your three cards you get three from ann, and later a tenth by luck." in ben.told
    # Nine cards with one man too many and two Messengers that want two more: five and five is nearest.
    assert "cards short of: " in ben.told
    assert "Pot **8**" in ben.told
    (select,) = ben.whispered.picks
    assert (select["min_values"], select["max_values"]) == (3, 3)
    # Spare ones come first, the hand last.
    king, *others, queen = select["options"]
    assert king["label"] == "King 3 Hadrian Threewives"
    assert [each["label"].split()[0] for each in others[:4]] == [
        "Dancer",
        "Juggler",
        "Messenger",
        "Messenger",
    ]
    assert king["description"] == "spare: your only King"
    assert queen["description"] == "one of 4 Queens (Court)"


async def test_sorting_the_panel(ann: Player, ben: Player, dice: Dice) -> None:
    """The cards that make the hand come first, until the player wants all of them by face."""
    await begin([ann, ben], dice)
    await ben.open_panel()
    made = "**Queen 3 Mathilda Ironhand, 4 Isaura, 5 Berengaria the Round, 6 Yolande**"
    assert made in ben.told

    await ben.press("sort face")
    by_face = "\nKing 3 Hadrian Threewives · Queen 3 Mathilda Ironhand, 4 Isaura"
    assert by_face in ben.told

    # Others' presses leave the chosen order.
    await ben.press("bet 2")
    await ann.press("match")
    assert by_face in ben.told

    await ben.press("sort makes")
    assert made in ben.told


async def test_sealing_can_be_changed(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: changeable until all have sealed; the table tells that a player has picked, not what."""
    await begin([ann, ben], dice)
    await ben.press("bet 2")
    await ann.press("match")
    await seal(ben, ("Q03", "Q04", "Q05"))

    assert "has picked" in ann.table.words
    assert "You have picked Queen 3 4 5 for ann." in ben.told
    assert "For your three cards" not in ben.told
    assert not ben.is_called

    await pick(ben, ben.whispered, BEN_GIVES)

    assert "You have picked King 3 · Dancer 3 · Juggler 3 for ann." in ben.told

    await seal(ann, ANN_GIVES)

    assert "You gave King 3 · Dancer 3 · Juggler 3 to ann." in ben.told
    assert "ben gave you King 3 · Dancer 3 · Juggler 3." in ann.told


async def test_whom_to_pick_for(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: the panel says to whom three cards go, also when a player between has left."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.open_panel()
    assert "Pick three" not in ben.told
    await ben.press("bet 2")
    await cora.press("match")
    await ann.press("match")
    assert "**Pick three to give to cora**" in ben.told

    await cora.press_and_confirm("leave")
    assert "**Pick three to give to ann**" in ben.told

    await pick(ben, ben.whispered, BEN_GIVES)
    assert "**Pick three to give to ann**" not in ben.told
    assert "You have picked" in ben.told


async def test_three_cards_stay_between_two(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7, TB-11: no message and no custom_id that others see tells what went from Ben to Cora."""
    cora, dana = room.person("cora"), room.person("dana")
    await begin([ann, ben, cora], dice)
    await ben.press("bet 2")
    await cora.press("match")
    await ann.press("match")
    await seal(ben, BEN_GIVES)
    await seal(cora, ("N03", "M09", "J08"))
    await seal(ann, ANN_GIVES)

    assert "Hadrian Threewives" in cora.told
    assert "You gave King 3 · Dancer 3 · Juggler 3 to cora." in ben.told
    for other in (ann, dana):
        for message in other.sees():
            assert "Hadrian" not in message.words
            assert "King 3" not in message.words
            # The list of nine that Ann picks from is her own.
            assert all(pick["custom_id"].startswith("a:1:1:pass") for pick in message.picks)


async def test_leaving_while_others_seal(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7, TB-9: Cora goes while Ann and Ben still pick; the two swap."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.press("bet 2")
    await cora.press("match")
    await ann.press("match")
    await seal(ben, BEN_GIVES)
    await cora.press_and_confirm("leave")

    assert "cora folds." in ann.table.words
    assert "**cora** · 96 coins · folded · leaving" in ann.table.words

    await seal(ann, ANN_GIVES)

    assert "ben gave you King 3 · Dancer 3 · Juggler 3." in ann.told
    assert "ann gave you Messenger 5 6 · Juggler 4." in ben.told


async def test_folding_before_the_exchange(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-7: a player who has folded is passed over."""
    cora = room.person("cora")
    await begin([ann, ben, cora], dice)
    await ben.press("bet 2")
    await cora.press("fold")
    await ann.press("match")

    assert not cora.is_called
    await cora.open_panel()
    assert "Nothing yet · beats 1 in 10 so far" in cora.told
    assert "For your three cards" not in cora.told
    assert "short of" not in cora.told
    assert "Pick three" not in cora.told
    await seal(ben, BEN_GIVES)
    await seal(ann, ANN_GIVES)
    assert "ben gave you" in ann.told


async def test_no_time_is_told_while_the_house_picks(room: Room, ann: Player) -> None:
    """KH-7, TB-8: a house player that picks at the same time has a moment, and people their whole time."""
    await ann.open(KNIGHTS_HEADS, buy_in=5, ante=5)
    await ann.press("house")
    await ann.press("begin")

    assert "**Pick three to give to " in ann.table.words
    assert "<t:" not in ann.table.words

    await room.wait(THINKS_SECONDS)

    assert "has picked" in ann.table.words
    assert ann.is_called


async def test_nobody_keeps_the_house_from_picking(room: Room, ann: Player) -> None:
    """KH-7, TB-8: a player who picks other cards again and again puts off nobody's turn."""
    await ann.open(KNIGHTS_HEADS, buy_in=5, ante=5)
    await ann.press("house")
    await ann.press("begin")
    await ann.open_panel()
    for first in range(3):
        (select,) = ann.whispered.picks
        three = [str(first + number) for number in range(3)]
        await ann.member.select(ann.whispered.sent, three, custom_id=select["custom_id"])
        await room.wait(THINKS_SECONDS / 3)

    assert "Until everyone has picked, you can pick others" not in ann.told


async def test_who_are_mine(ann: Player, ben: Player, dice: Dice) -> None:
    """The own cards with their lines, for their owner alone."""
    await begin([ann, ben], dice)
    await ben.open_panel()
    await ben.press("who mine")

    assert (
        "- **King 3 Hadrian Threewives** — Remembers every birthday. He learned it the hard way." in ben.told
    )
    assert all("Hadrian" not in message.words for message in ann.sees())
