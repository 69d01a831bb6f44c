"""House players' decisions (TB-12)."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from games.engine.betting.bets import Limit, RaiseFrequency
from games.engine.betting.bot_betting import SHARES
from games.engine.betting.rounds import pot_after_call
from games.engine.core.characters import MASTER, Character, Skill, Temper
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, PickOffer, find
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, Seeds, TableChange, Terms
from games.knights_heads import bot_player
from games.knights_heads.bot_player import (
    ALL_IN,
    HALF,
    POT,
    Assessment,
    BettingStand,
    assess,
    before_exchange,
    odds_of,
    standing,
    unlearned_shares,
    worth_of,
)
from games.knights_heads.cards import DECK, in_deck_order
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import KnightsRules
from tests.games.knights_heads.scripted import Hand
from tests.laws.walk import random_answer, seeds

GAME: AnyGame = KNIGHTS_HEADS
TRIES = 64
STRONG = {1: "Q03 Q04 Q05 Q06 S03 S04 K03 D03 J03", 2: "S05 S06 A03 A04 B03 B04 M08 D12 J04"}


def decided(hand: Hand, character: Character = MASTER) -> list[Answer]:
    """Return the answers of the seat to act, with many different chances."""
    seat = Seat(hand.turn)
    offers, view = KNIGHTS_HEADS.offers(hand.state, seat), KNIGHTS_HEADS.view(hand.state, seat)
    chances = (Draw(Seal(f"{number:064x}")) for number in range(TRIES))
    return [KNIGHTS_HEADS.decide(view, offers, chance, character) for chance in chances]


def keys(hand: Hand) -> Counter[str]:
    """Return the frequency of each answer's key."""
    return Counter(given.key for given in decided(hand))


def thought(hand: Hand, character: Character = MASTER) -> Assessment:
    """Return the judgement of the seat to act."""
    return assess(hand.view(hand.turn), character)


def passed(hand: Hand) -> list[set[str]]:
    """Return the cards that are passed on."""
    offer = find(KNIGHTS_HEADS.offers(hand.state, Seat(hand.turn)), "pass")
    assert isinstance(offer, PickOffer)
    return [{offer.choices[index] for index in given.numbers} for given in decided(hand)]


def test_keeps_what_makes_a_hand() -> None:
    """TB-12: it passes on what it needs least: a Court of Queens stays whole."""
    hand = Hand(100, 100, cards={1: "Q03 Q04 Q05 Q06 A03 M08 D12 J08 B03"}).everybody_bets()

    assert all(not any(card[0] == "Q" for card in cards) for cards in passed(hand))


def test_keeps_twins() -> None:
    """TB-12: it knows the notable cards: three sets of twins stay together."""
    hand = Hand(100, 100, cards={1: "K01 K02 A01 A02 S01 S02 M08 D12 B03"}).everybody_bets()

    assert all(cards == {"M08", "D12", "B03"} for cards in passed(hand))


def test_the_less_skilled_keep_worse_cards() -> None:
    """Issue 16: an apprentice's kept cards in forty hands promise less than a master's."""
    dice = Random("forty hands")
    hands = [in_deck_order(dice.sample(DECK, 9)) for _ in range(40)]
    promised = [
        sum(before_exchange(cards, triplet_counts=True, skill=skill)[1] for cards in hands) / len(hands)
        for skill in get_args(Skill)
    ]

    assert promised == sorted(promised)
    assert promised[0] < promised[-1] - 0.02


def in_final_round(stacks: tuple[int, int] = (100, 100), rules: KnightsRules | None = None) -> Hand:
    """Seat 1 holds a Council, four Queens and four Messengers, and seat 2 Rabble."""
    hand = Hand(*stacks, cards=STRONG, luck="K07 M09", rules=rules).everybody_bets()
    return hand.all_pass(s1="K03 D03 J03", s2="S05 S06 J04").checks_down()


def test_a_good_hand_bets() -> None:
    """TB-12: a Council beats nearly all that is laid down, and mostly bets."""
    hand = in_final_round()

    assert thought(hand).worth > 0.95
    assert keys(hand)["check"] < TRIES / 2


