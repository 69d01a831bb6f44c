"""Whole games of Dividha's house players, and what they gain on others (TB-12)."""

from __future__ import annotations

from random import Random
from typing import Any, Literal

import pytest

from games.dividha.game import DIVIDHA
from games.dividha.model import DividhaRules
from games.engine.core.game import AnyGame, Seat
from games.engine.core.offers import Answer, Offer
from games.engine.provable_chance import Draw, Seal
from games.engine.table.play import answer, begin, deal, open_offers
from games.engine.table.seating import open_table, sit_down
from games.engine.table.table import AnyTable, Terms
from games.tools.simulation import Simulation
from tests.laws.walk import random_answer, seeds

GAME: AnyGame = DIVIDHA
Player = Literal["house", "folder", "caller", "better"]


@pytest.mark.parametrize("seats", [2, 7])
def test_whole_games(seats: int) -> None:
    """DV-23: house players play to the end; every law holds on the way."""
    simulation = Simulation(GAME, DividhaRules(ante=10, ante_rise=3), seats, 1)
    simulation.play(5)

    assert "laws held" in simulation.report()


class Evening:
    """A game of house players against others."""

    def __init__(self, players: list[Player], name: str) -> None:
        self._random = Random(name)
        self._seeds = seeds(name)
        # The seats shall not matter.
        self._players = self._random.sample(players, len(players))

    def gains(self) -> dict[Player, int]:
        """Return the gain of each kind of player."""
        table = open_table(1, GAME, DividhaRules(), Terms(host=1, buy_in=100, hands_max=30), self._seeds)
        for number in range(1, len(self._players) + 1):
            table = sit_down(table, GAME, number, f"p{number}", None).table
        change = begin(table, GAME, self._seeds)
        payments = list(change.payments)
        while change.table.phase != "closed":
            change = self._go_on(change.table)
            payments.extend(change.payments)
        gained: dict[Player, int] = dict.fromkeys(self._players, 0)
        for payment in payments:
            assert payment.player is not None
            gained[self._players[payment.player - 1]] -= payment.amount
        return gained

    def _go_on(self, table: AnyTable) -> Any:
        if table.hand is None:
            return deal(table, GAME, self._seeds)
        seat, offers = next(iter(open_offers(table, GAME).items()))
        given = self._answer(table, seat, offers)
        return answer(table, GAME, self._seeds, seat, given)

    def _answer(self, table: AnyTable, seat: Seat, offers: tuple[Offer[Any], ...]) -> Answer:
        assert table.hand is not None
        keys = {offer.key: offer for offer in offers}
        match self._players[seat - 1]:
            case "house":
                return GAME.decide(GAME.view(table.hand.state, seat), offers, Draw(Seal(next(self._seeds))))
            case "folder" if "fold" in keys:
                return Answer("check" if "check" in keys else "fold")
            case "caller" if "fold" in keys:
                calling = tuple(keys[key] for key in ("check", "match", "all_in") if key in keys)
                return random_answer(calling[:1], self._random)
            case _:
                return random_answer(offers, self._random)


@pytest.mark.soak
def test_house_players_win() -> None:
    """TB-12: in 60 games of 30 hands each house player gains at least half a buy-in on those who guess."""
    games = 60
    players: list[Player] = ["house", "house", "folder", "caller", "better", "better"]
    total: dict[Player, int] = {"house": 0, "folder": 0, "caller": 0, "better": 0}
    for number in range(games):
        gained = Evening(players, f"evening {number}").gains()
        for kind, amount in gained.items():
            total[kind] += amount

    assert total["house"] / games >= 2 * 50
    assert all(total[kind] < 0 for kind in ("folder", "caller", "better"))
