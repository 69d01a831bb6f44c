"""Dividha in a tournament: the ante is the level’s, and no chips lie between hands (TN-23, TN-24)."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from games.dividha.bot_player import decide
from games.dividha.cards import DECK, Usual, UsualSplit
from games.dividha.game import DIVIDHA, DividhaReferee
from games.dividha.model import (
    AllOnWin,
    AnteMissed,
    DividhaCarry,
    DividhaHandBegun,
    DividhaRules,
    DividhaShowdown,
    LastTakesBoth,
    OutOfAntes,
)
from games.engine.betting.bets import Deal, UncalledBetReturned
from games.engine.core.game import AnyGame, HandSetup, Level, Seat, SeatedPlayer
from games.engine.core.offers import PickOffer
from games.engine.history import History, MalformedInput
from games.engine.provable_chance import Draw, Seal
from games.engine.table import play, seating, tournament_table
from games.engine.table.table import AnyTable, TableSeat, Terms
from games.tools.replay import FinishedHand, history, to_file
from games.tools.verify import verify
from tests.games.dividha.scripted import SIX, Hand, seated

GAME: AnyGame = DIVIDHA
ANTE_4 = DIVIDHA.at_level(DividhaRules(), Level(ante=4))
ANTE_20 = DIVIDHA.at_level(DividhaRules(), Level(ante=20))
KINGS, ACE, QUEEN = SIX[1], SIX[2], SIX[3]


def ended(hand: Hand) -> dict[Seat, int]:
    """Return the stacks that the director is told: of all who began the hand, to the last chip."""
    result = hand.result
    assert DIVIDHA.claims(result.carry, None) == {}
    return dict(result.stacks)


def test_the_ante_is_the_levels() -> None:
    """TN-23, DV-14: even, never less than 2, and neither the house rule nor the players change it."""
    assert [DIVIDHA.at_level(DividhaRules(), Level(ante=ante)).ante for ante in (0, 1, 4, 5)] == [2, 2, 4, 6]
    assert DIVIDHA.at_level(DividhaRules(ante_rise=3), Level(ante=4)).ante_rise == 0
    hand = Hand(100, 100, rules=ANTE_4)
    assert [offer.key for offer in DIVIDHA.asides(hand.state, Seat(1))] == ["usual"]
    assert (hand.view(None).next_ante, hand.view(None).lower_to) == (4, None)


def test_every_other_house_rule_stays() -> None:
    """TN-26: a level says the ante and that it does not rise by itself, and nothing else."""
    chosen = DividhaRules("no_limit", True, True, True, 3, True, True, False, True)

    assert DIVIDHA.at_level(chosen, Level(ante=8)) == replace(chosen, ante=8, ante_rise=0, is_played_out=True)


def test_whoever_has_a_chip_is_in_the_next_hand() -> None:
    """TN-23: at a cash table only a player who can pay the ante is (DV-15)."""
    assert DIVIDHA.dealt_in(seated(100, 1, 4, rules=ANTE_4), None) == (1, 2, 3)
    assert DIVIDHA.dealt_in(seated(100, 1, 4, rules=DividhaRules(ante=4)), None) == (1, 3)


def test_whoever_cannot_pay_the_ante_is_out_with_the_hand() -> None:
    """TN-23, DV-15: no cards, nothing to decide, and the rest of the stack lies in the pot."""
    hand = Hand(100, 3, 100, rules=ANTE_4)

    assert hand.last(DividhaHandBegun).left_behind == 0
    assert hand.last(AnteMissed) == AnteMissed(Seat(2), 3)
    assert hand.state.betting.pot == 4 + 3 + 4
    assert (hand.line(2).stack, hand.line(2).private_count, hand.line(2).is_out) == (0, 0, True)
    assert not hand.line(1).is_out
    assert DIVIDHA.asides(hand.state, Seat(2)) == ()
    assert hand.turn == 1
    hand.presses("fold")
    assert hand.last(LastTakesBoth).amount == 11
    assert ended(hand) == {1: 96, 2: 0, 3: 107}
    assert not any(isinstance(event, OutOfAntes) for event in hand.events)


def test_what_is_left_lies_on_win() -> None:
    """TN-23, DV-15: in the lowest layer, so that all who play can take it, and not with the weakest hand."""
    holding = {1: KINGS, 3: ACE, 4: QUEEN}
    hand = Hand(100, 3, 4, 100, rules=ANTE_4, holding=holding)
    hand.checks_to("showdown").shows(s1="2B", s3="3H", s4="QH")
    (layer,) = hand.last(DividhaShowdown).outcome.layers

    assert (layer.win, layer.lose) == (2 + 2 + 2 + 3, 2 + 2 + 2)
    assert (layer.strongest, layer.weakest) == ((1,), (4,))
    assert ended(hand) == {1: 96 + 9, 2: 0, 3: 0, 4: 96 + 6}
    assert [event.seat for event in hand.events if isinstance(event, OutOfAntes)] == [3]


def test_whoever_is_out_does_not_deal() -> None:
    """TN-23, DV-17: the deal passes over, and the lot falls, among those who play."""
    facts = seated(100, 100, 1, rules=ANTE_4)
    after = DividhaCarry(Seat(1), 1, 0, (), ())

    assert DIVIDHA.start(facts, after).dealer == 2
    first = DIVIDHA.start(facts, None)
    lots = [DIVIDHA.chance_move(first, Draw(Seal(f"{seed:064x}", cards=DECK))) for seed in range(20)]
    assert {lot.dealer for lot in lots if isinstance(lot, Deal)} == {1, 2}


@pytest.mark.parametrize("wager", [False, True])
def test_one_alone_can_pay(wager: bool) -> None:  # noqa: FBT001 -- a parameter
    """TN-23, DV-15, DV-23: that one takes the others' rest, and no card is dealt."""
    hand = Hand(100, 3, 1, rules=replace(ANTE_4, demons_wager=wager))

    assert hand.kinds == ["hand_begun", "ante_missed", "ante_missed", "returned", "last_standing"]
    assert hand.last(UncalledBetReturned) == UncalledBetReturned(Seat(1), 4)
    assert (hand.last(LastTakesBoth).seat, hand.last(LastTakesBoth).amount) == (1, 4)
    assert hand.stage == "over"
    assert ended(hand) == {1: 104, 2: 0, 3: 0}


