"""Stored tournaments: the director's snapshot, the plan, the tables, and how they ended.

Like a table, a tournament is written whole, with its revision, and its account holds what the
director says. What organisers did at it is kept with who and why, for its notice and for the audit (TN-19).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from sqlite3 import Row
from typing import Literal, TypeAlias

from games.engine.core.errors import ensure
from games.engine.provable_chance import Seal
from games.tournament import orders
from games.tournament.model import Tournament, TournamentPayment
from storage.books import audit_lines, ledger, private_notes
from storage.books.ledger import Account, Reason, TransferInfo
from storage.db.codec import FORMAT, Codec, checksum, require
from storage.db.retention import SILENCED, UNNAMED, PersonalColumns
from storage.db.transaction import Fields, Transaction
from storage.errors import Differs, GameMissing, Overtaken, Unreadable
from storage.play.postings import OPEN_OR_CLOSED, TOURNAMENTS, Posting, Postings, facts
from storage.standing import titles
from storage.tournaments import results, role_prizes
from storage.tournaments.role_prizes import RolePrize

TEXTS = "CAST(snapshot AS BLOB) AS snapshot, CAST(plan AS BLOB) AS plan, CAST(seal AS BLOB) AS seal"
"""Columns as bytes, since damage may have left bytes that are not text."""
SIGNED = ("id", "format", "snapshot", "plan", "seal", "server")
"""The columns of the checksum."""
ActKind: TypeAlias = Literal[
    "started",
    "paused",
    "resumed",
    "added",
    "invited",
    "removed",
    "restored",
    "filled_up",
    "called_off",
    "edited",
    "dealt",
    "chips",
    "moved",
    "struck",
    "counted",
]


@dataclass(frozen=True, slots=True)
class Plan:
    """The organiser's choices beside the director's terms; `rules` are the game's, as JSON."""

    title: str
    organiser: int
    game: str
    rules: str
    turn_seconds: int
    starts_at: int | None = None
    """The automatic start, in unix seconds; None: the organiser starts it."""
    keeps_hour: bool = False
    """True if it begins at that hour although the bot was away in between (TN-41)."""
    text: str = ""
    """The organiser's description, in their own words."""
    call_role: int = 0
    """The role that is called for it (TN-49); 0: none."""
    roles: tuple[RolePrize, ...] = ()
    """The roles that are prizes (TN-53)."""

    def put_off(self, seconds: int, at: float) -> Plan:
        """The plan after the bot was away for so long, and is back now."""
        if self.starts_at is None or (self.keeps_hour and self.starts_at > at):
            return self
        return replace(self, starts_at=self.starts_at + seconds)


SNAPSHOTS = Codec[Tournament](Tournament)
PLANS = Codec[Plan](Plan)
SEALS = Codec[Seal](Seal)


@dataclass(frozen=True, slots=True)
class StoredTournament(Posting):
    """A tournament, its plan, and where it is shown."""

    over = TOURNAMENTS.over

    tournament: Tournament
    plan: Plan
    seal: Seal
    tables: Mapping[int, int]
    """Our tables by the director's numbers, broken ones too."""
    reminded: str

    @property
    def phase(self) -> str:
        """The director's own."""
        return self.tournament.phase


@dataclass(frozen=True, slots=True)
class TablePlace:
    """The place of one of our tables' messages."""

    table: int
    channel: int
    message: int | None


@dataclass(frozen=True, slots=True)
class Booked:
    """The data stored with a change: who ordered it, when, and the next deadline."""

    at: float
    by: int | None
    deadline_at: float | None


