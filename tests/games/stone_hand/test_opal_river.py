import pytest

from games.engine.core.game import Seat
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from tests.games.stone_hand.scripted import Round

OPAL = StoneHandRules(opal_river=True)


@pytest.mark.parametrize("text", ["1-1-2", "1-2-3", "8-8-8", "1-4-7", "2-5-6", "1-3-5"])
def test_first_may_rethrow_any_hand(text: str) -> None:
    """SH-10: the first player of the round may rethrow any hand."""
    played = Round(20, 20, rules=OPAL, homes={1: "1-3-5"}).throws(text)

    assert played.offered == ["rethrow", "keep"]


@pytest.mark.parametrize("text", ["1-1-2", "2-5-6"])
def test_first_rethrows_up_to_two_times(text: str) -> None:
    """SH-10: up to two times, junk or not."""
    played = Round(20, 20, rules=OPAL).throws(text).rethrows(text)

    assert played.offered == ["rethrow", "keep"]
    assert played.rethrows(text).turn == 2


@pytest.mark.parametrize("text", ["1-1-2", "2-5-6"])
def test_later_players_rethrow_as_often(text: str) -> None:
    """SH-10: if the first rethrew k times, each later player may rethrow any hand k times."""
    played = Round(20, 20, 20, rules=OPAL).throws("1-1-2").rethrows("1-1-3").keeps()

    for seat in (2, 3):
        assert played.throws(text).turn == seat
        assert played.offered == ["rethrow", "keep"]
        played.rethrows(text)
    assert played.is_over


def test_later_players_rethrow_twice_when_the_first_did() -> None:
    """SH-10: k is 2 where the first player used both."""
    played = Round(20, 20, rules=OPAL).throws("1-1-2").rethrows("1-1-3", "1-1-4")
    played.throws("2-5-6").rethrows("2-5-6")

    assert played.offered == ["rethrow", "keep"]
    assert played.rethrows("2-5-6").is_over


def test_no_chances_for_junk_then() -> None:
    """SH-10: and there are no chances for junk in that round."""
    played = Round(20, 20, rules=OPAL).throws("2-5-6").rethrows("1-1-2").keeps()

    assert played.throws("2-5-6").rethrows("2-5-6").is_over


def test_usual_chances_where_the_first_kept() -> None:
    """SH-10: if the first player kept the first throw, SH-4 holds for the later players."""
    played = Round(20, 20, 20, rules=OPAL).throws("2-5-6").keeps().throws("1-1-2")

    assert played.turn == 3
    played.throws("2-5-6").rethrows("2-5-6", "2-5-6")
    assert played.offered == ["rethrow", "keep"]
    assert played.rethrows("2-5-6").is_over


def test_show_ups_do_not_count() -> None:
    """SH-5, SH-10: a throw again after a show-up is none of the k."""
    played = Round(20, 20, 20, rules=OPAL).throws("2-4-6", "1-1-2").keeps()

    assert played.throws("1-1-3").turn == 3


def test_view_tells_how_often() -> None:
    """SH-10: the table shows how often may be rethrown, and what."""
    played = Round(20, 20, rules=OPAL).throws("1-1-2").rethrows("1-1-3")
    view = STONE_HAND.view(played.state, Seat(2))

    assert (view.rethrows, view.rethrows_left, view.may_rethrow_all) == (1, 1, True)
    assert STONE_HAND.view(played.keeps().state, None).rethrows_first == 1
