"""Time that runs out, seats given up, players who come and go: in a hand, and at a table of the engine."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from games.destiny.game import DESTINY
from games.destiny.model import Memory, PutBack, all_cards
from games.engine.betting.bets import Folded, LastStanding
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.events import GameOver
from games.engine.table.play import answer, cut, run_out
from games.engine.table.seating import seat_house_player
from tests.games.destiny.destiny_table import Table
from tests.games.destiny.scripted import Hand, carry

FIELD = "A1=As B2=Kd C3=7c E5=3c"


def begun(*stacks: int) -> Hand:
    """A hand in which seat 1 is left of the dealer."""
    return Hand(*stacks, carry=carry(FIELD, "5c 5d 5h 5s", dealer=len(stacks) - 1))


def in_play() -> Hand:
    """Three players after the first betting round."""
    return begun(50, 50, 50).checks_down()


def test_time_runs_out_in_betting() -> None:
    """TB-8: check if possible, else fold."""
    hand = begun(50, 50, 50)
    assert hand.mildest() == Answer("fold")

    assert hand.presses("match", "match").mildest() == Answer("check")


def test_time_runs_out_in_the_play() -> None:
    """TB-8: look at nothing and play the Benediction Hand."""
    hand = in_play()
    assert hand.mildest() == Answer("no_look")

    assert hand.presses("no_look").mildest() == Answer("benediction")
    assert hand.mildest().key in hand.offered


def test_time_runs_out_while_all_are_asked() -> None:
    """TB-8, DE-10: nobody agrees to a new field by saying nothing."""
    hand = Hand(50, 50, 50, carry=carry("A1=As", "5c 5d 5h", dealer=2)).checks_down()
    hand.plays("- A1", "- -", "- -").checks_down()

    assert hand.mildest() == Answer("enough")


def test_leaving_in_turn_folds() -> None:
    """TB-9: leaving folds, and the next is asked."""
    hand = begun(50, 50, 50).leaves(3)

    assert (hand.events[-1], hand.turn) == (Folded(Seat(3)), 1)
    assert hand.line(3).has_left


def test_leaving_out_of_turn_folds() -> None:
    """TB-9: out of turn as well, and a player who was asked still is."""
    hand = begun(50, 50, 50, 50)
    turn = hand.state.turn
    hand.leaves(1)

    assert (hand.events[-1], hand.turn) == (Folded(Seat(1)), 3)
    assert hand.state.turn == turn


def test_a_blind_that_leaves_leaves_its_chips() -> None:
    """TB-9: chips put in stay in the pot."""
    hand = begun(50, 50, 50, 50).leaves(2).presses("match", "match", "match")
    hand.plays("- A1", "- -", "- -").checks_down()

    assert hand.stacks == [56, 48, 48, 48]


def test_leaving_can_end_a_betting_round() -> None:
    """TB-9: when a player who is still to act leaves, the play begins."""
    hand = begun(50, 50, 50).presses("match", "match").leaves(2)

    assert (hand.state.stage, hand.turn) == ("looking", 1)


@pytest.mark.parametrize("stage", ["looking", "holding"])
def test_leaving_in_ones_own_play(stage: str) -> None:
    """TB-9: the next plays, and a card that was taken up lies in its place again."""
    hand = in_play()
    if stage == "holding":
        hand.presses("look_a1")
    hand.leaves(1)

    assert (hand.state.stage, hand.turn) == ("looking", 2)
    assert "look_a1" in hand.offered
    assert (PutBack in map(type, hand.events)) == (stage == "holding")


def test_leaving_after_ones_own_play() -> None:
    """TB-9: a held card stays in the field, and both places are free for later players."""
    hand = in_play().plays("A1 B2")
    turn = hand.state.turn
    hand.leaves(1)

    assert hand.turn == 2
    assert hand.state.turn == turn
    assert {"look_a1", "look_b2"} <= set(hand.offered)
    assert hand.last(PutBack).looks[0].seat == 1


def test_leaving_before_ones_play() -> None:
    """TB-9: a player who has gone is passed over."""
    hand = in_play().leaves(2).plays("- -")

    assert hand.turn == 3


def test_the_last_to_play_leaves() -> None:
    """TB-9: when nobody is left to play, the second betting round begins."""
    hand = in_play().plays("A1 -", "- -").leaves(3)

    assert (hand.state.stage, hand.turn) == ("second_round", 1)
    assert hand.spot("A1").looked_at_by is None


def test_leaving_in_the_second_round() -> None:
    """TB-9, DE-6: a held card is let go of."""
    hand = in_play().plays("- A1", "- -", "- -").leaves(1)

    assert hand.turn == 2
    assert hand.spot("A1").held_by is None


def test_all_but_one_leave() -> None:
    """TB-9, TB-7: a player who stays takes the pot."""
    hand = begun(50, 50, 50).leaves(1, 2)

    assert hand.last(LastStanding) == LastStanding(Seat(3), 3)
    assert hand.stacks == [49, 48, 53]


def test_another_leaves_during_the_play() -> None:
    """TB-9, TB-7: a player who is to play is not asked any more when nobody else is left."""
    hand = begun(50, 50, 50).presses("fold", "match", "check").leaves(2)

    assert hand.is_over
    assert hand.last(LastStanding).seat == 1


def test_every_question_to_another_is_another_turn() -> None:
    """TB-8: the number of the turn changes with the asked player, in both rounds and between them."""
    hand = Hand(50, 50, 50, carry=carry("A1=As", "5c 5d 5h", dealer=2))
    turns = []
    while not hand.is_over:
        turns.append((hand.state.turn, hand.turn))
        mild = hand.mildest().key
        wanted = {"fold": "match", "benediction": "hold_a1", "enough": "new_field"}.get(mild, mild)
        hand.presses(wanted if wanted in hand.offered else mild)
    numbers = [number for number, _ in turns]

    assert numbers == sorted(numbers)
    # Three match or check, three play, three check, three agree; only the first has a look to decline.
    assert [seat for _, seat in turns] == [3, 1, 2, 1, 1, 2, 3, 1, 2, 3, 1, 2, 3]
    assert len(set(numbers)) == 12


def test_leaving_after_folding() -> None:
    """TB-9: nothing more to fold, and nobody else's turn changes."""
    hand = begun(50, 50, 50).presses("fold")
    before = (hand.turn, hand.state.turn, hand.state.betting)
    hand.leaves(3)

    assert (hand.turn, hand.state.turn, hand.state.betting) == before


