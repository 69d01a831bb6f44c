"""Laying an announced tournament down anew, and another one like it (TN-42)."""

from __future__ import annotations

import discord

from games.destiny.game import DESTINY
from games.stone_hand.game import STONE_HAND
from storage.books import ledger
from storage.people import bars
from storage.tournaments import series as stored_series
from tests.discord.commands import list_of, type_in
from tests.discord.evening import enter_all, plan
from tests.discord.forms import fill_in
from tests.discord.tavern import PURSE, Press, Room

WEEK_SECONDS = 7 * 24 * 3600


async def test_what_is_announced_can_be_changed_but_for_the_money(room: Room) -> None:
    """TN-42: title, text, hour and places, not what is paid; who is in is told what, and the audit."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, entry=10, shares="2 1", text="Bring a mug")
    await enter_all(room, [host, ben])
    await host.press("cup_edit")

    assert "plan_ask prizes" in host.whispered
    form = (await host.press("plan_ask prizes")).modal
    assert form is not None
    assert [each["component"]["custom_id"] for each in form["components"]] == ["words"]

    await fill_in(host, "plan_ask players", title="The Mug", players_max=20)
    await fill_in(host, "plan_ask clock", starts_at="Sat 20:00 Berlin")

    assert "Bring a mug" in host.notice.words
    assert "The Cup" in host.notice.words

    await host.press("plan_save")
    await room.wait(5)
    state = await room.bot.app.tournaments.look(1)
    start = state.stored.plan.starts_at

    assert "**2** of 20 are in" in host.notice.words
    assert "The Mug" in host.notice.words
    (told,) = [each.words for each in ben.sees() if "was changed:" in each.words]
    assert told.splitlines() == [
        "**The Mug** was changed:",
        "- Title: The Mug",
        "- Maximum players: 20",
        f"- Starts: <t:{start}:F>",
        f"{host.mention} {ben.mention}",
    ]
    assert f"{host.mention} changed: Title, Maximum players and Starts" in host.notice.words
    assert "changed: Title, Maximum players and Starts" in await type_in(host, "manage audit")
    assert (state.tournament.terms.entry, state.tournament.terms.shares) == (10, (2, 1))
    assert await ben.wallet() == PURSE - 10
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 20
    await room.check_books()


async def test_no_more_than_is_left_to_change(room: Room) -> None:
    """TN-42, F-60: an older panel changes nothing, nor do too few places; a begun one has words."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    cleo = room.person("cleo")
    await plan(host, STONE_HAND)
    await enter_all(room, [host, ben, cleo])

    await ben.press("cup_more")
    assert "cup_edit" not in ben.whispered

    await host.press("cup_edit")
    await fill_in(host, "plan_ask players", players_max=2)
    await host.press("plan_save")

    assert "3 players are in already, so there can’t be fewer places." in host.told

    await fill_in(host, "plan_ask players", players_max=3)
    other = room.person("other", is_manager=True)
    await other.press("cup_edit")
    await fill_in(other, "plan_ask players", players_max=9)
    await other.press("plan_save")
    await host.press("plan_save")

    assert "The tournament has changed since you opened this." in host.told

    await host.press("start_cup")
    await host.press("cup_edit")

    assert "plan_ask clock" not in host.whispered
    assert "plan_page rules" not in host.whispered

    await fill_in(host, "plan_ask players", title="The Last Cup", text="No mugs")
    await host.press("plan_save")
    await room.wait(5)

    assert "The Last Cup" in host.notice.words
    assert "No mugs" in host.notice.words


