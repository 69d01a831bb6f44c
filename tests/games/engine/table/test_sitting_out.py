"""TB-17: sitting out and coming back, and filling up one's stack."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.engine.core.errors import RuleError
from games.engine.core.game import Seat
from games.engine.table.play import call_off, sit_out
from games.engine.table.refusals import (
    AtTournament,
    NoTopUp,
    NotSeated,
    NotStarted,
    PlaysOn,
    StackFull,
    TooFewReady,
)
from games.engine.table.seating import close
from games.engine.table.table import awaited
from games.engine.table.table_talk import call_last
from games.engine.table.views import view_table
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable
from tests.laws.bones import BonesRules


def three(*dice: int, **terms: Any) -> TavernTable:
    """Three people who play."""
    return TavernTable(3, *(dice or (5, 4, 2)), **terms).begins()


def test_a_wish_during_a_hand_waits_for_its_end() -> None:
    """TB-17: a player who wishes to sit out plays the hand to its end, and gets no part in the next."""
    played = three(5, 4, 2, 5, 4).sits_out(12)
    assert played.standings == ["in", "in", "in"]
    assert played.told[-1] == "will_sit_out"

    played.presses("throw", "throw", "throw")

    assert played.standings == ["in", "out", "in"]
    assert played.table.hands == 2
    assert played.table.hand is not None
    assert played.table.hand.seats == (1, 3)
    assert "sits_out" in played.told
    assert played.paid == {11: 20, 12: 20, 13: 20}
    played.presses("throw", "throw")
    assert played.standings == ["in", "out", "in"]


def test_who_comes_back_is_dealt_in_from_the_next_hand() -> None:
    """TB-17: without blinds there is nothing to make up for; seat and stack are as they were."""
    played = three(5, 4, 2, 5, 4).sits_out(12)
    played.presses("throw", "throw", "throw")
    before = played.stacks[1]
    played.comes_back(12)
    assert played.standings[1] == "in"

    played.presses("throw", "throw")

    assert played.table.hands == 3
    assert played.table.hand is not None
    assert played.table.hand.seats == (1, 2, 3)
    assert played.stacks[1] == before


def test_a_wish_can_be_taken_back() -> None:
    """TB-17: it is taken back by the same button as for coming back; asking twice is asking once."""
    played = three().sits_out(12)
    before = played.table
    assert played.sits_out(12).table == before

    played.comes_back(12).presses("throw", "throw", "throw")

    assert played.standings == ["in", "in", "in"]


def test_a_table_with_too_few_waits_for_those_who_sit_out() -> None:
    """TB-17: it neither closes nor goes on, says for whom it waits, and goes on once one of them is back."""
    played = TavernTable(2, 5, 4, 2).begins().sits_out(12).presses("throw", "throw")
    assert played.table.phase == "playing"
    assert played.table.hand is None
    assert awaited(played.table, played.game) == (2,)
    assert view_table(played.table, played.game, None).awaited == (2,)
    with pytest.raises(TooFewReady):
        played.deals()

    played.comes_back(12)
    assert awaited(played.table, played.game) == ()
    played.deals()

    assert played.table.hand is not None
    assert played.table.hand.seats == (1, 2)


def test_house_players_do_not_play_by_themselves() -> None:
    """TB-17, TB-12: the only person sits out, and all others wait."""
    played = TavernTable(1, 5, 4, 2).house_comes(funded=True).house_comes(funded=True)
    played.begins().sits_out(11).presses("throw", "throw", "throw")

    assert played.table.hand is None
    assert awaited(played.table, played.game) == (1,)


def test_a_table_closes_where_coming_back_would_not_help() -> None:
    """TB-17, TB-9: the last one who could play has left; who sits out takes the stack home."""
    played = TavernTable(2, 5, 4).begins().sits_out(12).presses("throw", "throw").leaves(11)

    assert played.table.phase == "closed"
    assert sum(played.paid.values()) == 0


def test_between_hands_it_takes_effect_at_once() -> None:
    """TB-17: and the host who sits out hosts on (TB-15)."""
    table = CardsTable()
    table.begins().plays(1, 1, 1)
    table.takes(sit_out(table.table, table.game, 11, table.seeds))
    assert table.table.seated(Seat(1)).standing == "out"
    assert table.table.terms.host == 11

    again = sit_out(table.table, table.game, 11, table.seeds)
    assert again.table == table.table
    table.deals()

    assert table.table.hand is not None
    assert table.table.hand.seats == (2, 3)


def test_who_sits_out_has_no_say_in_the_last_round() -> None:
    """TB-17, SH-8: nobody waits for them; the last to object sits out, and the game is over."""
    played = TavernTable(2, 5, 4).begins()
    played.takes(call_last(played.table, played.game, 11)).sits_out(12).presses("throw", "throw")

    assert played.table.phase == "closed"


def test_the_last_to_object_sits_out_between_hands() -> None:
    """TB-17, SH-8: then the game is over at once."""
    played = TavernTable(3, 5).begins()
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))
    played.takes(call_last(played.table, played.game, 11))
    played.takes(call_last(played.table, played.game, 13))
    played.sits_out(12)

    assert played.table.phase == "closed"
    assert played.paid == {11: 0, 12: 0, 13: 0}


def test_a_newcomer_may_sit_out_before_the_first_hand() -> None:
    """TB-17, TB-3: a player who is not in the hand under way need not wait for its end."""
    played = three().comes(14).sits_out(14)

    assert played.standings == ["in", "in", "in", "out"]
    played.presses("throw", "throw", "throw")
    assert played.table.hand is not None
    assert played.table.hand.seats == (1, 2, 3)


def test_stacks_are_filled_up_to_the_buy_in() -> None:
    """TB-17: the missing coins are paid as soon as the hand is over; then the next one begins."""
    played = TavernTable(2, 5, 4).begins().tops_up(11)
    before = played.table
    assert played.tops_up(11).table == before
    assert played.told[-1] == "will_top_up"
    played.presses("throw", "throw")
    assert played.stacks == [16, 24]
    assert played.table.hand is None

    played.goes_on(p11=4)

    assert played.stacks == [20, 24]
    assert played.paid == {11: 24, 12: 20}
    assert "topped_up" in played.told
    assert played.table.seated(Seat(1)).topped_up == 4
    assert played.table.hand is not None


def test_a_wish_can_be_taken_back_until_the_hand_is_over() -> None:
    """TB-17: then nothing is paid, and there is nothing more to take back; it can be wished for again."""
    played = TavernTable(2, 5, 4, 5, 4).begins().tops_up(11).takes_top_up_back(11)
    assert played.told[-1] == "top_up_taken_back"
    with pytest.raises(NoTopUp):
        played.takes_top_up_back(11)
    played.presses("throw", "throw")

    assert played.stacks == [16, 24]
    assert played.paid == {11: 20, 12: 20}
    assert played.table.hand is not None

    played.tops_up(11).presses("throw", "throw").goes_on(p11=100)
    with pytest.raises(NoTopUp):
        played.takes_top_up_back(11)
    assert played.stacks[0] == 20


def test_who_lost_everything_may_fill_up_again() -> None:
    """TB-17: a player who wished it during the hand keeps the seat, however much was lost."""
    played = TavernTable(2, 5, 4, buy_in=4).begins().tops_up(12).tops_up(11)
    played.presses("throw", "throw")
    lost = played.stacks.index(min(played.stacks))

    played.goes_on(p11=4, p12=4)

    assert played.standings == ["in", "in"]
    assert played.stacks[lost] == 4


def test_who_lost_everything_may_buy_in_again() -> None:
    """TB-17: while the table is open, by sitting down once more."""
    played = TavernTable(3, 5, 4, 4, buy_in=4).begins().presses("throw", "throw", "throw")
    assert played.standings == ["gone", "in", "in"]

    played.comes(11)

    assert played.table.seat_of(11).stack == 4
    assert played.paid == {11: 8, 12: 4, 13: 4}


def test_a_wallet_that_holds_too_little() -> None:
    """TB-17, TB-2: nothing is paid, the table is told, and the game goes on."""
    played = TavernTable(2, 5, 4).begins().tops_up(11).presses("throw", "throw").goes_on(p11=3)

    assert played.stacks == [16, 24]
    assert played.paid == {11: 20, 12: 20}
    assert "not_topped_up" in played.told
    assert played.table.hand is not None


def test_practice_fills_up_from_nowhere() -> None:
    """TB-17, TB-12: nobody's wallet is asked or touched."""
    played = TavernTable(2, 5, 4, money="practice").begins().tops_up(11)
    played.presses("throw", "throw").goes_on()

    assert played.stacks == [20, 24]
    assert not played.paid


