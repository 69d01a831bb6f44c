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
"""The settings, from no pictures to most."""
MOVING = {"hand", "places", "questions", "story"}
"""The fields of a view that a mere move changes."""
_unmoved = attrgetter(*(each.name for each in fields(TableView) if each.name not in MOVING))
"""Returns all other fields of a view."""


@dataclass(frozen=True, slots=True)
class DisplayOptions:
    """A viewer's display options: available emojis, the number of pictures, and the chosen faces."""

    emojis: Mapping[str, str]
    pictures: Pictures
    faces: Faces
    own_cards: Mapping[str, OwnCard] = field(default_factory=dict)


@dataclass(frozen=True)
class LazyScreen:
    """A screen that is drawn on first use; screens with equal `source` are equal, drawn or not."""

    draw: Callable[..., Screen]
    source: tuple[Any, ...]
    language: str

    @cached_property
    def screen(self) -> Screen:
        """The screen, drawn on first use."""
        with speaking(self.language):
            return self.draw(*self.source)

    @cached_property
    def screen_hash(self) -> int:
        """The hash of the screen, by which messages that show the same are recognised."""
        return hash(self.screen)


def scene(
    state: TableState,
    viewer: Seat | None,
    emojis: Mapping[str, str] = NO_EMOJIS,
    pictures: Pictures = "never",
    faces: Faces | None = None,
    reader: int = 0,
) -> Scene:
    """Return a table as one viewer may see it, ready for drawing; `emojis` are markup by sprite.

    `pictures` is an upper limit on the server's setting; `faces` overrides the server's setting. `reader` is
    the player for whom it is drawn, with a seat or without; 0 for what everybody sees.
    """
    tournament = state.tournament_view
    line = None if tournament is None else tournament_line(tournament, state.id)
    face, currency = FACES[state.table.game], state.settings.currency
    shown_pictures = min(pictures, state.settings.pictures, key=PICTURES.index)
    markup = emojis if (faces or state.settings.faces) == "emojis" else NO_EMOJIS
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
        markup,
        shown_pictures,
        has_hints=has_hints,
        titles=state.titles,
        games_off=state.settings.games_off,
        is_direct=state.stored.server == DIRECT,
        has_remarks=state.settings.remarks,
        own_cards=state.own_cards,
        is_broke=reader != 0 and state.is_broke(reader),
        reader=reader,
        begins_by_itself=state.table.phase == "lobby" and begins_by_itself(state.table, state.game),
    )


def replay_screen(
    replay: Replay,
    step: int,
    settings: ServerSettings,
    options: DisplayOptions,
    *,
    is_shared: bool = False,
    own: WatchedHand | None = None,
) -> Screen:
    """Return a moment of a finished hand, with its viewer's private cards or, if shared, without."""
    face, moment = FACES[replay.game.key], replay.moments[step]
    scene_of = partial(
        Scene,
        game=replay.game,
        face=face,
        currency=settings.currency,
        emojis=options.emojis if options.faces == "emojis" else NO_EMOJIS,
        pictures=min(options.pictures, settings.pictures, key=PICTURES.index),
        own_cards=options.own_cards,
        news=len(moment.events),
    )
    public, seen = replay.public(step), replay.shared(step) if is_shared else replay.own(step)
    if public.is_resting:
        before = face.stacks(replay.before)
        won = tuple(SeatAmount(each.seat, each.stack - before.get(each.seat, 0)) for each in public.places)
        public = replace(public, gains=won)
    shown_moment = ReplayMoment(
        scene_of(public), scene_of(seen), step, len(replay.moments), replay.withheld, is_shared
    )
    if own is not None:
        shown_moment = replace(shown_moment, is_kept=own.is_kept, last_hands=own.last_hands)
    return watched_screen(shown_moment)


def draw(
    state: TableState,
    emojis: Mapping[str, str] = NO_EMOJIS,
    pictures: Pictures = "never",
    *,
    has_activity: bool = False,
) -> LazyScreen:
    """Draw a table's public message."""
    with speaking(state.settings.language):
        shown = scene(state, None, emojis, pictures)
    if has_activity:
        shown = replace(shown, has_activity=True)
    return LazyScreen(table_screen, (shown,), state.settings.language)


