"""Announcements of tournaments; entries and withdrawals before the start, and late entries."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise

from games.engine.core.errors import N_, OutOfRange, RuleError
from games.engine.core.house_rules import RulesClash
from games.engine.provable_chance import Seal
from games.engine.table.refusals import AlreadyStarted
from games.tournament import model, placing
from games.tournament.director import running, settled
from games.tournament.model import Entrant, Tournament, TournamentChange, TournamentPayment, TournamentTerms
from games.tournament.orders import Added, Edited, FilledUp, Invited, MovedUp, Order, Removed
from games.tournament.seating import RandomSource
from games.tournament.update import TournamentUpdate

AMOUNT_MAX = 10**9
PLAYERS_MAX = 500
LEVELS_MAX = 100
WAITING_MAX = 50
"""The maximum length of the waiting list."""
BREAK_MINUTES_MAX = 24 * 60
WORDS_MAX = 100
"""The maximum number of prizes in words, and of shares."""
CLASHES = (
    ("through", "late_until"),
    ("through", "reentry_until"),
    ("through", "goal"),
    ("goal", "chips"),
    ("goal", "reentry_until"),
    ("goal", "breaks"),
)
"""Pairs of terms that exclude each other.

Heats are drawn once and are played with chips. A race has no chips, so nobody goes out.
"""


class NoRaceForTwo(RuleError):  # TN-13
    template = N_("A race needs tables of three or more, and this game is for two.")


def announce(terms: TournamentTerms, seats: range) -> Tournament:
    """Return a tournament that can be entered; `seats` are the possible table sizes of its game.

    Raises `OutOfRange`, or `RulesClash` with the names of two terms that exclude each other.
    """
    for first, second in CLASHES:
        if getattr(terms, first) and getattr(terms, second):
            raise RulesClash(first, second)
    if terms.goal and seats.stop <= model.RACE_SEATS_MIN:
        raise NoRaceForTwo
    _require(terms.seats, max(seats.start, model.RACE_SEATS_MIN if terms.goal else 2), seats.stop - 1)
    _require(terms.chips, 0 if terms.goal else 1)
    _require(terms.level_length, 1)
    _require(min(terms.entry, terms.late_until, terms.reentry_until), 0)
    _require(len(terms.levels), 1, LEVELS_MAX)
    _require(terms.players_max, 2, PLAYERS_MAX)
    _require(max(len(terms.shares), len(terms.words)), 0, WORDS_MAX)
    _require(1 if terms.goal is None else terms.goal, 1)
    _require(1 if terms.minutes_max is None else terms.minutes_max, 1)
    _require(1 if terms.through is None else terms.through, 1, terms.seats - 1)
    for level in terms.levels:
        _require(min(level.ante, level.small_blind, level.big_blind), 0)
    _require(len(terms.breaks), 0, LEVELS_MAX)
    for planned, following in pairwise((*terms.breaks, model.PlannedBreak(AMOUNT_MAX, 1))):
        _require(planned.after, 1, following.after - 1)
        _require(planned.minutes, 1, BREAK_MINUTES_MAX)
    for share, next_share in pairwise((AMOUNT_MAX, *terms.shares)):
        _require(next_share, 1, share)
    return Tournament(terms)


def edit(
    tournament: Tournament, terms: TournamentTerms, seats: range, what: tuple[str, ...]
) -> TournamentChange:
    """Change the terms before the start, except those of money (TN-42). Raises as `announce` does."""
    if tournament.phase != "open":
        raise AlreadyStarted
    before = tournament.terms
    if (terms.entry, terms.shares) != (before.entry, before.shares):
        raise model.MoneyLaidDown
    checked = announce(terms, seats).terms
    if len(tournament.entrants) > checked.players_max:
        raise model.FewerPlaces(len(tournament.entrants))
    change = moved_up(replace(tournament, terms=checked))
    return replace(change, orders=(Edited(what), *change.orders))


def enter(tournament: Tournament, player: int, name: str, now: int, chance: RandomSource) -> TournamentChange:
    """Enter a player: before the start, late, or again after going out, if the terms allow that.

    Before the start, if no place is free, the player is put on the waiting list (TN-43).
    """
    _require_open(tournament, player)
    terms = tournament.terms
    if tournament.phase == "open":
        newcomer = Entrant(player, name, 0, paid=terms.entry)
        is_full = len(tournament.entrants) >= terms.players_max
        queued = replace(tournament, waiting=(*tournament.waiting, newcomer))
        entered = queued if is_full else _admitted(tournament, newcomer)
        return TournamentChange(entered, payments=_entry(terms, player))
    if all(each.player != player for each in tournament.entrants):
        tournament = _admitted(tournament, Entrant(player, name, 0, is_checked_in=True))
    progress = TournamentUpdate(tournament, now, chance)
    paid = progress.seating.entrants[player].paid + terms.entry
    progress.seating.change(player, standing="in", chips=terms.chips, fell=None, paid=paid, out_at=None)
    progress.book(*_entry(terms, player))
    progress.seating.seat_newcomer(player)
    return settled(progress)


def may_enter(tournament: Tournament, player: int) -> bool:
    """Return True if a player can enter now, at least on the waiting list."""
    try:
        _require_open(tournament, player)
    except RuleError:
        return False
    is_new = all(each.player != player for each in tournament.entrants)
    is_full = len(tournament.entrants) >= tournament.terms.players_max
    return tournament.phase == "open" or not (is_new and is_full)


def add(tournament: Tournament, player: int, name: str, now: int, chance: RandomSource) -> TournamentChange:
    """Enter a player for the organiser, or invite a player whose consent is needed (TN-50)."""
    try:
        if tournament.phase == "open" and not tournament.terms.entry:
            change = enter(tournament, player, name, now, chance)
            return replace(change, orders=(Added(player),))
        _require_open(tournament, player)
    except (model.AlreadyEntered, model.AlreadyWaiting) as known:
        raise model.InAlready from known
    return TournamentChange(tournament, (Invited(player),))


def add_all(
    tournament: Tournament, players: Sequence[tuple[int, str]], now: int, chance: RandomSource
) -> TournamentChange:
    """Add several players as `add` does, by id and name, and leave out those who cannot enter (TN-50).

    Raises `NobodyToAdd` if that is all of them.
    """
    given: list[Order] = []
    for player, name in players:
        with suppress(RuleError):
            change = add(tournament, player, name, now, chance)
            tournament = change.tournament
            given += change.orders
    if not given:
        raise model.NobodyToAdd
    return TournamentChange(tournament, tuple(given))


def fill_up(tournament: Tournament, players: Sequence[tuple[int, str]]) -> TournamentChange:
    """Enter house players, given as pairs of an id that no user has, and a name (TB-12)."""
    if tournament.phase != "open":
        raise AlreadyStarted
    if tournament.terms.entry or tournament.purse or tournament.score_purse:
        raise model.NoMoney
    for player, name in players:
        tournament = _admitted(tournament, Entrant(player, name, 0, is_house=True))
    return TournamentChange(tournament, (FilledUp(len(players)),))


def withdraw(tournament: Tournament, player: int) -> TournamentChange:
    """Withdraw an entrant before the start, and refund the entry; the first in the waiting list moves up."""
    entrant = _unseated(tournament, player)
    entrants, waiting = (
        tuple(each for each in people if each != entrant)
        for people in (tournament.entrants, tournament.waiting)
    )
    left = moved_up(replace(tournament, entrants=entrants, waiting=waiting))
    return replace(left, payments=placing.entry_back(entrant))


def moved_up(tournament: Tournament) -> TournamentChange:
    """Give free places to the waiting list, first come, first served (TN-43)."""
    room = max(0, tournament.terms.players_max - len(tournament.entrants))
    waiting, numbers = tournament.waiting, tournament.numbers
    admitted = tuple(replace(each, number=numbers + index) for index, each in enumerate(waiting[:room], 1))
    after = replace(
        tournament,
        entrants=(*tournament.entrants, *admitted),
        waiting=waiting[room:],
        numbers=numbers + len(admitted),
    )
    return TournamentChange(after, tuple(MovedUp(each.player) for each in admitted))


def take_out(tournament: Tournament, player: int) -> TournamentChange:
    """Withdraw an entrant for the organiser, with an order to notify the entrant."""
    change = withdraw(tournament, player)
    return replace(change, orders=(Removed(player), *change.orders))


def check_in(tournament: Tournament, player: int) -> TournamentChange:
    """Check an entrant in."""
    entrant = _unseated(tournament, player)
    checked_in = replace(entrant, is_checked_in=True)
    entrants, waiting = (
        tuple(checked_in if each is entrant else each for each in people)
        for people in (tournament.entrants, tournament.waiting)
    )
    return TournamentChange(replace(tournament, entrants=entrants, waiting=waiting))


def cut(seal: Seal, tournament: Tournament, player: int, named: tuple[str, str]) -> Seal:
    """Return the seal with an entrant's words mixed in: once per entrant, before the start (TN-22)."""
    if all(each.player != player for each in tournament.entrants):
        raise model.NotEntered
    if tournament.phase != "open":
        raise AlreadyStarted
    return seal.cut(player, *named)