def test_a_bad_hand_does_not_match_a_large_bet() -> None:
    """TB-12: Rabble folds to all that the other has."""
    assert keys(in_final_round().presses("all_in"))["fold"] > 0.9 * TRIES


def test_a_good_hand_matches() -> None:
    """TB-12: a Council never folds to a large bet, not with all there is either."""
    assert set(keys(in_final_round((60, 100)).presses("check", "bet 80"))) == {"all_in"}


def test_a_good_hand_stays_in() -> None:
    """TB-12: it never folds to the smallest bet, and goes all in where that is all it has."""
    hand = Hand(100, 100, cards={2: STRONG[1]}).presses("bet 2")

    assert "fold" not in keys(hand)
    assert set(keys(Hand(3, 100, cards=STRONG))) == {"all_in"}


@pytest.mark.parametrize("limit", get_args(Limit))
def test_raises_are_worth_it(limit: Limit) -> None:
    """Issue 16: under no limit and pot limit no bet is below three tenths of the pot; none is refused."""
    hand = in_final_round(rules=KnightsRules(limit=limit))
    bets = {given.numbers[0] for given in decided(hand) if given.key == "bet"}

    assert bets
    if limit == "fixed_limit":
        assert bets == {2}
    else:
        pot = pot_after_call(hand.state.betting, hand.state.betting.acting)
        assert min(bets) >= 0.3 * pot
        assert max(bets) <= pot


def raised_often() -> Hand:
    """Three bets and raises in the final round, seat 2 to act with Rabble."""
    return in_final_round((400, 400)).presses("bet 4", "raise 12", "raise 30")


def test_after_three_raises_only_the_best_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 16: house players alone never see more than four raises in a round."""
    hand = raised_often()
    assert thought(hand).shares[2:] == (0, 0, 0)

    monkeypatch.setattr(bot_player, "worth_of", lambda *_: 1.0)
    assert set(keys(hand)) == {"all_in"}
    assert thought(hand.presses("raise 70")).shares[2:] == (0, 0, 0)


def test_nothing_is_bet_that_nobody_can_match() -> None:
    """TB-6: against a rival who is all in, even the best only matches."""
    hand = in_final_round((400, 100)).presses("check", "all_in")

    assert set(keys(hand)) == {"match"}


@pytest.mark.parametrize("cards", [{}, {1: STRONG[2]}, {1: STRONG[1]}])
def test_tb12_what_cannot_be_won_does_not_count(cards: dict[int, str]) -> None:
    """TB-12, TB-6: with 60 chips in all it thinks of a bet of 600 as it does of one of 60."""

    def asked(to: int) -> Assessment:
        hand = Hand(60, 700, cards=cards).everybody_bets().all_pass().checks_down()
        return thought(hand.presses("check", f"bet {to}"))

    left = Hand(60, 700, cards=cards).everybody_bets().all_pass().checks_down().line(1).stack
    assert asked(600) == asked(left)


def test_what_nobody_can_match_changes_no_chance() -> None:
    """TB-12, TB-6: against a rival who is all in, all is thought the same whatever lies behind."""
    found = [thought(in_final_round((own, 40)).presses("check", "all_in")) for own in (40, 80, 700)]

    assert found[0] == found[1] == found[2]
    assert found[0].standing.rest == 0


def test_people_who_are_no_masters_like_to_bet(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: a regular bets half the pot in four of twelve checks in sixteen, and in no call."""
    monkeypatch.setattr(bot_player, "learned", lambda *_: (0, 12, 2, 2, 0))
    free, asked = in_final_round().presses("check"), in_final_round().presses("check", "bet 2")

    assert thought(free, Character("regular")).shares == (0, 8, 6, 2, 0)
    assert thought(asked, Character("regular")).shares == thought(free).shares == (0, 12, 2, 2, 0)


