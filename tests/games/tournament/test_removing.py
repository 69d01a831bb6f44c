from typing import Any

import pytest

from games.engine.core.errors import RuleError
from games.tournament import director, entries
from games.tournament.model import LastPlayer, NotEntered, NotRemoved, TooLate
from games.tournament.orders import BeginHand, Ranked, Removed, Restored, SeatGiven, StoodUp
from tests.games.tournament.evening import Evening, Script, announced, under_way

FOUR = {1: "11:50 12:50 13:50 14:50"}


def refused(evening: Evening, slip: type[RuleError], action: Any, player: int) -> bool:
    """Return True; assert that the director raises this error."""
    with pytest.raises(slip):
        action(evening.tournament, player, 0, Script())
    return True


def test_absent_players_stay() -> None:
    """TN-19, TB-8: a player whose chips are blinded off keeps the seat until they are gone."""
    evening = under_way(FOUR).hand(1, "11:99 14:1")

    assert evening.seats(1) == "11 12 13 14"


def test_removed_with_the_end_of_the_hand() -> None:
    """TN-19: the hand is played to its end; then the player stands up, and the chips are out of play."""
    evening = under_way(FOUR).does(director.remove, 12)

    assert evening.seats(1) == "11 12 13 14"
    evening.hand(1, "11:60 12:40")
    assert evening.orders == (StoodUp(12, 1), BeginHand(1, 2, 1))
    assert evening.seats(1) == "11 - 13 14"
    assert evening.entrant(12).chips == 40


def test_removed_between_hands() -> None:
    """TN-19: at a waiting table, at once."""
    evening = under_way(FOUR).does(director.pause).hand(1, "").does(director.remove, 12)

    assert evening.orders == (Removed(12), StoodUp(12, 1))


def test_the_last_places_for_the_removed() -> None:
    """TN-19: 12 is removed, then 13, then 14 goes out: 14 is second, 13 third, 12 last."""
    evening = under_way(FOUR, entry=10, shares=(2, 1)).does(director.remove, 12).does(director.remove, 13)
    evening.hand(1, "11:100 14:0")

    assert evening.places == {11: 1, 14: 2, 13: 3, 12: 4}
    # All four entries, 27 and 13 of 40, are paid out: no removed player has a share.
    assert [(award.player, award.money) for award in evening.tournament.awards] == [(11, 27), (14, 13)]


def test_removed_from_the_last_two() -> None:
    """TN-19, TN-11: the remaining player has won when the hand is over."""
    evening = under_way({1: "11:50 12:50"}, entry=10, shares=(2, 1)).does(director.remove, 11)

    assert evening.tournament.phase == "running"
    evening.hand(1, "")
    assert evening.places == {12: 1, 11: 2}
    assert [(award.player, award.money) for award in evening.tournament.awards] == [(12, 20)]


def test_restored_during_the_hand() -> None:
    """TN-19: nothing has changed then."""
    evening = under_way(FOUR).does(director.remove, 12).does(director.restore, 12).hand(1, "")

    assert evening.seats(1) == "11 12 13 14"
    assert evening.entrant(12).fell is None


def test_the_time_of_a_removal() -> None:
    """TN-39: it is when the organiser removed them, unless they were out before; restored, there is none."""
    evening = under_way({1: "11:50 12:40 13:10 14:50"})
    evening.now = 300
    evening.hand(1, "11:60 13:0")
    evening.now = 400
    evening.does(director.remove, 12).does(director.remove, 13)

    assert [evening.entrant(player).out_at for player in (11, 12, 13)] == [None, 400, 300]
    evening.does(director.restore, 12).does(director.restore, 13)
    assert [evening.entrant(player).out_at for player in (12, 13)] == [None, 300]


def test_restored_later() -> None:
    """TN-19: a seat by lot as a latecomer, and the chips of then."""
    evening = under_way(FOUR).does(director.remove, 12).hand(1, "11:60 12:40")
    evening.does(director.restore, 12, lots=(2,))

    assert evening.orders == (Restored(12), SeatGiven(12, 1, 6, None))  # type: ignore[arg-type]
    assert evening.entrant(12).chips == 40


