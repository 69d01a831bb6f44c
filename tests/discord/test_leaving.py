"""The warning before a player leaves with coins in the middle, or folds for nothing (TB-9)."""

from __future__ import annotations

from typing import Any

import pytest

from games.catalog import GAMES
from games.dividha.game import DIVIDHA
from games.engine.core.game import AnyGame
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from tests.discord.tavern import Player, Room, gather

LEAVING = {
    "destiny": "Leave table 1? You’ll fold, and leave 2 coins in the middle.",
    "dividha": "Leave table 1? You’ll fold, and leave 2 coins in the middle.",
    "knights_heads": "Leave table 1? You’ll fold, and leave 2 coins in the middle.",
    "stone_hand": "Leave table 1? I’ll throw for you until this round is over and settled, and then you’ll "
    "leave.",
}
"""The big blind of Destiny and the usual antes are 2; in Stone Hand nothing is staked beforehand."""


async def sit(room: Room, game: AnyGame) -> list[Player]:
    """Three people at a table that has begun."""
    people = [room.person(name) for name in ("ann", "ben", "cora")]
    await gather(room, game, people)
    await people[0].press("begin")
    return people


async def standing(room: Room, player: Player) -> str:
    """Return a player's standing at the table."""
    return (await room.table()).table.seat_of(player.id).standing


def with_most_at_stake(table: Any, people: list[Player]) -> Player:
    """Return the player with most in the middle."""
    game = GAMES[table.game]
    left = game.stacks(table.hand.state)
    seat = min(table.seats, key=lambda each: left[each.seat] - each.stack)
    return next(each for each in people if each.id == seat.player)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
async def test_leaving_in_the_middle_of_a_hand_is_asked_first(room: Room, game: AnyGame) -> None:
    """TB-9: no single press gives a hand up; what stays in the middle is named first."""
    people = await sit(room, game)
    who = with_most_at_stake((await room.table()).table, people)
    await who.press("leave")

    assert who.told.replace("*", "") == LEAVING[game.key]
    assert await standing(room, who) == "in"

    await who.press("no")
    assert await standing(room, who) == "in"

    await who.press_and_confirm("leave")
    assert await standing(room, who) == "leaving"
    await room.check_books()


async def test_leaving_for_nothing_is_not_asked(room: Room) -> None:
    """TB-9: in a lobby, after a fold, and between hands nothing stays in the middle: it is done at once."""
    ann, ben, cora = people = [room.person(name) for name in ("ann", "ben", "cora")]
    await gather(room, KNIGHTS_HEADS, people)
    await cora.press("leave")
    assert len((await room.table()).table.present) == 2

    await cora.press("join")
    await ann.press("begin")
    first = next(each for each in people if each.is_called)
    await first.press("fold")
    await first.press("leave")
    assert await standing(room, first) == "leaving"

    second = next(each for each in (ann, ben, cora) if each.is_called)
    await second.press("fold")
    assert (await room.table()).table.hand is None
    await second.press("leave")
    assert (await room.table()).is_over


async def test_whoever_is_all_in_may_go(room: Room) -> None:
    """TB-9: they are told that nothing is folded, and how much lies there; here they win."""
    people = await sit(room, KNIGHTS_HEADS)
    first = next(each for each in people if each.is_called)
    await first.press_and_confirm("sure all_in")
    await first.press("leave")

    assert first.told.replace("*", "") == (
        "Leave table 1? You’re all in with 100 coins, so you don’t fold: I’ll play this hand to its end for "
        "you, and you’ll go home with what you win."
    )

    await first.confirm()
    for _ in range(2):
        await next(each for each in people if each.is_called).press("fold")

    # The antes of the two others are theirs.
    assert await first.wallet() == 200 + 4
    await room.check_books()


async def test_folding_for_nothing_is_asked_first(room: Room) -> None:
    """TB-9: it is asked if a check is free; if staying in costs something, a fold is a fold."""
    people = await sit(room, DIVIDHA)
    first = next(each for each in people if each.is_called)
    await first.open_panel()
    assert "fold" not in first.whispered
    await first.press("sure fold")

    assert first.told == "Fold? Checking costs you nothing."
    await first.press("no")
    await first.press("usual 50")
    await first.press("bet 2")
    second = next(each for each in people if each.is_called)
    await second.press("fold")

    assert f"{second.member.name} folds." in second.table.words


async def test_an_old_button_asks_as_well(room: Room) -> None:
    """TB-9: also by a menu that was opened before the game began, when leaving cost nothing."""
    ann, ben = room.person("ann"), room.person("ben")
    await gather(room, STONE_HAND, [ann, ben])
    await ben.press("more")
    opened = ben.whispered
    await ann.press("begin")
    await ben.press_id(opened, opened.button("leave"))

    assert await standing(room, ben) == "in"
