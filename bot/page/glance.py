"""Short texts on tables and tournaments for one reader: whose turn it is, the clock, the price."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from bot.front.render import scene_for
from bot.screens.catalog import FACES
from bot.screens.core.naming import amount, listed_few, stake
from bot.screens.core.table_blocks import plain
from bot.screens.table.scenes import Scene, hosts
from bot.screens.table.turn import Clock, turn_clocks
from bot.screens.tournament.announcements import thread_name
from bot.tavern.table.table_state import TableState
from bot.tavern.tournament.tournament_service import TournamentState
from bot.text.translate import _, isolated, ngettext, number
from games.engine.core.errors import N_
from games.engine.table.table import TableSeat
from games.tournament.model import Entrant
from games.tournament.placing import standings


@dataclass(frozen=True, slots=True)
class TableGlance:
    """A table in a list: a title and a line, and the reader's clock if it is their turn."""

    state: TableState
    title: str
    line: str
    is_turn: bool = False
    clock: Clock | None = None


def own_seat(state: TableState, player: int) -> TableSeat[object] | None:
    """Return a player's seat at a table; None if they have none."""
    return next((each for each in state.table.present if each.player == player), None)


def is_invited(state: TableState, player: int) -> bool:
    """Return True if a user is invited to a table and has not sat down yet."""
    terms = state.table.terms
    has_invitation = player in terms.invited and player != terms.host
    is_open = state.table.phase == "lobby" or (terms.hands_max is None and state.table.phase != "closed")
    return has_invitation and is_open and own_seat(state, player) is None


def mine(state: TableState, player: int, emojis: Mapping[str, str]) -> TableGlance:
    """Return one of the reader's tables, with its question to the reader, or whose turn it is."""
    scene = scene_for(state, player, emojis)
    clocks, view = turn_clocks(scene), scene.view
    own = next((each for each in view.questions if each.seat == view.viewer), None)
    title = _(state.game.title)
    if (tournament := state.tournament_view) is not None:
        title = thread_name(tournament, state.id)
    if own is not None and not view.is_paused and not view.is_resting:
        question = scene.face.asks(view, own)
        # Translators: {asks}: what is asked, such as “Keep it, or throw again?”
        words = _("Your turn: {asks}").format(asks=f"{question[:1].lower()}{question[1:]}")
        return TableGlance(state, title, words, True, clocks.get(own.seat))
    return TableGlance(state, title, _state_line(scene))


def _state_line(scene: Scene) -> str:
    view = scene.view
    if view.phase == "lobby":
        count = len(view.present)
        if count == 1:
            return _("Nobody else has come yet")
        if count >= view.terms.seats_needed(scene.game.seats) and hosts(scene):
            words = ngettext("{count} seated: you can begin", "{count} seated: you can begin", count)
        else:
            words = ngettext("{count} seated, not begun yet", "{count} seated, not begun yet", count)
        return words.format(count=count)
    if view.is_paused:
        return _("Paused")
    if scene.tournament is not None and scene.tournament.waits:
        return scene.tournament.waits.rstrip(".")
    names = [view.place(each.seat).name for each in view.questions]
    if view.is_resting or not names:
        return _("Between hands")
    # Translators: it is the turn of these.
    return _("{names} to play").format(names=listed_few([isolated(each) for each in names]))


def seats_free(state: TableState) -> int:
    """Return the number of free seats."""
    return max(0, max(state.game.seats) - len(state.table.present))


def host_name(state: TableState) -> str:
    """Return the host's name; empty if the host has left."""
    return next((each.name for each in state.table.seats if each.player == state.table.terms.host), "")


def can_join(state: TableState, player: int) -> bool:
    """Return True if the reader may sit down now."""
    terms = state.table.terms
    is_allowed = not terms.invited or player in terms.invited
    is_for_guests = terms.tournament is None and terms.hands_max is None
    return is_allowed and is_for_guests and state.view(None).is_admitting and own_seat(state, player) is None


def price(state: TableState) -> str:
    """Return the price of a seat as text; empty if it is free."""
    table = state.table
    cost = state.game.price(table.rules, table.terms.buy_in)
    return plain(stake(cost, state.settings.currency, table.money)) if cost else ""


def stakes(state: TableState) -> str:
    """Return as text what a table is played for, the number of its hand, and the seats free to anybody."""
    texts = [price(state) or _("for nothing")]
    if state.table.money == "practice":
        texts = [_("for practice")]
    if state.table.hands:
        texts.append(
            FACES[state.game.key].reword(N_("hand {number}")).format(number=number(state.table.hands))
        )
    if state.table.terms.tournament is None:
        free = seats_free(state)
        words = ngettext("{count} seat free", "{count} seats free", free)
        texts.append(words.format(count=free) if free else _("full"))
    return " · ".join(texts)


# ---- tournaments


def entrant(state: TournamentState, player: int) -> Entrant | None:
    """Return a player's entry in a tournament; None if they have not entered."""
    return next((each for each in state.tournament.entrants if each.player == player), None)


def is_waiting(state: TournamentState, player: int) -> bool:
    """Return True if a player is on the waiting list."""
    return any(each.player == player for each in state.tournament.waiting)


def place_of(state: TournamentState, player: int) -> int:
    """Return a player's place in the standings; 0 without one."""
    return next((place for place, each in standings(state.tournament) if each.player == player), 0)


def entry_words(state: TournamentState) -> str:
    """Return the price of entry as text."""
    entry = state.tournament.terms.entry
    return plain(amount(entry, state.settings.currency)) if entry else _("free")


def entrants_words(count: int) -> str:
    """Return the number of entrants as text."""
    return ngettext("{count} has joined", "{count} have joined", count).format(count=count)


def tournament_words(state: TournamentState, player: int) -> Iterator[str]:
    """Yield short facts about an open or running tournament, and about the player in it."""
    tournament = state.tournament
    own = entrant(state, player)
    if tournament.phase == "running":
        left = sum(each.standing == "in" for each in tournament.entrants)
        if tournament.terms.goal is None:
            yield _("level {number}").format(number=number(tournament.level))
        if own is not None and own.standing == "in":
            words = _("you’re {place} of {count}")
            yield words.format(place=ordinal(place_of(state, player)), count=number(left))
        elif own is not None:
            yield _("you’re out")
        else:
            yield _("{left} of {all} still in").format(left=left, all=len(tournament.entrants))
        return
    yield _(state.game.title)
    if own is not None:
        yield _("you’ve joined")
    elif is_waiting(state, player):
        yield _("you’re on the waiting list")
    else:
        yield entrants_words(len(tournament.entrants))


def ordinal(place: int) -> str:
    """Return a place as an ordinal number: 1st, 2nd, 3rd."""
    if place % 100 in (11, 12, 13):
        return _("{place}th").format(place=place)
    words = {1: _("{place}st"), 2: _("{place}nd"), 3: _("{place}rd")}
    return words.get(place % 10, _("{place}th")).format(place=place)


def players_of(states: Collection[TableState], player: int) -> list[TableState]:
    """Return the tables at which a player sits."""
    return [each for each in states if own_seat(each, player) is not None and each.table.phase != "closed"]
