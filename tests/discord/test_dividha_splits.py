"""Dividha: how bets are split between the columns, by buttons, commands and forms."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games.dividha.game import DIVIDHA
from tests.discord.dice import Dice
from tests.discord.dividha import begin
from tests.discord.tavern import Player, Room, gather, set_rule


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben begins; he has three Kings, Cora an Ace, Ann a Queen."""
    return [ann, ben, room.person("cora")]


def amounts(player: Player) -> list[list[str]]:
    """What numbers stand in the ids of the table's buttons."""
    return [action.split(":")[5:] for action in player.table.offers]


def everything_seen(player: Player) -> Iterator[str]:
    """All words and custom_ids that somebody can see."""
    for message in player.sees():
        yield message.words
        yield from message.buttons.values()


async def test_a_bet_and_its_split(three: list[Player], dice: Dice) -> None:
    """DV-13: the table's button says an amount; a split is chosen on the own panel, and seen there alone."""
    ann, ben, cora = three
    await begin(three, dice)

    assert any("as usual" in label for label in ben.table.buttons)
    assert not any("on Lose" in label for label in ben.table.buttons)

    await ben.open_panel()
    await ben.press("All 2 on Lose")

    assert "ben bets 2." in ann.table.words
    assert "Your coins: **1** on Win, **3** on Lose." in ben.told
    for other in (ann, cora):
        assert not any("**3** on Lose" in words for words in everything_seen(other))

    await cora.open_panel()
    await cora.press("All 2 on Win")

    assert "Your coins: **3** on Win, **1** on Lose." in cora.told


async def test_public_buttons_tell_no_split(three: list[Player], dice: Dice) -> None:
    """DV-13, TB-11: whatever the usual split is, the table's buttons are the same."""
    ann, ben, _cora = three
    await begin(three, dice)
    before = amounts(ben)
    await ben.open_panel()
    await ben.press("Usually: all on Lose")

    assert "Your usual split: all on Lose." in ben.told
    assert amounts(ben) == before
    assert all("," not in number for numbers in before for number in numbers)
    assert "all on Lose" not in " ".join(everything_seen(ann))

    label = next(label for label in ben.table.buttons if "as usual" in label)
    await ben.press(label)

    assert "**3** on Lose" in ben.told


async def test_bets_by_command(three: list[Player], dice: Dice) -> None:
    """DV-13: any amount and any split in one command; without a split as usual."""
    ann, ben, cora = three
    await begin(three, dice)
    await ben.member.slash(ben.room.channel, "hand bet", amount=5, win=1)

    assert "ben bets 5." in ann.table.words
    assert "Your coins: **2** on Win, **5** on Lose." in ben.told

    await cora.member.slash(cora.room.channel, "hand bet", amount=5)

    assert "cora matches with 5." in ann.table.words
    assert "Your coins: **4** on Win, **3** on Lose." in cora.told

    await ann.member.slash(ann.room.channel, "hand bet", amount=5, win=9)

    assert "Please choose from 0 to 5." in ann.told


async def test_bets_by_form(three: list[Player], dice: Dice) -> None:
    """DV-13: the same typed into a form: an amount, perhaps with how much of it on Win."""
    ann, ben, cora = three
    await begin(three, dice)
    shown = await ben.press("Another …")
    await ben.member.submit_modal(shown, {"text": "4 1"})

    assert "ben bets 4." in ann.table.words

    await cora.open_panel()
    shown = await cora.press("Stay in for 4, another split …")
    await cora.member.submit_modal(shown, {"text": "3"})

    assert "cora matches with 4." in ann.table.words
    assert "Your coins: **4** on Win, **2** on Lose." in cora.told

    shown = await ann.press("Another …")
    await ann.member.submit_modal(shown, {"text": "8 1 2"})

    assert "ann raises" not in ann.table.words


async def test_one_number_too_many_in_a_form(three: list[Player], dice: Dice) -> None:
    """DV-13: what is said fits what was asked for, how much of the only amount goes on Win."""
    _ann, ben, cora = three
    await begin(three, dice)
    await ben.member.slash(ben.room.channel, "hand bet", amount=4)
    await cora.open_panel()
    shown = await cora.press("Stay in for 4, another split …")
    await cora.member.submit_modal(shown, {"text": "3 1"})

    assert cora.told == "Please choose from 0 to 4."


async def test_other_splits_say_of_what(room: Room, ann: Player, ben: Player) -> None:
    """DV-13: where one raise alone is legal, its split and the match's have names of their own."""
    await gather(room, DIVIDHA, [ann, ben], ante=10)
    await set_rule(ann, "limit", "fixed limit")
    await ann.press("Start")
    better, other = (ann, ben) if ann.is_called else (ben, ann)
    await better.open_panel()
    (bet,) = (label for label in better.whispered.buttons if label.endswith("another split …"))
    await better.press("Check")
    await other.press("Check")
    await better.press(next(label for label in better.table.buttons if label.startswith("Bet")))
    await other.open_panel()
    match, more = (label for label in other.whispered.buttons if label.endswith("another split …"))

    assert bet == "Bet 10, another split …"
    assert match == "Stay in for 10, another split …"
    assert more == "Raise to 20, another split …"


async def test_no_other_split_of_two_coins(three: list[Player], dice: Dice) -> None:
    """DV-13: where each split has a button, there is none that asks for another."""
    _ann, ben, cora = three
    await begin(three, dice)
    await ben.open_panel()
    await ben.press("All 2 on Lose")
    await cora.open_panel()

    assert {"All 2 on Win", "1 on Win, 1 on Lose", "All 2 on Lose"} <= set(cora.whispered.buttons)
    assert not any("another split" in label.lower() for label in cora.whispered.buttons)


async def test_a_usual_split_by_form(three: list[Player], dice: Dice) -> None:
    """DV-13: any standing split."""
    _ann, ben, _cora = three
    await begin(three, dice)
    await ben.open_panel()
    shown = await ben.press("Usually: … of 100 on Win")
    await ben.member.submit_modal(shown, {"text": "70"})

    assert "Your usual split: 70 : 30." in ben.told


async def test_all_in_asks_with_its_splits(three: list[Player], dice: Dice) -> None:
    """DV-21: all in is asked once more, and how it is split with it."""
    ann, ben, _cora = three
    await begin(three, dice, ("limit", "no limit"))
    await ben.press("All in …")

    assert "All in with your **98**?" in ben.told

    await ben.press("All 98 on Lose")

    assert "**all in**" in ann.table.words


@pytest.mark.parametrize(("usual", "side", "coins"), [("even", "Win", 99), ("all on Lose", "Lose", 1)])
async def test_all_in_says_to_which_side_it_goes(
    three: list[Player], dice: Dice, usual: str, side: str, coins: int
) -> None:
    """DV-21: where all in may not be split, it is said before where it goes, and to its owner alone."""
    ann, ben, _cora = three
    await begin(three, dice, ("limit", "no limit"), ("split_all_in", "off"))

    assert "on Win, or on Lose if you usually put more there" in ann.table.words

    await ben.open_panel()
    await ben.press(f"Usually: {usual}")

    assert f"All in is never split; as usual it goes all on {side}." in ben.told
    assert not any("all on" in label for label in ben.table.buttons)

    await ben.press("All in …")

    assert {f"All in, as usual: all on {side}", "All 98 on Win", "All 98 on Lose"} == set(
        ben.whispered.buttons
    )

    await ben.press(f"All in, as usual: all on {side}")
    await ben.open_panel()

    assert f"**{coins}** on Win, **{100 - coins}** on Lose." in ben.told