def test_the_removed_later_is_ahead_whoever_was_out_before() -> None:
    """TN-19: 14 is removed in play, then 13, who went out last, then 12, who went out first: 12 is ahead."""
    evening = under_way({1: "11:50 12:50 13:50 14:50 15:50"}).hand(1, "11:100 12:0").hand(1, "11:150 13:0")
    evening.does(director.remove, 14).does(director.remove, 13).does(director.remove, 12)

    assert evening.places == {11: 1, 15: 2, 12: 3, 13: 4, 14: 5}


def four_out_of_six() -> Evening:
    """Return six who began for 10 coins each: 16 went out first, then 15, 14 and 13; 11 and 12 play on."""
    evening = under_way({1: "11:50 12:50 13:50 14:50 15:50 16:50"}, entry=10)
    for player, chips in ((16, 100), (15, 150), (14, 200), (13, 250)):
        evening.hand(1, f"{player}:0 11:{chips}")
    return evening


def test_whoever_moves_up_is_told() -> None:
    """TN-19: 14, out in place 4, is removed: 15 and 16 move up and are told so, 13 keeps place 3."""
    evening = four_out_of_six().does(director.remove, 14)

    assert evening.ordered(Removed) == [Removed(14)]
    assert evening.ordered(Ranked) == [Ranked(15, 4, told=5), Ranked(16, 5, told=6)]
    evening.does(director.restore, 14)
    assert evening.ordered(Restored) == [Restored(14)]
    assert evening.ordered(Ranked) == [Ranked(14, 4), Ranked(15, 5, told=4), Ranked(16, 6, told=5)]


def test_whoever_moves_up_by_a_removal_in_play_is_told() -> None:
    """TN-19: 12 is removed in play, so everybody who is out is one place further up: 13 into the prizes."""
    evening = four_out_of_six().does(director.remove, 12)

    moved = [Ranked(13, 2, told=3), Ranked(14, 3, told=4), Ranked(15, 4, told=5), Ranked(16, 5, told=6)]
    assert evening.ordered(Ranked) == moved
    evening.hand(1, "")
    # 60 coins for two places, two to one; 12, who was removed, has the last place and no prize.
    assert [(award.player, award.money) for award in evening.tournament.awards] == [(11, 40), (13, 20)]
    assert evening.places[12] == 6


def test_nobody_is_told_of_a_place_that_was_not_told() -> None:
    """TN-19, TN-8: while players may still enter, nobody who is out knows a place, or a change of it."""
    evening = under_way({1: "11:50 12:50 13:50 14:50"}, entry=10, late_until=2)
    evening.hand(1, "14:0 11:100").does(director.remove, 12)

    assert evening.ordered(Ranked) == []


def test_an_entrant_taken_out_before_it_begins_is_told() -> None:
    """TN-19: the organiser takes 12 out, who has the entry back, and is told."""
    evening = (
        announced(entry=10).enters(11, 12).does(lambda before, _now, _lots: entries.take_out(before, 12))
    )

    assert evening.orders == (Removed(12),)
    assert evening.paid[12] == 0


def test_removed_when_out() -> None:
    """TN-19: a player who was out is last when removed, and has the old place when restored."""
    evening = under_way(FOUR).hand(1, "11:100 12:0").hand(1, "11:150 13:0")
    evening.does(director.remove, 13)

    assert (evening.places[12], evening.places[13]) == (3, 4)
    evening.does(director.restore, 13)
    assert (evening.places[12], evening.places[13]) == (4, 3)


def test_removed_in_a_hand_that_took_the_chips() -> None:
    """TN-19: without chips there is no seat to come back to: out, with the place of the removal."""
    evening = under_way(FOUR).does(director.remove, 12).hand(1, "11:100 12:0").does(director.restore, 12)

    assert evening.entrant(12).standing == "out"
    assert evening.places[12] == 4


def test_restored_in_a_race() -> None:
    """TN-19, TN-13: in a race nobody has chips, and a restored player plays on."""
    evening = announced(chips=0, goal=10).enters(11, 12, 13).starts().does(director.remove, 12).hand(1, "")
    evening.does(director.restore, 12)

    assert evening.entrant(12).standing == "in"


