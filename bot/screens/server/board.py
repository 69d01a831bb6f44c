"""The boards of a server: rankings over any number of days or a season (TB-19, TB-22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import assert_never

from bot.custom_ids import Argument, table_id
from bot.screens.catalog import FACES, RECORD_FACES, emoji_of, title_of
from bot.screens.core.naming import amount, kind_of_money, listed, person, points_of, ranked, ranking
from bot.screens.core.presenter import sure
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
"""The periods of a record, each with its number of days, today among them."""
ALL_GAMES = "all"
FOR: Mapping[PlayedFor, str] = {
    "coins": N_("For {currency}"),
    "house": N_("For {currency}, with house players"),
    "practice": N_("For practice"),
    "chips": N_("At tournaments"),
}


def since(period: str, today: int) -> int:
    """Return the first day of a period that ends today."""
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
"""All rankings of a server."""
BOARD_PERIODS: Mapping[str, str] = {
    **{key: words for key, (words, _days) in PERIODS.items()},
    SEASON: WAYS[SEASON],
}
"""The periods of a board."""
BOARD_ROWS = 15


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """A board's measure, its game or all, and its days."""

    by: Measure
    game: str
    period: str


@dataclass(frozen=True, slots=True)
class BoardNamed(Argument):
    """A board as buttons and selects name it; `by` may be any ranking."""

    shape = rf"([a-z]+)_([a-z_]+?)(?:_({'|'.join(BOARD_PERIODS)}))?"
    by: str
    game: str
    period: str | None = None


def board_screen(
    asked: BoardQuery,
    placed: Sequence[Placed],
    currency: str,
    season: Season | None = None,
    own: Sequence[str] = (),
    reader: int = 0,
) -> Screen:
    """Return a ranking of a period; equal ones share a place. `own` tells the reader's place."""
    named = BoardNamed(asked.by, asked.game, asked.period)
    days = {key: _(words) for key, words in BOARD_PERIODS.items()}
    selects = [_ways(named), one_of(table_id(0, "board", named), _("Which days"), days, asked.period)]
    if asked.by != "courts":
        games = {ALL_GAMES: _("All games")} if asked.by != "best" else {}
        games |= {key: _(game.title) for key, game in GAMES.items()}
        selects.insert(1, one_of(table_id(0, "board_game", named), _("Which game"), games, asked.game))
    return Screen((*_parts(asked, placed, currency, season, reader), *map(Text, own), *selects))


def purses_screen(richest: Sequence[Placed], currency: str, reader: int = 0) -> Screen:
    """Return the fullest wallets."""
    held = partial(amount, currency=currency)
    told = ranking(_("The fullest wallets"), richest, held, _("Nobody is on it yet."), reader)
    return Screen((*told.parts, _ways(BoardNamed(PURSE, ALL_GAMES))))


def points_screen(game: str, placed: Sequence[Placed], reader: int = 0) -> Screen:
    """Return the most points of a game whose points last, and what they earn."""
    lasting = {key: face.lasting for key, face in FACES.items() if face.lasting is not None}
    told = ranking(_(lasting[game].title), placed, points_of, _(lasting[game].nobody), reader)
    named = BoardNamed(POINTS, game)
    games = {key: _(GAMES[key].title) for key in lasting}
    choose = one_of(table_id(0, "board_game", named), _("Which game"), games, game)
    prizes = (
        ActionRow((Button(_("Prizes"), table_id(0, "prizes", game)),)) if lasting[game].has_prizes else None
    )
    return Screen((*told.parts, *filter(None, [prizes]), _ways(named), choose))


def _ways(named: BoardNamed) -> Select:
    """Return the select of all rankings."""
    ways = {key: _(words) for key, words in WAYS.items()}
    return one_of(table_id(0, "board_by", named), _("What counts"), ways, named.by)


def own_place(
    asked: BoardQuery, placed: Sequence[Placed], own: Placed | None, currency: str
) -> Iterator[str]:
    """Yield the reader's place, if it is not on the board, and what does not count for it (TB-19)."""
    if own is None:
        if placed:
            yield _("You have no place on this board yet.")
        yield _("-# Only hands without house players count.")
    elif all(each.player != own.player for each in placed):
        words = _("Your place: **{place}**, with {value}")
        yield words.format(place=number(own.place), value=value_of(asked.by, asked.game, own, currency))


