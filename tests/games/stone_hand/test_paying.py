from games.engine.core.game import Seat
from games.stone_hand.model import StoneHandRules, WagerGone
from tests.games.stone_hand.scripted import Round, coins


def test_worst_pays_best() -> None:
    """SH-6: the worst hand pays the pay to the best."""
    played = Round(20, 20, 20).throws("2-2-2", "1-1-4", "1-1-5")

    assert played.stacks == [22, 20, 18]
    assert (played.ended.losers, played.ended.winners) == ((3,), (1,))
    assert (played.ended.lost, played.ended.gained) == (coins(s3=2), coins(s1=2))


def test_pay_at_the_end_counts() -> None:
    """SH-6: the payment is the pay as it stands when the round ends."""
    played = Round(20, 20).throws("2-4-6", "1-1-8", "8-8-8")

    assert played.stacks == [12, 28]


def test_pay_above_eight() -> None:
    """SH-5, SH-6: a pay raised above 8 is paid in full."""
    played = Round(20, 20, homes={1: "1-3-5"}).throws("4-6-8", "1-3-5", "1-4-7")

    assert played.stacks == [30, 10]


def test_a_player_pays_what_is_left() -> None:
    """SH-6: a player with less left pays what is left."""
    played = Round(20, 3).throws("8-8-8", "1-1-8")

    assert played.stacks == [23, 0]
    assert played.ended.lost == coins(s2=3)


def test_an_empty_is_the_worst() -> None:
    """SH-6: an empty is worse than any junk."""
    played = Round(20, 20, 20).throws("1-4-7", "8-8-8").takes("6-7-1")

    assert played.ended.losers == (1,)
    assert played.ended.winners == (2,)


def test_everyone_with_an_empty_pays() -> None:
    """SH-6: everyone who threw an empty pays the full pay, and nobody else does."""
    played = Round(20, 20, 20, 20).throws("1-4-7", "8-8-8", "2-5-8", "1-1-8")

    assert played.ended.losers == (1, 3)
    assert played.stacks == [12, 36, 12, 20]


def test_tied_worst_each_pay() -> None:
    """SH-7: players tied for worst each pay the full pay."""
    played = Round(20, 20, 20).throws("1-1-5", "3-3-5", "4-4-4")

    assert played.stacks == [16, 16, 28]


def test_tied_best_share() -> None:
    """SH-7: players tied for best share what is paid."""
    played = Round(20, 20, 20).throws("1-2-3", "1-1-6", "1-2-3")

    assert played.stacks == [21, 18, 21]


def test_odd_units_in_throwing_order() -> None:
    """TB-1: odd units of a shared payment go one each to the receivers in throwing order."""
    played = Round(20, 20, 20, 20, host=3).throws("3-4-5", "3-4-5", "1-1-5", "3-4-5")

    assert played.state.order == (3, 4, 1, 2)
    assert played.ended.gained == coins(s3=2, s4=1, s2=1)
    assert played.stacks == [16, 21, 22, 21]


def test_all_is_shared_out_at_once() -> None:
    """TB-1, SH-7: several losers' payments are shared as one sum."""
    played = Round(20, 20, 20, 20).throws("3-3-3", "1-1-5", "3-3-3", "2-2-5")

    assert played.ended.gained == coins(s1=3, s3=3)


def test_a_share_of_nothing_is_no_payment() -> None:
    """TB-1: one coin between two goes to the first in throwing order."""
    played = Round(20, 20, 1).throws("8-8-8", "8-8-8", "1-1-8")

    assert played.ended.gained == coins(s1=1)


def test_nobody_pays_when_all_tie() -> None:
    """SH-7: when all hands tie, nobody pays."""
    played = Round(20, 20).throws("1-1-5", "3-3-5")

    assert (played.ended.losers, played.ended.winners, played.stacks) == ((), (), [20, 20])


def test_nobody_pays_when_all_are_empty() -> None:
    """SH-7: when nobody has a hand other than empty, nobody pays."""
    played = Round(20, 20).throws("1-4-7", "2-5-8")

    assert (played.ended.losers, played.stacks) == ((), [20, 20])


def test_home_throws_share() -> None:
    """SH-7: home throws tie, and share what the worst pays."""
    played = Round(20, 20, 20, homes={1: "1-3-5", 2: "4-6-8"}).throws("1-3-5", "4-6-8", "1-1-2")

    assert played.stacks == [21, 21, 18]


def test_player_without_wager_is_out() -> None:
    """SH-8: a player whose wager is gone is out."""
    played = Round(20, 2, 5).throws("2-2-2", "1-1-4", "1-1-3")

    assert WagerGone(Seat(2)) in played.events


def test_player_with_wager_left_is_not_out() -> None:
    """SH-8: one who paid and has something left is not."""
    assert "player_out" not in Round(20, 3).throws("2-2-2", "1-1-4").kinds


def test_inverted_junk_turns_the_round() -> None:
    """SH-9: under inverted junk the higher score wins, and the pay is still lowered by the score."""
    usual = Round(20, 20).takes("1-2-8", "4-6-7")
    inverted = Round(20, 20, rules=StoneHandRules(inverted_junk=True)).takes("1-2-8", "4-6-7")

    assert usual.stacks == [22, 18]
    assert inverted.stacks == [18, 22]
    assert inverted.ended.pay == 2
