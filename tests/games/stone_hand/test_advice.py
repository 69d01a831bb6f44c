"""TB-12: the coach's words about dice, with odds worked out by hand, and house players' reasons.

Of 512 throws 12 are show-ups, which are thrown again; 500 count: 8 triples, 36 runs, 168 pairs (21 of each
odd die), 276 junk (30, 54, 54, 60, 48, 30 with a middle of 2 to 7) and 12 empties.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.engine.core.characters import MASTER
from games.engine.core.errors import PluralTemplate, Reason, Templated, template_values
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.stone_hand.bot_player import ADVICE, REASONS, chance, plain
from games.stone_hand.game import STONE_HAND
from games.stone_hand.hands import DiceHand
from games.stone_hand.model import StoneHandRules
from games.stone_hand.view import StoneHandView
from tests.games.stone_hand.scripted import Round

ONE = Seat(1)
RIVER = StoneHandRules(opal_river=True)


def seen(played: Round) -> StoneHandView:
    """Return the view of the seat to act."""
    return STONE_HAND.view(played.state, Seat(played.turn))


def advice(played: Round) -> Templated | None:
    """Return the coach's advice to the seat to act."""
    return STONE_HAND.advice(seen(played), STONE_HAND.offers(played.state, Seat(played.turn)))


def reason(played: Round, key: str) -> Templated | None:
    """Return a house player's reason for that answer."""
    offers = STONE_HAND.offers(played.state, Seat(played.turn))
    return STONE_HAND.reason(seen(played), offers, Answer(key), MASTER)


def test_one_more_throw() -> None:
    """8 triples, 36 runs and 84 pairs of 1 to 4 beat a pair of 5: 128 of 500, about 1 in 4."""
    told = advice(Round(20, 20).throws("3-3-5", "2-5-6").rethrows("1-7-8", "1-6-8"))

    assert told == ADVICE["beaten"].of(seat=ONE, hand="pair", count=1, wins=1, of=4)
    assert "One more throw beats it {wins} out of {of} times." in told.template
    assert told.template.startswith("Keeping loses to {name}’s {hand}.")


def test_three_more_throws() -> None:
    """With q of 128/500 for the last throw, junk (276/500) goes on: q + 0.552 q + 0.552² q, about 1 in 2."""
    played = Round(20, 20).throws("3-3-5", "2-5-6")
    q, junk = Fraction(128, 500), Fraction(276, 500)

    assert chance((), beats_pair_of_5, 3, may_rethrow_all=False) == q + junk * q + junk**2 * q
    told = advice(played)
    assert told == ADVICE["beaten"].of(seat=ONE, hand="pair", count=3, wins=1, of=2)
    assert isinstance(told.template, PluralTemplate)
    assert "With {count} throws left" in told.template.many


def beats_pair_of_5(hand: DiceHand) -> bool:
    """A triple, a run, or a pair of a lower score."""
    is_low = hand.kind == "pair" and hand.score is not None and hand.score < 5
    return is_low or hand.kind in ("triple", "run")


@pytest.mark.parametrize(("again", "wins", "of"), [((), 9, 10), (("1-5-8", "1-5-8"), 7, 10)])
def test_a_tie(again: tuple[str, ...], wins: int, of: int) -> None:
    """212 better kinds and 138 lower junk beat junk of 5: 350 of 500; thrice, with 138 to go on by, 0.947."""
    told = advice(Round(20, 20).takes("2-5-6").throws("1-5-8").rethrows(*again))

    assert told == ADVICE["tied"].of(seat=ONE, hand="junk", count=1 if again else 3, wins=wins, of=of)
    assert told.template.startswith("Keeping only ties with {name}’s {hand}.")


def test_nothing_beats_a_home_throw() -> None:
    """SH-2, SH-3: junk of 3 costs 3; 162 of 500 throws score 3 or less, so 338, about 2 in 3, cost more."""
    told = advice(Round(20, 20, homes={1: "6-6-8"}).throws("6-6-8", "1-3-8"))

    assert told == ADVICE["cheap"].of(seat=ONE, hand="home throw", cost=3, wins=2, of=3)


def test_nobody_loses_more_than_there_is() -> None:
    """SH-6: with 2 left a score of 3 costs 2, and no throw costs more."""
    told = advice(Round(20, 2, homes={1: "6-6-8"}).throws("6-6-8", "1-3-8"))

    assert told == ADVICE["cheapest"].of(seat=ONE, hand="home throw", cost=2, wins=0, of=1)


def test_in_the_arcade_losing_costs_nothing() -> None:
    """SH-12: there is nothing to make cheap."""
    arcade = StoneHandRules(arcade=True)

    assert advice(Round(20, 20, rules=arcade, homes={1: "6-6-8"}).throws("6-6-8", "1-3-8")) is None


def test_between_the_best_and_the_worst() -> None:
    """SH-6: an empty pays and a pair wins; a player who lies between could still beat the pair."""
    told = advice(Round(20, 20, 20).throws("3-3-5", "1-4-7", "2-5-6"))

    assert told == ADVICE["between"].of(seat=ONE, hand="pair", count=3, wins=1, of=2)


