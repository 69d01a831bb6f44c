from itertools import repeat

import pytest

from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.play import answer, begin, run_out
from games.engine.table.seating import close, leave, open_table, sit_down
from games.engine.table.table import AnyTable, Terms
from games.engine.table.views import view_table
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow, RoundEnded, StoneHandRules, Threw
from tests.games.scripted import kinds
from tests.games.stone_hand.loaded import Loaded
from tests.games.stone_hand.scripted import Round

SEEDS = repeat("00" * 32)


def quick(game: Loaded, rules: StoneHandRules | None = None, keepsake: HomeThrow | None = None) -> AnyTable:
    """A table of one, for one throw."""
    terms = Terms(host=7, buy_in=0, hands_max=1, seats_min=1)
    table = open_table(1, game, rules or StoneHandRules(), terms, SEEDS)
    table = sit_down(table, game, 7, "Ann", keepsake).table
    return begin(table, game, SEEDS).table


def press(table: AnyTable, game: Loaded, *keys: str) -> AnyTable:
    """The player presses one button after the other."""
    for key in keys:
        table = answer(table, game, SEEDS, Seat(1), Answer(key)).table
    return table


def test_one_player_alone() -> None:
    """SH-14: anyone may throw, without other players and without a wager."""
    game = Loaded("1-1-3")
    table = press(quick(game), game, "throw")

    assert table.phase == "closed"
    assert kinds(table.story)[1:] == [
        "threw",
        "pay_lowered",
        "round_ended",
        "game_over",
    ]


def test_rethrows_of_junk() -> None:
    """SH-14: the answer offers the rethrows that SH-4 gives."""
    game = Loaded("2-5-6", "2-5-6", "2-5-6", "2-5-6")
    table = press(quick(game), game, "throw", "rethrow", "rethrow")

    assert [offer.key for offer in view_table(table, game, None).questions[0].offers] == ["rethrow", "keep"]
    assert press(table, game, "rethrow").phase == "closed"


def test_throw_after_a_show_up() -> None:
    """SH-14: and the throw that SH-5 gives."""
    game = Loaded("2-4-6", "8-8-8")
    table = press(quick(game), game, "throw")

    assert [offer.key for offer in view_table(table, game, None).questions[0].offers] == ["throw"]
    assert press(table, game, "throw").phase == "closed"


def test_own_home_throw() -> None:
    """SH-14: the answer says whether it is the player's home throw."""
    game = Loaded("5-3-1")
    table = press(quick(game, keepsake=HomeThrow((1, 3, 5), "my street")), game, "throw")

    threw = next(event for event in table.story if isinstance(event, Threw))
    assert threw.hand.kind == "home"


@pytest.mark.parametrize("dice", ["1-4-7", "8-8-8", "2-2-8"])
def test_nobody_pays_alone(dice: str) -> None:
    """SH-14: a player alone pays nobody."""
    played = Round(0).throws(dice)

    assert played.is_over
    assert (played.ended.losers, played.stacks) == ((), [0])


def test_walking_away() -> None:
    """SH-13, SH-14: a quick throw that a player walks away from is thrown to its end."""
    game = Loaded("2-5-6")
    table = leave(quick(game), game, 7, SEEDS).table

    ended = next(event for event in table.story if isinstance(event, RoundEnded))
    assert (table.phase, ended.standings[0].hand.dice) == ("closed", (2, 5, 6))


def challenge(game: Loaded, stake: int) -> AnyTable:
    """A table of two, kept for them, for one round."""
    terms = Terms(host=7, buy_in=stake, hands_max=1, invited=(7, 8))
    table = open_table(1, game, StoneHandRules(), terms, SEEDS)
    for player in (7, 8):
        table = sit_down(table, game, player, f"p{player}", None).table
    return begin(table, game, SEEDS).table


def test_challenge_is_one_round() -> None:
    """SH-14: a challenge is one round between two players, at the pay."""
    game = Loaded("1-1-3", "1-1-6")
    table = challenge(game, 5)
    table = answer(table, game, SEEDS, Seat(1), Answer("throw")).table
    change = answer(table, game, SEEDS, Seat(2), Answer("throw"))

    assert change.table.phase == "closed"
    assert {paid.player: paid.amount for paid in change.payments} == {7: -8, 8: -2}


def test_a_challenge_cannot_be_closed_out_of() -> None:
    """SH-14, TB-10: the challenger sees a triple, closes, and pays all the same."""
    game = Loaded("8-8-8", "1-1-8")
    table = answer(challenge(game, 5), game, SEEDS, Seat(1), Answer("throw")).table
    closing = close(table, game, 7)
    change = run_out(closing.table, game, SEEDS)

    assert (closing.table.phase, closing.payments) == ("playing", ())
    assert {paid.player: paid.amount for paid in change.payments} == {7: -10}


def test_a_challenge_cannot_be_left() -> None:
    """SH-13, SH-14: a player who leaves is thrown for, and pays."""
    game = Loaded("8-8-8", "1-1-8")
    table = answer(challenge(game, 5), game, SEEDS, Seat(1), Answer("throw")).table
    change = leave(table, game, 8, SEEDS)

    assert {paid.player: paid.amount for paid in change.payments} == {7: -10}


def test_challenge_is_limited_to_the_stake() -> None:
    """SH-14: limited to the amount staked."""
    game = Loaded("8-8-8", "1-1-8")
    table = challenge(game, 5)
    table = answer(table, game, SEEDS, Seat(1), Answer("throw")).table
    change = answer(table, game, SEEDS, Seat(2), Answer("throw"))

    assert {paid.player: paid.amount for paid in change.payments} == {7: -10}


def test_challenge_without_a_stake() -> None:
    """SH-14: a challenge may be for nothing."""
    game = Loaded("8-8-8", "1-1-8")
    table = challenge(game, 0)
    table = answer(table, game, SEEDS, Seat(1), Answer("throw")).table
    change = answer(table, game, SEEDS, Seat(2), Answer("throw"))

    ended = next(event for event in change.table.story if isinstance(event, RoundEnded))
    assert (ended.winners, ended.losers, change.payments) == ((1,), (2,), ())


def test_usual_game_needs_two() -> None:
    """SH-14: a table proper needs two."""
    assert STONE_HAND.seats.start == 2
