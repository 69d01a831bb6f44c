"""A table's current state, and the limits on open tables, so that nobody uses up a server's tables (F-55).

Each person has separate limits for ordinary tables, quick throws and challenges. All open tables count
towards the server's limit. Outside of servers only the personal limits apply, and nobody plays for coins.

A table's cards have the server's own names if its house rules say so and coins are at stake (KH-13).
Tournaments, practice, lessons and the deal of the day use the official deck.

Learners get hints only if that disadvantages nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.tavern.posting_service import PostingState
from bot.tavern.table.actions import Actor, OnlyInServer
from bot.tavern.tournament.tournament_tables import TournamentView, view_tournament
from games.catalog import GAMES
from games.engine.core.errors import N_, UserError, ensure, ngettext_noop
from games.engine.core.game import Seat
from games.engine.table.refusals import TableClosed
from games.engine.table.table import AnyTable, Terms
from games.engine.table.views import TableView, views
from storage.db.transaction import Transaction
from storage.errors import Refused
from storage.people import server_settings
from storage.people.preferences import Preferences
from storage.people.server_settings import OwnCard, ServerSettings
from storage.play import postings, tables
from storage.play.tables import StoredTable, Tables, ThreadState
from storage.play.turn_calls import TurnCall
from storage.standing import records
from storage.standing.titles import Earned
from storage.tournaments.tournaments import StoredTournament

OPEN_TABLES_MAX = 50
"""The maximum number of open tables in a server."""
HOSTED_MAX = max(4, len(GAMES))
"""The maximum number of open tables that one person may host: one of each game, but at least four.

Quick throws and challenges don't count.
"""
THROWS_MAX = 3
"""The maximum number of quick throws that one person may have open at a time."""
CHALLENGES_MAX = 6
"""The maximum number of challenges that one person may make within an hour."""
SLOW_OPEN_MAX, SLOW_HOSTED_MAX, SLOW_SEATS_MAX = 100, 4, 12
"""The maximum numbers of slow tables in a server, of a host's, and of a person's seats at them (TB-28)."""
HOUR_SECONDS = 3600
RULE = "deck"
"""The house rule for the server's own card names, in games that have it."""


@dataclass(frozen=True)
class TableState(PostingState[StoredTable]):
    """A table's current state."""

    tournament: StoredTournament | None = None
    preferences: Mapping[int, Preferences] = field(default_factory=dict)
    """The preferences of the players at the table who have changed any."""
    learners: frozenset[int] = frozenset()
    """The players who get hints now."""
    own_cards: Mapping[str, OwnCard] = field(default_factory=dict)
    """The cards with the server's own names in the hand that is shown."""
    calls: tuple[TurnCall, ...] = ()
    """The pings of current turns, and those of past turns whose message must be deleted (TB-8)."""
    titles: tuple[Earned, ...] = ()
    """The titles earned in the last hand, or at a closed table in the whole session (TB-21)."""

    @cached_property
    def table(self) -> AnyTable:
        """The table itself."""
        return self.stored.table

    @cached_property
    def view(self) -> Callable[[Seat | None], TableView[Any]]:
        """The table as a viewer may see it, cached, since one press shows it to several viewers."""
        return views(self.table, self.game)

    @cached_property
    def tournament_view(self) -> TournamentView | None:
        """The public view of the tournament that owns this table."""
        return None if self.tournament is None else view_tournament(self.tournament, self.game)

    def preferences_of(self, player: int) -> Preferences:
        """Return a player's preferences."""
        return self.preferences.get(player, Preferences())

    def is_broke(self, player: int) -> bool:
        """Return True if the player has just lost all that they brought to this table; not at tournaments."""
        table, hand = self.table, self.table.hand
        seat = next((each for each in table.seats if each.player == player), None)
        if seat is None or not table.hands or table.money == "chips":
            return False
        if seat.stack or not self.game.price(table.rules, table.terms.buy_in):
            return False
        is_in_hand = hand is not None and seat.seat in hand.seats
        return seat.home == 0 if seat.standing == "gone" else not is_in_hand


def words_of(tx: Transaction, server: int, table: AnyTable, hand: int | None = None) -> Mapping[str, OwnCard]:
    """Return the server's own cards as they were when a hand, by default the last one, began."""
    is_own = getattr(table.rules, RULE, "official") == "own"
    if not is_own or table.money != "coins" or table.terms.tournament is not None:
        return {}
    return server_settings.own_cards_of_hand(
        tx, server, table.game, table.id, table.hands if hand is None else hand
    )


