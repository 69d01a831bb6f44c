"""Filling up one's stack from the wallet, between hands or as soon as one is over (TB-17)."""

from __future__ import annotations

from bot.tavern.house.house_bank import require_house_willing
from bot.tavern.table.actions import Request, Scope
from games.engine.core.game import AnyGame
from games.engine.table.settlement import missing
from games.engine.table.sitting_out import ask_top_up, take_back_top_up, top_up_wished
from games.engine.table.table import Change, Seeds
from storage.books import ledger
from storage.db.transaction import Transaction
from storage.errors import NotEnough
from storage.play.tables import Stored


def top_up(press: Request, at: Scope) -> Change:
    """Fill the stack up to the buy-in; `NotEnough` if the wallet holds less than that takes.

    During a hand nobody knows yet what it will take: then the wallet must hold what it takes now, or a coin.
    """
    server, table = at.stored.server, at.table
    change = ask_top_up(table, at.game, press.player)
    require_house_willing(at.tx, server, at.game, table, press.at)
    if table.money == "coins":
        price = max(1, missing(table, at.game, table.seat_of(press.player).seat))
        held = ledger.balance(at.tx, ledger.wallet(server, press.player))
        if held < price:
            raise NotEnough(held, price)
    return change


def take_back(press: Request, at: Scope) -> Change:
    """Leave the stack as it will be after the hand; `NoTopUp` once it was filled up."""
    return take_back_top_up(at.table, at.game, press.player)


def fill(tx: Transaction, stored: Stored, game: AnyGame, seeds: Seeds, change: Change) -> Change:
    """A change with what was wished for during the hand that it ended."""
    table = change.table
    wishing = [each.player for each in table.present if each.tops_up_next and each.player is not None]
    if table.hand is not None or table.phase == "closed" or not wishing:
        return change
    purses = {player: ledger.balance(tx, ledger.wallet(stored.server, player)) for player in wishing}
    return change.then(top_up_wished(table, game, seeds, purses))
