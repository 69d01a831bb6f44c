"""Tournaments as they are kept: the director's snapshot, its plan, its tables, and how it ended.

Like a table, a tournament is written whole, with its revision, and its account holds what the
director says that it is played for.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from games.engine.fairness.chance import Seal
from games.tournament.model import Phase, Tournament, TournamentPayment
from storage import ledger, results, tournament_funds, tournament_scores
from storage.checksums import checksum, require
from storage.codec import FORMAT, Codec
from storage.errors import Differs, Overtaken, Unreadable
from storage.transaction import Transaction

DECODED_MAX = 32
"""So many tournaments are kept decoded."""
log = logging.getLogger(__name__)

OVER: tuple[Phase, ...] = ("over", "called_off")


@dataclass(frozen=True, slots=True)
class Plan:
    """What the organiser laid down beside the director's terms; `rules` are the game's, written down."""

    title: str
    organiser: int
    game: str
    rules: str
    turn_seconds: int
    starts_at: int | None = None
    """When it begins by itself; None: when the organiser says so."""


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament, and what is known of it beside the director's rules."""

    id: int
    tournament: Tournament
    plan: Plan
    seal: Seal
    tables: Mapping[int, int]
    """Our tables by the director's numbers; those that are broken stay."""
    server: int
    channel: int
    message: int | None
    revision: int
    deadline_at: float | None
    posted_at: float | None
    acted_at: float
    reminded: str

    @property
    def is_over(self) -> bool:
        """Whether it has come to an end."""
        return self.tournament.phase in OVER


@dataclass(frozen=True, slots=True)
class TablePlace:
    """Where one of our tables is shown."""

    table: int
    channel: int
    message: int | None


@dataclass(frozen=True, slots=True)
class Booked:
    """What is written with a change: who ordered it, when, and when something happens by itself next."""

    at: float
    by: int | None
    deadline_at: float | None
    reminded: str


