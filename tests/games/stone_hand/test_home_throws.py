import pytest

from games.catalog import GAMES
from games.engine.core.errors import ImpossibleValue
from games.engine.core.game import CHANCE_SEAT, Seat
from games.stone_hand.bot_player import HOMES
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow, HouseThrew, StoneHandRules
from tests.games.stone_hand.scripted import Round

SHARED = StoneHandRules(home_throws="shared")
HOUSE_FINDS = StoneHandRules(home_throws="house")


def kind_of(played: Round, seat: int) -> str:
    """Return the kind of a seat's standing hand."""
    return next(each.hand.kind for each in played.state.standings if each.seat == seat)


def test_own_counts_for_its_player() -> None:
    """SH-3, own: each player's own counts for that player."""
    played = Round(20, 20, 20, homes={1: "1-3-5", 2: "1-1-1"}).throws("5-3-1", "1-1-1")

    assert (kind_of(played, 1), kind_of(played, 2)) == ("home", "home")


def test_own_counts_for_nobody_else() -> None:
    """SH-3, own: and for nobody else."""
    played = Round(20, 20, 20, homes={1: "1-1-1"}).throws("2-2-3", "1-1-1")

    assert kind_of(played, 2) == "triple"


def test_shared_counts_for_everyone() -> None:
    """SH-3, shared: any home throw of a player in the round counts for everyone."""
    played = Round(20, 20, 20, rules=SHARED, homes={3: "1-1-1"}).throws("1-1-1", "1-1-1")

    assert (kind_of(played, 1), kind_of(played, 2)) == ("home", "home")


def test_shared_counts_although_its_player_is_safe() -> None:
    """SH-3, shared: it counts whether its player is safe or not."""
    rules = StoneHandRules(home_throws="shared", prize_pool=True)
    played = Round(20, 20, 20, rules=rules, homes={1: "1-1-1"}).throws("1-1-1", "1-1-1")

    assert played.state.safe == (1, 2)


def test_house_throws_until_junk() -> None:
    """SH-3, house: at the start the bot throws until the dice show junk, and that is it."""
    played = Round(20, 20, rules=HOUSE_FINDS, homes={1: "1-1-1"})

    assert played.turn == CHANCE_SEAT
    for text in ("1-1-1", "2-4-6", "1-4-7", "3-4-5", "1-1-2"):
        played.rolls(text)
        assert played.turn == CHANCE_SEAT
    played.rolls("2-5-6")
    assert played.turn == 1
    assert played.state.house_throw == HomeThrow((2, 5, 6))
    assert [event.is_found for event in played.events if isinstance(event, HouseThrew)] == [False] * 5 + [
        True
    ]


def test_house_throw_counts_for_the_whole_table() -> None:
    """SH-3, house: one for the whole table, and nobody's own."""
    played = Round(20, 20, 20, rules=HOUSE_FINDS, homes={2: "1-1-1"}).rolls("2-5-6")
    played.throws("2-5-6", "1-1-1")

    assert (kind_of(played, 1), kind_of(played, 2)) == ("home", "triple")


def test_house_throw_lasts() -> None:
    """SH-3, house: it is thrown for at the start only, and holds for all rounds."""
    first = Round(20, 20, rules=HOUSE_FINDS).rolls("2-5-6").throws("1-1-1", "2-5-6")
    second = Round(20, 20, rules=HOUSE_FINDS, carry=first.carry)

    assert second.turn != CHANCE_SEAT
    assert second.state.house_throw == HomeThrow((2, 5, 6))


def test_house_throw_fixed_by_the_server() -> None:
    """SH-3, house: or the server's fixed one."""
    played = Round(20, 20, rules=StoneHandRules(home_throws="house", house_throw=(1, 1, 1))).throws("1-1-1")

    assert kind_of(played, 1) == "home"


def test_fixed_throw_only_under_house() -> None:
    """SH-3: the server's fixed one counts for nothing where each plays with the own."""
    played = Round(20, 20, rules=StoneHandRules(home_throws="own", house_throw=(1, 1, 1))).throws("1-1-1")

    assert kind_of(played, 1) == "triple"


def test_none() -> None:
    """SH-3, none: no home throw counts."""
    played = Round(20, 20, rules=StoneHandRules(home_throws="none"), homes={1: "1-1-1"}).throws("1-1-1")

    assert kind_of(played, 1) == "triple"


def test_the_table_reads_why() -> None:
    """SH-3: a player may record why these numbers; the table reads it."""
    played = Round(20, 20, homes={1: "1-3-5"})
    view = STONE_HAND.view(played.state, Seat(2))

    assert [HomeThrow((1, 3, 5), "my street"), None] == [line.home for line in view.lines]


def test_why_is_forgotten_with_whoever_said_it() -> None:
    """SH-3: the numbers count, and stay; the words are their player's own."""
    state = Round(20, 20, homes={1: "1-3-5", 2: "2-4-6"}).state
    lines = STONE_HAND.view(STONE_HAND.forgotten(state, Seat(1)), None).lines

    assert [line.home for line in lines] == [HomeThrow((1, 3, 5)), HomeThrow((2, 4, 6), "my street")]


