"""How house players play (TB-12)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, Pick, find
from games.engine.fairness.chance import Draw, Seal
from games.engine.table.lobby import open_table, sit_down
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.table import AnyTable, Change, Seeds, Terms
from games.knights_heads import house
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.house import _share, odds
from games.knights_heads.model import KnightsRules
from tests.games.knights_heads.scripted import Hand
from tests.games.knights_heads.written import rank
from tests.laws.walk import random_answer, seeds

GAME: AnyGame = KNIGHTS_HEADS
TRIES = 12


def chances() -> list[Draw]:
    """Many different ones, the same at every run."""
    return [Draw(Seal(f"{number:064x}")) for number in range(TRIES)]


def decided(hand: Hand) -> list[Answer]:
    """What whoever's turn it is answers, with many different chances."""
    seat = Seat(hand.turn)
    offers, view = KNIGHTS_HEADS.offers(hand.state, seat), KNIGHTS_HEADS.view(hand.state, seat)
    return [KNIGHTS_HEADS.decide(view, offers, chance) for chance in chances()]


def mostly(hand: Hand) -> str:
    """What is answered most of the time."""
    return Counter(given.key for given in decided(hand)).most_common(1)[0][0]


def passed(hand: Hand) -> list[set[str]]:
    """What is passed on."""
    offer = find(KNIGHTS_HEADS.offers(hand.state, Seat(hand.turn)), "pass")
    assert isinstance(offer, Pick)
    return [{offer.choices[index] for index in given.numbers} for given in decided(hand)]


def test_keeps_what_makes_a_hand() -> None:
    """TB-12: it passes on what it needs least: a Court of Queens stays whole, nearly always."""
    hand = Hand(100, 100, cards={1: "Q03 Q04 Q05 Q06 A03 M08 D12 J08 B03"}).everybody_bets()
    broken = [cards for cards in passed(hand) if any(card[0] == "Q" for card in cards)]

    assert len(broken) <= 1


def test_keeps_twins() -> None:
    """TB-12: it knows the notable cards: three sets of twins stay together."""
    hand = Hand(100, 100, cards={1: "K01 K02 A01 A02 S01 S02 M08 D12 B03"}).everybody_bets()

    assert all(cards == {"M08", "D12", "B03"} for cards in passed(hand))


STRONG = {1: "Q03 Q04 Q05 Q06 S03 S04 K03 D03 J03", 2: "S05 S06 A03 A04 B03 B04 M08 D12 J04"}


def in_final_round(stacks: tuple[int, int] = (100, 100)) -> Hand:
    """Seat 1 holds a Council, four Queens and four Messengers, and seat 2 Rabble."""
    hand = Hand(*stacks, cards=STRONG, luck="K07 M09").everybody_bets()
    return hand.all_pass(s1="K03 D03 J03", s2="S05 S06 J04").checks_down()


def test_a_good_hand_bets() -> None:
    """TB-12: with a Council it bets, by one of the amounts that have a button."""
    assert mostly(in_final_round()) == "bet"
    assert all(given.numbers for given in decided(in_final_round()) if given.key == "bet")


def test_a_bad_hand_does_not_match_a_large_bet() -> None:
    """TB-12: it bets by its chance at a showdown: Rabble folds to all that the other has."""
    assert mostly(in_final_round().presses("all_in")) == "fold"


def test_a_good_hand_matches() -> None:
    """TB-12: what the pot pays for is matched, with all there is too."""
    hand = in_final_round((60, 100)).presses("check", "bet 80")

    assert {given.key for given in decided(hand)} == {"all_in"}


def test_stays_in_for_a_small_bet() -> None:
    """TB-12: it bets, matches or goes all in where there is no check, and a good hand never folds then."""
    keys = {given.key for given in decided(Hand(100, 100, cards=STRONG))}

    assert keys == {"bet"}
    assert {given.key for given in decided(Hand(3, 100, cards=STRONG))} == {"all_in"}


def test_odds_are_between_nothing_and_everything() -> None:
    """TB-12: its chance is that of having the best of all hands: nearly sure with a Council."""
    view = in_final_round().view(1)

    assert all(odds(view, chance) > 0.9 for chance in chances())


