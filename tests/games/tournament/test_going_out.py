from dataclasses import replace

from games.tournament import director
from games.tournament.model import TournamentChange
from games.tournament.orders import BeginHand, Finished, HandForHand, LevelRose, Ranked, StoodUp
from tests.games.tournament.evening import Evening, under_way


def test_out_in_one_hand_by_the_stack_it_began_with() -> None:
    """TN-8: 12 began the hand with more than 13, and takes the better place."""
    evening = under_way({1: "11:50 12:30 13:20 14:50"}).hand(1, "11:100 12:0 13:0")

    assert evening.orders[:2] == (StoodUp(12, 1), StoodUp(13, 1))
    assert evening.ordered(Ranked) == [Ranked(13, 4), Ranked(12, 3)]
    assert evening.seats(1) == "11 - - 14"


def test_equal_stacks_share_the_place() -> None:
    """TN-8: if two of five go out with equal stacks, both are fourth, and no one is fifth."""
    evening = under_way({1: "11:50 12:20 13:20 14:50 15:50"}).hand(1, "11:90 12:0 13:0")

    assert evening.ordered(Ranked) == [Ranked(12, 4), Ranked(13, 4)]
    assert sorted(evening.places.values()) == [1, 2, 2, 4, 4]


def test_out_later_is_better() -> None:
    """TN-8: a player who goes out in a later hand is ahead, whatever the stacks were."""
    evening = under_way({1: "11:50 12:40 13:10 14:50"}).hand(1, "11:90 12:0").hand(1, "11:100 13:0")

    assert (evening.places[12], evening.places[13]) == (4, 3)


def test_the_last_one_wins() -> None:
    """TN-11: with one player left it is over, and no table is set any more."""
    evening = under_way({1: "11:50 12:50"}, out=2).hand(1, "11:100 12:0")

    assert evening.tournament.phase == "over"
    assert evening.places == {11: 1, 12: 2, 902: 3, 901: 4}
    assert evening.orders[-1] == Finished()


def test_the_time_of_going_out() -> None:
    """TN-39: the end of the hand; in play there is none, also after a re-entry."""
    evening = under_way({1: "11:50 12:40 13:10"}, reentry_until=1)
    evening.now = 300
    evening.hand(1, "11:60 13:0")

    assert [evening.entrant(player).out_at for player in (11, 12, 13)] == [None, None, 300]
    assert evening.enters(13).entrant(13).out_at is None


def bubble(entry: int = 10, stack: int = 20) -> Evening:
    """Return tables of three with prizes for three: 12 goes out as fifth, so four are left."""
    tables = {1: f"11:{stack} 12:30 13:40", 2: "21:30 22:60"}
    evening = under_way(tables, seats=3, entry=entry, shares=(50, 30, 20))
    return evening.hand(1, "12:0 13:70")


def test_hand_for_hand_begins_one_above_the_prizes() -> None:
    """TN-9: table 1 begins no hand before table 2 has ended the one under way; then both do."""
    evening = bubble()

    assert evening.ordered(HandForHand) == [HandForHand(is_on=True)]
    assert evening.table(1).waits_for == "round"
    evening.hand(2, "")
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1), BeginHand(2, 2, 1)]


def test_out_at_two_tables_in_one_round() -> None:
    """TN-9: 11 went out first and 21 at the other table later; 21 began with more, and is third."""
    evening = bubble().hand(2, "").hand(1, "11:0 13:90")

    assert evening.ordered(Ranked) == []
    evening.hand(2, "21:0 22:90")
    assert evening.ordered(Ranked) == [Ranked(11, 4), Ranked(21, 3)]
    assert evening.ordered(HandForHand) == [HandForHand(is_on=False)]


def test_a_round_is_played_to_its_end() -> None:
    """TN-9: 11 goes out and all others have prizes, but 31 goes out in the same round."""
    tables = {1: "11:20 12:30", 2: "21:50 22:50", 3: "31:30 32:20"}
    evening = under_way(tables, seats=2, entry=10, shares=(5, 4, 3, 2, 1))
    evening.hand(1, "").hand(2, "").hand(3, "").hand(1, "11:0 12:50").hand(2, "")

    assert evening.table(2).waits_for == "round"
    evening.hand(3, "31:0 32:50")
    assert evening.ordered(Ranked) == [Ranked(11, 6), Ranked(31, 5)]


def test_the_hands_under_way_are_the_first_round() -> None:
    """TN-9: an elimination in a hand that was under way is ranked when the round is over."""
    evening = bubble().hand(2, "21:0 22:90")

    assert evening.ordered(Ranked) == [Ranked(21, 4)]


def test_equal_at_two_tables_share_a_prize() -> None:
    """TN-9, TN-16: 11 and 21 began with 30 each, share the third place, and each get half of its 11 coins.

    The fund is five entries of 11: shares of 50, 30 and 20 are 27, 16 and 11; one coin is
    left over and goes to the first. The odd coin of the third prize goes to 11, who entered
    before 21.
    """
    evening = bubble(entry=11, stack=30).hand(2, "").hand(1, "11:0 13:100").hand(2, "21:0 22:90")

    assert evening.ordered(Ranked) == [Ranked(11, 3), Ranked(21, 3)]
    evening.hand(1, "13:0 22:190")
    won = {award.player: award.money for award in evening.tournament.awards}
    assert won == {22: 28, 13: 16, 11: 6, 21: 5}


def test_no_hand_for_hand_while_entries_are_open() -> None:
    """TN-9: as long as players may enter the number of prizes is unknown."""
    tables = {1: "11:20 12:30 13:40", 2: "21:30 22:60"}
    evening = under_way(tables, seats=3, shares=(50, 30, 20), late_until=1).hand(1, "12:0 13:70")

    assert evening.ordered(HandForHand) == []
    assert evening.ordered(Ranked) == [Ranked(12, None)]


def test_places_are_told_when_entries_close() -> None:
    """TN-8: 12 went out while entries were open, 21 with the hand after which nobody can enter any more."""
    tables = {1: "11:20 12:30 13:40", 2: "21:30 22:60"}
    evening = under_way(tables, seats=3, reentry_until=1, level_length=1).hand(1, "12:0 13:70")
    assert evening.ordered(Ranked) == [Ranked(12, None)]
    evening.hand(2, "21:0 22:90")

    assert evening.ordered(Ranked) == [Ranked(12, 5), Ranked(21, 4)]
    assert evening.ordered(LevelRose) == [LevelRose(2)]


def test_places_are_told_when_time_is_up() -> None:
    """TN-8, TN-12: entry is closed then, whatever the level; a removed player is told nothing."""
    tables = {1: "11:20 12:30 13:40", 2: "21:30 22:60 23:10"}
    evening = under_way(tables, seats=3, late_until=9).hand(1, "12:0 13:70")
    evening.does(director.remove, 23)
    evening.takes(TournamentChange(replace(evening.tournament, ends_at=60)))
    evening.now = 60
    evening.does(director.wake)

    assert evening.orders == (Ranked(12, 5),)


def test_prizes_in_words_count_for_hand_for_hand() -> None:
    """TN-9: a prize in words is a prize."""
    tables = {1: "11:20 12:30 13:40", 2: "21:30 22:60"}
    evening = under_way(tables, seats=3, words=("a crown", "a cup", "an ale")).hand(1, "12:0 13:70")

    assert evening.ordered(HandForHand) == [HandForHand(is_on=True)]