def test_leaving_after_folding_in_the_play() -> None:
    """TB-9: also while others look and hold."""
    hand = begun(50, 50, 50).presses("fold", "match", "check")
    hand.leaves(3)

    assert (hand.state.stage, hand.turn) == ("looking", 1)


def test_who_leaves_takes_the_memory_along() -> None:
    """DE-12: the cards seen by a player who is gone help no one."""
    hand = in_play().plays("A1 -", "B2 -", "- -").leaves(1).checks_down()

    assert hand.carry.memories == (Memory(Seat(2), ("B2",)),)


def test_lots_and_cards_come_in_one_move() -> None:
    """TB-3, TB-13: the first hand shuffles all cards; the next ones nothing."""
    table = Table(3)
    assert table.hand.seal.cards == all_cards("none")
    assert table.hand.seal.draws == 1
    table.folds()
    assert table.now.next_seal.cards == ()


def test_the_deal_passes_to_the_left() -> None:
    """DE-3: after every hand, at the table as well."""
    table = Table(3)
    dealers = []
    for _ in range(4):
        dealers.append(table.hand.state.dealer)
        table.folds()
        table.deals()

    assert [(later - earlier) % 3 for earlier, later in pairwise(dealers)] == [1, 1, 1]


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_anybody_may_go_between_hands(place: int) -> None:
    """DE-3, TB-9: the dealer, a blind or another; the next left of the last dealer who is in play deals."""
    table = Table(4)
    order = table.hand.state.order
    gone = order[place]
    table.folds()
    table.goes(10 + gone)
    table.deals()

    stayed = [seat for seat in order if seat != gone]
    assert table.hand.state.dealer == stayed[0]
    assert len(table.hand.state.order) == 3


