"""Destiny at tables, as its players see it."""

from __future__ import annotations

from random import Random

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import PLACES
from tests.discord.commands import answer_of, close_table
from tests.discord.destiny import begin
from tests.discord.dice import Dice
from tests.discord.random_play import play_out
from tests.discord.tavern import PURSE, Player, Room, gather


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben has the small blind, Cora the big one."""
    return [ann, ben, room.person("cora")]


async def test_blinds_and_field_are_shown(three: list[Player], dice: Dice) -> None:
    """DE-2, DE-3: the table shows blinds, pot, field, deck and discard pile."""
    await begin(three, dice)
    words = three[0].table.words

    assert "ann was drawn to deal first." in words
    assert "ben posts the small blind of 1." in words
    assert "cora posts the big blind of 2." in words
    assert "Pot **3**" in words
    assert "deck 26" in words
    assert "A ## ## ## ## ##" in words


async def test_a_hand_from_blinds_to_showdown(three: list[Player], dice: Dice) -> None:
    """DE-4 to DE-7: bets, looks, holds and a showdown, all by what the messages offer."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("match")
    await ben.press("match")
    await cora.press("check")

    assert {"look_a1", "look_c3", "look_e5", "no_look"} <= set(ben.table.buttons)
    assert "fold" not in ben.table

    await ben.press("look_e5")

    assert "## `K♦` E5 is the King of Diamonds" in ben.told
    assert all("K♦" not in message.words for each in (ann, cora) for message in each.sees())
    assert "look_e5" not in ben.table
    assert "looks at E5" in ann.table.words

    await ben.press("hold_d4")
    await cora.press("no_look")
    await cora.press("benediction")
    await ann.press("look_a1")
    await ann.press("hold_b2")

    assert "Every card looked at goes back, face down." in ann.table.words

    for each in (ben, cora, ann):
        await each.press("check")
    words = ann.table.words

    assert words.startswith("### 🃏 Destiny · cora wins the pot of 6\n")
    assert "checks." not in words
    # The card that Ann looked at lies there yet (DE-12, TB-26).
    assert "so you have to remember it yourself for now" in answer_of(await ann.press("second"))
    assert "**cora** `A♥` drawn blind · **+4**\n**ann** `8♣` from B2 · **−2**\n" in words
    assert "**ben** `7♦` from D4 · **−2**\n-# Ace beats 8." in words
    assert "deal" in ann.table
    assert await ann.wallet() == 100


async def test_nothing_to_choose_again_in_a_first_round(three: list[Player], dice: Dice) -> None:
    """TB-26: whoever folds before a card is held down is told which choices are weighed at Destiny."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("fold")
    await ben.press("fold")
    await cora.press("second")

    assert cora.told == (
        "Nothing to choose again here: no choice of yours made a difference that I can be sure of. "
        "At Destiny I weigh what you do once the cards are held down: "
        "looks, and bets before, leave too much open."
    )


async def test_a_look_while_a_pause_is_asked_for(three: list[Player], dice: Dice) -> None:
    """F-27, F-47: beside 25 places there is room for a pause, and for a way back from sitting out."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("match")
    await ben.press("match")
    await ben.press("sit_out")
    await cora.press("check")
    await ann.press("more")
    await ann.press("pause")
    await ben.press("look_e5")

    assert "## `K♦` E5 is the King of Diamonds" in ben.told
    assert {"hold_d4", "benediction", "pause", "pause_not"} <= {*ben.whispered.buttons}
    assert {"hold_d4", "benediction", "pause", "pause_not", "hand", "more"} <= {*ben.table.buttons}


async def test_a_look_is_shown_once(three: list[Player], dice: Dice) -> None:
    """DE-12: without the memory aid nobody is told again what they saw."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("match")
    await ben.press("match")
    await cora.press("check")
    await ben.press("look_e5")
    await ben.press("hold_d4")

    assert "K♦" not in ben.told
    await ben.open_panel()
    assert "K♦" not in ben.told


async def test_memory_aid(three: list[Player], dice: Dice) -> None:
    """DE-12: with it, the own panel tells what one has seen and what still lies there."""
    ann, ben, cora = three
    await begin(three, dice, ("memory_aid", True))
    await ann.press("match")
    await ben.press("match")
    await cora.press("check")
    await ben.press("look_e5")
    await ben.press("hold_d4")
    await ben.open_panel()

    assert "Seen, and still there: E5 `K♦`." in ben.told

    await ann.open_panel()

    assert "K♦" not in ann.told


async def test_any_amount_by_a_form(three: list[Player], dice: Dice) -> None:
    """TB-4: or typed into a form."""
    ann, *_others = three
    await begin(three, dice)
    shown = await ann.press("number raise")
    await ann.member.submit_modal(shown, {"text": "9"})

    assert "ann raises to 9." in ann.table.words


async def test_all_in_asks_once_more(three: list[Player], dice: Dice) -> None:
    """DE-11: all in never stands beside the check, and is asked once more, with what it takes now."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("sure all_in")

    assert "All in? You put in 2 now, and match each raise of this round, up to your **100**." in ann.told
    assert "all in" not in ben.table.words

    await ann.confirm()

    assert "ann goes all in" in cora.table.words