def test_who_cannot_be_removed_or_restored() -> None:
    """TN-19: they are a stranger, a player already removed, one not removed, the last in play."""
    evening = under_way({1: "11:50 12:50"}).does(director.remove, 12)

    assert refused(evening, NotEntered, director.remove, 99)
    assert refused(evening, NotEntered, director.remove, 12)
    assert refused(evening, LastPlayer, director.remove, 11)
    assert refused(evening, NotRemoved, director.restore, 11)


def test_restored_to_a_heat() -> None:
    """TN-19, TN-14: to the own heat while it is played, and never to one that is over."""
    evening = announced(seats=4, through=1).enters(*range(11, 19)).starts()
    one, two = (list(map(int, evening.seats(table).split())) for table in (1, 2))
    evening.does(director.remove, one[0]).does(director.remove, two[0]).does(director.restore, one[0])
    assert evening.entrant(one[0]).standing == "in"
    evening.does(director.remove, one[0]).hand(1, "").hand(2, "").does(director.restore, two[0])

    assert evening.entrant(two[0]).table == 2
    evening.hand(1, f"{one[1]}:150 {one[2]}:0 {one[3]}:0")
    assert refused(evening, TooLate, director.restore, one[0])
    evening.hand(2, f"{two[1]}:200 {two[0]}:0 {two[2]}:0 {two[3]}:0")
    assert evening.tournament.stage == 2
    assert refused(evening, TooLate, director.restore, one[0])


def heats_of_four(**terms: int) -> tuple[Evening, list[int], list[int]]:
    """Return eight players in two heats of four with 50 chips each, one of each to go through."""
    evening = announced(**{"seats": 4, "through": 1, **terms}).enters(*range(11, 19)).starts()
    one, two = (list(map(int, evening.seats(table).split())) for table in (1, 2))
    return evening, one, two


def test_a_heat_is_not_over_before_the_hand_of_the_removal() -> None:
    """TN-14, TN-19: two of three would be through; until the hand ends the third can be restored."""
    evening = announced(seats=3, through=2).enters(*range(11, 17)).starts()
    one = list(map(int, evening.seats(1).split()))
    evening.does(director.remove, one[0]).does(director.restore, one[0]).hand(1, "")

    assert evening.entrant(one[0]).standing == "in"
    assert evening.seats(1) == " ".join(map(str, one))


def test_removed_and_out_of_chips_when_the_hand_is_over() -> None:
    """TN-14: one of each heat removed in a hand, without chips after it and with some.

    In the first heat, which counts four, second, third and fourth are the others' places; in the second,
    which counts three, second and third. Both seconds share the third place of all, both thirds the fifth.
    """
    evening, one, two = heats_of_four()
    evening.does(director.remove, one[3]).does(director.remove, two[3])
    evening.hand(1, f"{one[0]}:100 {one[3]}:0").hand(1, f"{one[0]}:150 {one[2]}:0")
    evening.hand(1, f"{one[0]}:200 {one[1]}:0").hand(2, "")
    evening.hand(2, f"{two[0]}:100 {two[2]}:0").hand(2, f"{two[0]}:150 {two[1]}:0")

    assert {each: evening.places[each] for each in (one[1], two[1])} == {one[1]: 3, two[1]: 3}
    assert {each: evening.places[each] for each in (one[2], two[2])} == {one[2]: 5, two[2]: 5}
    # The player removed later is ahead.
    assert (evening.places[two[3]], evening.places[one[3]]) == (7, 8)


def test_restored_after_the_heat_that_one_was_out_of() -> None:
    """TN-19, TN-14: the first out of each heat share the seventh place, and the last restored has it back.

    Two go through; both seconds share the third place, both thirds the fifth.
    """
    evening, one, two = heats_of_four()
    evening.hand(1, f"{one[0]}:100 {one[3]}:0").hand(1, f"{one[0]}:150 {one[2]}:0")
    evening.hand(1, f"{one[0]}:200 {one[1]}:0").hand(2, f"{two[0]}:100 {two[3]}:0")
    evening.does(director.remove, two[3])
    evening.hand(2, f"{two[0]}:150 {two[2]}:0").hand(2, f"{two[0]}:200 {two[1]}:0")

    assert (evening.tournament.stage, evening.places[two[3]]) == (2, 8)
    evening.does(director.restore, two[3])
    assert [evening.places[each] for each in (one[1], two[1])] == [3, 3]
    assert [evening.places[each] for each in (one[2], two[2])] == [5, 5]
    assert [evening.places[each] for each in (one[3], two[3])] == [7, 7]


