from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from games.engine.core.errors import OutOfRange, RuleError
from games.engine.core.game import Level, Seat
from games.engine.core.house_rules import RulesClash
from games.engine.table.refusals import AlreadyStarted, TooFewPlayers
from games.tournament import director, entries
from games.tournament.model import (
    AlreadyEntered,
    AlreadyWaiting,
    EntriesClosed,
    FewerPlaces,
    InAlready,
    MoneyLaidDown,
    NobodyToAdd,
    NoMoney,
    NotEntered,
    NotRunning,
    TournamentFull,
    TournamentPayment,
    TournamentTerms,
)
from games.tournament.orders import (
    Added,
    BeginHand,
    Dropped,
    Edited,
    Invited,
    MovedUp,
    SeatGiven,
    TableHeld,
    TableOpened,
    TurnedAway,
)
from tests.games.tournament.evening import Evening, Script, announced, under_way

FULL = {1: "11:50 12:50 13:50 14:50", 2: "21:50 22:50 23:50 24:50"}


def refused(evening: Evening, slip: type[RuleError], action: Any, *arguments: Any) -> bool:
    """Return True; assert that the director raises this error."""
    with pytest.raises(slip):
        action(evening.tournament, *arguments)
    return True


def enter(player: int) -> Any:
    """Return a function that enters a player."""
    return partial(entries.enter, player=player, name="late", now=0, chance=Script())


@pytest.mark.parametrize(
    ("terms", "slip"),
    [
        ({"seats": 7}, OutOfRange),
        ({"seats": 1}, OutOfRange),
        ({"chips": 0}, OutOfRange),
        ({"levels": ()}, OutOfRange),
        ({"levels": (Level(-1),)}, OutOfRange),
        ({"level_length": 0}, OutOfRange),
        ({"entry": -1}, OutOfRange),
        ({"players_max": 501}, OutOfRange),
        ({"players_max": 1}, OutOfRange),
        ({"late_until": -1}, OutOfRange),
        ({"reentry_until": -1}, OutOfRange),
        ({"minutes_max": 0}, OutOfRange),
        ({"goal": 0, "chips": 0}, OutOfRange),
        ({"goal": 10, "chips": 0, "seats": 2}, OutOfRange),
        ({"through": 6}, OutOfRange),
        ({"shares": (30, 40)}, OutOfRange),
        ({"shares": (30, 0)}, OutOfRange),
        ({"words": ("ale",) * 101}, OutOfRange),
        ({"through": 1, "late_until": 1}, RulesClash),
        ({"through": 1, "reentry_until": 1}, RulesClash),
        ({"through": 1, "goal": 10, "chips": 0}, RulesClash),
        ({"goal": 10}, RulesClash),
        ({"goal": 10, "chips": 0, "reentry_until": 1}, RulesClash),
    ],
)
def test_terms_that_cannot_be(terms: dict[str, Any], slip: type[RuleError]) -> None:
    """TN-1: the tables must suit the game; amounts and counts must be possible, formats go together."""
    with pytest.raises(slip):
        entries.announce(TournamentTerms(**{"seats": 6, "chips": 50, **terms}), range(2, 7))


def test_a_game_for_two_has_no_race() -> None:
    """TN-13: the tables of a race take three or more, so the sentence names no range from 3 to 2."""
    for seats in (2, 3):
        with pytest.raises(entries.NoRaceForTwo):
            entries.announce(TournamentTerms(seats=seats, chips=0, goal=10), range(2, 3))
    entries.announce(TournamentTerms(seats=2, chips=50), range(2, 3))


def test_entering_pays_into_the_fund() -> None:
    """TN-15: each entry goes into the fund."""
    evening = announced(entry=20).enters(11, 12)

    assert evening.tournament.fund == 40
    assert evening.paid == {11: 20, 12: 20}
    assert refused(evening, AlreadyEntered, enter(11))


def test_a_full_tournament() -> None:
    """TN-1: no more than the maximum enter, late or for the house either."""
    full = announced(players_max=2, late_until=1).enters(11, 12)

    assert refused(full, TournamentFull, partial(entries.fill_up, players=[(-1, "Marta")]))
    assert refused(full.starts(), TournamentFull, enter(13))


def test_a_place_is_offered_if_there_is_one() -> None:
    """TN-10, TN-43: before the start at least in the waiting list; later only a free place counts."""
    full = announced(players_max=2, late_until=1).enters(11, 12)
    assert [entries.may_enter(full.tournament, player) for player in (11, 13)] == [False, True]

    full.starts()
    assert not entries.may_enter(full.tournament, 13)
    roomy = announced(players_max=3, late_until=1).enters(11, 12).starts()
    assert entries.may_enter(roomy.tournament, 13)


