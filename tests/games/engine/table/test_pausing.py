"""A pause on which all agree (TB-8: the clock stands still)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine.core.errors import NotOffered
from games.engine.core.game import Seat
from games.engine.table import table_talk
from games.engine.table.play import call_off
from games.engine.table.refusals import AtTournament, NotSeated, NotStarted, OnPause
from games.engine.table.views import view_table
from tests.games.cards_table import CardsTable
from tests.games.engine.tavern_table import TavernTable


def asks(played: TavernTable, *players: int, left: int = 30) -> TavernTable:
    """These ask for a pause, or agree to one."""
    for player in players:
        played.takes(table_talk.ask_for_pause(played.table, player, left))
    return played


def test_all_have_to_agree() -> None:
    """One asks, all others say yes: then nothing is played until one of them plays on."""
    played = asks(TavernTable(3, 5).begins(), 11, 12, 11)
    assert not table_talk.is_paused(played.table)
    assert played.told.count("pause_asked") == 1

    asks(played, 13)

    assert table_talk.is_paused(played.table)
    view = view_table(played.table, played.game, None)
    assert view.pause == played.table.pause
    assert view.is_paused
    with pytest.raises(OnPause):
        played.presses("throw")
    before = played.table
    assert asks(played, 11, left=5).table == before

    played.takes(table_talk.play_on(played.table, 12)).presses("throw")
    assert played.table.pause is None
    assert "pause_ended" in played.told


def test_who_says_no_ends_the_asking() -> None:
    """Then a player may ask again."""
    played = asks(TavernTable(2).begins(), 11)
    played.takes(table_talk.refuse_pause(played.table, 12))
    assert played.table.pause is None
    assert played.told[-1] == "pause_refused"
    with pytest.raises(NotOffered):
        table_talk.refuse_pause(played.table, 12)

    assert table_talk.is_paused(asks(played, 12, 11).table)
    with pytest.raises(NotOffered):
        table_talk.refuse_pause(played.table, 12)


def test_nobody_waits_for_those_who_do_not_play() -> None:
    """TB-8, TB-17: a player who is seated out or sits out has no say, nor have house players."""
    played = TavernTable(4).begins()
    away = replace(played.table.seated(Seat(3)), standing="away")
    out = replace(played.table.seated(Seat(4)), standing="out")
    played.table = played.table.with_seat(away).with_seat(out)

    assert table_talk.is_paused(asks(played, 11, 12).table)
    with pytest.raises(NotSeated):
        asks(played, 14)
    with pytest.raises(NotSeated):
        table_talk.play_on(played.table, 14)


def test_nobody_pauses_alone() -> None:
    """TB-8: with all others away or sitting out there is no pause, however often one asks."""
    played = asks(TavernTable(3).begins(), 11)
    away = replace(played.table.seated(Seat(2)), standing="away")
    out = replace(played.table.seated(Seat(3)), standing="out")
    played.table = played.table.with_seat(away).with_seat(out)

    with pytest.raises(NotOffered):
        asks(played, 11)
    assert not table_talk.is_paused(played.table)
    played.table = replace(played.table, pause=None)
    assert not table_talk.may_pause(played.table)
    with pytest.raises(NotOffered):
        asks(played, 11)


def test_whoever_comes_back_has_a_say() -> None:
    """TB-8: a player who was away is asked too once they are back, and ends a pause that others began."""
    played = TavernTable(3).begins()
    played.table = played.table.with_seat(replace(played.table.seated(Seat(3)), standing="away"))
    asks(played, 11).comes_back(13)
    assert not table_talk.is_paused(asks(played, 12).table)
    assert table_talk.is_paused(asks(played, 13).table)

    begun = TavernTable(3).begins()
    begun.table = begun.table.with_seat(replace(begun.table.seated(Seat(3)), standing="away"))
    asks(begun, 11, 12).comes_back(13)
    assert table_talk.is_paused(begun.table)
    begun.takes(table_talk.play_on(begun.table, 13))
    assert begun.table.pause is None
    with pytest.raises(NotOffered):
        table_talk.play_on(begun.table, 13)


@pytest.mark.parametrize("how", ["leaves", "called off", "ends"])
def test_it_does_not_outlast_hand_or_company(how: str) -> None:
    """TB-9, TB-10: a departure ends it, and so does the end of the hand or of the asking."""
    played = asks(TavernTable(3, 5, 4, 2).begins(), 11, 12)
    if how == "ends":
        played.presses("throw", "throw", "throw")
    else:
        asks(played, 13)
        change = call_off(played.table, played.game, played.seeds, 99, "")
        played.leaves(12) if how == "leaves" else played.takes(change)

    assert played.table.pause is None


def test_between_hands() -> None:
    """A deal is refused while the game is paused."""
    cards = CardsTable().begins().plays(1, 1, 1)
    for player in (11, 12, 13):
        cards.takes(table_talk.ask_for_pause(cards.table, player, 20))
    with pytest.raises(OnPause):
        cards.deals()

    cards.takes(table_talk.play_on(cards.table, 11)).deals()
    assert cards.table.hands == 2


def test_where_no_pause_can_be_asked_for() -> None:
    """It is refused in the lobby, in a throw, without a clock, and at a tournament (TN-20)."""
    with pytest.raises(NotStarted):
        asks(TavernTable(2), 11)
    with pytest.raises(NotOffered):
        asks(TavernTable(2, hands_max=1).begins(), 11)
    with pytest.raises(NotOffered):
        asks(TavernTable(1).house_comes(funded=True).begins(), 11)
    cup = TavernTable(2).begins()
    cup.table = replace(cup.table, terms=replace(cup.table.terms, tournament=7))
    for act in (table_talk.refuse_pause, table_talk.play_on):
        with pytest.raises(AtTournament):
            act(cup.table, 11)
    assert not table_talk.may_pause(cup.table)
