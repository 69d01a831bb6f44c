"""What house players are called, and what is theirs."""

from __future__ import annotations

from bot.tavern.house_players import NAMES
from games.stone_hand.house import HOMES


def test_every_house_player_has_a_home_throw() -> None:
    """SH-3: house players have home throws and reasons of their own."""
    assert set(HOMES) == set(NAMES)
