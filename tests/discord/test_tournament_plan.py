"""Laying a tournament down on the panel, by its forms."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.screens.tournament.plan import FORMS
from bot.tavern.tournament import draft
from games.destiny.game import DESTINY
from games.engine.core.game import Level
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from games.tournament.model import Tournament, TournamentTerms
from storage.books import ledger
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room


@pytest.fixture
def host(room: Room) -> Player:
    """A player who may run tournaments."""
    return room.person("host", is_manager=True)


async def create(host: Player, **options: object) -> str:
    """The words of the panel that the command opens."""
    return await type_in(host, "organise create", **options)


async def announced(room: Room, number: int = 1) -> Tournament:
    """A tournament as its director knows it."""
    return (await room.bot.app.tournaments.look(number)).tournament


async def test_everything_by_the_forms(room: Room, host: Player) -> None:
    """All that a tournament can be is filled in on the panel, and stands there before it is announced."""
    await create(host, title="Cup", game=DESTINY.key)
    await fill_in(host, "plan_ask players", title="The Cup", format="freeze_out", seats=5, players_max=30)
    await fill_in(
        host, "plan_ask clock", starts_at="Sat 20:00 Berlin", late_until=2, reentry_until=1, minutes_max=75
    )
    await fill_in(host, "plan_ask levels", chips=300, level_length=7, unit="minutes", levels="1/2 2/4,5/10")
    await fill_in(host, "plan_ask prizes", entry=12, purse=40, shares="60 30 10", words="a mug; ;a bed")
    words = await fill_in(host, "plan_ask score", score_purse=9, score_words="a helmet")

    assert "**300 chips** each · levels rise every 7 minutes: 1/2 2/4 5/10" in words
    assert "Tables of up to 5 players · at most 30 players · starts **<t:" in words
    assert "**Entry** — 12 coins · the bank adds 40 coins · the fund goes 60 : 30 : 10" in words

    await host.press("announce")
    tournament = await announced(room)

    blinds = (Level(0, 1, 2), Level(0, 2, 4), Level(0, 5, 10))
    assert tournament.terms == TournamentTerms(
        5,
        300,
        levels=blinds,
        level_length=7,
        level_unit="minutes",
        entry=12,
        players_max=30,
        late_until=2,
        reentry_until=1,
        minutes_max=75,
        shares=(60, 30, 10),
        words=("a mug", "a bed"),
        score_words="a helmet",
    )
    assert (tournament.purse, tournament.score_purse) == (40, 9)
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 49
    words = host.notice.words
    assert "## 🏆 The Cup · open to join" in words
    # Eight by 12 and 40 from the bank are 136, of which 6, 3 and 1 tenths are 81, 40 and 13; 2 are left over.
    assert "With 8 players: 1. 82 coins · 2. 41 coins · 3. 13 coins" in words
    assert "**Also to win:** 1. a mug · 2. a bed" in words
    assert "**For the highest score:** 9 coins, a helmet" in words
    assert "levels rise every 7 minutes" in words


async def test_an_hour_of_ones_own_zone(room: Room, host: Player) -> None:
    """TN-41: the zone is asked for once, the hour is shown before it is announced, is to come, and stays."""
    assert "20:00 in which time zone?" in await create(host, title="The Cup", starts="Sat 20:00")
    await create(host, title="The Cup")

    assert "Sat 20:00 Berlin (your city)" in repr((await host.press("plan_ask clock")).modal)
    assert "20:00 in which time zone?" in await fill_in(host, "plan_ask clock", starts_at="Sat 20:00")

    await fill_in(host, "plan_ask clock", starts_at="Sat 20:00 Berlin")
    kept = await room.read(lambda tx: draft.load(tx, room.guild.id, host.id))
    told = await create(host, title="The Next Cup")

    assert "(your city)" not in repr((await host.press("plan_ask clock")).modal)
    assert f"starts **<t:{kept.starts_at}:F>**, <t:{kept.starts_at}:R>" not in told

    told = await fill_in(host, "plan_ask clock", starts_at="Sat 20:00")

    assert f"starts **<t:{kept.starts_at}:F>**, <t:{kept.starts_at}:R>" in told
    for typed in ("Sat 20:00", f"<t:{kept.starts_at}:F>"):
        told = await create(host, title="The Third Cup", starts=typed)
        assert f"starts **<t:{kept.starts_at}:F>**" in told

    await fill_in(host, "plan_ask clock", starts_at="in 2 min")
    await room.wait(180)
    await host.press("announce")

    assert "has passed. Please write a time that’s still to come." in host.told

    await fill_in(host, "plan_ask clock", starts_at="Sat 20:00")
    await host.press("announce")

    assert f"Starts <t:{kept.starts_at}:R>, <t:{kept.starts_at}:F>" in host.notice.words

    await room.restart(away_seconds=600)

    assert (await room.bot.app.tournaments.look(1)).stored.plan.starts_at == kept.starts_at


async def test_a_form_left_as_it_is_changes_nothing(room: Room, host: Player) -> None:
    """Each form holds what the plan says already, the game's usual levels too."""
    await create(host, title="The Cup", game=KNIGHTS_HEADS.key)
    await fill_in(host, "plan_ask clock", needs_check_in=True, starts_at="in 30 hours")
    kept = await room.read(lambda tx: draft.load(tx, room.guild.id, host.id))
    for form in FORMS:
        await fill_in(host, f"plan_ask {form}")

    assert kept.needs_check_in
    assert await room.read(lambda tx: draft.load(tx, room.guild.id, host.id)) == kept

    await fill_in(host, "plan_ask clock", needs_check_in=False)
    await host.press("announce")

    assert "check_in" not in host.notice