def test_the_first_to_throw() -> None:
    """SH-4: q of 3/500 beats a triple of 4, and 0.552 goes on thrice: 2.025 q is 0.01215, 1 in 82."""
    told = advice(Round(20, 20, rules=RIVER).throws("4-4-4"))

    assert told == ADVICE["leading"].of(wins=1, of=82)


def test_first_with_junk() -> None:
    """SH-4: 350 of 500 are better and 138 go on: 0.7 (1 + 0.276 + 0.276² + 0.276³) is 0.9612, 25 in 26."""
    assert advice(Round(20, 20).throws("2-5-6")) == ADVICE["overtaken"].of(wins=25, of=26)


@pytest.mark.parametrize("rules", [StoneHandRules(), StoneHandRules(home_throws="shared")])
def test_a_home_throw_to_come(rules: StoneHandRules) -> None:
    """SH-3: 1-7-8 is better for its owner: 0.712 (1 + 0.264 + 0.264² + 0.264³) is 0.9627, 26 in 27."""
    played = Round(20, 20, rules=rules, homes={2: "1-7-8"}).throws("2-5-6")

    assert advice(played) == ADVICE["overtaken"].of(wins=26, of=27)


def test_a_home_throw_of_the_house() -> None:
    """SH-3: it counts for a player who throws next."""
    rules = StoneHandRules(home_throws="house", house_throw=(1, 7, 8))

    assert advice(Round(20, 20, rules=rules).throws("2-5-6")) == ADVICE["overtaken"].of(wins=26, of=27)


def test_inverted_junk() -> None:
    """SH-9: now 212 and 78 of 500 are better and 198 go on: 0.58 (1 + 0.396 + 0.396² + 0.396³) is 0.937."""
    played = Round(20, 20, rules=StoneHandRules(inverted_junk=True)).throws("2-5-6")

    assert advice(played) == ADVICE["overtaken"].of(wins=9, of=10)


def test_first_by_the_river() -> None:
    """SH-10: one rethrow lets the others rethrow anything once: 44 of 500 beat it, 1 - 0.912² is 0.168."""
    played = Round(20, 20, rules=RIVER).throws("2-5-6").rethrows("3-3-1")

    assert advice(played) == ADVICE["leading"].of(wins=1, of=6)


def test_won_already() -> None:
    """SH-6: an empty has been thrown, and nobody throws after this."""
    assert advice(Round(20, 20).throws("1-4-7", "2-5-6")) == ADVICE["won"]


def test_the_best_hand_may_bring_little() -> None:
    """SH-2, TB-12: junk of 2 beats an empty for 2, and any better throw for more: the coach says so too."""
    played = Round(20, 20).throws("1-4-7", "1-2-4")
    told, hint = advice(played), reason(played, "rethrow")

    assert told is not None
    assert isinstance(hint, Reason)
    assert told.template == hint.advice_template
    assert template_values(told) == template_values(hint)
    assert template_values(told)["kept"] == 2.0


def test_sharing_the_best() -> None:
    """SH-7, TB-1: a tie for the best does not lie between, and gets 2 of 5; a better throw takes all."""
    told = advice(Round(20, 20, 20).takes("1-4-7", "2-5-6").throws("1-5-8"))

    assert told is not None
    assert told.template == ADVICE["more"].template
    assert template_values(told)["kept"] == 2.0


def test_the_river_rethrows_everything() -> None:
    """SH-10: allowed one rethrow, the second player beats a pair of 1 by 44 of 500, about 1 in 10."""
    played = Round(20, 20, rules=RIVER).throws("2-5-6").rethrows("1-2-2").keeps().throws("3-3-6")

    assert advice(played) == ADVICE["beaten"].of(seat=ONE, hand="pair", count=1, wins=1, of=10)


def test_before_a_throw_there_is_nothing_to_say() -> None:
    """Only dice that lie there can be kept."""
    played = Round(20, 20)

    assert advice(played) is None
    assert reason(played, "throw") is None


def test_why_it_threw_again() -> None:
    """TB-12: junk of 7 pays 7 to a triple of 8; one throw costs 2,222 of 500 on average, 4.4."""
    played = Round(20, 20).throws("8-8-8", "1-7-8").rethrows("1-7-8", "1-7-8")

    assert reason(played, "rethrow") == REASONS["rethrow"].of(kept=-7.0, thrown=-4.4)


def test_why_it_kept() -> None:
    """TB-12: junk of 2 pays only 2, at any unit."""
    played = Round(20, 20, rules=StoneHandRules(unit=2)).throws("8-8-8", "1-2-4")
    told = reason(played, "keep")

    assert told is not None
    assert told.template == REASONS["keep"].template
    assert template_values(told)["kept"] == -4.0


@pytest.mark.parametrize(
    ("odds", "told"),
    [
        (Fraction(0), (0, 1)),
        (Fraction(1), (1, 1)),
        (Fraction(1, 3), (1, 3)),
        (Fraction(149, 500), (3, 10)),
        (Fraction(1, 40), (1, 40)),
        (Fraction(39, 40), (39, 40)),
        (Fraction(1, 500), (1, 500)),
    ],
)
def test_plain_odds(odds: Fraction, told: tuple[int, int]) -> None:
    """Small numbers, but never none for something that can happen, nor sure for what can fail."""
    assert plain(odds) == told