class Tournaments(Postings[StoredTournament, StoredTournament]):
    """The tournaments of all servers.

    Each press at one of its tables asks for a tournament: it is read whole only if it is another than before,
    by its checksum and its tables.
    """

    rows = TOURNAMENTS
    columns = (
        "checksum, reminded, (SELECT count(*) || ' ' || coalesce(max(table_id), 0) FROM tournament_tables"
        " WHERE tournament = id) AS tables"
    )
    decoded_max = 32

    def __init__(self, games: Collection[str] | None = None) -> None:
        """Keep to these games, by their keys: tournaments of others rest. None for all."""
        super().__init__()
        self._games = games

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
        server, channel = place
        row: Fields = {
            "server": server,
            "channel": channel,
            "phase": tournament.phase,
            "revision": 1,
            "shown_revision": 0,
            "format": FORMAT,
            "announced_at": at,
            "acted_at": at,
            "plan": PLANS.encode(plan),
            "seal": SEALS.encode(seal),
            "snapshot": SNAPSHOTS.encode(tournament),
        }
        made = tx.insert("tournaments", row)
        _sign(tx, made)
        return self.known(tx, made)

    def save(
        self,
        tx: Transaction,
        stored: StoredTournament,
        after: StoredTournament,
        payments: Sequence[TournamentPayment],
        booked: Booked,
    ) -> StoredTournament:
        """Write a change; `Overtaken` unless it began with the stored revision."""
        updated = tx.execute(
            "UPDATE tournaments SET revision = revision + 1, phase = :phase, plan = :plan, seal = :seal,"
            " snapshot = :snapshot, format = :format, deadline_at = :deadline_at, reminded = :reminded,"
            " acted_at = :acted_at WHERE id = :id AND revision = :revision",
            {
                "phase": after.tournament.phase,
                "plan": PLANS.encode(after.plan),
                "seal": SEALS.encode(after.seal),
                "snapshot": SNAPSHOTS.encode(after.tournament),
                "format": FORMAT,
                "deadline_at": booked.deadline_at,
                "reminded": after.reminded,
                "acted_at": booked.at,
                "id": stored.id,
                "revision": stored.revision,
            },
        )
        if updated.rowcount != 1:
            raise Overtaken(stored.id)
        tx.notify(f"{TOURNAMENTS.name} {stored.id} {stored.server}")
        _name_people(tx, stored, after)
        _add_scores(tx, stored, after)
        _book(tx, ledger.fund(after.server, after.id), payments, booked)
        self.check_money(tx, after)
        if after.tournament.phase == "over" and stored.tournament.phase != "over":
            results.write(tx, after.id, after.server, after.tournament)
            titles.earn_at_tournament(tx, after.id, booked.at)
            won = role_prizes.winners(after.plan.roles, after.tournament)
            role_prizes.add(tx, after.server, after.id, won, booked.at)
        _sign(tx, stored.id)
        row = tx.one(f"{self._select} WHERE id = ?", (stored.id,))
        self._keep(tx, stored.id, _print(row), replace(after, tables=_tables(tx, stored.id)))
        return self._stored(tx, row)

    def on_notice(self, tx: Transaction, server: int) -> tuple[StoredTournament, ...]:
        """A server's open and running tournaments, newest first."""
        return self._readable(tx, f"{TOURNAMENTS.is_open} AND server = ? ORDER BY id DESC", (server,))

    def entered(self, tx: Transaction, player: int, server: int | None) -> tuple[StoredTournament, ...]:
        """The open and running tournaments that somebody has entered, in a server or in all; newest first."""
        named = "id IN (SELECT tournament FROM entrants WHERE player = ?)"
        where = f"{TOURNAMENTS.is_open} AND {named} AND server = coalesce(?, server) ORDER BY id DESC"
        return self._readable(tx, where, (player, server))

    def past(
        self, tx: Transaction, server: int, limit: int, before: int | None = None
    ) -> tuple[StoredTournament, ...]:
        """A server's finished tournaments, latest first, or those before one."""
        earlier = "" if before is None else f" AND id < {int(before)}"
        which = f"phase = 'over' AND server = ?{earlier} ORDER BY id DESC LIMIT {limit}"
        return self._readable(tx, which, (server,))

    def check_money(self, tx: Transaction, stored: StoredTournament) -> None:
        """Raise `Differs` unless a tournament's account holds what its director says."""
        held = ledger.balance(tx, ledger.fund(stored.server, stored.id))
        there = 0 if stored.is_over else stored.tournament.held
        ensure(held == there, Differs, f"tournament {stored.id}", held, there)

    def _stored(self, tx: Transaction, row: Row) -> StoredTournament:
        whole = partial(_whole, tx, row)
        # Rows of an old version have no checksum.
        stored = whole() if row["checksum"] is None else self._read(tx, row["id"], _print(row), whole)
        if self._games is not None and stored.plan.game not in self._games:
            raise GameMissing(f"tournament {row['id']}, game {stored.plan.game}")
        return replace(stored, **facts(row), reminded=row["reminded"])


def _print(row: Row) -> bytes:
    """Return the bytes by which the cache recognises an unchanged tournament."""
    printed: bytes = row["checksum"] + row["tables"].encode()
    return printed


def _whole(tx: Transaction, row: Row) -> StoredTournament:
    """A tournament as it is stored, snapshot and all."""
    number = row["id"]
    texts = tx.one(f"SELECT id, format, server, checksum, {TEXTS} FROM tournaments WHERE id = ?", (number,))  # noqa: S608  (ours)
    if texts["format"] != FORMAT:
        raise Unreadable(f"tournament {number}, format {texts['format']}")
    require(texts["checksum"], f"tournament {number}", *(texts[name] for name in SIGNED))
    return StoredTournament(
        **facts(row),
        tournament=SNAPSHOTS.decode(texts["snapshot"]),
        plan=PLANS.decode(texts["plan"]),
        seal=SEALS.decode(texts["seal"]),
        tables=_tables(tx, number),
        reminded=row["reminded"],
    )


