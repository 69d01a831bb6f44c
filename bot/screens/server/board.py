"""The boards of a server: who is first at what (TB-19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from bot.custom_ids import table_id
from bot.screens.core.money import amount, kind_of_money
from bot.screens.core.people import person
from bot.screens.core.screen import Screen, Text
from bot.screens.games.catalog import FACES
from bot.screens.server.periods import ALL_GAMES, FOR, PERIODS, periods
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.sentences import phrase
from storage.boards import Measure, Placed
from storage.records import hand_of

MEASURES: Mapping[Measure, str] = {
    "net": phrase("Net"),
    "won": phrase("Hands won"),
    "best": phrase("Best hand"),
}
BOARD_ROWS = 15


def board_screen(by: Measure, game: str, period: str, placed: Sequence[Placed], currency: str) -> Screen:
    """Who won most for coins in a period, or had the best hand of a game; equal ones share a place."""
    subject = _("all games") if game == ALL_GAMES else _(GAMES[game].title)
    title = f"### {_(MEASURES[by])} · {subject}\n-# {_(PERIODS[period][0])} · "
    title += _(FOR["coins"]).format(currency=kind_of_money(currency))
    lines = [
        f"**{each.place}.** {person(each.player)} — {_value(by, game, each, currency)}" for each in placed
    ]
    words = "\n".join(lines) or _("Nobody is on this board yet.")
    return Screen((Text(title), Text(words), periods(table_id(0, "board", f"{by}_{game}"), period)))


def _value(by: Measure, game: str, placed: Placed, currency: str) -> str:
    match by:
        case "net":
            return f"**+{amount(placed.value, currency)}**"
        case "won":
            words = ngettext("{count} hand won", "{count} hands won", placed.value)
            return words.format(count=f"{placed.value:,}")
        case "best":
            hand = hand_of(placed.value)
            return "" if hand is None else FACES[game].best(hand)
        case _:
            assert_never(by)
