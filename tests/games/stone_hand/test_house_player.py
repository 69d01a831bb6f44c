from itertools import combinations

import pytest

from games.engine.core.characters import Character
from games.engine.core.game import Seat
from games.engine.provable_chance import Draw, Seal
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import StoneHandRules
from tests.games.stone_hand.scripted import Round


def decision(played: Round) -> str:
    """Return the answer of a house player in this place."""
    seat = Seat(played.turn)
    view = STONE_HAND.view(played.state, seat)
    return STONE_HAND.decide(view, STONE_HAND.offers(played.state, seat), Draw(Seal("00"))).key


def test_throws() -> None:
    """TB-12: a house player plays by itself."""
    assert decision(Round(20, 20)) == "throw"


@pytest.mark.parametrize("text", ["2-5-6", "1-7-8", "1-4-8"])
def test_rethrows_junk_that_is_beaten(text: str) -> None:
    """TB-12: junk against a triple is sure to pay: it is thrown again."""
    played = Round(20, 20).throws("8-8-8", text)

    assert decision(played) == "rethrow"


def test_keeps_junk_that_makes_a_loss_small() -> None:
    """TB-12, SH-2: a losing hand may still lower the pay to 2; most other throws leave it higher."""
    assert decision(Round(20, 20).throws("8-8-8", "1-2-4")) == "keep"


def test_keeps_junk_against_an_empty() -> None:
    """TB-12: the last to throw cannot lose to an empty, and already wins with junk."""
    assert decision(Round(20, 20).throws("1-4-7", "1-7-8")) == "keep"


def test_a_tie_is_worth_nothing() -> None:
    """TB-12, SH-7: junk that ties with the only rival brings nothing; a throw more often wins."""
    assert decision(Round(20, 20).takes("2-7-8").throws("1-7-8")) == "rethrow"


def test_keeps_a_winning_hand_by_the_river() -> None:
    """TB-12, SH-10: a run that beats all is not thrown again."""
    played = Round(20, 20, rules=StoneHandRules(opal_river=True)).throws("1-1-2").rethrows("1-1-3").keeps()

    assert decision(played.throws("6-7-8")) == "keep"


def test_rethrows_an_empty_by_the_river() -> None:
    """TB-12, SH-10: an empty is sure to pay; any throw is better."""
    assert decision(Round(20, 20, rules=StoneHandRules(opal_river=True)).throws("1-4-7")) == "rethrow"


def test_rethrows_a_losing_pair_by_the_river() -> None:
    """TB-12, SH-10: a pair that is worst is thrown again where it may be."""
    played = Round(20, 20, rules=StoneHandRules(opal_river=True)).throws("1-1-2").rethrows("8-8-8").keeps()

    assert decision(played.throws("1-1-8")) == "rethrow"


def test_knows_inverted_junk() -> None:
    """TB-12, SH-9: if high junk wins, it is kept against lower junk and thrown again otherwise."""
    inverted = StoneHandRules(inverted_junk=True)

    assert decision(Round(20, 20, rules=inverted).takes("1-2-4").throws("6-7-1")) == "keep"
    assert decision(Round(20, 20).takes("1-2-4").throws("6-7-1")) == "rethrow"


@pytest.mark.parametrize(("is_arcade", "key"), [(True, "rethrow"), (False, "keep")])
def test_fears_nothing_in_the_arcade(is_arcade: bool, key: str) -> None:  # noqa: FBT001
    """TB-12, SH-12: a pair that wins 1 is risked for more only where losing costs nothing."""
    rules = StoneHandRules(arcade=is_arcade, opal_river=True)
    played = Round(20, 20, rules=rules).throws("1-1-2").rethrows("1-1-8").keeps().throws("1-2-2")

    assert decision(played) == key


@pytest.mark.parametrize(("has_pool", "key"), [(True, "keep"), (False, "rethrow")])
def test_safe_hand_in_a_pool(has_pool: bool, key: str) -> None:  # noqa: FBT001
    """TB-12, SH-11: junk that neither wins nor loses is kept where winning brings nothing."""
    played = (
        Round(20, 20, 20, rules=StoneHandRules(prize_pool=has_pool)).takes("1-7-8", "2-5-6").throws("3-6-8")
    )

    assert decision(played) == key


def test_decides_from_the_view_alone() -> None:
    """TB-12, TB-11: a house player knows its seat's view."""
    played = Round(20, 20).throws("2-5-6")
    view = STONE_HAND.view(played.state, Seat(1))

    assert view.viewer == 1
    assert not hasattr(view, "seal")


def thrown_again(character: Character) -> set[str]:
    """The junk that a house player of that character throws again, against junk that scores 5."""
    again = set()
    for dice in combinations(range(1, 9), 3):
        text = "-".join(map(str, dice))
        played = Round(20, 20).throws("2-5-8", text)
        seat = Seat(played.turn)
        view, offers = STONE_HAND.view(played.state, seat), STONE_HAND.offers(played.state, seat)
        if len(offers) < 2:  # no junk, or over
            continue
        answer = STONE_HAND.decide(view, offers, Draw(Seal("00")), character)
        if answer.key == "rethrow":
            again.add(text)
    return again


def test_a_bold_one_throws_again_where_a_careful_one_keeps() -> None:
    """TB-12: a temper shows: whatever a careful one throws again, a bold one does, and more."""
    careful, bold = thrown_again(Character(temper="careful")), thrown_again(Character(temper="bold"))

    assert careful < bold


def test_the_same_person_plays_the_same_way_in_the_same_place() -> None:
    """TB-12: an apprentice misjudges a throw, and misjudges it again whenever it comes back."""
    apprentice = Character("apprentice")

    assert thrown_again(apprentice) == thrown_again(apprentice) != thrown_again(Character())