def _tables(tx: Transaction, tournament: int) -> dict[int, int]:
    rows = tx.all("SELECT number, table_id FROM tournament_tables WHERE tournament = ?", (tournament,))
    return {each["number"]: each["table_id"] for each in rows}


def plan_of(tx: Transaction, tournament: int) -> Plan:
    """Return a tournament's plan, also if its game is not installed."""
    row = tx.one("SELECT CAST(plan AS BLOB) AS plan FROM tournaments WHERE id = ?", (tournament,))
    return PLANS.decode(row["plan"])


def note_table(tx: Transaction, tournament: int, number: int, table: int) -> None:
    """Note which of our tables has this number with the director."""
    tx.add("tournament_tables", {"tournament": tournament, "number": number, "table_id": table})


def places(tx: Transaction, tournament: int) -> dict[int, TablePlace]:
    """Return the places of our open tables' messages, by the director's numbers."""
    rows = tx.all(
        "SELECT number, id, channel, message FROM tournament_tables JOIN tables ON id = table_id"
        " WHERE tournament = ? AND phase <> 'closed' ORDER BY number",
        (tournament,),
    )
    return {row["number"]: TablePlace(row["id"], row["channel"], row["message"]) for row in rows}


def number_of(tx: Transaction, table: int) -> int:
    """The director's number of one of our tables."""
    number: int = tx.scalar("SELECT number FROM tournament_tables WHERE table_id = ?", (table,))
    return number


def of_table(tx: Transaction, table: int) -> int | None:
    """The tournament whose table that is, or None."""
    return tx.scalar_int("SELECT tournament FROM tournament_tables WHERE table_id = ?", (table,))


def entries_of(tx: Transaction, server: int, player: int) -> int:
    """A person's entries to unfinished tournaments, which would be refunded if called off."""
    texts = tx.scalars(
        "SELECT snapshot FROM tournaments JOIN entrants ON tournament = id"
        " WHERE settled = 0 AND phase IN ('open', 'running') AND server = ? AND player = ?",
        (server, player),
    )
    entered = (each for text in texts for each in SNAPSHOTS.decode(text).entered)
    return sum(each.paid for each in entered if each.player == player)


def at_tables_in(tx: Transaction, server: int, channel: int) -> int | None:
    """The latest tournament that has a table in this channel, or None."""
    sql = (
        "SELECT max(tournament) FROM tournament_tables JOIN tables ON id = table_id"
        " WHERE server = ? AND channel = ? AND {}"
    )
    found = (tx.scalar_int(sql.format(which), (server, channel)) for which in OPEN_OR_CLOSED)
    return max((each for each in found if each is not None), default=None)


def _book(tx: Transaction, fund: Account, payments: Sequence[TournamentPayment], booked: Booked) -> None:
    bank = ledger.bank_account(fund.server)
    for each in payments:
        theirs = bank if each.player is None else ledger.wallet(fund.server, each.player)
        by = booked.by if each.reason == "purse" else None
        ledger.book(tx, fund, theirs, each.amount, TransferInfo(_reason(each), booked.at, by=by))


def _reason(payment: TournamentPayment) -> Reason:
    if payment.reason == "returned":
        return "purse_back" if payment.player is None else "entry_back"
    reasons: Mapping[str, Reason] = {"entry": "entry", "purse": "purse_added", "prize": "won"}
    return reasons[payment.reason]


def _name_people(tx: Transaction, before: StoredTournament, after: StoredTournament) -> None:
    was = {each.player for each in before.tournament.entered if not each.is_house}
    now = {each.player for each in after.tournament.entered if not each.is_house}
    if was != now:
        tx.insert_many("entrants", [{"tournament": after.id, "player": each} for each in sorted(now - was)])
        tx.execute_each(
            "DELETE FROM entrants WHERE tournament = ? AND player = ?",
            [(after.id, each) for each in sorted(was - now)],
        )


def _add_scores(tx: Transaction, before: StoredTournament, after: StoredTournament) -> None:
    had = {each.player: each.score or 0 for each in before.tournament.entrants}
    for each in after.tournament.entrants:
        gained = (each.score or 0) - had.get(each.player, 0)
        if gained:
            results.add_points(tx, after.id, each.player, gained)