@pytest.mark.parametrize("numbers", [(0, 1, 2), (1, 2, 9), (3, 2, 1), (1, 3, 2)])
def test_three_numbers_from_one_to_eight(numbers: tuple[int, int, int]) -> None:
    """SH-3: three numbers from 1 to 8; they are kept lowest first."""
    with pytest.raises(ImpossibleValue):
        HomeThrow(numbers)


def test_pay_of_a_home_throw_round() -> None:
    """SH-2, SH-6: a home throw wins the pay that the other hands leave."""
    played = Round(20, 20, 20, homes={1: "1-3-5"}).throws("1-3-5", "1-1-6", "1-1-7")

    assert played.stacks == [26, 20, 14]


def test_the_fixed_throw_comes_with_its_reason() -> None:
    """SH-3: the house's fixed throw may have a reason as well, and it is read out with it."""
    rules = StoneHandRules(home_throws="house", house_throw=(1, 6, 8), house_why="our founding")

    assert Round(20, 20, rules=rules).view(None).house_throw == HomeThrow((1, 6, 8), "our founding")


def new_seats(played: Round) -> list[int]:
    """Return the seats whose first round this is."""
    return [line.seat for line in played.view(None).lines if line.is_new]


def test_home_throws_are_read_out_in_a_players_first_round() -> None:
    """SH-3: everybody's in the first round, and in a later one the newcomer's."""
    first = Round(20, 20, homes={1: "1-3-5"})
    first.throws("2-2-3", "1-1-4")
    second = Round(21, 19, 20, homes={1: "1-3-5", 3: "1-1-1"}, carry=first.carry)
    second.throws("2-2-3", "1-1-4", "1-1-3")
    third = Round(21, 19, 20, homes={1: "1-3-5", 3: "1-1-1"}, carry=second.carry)

    assert [new_seats(each) for each in (first, second, third)] == [[1, 2], [3], []]


def test_whoever_takes_a_seat_at_a_tournament_is_new_there() -> None:
    """SH-3, TN-25: seats are fixed there, and another player may come to one."""
    first = Round(20, 20)
    first.throws("2-2-3", "1-1-4")
    second = Round(20, 20, carry=STONE_HAND.vacated(first.carry, Seat(2)))

    assert sorted(new_seats(second)) == [2]


def test_one_throw_for_a_whole_tournament() -> None:
    """SH-3, TN-28: the dice show a pair, then 2-5-6, which holds for all tables; by other rules none does."""
    dice = iter([2, 2, 6, 5, 1, 4])  # each is one less than what the die shows
    found = STONE_HAND.at_tournament(HOUSE_FINDS, None, lambda _bound: next(dice))

    assert found == StoneHandRules(home_throws="house", house_throw=(2, 5, 6))
    assert list(dice) == []
    assert STONE_HAND.at_tournament(SHARED, HomeThrow((1, 1, 1)), lambda _bound: 0) == SHARED


def test_the_servers_fixed_throw_holds_for_a_whole_tournament() -> None:
    """SH-3, TN-28: with its reason, and without a draw."""
    fixed = HomeThrow((1, 6, 8), "our founding")
    found = STONE_HAND.at_tournament(HOUSE_FINDS, fixed, lambda _bound: pytest.fail("drawn"))

    assert found == StoneHandRules(home_throws="house", house_throw=(1, 6, 8), house_why="our founding")


def test_house_players_have_home_throws_of_their_own() -> None:
    """SH-3: twenty of them, no two alike, each with a reason that could be a person's; namesakes share."""
    throws = [home.numbers for home in HOMES.values()]

    assert len({*throws}) == len(throws) == 20
    assert all(0 < len(home.why) <= 120 for home in HOMES.values())
    assert STONE_HAND.house_keepsake("Fenna") == STONE_HAND.house_keepsake("Fenna 21") == HOMES["Fenna"]
    assert STONE_HAND.house_keepsake("Nobody") is None


def test_other_games_know_no_home_throws() -> None:
    """SH-3: in no other game do house players bring anything along, or is anything found for a tournament."""
    for game in GAMES.values():
        if game is not STONE_HAND:
            rules = game.house_rules()
            assert game.house_keepsake("Fenna") is None
            assert game.at_tournament(rules, None, lambda _bound: 0) is rules


def test_who_sat_out_a_round_is_not_read_out_again() -> None:
    """SH-3: numbers and reason are read out in a player's first round here, and not after one missed."""
    first = Round(20, 20, 20).throws("1-1-6", "1-1-5", "1-1-7")
    without = Round(20, None, 20, carry=first.carry).throws("1-1-6", "1-1-5")
    again = Round(20, 20, 20, carry=without.carry)

    assert [line.is_new for line in first.view(None).lines] == [True, True, True]
    assert [line.is_new for line in again.view(None).lines] == [False, False, False]
