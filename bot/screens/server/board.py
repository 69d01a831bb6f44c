"""The boards of a server: rankings over any number of days or a season (TB-19, TB-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never

from bot.custom_ids import Argument, table_id
from bot.screens.catalog import FACES, RECORD_FACES, emoji_of, title_of
from bot.screens.core.naming import amount, kind_of_money, listed, person, points_of, ranked, ranking
from bot.screens.core.presenter import confirm_screen
from bot.screens.core.screen import ActionRow, Button, Screen, Select, Text, item, one_of
from bot.text.translate import _, day, ngettext, number, shown
from games.catalog import GAMES
from games.engine.core.errors import N_, must_find
from storage.standing.boards import Measure, Placed, Season, asked_of
from storage.standing.records import PlayedFor, hand_of

PERIODS: Mapping[str, tuple[str, int | None]] = {
    "today": (N_("Today"), 1),
    "week": (N_("The last 7 days"), 7),
    "month": (N_("The last 30 days"), 30),
    "all": (N_("All time"), None),
}
"""The periods of a record, each with its label and its number of days including today (None: no limit)."""
ALL_GAMES = "all"
FOR: Mapping[PlayedFor, str] = {
    "coins": N_("For {currency}"),
    "house": N_("For {currency}, with house players"),
    "practice": N_("For practice"),
    "chips": N_("At tournaments"),
}


def since(period: str, today: int) -> int:
    """Return the first day of a period that ends today; 0 if the period has no limit."""
    days = PERIODS[period][1]
    return 0 if days is None else today - days + 1


MEASURES: Mapping[Measure, str] = {
    # Translators: what counts on a board: won less lost.
    "net": N_("Net"),
    "won": N_("Hands won"),
    "best": N_("Best hand"),
    "courts": N_("Courts of Knights"),
}
NET, SEASON, PURSE, POINTS = "net", "season", "purse", "points"
WAYS: Mapping[str, str] = {
    **dict(MEASURES.items()),
    PURSE: N_("Fullest wallet"),
    # Translators: what counts on a board: points that last from game to game.
    POINTS: N_("Points"),
    SEASON: N_("The season"),
}
"""All rankings of a server, with their labels."""
BOARD_PERIODS: Mapping[str, str] = {
    **{key: words for key, (words, _days) in PERIODS.items()},
    SEASON: WAYS[SEASON],
}
"""The periods of a board."""
BOARD_ROWS = 15


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """A query for a board: its measure, its game (or `ALL_GAMES`), and its period."""

    by: Measure
    game: str
    period: str


@dataclass(frozen=True, slots=True)
class BoardNamed(Argument):
    """The argument of a custom_id that names a board; `by` may be any key of `WAYS`."""

    shape = rf"([a-z]+)_([a-z_]+?)(?:_({'|'.join(BOARD_PERIODS)}))?"
    by: str
    game: str
    period: str | None = None


def board_screen(
    query: BoardQuery,
    placed: Sequence[Placed],
    currency: str,
    season: Season | None = None,
    own: Sequence[str] = (),
    reader: int = 0,
) -> Screen:
    """Return a board; equal values share a place. `own` are lines about the reader's place."""
    argument = BoardNamed(query.by, query.game, query.period)
    days = {key: _(words) for key, words in BOARD_PERIODS.items()}
    selects = [_ways(argument), one_of(table_id(0, "board", argument), _("Which days"), days, query.period)]
    if query.by != "courts":
        games = {ALL_GAMES: _("All games")} if query.by != "best" else {}
        games |= {key: _(game.title) for key, game in GAMES.items()}
        selects.insert(1, one_of(table_id(0, "board_game", argument), _("Which game"), games, query.game))
    return Screen((*_parts(query, placed, currency, season, reader), *map(Text, own), *selects))