async def test_last_one_standing_shows_nothing(three: list[Player], dice: Dice) -> None:
    """DE-8: when all others fold, the pot goes to the last, and no card is shown."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("fold")
    await ben.press("fold")

    assert "cora wins the pot of 2: everyone else folded" in cora.table.words


async def test_a_closed_table_says_where_its_proofs_are(three: list[Player], dice: Dice) -> None:
    """TB-13: the way to check the cards is told after the game as well."""
    ann, ben, _cora = three
    await begin(three, dice)
    await ann.press("fold")
    await ben.press("fold")
    await close_table(ann)
    await ann.press("fair")

    assert ann.table.is_over
    assert "`/hand history table:1` gives you the last hand as a file" in ann.told


async def test_discards_for_whoever_asks(three: list[Player], dice: Dice, room: Room) -> None:
    """DE-13: anyone may ask for the discard pile and for the number of cards in the deck."""
    dana = room.person("dana")
    await begin(three, dice)
    await dana.press("discards")

    assert "Discard pile: `2♥`. The deck has 26 cards." in dana.told


async def test_discards_between_hands(three: list[Player], dice: Dice, room: Room) -> None:
    """DE-13: between two hands as well; and what was played lies there to be looked at."""
    ann, ben, cora = three
    await begin(three, dice)
    await ann.press("match")
    await ben.press("match")
    await cora.press("check")
    for each in (ben, cora, ann):
        await each.press("no_look")
        await each.press("benediction")
    for each in (ben, cora, ann):
        await each.press("check")
    await ann.press("discards")

    assert "Discard pile, oldest first: `2♥ A♥ 3♥" in ann.told
    assert "The deck has 23 cards." in ann.told
    assert "pile 4, top" in ann.table.words


@pytest.mark.soak
async def test_full_game_of_eight(room: Room) -> None:
    """DE-10: a game is played out at random by people who press only what they are offered."""
    people = [room.person(f"p{number}") for number in range(8)]
    await gather(room, DESTINY, people, buy_in=20, blinds=2)
    await people[0].press("begin")
    await play_out(people, Random(len(people)))

    assert people[0].table.is_over
    await room.check_books()


async def offered(player: Player) -> list[str]:
    """Return the names of a player's buttons, at the table or on the own panel, opened if need be."""
    if not any(each.offers for each in player.looks_back()):
        await player.open_panel()
    return list(next(each for each in player.looks_back() if each.offers).buttons)


async def play_by(people: list[Player], *wanted: str) -> None:
    """Press the first of these that is offered, player by player, until the table is closed or stuck."""
    for presses in range(1000):
        if people[0].table.is_over:
            return
        if "deal" in people[0].table:
            # A player who is out already is told so.
            await people[presses % len(people)].press("deal")
            continue
        called = next(each for each in people if each.is_called)
        names = await offered(called)
        # The last of several amounts is the largest.
        fitting = (name for each in wanted for name in reversed(names) if name.startswith(each))
        pressed = next(fitting, None)
        if pressed is None:
            return
        await called.press(pressed)
        if pressed == "sure all_in":
            await called.confirm()


QUIET = ("check", "match", "no_look", "hold_", "benediction")
"""Match, check, look at nothing and hold a card down: so the field is soon empty."""


@pytest.mark.soak
async def test_game_to_an_empty_field(room: Room) -> None:
    """DE-10: with the last card of the field the game ends, unless all agree to a new one."""
    people = [room.person(f"p{number}") for number in range(8)]
    await gather(room, DESTINY, people)
    await people[0].press("begin")
    await play_by(people, *QUIET)

    assert "The field is empty." in people[0].table.words

    for each in people[:2]:
        await each.open_panel()
    await people[0].press("new_field")
    await people[1].press("enough")

    assert people[0].table.is_over
    assert sum([await each.wallet() for each in people]) == len(people) * PURSE
    await room.check_books()


@pytest.mark.soak
async def test_a_new_field_by_consent(three: list[Player], room: Room) -> None:
    """DE-10: with everybody's consent a new field is laid out, and the game goes on."""
    await gather(room, DESTINY, three)
    await three[0].press("begin")
    await play_by(three, *QUIET)
    for each in three:
        await each.open_panel()
        await each.press("new_field")

    # Texts for which titles leave no room are left out.
    assert "deal" in three[0].table

    await three[1].press("deal")

    assert "A new field is laid out." in three[0].table.words


@pytest.mark.parametrize("players", [3, pytest.param(8, marks=pytest.mark.soak)])
async def test_game_to_a_single_player(room: Room, players: int) -> None:
    """DE-10: when everybody goes all in, one has it all soon, and the game is over."""
    people = [room.person(f"p{number}") for number in range(players)]
    await gather(room, DESTINY, people, buy_in=20)
    await people[0].press("begin")
    await play_by(people, "raise ", "bet ", "match", "sure all_in", *QUIET, "new_field")

    assert "has won" in people[0].table.words
    assert max([await each.wallet() for each in people]) == PURSE + 20 * (players - 1)
    await room.check_books()


async def test_dealer_and_blind_leave_between_hands(three: list[Player], dice: Dice, room: Room) -> None:
    """TB-9, DE-3: the dealer and a blind leave between hands; a newcomer is dealt in, and play goes on."""
    ann, ben, _cora = three
    dana, emil = room.person("dana"), room.person("emil")
    await begin(three, dice)
    await ann.press("fold")
    await ben.press("fold")
    assert "how" not in ann.table
    await ann.press("how")
    assert ann.told.startswith("### Destiny\n")
    await dana.press("join")
    await emil.press("join")
    await ann.press("leave")
    await ben.press("leave")

    assert [await ann.wallet(), await ben.wallet()] == [PURSE, PURSE - 1]

    await dana.press("deal")

    assert "**cora** · 101 coins · dealer · seat 3\n" in dana.table.words
    assert "dana posts the small blind of 1." in dana.table.words
    assert "emil posts the big blind of 2." in dana.table.words
    await room.check_books()


def test_places_have_two_characters() -> None:
    """DE-2: on a phone the grid stays a grid: labels of two characters."""
    assert {len(place) for place in PLACES} == {2}
