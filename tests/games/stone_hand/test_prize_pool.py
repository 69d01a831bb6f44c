import pytest

from games.engine.core.game import Level, Seat
from games.engine.core.house_rules import RulesClash
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow, StoneHandCarry, StoneHandRules
from tests.games.stone_hand.scripted import Round, coins

POOL = StoneHandRules(prize_pool=True)


def test_loser_pays_into_the_pool() -> None:
    """SH-11: the loser pays into a pool instead of to the winner."""
    played = Round(20, 20, 20, rules=POOL).throws("2-2-2", "1-1-4", "1-1-5")

    assert played.stacks == [20, 20, 18]
    assert (played.ended.winners, played.ended.gained, played.ended.pool) == ((1,), (), 2)
    assert played.carry.pool == coins(s3=2)


def test_pool_adds_up() -> None:
    """SH-11: round after round lies in one pool."""
    carry = StoneHandCarry(1, Seat(1), None, coins(s2=3, s1=1))
    played = Round(20, 20, rules=POOL, carry=carry).throws("1-1-4", "1-1-5")

    assert played.carry.pool == coins(s2=7, s1=1)
    assert played.ended.pool == 8


def test_home_throw_stops_the_round() -> None:
    """SH-11: a home throw stops the round; a new one is thrown without its player, who is safe."""
    played = Round(20, 20, 20, rules=POOL, homes={2: "1-3-5"}).throws("1-1-3", "1-3-5")

    assert not played.is_over
    assert (played.turn, played.state.safe, played.state.standings) == (1, (2,), ())
    played.throws("1-1-6", "1-1-7")
    assert played.stacks == [20, 20, 14]


def test_restarted_round_begins_with_eight() -> None:
    """SH-11: a restarted round begins with pay 8, its earlier throws void."""
    played = Round(20, 20, 20, rules=POOL, homes={2: "1-3-5"}).throws("2-4-6", "1-1-3", "1-3-5")

    assert (played.state.pay, played.state.standings) == (8, ())


def test_restarted_round_keeps_the_order() -> None:
    """SH-11: in the same order without those who are safe."""
    played = Round(20, 20, 20, 20, rules=POOL, homes={4: "1-3-5"}, host=3)
    played.throws("1-1-2", "1-3-5")

    assert played.turn == 3
    assert played.throws("1-1-2").turn == 1
    assert played.throws("1-1-2").turn == 2


def test_only_a_standing_home_throw_stops() -> None:
    """SH-11: only a hand that stands stops the round; under SH-10 it may be thrown again."""
    rules = StoneHandRules(prize_pool=True, opal_river=True)
    played = Round(20, 20, 20, rules=rules, homes={1: "1-3-5"}).throws("1-3-5").rethrows("1-1-2").keeps()

    assert played.state.safe == ()


def test_only_a_standing_empty_stops() -> None:
    """SH-11: and so may an empty."""
    rules = StoneHandRules(prize_pool=True, opal_river=True)
    played = Round(20, 20, 20, rules=rules).throws("1-4-7")

    assert not played.is_over
    assert played.keeps().is_over


def test_restarted_round_sets_k_anew() -> None:
    """SH-11, SH-10: a restarted round's first player sets k anew."""
    rules = StoneHandRules(prize_pool=True, opal_river=True)
    played = Round(20, 20, 20, rules=rules, homes={2: "1-3-5"}).throws("1-1-2").keeps().throws("1-3-5")

    assert played.throws("1-1-2").offered == ["rethrow", "keep"]


def test_empty_stops_the_round() -> None:
    """SH-11: an empty stops the round at once: its player pays the current pay, nobody else does."""
    played = Round(20, 20, 20, 20, rules=POOL).throws("1-1-5", "1-1-6", "1-4-7")

    assert played.is_over
    assert played.stacks == [20, 20, 15, 20]
    assert played.first_next == 3


def test_one_left_to_throw() -> None:
    """SH-11: with one player left to throw the round is over and nobody pays."""
    homes = {1: "1-3-5", 2: "1-1-1"}
    played = Round(20, 20, 20, rules=POOL, homes=homes).throws("1-3-5", "1-1-1")

    assert played.is_over
    assert played.stacks == [20, 20, 20]
    assert played.first_next == 1


def test_last_player_takes_the_pool() -> None:
    """SH-11: the last player with wager left takes the pool."""
    carry = StoneHandCarry(9, Seat(1), None, coins(s1=5, s2=20, s3=20))

    assert STONE_HAND.claims(carry, Seat(3)) == {3: 45}


def test_pool_goes_back() -> None:
    """SH-11: if nobody is left to take it, the pool goes back to those who paid it."""
    carry = StoneHandCarry(9, Seat(1), None, coins(s1=5, s2=20))

    assert STONE_HAND.claims(carry, None) == {1: 5, 2: 20}
    assert STONE_HAND.claims(None, None) == {}


def test_view_shows_the_pool() -> None:
    """SH-11: the pool and who paid it are there for all to see."""
    carry = StoneHandCarry(9, Seat(1), None, coins(s1=5, s2=20))
    view = STONE_HAND.view(Round(15, 20, rules=POOL, carry=carry).state, None)

    assert (view.pool, view.pool_paid) == (25, coins(s1=5, s2=20))


def test_not_with_the_arcade() -> None:
    """SH-12: the arcade does not go together with a prize pool."""
    with pytest.raises(RulesClash) as clash:
        StoneHandRules(prize_pool=True, arcade=True)

    assert (clash.value.first, clash.value.second) == ("prize_pool", "arcade")


def test_no_pool_at_a_tournament() -> None:
    """TN-7, SH-11: chips would lie where no stack is; the ante multiplies the pay."""
    rules = STONE_HAND.at_level(StoneHandRules(prize_pool=True), Level(ante=4))
    home = HomeThrow((1, 3, 5))
    carry = StoneHandCarry(3, Seat(2), None, ())

    assert (rules.prize_pool, rules.pay_unit) == (False, 4)
    assert STONE_HAND.at_level(StoneHandRules(), Level()).pay_unit == 1
    assert STONE_HAND.big_blind(carry) is None
    assert STONE_HAND.vacated(carry, Seat(2)) == carry
    assert STONE_HAND.brought(home, 12) == home