def test_much_of_a_stack_is_paid_where_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: for 60 of 100 a regular folds cards that a master plays, but none that are worth the price."""
    monkeypatch.setattr(bot_player, "learned", lambda *_: (0, SHARES, 0, 0, 0))
    monkeypatch.setattr(bot_player, "worth_of", lambda *_: 0.4)
    asked, folds = in_final_round().presses("check", "bet 60"), []
    for odds in (0.3, 0.6):
        monkeypatch.setattr(bot_player, "odds_of", lambda *_, odds=odds: odds)
        folds += [thought(asked, Character(skill)).shares[0] for skill in ("master", "regular")]

    assert folds == [0, SHARES, 0, 0]


def test_where_nobody_ever_was_is_answered_as_beside_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: the entry two strengths or one class away answers; a free look is never like a price."""
    known, all_in = stands(1, 8)._replace(rest=30), (0, 0, 0, 0, SHARES)
    monkeypatch.setattr(bot_player, "read", lambda *_: {bot_player.number(known, 9): all_in})

    assert bot_player.learned(known, 7) == bot_player.learned(known, 11) == all_in
    assert bot_player.learned(known._replace(rest=10), 9) == all_in
    assert bot_player.learned(known, 6) is None
    assert bot_player.learned(known._replace(missing=0), 9) is None


def test_how_things_stand() -> None:
    """Worked out by hand: three with antes of 2, the first bets 6, the second has 10 left and is asked."""
    hand = Hand(100, 12, 100).presses("bet 6")

    # Six lie there from the antes, and six were bet; four more could be bet once they are matched.
    assert standing(hand.state.betting, "first_round", 2) == BettingStand(
        round=0, staying=3, is_behind=True, raises=1, missing=6, pot=12, antes=6, rest=4
    )


def test_a_bet_out_of_reach_asks_for_what_is_left() -> None:
    """TB-6: with 4 left, a bet of 40 asks for 4; 8 lie there that can be won, 4 of them antes."""
    hand = Hand(100, 6).presses("bet 40")

    assert standing(hand.state.betting, "first_round", 2) == BettingStand(
        round=0, staying=2, is_behind=False, raises=1, missing=4, pot=8, antes=4, rest=0
    )


def test_the_same_cards_are_always_worth_the_same() -> None:
    """TB-12: imagined hands depend on the own cards only."""
    first, second = (Hand(100, 100, 100, cards={1: STRONG[1], 2: other}) for other in (STRONG[2], ""))

    assert worth_of(first.view(1)) == worth_of(second.view(1))
    assert thought(first) == thought(second)


def test_cards_are_worth_more_as_they_get_better() -> None:
    """TB-12: from a Court through twins to nothing, in each round; a luck card that fits helps."""
    before = [worth_of(Hand(100, 100, cards={1: cards}).view(1)) for cards in (STRONG[1], STRONG[2])]
    hand = Hand(100, 100, cards=STRONG, luck="K07 M09").everybody_bets()
    between = hand.all_pass(s1="K03 D03 J03", s2="S05 S06 J04")
    after = [worth_of(between.view(seat)) for seat in (1, 2)]

    assert before[0] > before[1]
    assert after[0] > after[1]


def test_a_triplet_counts_for_nothing_where_it_does_not_count() -> None:
    """KH-4: three Blacksmiths beat all Rabble, and where a Triplet does not count nearly none of it."""
    cards = "B03 B04 B05 J08 J09 D03 D12 S04 S05"
    counts, not_counts = (
        worth_of(Hand(100, 100, cards={1: cards}, rules=KnightsRules(triplet_counts=counts)).view(1))
        for counts in (True, False)
    )

    assert counts > not_counts


def test_the_bold_think_more_of_their_cards() -> None:
    """Issue 16: a bold one overrates its cards by five in a hundred, a careful one underrates them."""
    hand = in_final_round()
    even, bold, careful = (thought(hand, Character(temper=each)) for each in ("even", "bold", "careful"))

    assert bold.worth - even.worth == pytest.approx(0.05)
    assert careful.worth - even.worth == pytest.approx(-0.05)