def test_a_table_that_closes_takes_nothing() -> None:
    """TB-17, TB-10: a player who wished to fill up takes home what is left."""
    played = TavernTable(2, 5, 4).begins().tops_up(11)
    played.takes(close(played.table, played.game, 11)).presses("throw", "throw").goes_on(p11=100)

    assert played.table.phase == "closed"
    assert played.paid == {11: 4, 12: -4}


def test_who_won_the_hand_has_nothing_to_fill_up() -> None:
    """TB-17: the wish lapses."""
    played = TavernTable(2, 5, 4).begins().tops_up(12).presses("throw", "throw").goes_on(p12=100)

    assert played.stacks == [16, 24]
    assert played.paid == {11: 20, 12: 20}


def test_a_hand_that_is_called_off_costs_nothing() -> None:
    """TB-17, TB-10: there is nothing to fill up; who wished to sit out does."""
    played = three().tops_up(11).sits_out(12)
    played.takes(call_off(played.table, played.game, played.seeds, 99, "spilt ale"))

    assert not any(each.tops_up_next for each in played.table.seats)
    assert played.standings == ["in", "out", "in"]
    with pytest.raises(StackFull):
        played.tops_up(11)


def test_between_hands_a_stack_is_filled_at_once() -> None:
    """TB-17: at a table that rests, and for a player who is not in the hand."""
    played = TavernTable(2, 5, 4).begins().sits_out(11).presses("throw", "throw")
    played.tops_up(11)
    assert played.stacks == [20, 24]
    played.comes_back(11).deals()
    assert played.paid == {11: 24, 12: 20}