async def test_what_cannot_be_read_is_told(room: Room, host: Player) -> None:
    """Levels that fall, shares that rise, blinds for a game without them: a sentence each, and no change."""
    lowest_first = "Please write the levels with the lowest first, such as"
    await create(host, title="Cup")
    before = await room.read(lambda tx: draft.load(tx, room.guild.id, host.id))

    for levels in ("4 2", "1/2 2/4", "two", " ", "0 1"):
        assert f"{lowest_first} 1 2 3 4." in await fill_in(host, "plan_ask levels", levels=levels)
    for shares in ("30 50", "x", "0", ","):
        told = await fill_in(host, "plan_ask prizes", shares=shares)
        assert "Please give whole numbers, none larger" in told
    for least, most, number in ((2, 500, 501), (2, 500, 1), (2, 500, "many")):
        told = await fill_in(host, "plan_ask players", players_max=number)
        assert f"Please give a whole number from {least} to {most}." in told
    assert "I can’t show any of that text." in await fill_in(host, "plan_ask players", title=" ")
    assert await room.read(lambda tx: draft.load(tx, room.guild.id, host.id)) == before

    await create(host, title="Cup", game=DESTINY.key)
    for levels in ("1 2", "2/1", "1/2 1/1"):
        told = await fill_in(host, "plan_ask levels", levels=levels)
        assert f"{lowest_first} 1/2 2/4 3/6 5/10." in told


async def test_going_on_with_a_plan(host: Player) -> None:
    """Without a title the command opens a plan named after its organiser, or the one that was begun."""
    assert "### host’s Cup\n**Stone Hand** — freeze-out" in await create(host)

    await create(host, title="The Cup")
    await fill_in(host, "plan_ask prizes", entry=3, shares="2 1")
    words = await create(host)

    assert "### The Cup\n" in words
    assert "**Entry** — 3 coins" in words

    words = await create(host, game=DESTINY.key)

    assert "1/2 2/4 3/6" in words
    assert "the fund goes 2 : 1" in words


async def test_what_does_not_go_together_is_not_asked(room: Room, host: Player) -> None:
    """TN-13, TN-14: heats take nobody late, and a race has no chips, no levels and no re-entry."""
    await create(host, title="The Cup")
    await fill_in(host, "plan_ask clock", late_until=2, reentry_until=2)
    words = await fill_in(host, "plan_ask players", format="heats_3", seats=2)

    assert "heats, 3 of each go through" in words
    assert "Tables of up to 4 " in words
    assert await asked(host, "plan_ask clock") == ["starts_at", "needs_check_in", "minutes_max"]
    assert "heats, 1 of each goes through" in await fill_in(host, "plan_ask players", format="heats_1")

    await host.press("plan_page rules")
    await host.choose("plan_rule:arcade", True)
    await host.press("plan_page plan")

    assert "plan_ask levels" not in host.whispered
    assert "a race to 50 points" in host.whispered.words
    assert await asked(host, "plan_ask clock") == [
        "starts_at",
        "needs_check_in",
        "late_until",
        "minutes_max",
    ]

    await host.press("announce")

    assert (await announced(room)).terms.goal == 50
    assert "levels rise" not in host.notice.words


async def asked(host: Player, button: str) -> list[str]:
    """Return the names of a form's fields."""
    form = (await host.press(button)).modal
    assert form is not None
    return [each["component"]["custom_id"] for each in form["components"]]


async def test_rules_that_follow_are_no_choice(room: Room, host: Player) -> None:
    """SH-11: a prize pool does not go with tournaments, so neither panel nor notice speaks of one."""
    await create(host, title="The Cup")
    await host.press("plan_page rules")

    assert not any("prize_pool" in each.get("custom_id", "") for each in host.whispered.parts)

    await host.press("announce")

    assert "Prize pool" not in host.notice.words