@pytest.mark.parametrize(("skill", "many"), [("apprentice", 8), ("regular", 20)])
def test_the_less_skilled_compare_with_few_hands(skill: Skill, many: int) -> None:
    """TB-12: ten cards are worth one of few shares to them, the same however the betting goes on."""
    found = set[float]()
    for number in range(5, 13):
        for queens in ("Q03 Q04", "Q03 D05", "N02 D05"):
            cards = f"{queens} Q{number:02} M08 M09 D12 J08 B03 B04"
            hand = Hand(100, 100, cards={1: cards}).everybody_bets().all_pass().checks_down()
            found.add(thought(hand, Character(skill)).worth)
            later = hand.presses("bet 6", "raise 20")
            assert thought(later, Character(skill)).worth in found

    assert len(found) > 1
    assert all(2 * many * each == pytest.approx(round(2 * many * each)) for each in found)


def test_the_less_skilled_fold_nothing_that_they_think_worth_its_price() -> None:
    """TB-12: nobody who is no master folds by lot; a later bet may take a quarter of what they win."""
    dice, asked = Random("prices"), 0
    for number in range(60):
        hand = (
            Hand(200, 200, 200, cards={1: " ".join(dice.sample(DECK, 9))})
            .everybody_bets()
            .all_pass()
            .checks_down()
        )
        hand = hand.presses("check", "check", f"bet {2 + 2 * (number % 20)}")
        for character in (Character("apprentice"), Character("regular")):
            found = thought(hand, character)
            stands, reach = found.standing, 1 - 0.25 * character.attention
            if found.odds * reach * (stands.pot + stands.missing) >= stands.missing:
                asked += 1
                assert found.shares[0] == 0

    assert asked > 20


def test_a_habitual_raiser_is_called_more() -> None:
    """TB-12: a raise of whoever raised in all of 40 hands tells nothing, one of a seldom raiser all."""
    hand = Hand(200, 200, cards={2: STRONG[1]}).presses("bet 40")

    def odds(raised: int, skill: Skill) -> float:
        habits = (RaiseFrequency(Seat(1), 36, raised),)
        view = hand.view(2)
        return assess(replace(view, betting=replace(view.betting, habits=habits)), Character(skill)).odds

    for skill in get_args(Skill):
        assert odds(36, skill) > odds(27, skill) > odds(18, skill) == odds(0, skill)
    # (36 + 4 / 2) / 40 leaves a tenth of what half of all hands tell.
    stands = thought(hand).standing
    assert odds(36, "master") == pytest.approx(odds_of(stands, worth_of(hand.view(2)), 0.1, 1))


def test_a_talker_bluffs_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Issue 16: twice as often, if no more than half of what is left; a careful one half as often."""
    hand = in_final_round().presses("check")
    monkeypatch.setattr(bot_player, "read", lambda *_: dict.fromkeys(range(10**6), (0, 12, 2, 2, 0)))
    even, talker, careful = (
        thought(hand, Character(temper=temper)).shares for temper in ("even", "talker", "careful")
    )

    assert even == (0, 12, 2, 2, 0)
    assert talker == (0, 8, 4, 4, 0)
    assert careful == (0, 14, 1, 1, 0)


def test_nobody_bluffs_more_often_than_always(monkeypatch: pytest.MonkeyPatch) -> None:
    """A talker's ten parts of sixteen become thirteen, by half of the rest; sixteen stay sixteen."""
    hand = in_final_round().presses("check")
    for shares, bluffed in (((0, 6, 10, 0, 0), (0, 3, 13, 0, 0)), ((0, 0, 16, 0, 0), (0, 0, 16, 0, 0))):
        monkeypatch.setattr(bot_player, "read", lambda *_, shares=shares: dict.fromkeys(range(10**6), shares))
        assert thought(hand, Character(temper="talker")).shares == bluffed


def test_without_a_raise_habits_change_nothing() -> None:
    """While there was no raise yet, habits change no judgement."""
    view = in_final_round().view(2)
    habits = (RaiseFrequency(Seat(1), 36, 36), RaiseFrequency(Seat(2), 36, 36))

    known = replace(view, betting=replace(view.betting, raisers=(), habits=habits))
    assert (
        assess(known, MASTER).odds
        == assess(replace(known, betting=replace(known.betting, habits=())), MASTER).odds
    )


