"""Dividha: how bets are split between the columns: once for all, by a command, and all in."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from discord import ButtonStyle

from tests.discord.dice import Dice
from tests.discord.dividha import begin
from tests.discord.message import Message, press_name
from tests.discord.tavern import Player, Room

SPLITS = ("usual 100", "usual 50", "usual 0")


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben begins; he has three Kings, Cora an Ace, Ann a Queen."""
    return [ann, ben, room.person("cora")]


def chosen(panel: Message) -> list[str]:
    """Return the names of a panel's ticked buttons, which have the colour of a choice: `usual 50`."""
    ticked = [each for each in panel.parts if each.get("label", "").startswith("✓ ")]
    assert all(each["style"] == ButtonStyle.primary.value for each in ticked)
    return [press_name(each["custom_id"]) for each in ticked]


def everything_seen(player: Player) -> Iterator[str]:
    """Return all words and custom_ids that a player can see."""
    for message in player.sees():
        yield message.words
        yield from message.buttons.values()


async def test_a_split_is_chosen_once_and_kept(three: list[Player], dice: Dice) -> None:
    """DV-13: the split is chosen on the own panel, stays chosen, and all bets follow it."""
    ann, ben, cora = three
    await begin(three, dice)
    await ben.open_panel()

    assert [*ben.whispered.buttons][:3] == [*SPLITS]
    assert chosen(ben.whispered) == []
    assert "▲ Win **1** · ▼ Lose **1**" in ben.told

    await ben.press("usual 0")

    assert chosen(ben.whispered) == ["usual 0"]

    await ben.press("bet 2")

    assert "ben bets 2." in ann.table.words
    assert "▲ Win **1** · ▼ Lose **3**" in ben.told
    assert chosen(ben.whispered) == ["usual 0"]
    for other in (ann, cora):
        assert not any("Lose **3**" in words for words in everything_seen(other))

    await cora.open_panel()
    await cora.press("usual 100")
    await cora.press("match 2")

    assert "▲ Win **3** · ▼ Lose **1**" in cora.told


async def test_who_has_not_chosen_is_asked_first(three: list[Player], dice: Dice) -> None:
    """DV-13: a player without a split finds none chosen, and a button for coins asks for one first."""
    _ann, ben, cora = three
    await begin(three, dice)
    await ben.open_panel()
    assert [*ben.whispered.buttons] == [*SPLITS, "check", "sure bet", "sure fold", "beats"]
    assert "**Step 2: stay in or bet?**" in ben.told

    await ben.press("sure bet")

    assert "**First: where do your coins go?**" in ben.told
    assert [*ben.whispered.buttons] == [*SPLITS]

    await ben.press("usual 50")

    assert chosen(ben.whispered) == ["usual 50"]
    assert ben.whispered.numbers("bet 2") != []

    await ben.press("bet 2")
    await cora.open_panel()
    await cora.press("sure match")

    assert "**First: where do your coins go?**" in cora.told
    assert "stays in" not in cora.table.words

    await cora.press("usual 100")
    await cora.press("match 2")

    assert "▲ Win **3** · ▼ Lose **1**" in cora.told


async def test_staying_in_is_green_and_betting_is_not(three: list[Player], dice: Dice) -> None:
    """Check and Bet are told apart, and Check has the colour that it has in every game."""
    _ann, ben, cora = three
    await begin(three, dice)
    await ben.open_panel()

    assert green(ben.whispered) == ["check"]

    await ben.press("usual 50")
    await ben.press("bet 2")
    await cora.open_panel()

    assert green(cora.whispered) == ["sure match"]

    await cora.press("usual 50")

    assert green(cora.whispered) == ["match 2"]


def green(panel: Message) -> list[str]:
    """The green buttons of a panel."""
    return [
        press_name(each["custom_id"])
        for each in panel.parts
        if each.get("style") == ButtonStyle.success.value
    ]


async def test_a_button_says_what_is_at_stake(three: list[Player], dice: Dice) -> None:
    """TB-6: more than half of what is left is told on the button; all of it is asked once more, and once."""
    ann, ben, cora = three
    await begin(three, dice, ("limit", "no_limit"))
    await ben.press("usual 50")
    shown = await ben.press("number bet")
    await ben.member.submit_modal(shown, {"text": "49"})
    await cora.press("usual 50")

    # 49 of 98 are half; the next raise takes all the rest.
    assert cora.whispered.numbers("match") == [49]
    assert "staying in costs you **49**" in cora.told
    assert "**98** left" in cora.told

    await cora.press("sure all_in")
    await cora.confirm()
    await ann.press("fold")
    await ben.open_panel()

    assert "staying in costs you **all your 49**" in ben.told
    assert ben.whispered.numbers("sure match") == [49]
    assert "sure all_in" not in ben.whispered

    await ben.press("sure match")

    assert "All in with your **49**?\n▲ Win **25** · ▼ Lose **24**" in ben.told

    await ben.confirm()

    assert "ben stays in for 49" in ben.table.words


async def test_a_raise_says_what_it_takes(three: list[Player], dice: Dice) -> None:
    """TB-6: a raise to an amount takes less than that, and of how much is told where it is most of it."""
    _ann, ben, cora = three
    await begin(three, dice, ("limit", "no_limit"))
    await ben.press("usual 50")
    shown = await ben.press("number bet")
    await ben.member.submit_modal(shown, {"text": "30"})
    await cora.press("usual 50")

    # 30 to match, so a raise goes to 60 at least.
    assert cora.whispered.numbers("raise 60") == [60, 60, 98]
    assert cora.whispered.numbers("match") == [30]