async def test_another_like_it_ever_after(room: Room) -> None:
    """TN-42: the plan of a tournament, called off too, is that of another, a week later; money is new."""
    host = room.person("host", is_manager=True)
    await plan(host, DESTINY, entry=12, purse=30, starts_at="in 3 hours", text="Bring a mug", chips=77)
    form = await host.member.slash(room.channel, "organise cancel")
    await host.member.submit_modal(form, {"text": "rain"})
    await host.press("cup_copy")

    first = (await room.bot.app.tournaments.look(1)).stored.plan.starts_at
    assert first is not None
    assert f"starts **<t:{first + WEEK_SECONDS}:F>**" in host.whispered.words
    assert "**77 chips** each" in host.whispered.words
    assert "Bring a mug" in host.whispered.words

    await host.press("announce")
    state = await room.bot.app.tournaments.look(2)

    assert (state.tournament.terms.entry, state.tournament.purse) == (12, 30)
    assert state.stored.plan.starts_at == first + WEEK_SECONDS
    assert await room.balance(ledger.fund(room.guild.id, 2)) == 30


async def test_another_like_it_stays_in_its_series(room: Room) -> None:
    """TN-42: the series goes along while it is open; one that its organiser starts stays such a one."""
    host = room.person("host", is_manager=True)
    await type_in(host, "organise series create", name="The Season")
    await host.member.slash(room.channel, "organise create", title="The Cup", game=DESTINY.key)
    await host.press("announce")
    await type_in(host, "organise series add", tournament=1, number=1)
    await host.press("cup_copy")
    assert "It will count for series 1." in host.whispered.words
    assert "starts when you say so" in host.whispered.words
    await host.press("announce")

    counted = await room.read(lambda tx: stored_series.of_tournament(tx, 2))
    assert counted is not None
    assert counted.id == 1


async def test_who_finds_no_place_reads_so_on_the_button(room: Room) -> None:
    """TN-43: with all places taken, the button is no Join."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, players_max=2)
    assert host.notice.labels["enter"] == "Join"
    await enter_all(room, [host, ben])
    await room.wait(5)

    assert host.notice.labels["enter"] == "Wait for a place"


async def test_who_was_never_in_does_not_re_enter(room: Room) -> None:
    """TN-10, F-27: a made-up press for re-entry takes nobody in, and costs nothing."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND, entry=10)
    await room.deliver(Press(ben, host.notice.id, "t:1:enter:again"))

    assert ben.told == "You’re not in this tournament."
    assert await ben.wallet() in (0, PURSE)


async def test_a_full_tournament_has_a_waiting_list(room: Room) -> None:
    """TN-43: a waiting player stands on the notice and is told of a place, or of the refund."""
    host, ben, cleo, dora = (
        room.person(name, is_manager=name == "host") for name in ("host", "ben", "cleo", "dora")
    )
    await plan(host, STONE_HAND, entry=10, players_max=2)
    await enter_all(room, [host, ben, cleo])
    said = await type_in(dora, "tournament join")
    await room.wait(5)

    assert "You’re on the waiting list" in said
    assert "**Waiting for a place:** cleo, dora" in host.notice.words
    assert [await each.wallet() for each in (cleo, dora)] == [PURSE - 10, PURSE - 10]

    await ben.press("withdraw")
    await room.wait(5)

    assert any(f"{cleo.mention}, a place in The Cup is yours" in each.words for each in cleo.sees())
    assert "**Waiting for a place:** dora" in host.notice.words

    await host.press("start_cup")
    await room.wait(5)

    assert any(f"{dora.mention}, The Cup began without a place for you" in each.words for each in dora.sees())
    assert [await each.wallet() for each in (ben, cleo, dora)] == [PURSE, PURSE - 10, PURSE]
    await room.check_books()