def add_purse(tournament: Tournament, amount: int, *, for_score: bool = False) -> TournamentChange:
    """Add coins from the bank to the prize fund, or to the prize for the highest score."""
    if tournament.phase not in ("open", "running"):
        raise model.NotRunning
    if any(each.is_house for each in tournament.entrants):
        raise model.NoMoney
    _require(amount, 1)
    if for_score:
        changed = replace(tournament, score_purse=tournament.score_purse + amount)
    else:
        changed = replace(tournament, purse=tournament.purse + amount)
    return TournamentChange(changed, payments=(TournamentPayment(None, amount, "purse"),))


def _require(number: int, least: int, most: int = AMOUNT_MAX) -> None:
    if not least <= number <= most:
        raise OutOfRange(least, most)


def _admitted(tournament: Tournament, newcomer: Entrant) -> Tournament:
    if len(tournament.entrants) >= tournament.terms.players_max:
        raise model.TournamentFull
    number = tournament.numbers + 1
    entrants = (*tournament.entrants, replace(newcomer, number=number))
    return replace(tournament, entrants=entrants, numbers=number)


def _require_open(tournament: Tournament, player: int) -> None:
    """Raise if the player cannot enter now: before the start, late, or again."""
    if any(each.player == player for each in tournament.waiting):
        raise model.AlreadyWaiting
    entrant = next((each for each in tournament.entrants if each.player == player), None)
    is_open, terms = tournament.phase == "open", tournament.terms
    if entrant is not None and (is_open or entrant.standing != "out"):
        raise model.AlreadyEntered
    if is_open:
        places = terms.players_max + WAITING_MAX
        if len(tournament.entered) >= places:
            raise model.TournamentFull
        return
    last = running(tournament).terms.late_until if entrant is None else terms.reentry_until
    if tournament.is_time_up or tournament.level > last:
        raise model.EntriesClosed


def _entry(terms: TournamentTerms, player: int) -> tuple[TournamentPayment, ...]:
    return (TournamentPayment(player, terms.entry, "entry"),) if terms.entry else ()


def _unseated(tournament: Tournament, player: int) -> Entrant:
    """Return an entrant before the start, also from the waiting list. Raises `NotEntered`."""
    if tournament.phase != "open":
        raise AlreadyStarted
    for each in tournament.entered:
        if each.player == player:
            return each
    raise model.NotEntered
