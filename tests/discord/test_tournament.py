"""Tournaments as their players see them."""

from __future__ import annotations

from random import Random

from bot.cogs.tournament_organiser import as_csv
from games.stone_hand.game import STONE_HAND
from storage import ledger
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.tavern import PURSE, Player, Room


async def test_a_whole_tournament_of_twelve(room: Room) -> None:
    """Twelve people: created, joined, checked in, over three tables to the final one, paid, scores shown."""
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(12)]
    await plan(
        host,
        STONE_HAND,
        {"seats": ": 4 seats", "pace": "every 3 hands a table", "needs_check_in": ": needed"},
        entry=10,
        chips=20,
    )
    await enter_all(room, people)

    assert "**Entered** (12 of 48)" in host.table.words
    assert "the fund holds 120 coins" in host.table.words

    for each in people:
        await each.press("Check in")
    await host.press("Start")

    assert "**12** of 12 play" in host.table.words
    assert len(room.threads) == 3
    assert all(any(each.mention in words for words in room.said_in_threads()) for each in people)

    await play_tournament(room, people, Random(5))

    assert "**It is over.**" in host.notice.words
    assert "Nobody has a score yet." in await type_in(host, "tournament scores")
    assert sum([await each.wallet() for each in people]) == 12 * PURSE
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    assert "won by" in await type_in(host, "tournament past")
    assert "place" in await type_in(people[0], "tournament record")
    await room.check_books()


async def test_one_person_among_house_players(room: Room) -> None:
    """TN-18: 24 house players fill up a tournament without money, marked as such, and play it out."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND, {"seats": ": 6 seats", "pace": "every 3 hands a table"}, chips=20)
    await host.press("Join")
    await type_in(host, "tournament fill-up", count=24)
    await room.wait(5)

    assert "**Entered** (25 of 48)" in host.notice.words
    assert "(house player)" in host.notice.words

    await host.press("Start")
    await play_tournament(room, [host], Random(1))

    assert "**It is over.**" in host.notice.words
    assert "place" in await type_in(host, "tournament record")
    assert room.bot.tavern._paused == {}
    await room.check_books()


async def test_without_the_permission_tables_stand_in_the_channel(room: Room) -> None:
    """Where no thread can be made, a table's message stands in the notice's own channel."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, {"seats": ": 2 seats"})
    await enter_all(room, [host, ben])
    room.env.inject_error("POST", f"/channels/{room.channel.id}/threads", status=403, code=50013)
    await host.press("Start")

    assert room.threads == []
    assert "The Cup, table 1" in host.table.words
    assert any(f"{ben.mention}, you have seat" in each.words for each in ben.sees())


async def test_called_off_everything_goes_back(room: Room) -> None:
    """TN-21: entries go back to who paid them, the purse to the bank; the tables are taken away."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, {"seats": ": 2 seats"}, entry=30)
    await enter_all(room, [host, ben])
    await type_in(host, "tournament add-purse", amount=100)

    assert await ben.wallet() == PURSE - 30
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 160

    await host.press("Start")
    await host.member.slash(room.channel, "tournament cancel")
    await host.press("Call it off")
    await room.wait(5)

    assert [await host.wallet(), await ben.wallet()] == [PURSE, PURSE]
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    assert "**It was called off.**" in host.notice.words
    assert "the entry of tournament 1, given back" in await type_in(ben, "wallet history")
    assert "to the fund of tournament 1" in await type_in(host, "tavern audit")
    await room.check_books()


async def test_in_a_pause_no_hand_begins(room: Room) -> None:
    """TN-20: what was called for waits until the tournament goes on."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, {"seats": ": 2 seats"})
    await enter_all(room, [host, ben])
    await host.press("Start")
    await type_in(host, "tournament pause")
    await room.wait(60)
    paused = (await room.table()).table

    assert (paused.hands, paused.is_called) == (0, False)
    assert "**Paused.**" in host.notice.words

    await type_in(host, "tournament resume")
    await room.wait(10)

    assert (await room.table()).table.hands == 1


async def test_only_organisers_run_tournaments(room: Room) -> None:
    """Managers may, and who has the role that the settings name; others are refused in words."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    refusal = "Only a manager, or somebody with the role for it, can run tournaments."

    assert refusal in await type_in(ben, "tournament create", title="Mine")

    role = room.guild.create_role("Steward")
    await type_in(host, "tavern settings", change="organiser", to=f"<@&{role.id}>")
    carl = Player(room, room.guild.add_member(room.env.create_user("carl"), roles=[role]))

    assert "Carl's" in await type_in(carl, "tournament create", title="Carl's")


async def test_it_begins_at_its_time_and_reminds_before(room: Room) -> None:
    """TN-20: a tournament with a time begins by itself; the time that the bot was away does not count."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await host.member.slash(room.channel, "tournament create", title="The Cup", starts_in=20)
    await host.press("Announce")
    await enter_all(room, [host, ben])
    await room.wait(10 * 60 + 5)

    assert any("The Cup begins" in each.words and ben.mention in each.words for each in ben.sees())

    await room.restart(away_seconds=3600)
    await room.wait(5 * 60)

    assert (await room.bot.contests.look(1)).tournament.phase == "open"

    await room.wait(6 * 60)

    assert (await room.bot.contests.look(1)).tournament.phase == "running"


async def test_the_list_as_a_file(room: Room) -> None:
    """The export names everybody with place, chips and prizes; no name is taken for a formula."""
    host, ben = room.person("host", is_manager=True), room.person("ben", nick="=1+1")
    await plan(host, STONE_HAND, {"seats": ": 2 seats"})
    await enter_all(room, [host, ben])
    lines = as_csv(await room.bot.contests.look(1)).decode("utf-8-sig").splitlines()

    assert lines[0] == "place,name,player,standing,chips,score,paid,money,prizes"
    assert lines[1] == f"1,host,<@{host.id}>,in,0,,0,0,"
    assert lines[2].startswith("1,'=1+1,")

    answer = await host.member.slash(room.channel, "tournament export")

    assert answer.response is not None
    assert [each.filename for each in answer.response.attachments] == ["tournament-1.csv"]