class Tournaments:
    """The tournaments of all servers. Nothing is kept here but what could be read again."""

    def __init__(self) -> None:
        # Touched by the one thread whose transactions may keep something, and by no other.
        self._decoded: OrderedDict[int, tuple[bytes, Tournament]] = OrderedDict()

    def add(
        self,
        tx: Transaction,
        place: tuple[int, int],
        plan: Plan,
        tournament: Tournament,
        seal: Seal,
        at: float,
    ) -> StoredTournament:
        """Announce a tournament in a server's channel."""
        text = snapshots().encode(tournament)
        texts = plans().encode(plan), seals().encode(seal)
        made = tx.insert(
            "INSERT INTO tournaments (server, channel, phase, revision, shown_revision, format, announced_at,"
            " acted_at, plan, seal, snapshot) VALUES (?, ?, ?, 1, 0, ?, ?, ?, ?, ?, ?)",
            (*place, tournament.phase, FORMAT, at, at, *texts, text),
        )
        _sign(tx, made)
        self._keep(made, text.encode(), tournament)
        return StoredTournament(made, tournament, plan, seal, {}, *place, None, 1, None, None, at, "")

    def load(self, tx: Transaction, number: int) -> StoredTournament | None:
        """A tournament; `Unreadable` where this version cannot read its snapshot."""
        row = tx.one(
            f"SELECT checksum, {_SIGNED}, channel, message, revision, deadline_at,"  # noqa: S608  (our own words)
            " posted_at, acted_at, reminded FROM tournaments WHERE id = ?",
            (number,),
        )
        if row is None:
            return None
        written, _, written_format, text, plan, seal, *rest = row
        if written_format != FORMAT:
            raise Unreadable(f"tournament {number}, format {written_format}")
        require(written, f"tournament {number}", *row[1:7])
        kept = self._decoded.get(number) if tx.may_keep else None
        tournament = kept[1] if kept is not None and kept[0] == text else snapshots().decode(text)
        if tx.may_keep:
            self._keep(number, text, tournament)
        tables = dict(
            tx.all("SELECT number, table_id FROM tournament_tables WHERE tournament = ?", (number,))
        )
        return StoredTournament(number, tournament, plans().decode(plan), seals().decode(seal), tables, *rest)

    def known(self, tx: Transaction, number: int) -> StoredTournament:
        """A tournament that there has to be; `Unreadable` where there is none, too."""
        stored = self.load(tx, number)
        if stored is None:
            raise Unreadable(f"tournament {number}, which is gone")
        return stored

    def save(
        self,
        tx: Transaction,
        stored: StoredTournament,
        after: StoredTournament,
        payments: Sequence[TournamentPayment],
        booked: Booked,
    ) -> StoredTournament:
        """Write a change; `Overtaken` unless it began with the revision that is stored."""
        text = snapshots().encode(after.tournament)
        updated = tx.execute(
            "UPDATE tournaments SET revision = revision + 1, phase = ?, plan = ?, seal = ?, snapshot = ?,"
            " format = ?, deadline_at = ?, reminded = ?, acted_at = ? WHERE id = ? AND revision = ?",
            (
                after.tournament.phase,
                plans().encode(after.plan),
                seals().encode(after.seal),
                text,
                FORMAT,
                booked.deadline_at,
                booked.reminded,
                booked.at,
                stored.id,
                stored.revision,
            ),
        )
        if updated.rowcount != 1:
            raise Overtaken(stored.id)
        _name_people(tx, stored, after)
        _add_scores(tx, stored, after)
        tournament_funds.book(tx, ledger.fund(after.server, after.id), payments, booked.at, booked.by)
        tournament_funds.check(tx, ledger.fund(after.server, after.id), after.tournament)
        if after.tournament.phase == "over" and stored.tournament.phase != "over":
            results.write(tx, after.id, after.server, after.tournament)
        _sign(tx, stored.id)
        self._keep(stored.id, text.encode(), after.tournament)
        return self.known(tx, stored.id)

    def on_notice(self, tx: Transaction, server: int) -> tuple[StoredTournament, ...]:
        """A server's tournaments that are open or played, the newest first."""
        where = "settled = 0 AND phase IN ('open', 'running') AND server = ? ORDER BY id DESC"
        return self._some(tx, where, server)

    def past(
        self, tx: Transaction, server: int, limit: int, before: int | None = None
    ) -> tuple[StoredTournament, ...]:
        """A server's tournaments that were played to their end, the last first; or those before one."""
        earlier = "" if before is None else f" AND id < {int(before)}"
        return self._some(
            tx, f"phase = 'over' AND server = ?{earlier} ORDER BY id DESC LIMIT {limit}", server
        )

    def lost(self, tx: Transaction) -> tuple[int, ...]:
        """Those that are not over and cannot go on: unread, or with money that differs (F-58)."""
        rows = tx.all("SELECT id FROM tournaments WHERE phase NOT IN ('over', 'called_off')")
        return tuple(number for (number,) in rows if not self._can_go_on(tx, number))

    def _can_go_on(self, tx: Transaction, number: int) -> bool:
        try:
            stored = self.known(tx, number)
            tournament_funds.check(tx, ledger.fund(stored.server, number), stored.tournament)
        except (Unreadable, Differs) as fault:
            log.error("tournament %d is called off: %s", number, fault)  # noqa: TRY400  (told, not traced)
            return False
        phase = stored.tournament.phase
        # Where only the columns beside the snapshot are wrong, it says what they have to be.
        tx.execute(
            "UPDATE tournaments SET phase = ?, settled = 0 WHERE id = ? AND (phase <> ? OR settled <> 0)",
            (phase, number, phase),
        )
        return True

    def _some(self, tx: Transaction, where: str, server: int) -> tuple[StoredTournament, ...]:
        rows = tx.all(f"SELECT id FROM tournaments WHERE {where}", (server,))  # noqa: S608  (our own words)
        found = (self._readable_one(tx, number) for (number,) in rows)
        return tuple(each for each in found if each is not None)

    def _readable_one(self, tx: Transaction, number: int) -> StoredTournament | None:
        try:
            return self.load(tx, number)
        except Unreadable:
            return None

    def _keep(self, number: int, text: bytes, tournament: Tournament) -> None:
        self._decoded[number] = (text, tournament)
        self._decoded.move_to_end(number)
        if len(self._decoded) > DECODED_MAX:
            self._decoded.popitem(last=False)


def note_table(tx: Transaction, tournament: int, number: int, table: int) -> None:
    """Note which table of ours is the director's of that number."""
    tx.execute("INSERT INTO tournament_tables VALUES (?, ?, ?)", (tournament, number, table))


def open_numbers(tx: Transaction, tournament: int) -> set[int]:
    """The director's numbers of the tables of ours that are not closed."""
    rows = tx.all(
        "SELECT number FROM tournament_tables JOIN tables ON id = table_id"
        " WHERE tournament = ? AND phase <> 'closed'",
        (tournament,),
    )
    return {number for (number,) in rows}


def places(tx: Transaction, tournament: int) -> dict[int, TablePlace]:
    """Where the tables are that are not closed, by the director's numbers."""
    rows = tx.all(
        "SELECT number, id, channel, message FROM tournament_tables JOIN tables ON id = table_id"
        " WHERE tournament = ? AND phase <> 'closed' ORDER BY number",
        (tournament,),
    )
    return {number: TablePlace(*row) for number, *row in rows}


def number_of(tx: Transaction, table: int) -> int:
    """The director's number of one of our tables."""
    number: int = tx.value("SELECT number FROM tournament_tables WHERE table_id = ?", (table,))
    return number


def of_table(tx: Transaction, table: int) -> int | None:
    """The tournament whose table that is, or None."""
    number: int | None = tx.value("SELECT tournament FROM tournament_tables WHERE table_id = ?", (table,))
    return number