def test_nobody_can_pay() -> None:
    """TN-24: all put in what they have, all of it on Win, and layers are shared out as ever (TB-6)."""
    hand = Hand(10, 6, 3, rules=ANTE_20, holding={1: ACE, 2: QUEEN, 3: KINGS})

    assert isinstance(hand.events[1], AllOnWin)
    assert hand.last(UncalledBetReturned) == UncalledBetReturned(Seat(1), 4)
    assert hand.stage == "trade"
    assert [(each.win, each.lose) for each in hand.state.tablets] == [(6, 0), (6, 0), (3, 0)]
    hand.checks_to("showdown").shows(s1="3H", s2="QH", s3="2B")
    assert [(each.win, each.lose) for each in hand.last(DividhaShowdown).outcome.layers] == [(9, 0), (6, 0)]
    assert ended(hand) == {1: 4 + 6, 2: 0, 3: 9}
    assert hand.last(OutOfAntes) == OutOfAntes(Seat(2), 0)


def test_equal_stacks_come_to_an_end() -> None:
    """TN-24: split evenly it would go back to both for ever, to one with Win and to the other with Lose."""
    hand = Hand(10, 10, rules=ANTE_20).checks_to("showdown").shows(s1="2B", s2="3H")

    assert ended(hand) == {1: 20, 2: 0}


def test_equal_hands_are_played_for_again() -> None:
    """TN-24, DV-20: they share, and everybody is still in."""
    holding = {1: "KH QD JB 7H 5D 3B", 2: "KD QB JH 7D 5B 3H"}
    hand = Hand(10, 10, rules=ANTE_20, holding=holding).checks_to("showdown").shows(s1="3B", s2="3H")

    assert ended(hand) == {1: 10, 2: 10}


def test_absent_where_nobody_can_pay() -> None:
    """TN-24, DV-16: a player who is absent puts in as much, and folds."""
    hand = Hand(10, 10, rules=ANTE_20, away=(1,))

    assert hand.last(LastTakesBoth).seat == 2
    assert ended(hand) == {1: 0, 2: 20}


def test_no_trade_is_paid_for_where_nobody_can_pay() -> None:
    """TN-24, DV-19: a card costs an ante, and nobody has one."""
    hand = Hand(10, 6, rules=replace(ANTE_20, pay_to_trade=True))

    assert hand.stage == "showdown"


def test_time_runs_out_where_nobody_can_pay() -> None:
    """TN-24, TB-8: all lies on Win, so the strongest hand is shown."""
    hand = Hand(10, 10, rules=ANTE_20).checks_to("showdown").runs_out(1).runs_out(2)

    assert {each.seat: each.number for each in hand.last(DividhaShowdown).outcome.hands} == {1: 9, 2: 12}


