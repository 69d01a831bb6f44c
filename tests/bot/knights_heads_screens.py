"""Helpers that several tests about knights heads screens share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen
from bot.screens.knights_heads.screen import MINE, who_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from games.engine.core.game import Seat, SeatAmount
from games.engine.table.table import AnyTable
from games.engine.table.views import view_table
from games.knights_heads.cards import DECK, PEOPLE, in_deck_order
from games.knights_heads.game import KNIGHTS_HEADS
from games.knights_heads.hands import key, made
from games.knights_heads.model import KnightsPotWon, KnightsShowdown, LaidHand
from tests.bot.rendering import tables_of, widest
from tests.laws.walk import secret_seats

FACE = FACES[KNIGHTS_HEADS.key]


def told(table: AnyTable) -> Iterator[Screen]:
    """Return the screens of laid and own cards, of hands that beat them, and of the panel in each order."""
    laid = next((event.laid for event in reversed(table.story) if isinstance(event, KnightsShowdown)), ())
    for viewer in secret_seats(table):
        view = view_table(table, KNIGHTS_HEADS, viewer)
        yield from (who_screen(view, str(each.seat)) for each in laid)
        yield who_screen(view, "")
        yield who_screen(view, MINE)
        yield FACES["knights_heads"].beats(view)
        if viewer is not None:
            scene = Scene(view, KNIGHTS_HEADS, FACE, "coins", None)
            yield from (panel_screen(scene, order=order) for order in FACE.orders)


def six_hands(emojis: dict[str, str]) -> tuple[Scene, tuple[LaidHand, ...]]:
    """A table at which six hands lie, of the sixty people with the longest names.

    In words its players have the widest names, too; emojis give way to words where names leave no room.
    """
    longest = sorted(DECK, key=lambda card: len(PEOPLE[card].name))[-60:]
    hands = [in_deck_order(longest[at::6]) for at in range(6)]
    laid = tuple(
        LaidHand(Seat(at), cards, made(cards).hand.number, made(cards).cards)
        for at, cards in enumerate(hands, 1)
    )
    tables = tables_of((KNIGHTS_HEADS.key, 0, 6))
    table = next(each for each in tables if each.phase == "playing" and each.hand is None)
    view = view_table(table if emojis else widest(table), KNIGHTS_HEADS, None)
    assert view.hand is not None
    won = max(laid, key=lambda each: key(each.cards)).seat
    pot = KnightsPotWon(10**15, tuple(each.seat for each in laid), (SeatAmount(won, 10**15),))
    view = replace(view, hand=replace(view.hand, laid=laid, won=(pot,)))
    return Scene(view, KNIGHTS_HEADS, FACE, "coins", emojis=emojis), laid
