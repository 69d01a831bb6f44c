"""Tournaments as their players see them."""

from __future__ import annotations

from random import Random

import pytest

from bot.discord_io.notifications.tournaments import ARCHIVE_SECONDS
from games.destiny.game import DESTINY
from games.stone_hand.game import STONE_HAND
from games.tournament import director
from storage.books import ledger
from tests.discord.commands import answer_of, call_off, list_of, past_tournaments, tournaments_of, type_in
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.forms import fill_in
from tests.discord.tavern import PURSE, Player, Press, Room, gather
from tests.pseudo import PSEUDO, pseudo_language

pytestmark = pytest.mark.usefixtures("slow_rhythm")


async def my(player: Player, verb: str) -> str:
    """Press a button of the first tournament's notice, even if it is gone, and return the answer."""
    (result,) = await player.room.deliver(Press(player, player.notice.id, f"t:1:{verb}"))
    return answer_of(result)


@pytest.mark.soak
async def test_a_whole_tournament_of_twelve(room: Room) -> None:
    """Twelve people: created, joined, checked in, over three tables to the final one, paid, scores shown."""
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(12)]
    await plan(
        host,
        STONE_HAND,
        seats=4,
        level_length=3,
        needs_check_in=True,
        entry=10,
        chips=4,
    )
    await enter_all(room, people)

    assert "**12** of 48 are in: " in host.table.words
    assert "**Prizes** from 120 coins: " in host.table.words

    for each in people:
        await each.press("check_in")
    await host.press("start_cup")

    assert "**12** of 12 still in" in host.table.words
    assert len(room.threads) == 3
    assert all(any(each.mention in words for words in room.said_in_threads()) for each in people)

    await play_tournament(room, people, Random(5))

    assert "has won" in host.notice.words
    assert "Nobody has a score yet." in await my(host, "scores")
    assert sum([await each.wallet() for each in people]) == 12 * PURSE
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    assert "won by" in await past_tournaments(host)
    assert "place" in await tournaments_of(people[0])
    await room.check_books()


@pytest.mark.soak
async def test_one_person_among_house_players(room: Room) -> None:
    """TN-18, TN-22: 12 house players fill up a tournament without money, marked as such, and play it out."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND, seats=6, level_length=3, chips=4)
    await host.press("enter")
    await type_in(host, "organise fill-up", count=12)
    await room.wait(5)

    await host.press("cup_fair")
    said = await fill_in(host, "cup_cut", text="lucky")
    assert said == "Your words “lucky” are mixed into this tournament’s draws."
    assert "**13** of 48 are in: " in host.notice.words
    assert "⌂ plays for the house" in host.notice.words

    await host.press("start_cup")
    await play_tournament(room, [host], Random(1))

    assert "has won" in host.notice.words
    await host.press("cup_fair")
    assert "**Mixed in:** host: “lucky”" in host.told
    assert "place" in await tournaments_of(host)
    assert room.bot.app.tavern._paused == {}
    await room.check_books()


async def test_it_says_how_long_it_takes(room: Room) -> None:
    """TN-52: on the plan, on the notice with the end once its start is planned, and in play."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await host.member.slash(room.channel, "organise create", title="The Cup", game=STONE_HAND.key)
    assert "**It takes** about 45 minutes with 8 players · about 1 h 30 min with 48 players" in host.told
    await fill_in(host, "plan_ask clock", starts_at="in 60 min")
    await host.press("announce")
    await enter_all(room, [host, ben])

    assert "About 15 minutes with 2 players, over by <t:" in host.notice.words
    await host.press("start_cup")
    assert "Over by about <t:" in host.notice.words
    await host.press("cup_pause")
    await room.wait(5)
    assert "Over by about" not in host.notice.words


async def test_levels_are_counted_alike(room: Room) -> None:
    """TN-7: “every 3 hands per table” is level 2 in 3 hands per table, at two tables."""
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(4)]
    await plan(host, STONE_HAND, seats=2, level_length=3)
    await enter_all(room, people)
    assert "levels rise every 3 rounds per table" in host.notice.words
    await host.press("start_cup")

    assert "level 2 in 3 rounds per table: the pay × 2" in host.notice.words


