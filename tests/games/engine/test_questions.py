"""A game's answers about its table: who may join, what leaving costs, whether it rests between hands."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.refusals import NotAdmitted
from games.engine.table.seating import (
    LeaveOutcome,
    close,
    is_admitting,
    leave,
    open_table,
    parting,
    seat_house_player,
    sit_down,
)
from games.engine.table.table import AnyTable, TableChange, Terms, money
from games.engine.table.views import view_table
from tests.games.engine.one_match import MATCH
from tests.laws.bones import BONES, BonesRules
from tests.laws.toy import FISTS

SEEDS = (f"{number:064x}" for number in count(1))
BUY_IN = 20


class Played:
    """A match of people 1, 2 and so on, and what it paid them."""

    def __init__(self, people: int) -> None:
        self.home: dict[int | None, int] = {}
        self.table: AnyTable = open_table(1, MATCH, BonesRules(), Terms(1, BUY_IN), SEEDS)
        for player in range(1, people + 1):
            self.takes(sit_down(self.table, MATCH, player, f"p{player}", None))
        self.takes(begin(self.table, MATCH, SEEDS))

    def takes(self, change: TableChange) -> None:
        """Apply a change."""
        self.table = change.table
        for each in change.payments:
            self.home[each.player] = self.home.get(each.player, 0) - each.amount

    def leaves(self, player: int) -> None:
        """Give a player's seat up."""
        self.takes(leave(self.table, MATCH, player, SEEDS))

    def plays_a_round(self) -> None:
        """Throw and keep for each seat."""
        while self.table.hand is not None:
            ((seat, offers),) = open_offers(self.table, MATCH).items()
            given: Any = Answer(offers[-1].key)
            self.takes(answer(self.table, MATCH, SEEDS, seat, given))


def test_a_game_without_cards_may_rest() -> None:
    """The table waits until a player begins the next round, and what was thrown still lies there."""
    played = Played(2)
    played.plays_a_round()

    assert (played.table.phase, played.table.hand) == ("playing", None)
    assert view_table(played.table, MATCH, None).hand is not None

    played.takes(deal(played.table, MATCH, SEEDS))
    assert played.table.hands == 2


def test_a_game_may_admit_nobody_once_it_is_on() -> None:
    """Neither people nor house players are admitted then; in the lobby all may come."""
    lobby: AnyTable = open_table(1, MATCH, BonesRules(), Terms(1, BUY_IN), SEEDS)
    played = Played(2)

    assert is_admitting(lobby, MATCH)
    assert not view_table(played.table, MATCH, None).is_admitting
    with pytest.raises(NotAdmitted):
        sit_down(played.table, MATCH, 3, "p3", None)
    with pytest.raises(NotAdmitted):
        seat_house_player(played.table, MATCH, "Old Marn", funded=True)


def test_a_forfeit_stake_is_the_winners() -> None:
    """A player who gives up the seat leaves the stack, and the last who stays takes it home."""
    played = Played(3)
    played.plays_a_round()
    assert view_table(played.table, MATCH, None).is_forfeit
    # It is asked for before (TB-9).
    assert parting(played.table, MATCH, Seat(1)) == LeaveOutcome(played.table.seated(Seat(1)).stack, None)
    played.leaves(1)
    assert money(played.table, MATCH) == 3 * BUY_IN
    played.leaves(2)

    assert played.table.phase == "closed"
    assert played.home == {1: -BUY_IN, 2: -BUY_IN, 3: 2 * BUY_IN}


def test_a_forfeit_stake_goes_back_from_a_game_without_winner() -> None:
    """TB-10: stakes on a table that closes go back to their players."""
    played = Played(3)
    played.plays_a_round()
    before = played.table.seated(Seat(1)).stack
    played.leaves(1)
    played.takes(close(played.table, MATCH))

    assert played.home[1] == before - BUY_IN
    assert sum(played.home.values()) == 0


def test_the_usual_answers() -> None:
    """Newcomers are welcome, who leaves takes the stack home, and dice are thrown without a rest."""
    assert BONES.admits(BonesRules(), None)
    assert not BONES.forfeits(BonesRules(), None)
    assert not BONES.rests(BonesRules())


def test_a_carry_without_anything_of_a_seat_stays() -> None:
    """TN-25: if a seat's former player has no part in the carry, another may take it as it is."""
    assert FISTS.vacated(3, Seat(1)) == 3


def test_a_carry_in_which_no_money_lies_stays() -> None:
    """TB-23: with no player's money between hands, a barred player takes none home."""
    assert FISTS.repaid(3, Seat(1)) == 3