def purses_screen(richest: Sequence[Placed], currency: str, reader: int = 0) -> Screen:
    """Return the ranking of the fullest wallets."""
    format_amount = partial(amount, currency=currency)
    board = ranking(_("The fullest wallets"), richest, format_amount, _("Nobody is on it yet."), reader)
    return Screen((*board.parts, _ways(BoardNamed(PURSE, ALL_GAMES))))


def points_screen(game: str, placed: Sequence[Placed], reader: int = 0) -> Screen:
    """Return the ranking of a game's lasting points, with a button for prizes if there are any."""
    lasting = {key: face.lasting for key, face in FACES.items() if face.lasting is not None}
    board = ranking(_(lasting[game].title), placed, points_of, _(lasting[game].nobody), reader)
    argument = BoardNamed(POINTS, game)
    games = {key: _(GAMES[key].title) for key in lasting}
    choose = one_of(table_id(0, "board_game", argument), _("Which game"), games, game)
    prizes = (
        ActionRow((Button(_("Prizes"), table_id(0, "prizes", game)),)) if lasting[game].has_prizes else None
    )
    return Screen((*board.parts, *filter(None, [prizes]), _ways(argument), choose))


def _ways(argument: BoardNamed) -> Select:
    """Return the select of all rankings; `argument` is the current one."""
    ways = {key: _(words) for key, words in WAYS.items()}
    return one_of(table_id(0, "board_by", argument), _("What counts"), ways, argument.by)


def own_place(
    query: BoardQuery, placed: Sequence[Placed], own: Placed | None, currency: str
) -> Iterator[str]:
    """Yield the reader's place if the board does not show it; if they have none, what counts (TB-19)."""
    if own is None:
        if placed:
            yield _("You have no place on this board yet.")
        yield _("-# Only hands without house players count.")
    elif all(each.player != own.player for each in placed):
        words = _("Your place: **{place}**, with {value}")
        yield words.format(place=number(own.place), value=value_of(query.by, query.game, own, currency))


def posted_board(
    query: BoardQuery, placed: Sequence[Placed], currency: str, season: Season | None = None
) -> Screen:
    """Return a board that is kept up to date in a channel; its button shows other boards privately."""
    # Translators: a button: a board of another game or time, for the reader alone.
    others = ActionRow(
        (Button(_("Other boards"), table_id(0, "boards", BoardNamed(query.by, query.game, query.period))),)
    )
    return Screen(
        (*_parts(query, placed, currency, season), others, Text(_("-# Kept up to date, every 10 minutes")))
    )


def board_name(by: Measure, game: str) -> str:
    """Return the name of a board: its measure and its game."""
    subject = _("all games") if game == ALL_GAMES else title_of(game)
    return _(MEASURES[by]) if by == "courts" else f"{_(MEASURES[by])} · {subject}"


def ranking_of(by: Measure, game: str, placed: Sequence[Placed], currency: str, reader: int = 0) -> Text:
    """Return the rows of a board as text."""
    nobody = _("Nobody is on this board yet.")
    return ranked(placed, lambda each: value_of(by, game, each, currency), reader, nobody)


def value_of(by: Measure, game: str, placed: Placed, currency: str) -> str:
    """Return the value of a row as text, in the unit of the measure."""
    match by:
        case "net":
            return f"**+{amount(placed.value, currency)}**"
        case "won":
            words = ngettext("{count} hand won", "{count} hands won", placed.value)
            return words.format(count=number(placed.value))
        case "best":
            hand = hand_of(placed.value)
            return "" if hand is None or game not in RECORD_FACES else RECORD_FACES[game].best(hand)
        case "courts":
            words = ngettext("{count} court", "{count} courts", placed.value)
            return words.format(count=number(placed.value))
        case _:
            assert_never(by)


def _parts(
    query: BoardQuery, placed: Sequence[Placed], currency: str, season: Season | None, reader: int = 0
) -> tuple[Text, Text]:
    days, money = _(BOARD_PERIODS[query.period]), _(FOR["coins"]).format(currency=kind_of_money(currency))
    places = ranking_of(query.by, query.game, placed, currency, reader)
    if query.period == SEASON:
        if season is None:
            places = Text(_("No season has begun here yet."))
        else:
            days = _("Season {name}").format(name=shown(season.name))
    return Text(f"### {board_name(query.by, query.game)}\n-# {days} · {money}"), places