def test_two_play_on() -> None:
    """DE-3, DE-10: a game begins with three, and goes on with two."""
    table = Table(3)
    table.folds()
    table.goes(11)
    assert table.now.phase == "playing"
    table.deals()

    assert len(table.hand.state.order) == 2


def test_one_alone_is_left() -> None:
    """DE-10, TB-9: with one the game is over; the others took their stacks along, so nobody has won it."""
    table = Table(3)
    table.folds()
    table.goes(11)
    table.goes(12)

    assert table.now.phase == "closed"
    assert GameOver(None) in table.now.story


def test_more_players_than_cards_in_the_deck() -> None:
    """DE-9, TB-13: 4 sits down where the big blind is due; the next hand shuffles what was sealed and cut."""
    table = Table(3)
    table.folds()
    table.lies(carry(FIELD, "5c 5d 5h", "2c 9d", dealer=1))
    table.now = cut(table.now, DESTINY, 11, "ann", "mine").table
    before = table.now.next_seal
    assert before.cards == ("2c", "5c", "5d", "5h", "9d")
    table.comes(20)

    assert table.now.next_seal == before
    table.deals()
    assert len(table.hand.state.deck) == 4
    assert table.hand.seal == replace(before, draws=1)


def test_a_house_player_counts_as_well() -> None:
    """DE-9: so it is with a house player."""
    table = Table(3, money="practice")
    table.folds()
    table.lies(carry(FIELD, "5c 5d 5h", "2c 9d", dealer=1))
    table.now = seat_house_player(table.now, DESTINY, "Marn", funded=True).table
    table.deals()

    assert len(table.hand.state.deck) == 4
    assert len(table.hand.state.discard) == 1


def test_fewer_players_than_cards_in_the_deck() -> None:
    """DE-9: a player goes between hands, and the deck suffices again."""
    table = Table(3)
    table.folds()
    table.lies(carry(FIELD, "5c 5d", "2c 9d"))
    table.goes(11)
    table.deals()

    assert table.hand.seal.is_spare
    assert table.hand.state.discard == ("2c", "9d")


def test_who_comes_during_a_hand_changes_no_deck() -> None:
    """TB-13: the next hand's cards to shuffle are settled when the hand is over."""
    table = Table(3)
    seal = table.now.next_seal
    table.comes(20)

    assert table.now.next_seal == seal


def test_missing_a_turn_is_missing_look_and_hold() -> None:
    """TB-8: when the time runs out, the whole turn is played: no look, the Benediction Hand."""
    table = Table(3)
    for key in ("match", "match", "check"):
        (seat,) = DESTINY.to_act(table.hand.state)
        table.now = answer(table.now, DESTINY, table.seeds, seat, Answer(key)).table
    first, second, _ = table.hand.state.order
    table.now = run_out(table.now, DESTINY, table.seeds).table

    assert DESTINY.to_act(table.hand.state) == {second}
    assert [(each.seat, each.place) for each in table.hand.state.holds] == [(first, None)]
    assert table.now.seated(first).missed == 1


def test_time_runs_out_for_all_who_are_asked() -> None:
    """TB-8, DE-10: the first who lets it run out has said no, and the others need not answer any more."""
    table = Table(3)
    table.folds()
    table.lies(carry("A1=As", "5c 5d 5h 5s"))
    table.deals()
    play = ("no_look", "hold_a1", "benediction", "benediction")
    for key in ("match", "match", "check", *play, "check", "check", "check"):
        (seat,) = DESTINY.to_act(table.hand.state)
        table.now = answer(table.now, DESTINY, table.seeds, seat, Answer(key)).table
    assert DESTINY.to_act(table.hand.state) == {1, 2, 3}
    table.now = run_out(table.now, DESTINY, table.seeds).table

    assert table.now.phase == "closed"
    assert GameOver(None) in table.now.story