def test_leaving_ends_every_wish() -> None:
    """TB-17, TB-9."""
    played = three().tops_up(12).sits_out(12).leaves(12).presses("throw", "throw")

    assert played.standings[1] == "gone"
    assert played.table.hand is not None


def refused(played: TavernTable) -> type[RuleError]:
    """Return the refusal of player 12, who would sit out or fill up."""
    with pytest.raises(RuleError) as by_sitting:
        played.sits_out(12)
    with pytest.raises(type(by_sitting.value)):
        played.tops_up(12)
    return type(by_sitting.value)


def test_who_returns_brings_what_they_left_with() -> None:
    """TB-17: at least the buy-in, which is 20; what is more is told to all."""
    played = three().comes(14, brought=50)
    assert played.stacks[3] == played.paid[14] == 50
    assert played.told.count("brought_along") == 1

    played.comes(15, brought=5)

    assert played.stacks[4] == played.paid[15] == 20
    assert played.told.count("brought_along") == 1


def test_where_nobody_sits_out() -> None:
    """TB-17, SH-11: before the game, with a prize pool, in a throw, on the way out, at a tournament."""
    assert refused(TavernTable(2)) is NotStarted
    assert refused(TavernTable(2, rules=BonesRules(pool=True)).begins()) is PlaysOn
    assert refused(TavernTable(2, hands_max=1).begins()) is PlaysOn
    assert refused(TavernTable(2).begins().leaves(12)) is NotSeated
    cup = TavernTable(2).begins()
    cup.table = replace(cup.table, terms=replace(cup.table.terms, tournament=7))
    assert refused(cup) is AtTournament


def test_one_who_was_seated_out_may_sit_out_instead() -> None:
    """TB-17, TB-8: then the seat is kept, however many hands pass."""
    played = TavernTable(3, *[5, 4, 2] * 4).begins()
    first = played.table.seated(Seat(played.turn))
    assert first.player is not None
    away = replace(first, standing="away", away_since=1)
    played.table = played.table.with_seat(away)
    played.sits_out(first.player)
    assert played.table.seated(first.seat).sits_out_next
    played.runs_out().presses("throw", "throw")

    assert played.table.seated(first.seat).standing == "out"
