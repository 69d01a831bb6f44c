"""Tournaments at the page: the notice in the room, the way to its tables, and what stands above them."""

from __future__ import annotations

import re

from bot.tavern.tournament.reminders import START
from bot.tavern.tournament.tournament_tables import TournamentOutcome
from tests.page.conftest import Practice
from tests.page.rows import announced, sheet


async def test_what_comes_of_a_form_is_shown_where_it_was_asked_for(practice: Practice) -> None:
    """A plan that was changed lies there once: no older one is below it."""
    ann = await practice.browser("brenna")
    await ann.send("command", "organise create")
    await ann.read_until("data-form")
    await ann.send("form", "/organise create", on="sheet", number=sheet(ann.parts["sheet"]), fields={})
    await ann.read_until("Announce")
    plan = sheet(ann.parts["sheet"])
    await ann.press("General")
    await ann.read_until("data-form")
    form = sheet(ann.parts["sheet"])
    action = re.findall(r'data-form="([^"]+)"', ann.parts["sheet"])[0]
    typed = {"title": "Cup", "format": "freeze_out", "seats": "6", "players_max": "none"}
    await ann.send("form", action, on="sheet", number=form, fields=typed)
    await ann.read_until('class="wrong"')
    await ann.send("form", action, on="sheet", number=form, fields={**typed, "players_max": "7"})
    await ann.read_until("at most 7 players")
    assert sheet(ann.parts["sheet"]) == plan
    await ann.send("close", number=plan)
    await ann.read()

    assert ann.parts["sheet"] == ""


async def test_a_tournament_is_played_at_the_page(practice: Practice) -> None:
    """A later visitor finds its notice, a door that says whose table it is, and its current state."""
    ann = await practice.browser("brenna")
    await announced(ann)
    await ann.read_until("Brenna’s Cup")
    # A process that has just begun has heard of none.
    practice.room.front.windows._rooms.clear()
    ben = await practice.browser("tomas", page="tournaments/1")
    assert "Not begun yet" in ben.parts["main"]
    mine = {"Joinfree", "Withdraw", "Start", "Add house players"}
    assert {"Joinfree"} == mine & ben.actions("main").keys()

    await ben.press("Join")
    assert {"Withdraw"} == mine & ben.actions("main").keys()
    await ann.visit("tournaments/1")
    await ann.press("Add house players")
    await ann.read_until("start_cup")
    await ann.press("Start")
    await ben.read_until("Your table, 1")
    assert "Tomas" not in ben.parts["main"].partition("Your table, 1")[2].partition("</a>")[0]
    await ben.visit("")
    assert 'data-table="2"' in ben.parts["main"]
    # A viewer of another table is told of the own one, also by a process that has just begun.
    practice.room.front.windows._rooms.clear()
    elsewhere, other = await practice.browser("tomas", 1), await practice.browser("ishbel", 1)
    own = 'class="tap own" data-table="2" title="Brenna’s Cup · table 1"><svg'
    assert [True, False] == [own in each.parts["top"] for each in (elsewhere, other)]
    await ben.send("table", number=2)
    await ben.read_until('class="strip"')
    assert "Your table" not in ben.parts["top"]

    assert "table 1</p>" in ben.parts["top"]
    assert "Place 1 of 5" in ben.actions("main")
    assert "<strong>Brenna’s Cup</strong> · level 1" in ben.parts["main"]
    assert "level 2 in 10 rounds" in ben.parts["main"]
    await ann.send("table", number=2)
    await ann.read_until('class="strip"')
    assert "5 of 5 still in" in ann.actions("main")


async def test_a_game_is_played_beside_a_tournament_of_it(practice: Practice) -> None:
    """*Play now* findsament's table offers no seat to who isn't entered."""
    ann, ben, cora = [await practice.browser(each) for each in ("brenna", "tomas", "ishbel")]
    await announced(ann)
    await ben.visit("tournaments/1")
    await ben.press("Join")
    await ann.visit("tournaments/1")
    await ann.press("Add house players")
    await ann.read_until("start_cup")
    await ann.press("Start")
    await ben.read_until("Your table, 1")
    await cora.visit("tables")
    assert "<b>Brenna’s Cup · table 1</b><small>20 chips</small>" in cora.parts["main"]

    await ben.visit("game/stone_hand")
    await ben.press("Play now")
    await ben.read_until("play_own")


async def test_a_tournament_is_planned_on_one_page(practice: Practice) -> None:
    """All that is planned stands there by subject; a form changes it, and it is announced there."""
    ann, ben = await practice.browser("brenna", page="manage/plan"), await practice.browser("tomas")
    assert "<dt>Title</dt><dd>Brenna’s Cup</dd>" in ann.parts["main"]
    assert "<dt>Entry</dt><dd>–</dd>" in ann.parts["main"]
    await ann.press("Change … Start and clock")
    await ann.read_until("data-form")
    assert 'data-set="in 30 min" data-for="starts_at"' in ann.parts["sheet"]
    action = re.findall(r'data-form="([^"]+)"', ann.parts["sheet"])[0]
    typed = dict(re.findall(r'name="(\w+)"[^>]*value="([^"]*)"', ann.parts["sheet"]))
    typed |= {"starts_at": "in 30 min", "needs_check_in": "on"}
    await ann.send("form", action, on="sheet", number=sheet(ann.parts["sheet"]), fields=typed)
    await ann.read_until("<dd>yes</dd>")
    assert "<dt>Starts</dt><dd><time" in ann.parts["main"]
    assert ann.parts["sheet"] == ""
    await ann.press("Announce")
    await ann.read_until("is announced")
    assert 'data-page="tournaments"' in ann.parts["main"]
    await ben.visit("tournaments/1")
    assert "Check in before it starts" in ben.parts["main"]


async def test_news_is_told_to_each_whom_it_concerns(practice: Practice) -> None:
    """Each reads of their own seat and nobody else’s, as “you”; a reminder goes once its time has come."""
    ann, ben, cora = [await practice.browser(each) for each in ("brenna", "tomas", "ishbel")]
    await announced(ann, starts="in 5 min")
    for each in (ann, ben):
        await each.visit("tournaments/1")
        await each.press("Join")
    app, news = practice.room.front.app, practice.room.front.tournament_news
    stored = (await app.tournaments.look(1)).stored
    news.handle_outcome(TournamentOutcome(stored, (), (), f"{START} 0", None))
    await ben.visit("waiting")
    await ben.read_until("· start <time")
    await ben.visit("")
    await ann.visit("tournaments/1")
    await ann.read_until("start_cup")
    await ann.press("Start")
    await ben.read_until("Waiting for you: 1")
    for each in (ann, ben, cora):
        await each.visit("waiting")
    assert "Waiting for you: " not in ben.parts["top"]
    said = [each.parts["main"] for each in (ann, ben, cora)]

    assert [1, 1, 0] == [each.count("You have seat") for each in said]
    assert [] == [name for name in ("Brenna,", "Tomas,") for each in said if name in each]
    assert not any("· start" in each for each in said)
