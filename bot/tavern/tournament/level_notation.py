"""Levels and shares as people type them: several numbers in one line, with blanks between them (TB-1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from bot.text.numbers import narrow, read_number
from games.engine.core.errors import Slip
from games.engine.core.game import AnyGame, Level
from games.engine.core.sentences import phrase

LEVELS_MAX, SHARES_MAX = 40, 40
NUMBER_MAX = 999_999_999
_GROUPS = re.compile(r"(?<![0-9])[0-9]{1,3}(?:,[0-9]{3})+(?![0-9])")


@dataclass(eq=False)
class NoLevels(Slip):
    """A text that is no list of rising levels; `example` shows how the game's are written."""

    says = phrase("Please write the levels down with the lowest first, such as {example}.")
    example: str


class NoShares(Slip):
    """A text that is no list of falling shares."""

    says = phrase("Please give whole numbers, none larger than the one before it, such as 50 30 20.")


@dataclass(eq=False)
class OneOrSeveral(Slip):
    """A list in which a comma may part two numbers, or the groups of one."""

    says = phrase("{text} could be one number or several. Please put blanks between numbers, and no commas.")
    text: str


def read_levels(text: str, game: AnyGame) -> tuple[Level, ...]:
    """Levels as a person writes them: `2 4 8` for antes, `1/2 2/4` for blinds."""
    levels = tuple(_level(each, game) for each in _parted(text, r"[\s,;]+"))
    amounts = [(each.ante, each.big_blind, each.small_blind) for each in levels]
    if not 0 < len(levels) <= LEVELS_MAX or amounts != sorted(amounts):
        raise _no_levels(game)
    return levels


def written(levels: tuple[Level, ...]) -> str:
    """Levels as a person would type them."""
    return " ".join(_written(each) for each in levels)


def read_shares(text: str) -> tuple[int, ...]:
    """Shares of the fund as a person writes them: `50 30 20`."""
    shares = tuple(_number(each) for each in _parted(text, r"[\s,;/%-]+"))
    is_falling = all(later <= share for share, later in pairwise(shares))
    if not 0 < len(shares) <= SHARES_MAX or 0 in shares or not is_falling:
        raise NoShares
    return shares


def _level(text: str, game: AnyGame) -> Level:
    match [_number(each) for each in text.split("/")], any(each.big_blind for each in game.levels):
        case [ante], False if ante:
            return Level(ante=ante)
        case [small, big], True if 0 < small <= big:
            return Level(small_blind=small, big_blind=big)
        case _:
            raise _no_levels(game)


def _parted(text: str, marks: str) -> list[str]:
    """A list's parts; `OneOrSeveral` where a comma may part two of them, or the groups of one."""
    plain = narrow(text).strip()
    if found := _GROUPS.search(plain):
        raise OneOrSeveral(found[0])
    return [each for each in re.split(marks, plain) if each]


def _number(text: str) -> int:
    """A number of a list; 0, which none takes, for anything else."""
    number = read_number(text) or 0
    return number if number <= NUMBER_MAX else 0


def _no_levels(game: AnyGame) -> NoLevels:
    return NoLevels(written(game.levels[:4]))


def _written(level: Level) -> str:
    if not level.big_blind:
        return str(level.ante)
    return f"{level.small_blind}/{level.big_blind}"