def last_hand(state: TableState, finished_hand: FinishedHand) -> TableState:
    """Return a table's state as it was at the end of a hand."""
    end = finished_hand.end(state.game)
    hand = Hand(finished_hand.number, tuple(state.game.result(end).stacks), end, finished_hand.seals[-1])
    table = replace(state.table, hand=None, last=hand, hands=finished_hand.number)
    return replace(state, stored=replace(state.stored, table=table))


def can_wait(before: LazyScreen | None, view: TableView[Any]) -> bool:
    """Return True if the update of a message or panel to this view may be delayed.

    It may if only other players have moved: the viewer is not and was not to act, holds the same cards, and
    no hand has ended or begun.
    """
    if before is None:
        return False
    scene: Scene = before.source[0]
    was, face, viewer = scene.view, scene.face, view.viewer
    if was.viewer != viewer:
        # The viewer has sat down or left since: `before` was drawn for another seat.
        return False
    if any(each.seat == viewer for each in (*was.questions, *view.questions)):
        return False
    if viewer is not None and was.place(viewer) != view.place(viewer):
        return False
    return _unmoved(was) == _unmoved(view) and face.shows_result(was) == face.shows_result(view)


def draw_notice(
    state: TournamentState, emojis: Mapping[str, str] = NO_EMOJIS, pictures: Pictures = "never"
) -> LazyScreen:
    """Draw a tournament's notice for everybody."""
    shown_pictures = min(pictures, state.settings.pictures, key=PICTURES.index)
    markup = emojis if state.settings.faces == "emojis" else NO_EMOJIS
    return LazyScreen(_notice, (state.view, markup, shown_pictures), state.settings.language)


def _notice(view: TournamentView, emojis: Mapping[str, str], pictures: Pictures) -> Screen:
    notice = notice_screen(view, emojis)
    return notice if pictures == "never" else with_results(notice, view)


def table_link(state: TableState) -> str:
    """Return a link to a table's message, or its bare title without one.

    A tournament's table is titled as its thread.
    """
    view = state.tournament_view
    title = _(state.game.title) if view is None else shown(thread_name(view, state.id))
    url = link(state.stored)
    return f"**{title}**" if url is None else f"[{title} ↗]({url})"


def seat_of(state: TableState, player: int) -> Seat | None:
    """Return the player's seat; None if they have none."""
    return next((each.seat for each in state.table.present if each.player == player), None)


def scene_for(
    state: TableState,
    player: int,
    emojis: Mapping[str, str] = NO_EMOJIS,
    pictures: Pictures = "never",
) -> Scene:
    """Return a table as this player sees it, with their preferences; without a seat, as a spectator."""
    faces = state.preferences_of(player).faces_in(state.settings.faces)
    return scene(state, seat_of(state, player), emojis, pictures, faces, player)


def draw_moved(state: TableState) -> Screen:
    """Draw the text that replaces an older copy of a table's message."""
    with speaking(state.settings.language):
        return moved(state.stored)


def draw_moved_notice(state: TournamentState) -> Screen:
    """Draw the text that replaces an older copy of a tournament's notice."""
    with speaking(state.settings.language):
        return moved_notice(state.view)


def has_cards(state: TableState) -> bool:
    """Return True if a table's players act on their panels, which show their own cards."""
    return FACES[state.table.game].is_private


def has_news(state: TableState, player: int) -> bool:
    """Return True if a press has just revealed something that only the player's panel shows."""
    face = FACES[state.table.game]
    return face.tells_news and face.has_news(scene_for(state, player).view)


def read_board(
    tx: Transaction, server: int, query: BoardQuery, today: int
) -> tuple[list[Placed], Season | None]:
    """Read a board's rows; for a seasonal board, also the current or else the latest season, if any."""
    game = None if query.game == ALL_GAMES else query.game
    if query.period != SEASON:
        first_day = since(query.period, today)
        return boards.ranked(tx, server, query.by, game, first_day, BOARD_ROWS), None
    for season in boards.latest_seasons(tx, server, 1):
        return boards.season_standings(tx, season, query.by, game), season
    return [], None


def read_own_place(tx: Transaction, server: int, query: BoardQuery, today: int, player: int) -> Placed | None:
    """Read the rank of a user whom the board does not list; None if they have none."""
    game = None if query.game == ALL_GAMES else query.game
    if query.period != SEASON:
        return boards.place_of(tx, server, query.by, game, since(query.period, today), player)
    latest = boards.latest_seasons(tx, server, 1)
    return boards.season_place_of(tx, latest[0], query.by, game, player) if latest else None