def may_have_hints(table: AnyTable, player: int | None) -> bool:
    """Return True if the player practises here with house players only."""
    if table.money != "practice" or _people(table) != [player]:
        return False
    return not any(each.program for each in table.present)


def learners_at(tx: Transaction, stored: StoredTable) -> frozenset[int]:
    """Return the players at a table who get hints, if that disadvantages nobody else.

    It doesn't in practice games, or if a single person plays against the house.
    """
    table, people = stored.table, _people(stored.table)
    is_fair = len(people) == 1 or (people and table.money == "practice")
    return records.learners(tx, stored.id, table.game) if is_fair and table.hand else frozenset()


def _people(table: AnyTable) -> list[int]:
    """Return the people at a table; none at a tournament's table or a quick throw."""
    if table.terms.tournament is not None or table.terms.hands_max is not None:
        return []
    return [each.player for each in table.present if each.player is not None]


class NoSuchTable(UserError):
    template = N_("There’s no such table here.")


class TableRests(TableClosed):
    template = N_(
        "This table’s game isn’t here right now, so the table rests: everything on it stays as it is. "
        "A manager can close it with `/manage close`, and everyone gets their coins back."
    )
    number: int


class Repeated(UserError):
    template = N_("That’s already done.")


class Paused(UserError):
    """Raised while the table is paused because of a bug, which is logged under the error `number`."""

    template = N_(
        "Something went wrong at this table, and it’s our fault (error {number}). The table "
        "is stopped. Its host or a manager can close it, and every stake goes back."
    )
    number: str


class TooManyTables(Refused):
    template = N_("This server can’t have more open tables. Close one first.")


class ChannelFull(Refused):
    template = ngettext_noop(
        "{most} table is open in this channel, as many as the managers allow here. Sit down there, or wait "
        "until it closes.",
        "{most} tables are open in this channel, as many as the managers allow here. Sit down at one, or "
        "wait until one closes.",
        "most",
    )
    most: int


class GameOff(Refused):
    template = N_(
        "{game} isn’t played in this server: its managers choose the games, with `/manage settings`. You can "
        "play {games}."
    )
    game: str
    games: tuple[str, ...]


class TooManySlowTables(TooManyTables):
    template = N_(
        "This server has {most} slow tables, and can’t have more. Wait until one is closed, or play live."
    )
    most: int


class SlowSeatsEnough(Refused):
    template = N_(
        "You sit at {most} slow tables, here and elsewhere. Leave one first: `/hand waiting` lists them."
    )
    most: int


class OthersSeatsEnough(SlowSeatsEnough):
    template = N_("Somebody here already sits at {most} slow tables, so this one can’t become slow.")


class HostsEnough(Refused):
    template = ngettext_noop(
        "You host {most} open table already. Close it first: {tables}.",
        "You host {most} open tables already. Close one of them first: {tables}.",
        "most",
    )
    most: int
    tables: tuple[StoredTable, ...]


class ThrowsEnough(Refused):
    template = ngettext_noop(
        "You have {most} throw under way. Finish it first.",
        "You have {most} throws under way. Finish one of them first.",
        "most",
    )
    most: int


class ChallengeOpen(Refused):
    template = N_("There’s a challenge between you two already. Finish that one first.")


class ChallengedEnough(Refused):
    template = ngettext_noop(
        "That’s {most} challenge within an hour: let people catch their breath. You can challenge somebody "
        "again <t:{again_at}:R>.",
        "That’s {most} challenges within an hour: let people catch their breath. You can challenge somebody "
        "again <t:{again_at}:R>.",
        "most",
    )
    most: int
    again_at: float


class NoCoinsHere(Refused):
    template = N_("There are no coins here, only in servers that I’m in. Leave the stake out: it’s for fun.")


class OnlyThrows(Refused):
    template = N_(
        "I’m not a member here, so I can’t keep a table. Use `/play` in a direct message with me, or in a "
        "server that I’m in. Here you can use `/throw`."
    )


HOSTED = {"table": HOSTED_MAX, "slow": SLOW_HOSTED_MAX}


def require_game(settings: ServerSettings, game: str) -> None:
    """Refuse a game that the server's managers have switched off."""
    offered = server_settings.offered_games(settings.games_off, GAMES)
    if game in settings.games_off and game not in offered:
        raise GameOff(game, offered)


