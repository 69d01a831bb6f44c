"""Organisers' corrections of a tournament, as all players read them (TN-47)."""

from __future__ import annotations

from random import Random

import pytest

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import answer_of, series_page, type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.forms import correct, fill_in
from tests.discord.tavern import Player, Press, Room


async def test_chips_and_tables_are_put_right(room: Room) -> None:
    """TN-47: only organisers do it, with a reason; the table has it, the player is told, the audit has it.

    A refused form keeps its values.
    """
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(6)]
    ann, other = people[0], room.person("other")
    await plan(host, STONE_HAND, seats=3, chips=40)
    await enter_all(room, people)
    await host.press("start_cup")
    await room.wait(0)
    await ann.press("cup_more")
    assert "correct" not in ann.whispered

    assert "I can’t show any of that text" in await correct(host, "chips", ann, amount="5", why=" ")
    assert "That player isn’t in this" in (await _chosen(host, other))
    assert "They have 40 chips" in await correct(
        host, "chips", ann, way="take", amount="40", why="a wrong pay"
    )
    await fill_in(host, "retype", amount="15")
    await room.wait(5)

    seats = await _seats(room)
    assert seats[ann.id][1] == 25
    told = f"{ann.mention}, an organiser took 15 chips from you in The Cup. The reason: “a wrong pay”"
    assert any(told in each.words for each in ann.sees())
    line = f"{host.mention} took 15 chips from {ann.mention}"
    assert line in host.notice.words
    assert f"you took 15 chips from {ann.mention}" in await type_in(host, "manage audit")

    before = seats[ann.id][0]
    await correct(host, "table", ann, table=str(3 - before), why="they share a screen")
    await room.wait(5)

    seats = await _seats(room)
    assert seats[ann.id] == (3 - before, 25)
    assert sorted(table for table, _ in seats.values()) == [1, 1, 1, 2, 2, 2]
    assert any("an organiser moved you from table" in words for words in room.said_in_threads())
    await room.check_books()


@pytest.mark.soak
async def test_a_result_is_struck_from_its_series(room: Room) -> None:
    """TN-47: no points for one alone, until it is struck once more; told, and on notice and audit."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await type_in(host, "organise series create", name="Winter", points="10 6")
    await type_in(host, "organise series manage")
    await host.press("series_plan")
    await host.press("announce")
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await play_tournament(room, [host, ben], Random(3))
    await room.wait(5)
    places = (await room.bot.app.tournaments.look(1)).tournament
    loser = next(
        each
        for each in (host, ben)
        if each.id == next(entrant.player for entrant in places.entrants if entrant.standing == "out")
    )

    assert loser.mention in await series_page(host)
    await correct(host, "strike", loser, why="a second account")
    await room.wait(5)

    line = f"{host.mention} struck the result of {loser.mention} from the series · “a second account”"
    assert line in ben.notice.words
    own = f"you struck the result of {loser.mention} from the series · “a second account”"
    assert own in await type_in(host, "manage audit")
    assert loser.mention not in await series_page(host)
    assert any("struck your result in Winter" in each.words for each in loser.sees())

    # Two organisers who mean the same undo nothing.
    assert "struck already" in await correct(host, "strike", loser, why="a second account")
    assert loser.mention not in await series_page(host)

    await correct(host, "count", loser, why="it was not")
    assert loser.mention in await series_page(host)


async def test_nothing_is_put_right_before_it_begins(room: Room) -> None:
    """TN-47: a player who presses an older menu, or one that is too early, is told why."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND)
    (result,) = await room.deliver(Press(host, host.notice.id, "t:1:correct"))

    assert "only possible while the tournament is being played" in answer_of(result)


async def _chosen(host: Player, whom: Player) -> str:
    await host.press("cup_more")
    await host.press("correct")
    await host.member.select(host.whispered.sent, [whom.member], custom_id="t:1:correct_whom:chips")
    return host.told


async def _seats(room: Room) -> dict[int | None, tuple[int, int]]:
    """Return the table and the chips of each player of the tournament, as the tables have them."""
    state = await room.bot.app.tournaments.look(1)
    found: dict[int | None, tuple[int, int]] = {}
    for number, place in state.places.items():
        table = (await room.bot.app.tavern.look(place.table)).table
        found |= {each.player: (number, each.stack) for each in table.present}
    return found
