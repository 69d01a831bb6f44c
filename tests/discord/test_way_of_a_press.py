"""The length of a press's way, counted by functions and not by time."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from tests.discord.destiny import begin as begin_destiny
from tests.discord.dice import Dice
from tests.discord.dividha import begin
from tests.discord.stone_hand import begin as begin_stone_hand
from tests.discord.tavern import Player, Room
from tests.discord.way_of_a_press import Way, nothing_is_remembered

__all__ = ["nothing_is_remembered"]

FUNCTIONS_MAX = 435
"""The limit of different functions of ours that a split bet goes through; 428 before panels told what lies in
the pot and what the player has left, 434 before a screen was hashed only once."""
FILES_MAX = 65
"""The limit of files that hold them; 62 before a panel that fails stopped no other."""
CALLS_MAX = 995
"""The limit of our functions that a split bet goes through; it was 1,367, 810 before shards and pauses, 890
before amounts and plurals went by the reader's language, 897 before commands on panels stayed clickable, 901
before answers were timed and a pause took two, 917 before names said how somebody plays and both columns what
they stand at, 925 before a state was described in blocks for chat, pictures and the page, 1,038 before a
manner was said by one function, 1,045 before what only passes on was dropped, 1,032 before titles were asked
for only once a hand was over, and what pays, begins or ends nothing was not booked, 1,008 before counting
itself counted no more, 996 before Dividha's panel worked out once what its cards make, 985
before answers came in the language that a player chose."""

SPLIT_CALLS_MAX = 950
"""The same with three open panels, when a player settles how to split; 1,473 before panels were compared."""
LOOK_CALLS_MAX = 1_418
"""The same for a look at Destiny's field; 1,340 before checksums came from values instead of `repr`, 1,415
before a screen was hashed only once."""
THROW_CALLS_MAX = 1_140


async def followed(room: Room, player: Player, name: str) -> Way:
    """Press a button, wait until all has been shown, and count."""
    way, database = Way(), room.bot.app.database
    message = player.showing(name)
    assert message is not None
    button = message.button(name)
    await database.read(lambda _tx: sys.setprofile(way.note))
    sys.setprofile(way.note)
    way.is_begun = True
    try:
        await player.press_id(message, button)
    finally:
        sys.setprofile(None)
        way.is_begun = False
        await database.read(lambda _tx: sys.setprofile(None))
    return way


@pytest.fixture
def three(ann: Player, ben: Player, room: Room) -> list[Player]:
    """Ann deals, Ben begins."""
    return [ann, ben, room.person("cora")]


async def test_a_split_bet(
    room: Room, three: list[Player], dice: Dice, record_property: Callable[[str, object], None]
) -> None:
    """A Dividha bet split on an own panel: one trip to the database, each message drawn once."""
    _ann, ben, _cora = three
    await begin(three, dice)
    await room.restart()  # forgets the panels that opened by themselves
    await ben.open_panel()
    await ben.press("usual 0")
    way = await followed(room, ben, "bet 2")
    for name in ("functions", "calls", "files"):  # for `make marks`
        record_property(name, getattr(way, name))

    assert "▲ Win 1" in ben.told.replace("*", "")
    assert "▼ Lose 3" in ben.told.replace("*", "")
    assert way.of("Database._submit") == 1
    assert (way.of("table_screen"), way.of("panel_screen")) == (1, 1)
    assert way.of("loading") == 1
    assert way.functions <= FUNCTIONS_MAX
    assert way.files <= FILES_MAX
    assert way.calls <= CALLS_MAX


async def test_beside_three_panels_a_split(room: Room, three: list[Player], dice: Dice) -> None:
    """A player's split from now on is private, so only that player's panel is drawn."""
    _ann, ben, _cora = three
    await begin(three, dice)
    for each in three:
        await each.open_panel()
    await ben.press("usual 0")
    with room.calls() as made:
        way = await followed(room, ben, "usual 50")

    assert "2: 1+1" in ben.told
    assert made == ["callback"]
    assert (way.of("table_screen"), way.of("panel_screen")) == (0, 1)
    assert way.calls <= SPLIT_CALLS_MAX


async def test_beside_three_panels_a_look(room: Room, three: list[Player], dice: Dice) -> None:
    """A look in Destiny: table and panels are drawn once each."""
    ann, ben, cora = three
    await begin_destiny(three, dice)
    await ann.press("match")
    await ben.press("match")
    await cora.press("check")
    for each in three:
        await each.open_panel()
    way = await followed(room, ben, "look_e5")

    assert "King of Diamonds" in ben.told
    assert (way.of("table_screen"), way.of("panel_screen")) == (1, 3)
    assert way.calls <= LOOK_CALLS_MAX


async def test_beside_three_panels_a_throw(room: Room, three: list[Player], dice: Dice) -> None:
    """A throw of Stone Hand: table and panels are drawn once each."""
    ann, ben, _cora = three
    await begin_stone_hand(room, three)
    for each in three:
        await each.open_panel()
    dice.load("1-1-5", "2-5-6")
    await ann.press("throw")
    way = await followed(room, ben, "throw")

    assert "`2-5-6`" in ben.told
    assert (way.of("table_screen"), way.of("panel_screen")) == (1, 3)
    assert way.calls <= THROW_CALLS_MAX
