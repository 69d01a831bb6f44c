"""Tables, tournaments and boards as screens, redacted for their viewer, in the server's language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from operator import attrgetter
from typing import Any

from bot.screens.catalog import FACES
from bot.screens.core.presenter import link, moved
from bot.screens.core.screen import NO_EMOJIS, Screen
from bot.screens.server.board import ALL_GAMES, BOARD_ROWS, SEASON, BoardQuery, since
from bot.screens.table.message import table_screen
from bot.screens.table.replay import ReplayMoment, watched_screen
from bot.screens.table.scenes import Scene
from bot.screens.tournament.announcements import thread_name
from bot.screens.tournament.notice import moved_notice, notice_screen
from bot.screens.tournament.summary import tournament_line, with_results
from bot.tavern.deadlines import begins_by_itself
from bot.tavern.table.finished_hands import WatchedHand
from bot.tavern.table.table_state import TableState, may_have_hints
from bot.tavern.tournament.tournament_service import TournamentState
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import _, shown, speaking
from games.engine.core.game import Seat, SeatAmount
from games.engine.table.table import Hand
from games.engine.table.views import TableView
from games.tools.replay import FinishedHand, Replay
from storage.db.transaction import Transaction
from storage.people.server_settings import Faces, OwnCard, Pictures, ServerSettings
from storage.play.postings import DIRECT
from storage.standing import boards
from storage.standing.boards import Placed, Season

PICTURES: tuple[Pictures, ...] = ("never", "moments", "always")
"""From none to most."""
MOVING = {"hand", "places", "questions", "story"}
_standing = attrgetter(*(each.name for each in fields(TableView) if each.name not in MOVING))
"""The fields of a view that a mere move doesn't change."""


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """A viewer's display options: available emojis, the number of pictures, and the chosen faces."""

    emojis: Mapping[str, str]
    pictures: Pictures
    faces: Faces
    own_cards: Mapping[str, OwnCard] = field(default_factory=dict)


@dataclass(frozen=True)
class LazyScreen:
    """A screen that is drawn on first use; two with equal `source` are equal, drawn or not."""

    draw: Callable[..., Screen]
    source: tuple[Any, ...]
    language: str

    @cached_property
    def screen(self) -> Screen:
        """The screen, drawn on first use."""
        with speaking(self.language):
            return self.draw(*self.source)


def scene(
    state: TableState,
    viewer: Seat | None,
    emojis: Mapping[str, str] = NO_EMOJIS,
    pictures: Pictures = "never",
    faces: Faces | None = None,
) -> Scene:
    """Return a table as one viewer may see it, ready for drawing; `emojis` are markup by sprite.

    `pictures` is an upper limit on the server's setting; without `faces`, the server's apply.
    """
    tournament = state.tournament_view
    line = None if tournament is None else tournament_line(tournament, state.id)
    face, currency = FACES[state.table.game], state.settings.currency
    wanted = min(pictures, state.settings.pictures, key=PICTURES.index)
    there = emojis if (faces or state.settings.faces) == "emojis" else NO_EMOJIS
    view, deadline_at = state.view(viewer), state.stored.due_at
    player = None if viewer is None else state.table.seated(viewer).player
    has_hints = player is not None and may_have_hints(state.table, player)
    return Scene(
        view,
        state.game,
        face,
        currency,
        deadline_at,
        line,
        there,
        wanted,
        has_hints=has_hints,
        titles=state.titles,
        is_direct=state.stored.server == DIRECT,
        has_remarks=state.settings.remarks,
        own_cards=state.own_cards,
        begins_by_itself=state.table.phase == "lobby" and begins_by_itself(state.table, state.game),
    )


def watched(
    again: Replay,
    step: int,
    settings: ServerSettings,
    looks: DisplayOptions,
    *,
    is_shared: bool = False,
    own: WatchedHand | None = None,
) -> Screen:
    """Return a moment of a finished hand, with its viewer's private cards or as everybody may see it."""
    face, moment = FACES[again.game.key], again.moments[step]
    drawn = partial(
        Scene,
        game=again.game,
        face=face,
        currency=settings.currency,
        emojis=looks.emojis if looks.faces == "emojis" else NO_EMOJIS,
        pictures=min(looks.pictures, settings.pictures, key=PICTURES.index),
        own_cards=looks.own_cards,
        news=len(moment.events),
    )
    public, seen = again.public(step), again.shared(step) if is_shared else again.own(step)
    if public.is_resting:
        before = face.stacks(again.before)
        won = tuple(SeatAmount(each.seat, each.stack - before.get(each.seat, 0)) for each in public.places)
        public = replace(public, gains=won)
    told = ReplayMoment(drawn(public), drawn(seen), step, len(again.moments), again.withheld, is_shared)
    if own is not None:
        told = replace(told, is_kept=own.is_kept, last_hands=own.last_hands)
    return watched_screen(told)