def test_house_players_where_nobody_can_pay() -> None:
    """TN-24, TB-12: they know that nothing lies on Lose; where something does they go for it."""
    weak = {1: "2H 3D 4B 5H 7D JB", 2: "KH KD KB KV 5D 5B", 3: "QH QD QB 7H 6D 6B"}
    for rules, is_wanted in ((ANTE_20, "is_strongest"), (replace(ANTE_20, ante=10), "is_weakest")):
        hand = Hand(10, 10, 10, rules=rules, holding=weak).checks_to("showdown")
        discard = hand.offers(1)["discard"]
        assert isinstance(discard, PickOffer)
        (place,) = decide(hand.view(1), (discard,), Draw(Seal("00" * 32))).numbers

        assert getattr(hand.own(1).makes[place], is_wanted)


def test_house_players_trade_for_the_win_alone() -> None:
    """TN-24, TB-12: low cards are not kept then; where something lies on Lose they are."""
    low = {1: "2H 3B 4D 7V 7D JB", 2: "KH KD KB KV 5D 5B", 3: "QH QD QB 7H 6D 6B"}
    kept = []
    for rules in (ANTE_20, replace(ANTE_20, ante=10)):
        hand = Hand(10, 10, 10, rules=rules, holding=low)
        offers = tuple(hand.offers().values())
        kept.append(decide(hand.view(1), offers, Draw(Seal("00" * 32))).key == "no_trade")

    assert kept == [False, True]


def test_a_usual_split_goes_along() -> None:
    """TN-25, DV-13: to the next table, as it was last; and it is gone from the seat."""
    usual = (Usual(Seat(1), 70), Usual(Seat(2), 20))
    carry = DividhaCarry(Seat(1), 1, 0, (), usual)

    assert DIVIDHA.taken_along(UsualSplit(30), carry, Seat(1)) == UsualSplit(70)
    assert DIVIDHA.taken_along(UsualSplit(30), carry, Seat(5)) == UsualSplit(30)
    assert DIVIDHA.taken_along(UsualSplit(30), None, Seat(1)) == UsualSplit(30)
    assert DIVIDHA.brought(UsualSplit(70), 3) == UsualSplit(70)
    assert DIVIDHA.vacated(carry, Seat(1)).usual == usual[1:]


def test_a_usual_split_that_was_brought() -> None:
    """TN-25: a bet without a split takes it; what is said at this table counts from then on."""
    players = tuple(
        SeatedPlayer(Seat(seat), 100, UsualSplit(percent)) for seat, percent in ((1, 70), (2, 20))
    )
    facts = HandSetup(ANTE_4, players, Seat(1))
    after = DividhaCarry(Seat(2), 1, 0, (), (Usual(Seat(2), 40),))

    assert {each.seat: each.percent for each in DIVIDHA.start(facts, None).usual} == {1: 70, 2: 20}
    assert {each.seat: each.percent for each in DIVIDHA.start(facts, after).usual} == {1: 70, 2: 40}


def test_nobody_posts_blinds() -> None:
    """TN-4: position is worth little, so the director draws lots."""
    assert DIVIDHA.big_blind(DividhaCarry(Seat(1), 1, 0, (), ())) is None


def told(*stacks: int, rules: DividhaRules, player: int | None) -> History:
    """Return a player's history of a hand at a tournament's table in which all let the time run out."""
    seeds = (f"{number:064x}" for number in count(1))
    terms = Terms(11, 100, money="chips", tournament=7)
    table: AnyTable = seating.open_table(1, GAME, rules, terms, seeds)
    for number, stack in enumerate(stacks, 1):
        newcomer: TableSeat[object] = TableSeat(Seat(number), 10 + number, f"p{number}", stack)
        table = tournament_table.sit_down(table, newcomer)
    change = play.deal(tournament_table.call_hand(table, GAME, rules), GAME, seeds)
    while change.table.hand is not None:
        change = change.then(play.run_out(change.table, GAME, seeds))
    (begun,), (ended,) = change.begun, change.ended
    return history(change.table, GAME, FinishedHand(1, begun.state, change.moves, ended.seals), player)


@pytest.mark.parametrize("player", [11, 12, 13, None])
@pytest.mark.parametrize("stacks", [(100, 3, 100), (100, 3, 1), (10, 6, 3), (10, 10, 10)])
def test_the_referee_knows_tournaments(stacks: tuple[int, int, int], player: int | None) -> None:
    """TB-13, TN-23, TN-24: a hand with a player who could not pay the ante checks out, for everybody."""
    rules = ANTE_20 if max(stacks) < 20 else ANTE_4

    assert verify(to_file(told(*stacks, rules=rules, player=player))).faults == ()


def test_nobody_begins_a_hand_with_nothing() -> None:
    """TB-13, TN-23: a history in which a player without a chip takes part was never written."""
    forged = told(100, 3, 100, rules=ANTE_4, player=None)
    forged.beginning["lines"][1]["stack"] = 0

    with pytest.raises(MalformedInput):
        list(DividhaReferee.judge(forged))