def test_what_was_never_tried_is_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: without a table it still stays with what is good for little, and folds Rabble to all in."""
    monkeypatch.setattr(bot_player, "read", lambda *_: {})

    assert "fold" not in keys(in_final_round().presses("check", "bet 4"))
    assert set(keys(in_final_round().presses("all_in"))) == {"fold"}


def stands(missing: int, pot: int, staying: int = 2) -> BettingStand:
    """A final round with four antes of one in the middle at first."""
    return BettingStand(2, staying, False, 1, missing, pot, 4, 50)


def test_reckoning_weighs_the_chance_beside_the_price() -> None:
    """With nothing said yet, a half is enough for a bet of half the pot, and a tenth is not."""
    assert unlearned_shares(stands(2, 4), 0.5) == (0, SHARES, 0, 0, 0)
    assert unlearned_shares(stands(2, 4), 0.1) == (SHARES, 0, 0, 0, 0)
    assert unlearned_shares(stands(0, 4), 0.1) == (0, SHARES, 0, 0, 0)
    assert unlearned_shares(stands(2, 4), 0.95) == (0, 4, 0, 12, 0)


def test_reckoning_believes_a_pot_that_has_grown() -> None:
    """A middling hand stays in a small pot, and not for as large a share of a big one."""
    small, big = stands(2, 6), stands(20, 60)

    assert unlearned_shares(small, odds_of(small, 0.5))[1] == SHARES
    assert unlearned_shares(big, odds_of(big, 0.5))[0] == SHARES


def test_the_last_two_pay_what_is_worth_its_price(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-12: a hand that training folds to a raise calls if the chance covers the price, and not else."""
    monkeypatch.setattr(bot_player, "read", lambda *_: defaultdict(lambda: (SHARES, 0, 0, 0, 0)))
    assert "fold" not in keys(in_final_round().presses("check", "bet 2"))
    assert set(keys(in_final_round().presses("bet 8"))) == {"fold"}


def test_one_table_serves_every_limit() -> None:
    """TB-5: if all in is not allowed, the highest bet takes its place; if no raise is, a call."""
    hand = in_final_round((400, 400), KnightsRules(limit="pot_limit"))
    offered = {each.key: each for each in KNIGHTS_HEADS.offers(hand.state, Seat(1))}
    view = hand.view(1)

    assert bot_player.answer_for_action(view, offered, 4) == Answer("bet", (8,))
    assert bot_player.answer_for_action(view, {"check": offered["check"]}, 4) == Answer("check")
    assert bot_player.answer_for_action(view, {"fold": offered["fold"]}, 1) == Answer("all_in")


@pytest.mark.parametrize(
    ("temper", "bets"),
    [("bold", {6, 8, 10}), ("careful", {3, 4, 6}), ("talker", {4, 6, 7}), ("even", set())],
)
def test_tempers_bet_another_part_of_the_pot(temper: Temper, bets: set[int]) -> None:
    """TB-12: with 8 there a bold one bets about all, a careful one half, a talker any part or all in."""
    hand, character = in_final_round((400, 400)), Character(temper=temper)
    offered = {each.key: each for each in KNIGHTS_HEADS.offers(hand.state, Seat(1))}
    view = hand.view(1)

    assert {
        bot_player.answer_for_action(view, offered, POT, each).numbers[0] for each in character.bets
    } == bets
    assert [bot_player.answer_for_action(view, offered, size).numbers[0] for size in (HALF, POT)] == [4, 8]
    assert bot_player.answer_for_action(view, offered, ALL_IN, 0.5) == Answer("all_in")


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


def _go_on(table: AnyTable, secret: Seeds, random: Random) -> TableChange:
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
    monkeypatch.setattr(bot_player, "learned", lambda *_: (0, SHARES, 0, 0, 0))

    assert set(map(repr, decided(Hand(100, 100, 100)))) == {repr(Answer("bet", (2,)))}
    assert set(keys(Hand(100, 100, 100).presses("bet 2"))) == {"match"}
