"""The three betting rounds: bet or fold, checks, the call for cards (KH-6, KH-8 to KH-10)."""

from __future__ import annotations

import pytest

from games.engine.betting.bets import LastStanding, UncalledBetReturned
from games.engine.betting.rounds import is_closing
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, NumberOffer, find
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.model import KnightsRules, KnightsShowdown
from tests.games.knights_heads.scripted import Hand


def in_final_round(*stacks: int) -> Hand:
    """A hand before its final round, in which nobody has bet more than the ante."""
    return Hand(*stacks).everybody_bets().all_pass().checks_down()


def laying(hand: Hand) -> list[int]:
    """The seats in the order of laying down."""
    return [laid.seat for laid in hand.last(KnightsShowdown).laid]


def test_bet_or_fold() -> None:
    """KH-6: from the dealer's left bet or fold, there is no check."""
    hand = Hand(100, 100, 100)

    assert hand.turn == 1
    assert hand.offered == ["fold", "bet", "all_in"]


def test_nobody_may_check_after_folds() -> None:
    """KH-6: the next has no check either."""
    assert "check" not in Hand(100, 100, 100).presses("fold").offered


def test_once_a_bet_stands() -> None:
    """KH-6: when a bet stands, match, raise or fold."""
    assert Hand(100, 100, 100).presses("bet 2").offered == ["fold", "match", "raise", "all_in"]


@pytest.mark.parametrize("ante", [2, 7])
def test_the_smallest_bet_is_the_ante(ante: int) -> None:
    """KH-6: the smallest bet is the ante."""
    hand = Hand(100, 100, rules=KnightsRules(ante=ante))
    bet = find(KNIGHTS_HEADS.offers(hand.state, Seat(1)), "bet")

    assert isinstance(bet, NumberOffer)
    assert (bet.least, bet.most) == (ante, 100 - ante)


def test_the_last_takes_the_antes() -> None:
    """KH-6, TB-7: if all but one fold, the last takes the antes and shows nothing."""
    hand = Hand(100, 100, 100).presses("fold", "fold")

    assert hand.stage == "over"
    assert hand.stacks == [98, 98, 104]
    assert hand.last(LastStanding) == LastStanding(Seat(3), 6)
    assert hand.view(None).laid == ()


def test_a_bet_that_nobody_matched_goes_back() -> None:
    """TB-7: an uncalled bet goes back first, and is no part of the pot that the last one takes."""
    hand = Hand(100, 100, 100).presses("bet 20", "raise 60", "fold", "fold")

    assert hand.stacks == [78, 124, 98]
    # Each put in an ante of 2, and of the 60 only 20 were matched.
    assert hand.last(UncalledBetReturned) == UncalledBetReturned(Seat(2), 40)
    assert hand.last(LastStanding) == LastStanding(Seat(2), 3 * 2 + 2 * 20)
    assert [(each.seat, each.amount) for each in hand.view(None).won[0].shares] == [(2, 46)]


def test_time_up_in_the_first_round() -> None:
    """TB-8: no check to be had, so the hand is folded."""
    assert Hand(100, 100).mildest() == Answer("fold")


def test_time_up_later() -> None:
    """TB-8: check where it is possible."""
    assert Hand(100, 100).everybody_bets().all_pass().mildest() == Answer("check")


def test_fixed_limit() -> None:
    """TB-5: with fixed limit every bet and raise is the ante."""
    hand = Hand(100, 100, rules=KnightsRules(limit="fixed_limit", ante=4)).presses("bet 4")
    again = find(KNIGHTS_HEADS.offers(hand.state, Seat(2)), "raise")

    assert isinstance(again, NumberOffer)
    assert (again.least, again.most) == (8, 8)


def test_pot_limit() -> None:
    """TB-5: with pot limit a bet is at most the pot; without any limit the whole stack."""
    limited = find(
        KNIGHTS_HEADS.offers(Hand(100, 100, rules=KnightsRules(limit="pot_limit")).state, Seat(1)), "bet"
    )

    assert isinstance(limited, NumberOffer)
    assert limited.most == 4
    assert KnightsRules().limit == "no_limit"


def test_second_round_from_the_dealers_left() -> None:
    """KH-8: from the dealer's left, checks allowed."""
    hand = Hand(100, 100, 100).everybody_bets().all_pass()

    assert (hand.stage, hand.turn) == ("second_round", 1)
    assert hand.offered == ["fold", "check", "bet", "all_in"]


def test_second_round_passes_over_who_folded() -> None:
    """KH-8: the first left of the dealer who is still in begins."""
    hand = Hand(100, 100, 100).presses("fold", "bet 2", "match").all_pass()

    assert (hand.stage, hand.turn) == ("second_round", 2)


def test_all_checking_leaves_the_bet() -> None:
    """KH-8: if all check, the bet stays."""
    hand = Hand(100, 100).everybody_bets().all_pass()
    before = hand.view(None).pot
    hand.checks_down()

    assert hand.stage == "final_round"
    assert hand.view(None).pot == before == 8


def test_folding_after_the_exchange() -> None:
    """KH-8, TB-7: a bet in the second round that nobody matches takes the pot."""
    hand = Hand(100, 100, 100).everybody_bets().all_pass().presses("bet 10", "fold", "fold")

    assert hand.stacks == [108, 96, 96]
    assert hand.view(None).laid == ()


def test_luck_card() -> None:
    """KH-9: each player still in gets a tenth card, from the dealer's left; who folded gets none."""
    hand = Hand(100, 100, 100, luck="K08 B12").everybody_bets().all_pass()
    hand.presses("fold", "check", "check")

    assert [hand.line(seat).card_count for seat in (1, 2, 3)] == [9, 10, 10]
    assert hand.view(2).luck == "K08"
    assert hand.view(3).luck == "B12"
    assert hand.view(1).luck is None
    assert hand.kinds[-1] == "luck_dealt"


