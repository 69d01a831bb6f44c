"""The laws of every change of every tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from games.tournament.model import Entrant, Tournament, TournamentChange, TournamentPayment, next_at
from games.tournament.orders import BeginHand, ChipsCorrected, Order, Ranked
from games.tournament.placing import prize_table, standings

APART_MAX = 1


class Laws:
    """A checker that follows one tournament from change to change."""

    def __init__(self, tournament: Tournament) -> None:
        self._chips = _chips(tournament)
        self._paid: Counter[str] = Counter(entry=sum(each.paid for each in tournament.entered))
        self._stage = (tournament.phase, tournament.stage)

    def check(self, before: Tournament, change: TournamentChange) -> None:
        """Check every law; an `AssertionError` names the broken one."""
        after = change.tournament
        self._count(change.payments)
        everybody_is_somewhere(before, after)
        nobody_is_told_twice(change)
        everybody_knows_their_place(after)
        if after.phase == "running":
            self._chips_are_constant(before, after, change.orders)
            everybody_has_one_seat(after)
            dealt = [order.table for order in change.orders if isinstance(order, BeginHand)]
            is_balanced(after, dealt)
            is_in_step(after, dealt)
            play_goes_on(after)
            a_break_is_kept(after, dealt)
        elif after.phase == "over":
            every_place_is_given_once(after)
            self._the_fund_is_paid_out(after, change.payments)
            a_deal_shares_the_prizes_left(after)
        self._money_adds_up(after)

    def _count(self, payments: Iterable[TournamentPayment]) -> None:
        for payment in payments:
            assert (payment.amount > 0) == (payment.reason in ("entry", "purse"))
            assert payment.amount != 0
            self._paid[payment.reason] += payment.amount

    def _chips_are_constant(self, before: Tournament, after: Tournament, orders: Iterable[Order]) -> None:
        """Assert that chips in play are constant, except entries, corrections, and fresh ones of a stage."""
        if (after.phase, after.stage) != self._stage:
            self._stage = (after.phase, after.stage)
            assert _chips(after) == after.terms.chips * len(_in_play(after))
        else:
            entered = [each for each in after.entrants if _has_entered(before, each)]
            corrected = sum(order.amount for order in orders if isinstance(order, ChipsCorrected))
            brought = after.terms.chips * len(entered) + corrected
            assert _chips(after) - self._chips == brought, "chips made or lost"
        self._chips = _chips(after)

    def _the_fund_is_paid_out(self, after: Tournament, payments: Iterable[TournamentPayment]) -> None:
        prizes = Counter[str]()
        for award in after.awards:
            assert award.money >= 0
            prizes[award.reason] += award.money
        assert prizes["place"] == after.fund, "payouts do not add up to the fund"
        assert prizes["score"] in (0, after.score_purse)
        assert sum(self._paid.values()) == 0, "money made or lost"
        assert all(payment.player is not None or payment.reason == "returned" for payment in payments)

    def _money_adds_up(self, after: Tournament) -> None:
        held = 0 if after.phase in ("over", "called_off") else after.held
        assert sum(self._paid.values()) == held


def a_deal_shares_the_prizes_left(after: Tournament) -> None:
    """Assert that a deal shares exactly the prizes of its places, and at least the least one each."""
    if after.deal is None:
        return
    left = [each for each in after.entrants if each.standing == "in"]
    prizes = (*prize_table(after), *(0 for _ in left))[: len(left)]
    got = {each.player: each.money for each in after.awards if each.reason == "place"}
    shares = [got.get(each.player, 0) for each in left]
    assert sum(shares) == sum(prizes), "a deal makes or loses money"
    assert min(shares) >= min(prizes)


def everybody_is_somewhere(before: Tournament, after: Tournament) -> None:
    """Assert that nobody is lost: a player may leave only before the start."""
    players = [each.player for each in after.entrants]
    assert len(set(players)) == len(players)
    if before.phase == "running":
        assert set(players) >= {each.player for each in before.entrants}


def nobody_is_told_twice(change: TournamentChange) -> None:
    """Assert that a player who is out is told once; Discord refuses a message that pings a user twice."""
    told = [order.player for order in change.orders if isinstance(order, Ranked)]
    assert len(set(told)) == len(told)
    out = {each.player for each in change.tournament.entrants if each.standing == "out"}
    assert set(told) <= out


def everybody_knows_their_place(tournament: Tournament) -> None:
    """Assert that a place told for certain holds, or another one has been told."""
    for place, each in standings(tournament):
        assert each.standing != "out" or each.told in (None, place), "told another place"


def everybody_has_one_seat(tournament: Tournament) -> None:
    """Assert that exactly the players in play have one seat each, at a set table, and no seat has two."""
    tables = {table.number: table for table in tournament.tables}
    taken = [(each.table, each.seat) for each in tournament.entrants if each.seat is not None]
    assert len(set(taken)) == len(taken), "a seat taken twice"
    assert all(each.seat is not None for each in _in_play(tournament)), "somebody without a seat"
    for each in tournament.entrants:
        if each.seat is not None:
            assert each.table in tables
            assert 1 <= each.seat <= tournament.terms.seats
            is_going = each.standing == "removed" and tables[each.table].is_playing
            assert each.standing == "in" or is_going, "a seat for somebody who is out"


def is_balanced(tournament: Tournament, dealt: Iterable[int]) -> None:
    """Assert that a table that begins a hand is within one player of all others, except one to be broken."""
    if tournament.terms.through is not None:
        return
    sizes = {table.number: 0 for table in tournament.tables}
    for each in tournament.entrants:
        if each.seat is not None and each.table is not None:
            sizes[each.table] += 1
    if len(sizes) > 1 and sum(sizes.values()) <= (len(sizes) - 1) * tournament.terms.seats:
        broken = max(sizes)
        is_idle = not next(table for table in tournament.tables if table.number == broken).is_playing
        assert not is_idle or tournament.paused_at is not None or tournament.in_step or is_waiting(tournament)
        del sizes[broken]
    for number in dealt:
        assert sizes[number] >= 2
        assert all(abs(sizes[number] - size) <= APART_MAX for size in sizes.values()), "not balanced"


def is_in_step(tournament: Tournament, dealt: Sequence[int]) -> None:
    """Assert that hand for hand all tables begin together."""
    if tournament.in_step and dealt:
        assert {table.number for table in tournament.tables if table.is_playing} == set(dealt)


def is_waiting(tournament: Tournament) -> bool:
    """Return True if all idle tables wait for the others to end their hands."""
    return all(
        table.is_playing or table.waits_for in ("round", "final", "end", "pause", "break")
        for table in tournament.tables
    )


def play_goes_on(tournament: Tournament) -> None:
    """Assert that some table plays unless the organiser paused, so that every waiting table waits for one."""
    assert tournament.paused_at is not None or any(table.is_playing for table in tournament.tables)
    assert all(table.is_playing == (table.waits_for is None) for table in tournament.tables)


def a_break_is_kept(tournament: Tournament, dealt: Sequence[int]) -> None:
    """Assert that no hand begins in a break, which ends by itself, and that no break is left in play."""
    if tournament.break_until is not None:
        assert not dealt, "a hand in a break"
        assert tournament.paused_at is not None
        assert next_at(tournament) == tournament.break_until


def every_place_is_given_once(tournament: Tournament) -> None:
    """Assert that places run from 1 to the number of players; one shared by k leaves the next k - 1 empty."""
    shared = Counter(place for place, _ in standings(tournament))
    place = 1
    for given, players in sorted(shared.items()):
        assert given == place
        place += players
    assert place == len(tournament.entrants) + 1


def _in_play(tournament: Tournament) -> list[Entrant]:
    return [each for each in tournament.entrants if each.standing == "in"]


def _has_entered(before: Tournament, each: Entrant) -> bool:
    """Return True if a player came late or again in this change; being restored is neither."""
    was = {entrant.player: entrant for entrant in before.entrants}.get(each.player)
    return was is None or (was.standing == "out" and each.standing == "in")


def _chips(tournament: Tournament) -> int:
    """Return all chips, also of removed players; in heats those at the tables of this stage."""
    tables = {table.number for table in tournament.tables}
    is_heats = tournament.terms.through is not None
    return sum(each.chips for each in tournament.entrants if not is_heats or each.table in tables)
