"""Organisers' actions on a tournament: who is told, and where it stands (TN-19)."""

from __future__ import annotations

from random import Random

from games.stone_hand.game import STONE_HAND
from tests.discord.commands import ask_forget, list_of, type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.tavern import PURSE, Player, Room


async def three_left_of_six(room: Room) -> tuple[Player, list[Player], Player]:
    """A cup of six people for 10 coins each, of whom three are out: host, all six, and who went out last."""
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(6)]
    await plan(host, STONE_HAND, seats=6, level_length=2, entry=10, chips=4)
    await enter_all(room, people)
    await host.press("start_cup")
    await play_tournament(room, people, Random(5), left=3)
    state = await room.bot.app.tournaments.look(1)
    out = {each.fell or 0: each.player for each in state.tournament.entrants if each.standing == "out"}
    return host, people, next(each for each in people if each.id == out[max(out)])


def since(room: Room, before: int) -> list[str]:
    """Return the messages in all channels and threads after the first `before`."""
    return said(room)[before:]


def said(room: Room) -> list[str]:
    """Everything that was said with words of its own, oldest first."""
    everywhere = room.env.backend.messages.values()
    found = {number: each.content for channel in everywhere for number, each in channel.items()}
    return [found[number] for number in sorted(found) if found[number]]


async def test_a_removal_is_told_and_takes_no_prize_away(room: Room) -> None:
    """TN-15, TN-19: the removed player gets the reason, the next a place, the audit a line; prizes stay."""
    host, people, last = await three_left_of_six(room)
    assert "1. 40 · 2. 20" in host.notice.words
    before = len(said(room))
    await type_in(host, "organise remove", member=last, why="played with two accounts")
    await room.wait(10)

    state = await room.bot.app.tournaments.look(1)
    moved = [each for each in state.tournament.entrants if each.standing == "out"]
    told = "\n".join(since(room, before))
    assert (
        f"{last.mention}, an organiser took you out of The Cup. The reason: “played with two accounts”"
        in told
    )
    for each in moved:
        assert f"<@{each.player}>, your place has changed from {(each.told or 0) + 1} to {each.told}." in told
    assert len(moved) == 2
    assert "1. 40 · 2. 20" in host.notice.words
    act = f"{host.mention} took {last.mention} out · “played with two accounts”"
    assert act in host.notice.words
    own = f"tournament 1: you took {last.mention} out · “played with two accounts”"
    assert own in await type_in(host, "manage audit")

    await type_in(host, "organise restore", member=last)
    await room.wait(10)
    told = "\n".join(since(room, before))
    assert f"{last.mention}, an organiser undid your removal from The Cup: your place counts again." in told
    assert f"{last.mention}, you’re out, in place 4." in told
    assert f"{host.mention} brought {last.mention} back" in host.notice.words
    await play_tournament(room, people, Random(6))
    assert sorted([await each.wallet() for each in people]) == [190, 190, 190, 190, 210, 230]
    await room.check_books()


async def test_whoever_moves_into_the_prizes_is_told(room: Room) -> None:
    """TN-19: with two of the three in play removed, the player who went out last has the second prize."""
    host, people, last = await three_left_of_six(room)
    state = await room.bot.app.tournaments.look(1)
    playing = {each.player for each in state.tournament.entrants if each.standing == "in"}
    before = len(said(room))
    for each in [each for each in people if each.id in playing][:2]:
        await type_in(host, "organise remove", member=each)
    await play_tournament(room, people, Random(6))

    told = "\n".join(since(room, before))
    assert f"{last.mention}, your place has changed from 4 to 3." in told
    assert f"{last.mention}, your place has changed from 3 to 2. There’s a prize for that." in told
    assert await last.wallet() == PURSE - 10 + 20
    await room.check_books()


async def test_what_organisers_do_stands_on_the_notice(room: Room) -> None:
    """TN-19: fill-ups, starts, pauses, and removals before it begins, each with its reason."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=3)
    await enter_all(room, [host, ben])
    await type_in(host, "organise remove", member=ben, why="has to work")
    await type_in(host, "organise fill-up", count=2, why="too *few*")
    await host.press("start_cup")
    await type_in(host, "organise pause", why="dinner")
    await type_in(host, "organise resume")
    await room.wait(10)

    assert any(
        f"{ben.mention}, an organiser took you out of The Cup. The reason: “has to work”" in x
        for x in said(room)
    )
    lines = [each.split(" · <t:")[0] for each in host.notice.words.splitlines() if host.mention in each]
    assert lines == [
        f"-# {host.mention} took {ben.mention} out · “has to work”",
        f"-# {host.mention} added 2 house players · “too \\*few\\*”",
        f"-# {host.mention} started it",
        f"-# {host.mention} paused it · “dinner”",
        f"-# {host.mention} resumed it",
    ]


async def test_a_forgotten_person_has_no_number_in_the_list(room: Room) -> None:
    """The list of a tournament names nobody who has had themselves forgotten."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=3, level_length=2, chips=4)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await play_tournament(room, [host, ben], Random(5))
    await ask_forget(ben)
    await ben.press("forget_me")

    lines = await list_of(host)
    assert [line.split(",")[1:3] for line in lines[1:] if line.split(",")[1] == "?"] == [["?", ""]]
