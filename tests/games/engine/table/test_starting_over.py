"""A table from a copy: what was under way is called off, and nothing that was seen is dealt (F-59)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.errors import Stale
from games.engine.core.game import Seat
from games.engine.core.offers import Answer, checksum
from games.engine.table.play import QUESTIONS_SKIPPED, answer, open_offers, start_over
from games.engine.table.refusals import TableClosed
from games.engine.table.table import EndedHand, Payment
from tests.games.cards_table import CardsTable
from tests.games.engine.table.tournament_table import Directed
from tests.games.engine.tavern_table import TavernTable
from tests.games.scripted import kinds
from tests.laws.toy import DECK


def afresh(at: CardsTable) -> CardsTable:
    """The table put back."""
    return at.takes(start_over(at.table, at.game, at.seeds))


def test_f59_a_hand_under_way_is_called_off() -> None:
    """TB-10: everybody has the stack that they began the hand with; the hand has no history."""
    at = CardsTable().begins().answers(1, "bet", 2).answers(2, "bet", 2).answers(3, "bet", 2)
    afresh(at)

    assert (at.table.hand, at.table.last, at.table.phase) == (None, None, "playing")
    assert [each.stack for each in at.table.seats] == [6, 6, 6]
    assert at.ended == [EndedHand(1, (), {Seat(1): 6, Seat(2): 6, Seat(3): 6}, {})]
    assert kinds(at.table.story)[-1] == "called_off"


def test_f59_nothing_that_was_sealed_is_dealt() -> None:
    """F-59: neither of the hand's own seal nor of the next one is any card dealt, and old cuts are gone."""
    at = CardsTable().begins()
    under_way, sealed = at.table.hand, at.table.next_seal
    assert under_way is not None
    afresh(at)
    fresh = at.table.next_seal

    assert fresh.seed not in {under_way.seal.seed, sealed.seed}
    assert (fresh.cards, fresh.cuts, at.table.decks) == (DECK, (), ())
    at.deals()
    assert at.table.hand is not None
    assert at.table.hand.seal.seed == fresh.seed
    assert at.table.hand.number == 2


def test_f59_a_table_that_rests_is_sealed_anew() -> None:
    """F-59: so is one whose next hand was awaited: its cuts and its seal have been seen."""
    at = CardsTable().begins().plays(1, 1, 1).cuts("mine")
    before = at.table
    afresh(at)

    assert at.table.next_seal.seed != before.next_seal.seed
    assert (at.table.next_seal.cuts, at.table.last, at.table.hand) == ((), None, None)
    assert [each.stack for each in at.table.seats] == [each.stack for each in before.seats]


def test_f59_no_button_of_before_answers_a_question_of_now() -> None:
    """F-25: a question of before the copy may look like one of now."""
    at = CardsTable().begins()
    old = open_offers(at.table, at.game)[Seat(1)][0]
    check = checksum(old, at.table.seated(Seat(1)).question)
    afresh(at).deals()

    assert at.table.seated(Seat(1)).question == QUESTIONS_SKIPPED
    with pytest.raises(Stale):
        answer(at.table, at.game, at.seeds, Seat(1), Answer("bet", (1,), check))


def test_f59_who_was_leaving_leaves() -> None:
    """TB-9: a player who gave up their seat in the hand gets it back whole, since the hand is no more."""
    at = CardsTable().begins().leaves(13)
    change = start_over(at.table, at.game, at.seeds)

    assert change.payments == (Payment(13, -6, "cash_out"),)
    assert [each.player for each in change.table.present] == [11, 12]
    assert change.table.phase == "playing"


def test_f59_where_nobody_is_left_to_play_with_the_table_closes() -> None:
    """TB-10: the game is over as after any hand."""
    at = CardsTable(people=2).begins()
    at.table = at.table.with_seat(replace(at.table.seat_of(12), standing="leaving"))
    afresh(at)

    assert at.table.phase == "closed"


def test_f59_a_round_of_dice_begins_anew() -> None:
    """TB-10: a game that does not rest goes on with its next hand at once, under a seal of its own."""
    at = TavernTable(2, 4, 6).begins().presses("throw")
    under_way = at.table.hand
    assert under_way is not None
    at.takes(start_over(at.table, at.game, at.seeds))

    assert at.table.hand is not None
    assert at.table.hand.number == 2
    assert at.table.hand.seal.seed != under_way.seal.seed
    assert at.stacks == [20, 20]


def test_f59_a_lobby_stays_one() -> None:
    """F-59: nothing was dealt, but the seal of the first hand was shown."""
    at = CardsTable().cuts("mine")
    before = at.table.next_seal
    afresh(at)

    assert (at.table.phase, at.table.next_seal.cuts) == ("lobby", ())
    assert at.table.next_seal.seed != before.seed


def test_f59_a_tournaments_table_waits_for_its_director() -> None:
    """TN-3: the hand is reported as it began, and the next one begins when it is called for."""
    at = Directed(4).seats(1, 2).called().dealt()
    change = start_over(at.table, at.game, at.seeds)

    assert (change.table.hand, change.table.is_called, change.table.phase) == (None, False, "playing")
    assert change.ended == (EndedHand(1, (), {Seat(1): 20, Seat(2): 20}, {}),)
    assert change.begun == ()


def test_a_closed_table_stays_closed() -> None:
    """TB-10: nobody plays there any more."""
    at = CardsTable(people=2).begins().leaves(12)
    with pytest.raises(TableClosed):
        afresh(at)
