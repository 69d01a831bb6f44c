import pytest

from games.engine.core.game import Seat
from games.engine.provable_chance import Draw, Seal
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import PayLowered, Roll, ShowUp, StoneHandCarry, StoneHandRules, Threw
from tests.games.engine.fairness.chance import SEED, words
from tests.games.luck import Luck
from tests.games.stone_hand.scripted import Round, coins


def after(first: int) -> StoneHandCarry:
    """Return the carry after one round; this seat is to throw first."""
    return StoneHandCarry(1, Seat(first), None, ())


def test_everybody_throws_once() -> None:
    """SH-1: every player throws once, in turn."""
    played = Round(20, 20, 20).throws("1-1-2", "1-1-3", "1-1-4")

    assert [event.seat for event in played.events if isinstance(event, Threw)] == [1, 2, 3]
    assert played.is_over


def test_opener_throws_first() -> None:
    """SH-1: in the first round the player who opened the table throws first, then clockwise."""
    assert Round(20, 20, 20, host=2).state.order == (2, 3, 1)


def test_loser_throws_first() -> None:
    """SH-1: the loser of the last round throws first, then clockwise."""
    first = Round(20, 20, 20).throws("1-1-2", "1-1-4", "1-1-3")

    assert first.first_next == 2
    assert Round(20, 20, 20, carry=first.carry).state.order == (2, 3, 1)


def test_last_loser_throws_first() -> None:
    """SH-1: the last of several losers to throw is first next time."""
    played = Round(20, 20, 20, carry=after(3)).throws("1-1-8", "1-1-2", "8-2-2")

    assert played.ended.losers == (3, 2)
    assert played.first_next == 2


def test_first_again_when_nobody_paid() -> None:
    """SH-1: after a round in which nobody paid, its first thrower is first again."""
    played = Round(20, 20, 20, carry=after(2)).throws("1-1-2", "1-1-2", "1-1-2")

    assert played.ended.losers == ()
    assert played.first_next == 2


def test_first_again_although_safe() -> None:
    """SH-1: the rule holds although the first player sat a restarted round out (SH-11)."""
    rules = StoneHandRules(prize_pool=True)
    played = Round(20, 20, 20, rules=rules, homes={1: "1-3-5"})
    played.throws("1-3-5", "1-1-2", "2-1-1")

    assert played.ended.losers == ()
    assert played.first_next == 1


def test_first_in_the_arcade() -> None:
    """SH-1: in the arcade the one who would have paid throws first."""
    played = Round(0, 0, 0, rules=StoneHandRules(arcade=True)).throws("1-1-2", "1-1-3", "1-1-4")

    assert played.first_next == 3


def test_next_clockwise_when_the_first_is_gone() -> None:
    """SH-1: if a player who should throw first is out or gone, the next clockwise does, wrapping round."""
    assert Round(20, None, 20, 20, carry=after(2)).state.order == (3, 4, 1)
    assert Round(20, 20, 20, None, carry=after(4)).state.order == (1, 2, 3)


def test_pay_begins_at_eight() -> None:
    """SH-2: at the start of a round the pay is 8."""
    assert Round(20, 20).state.pay == 8


def test_standing_hand_lowers_the_pay() -> None:
    """SH-2: a hand that stands with a lower score lowers the pay to it; one with a higher leaves it."""
    played = Round(20, 20, 20).throws("1-1-5")

    assert played.state.pay == 5
    played.throws("1-1-7")
    assert played.state.pay == 5
    played.throws("3-3-3")
    assert played.ended.pay == 3
    assert [PayLowered(Seat(1), 5), PayLowered(Seat(3), 3)] == [
        event for event in played.events if isinstance(event, PayLowered)
    ]


def test_score_of_eight_leaves_the_pay() -> None:
    """SH-2: only a score below the pay lowers it."""
    assert "pay_lowered" not in Round(20, 20).throws("8-8-8").kinds


def test_hand_that_is_rethrown_lowers_nothing() -> None:
    """SH-2: only a hand that stands lowers the pay."""
    played = Round(20, 20).throws("1-2-8")

    assert played.state.pay == 8
    played.rethrows("1-1-6")
    assert played.state.pay == 6


@pytest.mark.parametrize("text", ["1-4-7", "2-5-8", "1-3-5"])
def test_home_throw_and_empty_leave_the_pay(text: str) -> None:
    """SH-2: a home throw or an empty leaves the pay."""
    assert Round(20, 20, homes={1: "1-3-5"}).throws(text).state.pay == 8


