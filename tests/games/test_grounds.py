"""The grounds of a house player's reason, and the part of its view that may explain it (TB-11)."""

from __future__ import annotations

from games.destiny.game import DESTINY
from games.destiny.model import Benediction, Look, Memory
from games.dividha.game import DIVIDHA
from games.dividha.model import Trade
from games.engine.betting.bets import Check
from games.engine.core.game import Seat
from games.knights_heads.game import KNIGHTS_HEADS
from tests.games.destiny import scripted as destiny
from tests.games.dividha import scripted as dividha
from tests.games.knights_heads import scripted as knights_heads

ONE = Seat(1)
NINES = {1: "Q03 Q04 Q05 Q06 S03 S04 K03 D03 J03", 2: "S05 S06 A03 A04 B03 B04 M08 D12 J04"}


def test_dividha_after_a_trade() -> None:
    """Seat 1 has traded the King of Hearts, which nobody sees: it counts on its other cards alone."""
    hand = dividha.Hand(100, 100, 100, drawn="8H").checks_to("trade").presses("trade_one KH")
    held = hand.state.holding(ONE).cards
    grounds = DIVIDHA.grounds(hand.state, ONE, Check(), frozenset(held))

    assert hand.own(1).turned_in == ("KH",)
    assert grounds is not None
    assert grounds.own is not None
    assert (grounds.own.private, grounds.own.turned_in) == (hand.own(1).private, ())
    assert DIVIDHA.grounds(hand.state, ONE, Check(), frozenset(held[1:])) is None


def test_dividha_of_a_trade() -> None:
    """The reason for a trade follows from the kept cards, if they are seen."""
    hand = dividha.Hand(100, 100, 100).checks_to("trade")
    trade, kept = Trade(("KH",)), frozenset({"KD", "KB", "7H"})
    grounds = DIVIDHA.grounds(hand.state, ONE, trade, kept)

    assert grounds is not None
    assert grounds.own is not None
    assert grounds.own.private == ("KD",)
    assert DIVIDHA.grounds(hand.state, ONE, trade, kept - {"KD"}) is None


def test_knights_heads_after_the_luck_card() -> None:
    """Ten cards speak for themselves; with nine it matters what was passed on, too."""
    hand = knights_heads.Hand(100, 100, cards=NINES, luck="K07 M09").everybody_bets()
    hand.all_pass(s1="K03 D03 J03", s2="S05 S06 J04")
    nine, before = frozenset(hand.cards(1)), hand.state
    ten = frozenset(hand.checks_down().cards(1))
    grounds = KNIGHTS_HEADS.grounds(hand.state, ONE, Check(), ten)

    assert grounds is not None
    assert grounds.gave is None
    assert KNIGHTS_HEADS.grounds(hand.state, ONE, Check(), nine) is None
    assert KNIGHTS_HEADS.grounds(before, ONE, Check(), nine) is None
    assert KNIGHTS_HEADS.grounds(before, ONE, Check(), nine | {"K03", "D03", "J03"}) is not None


def test_destiny_of_what_all_have_seen() -> None:
    """A look and a Benediction can be explained to all, and no card that was looked at is left in it."""
    lying = destiny.carry("A1=As B2=Kd C3=7c D4=4h E5=2h", "5c 5d 5h", "2c", 3, [Memory(ONE, ("A1", "B2"))])
    hand = destiny.Hand(50, 50, 50, carry=lying)
    seen = frozenset({"Kd", "2c"})
    looks = [DESTINY.grounds(hand.state, ONE, move, seen) for move in (Look("C3"), Benediction())]

    assert [[sight.card for sight in each.seen_before] for each in looks if each is not None] == [["Kd"]] * 2
    assert DESTINY.grounds(hand.state, ONE, Check(), seen) is None
    assert DESTINY.grounds(hand.state, ONE, Check(), seen | {"As"}) is not None
