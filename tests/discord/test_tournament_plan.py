"""Laying a tournament down: by the panel's lists, by its forms, or with the command alone."""

from __future__ import annotations

import pytest

from bot.tavern import tournament_draft
from games.destiny.game import DESTINY
from games.engine.core.game import Level
from games.knights_heads.game import KNIGHTS_HEADS
from games.stone_hand.game import STONE_HAND
from games.tournament.model import Tournament, TournamentTerms
from storage import ledger
from tests.discord.commands import type_in
from tests.discord.evening import enter_all, plan
from tests.discord.tavern import Player, Room


@pytest.fixture
def host(room: Room) -> Player:
    """Somebody who may run tournaments."""
    return room.person("host", is_manager=True)


async def create(host: Player, **options: object) -> str:
    """The words of the panel that the command opens."""
    return await type_in(host, "tournament create", **options)


async def fill_in(host: Player, button: str, text: str) -> str:
    """Type something into one of the panel's forms; the words of what comes of it."""
    form = await host.press(button)
    await host.member.submit_modal(form, {"text": text})
    return host.told


async def announced(room: Room, number: int = 1) -> Tournament:
    """A tournament as its director knows it."""
    return (await room.bot.tournaments.look(number)).tournament


async def test_all_by_the_command(room: Room, host: Player) -> None:
    """What can be named with the command needs no form, and no list but for the seats and heats."""
    await create(
        host,
        title="The Cup",
        game=DESTINY.key,
        chips=300,
        players=30,
        starts_in=15,
        minutes=7,
        levels="1/2 2/4, 5/10",
        late_until=2,
        reentry_until=1,
        clock=75,
        entry=12,
        purse=40,
        shares="60 30 10",
        prizes="a mug; a free room",
        score_purse=9,
        score_prize="a helmet",
    )
    await host.press("Announce")
    tournament = await announced(room)

    blinds = (Level(0, 1, 2), Level(0, 2, 4), Level(0, 5, 10))
    assert tournament.terms == TournamentTerms(
        6,
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
        words=("a mug", "a free room"),
        score_words="a helmet",
    )
    assert (tournament.purse, tournament.score_purse) == (40, 9)
    assert await room.balance(ledger.fund(room.guild.id, 1)) == 49
    words = host.notice.words
    assert "**Prizes** from 40 coins: " in words
    assert "**Also to win:** 1. a mug · 2. a free room" in words
    assert "**For the highest score:** 9 coins, a helmet" in words
    assert "levels rise every 7 minutes" in words


async def test_all_by_the_lists(room: Room, host: Player) -> None:
    """Whoever wants no form chooses from lists: levels, shares and purses too."""
    chosen = {
        "late_until": "through level 2",
        "reentry_until": "through level 3",
        "minutes_max": "45 minutes by the clock",
        "chips": ": 200",
        "pace": "every 15 minutes",
        "levels": ": 2 4 6 8 12 16 24 32",
        "entry": ": 5",
        "purse": ": 100",
        "shares": "50 : 30 : 20",
        "score_purse": ": 20",
    }
    await plan(host, STONE_HAND, chosen)
    tournament = await announced(room)
    terms = tournament.terms

    assert (terms.late_until, terms.reentry_until, terms.minutes_max) == (2, 3, 45)
    assert (terms.level_length, terms.level_unit, terms.chips) == (15, "minutes", 200)
    assert [level.ante for level in terms.levels] == [2, 4, 6, 8, 12, 16, 24, 32]
    assert (terms.entry, terms.shares) == (5, (50, 30, 20))
    assert (tournament.purse, tournament.score_purse) == (100, 20)


async def test_own_words_by_the_forms(room: Room, host: Player) -> None:
    """Levels, shares, prizes in words and the title may be typed on the panel."""
    await create(host, title="Cup", game=KNIGHTS_HEADS.key, entry=5)
    await fill_in(host, "Title", "The Knights’ Cup")
    await host.press("Chips and levels")

    assert "2 5 9" in await fill_in(host, "Levels of my own", "2, 5, 9")

    await host.press("Entry and prizes")
    await fill_in(host, "Shares of my own", "70/30")
    await fill_in(host, "Prizes in words", "a mug; ; a spoon")
    words = await fill_in(host, "For the highest score", "a helmet")

    assert "the fund goes 70 : 30" in words

    await host.press("Announce")
    stored = (await room.bot.tournaments.look(1)).stored
    terms = stored.tournament.terms

    assert stored.plan.title == "The Knights’ Cup"
    assert [level.ante for level in terms.levels] == [2, 5, 9]
    assert terms.shares == (70, 30)
    assert (terms.words, terms.score_words) == (("a mug", "a spoon"), "a helmet")