async def test_levels_change_one_message(room: Room) -> None:
    """Each level is told in its table's thread; the next one changes that message, or is new without it."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, DESTINY, seats=3, unit="minutes", level_length=5, levels="1/2 2/4 3/6 4/8", chips=5000)
    await enter_all(room, [host, ben, room.person("cora")])
    await host.press("start_cup")
    (thread,) = room.threads

    def told() -> list[str]:
        known = room.env.backend.messages[thread].values()
        return [each.content for each in known if each.content.startswith("Level ")]

    await room.wait(4 * 60 + 5)
    (first,) = told()
    await room.wait(5 * 60)
    (second,) = told()
    room.env.inject_error("PATCH", f"/channels/{thread}/messages/*", status=404, code=10008, times=None)
    await room.wait(5 * 60)

    assert [each.split()[1] for each in (first, second, *told())] == ["2", "3", "3", "4"]


def is_archived(room: Room, thread: int) -> bool:
    """Return True if a thread is archived."""
    found = room.env.backend.channels[thread].thread_metadata
    assert found is not None
    return found.archived


async def test_threads_are_archived_when_all_is_over(room: Room) -> None:
    """A minute after the end, which every table shows by then; the channel's other threads stay open."""
    host = room.person("host", is_manager=True)
    people = [room.person(f"p{number}") for number in range(4)]
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, people)
    await host.press("start_cup")
    ours = room.threads
    assert len(ours) == 2
    other = room.env.backend.create_thread(room.channel.id, "chat", host.id)
    await call_off(host, "rain")
    await room.wait(ARCHIVE_SECONDS + 5)

    archived = [is_archived(room, each) for each in (*ours, other.id)]
    assert archived == [True, True, False]
    for each in ours:
        assert any("the end" in str(known.components) for known in room.env.backend.messages[each].values())


async def test_without_the_permission_tables_stand_in_the_channel(room: Room) -> None:
    """If no thread can be made, a table's message stands in the notice's own channel."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])
    room.env.inject_error("POST", f"/channels/{room.channel.id}/threads", status=403, code=50013)
    await host.press("start_cup")

    assert room.threads == []
    assert "The Cup, table 1" in host.table.words
    assert any(f"{ben.mention}, you have seat" in each.words for each in ben.sees())


async def test_called_off_everything_goes_back(room: Room) -> None:
    """TN-21: entries go back to who paid them, the purse to the bank; all are told why and how much."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2, entry=30)
    await enter_all(room, [host, ben])
    await type_in(host, "organise add-purse", amount=100)

    assert await ben.wallet() == PURSE - 30
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 160

    await host.press("start_cup")
    assert "I can’t show any of that text." in await call_off(host, " ")
    assert await call_off(host, "the roof leaks") == "**The Cup** has been called off."
    await room.wait(5)

    sent = [each.json for each in room.env.http_requests if isinstance(each.json, dict)]
    (called,) = [each for each in sent if "was called off" in str(each.get("content"))]
    assert "Everyone got their entry back. The reason: “the roof leaks”" in called["content"]
    assert called["content"].endswith(f"\n30 coins back: {host.mention} {ben.mention}")
    assert sorted(map(int, called["allowed_mentions"]["users"])) == sorted([host.id, ben.id])
    assert [await host.wallet(), await ben.wallet()] == [PURSE, PURSE]
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 0
    assert "The Cup · called off" in host.notice.words
    assert "the entry to tournament 1, returned" in await type_in(ben, "wallet history")
    assert "to the fund of tournament 1" in await type_in(host, "manage audit")
    await room.check_books()


async def test_in_a_pause_no_hand_begins(room: Room) -> None:
    """TN-20: a called hand waits until the tournament goes on."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await type_in(host, "organise pause")
    await room.wait(60)
    paused = (await room.table()).table

    assert (paused.hands, paused.is_called) == (0, False)
    assert "**Paused.**" in host.notice.words

    await type_in(host, "organise resume")
    await room.wait(10)

    assert (await room.table()).table.hands == 1


async def test_only_organisers_run_tournaments(room: Room) -> None:
    """Managers may, and who has the role that the settings name; others are refused in words."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    refusal = "Only managers and organisers can run tournaments."

    assert refusal in await type_in(ben, "organise create", title="Mine")

    role = room.guild.create_role("Steward")
    await type_in(host, "manage settings")
    await fill_in(host, "settings_ask limits", organiser_role=[role.id])
    carl = Player(room, room.guild.add_member(room.env.create_user("carl"), roles=[role]))

    assert "Carl's" in await type_in(carl, "organise create", title="Carl's")
    await fill_in(carl, "plan_ask prizes", purse=30)

    await carl.press("announce")

    assert "Only managers can give prize money from the bank." in carl.sees()[-1].words
    await type_in(host, "manage settings")
    await fill_in(host, "settings_ask limits", purses_day_max=30)
    await carl.press("announce")
    said = await type_in(carl, "organise add-purse", amount=1)
    assert said == (
        "Organisers can add 30 coins a day from the bank between them, and 0 coins of that is left today. "
        "A manager can add more."
    )