async def test_a_purse_keeps_house_players_out(room: Room, host: Player) -> None:
    """TN-18: if money is at stake from the start, house players cannot fill up."""
    await plan(host, STONE_HAND, purse=10)

    assert "fill_up" not in host.notice
    assert "House players can only join tournaments without entry fees" in await type_in(
        host, "organise fill-up", count=3
    )


async def test_shares_of_ones_own_are_paid(room: Room, host: Player) -> None:
    """TN-15: 101 coins by 2 to 1 are 68 and 33: what is left over goes to the first place."""
    ben = room.person("ben")
    await plan(host, STONE_HAND, purse=101, shares="2 1")
    await enter_all(room, [host, ben])

    assert "**Prizes** from 101 coins: 1. 68 · 2. 33" in host.notice.words


async def test_prizes_are_foreseen(room: Room, host: Player) -> None:
    """TN-44: 8 by 10 coins and 20 from the bank are 100, by 2 to 1: 67 and 33; 48 make 500: 334 and 166."""
    ben = room.person("ben")
    await create(host, title="The Cup")
    words = await fill_in(host, "plan_ask prizes", entry=10, purse=20, shares="2 1")
    foreseen = "With 8 players: 1. 67 coins · 2. 33 coins\nWith 48 players: 1. 334 coins · 2. 166 coins"

    assert foreseen in words

    await host.press("announce")
    assert foreseen in host.notice.words
    assert "**Prizes** from" not in host.notice.words
    await enter_all(room, [host, ben])

    assert "With 8 players" not in host.notice.words


async def test_one_prize_is_the_winners(room: Room, host: Player) -> None:
    """TN-15: with two entrants one place is paid, and a closed notice needs no list for it."""
    ben = room.person("ben")
    await plan(host, STONE_HAND, purse=101)
    await enter_all(room, [host, ben])
    assert "**Prizes** from 101 coins: 1. 101" in host.notice.words
    await host.press("start_cup")
    await room.wait(5)

    assert "**The winner takes 101 coins.**" in host.notice.words
    assert "Prizes" not in host.notice.words


async def test_announced_once(room: Room, host: Player) -> None:
    """An announced plan is gone: its panel says so, and no second notice can come of it."""
    await create(host, title="The Cup")
    press = host.pressing("announce")
    await host.press("announce")

    assert "**The Cup** is announced" in host.told

    await room.deliver(press)

    assert "That plan has been announced or forgotten." in host.told
    assert len([each for each in host.sees() if "## 🏆" in each.words]) == 1


async def test_f60_an_old_panel_chooses_nothing(room: Room, host: Player) -> None:
    """F-60: a form opened before the plan was changed on another panel: that is told, and nothing changes."""
    await create(host, title="The Cup")
    first = await host.press("plan_ask clock")
    await fill_in(host, "plan_ask players", format="heats_2")
    given = {"starts_at": "in 5 min", "late_until": "1", "reentry_until": "1", "minutes_max": "0"}
    await host.member.submit_modal(first, given)

    assert "Your plan has changed since this panel was drawn." in host.told

    kept = await room.read(lambda tx: draft.load(tx, room.guild.id, host.id))

    assert (kept.format, kept.starts_at, kept.late_until) == ("heats_2", None, 0)


@pytest.mark.parametrize("who", ["everybody", "the bot alone", "nobody"])
async def test_a_role_is_called(room: Room, who: str) -> None:
    """TN-49: exactly that role, at the announcement and before the start; what is missing is said at once."""
    role = room.guild.create_role("players", mentionable=who == "everybody")
    may = {
        each: discord.PermissionOverwrite(mention_everyone=each == "TestBot")
        for each in ("TestBot", "@everyone")
    }
    meant = may if who == "the bot alone" else {"@everyone": may["@everyone"]}
    overwrites: dict[Any, discord.PermissionOverwrite] = {
        room.guild.roles[name]: each for name, each in meant.items()
    }
    room.channel = room.guild.create_text_channel("inn", overwrites=overwrites)
    host = room.person("host", is_manager=True)
    await host.member.slash(room.channel, "organise create", title="The Cup")
    await fill_in(host, "plan_ask clock", starts_at="in 20 min")
    said = await fill_in(host, "plan_ask calls", call_role=[role.id])
    if who != "everybody":
        missing = {
            "nobody": "I can’t mention that role here.",
            "the bot alone": "You can’t mention that role",
        }
        assert missing[who] in said
        return
    assert f"calls <@&{role.id}>" in host.whispered.words

    await host.press("announce")
    await room.wait(11 * 60)
    calls = [each for each in host.sees() if f"<@&{role.id}>" in each.words and "The Cup" in each.words]
    allowed = [room.env.backend.get_message(room.channel.id, each.id).allowed_mentions for each in calls]

    assert ["is announced" in each.words for each in calls] == [True, False]
    assert [(each.roles, each.everyone) for each in allowed] == [(frozenset({role.id}), False)] * 2