async def test_the_table_tells_no_split(three: list[Player], dice: Dice) -> None:
    """DV-13, TB-11: whatever split is chosen, the table is the same."""
    ann, ben, _cora = three
    await begin(three, dice)
    before = ann.table.words, ann.table.buttons
    await ben.open_panel()
    await ben.press("usual 0")

    assert (ann.table.words, ann.table.buttons) == before
    assert not any("Lose" in words for words in everything_seen(ann) if words != ann.told)


async def test_any_split_by_a_form(three: list[Player], dice: Dice) -> None:
    """DV-13: in the menu, of each 100 coins 70 on Win; of 10 that is 7, and a button says so from then on."""
    _ann, ben, _cora = three
    await begin(three, dice, ("limit", "no_limit"))
    await ben.open_panel()
    assert "number usual" not in ben.whispered
    shown = await ben.press("number usual")

    assert shown.modal is not None
    assert shown.modal["title"] == "Percentage of each bet on Win"

    await ben.member.submit_modal(shown, {"text": "70"})

    assert chosen(ben.whispered) == ["number usual"]
    assert ben.whispered.numbers("number usual") == [70, 30]

    shown = await ben.press("number bet")
    await ben.member.submit_modal(shown, {"text": "10"})

    assert "▲ Win **8** · ▼ Lose **4**" in ben.told


async def test_bets_by_form(three: list[Player], dice: Dice) -> None:
    """DV-13: the same typed into a form: an amount, and in a line of its own how much of it on Win."""
    ann, ben, cora = three
    await begin(three, dice)
    for each in three:
        await each.press("usual 50")
    shown = await ben.press("number bet")
    await ben.member.submit_modal(shown, {"text": "4", "part": "1"})

    assert "ben bets 4." in ann.table.words
    assert "▲ Win **2** · ▼ Lose **4**" in ben.told

    await cora.press("match 4")
    shown = await ann.press("number raise")
    await ann.member.submit_modal(shown, {"text": "8", "part": " "})

    assert "ann raises to 8." in ann.table.words
    assert "▲ Win **5** · ▼ Lose **5**" in ann.told


async def test_all_in_asks_once_more(three: list[Player], dice: Dice) -> None:
    """DV-21: all in is asked once more, and it is said where the coins go: 98 by halves."""
    ann, ben, _cora = three
    await begin(three, dice, ("limit", "no_limit"))
    await ben.press("usual 50")
    await ben.press("sure all_in")

    assert "All in with your **98**?\n▲ Win **49** · ▼ Lose **49**" in ben.told

    await ben.confirm()

    assert "**all in**" in ann.table.words


@pytest.mark.parametrize(
    ("split", "side", "win", "lose"), [("usual 50", "Win", 99, 1), ("usual 0", "Lose", 1, 99)]
)
async def test_all_in_says_to_which_side_it_goes(
    three: list[Player], dice: Dice, split: str, side: str, win: int, lose: int
) -> None:
    """DV-21: if all in may not be split, its side is told before, to its owner only."""
    _ann, ben, _cora = three
    await begin(three, dice, ("limit", "no_limit"), ("split_all_in", False))
    await ben.open_panel()
    await ben.press(split)

    assert f"-# A bet of your last coin can’t be split: it all goes on {side}." in ben.told

    await ben.press("sure all_in")

    assert f"All in with your **98**?\n▲ Win **{win - 1}** · ▼ Lose **{lose - 1}**" in ben.told

    await ben.confirm()
    await ben.open_panel()

    assert f"▲ Win **{win}** · ▼ Lose **{lose}**" in ben.told


async def test_a_split_after_a_start_changes_nothing_that_all_see(
    room: Room, three: list[Player], dice: Dice
) -> None:
    """TB-11: Ben's change on his own panel edits no message of the table's, not even to the same."""
    _ann, ben, _cora = three
    await begin(three, dice)
    await ben.open_panel()
    await room.restart(away_seconds=3.0)
    with room.calls() as calls:
        await ben.press("usual 0")
        await room.wait(3)

    assert chosen(ben.whispered) == ["usual 0"]
    assert calls == ["callback"]


async def test_fixed_limit_has_its_one_bet(three: list[Player], dice: Dice) -> None:
    """TB-5: a single legal amount has a button, and no form."""
    _ann, ben, _cora = three
    await begin(three, dice, ("limit", "fixed_limit"))
    await ben.press("usual 50")

    assert [*ben.whispered.buttons][3:] == ["check", "bet 2", "sure fold", "beats"]


async def test_what_beats_what(three: list[Player], dice: Dice) -> None:
    """DV-1: the ranking is a press away from the cards."""
    _ann, ben, _cora = three
    await begin(three, dice)
    await ben.press("beats")

    assert "6. **Full House**" in ben.told


async def test_a_split_for_the_next_hand(three: list[Player], dice: Dice) -> None:
    """DV-13: a player who has folded has no bet to split; the usual split is in the menu."""
    _ann, ben, _cora = three
    await begin(three, dice)
    await ben.press_and_confirm("sure fold")

    assert [*ben.whispered.buttons] == ["beats"]

    shown = await ben.press("number usual")
    await ben.member.submit_modal(shown, {"text": "0"})

    assert "not possible" not in ben.told
    # F-2: the table's message says nothing of it, so there is nothing to be drawn again at the next start.
    await ben.room.wait(6)
    assert await ben.room.bot.app.tavern.outdated() == []
