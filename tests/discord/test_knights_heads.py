"""Knights' Heads at tables, as its players see it."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from games.knights_heads.cards import FACE_NAMES
from games.knights_heads.game import KNIGHTS_HEADS
from storage.standing import scores
from tests.discord.dice import Dice
from tests.discord.knights import ANN, ANN_GIVES, BEN_GIVES, begin, dealt, seal, swap
from tests.discord.random_play import play_out
from tests.discord.tavern import Player, Press, Room, gather


async def test_bet_or_fold(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-5, KH-6: the antes lie in the pot; the first bets or folds and cannot check."""
    await begin([ann, ben], dice)

    assert "ann was drawn to deal first: nine cards each. The ante is 2." in ben.table.words
    assert "Pot **4** · **Betting 1 of 3** · nine cards each" in ben.table.words
    assert ben.is_called
    await ben.open_panel()
    assert "fold" in ben.whispered
    assert "check" not in ben.whispered


async def test_a_whole_hand_of_two(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-6 to KH-11: two swap, get their luck cards, and the call lays everything down."""
    await begin([ann, ben], dice)
    await swap(ann, ben)

    assert "Everybody passes three cards to the left." in ann.table.words
    # One card is to come: a Triplet wants one more, all that Ben is near to at least two.
    assert "One card short of: **Triplet**" in ann.told
    assert "short of" not in ben.told

    await ben.press("check")
    await ann.press("check")

    assert "Everybody gets a luck card." in ann.table.words

    await ben.press("bet 2")

    assert ann.whispered.labels["match"] == "Call for cards with 2"

    await ann.press("match")
    words = ben.table.words

    assert "Knights’ Heads · ben wins the pot of 12" in words
    assert "ann calls for cards." in words
    assert words.index("**ben** · Council") < words.index("**ann** · Rabble")
    assert (
        "-# Queen 3 Mathilda Ironhand, 4 Isaura, 5 Berengaria the Round, 6 Yolande"
        " · Messenger 3 Quick Dob, 4 Jasper Mudboot, 5 Lorenz, 6 Piet the Whisper"
        "; also King 7 · Juggler 4"
    ) in words
    assert "-# Council beats Rabble." in words
    assert "**ben** · Council · **+6**" in words
    assert "**ann** · Rabble · **−6**" in words
    came = "ben gave you King 3 · Dancer 3 · Juggler 3. Your luck card: Merchant 10."
    assert "ben’s **Council** beats your **Rabble**.\n**ben** · Council" in ann.told
    assert f"\n-# {came}\n-# Anyone can deal" in ann.told
    await ben.open_panel()
    came = "ann gave you Messenger 5 6 · Juggler 4. Your luck card: King 7."
    assert "Your **Council** beats ann’s **Rabble**.\n**ben** · Council" in ben.told
    assert f"\n-# {came}\n-# Anyone can deal" in ben.told
    assert "deal" in ben.table

    await ben.press("deal")
    assert "ann calls for cards. **ben wins the pot of 12** with Council." in ben.table.words
    # With what she called is not told again, nor anything else from before the end of that hand.
    assert "ann stays in for" not in ben.table.words


async def test_last_one_standing_shows_nothing(ann: Player, ben: Player, dice: Dice) -> None:
    """TB-7: after the exchange too, the last takes the pot, and nobody lies there."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("bet 2")
    await ann.press("fold")

    assert "Knights’ Heads · ben wins the pot of 8" in ann.table.words
    assert "Everybody else folded, so no cards are shown." in ann.table.words
    assert "You folded, so the 4 that you had put in stays in the pot." in ann.told
    assert "You win 4\nEveryone else folded to your bet, so what they had put in is yours." in ben.told
    assert not [face for face in FACE_NAMES.values() if f"{face} " in ann.table.words]

    await ann.press("deal")
    assert "Everyone else folded: **ben takes the pot of 8** and shows nothing." in ann.table.words


async def test_folding_after_the_exchange(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """KH-8 to KH-11: the others play on; cards passed to a folded player are not laid down."""
    cora, dana = room.person("cora"), room.person("dana")
    await begin([ann, ben, cora], dice)
    await ben.press("bet 2")
    await cora.press("match")
    await ann.press("match")
    await seal(ben, BEN_GIVES)
    await seal(cora, ("N03", "M09", "J08"))
    await seal(ann, ANN_GIVES)
    assert "ben gave you King 3 · Dancer 3 · Juggler 3." in cora.told
    await ben.press("check")
    await cora.press_and_confirm("sure fold")
    for each in (ann, ben, ann):
        await each.press("check")
    words = dana.table.words

    assert words.index("**ben** · Council") < words.index("**ann** · Triplet")
    assert words.count("**cora**") == 1  # her seat, and no hand
    assert "King 3" not in words


async def test_no_call_before_the_last_round(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-8, KH-10: a match that ends the second round is a match, all in or not, and the button says so."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("bet 2")

    assert ann.whispered.labels["match"] == "Stay in for 2"
    await ann.press("raise 4")
    await ben.press("sure all_in")
    await ben.confirm()
    await ann.press("sure match")
    assert "All in with your **92**?" in ann.told
    assert "calls for cards" not in ann.told


async def test_a_call_by_an_all_in(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-10: matching all in ends the round, so it calls; it is asked once more."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    await ben.press("check")
    await ann.press("check")
    await ben.press("sure all_in")
    await ben.confirm()
    assert "sure all_in" not in ann.whispered
    await ann.press("sure match")
    assert "All in with your **96**? That calls for cards." in ann.told
    await ann.confirm()

    assert "ann calls for cards." in ann.table.words
    assert "**ben wins the pot of 200**" in ann.table.words


async def test_all_check_in_the_last_round(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-10: nobody calls, and the dealer's left lays down first."""
    await begin([ann, ben], dice)
    await swap(ann, ben)
    for each in (ben, ann, ben, ann):
        await each.press("check")
    words = ann.table.words

    assert "calls for cards" not in words
    await ann.press("who")
    assert "On the table: ben’s hand" in ann.told


async def test_who_lies_there(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """Every card is a person: a player who asks is told of all ten, of each hand that was laid down."""
    dana = room.person("dana")
    await begin([ann, ben], dice)
    await swap(ann, ben)
    for each in (ben, ann, ben, ann):
        await each.press("check")
    await dana.press("who")

    assert "On the table: ben’s hand" in dana.told
    assert (
        "- **Queen 3 Mathilda Ironhand** — Signed the peace with one hand. The other is still on the sword."
        in dana.told
    )

    await dana.choose("who_else", "ann")

    assert "On the table: ann’s hand" in dana.told
    assert "Hadrian Threewives" in dana.told

    # While the next hand is played, the way to them is in the menu: a panel has enough to read.
    await ann.press("deal")
    await ann.open_panel()
    assert "who" not in ann.whispered.buttons
    await ann.press("more")
    assert "who" in ann.whispered.buttons


async def test_a_court_of_knights(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-12: the court score is told as it grows, and stands at the seat."""
    await gather(ann.room, KNIGHTS_HEADS, [ann, ben])
    dice.stack(
        dealt(
            "N03 N04 N05 N06 A03 M08 D03 J03 B03",
            ANN.replace("A03", "A07").replace("B03", "B07").replace("M08", "M11"),
        )
    )
    dice.load("1")
    await ann.press("begin")
    await ben.press("bet 2")
    await ann.press("match")
    await seal(ben, ("D03", "J03", "B03"))
    await seal(ann, ANN_GIVES)
    for each in (ben, ann, ben, ann):
        await each.press("check")

    assert "ben’s court score grows by 1 to **1**." in ann.table.words
    assert "court score 1" in ann.table.words

    # Over all tables of the server it can be looked up.
    await ann.member.slash(ann.room.channel, "board", by="points", game="knights_heads")
    assert f"**1.** {ben.mention} — 1 point" in ann.told


async def test_points_by_place(ann: Player, ben: Player, dice: Dice) -> None:
    """KH-12: if the table says so, a hand won scores by its place, a Council 27 less 14."""
    by_place = ("scoring", "places")
    await begin([ann, ben], dice, by_place, ("court_first", False))
    await swap(ann, ben)
    for each in (ben, ann, ben, ann):
        await each.press("check")

    assert "ben’s court score grows by 13 to **13**." in ann.table.words


async def test_the_scoreboard(room: Room, ann: Player, ben: Player) -> None:
    """KH-12: court scores of all tables of the server, for pride; nobody has one before the first court."""
    await ann.member.slash(room.channel, "board", by="points", game="knights_heads")
    assert "Nobody has laid down a court of Knights yet" in ann.told

    server, key = room.guild.id, KNIGHTS_HEADS.key
    for player, points in ((ann, 1), (ben, 2)):
        await room.bot.app.database.write(
            partial(scores.add, server=server, game=key, player=player.id, points=points)
        )
    await ann.member.slash(room.channel, "board", by="points", game="knights_heads")

    places = [f"**1.** {ben.mention} — 2 points", "**2.** You — 1 point"]
    assert ann.told.splitlines()[1:] == places


async def test_hands_and_deck(room: Room, ann: Player) -> None:
    """`/knights hands` shows all hands with examples and odds, `/knights deck` all 104 cards."""
    await ann.member.slash(room.channel, "knights hands")

    assert "**1. Dynasty**, one hand in 49,433,686,272\nAll ten of one face." in ann.told
    assert "Messenger 1★ 2★ 3 4 5 6 7 8 9 10" in ann.told

    await ann.choose("ranking", "Court – Rabble")
    assert "**Rabble**, one hand in 4.0" in ann.told

    await ann.member.slash(room.channel, "knights deck")
    assert "8 cards; 0 women, 8 men." in ann.told

    people = [line for line in ann.told.splitlines() if line.startswith("- **")]
    for face in ("Queen", "Knight", "Armorer", "Merchant", "Messenger", "Dancer", "Juggler", "Blacksmith"):
        await ann.choose("faces", face)
        people += [line for line in ann.told.splitlines() if line.startswith("- **")]

    assert len(people) == len(set(people)) == 104


async def test_rules_and_opening(room: Room, ann: Player) -> None:
    """`/knights rules` tells them; a buy-in has to cover the ante."""
    await ann.member.slash(room.channel, "knights rules")
    assert "Knights’ Heads" in ann.told

    await ann.open(KNIGHTS_HEADS, buy_in=5, ante=6)
    assert "6" in ann.told

    await ann.open(KNIGHTS_HEADS, buy_in=50, ante=5, practice=True)
    assert "a table is open" in ann.table.words


async def test_forged_presses(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """A player who makes up what was never offered learns nothing."""
    await begin([ann, ben], dice)
    await ann.open_panel()
    panel = ann.whispered
    for forged in ("t:1:who:2", "t:1:sort:backwards", "t:1:who_else", "t:0:faces", "t:0:ranking"):
        await room.deliver(Press(ann, panel.id, forged))
        assert "Isaura" not in ann.told
        assert all("Isaura" not in message.words for message in ann.sees())


@pytest.mark.parametrize(
    "players", [pytest.param(2, marks=pytest.mark.soak), 3, pytest.param(6, marks=pytest.mark.soak)]
)
async def test_full_game(room: Room, players: int) -> None:
    """KH-5 to KH-11: a game is played out at random by people who press only what they are offered."""
    people = [room.person(f"p{number}") for number in range(players)]
    await gather(room, KNIGHTS_HEADS, people, buy_in=12, ante=3)
    await people[0].press("begin")
    await play_out(people, Random(players))

    assert people[0].table.is_over
    await room.check_books()
