from games.tournament import director
from games.tournament.model import Award, HeatResult, Scored, next_at
from games.tournament.orders import BeginHand, HandForHand, LevelRose, Ranked, StageBegan
from tests.games.tournament.evening import Evening, announced, under_way


def by_the_clock() -> Evening:
    """Return four and four, with an hour to play."""
    evening = announced(seats=4, minutes_max=60, entry=10, shares=(50, 30, 20))
    return evening.enters(*range(11, 19)).starts()


def test_the_most_chips_when_time_is_up() -> None:
    """TN-12: no hand begins after an hour; then the most chips win, and equal ones share."""
    evening = by_the_clock()
    one, two = (evening.seats(table).split() for table in (1, 2))
    evening.now = 3600
    evening.hand(1, f"{one[0]}:80 {one[1]}:20")

    assert evening.table(1).waits_for == "end"
    evening.hand(2, f"{two[0]}:80 {two[1]}:20")
    first, last = {int(one[0]), int(two[0])}, {int(one[1]), int(two[1])}
    assert {player for player, place in evening.places.items() if place == 1} == first
    assert {player for player, place in evening.places.items() if place == 7} == last
    # 80 coins: 40 and 24 for the two that share the first place, 16 for the four that share the third.
    assert sorted(award.money for award in evening.tournament.awards) == [4, 4, 4, 4, 32, 32]


def test_woken_when_time_is_up() -> None:
    """TN-12: hands under way are played to their end, and it is not asked to be woken again."""
    evening = by_the_clock()
    assert next_at(evening.tournament) == 3600
    evening.now = 3600
    evening.does(director.wake)

    assert evening.playing == [1, 2]
    assert next_at(evening.tournament) is None


def race(**terms: int) -> Evening:
    """Return Stone Hand's arcade at two tables with two each, to ten points."""
    return announced(seats=3, chips=0, goal=10, **terms).enters(11, 12, 13, 14).starts()


def test_a_race_is_played_in_step() -> None:
    """TN-13: nobody throws again before all have thrown, and nobody without chips is out."""
    evening = race()

    assert evening.ordered(HandForHand) == [HandForHand(is_on=True)]
    evening.hand(1, "", scores={12: Scored(9)})
    assert evening.table(1).waits_for == "round"
    evening.hand(2, "")
    assert evening.ordered(BeginHand) == [BeginHand(1, 2, 1), BeginHand(2, 2, 1)]


def test_nobody_is_alone_in_a_race() -> None:
    """TN-13: at tables of three nobody waits with nobody to throw against, however many there are."""
    for count in range(2, 20):
        evening = announced(seats=3, chips=0, goal=10).enters(*range(11, 11 + count)).starts()
        assert evening.playing == [table.number for table in evening.tournament.tables]


def test_points_decide_after_the_round() -> None:
    """TN-13, SH-12: 12 reaches the goal first, but 13 has more when that round is over at all tables."""
    evening = race()
    one, two = (list(map(int, evening.seats(table).split())) for table in (1, 2))
    evening.hand(1, "", scores={one[0]: Scored(8)}).hand(2, "", scores={two[0]: Scored(7)})
    evening.hand(1, "", scores={one[0]: Scored(3)})

    assert evening.table(1).waits_for == "end"
    evening.hand(2, "", scores={two[0]: Scored(5)})
    assert evening.places == {two[0]: 1, one[0]: 2, one[1]: 3, two[1]: 3}


def test_a_race_against_the_clock() -> None:
    """TN-13: a race may have a clock besides."""
    evening = race(minutes_max=1)
    one, _ = (list(map(int, evening.seats(table).split())) for table in (1, 2))
    evening.now = 60
    evening.hand(1, "", scores={one[1]: Scored(1)}).hand(2, "")

    assert evening.places[one[1]] == 1
    assert evening.tournament.phase == "over"


def heats(**terms: int) -> tuple[Evening, list[int], list[int]]:
    """Return six players in two heats of three, and the players of each."""
    evening = announced(**{"seats": 3, "chips": 50, "through": 1, **terms}).enters(*range(11, 17)).starts()
    one, two = (list(map(int, evening.seats(table).split())) for table in (1, 2))
    return evening, one, two