def test_junk_may_be_rethrown_three_times() -> None:
    """SH-4: junk may be rethrown up to three times in the turn; the third rethrow stands."""
    played = Round(20, 20).throws("2-5-6")

    assert played.offered == ["rethrow", "keep"]
    played.rethrows("1-3-6", "1-2-6")
    assert (played.turn, played.offered) == (1, ["rethrow", "keep"])
    played.rethrows("3-6-7")
    assert (played.turn, played.offered) == (2, ["throw"])
    assert played.state.standings[0].hand.score == 6


def test_junk_may_be_taken() -> None:
    """SH-4: or the player takes it."""
    played = Round(20, 20).throws("2-5-6").keeps()

    assert (played.turn, played.state.pay) == (2, 5)


def test_rethrow_that_is_a_hand_stands() -> None:
    """SH-4: the chances are for junk alone; anything else stands."""
    played = Round(20, 20).throws("2-5-6").rethrows("1-1-8")

    assert played.turn == 2
    assert [event.rethrow for event in played.events if isinstance(event, Threw)] == [0, 1]


@pytest.mark.parametrize("text", ["1-1-8", "6-7-8", "8-8-8", "1-4-7", "1-3-5"])
def test_only_junk_may_be_rethrown(text: str) -> None:
    """SH-4: a hand that is not junk stands as thrown, an empty and a junk home throw included."""
    assert Round(20, 20, homes={1: "1-3-5"}).throws(text).turn == 2


def test_chances_are_each_players_own() -> None:
    """SH-4: up to three times in the turn: the next player has three again."""
    played = Round(20, 20).throws("2-5-6").rethrows("2-5-6", "2-5-6", "2-5-6").throws("2-5-6")

    assert played.rethrows("2-5-6", "2-5-6").offered == ["rethrow", "keep"]


def test_show_ups_use_no_chance() -> None:
    """SH-4: show-ups do not use up a chance."""
    played = Round(20, 20).throws("2-5-6").rethrows("2-4-6").throws("4-6-8").throws("2-5-6")

    assert played.rethrows("2-5-6").offered == ["rethrow", "keep"]
    assert played.rethrows("2-5-6").turn == 2


def test_show_up_raises_the_pay() -> None:
    """SH-5: a show-up raises the pay by one, a double by two, above 8 if need be, and is thrown again."""
    played = Round(20, 20).throws("2-4-6")

    assert (played.turn, played.offered, played.state.pay) == (1, ["throw"], 9)
    played.throws("4-6-8")
    assert (played.turn, played.offered, played.state.pay) == (1, ["throw"], 11)
    assert [event.pay for event in played.events if isinstance(event, ShowUp)] == [9, 11]


def test_show_up_raises_a_lowered_pay() -> None:
    """SH-5: it raises the pay as it stands now."""
    assert Round(20, 20).throws("1-1-3", "2-4-6").state.pay == 4


def test_turn_is_one_through_all_its_throws() -> None:
    """TB-8: the rethrows of a turn are one turn."""
    played = Round(20, 20).throws("2-4-6", "2-5-6").rethrows("2-5-6")

    assert played.state.turn == 0
    assert played.keeps().state.turn == 1


def test_mildest_answers() -> None:
    """TB-8: when the time runs out: throw, or keep what was thrown."""
    played = Round(20, 20)

    assert played.mildest().key == "throw"
    assert played.throws("2-5-6").mildest().key == "keep"


def test_rounds_are_numbered() -> None:
    """SH-1: rounds follow each other."""
    first = Round(20, 20).throws("1-1-2", "1-1-3")

    assert first.state.number == 1
    assert Round(18, 22, carry=first.carry).state.number == 2


def test_standing_order() -> None:
    """SH-1: hands come to stand in throwing order."""
    played = Round(20, 20, 20, host=3).throws("1-1-2", "1-1-3", "1-1-4")

    assert [each.seat for each in played.ended.standings] == [3, 1, 2]
    assert played.ended.lost == coins(s2=2)


@pytest.mark.parametrize("viewer", [None, Seat(1)])
def test_dice_hide_nothing(viewer: Seat | None) -> None:
    """TB-11: a round could not be another for anybody: dice that were not thrown yet are nowhere."""
    state = Round(20, 20, 20).throws("1-1-2").state

    assert STONE_HAND.sample_possible_state(state, viewer, Luck("dice")) == state


def test_dice_are_drawn() -> None:
    """TB-13: three draws below eight are three dice, lowest first."""
    state = Round(20, 20).state
    rolling = STONE_HAND.apply(state, state.order[0], STONE_HAND.offers(state, state.order[0])[0].move).state  # type: ignore[arg-type]
    low, middle, high = sorted(1 + word % 8 for word in words('[["cut"],5,BLOCK]', 1)[:3])

    assert STONE_HAND.chance_move(rolling, Draw(Seal(SEED, ("cut",), 5))) == Roll((low, middle, high))