def test_restored_after_losing_the_chips_in_the_hand_of_the_removal() -> None:
    """TN-19, TN-14: out with the place of the removal, which is the third of four there: the fifth."""
    evening, one, two = heats_of_four()
    evening.hand(1, f"{one[0]}:100 {one[3]}:0").does(director.remove, one[2])
    evening.hand(1, f"{one[0]}:150 {one[2]}:0").hand(1, f"{one[0]}:200 {one[1]}:0")
    evening.hand(2, f"{two[0]}:200 {two[1]}:0 {two[2]}:0 {two[3]}:0").does(director.restore, one[2])

    # The three of the second heat began with equal stacks and share its second place: the third in all.
    assert {each: evening.places[each] for each in one[1:]} == {one[1]: 3, one[2]: 7, one[3]: 8}
    assert {evening.places[each] for each in two[1:]} == {3}


def test_restored_whom_the_clock_put_out_of_a_heat() -> None:
    """TN-19, TN-12: second in the heat when time was up, removed, and third in all again."""
    evening, one, two = heats_of_four(minutes_max=10)
    evening.now = 600
    evening.hand(1, f"{one[0]}:90 {one[1]}:60 {one[2]}:30 {one[3]}:20")
    evening.hand(2, f"{two[0]}:90 {two[1]}:60 {two[2]}:30 {two[3]}:20")
    evening.does(director.remove, one[1])

    assert evening.places[one[1]] == 8
    evening.does(director.restore, one[1])
    assert evening.places[one[1]] == evening.places[two[1]] == 3


def test_a_heat_that_is_over_stays_over() -> None:
    """TN-14, TN-19: two of three are through; that the third is removed then takes nothing from them."""
    evening = announced(seats=3, through=2).enters(*range(11, 17)).starts()
    one = list(map(int, evening.seats(1).split()))
    evening.hand(1, f"{one[0]}:100 {one[2]}:0").does(director.remove, one[2])

    assert evening.table(1).waits_for == "heat"


def test_a_removed_player_is_not_told_a_place() -> None:
    """TN-19, TN-9: 11 goes out in a round that is not over, and is removed before its end."""
    tables = {1: "11:20 12:30 13:40", 2: "21:30 22:60"}
    evening = under_way(tables, seats=3, entry=10, shares=(50, 30, 20)).hand(1, "12:0 13:70")
    evening.hand(2, "").hand(1, "11:0 13:90").does(director.remove, 11).hand(2, "")

    assert evening.ordered(Ranked) == []
    assert evening.places[11] == 5


def test_heats_that_nobody_is_left_to_win() -> None:
    """TN-14, TN-19: with all of one heat removed, the winner of the other has won."""
    evening = announced(seats=2, through=1).enters(11, 12, 13, 14).starts()
    one, two = (list(map(int, evening.seats(table).split())) for table in (1, 2))
    evening.does(director.remove, one[0]).does(director.remove, one[1]).hand(1, "")
    evening.hand(2, f"{two[0]}:100 {two[1]}:0")

    assert evening.places == {two[0]: 1, two[1]: 2, one[1]: 3, one[0]: 4}


def test_who_is_removed_with_chips_does_not_count_in_a_heat() -> None:
    """TN-14: two of each heat of three go through; with one removed two are left, of whom one does."""
    evening = announced(seats=3, through=2).enters(*range(11, 17)).starts()
    one = list(map(int, evening.seats(1).split()))
    evening.does(director.remove, one[2]).hand(1, "")
    assert evening.playing == [1, 2]

    evening.hand(1, f"{one[0]}:100 {one[1]}:0")

    assert evening.table(1).waits_for == "heat"
    assert evening.entrant(one[1]).standing == "out"
