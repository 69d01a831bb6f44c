"""Helpers that several tests about server screens share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from bot.screens.core.screen import (
    Screen,
)
from bot.screens.server.board import (
    ALL_GAMES,
    BOARD_ROWS,
    BOARDS,
    MEASURES,
    SEASONS_LISTED,
    BoardQuery,
    SeasonView,
    begun_screen,
    board_screen,
    end_screen,
    posted_board,
    season_screen,
)
from bot.screens.server.record import (
    PAGES,
    titles_screen,
)
from games.catalog import BY_KEY, GAMES
from games.engine.core.hand_stats import BestHand
from storage.standing.boards import SEASON_NAME_LENGTH, Placed, Season
from storage.standing.titles import Earned

ID = 1_500_000_000_000_000_000


PLAYED: Mapping[str, tuple[BestHand, tuple[str, ...]]] = {
    "stone_hand": (
        BestHand((4, 6), "triple", ("2", "2", "2")),
        ("home", "triple", "run", "pair", "junk", "empty", "show_up", "double_show_up"),
    ),
    "destiny": (
        BestHand((47,), "card", ("Kd",)),
        ("looks", "blind", *(f"rank_{rank}" for rank in "*AKQJT98765432")),
    ),
    "knights_heads": (
        BestHand((25, 9), "2", ("K01", "K02", "K03", "K04", "K05", "K06", "K07", "K08", "Q01", "Q02")),
        (*(f"hand_{number}" for number in range(1, 28)), "courts"),
    ),
    "dividha": (
        BestHand((14,), "0", ("GOD", "SATAN", "6V1", "6V2", "6V3")),
        ("win", "lose", "invictories", *(f"hand_{number}" for number in range(14))),
    ),
}


"""A long best hand of each game, and all that it turns on."""


LONG = Season(10**6, ID, "*" * SEASON_NAME_LENGTH, 10**5, 10**5)


def placed(value: object) -> list[Placed]:
    """A board with all its places taken."""
    return [Placed(number, ID + number, value, 1) for number in range(1, BOARD_ROWS + 1)]


def boards() -> list[Callable[[], Screen]]:
    """The longest board of everything that boards go by, privately, in a channel and of a season."""
    most = placed(10**12)
    asked = [(BoardQuery(by, ALL_GAMES, "all"), most) for by in MEASURES if by != "best"]
    asked += [(BoardQuery("net", ALL_GAMES, "season"), most), (BoardQuery("net", ALL_GAMES, "today"), [])]
    for game, (best, _deeds) in PLAYED.items():
        text = " ".join(("0000000001", best.kind, *best.cards))
        asked.append((BoardQuery("best", game, "season"), placed(text)))
    return [
        partial(draw, board, places, "*" * 20, season)
        for board, places in asked
        for draw in (board_screen, posted_board)
        for season in (None, LONG)
    ]


def seasons() -> list[Callable[[], Screen]]:
    """A season among many, all of whose champions share their place; its boards; and what is said of it."""
    listed = tuple(replace(LONG, id=LONG.id - number) for number in range(SEASONS_LISTED))
    even = [replace(each, place=1) for each in placed(10**12)]
    champions = dict.fromkeys((ALL_GAMES, *GAMES), even)
    running = replace(LONG, last_day=None)
    views = [SeasonView(LONG, listed, champions), SeasonView(running, (running,), {ALL_GAMES: []})]
    for board, (by, game) in BOARDS.items():
        best = PLAYED[game][0] if by == "best" else None
        value = 10**12 if best is None else " ".join(("0000000001", best.kind, *best.cards))
        views.append(SeasonView(LONG, listed, board=board, placed=placed(value)))
    said = [partial(begun_screen, LONG, today) for today in (LONG.first_day - 1, LONG.first_day)]
    return [*(partial(season_screen, view, "*" * 20) for view in views), *said, partial(end_screen, LONG)]


def every_title() -> tuple[Earned, ...]:
    """All titles that there are, as one person’s."""
    return tuple(Earned(ID, key, 1e10, 10**9, 10**9) for key in BY_KEY)


def pages_of_titles() -> list[Callable[[], Screen]]:
    """Every page of titles, for who has all, the half of them, and none."""
    earned = [*every_title()]
    return [partial(titles_screen, ID, page, some) for page in PAGES for some in (earned, earned[::2], [])]