def rewrite(tx: Transaction, number: int, plan: str, snapshot: str, seal: str) -> None:
    """Rewrite a tournament without a change: somebody in it was forgotten."""
    tx.execute(
        "UPDATE tournaments SET plan = ?, snapshot = ?, seal = ? WHERE id = ?", (plan, snapshot, seal, number)
    )
    _sign(tx, number)


def _sign(tx: Transaction, number: int) -> None:
    """Update a row's checksum."""
    row = tx.one(f"SELECT id, format, {TEXTS}, server FROM tournaments WHERE id = ?", (number,))  # noqa: S608  (ours)
    written = checksum(*(row[name] for name in SIGNED))
    tx.execute("UPDATE tournaments SET checksum = ? WHERE id = ?", (written, number))


@dataclass(frozen=True, slots=True)
class Author:
    """The user who asked for a change, and the reason; none if it came about by itself."""

    player: int | None = None
    why: str = ""
    note: str = ""
    """A note for the books alone, which is stored apart and never read with the act (TB-23)."""


BY_ITSELF = Author()


@dataclass(frozen=True, slots=True)
class TournamentAct:
    """An act of an organiser or the director at a tournament, on `player` if on any.

    `count` is how many house players entered, how many chips were given, or the number of a table.
    """

    id: int
    tournament: int
    kind: ActKind
    player: int | None
    count: int
    author: Author
    at: float
    what: tuple[str, ...] = ()
    """The changed parts, by their names in the plan."""


ACT_KINDS: Mapping[type[orders.Order], ActKind] = {
    orders.StageBegan: "started",
    orders.PlayPaused: "paused",
    orders.PlayResumed: "resumed",
    orders.Added: "added",
    orders.Invited: "invited",
    orders.Removed: "removed",
    orders.Restored: "restored",
    orders.FilledUp: "filled_up",
    orders.TournamentCalledOff: "called_off",
    orders.Edited: "edited",
    orders.DealMade: "dealt",
    orders.ChipsCorrected: "chips",
    orders.PutElsewhere: "moved",
    orders.ResultStruck: "struck",
}


def write_acts(
    tx: Transaction, server: int, tournament: int, led_to: Iterable[orders.Order], author: Author, at: float
) -> None:
    """Record what an organiser did, of all that a change led to."""
    for order in led_to:
        kind = ACT_KINDS.get(type(order))
        # Only the first round of heats is begun by somebody.
        if kind is None or (isinstance(order, orders.StageBegan) and order.stage > 1):
            continue
        if isinstance(order, orders.ResultStruck) and order.counts:
            kind = "counted"
        row: Fields = {"server": server, "tournament": tournament, "act": kind, **_facts_of(order)}
        said = {"by_player": author.player, "reason": author.why, "at": at}
        number = tx.insert("tournament_acts", {**row, **said})
        audit_lines.add(tx, server, "tournament", number)
        if author.note and author.player is not None:
            whom = getattr(order, "player", None)
            private_notes.add(tx, server, ("tournament", number), author.note, author.player, whom)


def _facts_of(order: orders.Order) -> Fields:
    """To whom it was done, how many, and what."""
    match order:
        case (
            orders.Added(player=who)
            | orders.Invited(player=who)
            | orders.Removed(player=who)
            | orders.Restored(player=who)
            | orders.ResultStruck(player=who)
        ):
            return {"player": who}
        case orders.ChipsCorrected(player=who, amount=number) | orders.PutElsewhere(player=who, table=number):
            return {"player": who, "count": number}
        case orders.FilledUp(count=number):
            return {"count": number}
        case orders.Edited(what=names):
            return {"what": " ".join(names)}
        case _:
            return {}


def acts_of(tx: Transaction, tournament: int, limit: int) -> tuple[TournamentAct, ...]:
    """Return the acts at a tournament, the latest first."""
    return ACTS.found(tx, "tournament = ?", (tournament,), limit)


ACTS = audit_lines.AuditSource(
    "tournament_acts",
    "id, tournament, act, player, count, by_player, reason, at, what",
    lambda row: TournamentAct(
        *(row["id"], row["tournament"], row["act"], row["player"], row["count"]),
        Author(row["by_player"], row["reason"]),
        row["at"],
        tuple(row["what"].split()),
    ),
)

_ACT_TOLD = "server, tournament, act, reason, at"

PERSONAL = (
    PersonalColumns(
        "entrants", "tournament", "1", told="entered", forgetting=(UNNAMED,), read=lambda row: row[0]
    ),
)
PERSONAL_ACTS = (
    PersonalColumns("tournament_acts", _ACT_TOLD, "id", "by_player", forgetting=(SILENCED,)),
    PersonalColumns("tournament_acts", _ACT_TOLD, "id", told="removals", forgetting=(SILENCED,)),
)