def test_withdrawing_before_it_begins() -> None:
    """TN-10: before the start an entrant may withdraw, and gets the entry back."""
    evening = announced(entry=20).enters(11, 12, 13)
    evening.takes(entries.withdraw(evening.tournament, 12))

    assert evening.paid[12] == 0
    assert list(evening.places) == [11, 13]
    assert refused(evening, NotEntered, entries.withdraw, 12)
    assert refused(evening.starts(), AlreadyStarted, entries.withdraw, 11)


def test_whoever_did_not_check_in_is_dropped() -> None:
    """TN-11: and gets the entry back; house players need not check in."""
    evening = announced(needs_check_in=True, entry=20).enters(11, 12, 13)
    for player in (11, 13):
        evening.takes(entries.check_in(evening.tournament, player))
    evening.starts()

    assert evening.ordered(Dropped) == [Dropped(12)]
    assert evening.paid == {11: 20, 12: 0, 13: 20}
    assert sorted(evening.seats(1).split()) == ["11", "13"]


def test_house_players_are_there() -> None:
    """TN-11, TN-18: a house player need not check in, nor is anything returned for it."""
    evening = announced(needs_check_in=True).enters(11, 12)
    evening.takes(entries.fill_up(evening.tournament, [(-1, "Old Marn"), (-2, "Bex")]))
    evening.takes(entries.check_in(evening.tournament, 11)).starts()

    assert sorted(evening.seats(1).split()) == ["-1", "-2", "11"]


def test_two_are_needed() -> None:
    """TN-1: nobody plays alone."""
    evening = announced().enters(11)

    assert refused(evening, TooFewPlayers, director.start, 0, Script())
    evening.enters(12).starts()
    assert refused(evening, AlreadyStarted, director.start, 0, Script())


def test_house_players_and_money_keep_each_other_out() -> None:
    """TN-18, TB-12: house players fill up tournaments without money only."""
    house = [(-1, "Old Marn")]
    with_purse, with_score_purse, with_house = announced(), announced(), announced()
    with_purse.takes(entries.add_purse(with_purse.tournament, 5))
    with_score_purse.takes(entries.add_purse(with_score_purse.tournament, 5, for_score=True))
    with_house.takes(entries.fill_up(with_house.tournament, house))

    assert refused(announced(entry=1), NoMoney, entries.fill_up, house)
    assert refused(with_purse, NoMoney, entries.fill_up, house)
    assert refused(with_score_purse, NoMoney, entries.fill_up, house)
    assert refused(with_house, NoMoney, entries.add_purse, 5)
    assert refused(announced().enters(11, 12).starts(), AlreadyStarted, entries.fill_up, house)


def test_a_purse_while_it_is_played() -> None:
    """TN-15: the bank may add to the fund until it is over."""
    evening = announced().enters(11, 12).starts()
    added = entries.add_purse(evening.tournament, 30)
    evening.takes(added)

    assert added.payments == (TournamentPayment(None, 30, "purse"),)
    assert refused(evening, OutOfRange, entries.add_purse, 0)
    evening.hand(1, "11:100 12:0")
    assert refused(evening, NotRunning, entries.add_purse, 5)


def test_a_latecomer_sits_down_at_the_shortest_table() -> None:
    """TN-10: with the usual chips, in a seat by lot."""
    evening = under_way({1: "11:90 12:10 13:50 14:50", 2: "21:50 22:50 23:50"}, late_until=1, entry=7)
    evening.enters(31, lots=(2,))

    assert evening.orders == (SeatGiven(31, 2, Seat(6), None),)
    assert evening.entrant(31).chips == 50
    assert evening.paid[31] == 7


def test_where_all_tables_are_full_another_is_set() -> None:
    """TN-10, TN-3: the latecomer waits there for those whom the other tables give as their hands end."""
    evening = under_way(FULL, seats=4, late_until=1).enters(31)

    assert evening.orders == (TableOpened(3), SeatGiven(31, 3, Seat(1), None), TableHeld(3))
    evening.hand(1, "")
    # Four to one: 11 moves, by lot; at three to two table 1 deals, but table 3 is two short of table 2.
    assert [order.player for order in evening.ordered(SeatGiven)] == [11]
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1)]
    evening.hand(2, "")
    assert evening.ordered(SeatGiven) == [SeatGiven(21, 3, Seat(3), 2)]
    assert evening.ordered(BeginHand) == [BeginHand(2, 2, 1), BeginHand(3, 1, 1)]


