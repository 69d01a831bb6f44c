"""House players: what a character changes, and what a game may leave unsaid."""

from __future__ import annotations

from games.engine.core.characters import MASTER, Character
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from tests.laws.toy import FISTS, Fist, Rules, State


def test_a_master_heeds_all_and_an_apprentice_little() -> None:
    """The better a house player, the more it heeds what rivals do."""
    attention = [Character(skill).attention for skill in ("apprentice", "regular", "master")]

    assert sorted(attention) == attention
    assert MASTER.attention == 1


def test_each_temper_shows() -> None:
    """A bold one overrates its cards; a talker bluffs twice as often as others, a careful one half."""
    even, bold, careful, talker = (
        Character(temper=temper) for temper in ("even", "bold", "careful", "talker")
    )

    assert careful.confidence < even.confidence == 0 < bold.confidence
    assert (careful.bluffing, even.bluffing, talker.bluffing) == (0.5, 1, 2)


def test_a_game_need_not_say_why() -> None:
    """A game without reasons or advice of its own gives none."""
    view = FISTS.view(State(Rules(), (Fist(Seat(1), 6),)), Seat(1))

    assert FISTS.reason(view, (), Answer("bet"), MASTER) is None
    assert FISTS.advice(view, ()) is None
