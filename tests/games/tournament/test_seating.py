from games.engine.core.game import Seat
from games.tournament.orders import BeginHand, StageBegan
from games.tournament.seating import next_big_blind, worst_seat
from tests.games.tournament.evening import announced

SIX = tuple(map(Seat, range(1, 7)))


def seats(*numbers: int) -> tuple[Seat, ...]:
    """Return seats by their numbers."""
    return tuple(map(Seat, numbers))


def test_as_few_tables_as_will_do_as_even_as_can_be() -> None:
    """TN-2: thirteen players at tables of six are five, four and four."""
    evening = announced(seats=6).enters(*range(11, 24)).starts()

    sizes = [len(evening.seats(table).replace("- ", "").split()) for table in (1, 2, 3)]
    assert sizes == [5, 4, 4]
    assert evening.ordered(StageBegan) == [StageBegan(1, 3)]
    assert evening.ordered(BeginHand) == [BeginHand(1, 1, 1), BeginHand(2, 1, 1), BeginHand(3, 1, 1)]


def test_seats_are_drawn_by_lot() -> None:
    """TN-2: first the order in which they draw, then each a seat at the next table in turn."""
    order, tables = (0, 0), (5, 2, 0)
    evening = announced(seats=6).enters(11, 12, 13).starts(*order, *tables)

    # The lots turn 11 12 13 into 12 13 11; they draw the sixth, third and first free seat.
    assert evening.seats(1) == "11 - 13 - - 12"


def test_everybody_begins_with_the_same_chips() -> None:
    """TN-2: they have the planned chips."""
    evening = announced(seats=6, chips=70).enters(11, 12, 13).starts()

    assert [each.chips for each in evening.tournament.entrants] == [70, 70, 70]


def test_next_big_blind() -> None:
    """TN-4, TN-27: after seat 4 the next to the left posts it, seat 5; after seat 6 it is seat 1."""
    assert next_big_blind(SIX, Seat(4)) == 5
    assert next_big_blind(SIX, Seat(6)) == 1


def test_next_big_blind_where_the_last_has_gone() -> None:
    """TN-4: it goes forward from the seat, whether anybody sits there or not."""
    assert next_big_blind(seats(1, 3, 4, 6), Seat(2)) == 3


def test_worst_seat_is_the_first_to_post_the_big_blind() -> None:
    """TN-4: seat 2 posted it and 4 would be next: seat 3 posts it at once."""
    assert worst_seat(seats(1, 2, 4, 5), seats(3, 6), Seat(2), is_playing=False) == 3


def test_worst_seat_while_a_hand_is_under_way() -> None:
    """TN-4: seat 2 posted the last one, 4 posts the present one: behind it seat 6 comes before seat 3."""
    assert worst_seat(seats(1, 2, 4, 5), seats(3, 6), Seat(2), is_playing=True) == 6


def test_worst_seat_is_not_the_small_blind_s() -> None:
    """TN-4: seat 3 posted the big blind and went out: the small one is due there, so seat 5 is worse."""
    assert worst_seat(seats(1, 2, 4, 6), seats(3, 5), Seat(3), is_playing=False) == 5


def test_worst_seat_where_there_is_one_only() -> None:
    """TN-4: it is avoided while another seat is free, and taken if it is the only one."""
    assert worst_seat(seats(1, 2), seats(3), Seat(3), is_playing=False) == 3
