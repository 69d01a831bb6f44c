"""Each game's public facts of a hand: who has folded, and what lies in the middle."""

from __future__ import annotations

from typing import Any

import pytest

from games.engine.core.game import Seat
from tests.games.destiny.scripted import Hand as DestinyHand
from tests.games.dividha.scripted import Hand as DividhaHand
from tests.games.knights_heads.scripted import Hand as KnightsHand
from tests.games.scripted import Scripted
from tests.games.stone_hand.scripted import Round

SEATS = (Seat(1), Seat(2), Seat(3))


@pytest.mark.parametrize(
    ("hand", "paid", "bet", "pot"),
    [
        pytest.param(DestinyHand(50, 50, 50), 3, "raise 6", 9, id="DE-3: blinds of 1 and 2"),
        pytest.param(KnightsHand(50, 50, 50), 6, "bet 2", 8, id="KH-5: three antes of 2"),
        pytest.param(DividhaHand(50, 50, 50), 6, "bet 2", 8, id="DV-14: three antes of 2"),
    ],
)
def test_pot_and_folds(hand: Scripted[Any, Any], paid: int, bet: str, pot: int) -> None:
    """TB-4: a bet is in the middle at once, and a player who folds is out of the hand."""
    game, better = hand.game, hand.turn
    before = game.pot(hand.state)
    hand.presses(bet)
    folder = hand.turn
    hand.presses("fold")

    assert (before, game.pot(hand.state)) == (paid, pot)
    assert [seat for seat in SEATS if game.is_out(hand.state, seat)] == [folder]
    assert folder != better


def test_a_game_without_bets() -> None:
    """Stone Hand has neither pot nor folding: wagers go from player to player."""
    played = Round(5, 5)

    assert played.game.pot(played.state) == 0
    assert not any(played.game.is_out(played.state, seat) for seat in SEATS[:2])