def test_final_round_is_as_the_second() -> None:
    """KH-10: from the dealer's left, checks allowed."""
    hand = in_final_round(100, 100, 100)

    assert (hand.stage, hand.turn) == ("final_round", 1)
    assert hand.offered == ["fold", "check", "bet", "all_in"]


def test_the_match_that_ends_the_round_calls() -> None:
    """KH-10: the seat whose call ends the round is first; hands are laid from its left, its own last."""
    hand = in_final_round(100, 100, 100, 100).presses("check", "bet 5", "match", "match")
    assert hand.turn == 1

    hand.presses("match")

    assert hand.last(KnightsShowdown).caller == 1
    assert laying(hand) == [2, 3, 4, 1]


def test_whose_match_calls_is_told_before() -> None:
    """KH-10: only the match that would end the final round is a call, in no earlier round."""
    hand = in_final_round(100, 100, 100).presses("bet 5")
    assert not is_closing(hand.state.betting)

    hand.presses("match")
    assert is_closing(hand.state.betting)
    assert not is_closing(Hand(100, 100).presses("bet 2").state.betting)
    second = Hand(100, 100).everybody_bets().all_pass().presses("bet 5")
    assert second.stage == "second_round"
    assert not is_closing(second.state.betting)


def test_a_raise_instead_of_the_call() -> None:
    """KH-10: a player who could call may raise; then another player's match ends the round."""
    hand = in_final_round(100, 100, 100).presses("bet 5", "match", "raise 20", "match", "match")

    assert hand.last(KnightsShowdown).caller == 2
    assert laying(hand) == [3, 1, 2]


def test_who_folds_lays_nothing_down() -> None:
    """KH-10: a fold ends the round; the last who matched has called."""
    hand = in_final_round(100, 100, 100).presses("bet 5", "match", "fold")

    assert hand.last(KnightsShowdown).caller == 2
    assert laying(hand) == [1, 2]


def test_a_match_all_in_calls() -> None:
    """KH-10: a match that takes the last chip calls as well when it ends the round."""
    hand = in_final_round(100, 54).presses("bet 50", "all_in")

    assert hand.last(KnightsShowdown).caller == 2
    assert laying(hand) == [1, 2]


def test_an_all_in_for_less_calls() -> None:
    """KH-10: an all in for less calls when it ends the round."""
    hand = in_final_round(100, 100, 30).presses("bet 50", "match", "all_in")

    assert hand.last(KnightsShowdown).caller == 3
    assert laying(hand) == [1, 2, 3]


def test_an_all_in_that_raises_does_not_call() -> None:
    """KH-10: an all in for more is a raise; a player who matches it last is the caller."""
    hand = in_final_round(100, 100, 60).presses("bet 5", "match", "all_in", "match", "match")

    assert hand.last(KnightsShowdown).caller == 2
    assert laying(hand) == [3, 1, 2]


def test_all_check() -> None:
    """KH-10: when all check, there is no caller, and the dealer's left lays down first."""
    hand = in_final_round(100, 100, 100).checks_down()

    assert hand.last(KnightsShowdown).caller is None
    assert laying(hand) == [1, 2, 3]


def test_nobody_can_bet_any_more() -> None:
    """KH-10: when nobody matches at all, since all were all in before, there is no caller."""
    hand = Hand(20, 20, 20).presses("all_in", "all_in", "all_in").all_pass()

    assert hand.stage == "over"
    assert hand.last(KnightsShowdown).caller is None
    assert laying(hand) == [1, 2, 3]
    at = hand.kinds.index("cards_passed")
    assert hand.kinds[at : at + 3] == ["cards_passed", "luck_dealt", "showdown"]


def test_no_betting_against_who_is_all_in_by_the_ante() -> None:
    """TB-4: if only one player could still act and has nothing to call, there is no betting."""
    hand = Hand(100, 1)

    assert hand.stage == "exchange"
    # The chip that nobody could match has gone back (TB-6).
    assert hand.stacks == [99, 0]


def test_every_turn_has_its_number() -> None:
    """TB-8: each turn of the three rounds is one of its own, and so is the exchange."""
    hand = Hand(100, 100, 100)
    turns = [hand.state.turn]
    turns += [hand.presses(press).state.turn for press in ("bet 2", "match", "match")]
    hand.all_pass()
    for _ in range(6):
        turns.append(hand.state.turn)
        hand.presses("check")

    assert turns == sorted(set(turns))


def test_a_turn_goes_on_when_another_leaves() -> None:
    """TB-8, TB-9: a player who goes out of turn takes nothing of the time of a player who is to act."""
    hand = Hand(100, 100, 100)
    before = hand.state.turn

    assert hand.leaves(3).state.turn == before
    assert Hand(100, 100, 100).leaves(1).state.turn != before


def test_who_is_all_in() -> None:
    """TB-6: still in with nothing left; not a player who went, and nobody once the hand is over."""
    hand = Hand(100, 100, 2)
    assert [hand.line(seat).is_all_in for seat in (1, 2, 3)] == [False, False, True]

    assert not hand.leaves(3).line(3).is_all_in
    cards = {1: "Q03 Q04 Q05 Q06 S03 S04 K03 D03 J03", 2: "S05 S06 A03 A04 B03 B04 M08 D12 J04"}
    over = Hand(20, 20, cards=cards, luck="K07 M10").presses("all_in", "all_in").all_pass()
    assert sorted(over.stacks) == [0, 40]
    assert not any(over.line(seat).is_all_in for seat in (1, 2))