def test_the_best_of_each_heat_go_through() -> None:
    """TN-14: one of each; they begin the final with fresh chips and at the first level."""
    evening, one, two = heats(level_length=1)
    evening.hand(1, f"{one[0]}:150 {one[1]}:0 {one[2]}:0")

    assert evening.table(1).waits_for == "heat"
    evening.hand(2, f"{two[0]}:100 {two[1]}:0")
    assert LevelRose(2) in evening.orders
    evening.hand(2, f"{two[0]}:150 {two[2]}:0")
    assert evening.ordered(StageBegan) == [StageBegan(2, 1)]
    assert evening.ordered(BeginHand) == [BeginHand(3, 1, 1)]
    assert sorted(map(int, evening.seats(3).split())) == sorted([one[0], two[0]])
    assert (evening.entrant(one[0]).chips, evening.entrant(two[0]).chips) == (50, 50)
    first, second = (evening.entrant(each).number for each in (one[0], two[0]))
    assert evening.tournament.heats == (HeatResult(1, (first,)), HeatResult(2, (second,)))


def test_losers_of_heats_are_placed_by_their_place_there() -> None:
    """TN-14: both who came second in a heat share the third place, whenever they went out."""
    evening, one, two = heats()
    evening.hand(1, f"{one[0]}:100 {one[1]}:0").hand(1, f"{one[0]}:150 {one[2]}:0")

    assert evening.ordered(Ranked) == [Ranked(one[2], None)]
    evening.hand(2, f"{two[0]}:100 {two[1]}:0").hand(2, f"{two[0]}:150 {two[2]}:0")
    # A player who went out in the last hand is told once, with the place.
    assert sorted((order.player, order.place) for order in evening.ordered(Ranked)) == sorted(
        [(one[1], 5), (two[1], 5), (one[2], 3), (two[2], 3)]
    )
    evening.hand(3, f"{one[0]}:100 {two[0]}:0")
    assert evening.ordered(Ranked) == [Ranked(two[0], 2)]
    assert evening.places == {one[0]: 1, two[0]: 2, one[2]: 3, two[2]: 3, one[1]: 5, two[1]: 5}


def test_in_the_final_places_are_certain() -> None:
    """TN-14: there are no other heats that the third of the final would have to wait for."""
    evening, one, two = heats(through=2, seats=4)
    evening.hand(1, f"{one[0]}:100 {one[1]}:0").hand(2, f"{two[0]}:100 {two[1]}:0")
    final = list(map(int, evening.seats(3).split()))
    evening.hand(3, f"{final[0]}:100 {final[1]}:0")

    assert evening.ordered(Ranked) == [Ranked(final[1], 4)]


def test_heats_by_the_clock() -> None:
    """TN-14: when time is up the most chips go through; between equals the lot decides."""
    evening, one, two = heats(minutes_max=10)
    evening.now = 600
    evening.hand(1, f"{one[0]}:40 {one[1]}:60")

    assert evening.table(1).waits_for == "heat"
    # All three of the second heat have 50; the lot puts the second of them first.
    evening.hand(2, "", *[0, 0], *[0, 0])
    assert {each.player for each in evening.tournament.entrants if each.standing == "in"} == {one[1], two[1]}
    assert evening.places[one[2]] == 3
    assert {each.out_at for each in evening.tournament.entrants if each.standing == "out"} == {600}
    # Players with equal chips share a place: both came second in their heat.
    assert evening.places[two[0]] == evening.places[two[2]] == 3
    assert evening.places[one[0]] == 6
    assert next_at(evening.tournament) == 1200


def test_more_rounds_of_heats() -> None:
    """TN-14: if the winners do not fit at one table, there are heats again."""
    evening, one, two = heats(through=2)
    evening.hand(1, f"{one[0]}:100 {one[1]}:0").hand(2, f"{two[0]}:100 {two[1]}:0")

    assert evening.ordered(StageBegan) == [StageBegan(2, 2)]
    # Two at each table, and two could go through: but one has to go.
    again = list(map(int, evening.seats(3).split()))
    evening.hand(3, f"{again[0]}:100 {again[1]}:0")
    assert evening.table(3).waits_for == "heat"


def test_one_heat_is_the_final() -> None:
    """TN-14: with one table from the start there is one winner, however many would go through."""
    evening = announced(seats=4, through=2, entry=5).enters(11, 12, 13).starts()
    evening.hand(1, "11:100 12:0")

    assert evening.playing == [1]
    evening.hand(1, "11:150 13:0")
    assert evening.tournament.awards == (Award(11, "place", 15),)


def test_a_heat_of_one() -> None:
    """TN-14: at tables of two the third has nobody to beat, and goes through."""
    evening = announced(seats=2, through=1).enters(11, 12, 13).starts()

    assert evening.table(2).waits_for == "heat"
    assert evening.playing == [1]


def test_entries_stay_open_for_nobody_when_time_is_up() -> None:
    """TN-12, TN-8: after time is up places are certain, whatever the level."""
    evening = under_way({1: "11:50 12:50", 2: "21:50 22:50"}, seats=2, late_until=9, is_time_up=True)
    evening.hand(1, "11:100 12:0")

    assert evening.ordered(Ranked) == [Ranked(12, 4)]
