"""Levels and shares as people type them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from games.engine.core.errors import Slip
from games.engine.core.game import AnyGame, Level
from games.engine.core.sentences import phrase

LEVELS_MAX, SHARES_MAX = 40, 40
WHOLE = re.compile(r"[0-9]{1,9}")


@dataclass(eq=False)
class NoLevels(Slip):
    """A text that is no list of rising levels; `example` shows how the game's are written."""

    says = phrase("Please write the levels down with the lowest first, such as {example}.")
    example: str


class NoShares(Slip):
    """A text that is no list of falling shares."""

    says = phrase("Please give whole numbers, none larger than the one before it, such as 50 30 20.")


def read_levels(text: str, game: AnyGame) -> tuple[Level, ...]:
    """Levels as a person writes them: `2 4 8` for antes, `1/2 2/4` for blinds."""
    levels = tuple(_level(each, game) for each in re.split(r"[\s,;]+", text.strip()) if each)
    amounts = [(each.ante, each.big_blind, each.small_blind) for each in levels]
    if not 0 < len(levels) <= LEVELS_MAX or amounts != sorted(amounts):
        raise _no_levels(game)
    return levels


def written(levels: tuple[Level, ...]) -> str:
    """Levels as a person would type them."""
    return " ".join(_written(each) for each in levels)


def read_shares(text: str) -> tuple[int, ...]:
    """Shares of the fund as a person writes them: `50 30 20`."""
    parts = [each for each in re.split(r"[\s,;/%-]+", text.strip()) if each]
    if not parts or len(parts) > SHARES_MAX or not all(WHOLE.fullmatch(each) for each in parts):
        raise NoShares
    shares = tuple(map(int, parts))
    if 0 in shares or any(later > share for share, later in pairwise(shares)):
        raise NoShares
    return shares


def _level(text: str, game: AnyGame) -> Level:
    parts = text.split("/")
    if not all(WHOLE.fullmatch(each) for each in parts):
        raise _no_levels(game)
    match [int(each) for each in parts], any(each.big_blind for each in game.levels):
        case [ante], False if ante:
            return Level(ante=ante)
        case [small, big], True if 0 < small <= big:
            return Level(small_blind=small, big_blind=big)
        case _:
            raise _no_levels(game)


def _no_levels(game: AnyGame) -> NoLevels:
    return NoLevels(written(game.levels[:4]))


def _written(level: Level) -> str:
    if not level.big_blind:
        return str(level.ante)
    return f"{level.small_blind}/{level.big_blind}"
