"""“Watch it again”: through a hand that is over, and shown to all by who played it (TB-11, TB-13)."""

from __future__ import annotations

from random import Random

import pytest

from games.catalog import GAMES
from tests.discord.commands import answer_of, type_in
from tests.discord.dice import Dice
from tests.discord.knights import begin
from tests.discord.random_play import play_turn
from tests.discord.replays import knights_hand, place
from tests.discord.tavern import Player, Press, Room, gather
from tests.soak import some_now


async def play_hand(people: list[Player], key: str) -> None:
    """Play at random until the first hand is over."""
    game = GAMES[key]
    await gather(people[0].room, game, people)
    await people[0].press("begin")
    random = Random(key)
    for _ in range(200):
        if not await is_first_hand(people[0].room):
            return
        await play_turn(people, random)
    raise AssertionError("a hand without end")


async def is_first_hand(room: Room) -> bool:
    """Return True if the first hand is still in progress."""
    table = (await room.table()).table
    return table.hand is not None and table.hand.number == 1


@pytest.mark.parametrize("key", some_now(GAMES, ("stone_hand", "knights_heads")))
async def test_a_hand_is_watched_moment_by_moment(room: Room, key: str) -> None:
    """TB-13: from its first moment to its last, and back; one call to Discord a press, no game's button."""
    people = [room.person(f"person{number}") for number in range(GAMES[key].seats.start)]
    await play_hand(people, key)
    ann, found = people[0], []
    await ann.press("watch")
    for _ in range(200):
        found.append(place(ann.whispered))
        assert all(each.startswith("t:1:") for each in ann.whispered.buttons.values())
        if "watch on" not in ann.whispered:
            break
        with room.calls() as calls:
            await ann.press_id(ann.whispered, ann.whispered.button("watch on"))
        assert len(calls) == 1
    count = len(found)
    last = ann.whispered.words
    await ann.press("watch back")
    before = place(ann.whispered)
    await ann.press("watch first")
    first = place(ann.whispered)
    await ann.press("watch last")

    assert found == [f"{step}/{count}" for step in range(1, count + 1)]
    assert count > 2
    assert (before, first, ann.whispered.words) == (f"{count - 1}/{count}", f"1/{count}", last)


