from games.engine.core.game import HandSetup, Seat, SeatedPlayer
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow, StoneHandRules, WagerGone
from tests.games.stone_hand.scripted import Round, coins

ARCADE = StoneHandRules(arcade=True)


def points(played: Round) -> dict[int, int]:
    """Return the score of each player."""
    return dict(played.result.points.items())


def test_no_wagers() -> None:
    """SH-12: in the arcade there are no wagers."""
    assert STONE_HAND.price(ARCADE, 20) == 0
    assert STONE_HAND.price(StoneHandRules(), 20) == 20


def test_everybody_plays_on() -> None:
    """SH-12: without wagers nobody is ever out."""
    players: tuple[SeatedPlayer[HomeThrow], ...] = (SeatedPlayer(Seat(1), 0), SeatedPlayer(Seat(2), 0))

    assert STONE_HAND.dealt_in(HandSetup(ARCADE, players, Seat(1)), None) == (1, 2)


def test_winner_scores_the_pay() -> None:
    """SH-12: the winner of a round scores the pay in points."""
    played = Round(0, 0, 0, rules=ARCADE).throws("1-1-6", "1-1-5", "1-1-7")

    assert points(played) == {2: 5}
    assert (played.ended.points, played.ended.lost, played.stacks) == (coins(s2=5), (), [0, 0, 0])


def test_tied_winners_share() -> None:
    """SH-12: tied winners share, rounded down."""
    played = Round(0, 0, 0, rules=ARCADE).throws("3-3-3", "3-3-3", "1-1-8")

    assert points(played) == {1: 1, 2: 1}


def test_two_losers_are_one_pay() -> None:
    """SH-12: the pay is scored once, however many lost."""
    played = Round(0, 0, 0, rules=ARCADE).throws("6-6-6", "1-1-8", "8-2-2")

    assert points(played) == {1: 6}


def test_nothing_where_nobody_would_pay() -> None:
    """SH-12: a round in which nobody would pay scores nothing."""
    assert points(Round(0, 0, rules=ARCADE).throws("3-3-3", "3-3-3")) == {}
    assert points(Round(0, 0, rules=ARCADE).throws("1-4-7", "2-5-8")) == {}


def test_nobody_scores_elsewhere() -> None:
    """SH-12: points are for the arcade alone."""
    assert points(Round(20, 20).throws("1-1-6", "1-1-7")) == {}


def test_nobody_is_told_to_be_out() -> None:
    """SH-8, SH-12: a player who has no wager to lose has not lost it, however bad the hand."""
    played = Round(0, 0, 0, rules=ARCADE).throws("1-1-6", "1-1-5", "1-1-7")

    assert not [event for event in played.events if isinstance(event, WagerGone)]


def test_the_unit_multiplies_no_points() -> None:
    """SH-12, SH-2: a pay of 5 is 5 points, whatever a unit is."""
    assert points(Round(0, 0, rules=StoneHandRules(arcade=True, unit=10)).throws("1-1-5", "1-1-6")) == {1: 5}
    assert points(Round(0, 0, rules=StoneHandRules(arcade=True, pay_unit=3)).throws("1-1-5", "1-1-6")) == {
        1: 5
    }
    played = Round(0, 0, rules=StoneHandRules(arcade=True, unit=10)).throws("1-1-5", "1-1-6")
    assert (played.ended.factor, played.ended.pay) == (1, 5)