def posted_board(
    asked: BoardQuery, placed: Sequence[Placed], currency: str, season: Season | None = None
) -> Screen:
    """Return the same for a channel, where it is kept up to date; a press shows others privately."""
    # Translators: a button: a board of another game or time, for the reader alone.
    others = ActionRow(
        (Button(_("Other boards"), table_id(0, "boards", BoardNamed(asked.by, asked.game, asked.period))),)
    )
    return Screen(
        (*_parts(asked, placed, currency, season), others, Text(_("-# Kept up to date, every 10 minutes")))
    )


def board_name(by: Measure, game: str) -> str:
    """Return the subject of a board."""
    subject = _("all games") if game == ALL_GAMES else title_of(game)
    return _(MEASURES[by]) if by == "courts" else f"{_(MEASURES[by])} · {subject}"


def ranking_of(by: Measure, game: str, placed: Sequence[Placed], currency: str, reader: int = 0) -> Text:
    """Return the places of a board, a line each."""
    nobody = _("Nobody is on this board yet.")
    return ranked(placed, lambda each: value_of(by, game, each, currency), reader, nobody)


def value_of(by: Measure, game: str, placed: Placed, currency: str) -> str:
    """Return the value of a place."""
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
    asked: BoardQuery, placed: Sequence[Placed], currency: str, season: Season | None, reader: int = 0
) -> tuple[Text, Text]:
    days, money = _(BOARD_PERIODS[asked.period]), _(FOR["coins"]).format(currency=kind_of_money(currency))
    places = ranking_of(asked.by, asked.game, placed, currency, reader)
    if asked.period == SEASON:
        if season is None:
            places = Text(_("No season has begun here yet."))
        else:
            days = _("Season {name}").format(name=shown(season.name))
    return Text(f"### {board_name(asked.by, asked.game)}\n-# {days} · {money}"), places


SEASONS_LISTED = 25
"""The maximum number of options of a Discord select."""
BOARDS: Mapping[str, tuple[Measure, str]] = {
    f"{by}_{game or ALL_GAMES}": (by, game or ALL_GAMES) for by, game in asked_of(GAMES)
}
"""The boards of a season."""
CHAMPIONS = "champions"
"""Instead of a board: the first of each game's board."""


@dataclass(frozen=True, slots=True)
class SeasonView:
    """A season, and its neighbours; `champions` are those of each game, or of all.

    `board` is the one board that is shown instead of champions, by its key, with its places.
    """

    season: Season
    listed: tuple[Season, ...]
    champions: Mapping[str, Sequence[Placed]] = field(default_factory=dict)
    board: str = CHAMPIONS
    placed: Sequence[Placed] = ()
    reader: int = 0
    """The player who reads it."""


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
        told = [Text("\n".join(lines))]
    else:
        by, game = BOARDS[view.board]
        places = ranking_of(by, game, view.placed, currency, view.reader)
        told = [Text(f"**{board_name(by, game)}**"), places]
    boards = {CHAMPIONS: _("Champions"), **{key: board_name(*board) for key, board in BOARDS.items()}}
    action = table_id(0, "season_board", view.season.id)
    selects = [
        _ways(BoardNamed(SEASON, ALL_GAMES)),
        one_of(action, _("Which board"), boards, view.board),
    ]
    if len(view.listed) > 1:
        # Pages are counted from this season, so that one that begins meanwhile shifts none.
        action, names = table_id(0, "season", view.listed[0].id), [each.name for each in view.listed]
        now = must_find(at for at, each in enumerate(view.listed) if each.id == view.season.id)
        selects.append(one_of(action, _("Which season"), dict(enumerate(names)), now))
    return Screen((Text(f"{title}\n-# {days_of(view.season)}"), *told, *selects))


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
    """Return the question whether a season shall end."""
    words = _(
        "End the season **{name}** now? Its boards stay as they are, and its champions get their titles."
    )
    yes = Button(_("End season"), table_id(0, "season_end", str(season.id)), "danger")
    return sure(words.format(name=shown(season.name)), yes)


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
    """Return a board's first place with its value and all who share it; empty for nobody."""
    first = [each for each in placed if each.place == 1]
    if not first:
        return ""
    names = listed([_("you") if each.player == reader else person(each.player) for each in first])
    return item(names, value_of("net", ALL_GAMES, first[0], currency))