@dataclass(frozen=True, slots=True)
class TableSpot:
    """The channel or thread in which a new table stands, the channel above, and whose thread it is."""

    channel: int
    parent: int = 0
    thread: ThreadState = ""

    @classmethod
    def of(
        cls,
        actor: Actor,
        channel: int,
        settings: ServerSettings,
        terms: Terms,
        beside: StoredTable | None = None,
    ) -> TableSpot:
        """Return where a table stands that is opened in a channel; in the thread of the table `beside` it."""
        if beside is not None and beside.channel == channel and beside.parent:
            return cls(channel, beside.parent, "own" if beside.thread else "")
        if actor.channel != channel:
            return cls(channel)
        if actor.parent:
            return cls(channel, actor.parent)
        has_own = settings.threads and actor.lacking_for_threads() == () and _kind(terms) in HOSTED
        return cls(channel, channel, "own") if has_own else cls(channel)


def require_channel_room(
    tx: Transaction, kept: Tables, place: tuple[int, int], terms: Terms, settings: ServerSettings
) -> None:
    """Refuse a table in a channel that has, with its threads, as many as the server's managers allow."""
    server, channel = place
    most = settings.channel_tables_max
    if most and _kind(terms) in HOSTED and terms.tournament is None:
        there = (each.table.terms for each in kept.around(tx, server, channel))
        if sum(_kind(each) in HOSTED and each.tournament is None for each in there) >= most:
            raise ChannelFull(most)


def require_room(tx: Transaction, kept: Tables, server: int, terms: Terms, at: float) -> None:
    """Raise if a new table exceeds a limit of its server or host, or can't be played outside of servers."""
    if postings.is_server(server):
        _require_server_room(tx, server, terms)
    elif server == postings.ELSEWHERE and terms.hands_max is None:
        raise OnlyThrows
    elif terms.money != "practice":
        raise NoCoinsHere
    elif terms.pace.is_slow:
        raise OnlyInServer
    kind, lately = _kind(terms), kept.naming(tx, server, terms.host, since=at - HOUR_SECONDS)
    same_kind = [each for each in lately if _kind(each.table.terms) == kind]
    hosted = [each for each in same_kind if each.table.terms.host == terms.host]
    still_open = tuple(each for each in hosted if not each.is_over)
    if kind == "challenge":
        pair = set(terms.invited)
        if any(set(each.table.terms.invited) == pair for each in same_kind if not each.is_over):
            raise ChallengeOpen
        times = sorted(each.opened_at for each in hosted if each.opened_at > at - HOUR_SECONDS)
        if len(times) >= CHALLENGES_MAX:
            raise ChallengedEnough(CHALLENGES_MAX, times[-CHALLENGES_MAX] + HOUR_SECONDS)
    elif kind == "throw" and len(still_open) >= THROWS_MAX:
        raise ThrowsEnough(THROWS_MAX)
    elif kind in HOSTED and len(still_open) >= HOSTED[kind]:
        raise HostsEnough(HOSTED[kind], still_open)


def _require_server_room(tx: Transaction, server: int, terms: Terms) -> None:
    count = tables.open_count(tx, server, is_slow=terms.pace.is_slow)
    if terms.pace.is_slow:
        ensure(count < SLOW_OPEN_MAX, TooManySlowTables, SLOW_OPEN_MAX)
    elif count >= OPEN_TABLES_MAX:
        raise TooManyTables


def require_slow_room(
    tx: Transaction, kept: Tables, stored: StoredTable, after: AnyTable, player: int, at: float
) -> None:
    """Refuse a change by which a table becomes slow or stops being so, or people sit there, over a limit."""
    before = stored.table
    if _kind(before.terms) != _kind(after.terms):
        require_room(tx, kept, stored.server, after.terms, at)
    if not after.terms.pace.is_slow:
        return
    seated = before.present if before.terms.pace.is_slow else ()
    for each in {each.player for each in after.present} - {each.player for each in seated} - {None}:
        if each is not None and tables.slow_seats(tx, each) >= SLOW_SEATS_MAX:
            raise (SlowSeatsEnough if each == player else OthersSeatsEnough)(SLOW_SEATS_MAX)


def _kind(terms: Terms) -> str:
    if terms.hands_max is None:
        return "slow" if terms.pace.is_slow else "table"
    return "challenge" if len(terms.invited) > 1 else "throw"