async def test_any_organiser_may_call_a_hand_off(room: Room) -> None:
    """TB-10: with the role for it as well, though another announced the tournament; players may not."""
    host, ben, cora = room.person("host", is_manager=True), room.person("ben"), room.person("cora")
    role = room.guild.create_role("Steward")
    await type_in(host, "manage settings")
    await fill_in(host, "settings_ask limits", organiser_role=[role.id])
    carl = Player(room, room.guild.add_member(room.env.create_user("carl"), roles=[role]))
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [ben, cora])
    await carl.press("start_cup")
    await room.wait(10)

    refusal, why = "Only a manager of this server can call a hand off.", {"reason": "spilt ale"}
    assert refusal in await type_in(ben, "manage call-off", table=1, **why)
    assert (await room.table()).table.hand is not None
    told = await type_in(carl, "organise call-off", table=1, **why)
    assert "The round at table 1 has been called off" in told
    assert (await room.table()).table.hand is None

    await gather(room, STONE_HAND, [ben, cora])

    theirs = f"Only {ben.mention}, who hosts this table, or a manager can close it."
    assert theirs in await type_in(carl, "manage close", table=2)
    await ben.press("begin")
    assert refusal in await type_in(carl, "organise call-off", table=2, **why)


async def test_what_was_ordered_is_said_in_the_organisers_language(room: Room) -> None:
    """A player who orders something reads in their own language that it was done."""
    host = room.person("host", is_manager=True)
    await plan(host, STONE_HAND)
    await enter_all(room, [host, room.person("ben")])
    for order, said in (("start", "⟦**The Cup** has begun.⟧"), ("pause", "⟦**The Cup** is paused.⟧")):
        ordered = room.prepare_command(host, f"organise {order}", [])
        ordered.payload["locale"] = PSEUDO
        with pseudo_language():
            await room.deliver(ordered)

        assert host.told == said


async def test_it_begins_at_its_time_and_reminds_before(room: Room) -> None:
    """TN-20: a tournament with a time begins by itself; the time that the bot was away does not count."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, starts_at="in 20 min")
    await enter_all(room, [host, ben])
    await room.wait(10 * 60 + 5)

    assert any("The Cup · start" in each.words and ben.mention in each.words for each in ben.sees())

    await room.restart(away_seconds=3600)
    await room.wait(5 * 60)

    assert (await room.bot.app.tournaments.look(1)).tournament.phase == "open"

    await room.wait(6 * 60)

    assert (await room.bot.app.tournaments.look(1)).tournament.phase == "running"


async def test_who_comes_after_the_reminder_is_reminded_too(room: Room) -> None:
    """TN-48: two minutes before, by name, and nobody else a second time."""
    host, ben, cleo, dora = (
        room.person(name, is_manager=name == "host") for name in ("host", "ben", "cleo", "dora")
    )
    await plan(host, STONE_HAND, starts_at="in 20 min", needs_check_in=True)
    await enter_all(room, [host, ben])
    await room.wait(10 * 60 + 65)
    await cleo.press("enter")
    await room.wait(7 * 60)
    calls = [each.words for each in cleo.sees() if "The Cup · start" in each.words]

    assert len(calls) == 2
    assert cleo.mention not in calls[0]
    assert calls[1].splitlines()[-1] == cleo.mention
    assert "Please check in" in calls[1]

    await dora.press("enter")
    await room.wait(30)
    assert len([each for each in dora.sees() if "The Cup · start" in each.words]) == 2


async def test_an_hour_that_is_near_is_told_once(room: Room) -> None:
    """TN-48: it stands on the notice that was just announced; who has come since is reminded."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, starts_at="in 8 min")
    await enter_all(room, [host, ben])
    await room.wait(60)
    assert not any("The Cup · start" in each.words for each in ben.sees())

    await room.wait(5 * 60 + 5)
    (said,) = [each.words for each in ben.sees() if "The Cup · start" in each.words]
    assert host.mention in said
    assert ben.mention in said


