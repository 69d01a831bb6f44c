"""Between the hands of a game that is dealt the table rests: to look, to cut, to come and to go (TB-13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.game import Seat
from games.engine.provable_chance import Chance, Draw, Seal
from games.engine.table.events import GameOver
from games.engine.table.refusals import AlreadyStarted, NothingToCut, NotStarted, TableClosed
from games.engine.table.seating import close, leave
from games.engine.table.table import Payment
from games.engine.table.update import TableUpdate, _in_play
from games.engine.table.views import view_table
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable
from tests.laws.toy import DECK, Deal, Fists, Move, Rules, State


def rested() -> CardsTable:
    """A table that rests after its first hand."""
    return CardsTable().begins().plays(1, 1, 1)


def test_the_table_rests_between_hands() -> None:
    """TB-13: after a hand that was dealt, the next waits until a player presses."""
    played = rested()

    assert (played.table.hand, played.table.phase, played.table.hands) == (None, "playing", 1)
    played.deals()
    assert played.table.hand is not None
    assert (played.table.hand.number, played.table.hands) == (2, 2)


def test_the_deck_that_was_committed_to_is_dealt() -> None:
    """TB-13: the deck under the table before the cuts is the deck that is dealt."""
    played = CardsTable().cuts("words")
    committed = played.table.next_seal
    played.begins()
    dealt = committed.deck.dealt('["words"]')

    assert played.table.hand is not None
    assert played.table.hand.seal.commitment == committed.commitment
    move = played.moves[0].move
    assert isinstance(move, Deal)
    assert move.cards == tuple(tuple(sorted(dealt[place:6:3])) for place in range(3))


def test_the_next_deck_is_committed_to_when_a_hand_ends() -> None:
    """TB-13: when a table opens or a hand ends, the order of the next deck is fixed and committed to."""
    opened, resting = CardsTable(), rested()

    assert opened.table.next_seal.cards == resting.table.next_seal.cards == DECK
    committed = resting.table.next_seal.commitment
    assert committed != opened.table.next_seal.commitment
    resting.cuts("a").deals()
    assert resting.table.hand is not None
    assert resting.table.hand.seal.commitment == committed


def test_no_deal_out_of_season() -> None:
    """F-25: before the game, during a hand and after the end nothing can be dealt."""
    with pytest.raises(NotStarted):
        CardsTable().deals()
    with pytest.raises(AlreadyStarted):
        CardsTable().begins().deals()
    closed = rested()
    closed.takes(close(closed.table, closed.game))
    with pytest.raises(TableClosed):
        closed.deals()
    with pytest.raises(TableClosed):
        closed.cuts("late")


def test_coming_in_the_rest() -> None:
    """TB-3: a player who joins between two hands pays, and is dealt in at once."""
    played = rested().comes(14).deals()

    assert played.table.hand is not None
    assert played.table.hand.seats == (1, 2, 3, 4)


def test_leaving_in_the_rest() -> None:
    """TB-9: between two hands one leaves at once, with the whole stack, and is not dealt in."""
    played = rested()
    stack = played.table.seated(Seat(2)).stack
    change = leave(played.table, played.game, 12, played.seeds)
    played.takes(change).deals()

    assert change.payments == (Payment(12, -stack, "cash_out"),)
    assert played.table.seated(Seat(2)).standing == "gone"
    assert played.table.hand is not None
    assert played.table.hand.seats == (1, 3)


def test_the_last_but_one_leaves_in_the_rest() -> None:
    """TB-9: with nobody left to play with, the table closes and everybody is paid out; nobody has won."""
    played = rested().leaves(12)
    rests = played.table
    played.leaves(13)

    assert (rests.phase, played.table.phase) == ("playing", "closed")
    assert played.table.story[-1] == GameOver(None)


def test_a_rest_that_goes_on() -> None:
    """TB-9: a player who leaves while there are enough others ends nothing."""
    played = rested()
    progress = TableUpdate(played.table, played.game, played.seeds)

    assert not progress.end_if_over()
    assert progress.table == played.table


def test_a_deck_is_in_play_until_its_cards_are_shuffled_again() -> None:
    """TB-13: a card is proved by the deck that it was last shuffled into, so that deck is kept."""
    played = rested()
    first = played.table.decks
    played.deals().plays(1, 1, 1)

    assert [seal.seed for seal in first] == [played.ended[0].seals[0].seed]
    assert [seal.seed for seal in played.table.decks] == [played.ended[1].seals[-1].seed]


def test_which_decks_are_in_play() -> None:
    """TB-13: an earlier deck stays while some of its cards were not shuffled again."""
    whole = Seal("aa", cards=("a", "b", "c", "d"))
    rest = Seal("bb", cards=("a", "b"))
    other = Seal("cc", cards=("c",))
    none = Seal("dd")
    both = Seal("ee", cards=("c", "d"))

    assert _in_play((whole, none)) == (whole,)
    assert _in_play((whole, rest, other)) == (whole, rest, other)
    assert _in_play((whole, rest, other, both)) == (rest, both)
    assert _in_play((rest, other, both, whole)) == (whole,)


class Lasting(Fists):
    """The toy with a deck that is shuffled once: later hands are dealt without."""

    def deck(self, _rules: Rules, carry: int | None) -> tuple[str, ...]:
        """Return a deck for the first hand only."""
        return DECK if carry is None else ()

    def chance_move(self, state: State, chance: Chance) -> Move:
        """Cards off the deck that was shuffled, or the first of the alphabet."""
        if isinstance(chance, Draw) and chance._seal.cards:
            return super().chance_move(state, chance)
        return Deal(tuple((DECK[2 * place], DECK[2 * place + 1]) for place in range(len(state.fists))))


def test_a_deck_that_lasts() -> None:
    """TB-13: a hand that shuffles nothing is sealed by its seed, beside the deck that is still in play."""
    played = CardsTable(game=Lasting()).begins().plays(1, 1, 1).deals().plays(0, 0, 0)
    first, second = played.ended

    assert [seal.cards for seal in second.seals] == [DECK, ()]
    assert second.seals[0] == first.seals[0]
    assert (second.seals[1].cards, second.seals[1].is_spare) == ((), False)


def test_nothing_to_cut() -> None:
    """TB-13: if the cards in play go on there is no shuffle to mix words into, and that is said."""
    played = CardsTable(game=Lasting()).begins().plays(1, 1, 1)

    assert not view_table(played.table, played.game, None).is_cuttable
    with pytest.raises(NothingToCut):
        played.cuts("words")


class Spare(Lasting):
    """The toy with a deck that is sealed for every hand, and shuffled for the first."""

    def deck(self, _rules: Rules, _carry: int | None) -> tuple[str, ...]:
        """Return the whole deck, every time."""
        return DECK

    def shuffles(self, state: State) -> bool:
        """Return True if all seats have the stacks that they began with."""
        return all(fist.stack == 6 for fist in state.fists)


def test_a_deck_that_is_not_needed() -> None:
    """TB-13: a deck that was sealed in case proves nothing, and the one before it stays in play."""
    played = CardsTable(game=Spare()).begins().plays(1, 1, 1).cuts("words").deals()
    first = played.ended[0].seals[0]
    assert played.table.hand is not None
    spare = played.table.hand.seal

    assert (spare.cards, spare.dealt, spare.mixed) == (DECK, (), '["words"]')
    shown = view_table(played.table, played.game, None)
    assert (shown.commitment, shown.seals) == (first.commitment, (first.commitment, spare.commitment))
    played.plays(0, 0, 0)
    assert played.table.decks == (first,)


def test_the_commitment_that_is_shown() -> None:
    """TB-13: before a hand that of its deck, in a hand that of the deck it is played with."""
    lasting = CardsTable(game=Lasting())
    shown = [view_table(lasting.table, lasting.game, None).commitment]
    for number in range(3):
        if number == 1:
            lasting.plays(1, 1, 1)
        else:
            (lasting.deals if number else lasting.begins)()
        shown.append(view_table(lasting.table, lasting.game, None).commitment)
    dealt_anew = rested()

    assert shown == [lasting.ended[0].seals[0].commitment] * 4
    assert view_table(dealt_anew.table, dealt_anew.game, None).commitment == (
        dealt_anew.table.next_seal.commitment
    )


def test_the_seed_of_a_deck_stays_secret() -> None:
    """TB-13, TB-11: a seed from which a folded card would follow is never shown, dice or no dice."""
    cards, stones = rested(), TavernTable(2, 2, 1).begins().presses("throw", "throw")

    assert cards.table.revealed is not None
    assert view_table(cards.table, cards.game, Seat(1)).proof is None
    assert view_table(stones.table, stones.game, Seat(1)).proof is not None


def test_hands_are_kept_as_they_began_and_ended() -> None:
    """TB-13: each hand's beginning is stored, and at its end its seals."""
    played = rested()

    assert [each.number for each in played.begun] == [1]
    assert [each.number for each in played.ended] == [1]
    played.deals()
    assert [each.number for each in played.begun] == [1, 2]
    assert [each.number for each in played.ended] == [1]