async def test_who_sits_where(room: Room) -> None:
    """TN-45: all seats behind the notice, one's own panel by My seat, and in the organisers' list."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    await plan(host, STONE_HAND)
    await enter_all(room, [host, ben])
    await host.press("start_cup")
    await room.wait(5)
    state = await room.bot.app.tournaments.look(1)
    seats = {each.name: each.seat for each in state.tournament.entrants}
    first, second = sorted(seats, key=lambda name: seats[name] or 0)
    await ben.press("cup_seats")

    names = [each.replace("ben", "you") for each in (first, second)]
    assert f"- **table 1** — {seats[first]} {names[0]} · {seats[second]} {names[1]}" in ben.told

    await ben.press("my_seat")

    assert ben.told.startswith("### 🎲 Your dice\n")
    assert "[The Cup, table 1 ↗](https://discord.com/channels/" in ben.told

    rows = [line.split(",") for line in await list_of(host)]

    assert {row[1]: row[9:11] for row in rows[1:]} == {name: ["1", str(seat)] for name, seat in seats.items()}


async def test_an_organiser_adds_people_by_hand(room: Room) -> None:
    """TN-50: at once where it is free; told, and on notice and audit at once; nobody who is barred or out."""
    host, ben, cleo, dora, emil = (
        room.person(name, is_manager=name == "host") for name in ("host", "ben", "cleo", "dora", "emil")
    )
    await plan(host, STONE_HAND, players_max=2)
    await type_in(host, "organise add", member=ben, why="he asked me")
    await room.wait(1)

    assert "**1** of 2 is in: ben" in host.notice.words
    told = f"{ben.mention}, an organiser added you to The Cup. If you’d rather not, press “Withdraw” there."
    assert any(f"{told} The reason: “he asked me”" in each.words for each in ben.sees())
    assert f"{host.mention} added {ben.mention} · “he asked me”" in host.notice.words
    assert f"you added {ben.mention}" in await type_in(host, "manage audit")

    await type_in(cleo, "tournament join")
    assert "is on the waiting list" in await type_in(host, "organise add", member=dora)
    assert "has already entered" in await type_in(host, "organise add", member=dora)
    await ben.press("withdraw")
    await room.wait(1)
    assert "**Waiting for a place:** dora" not in host.notice.words

    await room.bot.app.database.write(
        lambda tx: bars.keep_out(tx, room.guild.id, emil.id, room.env.now().timestamp() + 9999)
    )
    said = await type_in(host, "organise add", member=emil)
    assert said == f"{emil.mention} can’t play here at the moment. Please choose somebody else."


async def test_nobody_is_added_who_cannot_see_it(room: Room) -> None:
    """TN-50, TB-16: nobody is named or asked to pay in a channel that they can't see."""
    host, ben = room.person("host", is_manager=True), room.person("ben")
    hidden = discord.PermissionOverwrite(view_channel=False)
    room.channel = room.guild.create_text_channel("cellar", overwrites={ben.member: hidden})
    await plan(host, STONE_HAND, entry=30)
    said = await type_in(host, "organise add", member=ben)
    await room.wait(1)

    assert said.startswith(f"{ben.mention} can’t see this channel, so I haven’t invited them.")
    assert [each.id for each in room.channel.history()] == [host.notice.id]


async def test_nobody_is_added_for_money_without_a_word(room: Room) -> None:
    """TN-50: a player who would have to pay is asked in the channel, and pays only by their own Accept."""
    host, ben, cleo = (room.person(name, is_manager=name == "host") for name in ("host", "ben", "cleo"))
    await plan(host, STONE_HAND, entry=30)
    await type_in(host, "organise add", member=ben)
    await room.wait(1)

    asked = f"{ben.mention}, an organiser asks you to play in The Cup. It costs 30 coins to enter."
    assert any(asked in each.words for each in ben.sees())
    assert await ben.wallet() == 0
    await cleo.press(f"cup_accept {ben.id}")
    assert f"The invitation is for {ben.mention}." in cleo.told

    await ben.press(f"cup_accept {ben.id}")
    await room.wait(1)
    assert await ben.wallet() == PURSE - 30
    assert "**1** of 48 is in: ben" in host.notice.words
    assert any(f"{ben.mention} has accepted, and is in **The Cup**." in each.words for each in cleo.sees())
    await room.check_books()