async def test_f20_a_fault_in_the_director(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """F-20: a failed deadline is logged under a number; the next press goes on from there."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, starts_at="in 20 min")
    await enter_all(room, [host, ben])
    with monkeypatch.context() as broken:
        broken.setattr(director, "start", lambda *_: 1 / 0)
        await room.wait(20 * 60 + 5)

    assert [each.message for each in caplog.records if "tournament 1 cannot go on by itself" in each.message]
    assert (await room.bot.app.tournaments.look(1)).tournament.phase == "open"

    await host.press("start_cup")

    assert (await room.bot.app.tournaments.look(1)).tournament.phase == "running"
    await room.check_books()


async def test_the_list_as_a_file(room: Room) -> None:
    """The export names everybody with place, chips and prizes; no name is taken for a formula."""
    host, ben = room.person("host", is_manager=True), room.person("ben", nick="=1+1")
    others = [room.person("cora", nick="x;=1+1;; @y"), room.person("dan", nick="＝1+1")]
    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben, *others])
    lines = await list_of(host)

    assert lines[0] == (
        "place,name,player,standing,chips,score,paid,money,prizes,table,seat,id,out_at,reasons,notes"
    )
    assert lines[1] == f"1,host,<@{host.id}>,in,0,,0,0,,,,{host.id},,,"
    assert lines[2].startswith("1,'=1+1,")
    assert lines[3].startswith("1,x;'=1+1;; '@y,")
    assert lines[4].startswith("1,'＝1+1,")

    answer = await host.member.slash(room.channel, "organise export")

    assert answer.response is not None
    assert [each.filename for each in answer.response.attachments] == ["tournament-1.csv"]


async def test_slips_are_told_in_their_own_words(room: Room) -> None:
    """A player who is not in it, comes too late or asks for what is over is told just that."""
    host, ben, cora = room.person("host", is_manager=True), room.person("ben"), room.person("cora")

    assert "There’s no such tournament here." in await type_in(ben, "tournament join")

    await plan(host, STONE_HAND, seats=2)
    await enter_all(room, [host, ben])

    assert "You’re not in this tournament." in await type_in(cora, "tournament leave")
    assert "You’re not in this tournament." in await my(cora, "check_in")
    assert "That’s only possible while the tournament is being played." in await type_in(
        host, "organise pause"
    )

    await host.press("start_cup")
    begun = "The tournament has begun already."

    assert begun in await type_in(ben, "tournament leave")
    assert begun in await my(ben, "check_in")
    assert begun in await type_in(host, "organise start")
    assert "Nobody can enter this tournament any more." in await type_in(cora, "tournament join")
    assert "You’re not in **The Cup**." in await my(cora, "my_seat")

    await plan(host, STONE_HAND)

    assert "There are several tournaments: please name one of 2, 1." in await type_in(cora, "tournament join")

    await call_off(host, number=2)
    await call_off(host, number=1)

    for command in ("tournament join", "tournament leave", "organise start", "organise cancel"):
        assert "This tournament is over." in await type_in(host, command, number=1)


async def test_a_latecomer_is_shown_the_seat(room: Room) -> None:
    """TN-10: a late entrant is told the seat at once, and a player who is out that they may come again."""
    host, ben, cora = room.person("host", is_manager=True), room.person("ben"), room.person("cora")
    await plan(host, STONE_HAND, late_until=1)
    await enter_all(room, [host, ben])
    await host.press("start_cup")

    assert "you have seat" in await type_in(cora, "tournament join")


async def test_what_is_over_can_be_looked_up(room: Room) -> None:
    """Each tournament's places and payouts stay readable, from the list of those that are over."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, seats=2, chips=2, level_length=1, levels="2", entry=7, words="a mug")
    await enter_all(room, [host, ben])
    assert "has no seats yet" in await my(ben, "my_seat")
    await host.press("start_cup")
    await play_tournament(room, [host, ben], Random(1))
    for each in (host, ben):
        assert "You don’t have a seat" in await my(each, "my_seat")
    await past_tournaments(ben)
    await ben.press("standings")

    assert "1\\. 👑 **" in ben.told
    assert "14 coins, a mug" in ben.told