def test_a_latecomer_is_not_sent_to_a_table_that_is_to_be_broken() -> None:
    """TN-5, TN-10: an eighth at tables of four: table 3 is broken all the same, so nobody sits down there."""
    tables = {1: "11:50 12:50 13:50", 2: "21:50 22:50 23:50", 3: "31:50"}
    evening = under_way(tables, seats=4, late_until=1).enters(41)

    assert evening.entrant(41).table == 1


def test_a_latecomer_may_save_a_table() -> None:
    """TN-5, TN-10: with a ninth nobody has room for all at two tables of four, so the third stays."""
    tables = {1: "11:50 12:50 13:50", 2: "21:50 22:50 23:50", 3: "31:50 32:50"}
    evening = under_way(tables, seats=4, late_until=1).enters(41)

    assert evening.entrant(41).table == 3


def test_when_entries_are_open() -> None:
    """TN-10: until it begins, through the level that was named, and never when it is over."""
    evening = announced(late_until=1, level_length=1).enters(11, 12)

    assert evening.tournament.is_entry_open
    assert evening.starts().tournament.is_entry_open
    assert not evening.hand(1, "").tournament.is_entry_open
    assert not announced().enters(11, 12).starts().tournament.is_entry_open
    assert not evening.hand(1, "11:100 12:0").tournament.is_entry_open


def test_late_entry_ends_with_its_level() -> None:
    """TN-10: through level 1, which lasts ten hands for each table."""
    evening = under_way({1: "11:50 12:50 13:50"}, late_until=1, level_length=2)
    evening.hand(1, "").enters(14).hand(1, "")

    assert evening.tournament.level == 2
    assert refused(evening, EntriesClosed, enter(15))
    assert refused(under_way(FULL), EntriesClosed, enter(31))


def test_re_entry() -> None:
    """TN-10: 13 goes out as last, buys in again, and is no longer out; the fund has four entries then."""
    evening = under_way({1: "11:50 12:50 13:50"}, reentry_until=1, entry=10).hand(1, "11:100 13:0")
    evening.enters(13, lots=(3,))
    assert evening.entrant(13).fell is None
    evening.hand(1, "11:150 12:0")

    assert evening.seats(1) == "11 - - - - 13"
    assert evening.tournament.fund == 40
    # 12 went out after 13 did, and is the last all the same: 13 is in play.
    assert evening.places == {11: 1, 13: 2, 12: 3}
    assert refused(evening, AlreadyEntered, enter(13))


def test_re_entry_ends_with_its_level() -> None:
    """TN-10: afterwards a player who is out stays out, and newcomers never could come."""
    evening = under_way({1: "11:50 12:50 13:50"}, reentry_until=1, level_length=1).hand(1, "11:100 13:0")

    assert refused(evening, EntriesClosed, enter(13))
    assert refused(under_way(FULL, reentry_until=1), EntriesClosed, enter(31))


def test_late_entry_pushes_places_down() -> None:
    """TN-8, TN-10: third of three, and fourth of four when a player has come late."""
    evening = under_way({1: "11:50 12:50 13:50"}, late_until=1).hand(1, "11:100 13:0")

    assert evening.places[13] == 3
    assert evening.enters(14).places[13] == 4


def test_it_is_over_with_one_player_even_while_entries_are_open() -> None:
    """TN-11: a player with everybody's chips has won."""
    evening = under_way({1: "11:50 12:50"}, late_until=9, reentry_until=9).hand(1, "11:100 12:0")

    assert evening.tournament.phase == "over"
    assert refused(evening, NotRunning, enter(13))


def test_f46_the_names_that_an_entrant_has_now() -> None:
    """F-46: the names of an entrant change, and nothing else."""
    tournament = announced(2).tournament
    for player in (1, 2):
        tournament = enter(player)(tournament).tournament
    first, second = tournament.entrants
    named = tournament.with_name(second.player, "Benedict", "ben")

    assert named.entrants == (first, replace(second, name="Benedict", handle="ben"))
    assert named.with_name(second.player, "Benedict", "ben") is named
    assert tournament.with_name(999, "Cora", "cora") is tournament


