"""Two organisers, or a host and a manager, act on the same thing in the same moment (F-60)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.tavern import deadlines
from bot.tavern.table import actions, invitations
from bot.tavern.table.actions import TableAction
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament import draft
from bot.tavern.tournament.draft import DraftChanged, NoDraft
from bot.tavern.tournament.tournament_service import (
    BegunMeanwhile,
    FilledMeanwhile,
    HasBegun,
    TournamentOver,
    TournamentProposal,
    TournamentState,
)
from bot.tavern.tournament.tournament_tables import Make
from games.engine.core.game import Seat
from games.engine.table.refusals import NothingPlayed, TableClosed
from games.engine.table.table import Terms as TableTerms
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from games.tournament import director, entries
from games.tournament.model import (
    AlreadyPaused,
    NoMoney,
    NotEntered,
    NotPaused,
    NotRemoved,
    Phase,
    TournamentTerms,
)
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.errors import Overtaken
from storage.people.server_settings import ServerSettings
from tests.bot.books import check_laws
from tests.bot.crowd import CHANNEL, SERVER
from tests.bot.evening import ORGANISER, Evening

SECOND = 200
"""The other organiser, or a manager."""
PEOPLE = (101, 102, 103)

Order: TypeAlias = Callable[[Evening, int, int], Awaitable[TournamentState]]


def ordered(make: Make) -> Order:
    """Return an order that makes this change."""
    return lambda evening, number, by: evening.tournaments.do(evening.press(by), number, make)


def called_off(phase: Phase) -> Order:
    """Return an order that calls the tournament off as seen in that phase."""
    return lambda evening, number, by: evening.tournaments.call_off(evening.press(by), number, phase)


START, PAUSE, RESUME = ordered(director.start), ordered(director.pause), ordered(director.resume)
CANCEL_OPEN, CANCEL = called_off("open"), called_off("running")
WITHDRAW = ordered(lambda before, _now, _lots: entries.withdraw(before, 103))
REMOVE = ordered(lambda before, now, lots: director.remove(before, 103, now, lots))
RESTORE = ordered(lambda before, now, lots: director.restore(before, 103, now, lots))


async def slips_of(*calls: Awaitable[object]) -> list[type[BaseException]]:
    """Return the types of the refusals when all of these calls come at once; check that each has words."""
    done = await asyncio.gather(*calls, return_exceptions=True)
    slips = [each for each in done if isinstance(each, BaseException)]
    assert all(sentence(each, "coins") for each in slips), slips
    return [type(each) for each in slips]


@pytest.mark.parametrize(
    ("before", "first", "second", "slip"),
    [
        ((), START, START, HasBegun),
        ((), START, CANCEL_OPEN, BegunMeanwhile),
        ((), START, WITHDRAW, HasBegun),
        ((), CANCEL_OPEN, START, TournamentOver),
        ((), CANCEL_OPEN, CANCEL_OPEN, TournamentOver),
        ((), CANCEL_OPEN, WITHDRAW, TournamentOver),
        ((), WITHDRAW, WITHDRAW, NotEntered),
        ((START,), CANCEL, CANCEL, TournamentOver),
        ((START,), CANCEL, PAUSE, TournamentOver),
        ((START,), CANCEL, REMOVE, TournamentOver),
        ((START,), PAUSE, PAUSE, AlreadyPaused),
        ((START, PAUSE), RESUME, RESUME, NotPaused),
        ((START,), REMOVE, REMOVE, NotEntered),
        ((START, REMOVE), RESTORE, RESTORE, NotRemoved),
    ],
)
async def test_f60_two_organisers(
    database: Database, before: tuple[Order, ...], first: Order, second: Order, slip: type[Exception]
) -> None:
    """F-60: one change comes of it, the later one is refused, and no coin is made or lost."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 20, entry=10))
    await evening.enter(number, *PEOPLE)
    for each in before:
        await each(evening, number, ORGANISER)
    revision = (await evening.tournaments.look(number)).stored.revision

    assert await slips_of(first(evening, number, ORGANISER), second(evening, number, SECOND)) == [slip]
    assert (await evening.tournaments.look(number)).stored.revision == revision + 1
    await database.read(check_laws)


@pytest.mark.parametrize("make", [director.start, lambda own, _now, _lots: entries.withdraw(own, 103)])
async def test_f60_a_change_of_an_older_tournament_is_not_written(database: Database, make: Make) -> None:
    """F-60: a tournament that somebody else changed meanwhile is not written over; no row changes."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 20, entry=10))
    await evening.enter(number, *PEOPLE)
    old = (await evening.tournaments.look(number)).stored
    await ordered(lambda own, _now, _lots: entries.withdraw(own, 102))(evening, number, ORGANISER)
    after = (await evening.tournaments.look(number)).stored
    tables, at = evening.tavern.tournament_tables, evening.clock.at

    with pytest.raises(Overtaken):
        await database.write(lambda tx: tables.change(tx, old, make, at))
    assert (await evening.tournaments.look(number)).stored == after
    await database.read(check_laws)


async def test_f60_house_players_enter_once(database: Database) -> None:
    """F-60: both saw a notice without house players, and both pressed: four enter, not eight."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 20))
    both = (evening.tournaments.fill_up(evening.press(by), number, 4, 0) for by in (ORGANISER, SECOND))

    assert await slips_of(*both) == [FilledMeanwhile]
    assert len((await evening.tournaments.look(number)).tournament.entrants) == 4


