"""Helpers that several tests about showdown share."""

from games.destiny.model import DestinyRules
from tests.games.destiny.scripted import Hand, carry

FIELD = "A1=As B2=Kd C3=7c E5=3c"


def begun(field: str = FIELD, deck: str = "5c 5d 5h", rules: DestinyRules | None = None) -> Hand:
    """Three players after the first betting round; seat 1 plays first."""
    return Hand(50, 50, 50, rules=rules, carry=carry(field, deck, "2c 9d", dealer=2)).checks_down()