SEASONS_LISTED = 25
"""The maximum number of options of a Discord select."""
BOARDS: Mapping[str, tuple[Measure, str]] = {
    f"{by}_{game or ALL_GAMES}": (by, game or ALL_GAMES) for by, game in asked_of(GAMES)
}
"""The boards of a season, by the keys of its select: measure and game."""
CHAMPIONS = "champions"
"""The key of the select's first option: the winner of each board instead of one board."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season as a user reads it, and the seasons to choose from.

    `champions` are the first places by game. `board` is the key of the selected board, `placed` are its rows.
    """

    season: Season
    listed: tuple[Season, ...]
    champions: Mapping[str, Sequence[Placed]] = field(default_factory=dict)
    board: str = CHAMPIONS
    placed: Sequence[Placed] = ()
    reader: int = 0
    """The user who reads it."""


def season_screen(view: SeasonView, currency: str) -> Screen:
    """Return a season’s champions, or one of its boards."""
    title = _("### Season {name}").format(name=shown(view.season.name))
    if view.board == CHAMPIONS:
        # Translators: in place of a champion’s name.
        nobody = _("nobody yet") if view.season.last_day is None else _("nobody")
        lines = [
            f"{_subject(game)}: {_first(placed, currency, view.reader) or nobody}"
            for game, placed in view.champions.items()
        ]
        parts = [Text("\n".join(lines))]
    else:
        by, game = BOARDS[view.board]
        places = ranking_of(by, game, view.placed, currency, view.reader)
        parts = [Text(f"**{board_name(by, game)}**"), places]
    boards = {CHAMPIONS: _("Champions"), **{key: board_name(*board) for key, board in BOARDS.items()}}
    action = table_id(0, "season_board", view.season.id)
    selects = [
        _ways(BoardNamed(SEASON, ALL_GAMES)),
        one_of(action, _("Which board"), boards, view.board),
    ]
    if len(view.listed) > 1:
        # Options are numbered from the season in the custom_id, so a newer season shifts none of them.
        action, names = table_id(0, "season", view.listed[0].id), [each.name for each in view.listed]
        current = must_find(index for index, each in enumerate(view.listed) if each.id == view.season.id)
        selects.append(one_of(action, _("Which season"), dict(enumerate(names)), current))
    return Screen((Text(f"{title}\n-# {days_of(view.season)}"), *parts, *selects))


def begun_screen(season: Season, today: int) -> Screen:
    """Return the note that a season has begun, and what counts for it."""
    words = _(
        "Season **{name}** has begun. All of today’s hands (UTC) count, and nobody’s wallet is touched."
    )
    if season.first_day > today:
        words = _("Season **{name}** begins tomorrow (UTC), as another one ended today.")
    said = _("`/board` shows how it stands.")
    return Screen((Text(f"{words.format(name=shown(season.name))}\n{said}"),))


def end_screen(season: Season) -> Screen:
    """Return the confirmation before a season is ended."""
    words = _(
        "End the season **{name}** now? Its boards stay as they are, and its champions get their titles."
    )
    yes = Button(_("End season"), table_id(0, "season_end", str(season.id)), "danger")
    return confirm_screen(words.format(name=shown(season.name)), yes)


def days_of(season: Season) -> str:
    """Return the days of a season, in UTC."""
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
    return f"{emoji_of(game)} **{title_of(game)}**"


def _first(placed: Sequence[Placed], currency: str, reader: int) -> str:
    """Return the first place of a board, with its value and everybody who shares it; may be empty."""
    first = [each for each in placed if each.place == 1]
    if not first:
        return ""
    names = listed([_("you") if each.player == reader else person(each.player) for each in first])
    return item(names, value_of("net", ALL_GAMES, first[0], currency))