def test_odds_know_what_was_passed() -> None:
    """TB-12: the three cards passed on lie in the neighbour's hand: three Kings beat Queens there."""
    view = in_final_round().view(1)
    assert view.gave is not None
    own = replace(view, cards=("Q03", "Q04", "Q05", "A03", "A04", "S03", "S04", "B03", "M08", "D12"))
    kings, others = (
        replace(own, gave=replace(view.gave, cards=tuple(cards.split())))
        for cards in ("K03 K04 K05", "K03 J05 B05")
    )

    assert all(odds(kings, each) == 0 for each in chances())
    assert all(odds(others, each) > 0 for each in chances())


def test_equal_hands_are_worth_a_share() -> None:
    """TB-12: whoever would share a pot counts the share, and whoever loses nothing."""
    three_kings = rank("K03 K04 K05 A03 A04 S03 S04 B03 M08 D12")
    others = rank("K06 K07 K08 A05 A06 S05 S06 B05 M09 D04")
    higher = rank("K03 K04 K05 K06 A03 A04 S03 S04 B03 B04")

    assert three_kings == others
    assert _share(three_kings, [others, (0, 0, 0, 0)]) == 1 / 2
    assert _share(three_kings, [others, others]) == 1 / 3
    assert _share(three_kings, [others, higher]) == 0
    assert _share(higher, [others]) == 1


@pytest.mark.soak
def test_house_players_end_ahead_of_random_ones() -> None:
    """TB-12: three house players take from three random ones, on the whole ten coins a hand and more."""
    secret, random = seeds("house against chance"), Random(1)
    gained: Counter[bool] = Counter()
    hands = 0
    while hands < 2000:
        terms = Terms(host=1, buy_in=100, hands_max=10)
        table = open_table(1, GAME, KnightsRules(), terms, secret)
        for number in range(1, 7):
            table = sit_down(table, GAME, number, f"p{number}", None).table
        table = begin(table, GAME, secret).table
        while table.phase != "closed":
            table = _go_on(table, secret, random).table
        hands += table.hands
        for seated in table.seats:
            gained[seated.seat % 2 == 0] += seated.stack - 100

    assert gained[True] == -gained[False]
    assert gained[True] > 10 * hands


def _go_on(table: AnyTable, secret: Seeds, random: Random) -> Change:
    """Even seats are house players, odd ones answer at random."""
    if table.hand is None:
        return deal(table, GAME, secret)
    seat, offers = next(iter(open_offers(table, GAME).items()))
    if seat % 2:
        given = random_answer(offers, random)
    else:
        given = GAME.decide(GAME.view(table.hand.state, seat), offers, Draw(Seal(next(secret))))
    return answer(table, GAME, secret, seat, given)


def test_stays_in_where_there_is_no_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """KH-6: a hand that is worth its price, and not worth raising on, bets the least there is to bet."""
    monkeypatch.setattr(house, "raising", lambda *_, **__: None)
    hand = Hand(100, 100, 100, cards={1: "K03 K04 Q08 Q09 S05 D12 J04 B03 A04"})

    assert Answer("bet", (2,)) in decided(hand)


def test_matches_what_it_would_not_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: a hand that is worth its price, and not worth raising on, matches what was bet."""
    monkeypatch.setattr(house, "raising", lambda *_, **__: None)
    hand = Hand(100, 100, cards={2: "Q03 Q04 Q05 Q06 S05 S06 J04 B03 A04"}).presses("bet 2")

    assert Answer("match") in decided(hand)


@pytest.mark.parametrize("cards", [{}, {1: STRONG[2]}, {1: STRONG[1]}])
def test_tb12_what_cannot_be_won_does_not_count(cards: dict[int, str]) -> None:
    """TB-12, TB-6: with 60 chips in all it decides on a bet of 600 as it does on one of 60."""

    def stays(to: int) -> list[bool]:
        hand = Hand(60, 700, cards=cards).everybody_bets().all_pass().checks_down()
        return [given.key != "fold" for given in decided(hand.presses("check", f"bet {to}"))]

    left = Hand(60, 700, cards=cards).everybody_bets().all_pass().checks_down().line(1).stack
    assert stays(600) == stays(left)