def test_all_but_the_money_is_laid_down_anew() -> None:
    """TN-42: until it begins, with a place for everybody who is in, and never what is paid or paid out."""
    evening = announced(entry=5, shares=(2, 1)).enters(11, 12, 13)
    terms = evening.tournament.terms

    def edit(**changed: Any) -> Any:
        return partial(entries.edit, terms=replace(terms, **changed), seats=range(2, 7), what=("seats",))

    assert refused(evening, MoneyLaidDown, edit(entry=4))
    assert refused(evening, MoneyLaidDown, edit(shares=(1, 1)))
    assert refused(evening, FewerPlaces, edit(players_max=2))
    assert refused(evening, OutOfRange, edit(seats=7))

    evening.takes(edit(players_max=3, seats=4)(evening.tournament))

    assert (evening.tournament.terms.seats, evening.orders) == (4, (Edited(("seats",)),))
    assert refused(evening.starts(), AlreadyStarted, edit(players_max=4))


def test_whoever_comes_when_it_is_full_waits_for_a_place() -> None:
    """TN-43: they pay like everybody; a free place, or a new one, is theirs in order of arrival."""
    evening = announced(entry=5, players_max=2).enters(11, 12, 13, 14, 15)
    assert refused(evening, AlreadyWaiting, enter(13))
    assert refused(evening, AlreadyEntered, enter(11))
    assert (evening.tournament.fund, evening.tournament.held) == (10, 25)

    evening.takes(entries.withdraw(evening.tournament, 14))
    evening.takes(entries.take_out(evening.tournament, 11))

    assert [each.player for each in evening.tournament.entrants] == [12, 13]
    assert evening.ordered(MovedUp) == [MovedUp(13)]

    terms = replace(evening.tournament.terms, players_max=3)
    evening.takes(entries.edit(evening.tournament, terms, range(2, 7), ("players_max",)))

    assert evening.ordered(MovedUp) == [MovedUp(15)]
    assert [each.number for each in evening.tournament.entrants] == [2, 3, 4]


def test_who_still_waits_when_it_begins_has_the_entry_back() -> None:
    """TN-43: first they get the places of those who missed the check-in; called off, all are refunded."""
    evening = announced(entry=5, players_max=2, needs_check_in=True).enters(11, 12, 13, 14, 15)
    off = director.call_off(evening.tournament)
    for player in (11, 13, 15):
        evening.takes(entries.check_in(evening.tournament, player))
    evening.starts()

    assert sorted(each.player for each in evening.tournament.entrants) == [11, 13]
    assert evening.ordered(MovedUp) == [MovedUp(13)]
    assert evening.ordered(TurnedAway) == [TurnedAway(14), TurnedAway(15)]
    assert evening.paid == {11: 5, 12: 0, 13: 5, 14: 0, 15: 0}
    assert sorted(each.player or 0 for each in off.payments) == [11, 12, 13, 14, 15]


def test_the_waiting_list_has_an_end() -> None:
    """TN-43: fifty may wait."""
    evening = announced(players_max=2).enters(*range(1, 53))

    assert refused(evening, TournamentFull, enter(99))


def test_an_organiser_adds_somebody() -> None:
    """TN-50: a player is in at once if entry is free before the start, behind all who wait, or else asked."""
    free = announced(players_max=2).enters(1, 2, 3)
    free.does(entries.add, 4, "p4")

    assert free.orders == (Added(4),)
    assert [each.player for each in free.tournament.waiting] == [3, 4]

    for each in (1, 3):
        assert refused(free, InAlready, entries.add, each, "p", 0, Script())

    dear = announced(entry=10).enters(1, 2)
    dear.does(entries.add, 3, "p3")

    assert dear.orders == (Invited(3),)
    assert [each.player for each in dear.tournament.entrants] == [1, 2]
    assert dear.paid == {1: 10, 2: 10}

    late = under_way(FULL, late_until=1)
    late.does(entries.add, 31, "p31")

    assert late.orders == (Invited(31),)
    assert all(each.player != 31 for each in late.tournament.entrants)
    assert refused(under_way(FULL), EntriesClosed, entries.add, 31, "p31", 0, Script())


def test_an_organiser_adds_a_list() -> None:
    """TN-50: all who can enter come in together, the others are left out; where it costs, all are asked."""
    free = announced().enters(1)
    free.does(entries.add_all, [(2, "p2"), (1, "p1"), (3, "p3"), (2, "p2")])

    assert free.orders == (Added(2), Added(3))
    assert [each.player for each in free.tournament.entrants] == [1, 2, 3]
    assert refused(free, NobodyToAdd, entries.add_all, [(1, "p1"), (3, "p3")], 0, Script())

    dear = announced(entry=10).enters(1)
    dear.does(entries.add_all, [(2, "p2"), (1, "p1"), (3, "p3")])

    assert dear.orders == (Invited(2), Invited(3))
    assert dear.paid == {1: 10}
