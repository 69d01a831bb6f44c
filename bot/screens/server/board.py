"""The boards of a server: who is first at what (TB-19, TB-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.lists import item
from bot.screens.core.money import amount, kind_of_money
from bot.screens.core.people import others_equal, person
from bot.screens.core.screen import Button, Choice, Row, Screen, Select, Text
from bot.screens.server.periods import ALL_GAMES, FOR, PERIODS
from bot.text.escape import shown
from bot.text.numbers import number
from bot.text.translate import _, ngettext
from games.catalog import GAMES
from games.engine.core.sentences import phrase
from storage.standing.boards import Measure, Placed
from storage.standing.records import hand_of
from storage.standing.seasons import Season

MEASURES: Mapping[Measure, str] = {
    # Translators: what counts on a board: won less lost.
    "net": phrase("Net"),
    "won": phrase("Hands won"),
    "best": phrase("Best hand"),
    "courts": phrase("Courts of Knights"),
}
SEASON = "season"
BOARD_PERIODS: Mapping[str, str] = {
    **{key: words for key, (words, _days) in PERIODS.items()},
    SEASON: phrase("The season"),
}
"""What days a board can be of."""
BOARD_ROWS = 15


@dataclass(frozen=True, slots=True)
class BoardAsked:
    """Which board: what it goes by, of which game or all, and of which days."""

    by: Measure
    game: str
    period: str


def board_screen(
    asked: BoardAsked, placed: Sequence[Placed], currency: str, season: Season | None = None
) -> Screen:
    """Who is first at something in a period; equal ones share a place."""
    days = tuple(
        Choice(_(words), str(index), is_chosen=each == asked.period)
        for index, (each, words) in enumerate(BOARD_PERIODS.items())
    )
    choose = Select(table_id(0, "board", f"{asked.by}_{asked.game}"), _("Which days"), days)
    return Screen((*_parts(asked, placed, currency, season), choose))


def posted_board(
    asked: BoardAsked, placed: Sequence[Placed], currency: str, season: Season | None = None
) -> Screen:
    """The same for a channel, where it is kept up to date; who presses is shown others privately."""
    argument = f"{asked.by}_{asked.game}_{asked.period}"
    # Translators: a button: a board of another game or time, for the reader alone.
    others = Row((Button(_("Other boards"), table_id(0, "boards", argument)),))
    return Screen(
        (*_parts(asked, placed, currency, season), others, Text(_("-# Kept up to date, every 10 minutes")))
    )


def board_name(by: Measure, game: str) -> str:
    """What a board is about."""
    subject = _("all games") if game == ALL_GAMES else _(GAMES[game].title)
    return _(MEASURES[by]) if by == "courts" else f"{_(MEASURES[by])} · {subject}"


def lines_of(by: Measure, game: str, placed: Sequence[Placed], currency: str) -> list[str]:
    """The places of a board, a line each."""
    lines = [
        item(f"**{each.place}.** {person(each.player)}", value_of(by, game, each, currency))
        for each in placed
    ]
    return [*lines, *others_equal(placed)] or [_("Nobody is on this board yet.")]


def value_of(by: Measure, game: str, placed: Placed, currency: str) -> str:
    """What brought somebody to a place."""
    match by:
        case "net":
            return f"**+{amount(placed.value, currency)}**"
        case "won":
            words = ngettext("{count} hand won", "{count} hands won", placed.value)
            return words.format(count=number(placed.value))
        case "best":
            hand = hand_of(placed.value)
            return "" if hand is None else FACES[game].best(hand)
        case "courts":
            words = ngettext("{count} court", "{count} courts", placed.value)
            return words.format(count=number(placed.value))
        case _:
            assert_never(by)


def _parts(
    asked: BoardAsked, placed: Sequence[Placed], currency: str, season: Season | None
) -> tuple[Text, Text]:
    days, money = (
        _(BOARD_PERIODS[asked.period]),
        _(FOR["coins"]).format(currency=kind_of_money(currency)),
    )
    lines = lines_of(asked.by, asked.game, placed, currency)
    if asked.period == SEASON:
        if season is None:
            lines = [_("No season has begun here yet.")]
        else:
            days = _("Season {name}").format(name=shown(season.name))
    return Text(f"### {board_name(asked.by, asked.game)}\n-# {days} · {money}"), Text("\n".join(lines))