async def test_f60_money_or_house_players(database: Database) -> None:
    """F-60, TN-18: if one adds a purse and the other lets house players in, only the first succeeds."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 20))
    manager = evening.press(ORGANISER, is_manager=True)
    purse = evening.tournaments.do(manager, number, lambda before, _now, _lots: entries.add_purse(before, 50))
    fill_up = evening.tournaments.fill_up(evening.press(SECOND), number, 4)

    assert await slips_of(purse, fill_up) == [NoMoney]
    await database.read(check_laws)


async def test_f60_two_organisers_call_a_hand_off(database: Database) -> None:
    """F-60: the hand of a tournament's table is called off once."""
    evening = Evening(database)
    number = await evening.announce(STONE_HAND, TournamentTerms(3, 20))
    await evening.enter(number, *PEOPLE)
    table = (await evening.start(number)).places[1].table
    evening.clock.at += deadlines.CALLED_SECONDS
    await evening.tavern.tick(table)
    calls = (
        evening.tavern.act(
            replace(evening.press(by), is_organiser=True), table, actions.call_off("spilt ale")
        )
        for by in (ORGANISER, SECOND)
    )

    assert await slips_of(*calls) == [NothingPlayed]


async def test_f60_host_and_manager_close_a_table(database: Database) -> None:
    """F-60: a table is closed once, and the later one reads so."""
    evening = Evening(database)
    terms = TableTerms(host=101, buy_in=20, turn_seconds=60)
    opened = await evening.tavern.open_table(
        evening.press(101), CHANNEL, STONE_HAND, StoneHandRules(), terms, actions.sit_down
    )
    calls = (
        evening.tavern.close(evening.press(by, is_manager=by == SECOND), opened.id) for by in (101, SECOND)
    )

    assert await slips_of(*calls) == [TableClosed]
    await database.read(check_laws)


@pytest.mark.parametrize("is_playing", [True, False])
@pytest.mark.parametrize("is_sent_first", [True, False])
async def test_f60_invited_and_sent_away(
    database: Database, *, is_sent_first: bool, is_playing: bool
) -> None:
    """F-60, TB-16: the later press counts; a player who was sent away may stay only in a hand."""
    evening = Evening(database)
    host, guest, _ = PEOPLE
    terms = TableTerms(host=host, buy_in=20, turn_seconds=60, invited=PEOPLE)
    opened = await evening.tavern.open_table(
        evening.press(host), CHANNEL, STONE_HAND, StoneHandRules(), terms, actions.sit_down
    )

    def press(player: int, act: TableAction) -> Awaitable[TableState]:
        return evening.tavern.act(evening.press(player), opened.id, act)

    await press(guest, actions.sit_down)
    if is_playing:
        await press(host, actions.begin)
    sent, invited = press(host, invitations.send_away(Seat(2))), press(host, invitations.invite([guest]))

    assert await slips_of(*((sent, invited) if is_sent_first else (invited, sent))) == []
    table = (await evening.tavern.look(opened.id)).table
    assert (guest in table.terms.invited) is is_sent_first
    assert (guest in table.terms.sent_away) is not is_sent_first
    assert [each.player for each in table.present] == [host, guest][: 2 if is_playing else 1]
    assert (Seat(2) in table.sent) is (is_playing and not is_sent_first)
    await database.read(check_laws)


def test_f60_a_choice_on_a_panel_that_shows_another_plan() -> None:
    """F-60: on one panel heats were chosen, so the other no longer shows what is planned."""
    shown = draft.new_draft(STONE_HAND, ServerSettings(), "The Cup")
    changed = draft.fitting(replace(shown, format="heats_2"), STONE_HAND)

    draft.require_unchanged(changed, draft.check(changed))
    with pytest.raises(DraftChanged) as slip:
        draft.require_unchanged(changed, draft.check(shown))
    assert sentence(slip.value, "coins")


async def test_f60_a_plan_is_announced_once(database: Database) -> None:
    """F-60: two presses on Announce make one tournament."""
    evening, plan = Evening(database), draft.new_draft(STONE_HAND, ServerSettings(), "The Cup")
    await database.write(lambda tx: draft.save(tx, SERVER, ORGANISER, plan))

    def propose(tx: Transaction) -> TournamentProposal:
        return draft.plan_and_terms(
            draft.drop(tx, SERVER, ORGANISER), STONE_HAND, ORGANISER, 60, evening.clock.at
        )

    calls = (evening.tournaments.announce(evening.press(ORGANISER), CHANNEL, propose) for _ in range(2))

    assert await slips_of(*calls) == [NoDraft]
