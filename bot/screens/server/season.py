"""A season: its champions, its boards, and the seasons before it (TB-22)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.lists import item
from bot.screens.core.notes import sure
from bot.screens.core.people import listed, person
from bot.screens.core.screen import Button, Choice, Screen, Select, Text
from bot.screens.server.board import board_name, lines_of, value_of
from bot.screens.server.periods import ALL_GAMES
from bot.text.escape import shown
from bot.text.numbers import day
from bot.text.translate import _
from games.catalog import GAMES
from storage.standing.boards import Measure, Placed
from storage.standing.seasons import Season, asked_of

SEASONS_LISTED = 25
"""As many as one of Discord’s menus can offer."""
BOARDS: tuple[tuple[Measure, str], ...] = tuple((by, game or ALL_GAMES) for by, game in asked_of(GAMES))
"""The boards of a season."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season, and others before and after it; `champions` are those of each game, or of all.

    `board` is the one board that is shown instead of champions, by its index, with its places.
    """

    season: Season
    listed: tuple[Season, ...]
    champions: Mapping[str, Sequence[Placed]] = field(default_factory=dict)
    board: int | None = None
    placed: Sequence[Placed] = ()


def season_screen(view: SeasonView, currency: str) -> Screen:
    """A season’s champions, or one of its boards."""
    title = _("### Season {name}").format(name=shown(view.season.name))
    if view.board is None:
        # Translators: in place of a champion’s name.
        nobody = _("nobody yet") if view.season.last_day is None else _("nobody")
        champions = view.champions.items()
        lines = [f"{_subject(game)}: {_first(placed, currency) or nobody}" for game, placed in champions]
    else:
        by, game = BOARDS[view.board]
        lines = [f"**{board_name(by, game)}**", *lines_of(by, game, view.placed, currency)]
    selects = [_boards(view)]
    if len(view.listed) > 1:
        selects.append(_seasons(view))
    return Screen((Text(f"{title}\n-# {days_of(view.season)}"), Text("\n".join(lines)), *selects))


def begun_screen(season: Season, today: int) -> Screen:
    """That a season has begun, and what counts for it."""
    words = _(
        "Season **{name}** has begun. All of today’s hands (UTC) count, and nobody’s wallet is touched."
    )
    if season.first_day > today:
        words = _("Season **{name}** begins tomorrow (UTC), as another one ended today.")
    said = _("`/board` and `/season show` show how it stands.")
    return Screen((Text(f"{words.format(name=shown(season.name))}\n{said}"),))


def end_screen(season: Season) -> Screen:
    """The question whether a season shall end."""
    words = _(
        "End the season **{name}** now? Its boards stay as they are, and its champions get their titles."
    )
    yes = Button(_("End season"), table_id(0, "season_end", str(season.id)), "danger")
    return sure(words.format(name=shown(season.name)), yes)


def days_of(season: Season) -> str:
    """The days of a season, in UTC."""
    first = day(season.first_day)
    if season.last_day is None:
        return _("Since {first} (UTC)").format(first=first)
    if season.last_day <= season.first_day:
        return _("{first} (UTC)").format(first=first)
    return _("{first} to {last} (UTC)").format(first=first, last=day(season.last_day))


def _subject(game: str) -> str:
    if game == ALL_GAMES:
        title = _("All games")
        return f"🏆 **{title}**"
    return f"{FACES[game].emoji} **{_(GAMES[game].title)}**"


def _first(placed: Sequence[Placed], currency: str) -> str:
    """Who is first of a board, and with how much; all who share the place are named. Empty for nobody."""
    first = [each for each in placed if each.place == 1]
    if not first:
        return ""
    names = listed([person(each.player) for each in first])
    return item(names, value_of("net", ALL_GAMES, first[0], currency))


def _boards(view: SeasonView) -> Select:
    choices = [Choice(_("Champions"), "0", is_chosen=view.board is None)]
    for index, (by, game) in enumerate(BOARDS):
        choices.append(Choice(board_name(by, game), str(index + 1), is_chosen=view.board == index))
    return Select(table_id(0, "season_board", str(view.season.id)), _("Which board"), tuple(choices))


def _seasons(view: SeasonView) -> Select:
    choices = tuple(
        Choice(each.name, str(index), is_chosen=each.id == view.season.id)
        for index, each in enumerate(view.listed)
    )
    # Counted from this one on, so that a season that begins meanwhile moves none.
    return Select(table_id(0, "season", str(view.listed[0].id)), _("Which season"), choices)