async def test_own_cards_are_for_their_owner(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11: each watches with the own cards, and who had no seat without any."""
    await knights_hand(ann, ben, dice)
    cora, seen = room.person("cora"), {}
    for player in (ann, ben, cora):
        await player.press("watch")
        seen[player.id] = player.told

    assert "as you saw it" in seen[ann.id]
    assert "Your cards" in seen[ben.id]
    assert "Mathilda Ironhand" in seen[ben.id]
    assert "Mathilda Ironhand" not in seen[ann.id]
    assert "as everybody saw it" in seen[cora.id]
    assert "Your cards" not in seen[cora.id]


async def test_a_hand_is_shown_by_its_player_alone(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11, KH-7: Ben shows what he kept, not what he passed on; only he turns the pages, others watch."""
    await knights_hand(ann, ben, dice)
    await ben.press("watch")
    await ben.press("show")
    first = ben.table.words
    await ben.press_id(ben.table, ben.table.button("shown last"))
    later, shown = ben.table.words, ben.table
    (refused,) = await room.deliver(Press(ann, shown.id, shown.button("shown back")))
    await ann.press_id(shown, shown.button("watch"))

    assert "as ben saw it" in first
    assert "What ben held" not in first
    assert "What ben held" in later
    assert "Mathilda Ironhand" in later
    assert "gave" not in later
    assert answer_of(refused).startswith("Only the player who shows this hand")
    assert "as you saw it" in ann.told
    assert "What ben held" not in ann.told


async def test_a_hand_is_shown_once(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """A second show of the same hand is refused to its player; another player of it may still show theirs."""
    await knights_hand(ann, ben, dice)
    await ben.press("watch")
    button = ben.whispered.button("show")
    press = Press(ben, ben.whispered.id, button)
    first, again = await room.deliver(press, press)
    await ann.press("watch")
    await ann.press("show")

    assert sorted(answer_of(each).startswith("You’ve already shown") for each in (first, again)) == [
        False,
        True,
    ]
    assert "as ann saw it" in ann.table.words


async def test_a_spectator_cannot_show_a_hand(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11: a viewer who had no seat has no hand to show, also by a made-up button."""
    await knights_hand(ann, ben, dice)
    cora = room.person("cora")
    await cora.press("watch")
    message = cora.whispered
    assert "show here" not in message
    for made_up in ("t:1:show:1_0_here", "t:1:shown:1_1_on_2"):
        (refused,) = await room.deliver(Press(cora, message.id, made_up))
        assert answer_of(refused).startswith("You can show a hand that you played")


FORGED = {
    "t:1:watch:1_999_on": "Hand 1 of table 1 has no such moment.",
    "t:1:watch:7_0_on": "Hand 7 of table 1 isn’t over",
    "t:1:watch:7": "Hand 7 of table 1 isn’t over",
    "t:7:watch": "No hand has been finished here",
    "t:1:watch:first": "That’s not possible right now.",
    "t:1:show:first": "That’s not possible right now.",
    "t:1:shown:1_0": "That’s not possible right now.",
}


async def test_a_stale_or_forged_page_is_refused(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """F-27: a page that there is not is refused in words, and nothing is shown."""
    await knights_hand(ann, ben, dice)
    await ann.press("watch")
    watched = ann.whispered.id
    for custom_id, said in FORGED.items():
        (refused,) = await room.deliver(Press(ann, watched, custom_id))

        assert answer_of(refused).startswith(said), custom_id


async def test_a_hand_under_way_is_not_watched(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-11: nothing is watched of a hand that is still played, and no other channel learns of a table."""
    await begin([ann, ben], dice)
    await ann.open_panel()
    (early,) = await room.deliver(Press(ann, ann.whispered.id, "t:1:watch:1"))
    (none,) = await room.deliver(Press(ann, ann.whispered.id, "t:1:watch"))

    assert answer_of(early).startswith("Hand 1 of table 1 isn’t over")
    assert answer_of(none).startswith("No hand has been finished here")
    assert "watch" not in ann.table


async def test_another_channel_is_for_those_who_sat_there(
    room: Room, ann: Player, ben: Player, dice: Dice
) -> None:
    """TB-11: a table's number alone shows no hand of a channel that the user may not be able to read."""
    await knights_hand(ann, ben, dice)
    cellar = Room(room.env, room.path, room.guild, room.guild.create_text_channel("cellar"))
    cora, ann_there = Player(cellar, room.person("cora").member), Player(cellar, ann.member)
    await type_in(ann_there, "hand history", table=1)
    await ann_there.press("watch")
    shown = answer_of(await ann_there.press("show"))
    (refused,) = await cellar.deliver(Press(cora, ann_there.whispered.id, "t:1:watch:1"))

    assert shown == "You can only show that hand in the channel of its table."
    assert answer_of(refused).startswith("No hand has been finished here")


async def test_a_history_leads_to_its_hand(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13: `/hand history` has the button below its file, and the last hand has it, too."""
    await knights_hand(ann, ben, dice)
    await type_in(ann, "hand history")
    watched = answer_of(await ann.press("watch"))
    await ann.press("deal")
    await ann.press("last_hand")
    again = answer_of(await ann.press("watch"))

    assert "-# Hand 1 of table 1, as you saw it · 1/" in watched
    assert again == watched


async def test_a_throw_in_passing_is_watched(room: Room, ann: Player, dice: Dice) -> None:
    """TB-13: a throw in passing is a hand like any other."""
    dice.load("1-1-5", "3-3-4")
    await type_in(ann, "throw")
    while ann.table.offers:
        await ann.press_id(ann.table, ann.table.offers[-1])
    result = ann.table.words
    await ann.press("watch")
    await ann.press("watch last")

    assert result.splitlines()[:3] == ann.told.splitlines()[:3]


async def test_another_hand_of_the_table_is_chosen(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """TB-13: the table's other hands can be chosen in a replay; one call, and its first moment."""
    await knights_hand(ann, ben, dice)
    await ann.press("watch")
    alone = ann.whispered
    await ann.press("deal")
    await next(each for each in (ann, ben) if each.is_called).press("fold")
    await ann.press("watch")
    newest = ann.told
    with room.calls() as calls:
        await room.deliver(ann.choosing(ann.whispered, "t:0:watch_hand", "1_1"))

    assert "t:0:watch_hand" not in repr(alone.parts)
    assert "-# Hand 2 of table 1, as you saw it · 1/" in newest
    assert "-# Hand 1 of table 1, as you saw it · 1/" in ann.told
    assert calls == ["callback"]