def at_tables_in(tx: Transaction, channel: int) -> int | None:
    """The tournament that has a table in this channel, or None."""
    number: int | None = tx.value(
        "SELECT tournament FROM tournament_tables JOIN tables ON id = table_id WHERE channel = ?"
        " ORDER BY tournament DESC LIMIT 1",
        (channel,),
    )
    return number


def deadlines(tx: Transaction) -> list[tuple[int, float]]:
    """The tournaments in which something happens by itself, and when."""
    rows = tx.all("SELECT id, deadline_at FROM tournaments WHERE settled = 0 AND deadline_at IS NOT NULL")
    return [(number, at) for number, at in rows]


def under_way(tx: Transaction) -> tuple[int, ...]:
    """All that are open or played, in every server."""
    rows = tx.all("SELECT id FROM tournaments WHERE settled = 0 AND phase IN ('open', 'running')")
    return tuple(number for (number,) in rows)


def set_message(tx: Transaction, number: int, channel: int, message: int, posted_at: float) -> None:
    """Note which message is a tournament's notice."""
    tx.execute(
        "UPDATE tournaments SET channel = ?, message = ?, posted_at = ? WHERE id = ?",
        (channel, message, posted_at, number),
    )


def mark_shown(tx: Transaction, shown: Mapping[int, int]) -> None:
    """Note which revision each notice shows; one that shows the end is done with."""
    rows = [(revision, number) for number, revision in shown.items()]
    tx.execute_each("UPDATE tournaments SET shown_revision = max(shown_revision, ?) WHERE id = ?", rows)
    tx.execute_each(
        "UPDATE tournaments SET settled = 1 WHERE settled = 0 AND phase IN ('over', 'called_off')"
        " AND ? >= revision AND id = ?",
        rows,
    )


def servers(tx: Transaction) -> frozenset[int]:
    """The servers in which a tournament is open or played."""
    rows = tx.all(
        "SELECT DISTINCT server FROM tournaments WHERE settled = 0 AND phase IN ('open', 'running')"
    )
    return frozenset(server for (server,) in rows)


def shown_by(tx: Transaction, server: int, channel: int, messages: Collection[int]) -> tuple[int, ...]:
    """The tournaments whose notices these messages of a channel are, but for those that ended and show it."""
    rows = tx.all(
        "SELECT id, message FROM tournaments WHERE settled = 0 AND server = ? AND channel = ?",
        (server, channel),
    )
    return tuple(number for number, message in rows if message in messages)


def behind(tx: Transaction) -> tuple[int, ...]:
    """Those whose notice shows an older revision."""
    rows = tx.all("SELECT id FROM tournaments WHERE settled = 0 AND shown_revision < revision ORDER BY id")
    return tuple(number for (number,) in rows)


def _name_people(tx: Transaction, before: StoredTournament, after: StoredTournament) -> None:
    was = {each.player for each in before.tournament.entrants if not each.is_house}
    now = {each.player for each in after.tournament.entrants if not each.is_house}
    if was != now:
        tx.execute_each(
            "INSERT INTO entrants VALUES (?, ?)", [(after.id, each) for each in sorted(now - was)]
        )
        tx.execute_each(
            "DELETE FROM entrants WHERE tournament = ? AND player = ?",
            [(after.id, each) for each in sorted(was - now)],
        )


def _add_scores(tx: Transaction, before: StoredTournament, after: StoredTournament) -> None:
    had = {each.player: each.score or 0 for each in before.tournament.entrants}
    for each in after.tournament.entrants:
        gained = (each.score or 0) - had.get(each.player, 0)
        if gained:
            tournament_scores.add(tx, after.id, each.player, gained)


_SIGNED = "id, format, CAST(snapshot AS BLOB), CAST(plan AS BLOB), CAST(seal AS BLOB), server"
"""What a checksum is over; as bytes, since what is damaged need be no text any more."""


def rewrite(tx: Transaction, number: int, plan: str, snapshot: str, seal: str) -> None:
    """Write a tournament anew although nothing happened: with somebody forgotten."""
    tx.execute(
        "UPDATE tournaments SET plan = ?, snapshot = ?, seal = ? WHERE id = ?", (plan, snapshot, seal, number)
    )
    _sign(tx, number)


def _sign(tx: Transaction, number: int) -> None:
    """Put its checksum beside what a row now says."""
    row = tx.one(f"SELECT {_SIGNED} FROM tournaments WHERE id = ?", (number,))  # noqa: S608  (our own words)
    assert row is not None
    tx.execute("UPDATE tournaments SET checksum = ? WHERE id = ?", (checksum(*row), number))


@cache
def snapshots() -> Codec[Tournament]:
    """How the director's value is written."""
    return Codec(Tournament)


@cache
def plans() -> Codec[Plan]:
    """How a plan is written."""
    return Codec(Plan)


@cache
def seals() -> Codec[Seal]:
    """How the seal of its lots is written."""
    return Codec(Seal)