def draw(
    state: TableState,
    emojis: Mapping[str, str] = NO_EMOJIS,
    pictures: Pictures = "never",
    *,
    has_activity: bool = False,
) -> LazyScreen:
    """Draw a table's public message."""
    with speaking(state.settings.language):
        shown = replace(scene(state, None, emojis, pictures), has_activity=has_activity)
    return LazyScreen(table_screen, (shown,), state.settings.language)


def last_hand(state: TableState, over: FinishedHand) -> TableState:
    """Return a table's state as it was at the end of a hand."""
    end = over.end(state.game)
    hand = Hand(over.number, tuple(state.game.result(end).stacks), end, over.seals[-1])
    table = replace(state.table, hand=None, last=hand, hands=over.number)
    return replace(state, stored=replace(state.stored, table=table))


def can_wait(before: LazyScreen | None, view: TableView[Any]) -> bool:
    """Return True if the viewer of a message or panel can be shown this view a little later.

    That is so if other players have moved and nothing else has changed: the viewer is not and was not to act,
    holds the same cards, and no hand has ended or begun.
    """
    if before is None:
        return False
    scene: Scene = before.source[0]
    was, face, viewer = scene.view, scene.face, view.viewer
    if was.viewer != viewer:
        # `before` was drawn for another viewer: who has sat down since has no seat in that view.
        return False
    if any(each.seat == viewer for each in (*was.questions, *view.questions)):
        return False
    if viewer is not None and was.place(viewer) != view.place(viewer):
        return False
    return _standing(was) == _standing(view) and face.is_told(was) == face.is_told(view)


def draw_notice(
    state: TournamentState, emojis: Mapping[str, str] = NO_EMOJIS, pictures: Pictures = "never"
) -> LazyScreen:
    """A tournament's notice for everybody."""
    wanted = min(pictures, state.settings.pictures, key=PICTURES.index)
    there = emojis if state.settings.faces == "emojis" else NO_EMOJIS
    return LazyScreen(_notice, (state.view, there, wanted), state.settings.language)


def _notice(view: TournamentView, emojis: Mapping[str, str], pictures: Pictures) -> Screen:
    notice = notice_screen(view, emojis)
    return notice if pictures == "never" else with_results(notice, view)


def table_link(state: TableState) -> str:
    """Return a link to a table's message, or its bare title without one.

    A tournament's table is titled as its thread.
    """
    view = state.tournament_view
    title = _(state.game.title) if view is None else shown(thread_name(view, state.id))
    where = link(state.stored)
    return f"**{title}**" if where is None else f"[{title} ↗]({where})"


def seat_of(state: TableState, player: int) -> Seat | None:
    """Return the user's seat, or None."""
    return next((each.seat for each in state.table.present if each.player == player), None)


def scene_for(
    state: TableState,
    player: int,
    emojis: Mapping[str, str] = NO_EMOJIS,
    pictures: Pictures = "never",
) -> Scene:
    """Return a table as this player sees it, with their faces, or as a spectator if they have no seat."""
    faces = state.preferences_of(player).faces_in(state.settings.faces)
    seen = scene(state, seat_of(state, player), emojis, pictures, faces)
    return replace(seen, is_broke=state.is_broke(player), reader=player)


def draw_moved(state: TableState) -> Screen:
    """Draw the text that replaces an older copy of a table's message."""
    with speaking(state.settings.language):
        return moved(state.stored)


def draw_moved_notice(state: TournamentState) -> Screen:
    """Draw the text that replaces an older copy of a tournament's notice."""
    with speaking(state.settings.language):
        return moved_notice(state.view)


def has_cards(state: TableState) -> bool:
    """Return True if a table's players answer on their panels, beside their own cards."""
    return FACES[state.table.game].is_private


def has_news(state: TableState, player: int) -> bool:
    """Return True if a press has just revealed something that only the player's panel shows."""
    face = FACES[state.table.game]
    return face.tells_news and face.has_news(scene_for(state, player).view)


def read_board(
    tx: Transaction, server: int, asked: BoardQuery, today: int
) -> tuple[list[Placed], Season | None]:
    """Read a board's rows and its season: the current one, or else the latest, if there was any."""
    game = None if asked.game == ALL_GAMES else asked.game
    if asked.period != SEASON:
        first_day = since(asked.period, today)
        return boards.ranked(tx, server, asked.by, game, first_day, BOARD_ROWS), None
    for season in boards.latest_seasons(tx, server, 1):
        return boards.season_standings(tx, season, asked.by, game), season
    return [], None


def read_own_place(tx: Transaction, server: int, asked: BoardQuery, today: int, player: int) -> Placed | None:
    """Read the rank of a user whom the board does not list; None if they have none."""
    game = None if asked.game == ALL_GAMES else asked.game
    if asked.period != SEASON:
        return boards.place_of(tx, server, asked.by, game, since(asked.period, today), player)
    latest = boards.latest_seasons(tx, server, 1)
    return boards.season_place_of(tx, latest[0], asked.by, game, player) if latest else None