async def test_what_cannot_be_read_is_told(room: Room, host: Player) -> None:
    """Levels that fall, shares that rise, blinds for a game without them: a sentence each, and no change."""
    lowest_first = "Please write the levels down with the lowest first, such as"

    for levels in ("4 2", "1/2 2/4", "two", "", "0 1"):
        assert f"{lowest_first} 1 2 3 4." in await create(host, title="Cup", levels=levels)
    for levels in ("1 2", "2/1", "1/2 1/1"):
        told = await create(host, title="Cup", game=DESTINY.key, levels=levels)
        assert f"{lowest_first} 1/2 2/4 3/6 5/10." in told
    for shares in ("30 50", "x", "0", "50,-"):
        expected = shares != "50,-"
        told = await create(host, title="Cup", shares=shares)
        assert ("Please give whole numbers, none larger" in told) == expected


async def test_going_on_with_a_plan(room: Room, host: Player) -> None:
    """Without a title the command opens the plan that was begun, and changes what it names."""
    assert "That plan has been announced or forgotten." in await create(host, entry=3)

    await create(host, title="The Cup", entry=3, levels="2 4")
    words = await create(host, shares="2 1")

    assert "The Cup" in words
    assert "**Entry** — 3 coins" in words
    assert "2 4" in words

    words = await create(host, game=DESTINY.key)

    assert "1/2 2/4 3/6" in words
    assert "the fund goes 2 : 1" in words


async def test_what_does_not_go_together_is_not_offered(room: Room, host: Player) -> None:
    """TN-13, TN-14: heats take nobody late, and a race has no chips, no levels and no re-entry."""
    await create(host, title="The Cup", late_until=2, reentry_until=2)
    await host.choose("plan:format", "heats, 2 of each go through")
    await host.press("Late entry, clock")

    lists = [each["custom_id"] for each in host.whispered.parts if "options" in each]

    assert [each.rpartition("_")[0] for each in lists] == ["t:0:plan:minutes_max"]

    await host.press("House rules")
    await host.choose("plan_rule:arcade", "on")
    await host.press("Chips and levels")

    assert not [each for each in host.whispered.parts if "options" in each]
    assert "Levels of my own" not in host.whispered.buttons
    assert "a race to 50 points" in host.whispered.words

    await host.press("Announce")

    assert (await announced(room)).terms.goal == 50
    assert "levels rise" not in host.notice.words


async def test_rules_that_follow_are_no_choice(room: Room, host: Player) -> None:
    """SH-11: a prize pool does not go with tournaments, so neither panel nor notice speaks of one."""
    await create(host, title="The Cup")
    await host.press("House rules")

    assert not any("prize_pool" in each.get("custom_id", "") for each in host.whispered.parts)

    await host.press("Announce")

    assert "Prize pool" not in host.notice.words


async def test_a_purse_keeps_house_players_out(room: Room, host: Player) -> None:
    """TN-18: where money is at stake from the start, house players cannot fill up."""
    await plan(host, STONE_HAND, purse=10)

    assert "Add house players" not in host.notice.buttons
    assert "House players play where no money is at stake" in await type_in(
        host, "tournament fill-up", count=3
    )


async def test_shares_of_ones_own_are_paid(room: Room, host: Player) -> None:
    """TN-15: 101 coins by 2 to 1 are 68 and 33: what is left over goes to the first place."""
    ben = room.person("ben")
    await plan(host, STONE_HAND, purse=101, shares="2 1")
    await enter_all(room, [host, ben])

    assert "**Prizes** from 101 coins: 1. 68 · 2. 33" in host.notice.words


async def test_announced_once(room: Room, host: Player) -> None:
    """An announced plan is gone: its panel says so, and no second notice can come of it."""
    await create(host, title="The Cup")
    press = host.pressing("Announce")
    await host.press("Announce")

    assert "**The Cup** is announced" in host.told

    await room.deliver(press)

    assert "That plan has been announced or forgotten." in host.told
    assert len([each for each in host.sees() if "## 🏆" in each.words]) == 1


async def test_f60_an_old_panel_chooses_nothing(room: Room, host: Player) -> None:
    """F-60: a list drawn before the plan was changed on another panel: that is told, and nothing changes."""
    await create(host, title="The Cup")
    first = host.whispered
    lists = [str(each.get("custom_id")) for each in first.parts]
    stale = next(each for each in lists if each.startswith("t:0:plan:seats"))
    await create(host)
    await host.choose("plan:format", "heats, 2 of each go through")
    await host.member.select(first.sent, ["0"], custom_id=stale)

    assert "Your plan has changed since this panel was drawn." in host.told

    kept = await room.read(lambda tx: tournament_draft.load(tx, room.guild.id, host.id))

    assert (kept.format, kept.seats) == ("heats_2", 6)