def test_a_game_that_nobody_can_pay_for_is_over_at_once() -> None:
    """TB-10: if the stakes are nothing, no player can take part, and the table closes."""
    played = CardsTable(buy_in=0).begins()

    assert (played.table.phase, played.table.hands) == ("closed", 0)


def test_what_is_done_out_of_turn_leaves_no_trace() -> None:
    """TB-11: choosing again changes the own choice, and nothing by which others could count how often."""
    chosen = CardsTable().begins()
    for seat in (1, 2, 3):
        chosen.answers(seat, "bet", 1)
    chosen.answers(1, "show", 0)
    before = chosen.table
    chosen.answers(1, "again", 1)
    after = chosen.table

    assert before.hand is not None
    assert after.hand is not None
    assert after.hand.state.of(1).card == after.hand.state.of(1).cards[1]
    assert [each.question for each in after.seats] == [each.question for each in before.seats]
    assert after.hand.seal == before.hand.seal
    for viewer in (Seat(2), None):
        assert repr(view_table(after, chosen.game, viewer)) == repr(view_table(before, chosen.game, viewer))


def test_a_newcomer_leaves_before_being_dealt_in() -> None:
    """TB-3, TB-9: a player who joined while a hand is under way and leaves it again goes at once."""
    played = CardsTable().begins().comes(14)
    played.leaves(14)

    assert [each.standing for each in played.table.seats] == ["in", "in", "in", "gone"]
    assert played.table.hand is not None


def test_nobody_has_won_while_another_sits_out_with_a_stack() -> None:
    """TB-9: two of three who play without a fourth lose all; the third has not won all there is."""
    for rests in (False, True):
        played = rested()
        seats = [replace(each, stack=each.stack if each.seat < 3 else 0) for each in played.table.seats]
        seats[1] = replace(seats[1], standing="out" if rests else "in", stack=seats[1].stack * rests)
        played.table = replace(played.table, seats=tuple(seats), last_hand=played.table.hands)
        progress = TableUpdate(played.table, played.game, played.seeds)

        assert progress.end_if_over()
        assert progress.table.story[-1] == GameOver(None if rests else Seat(1))
