"""Stored tournaments: the director's snapshot, the plan, the tables, and the organisers' actions.

Like a table, a tournament is stored as a snapshot with a revision, and its account's balance matches the
snapshot. Organisers' actions are stored with author and reason, for the notice and the audit log (TN-19).
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
"""The columns to read as bytes, since damaged text may not decode."""
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
    """The organiser's choices in addition to the director's terms; `rules` are the game's, as JSON."""

    title: str
    organiser: int
    game: str
    rules: str
    turn_seconds: int
    starts_at: int | None = None
    """The time of the automatic start, in unix seconds; None: the organiser starts the tournament."""
    keeps_hour: bool = False
    """True if downtime does not postpone the start (TN-41)."""
    text: str = ""
    """The organiser's description."""
    call_role: int = 0
    """The role that the announcement mentions (TN-49); 0: none."""
    roles: tuple[RolePrize, ...] = ()
    """The roles that are prizes (TN-53)."""

    def put_off(self, seconds: int, at: float) -> Plan:
        """Return the plan after a downtime of these seconds that ended at `at`."""
        if self.starts_at is None or (self.keeps_hour and self.starts_at > at):
            return self
        return replace(self, starts_at=self.starts_at + seconds)


SNAPSHOTS = Codec[Tournament](Tournament)
PLANS = Codec[Plan](Plan)
SEALS = Codec[Seal](Seal)


@dataclass(frozen=True, slots=True)
class StoredTournament(Posting):
    """A stored tournament with its plan."""

    over = TOURNAMENTS.over

    tournament: Tournament
    plan: Plan
    seal: Seal
    tables: Mapping[int, int]
    """The ids of its tables by the director's numbers, including broken tables."""
    reminded: str

    @property
    def phase(self) -> str:
        """The tournament's phase."""
        return self.tournament.phase


@dataclass(frozen=True, slots=True)
class TablePlace:
    """A tournament's table and its message."""

    table: int
    channel: int
    message: int | None


@dataclass(frozen=True, slots=True)
class Booked:
    """The data stored with a change: its time, its author (None: automatic), and the next deadline."""

    at: float
    by: int | None
    deadline_at: float | None


class Tournaments(Postings[StoredTournament, StoredTournament]):
    """The tournaments of all servers.

    Each press at a tournament's table loads the tournament. It is read and decoded only if its fingerprint,
    made of checksum and tables, has changed.
    """

    rows = TOURNAMENTS
    columns = (
        "checksum, reminded, (SELECT count(*) || ' ' || coalesce(max(table_id), 0) FROM tournament_tables"
        " WHERE tournament = id) AS tables"
    )
    decoded_max = 32

    def __init__(self, games: Collection[str] | None = None) -> None:
        """Set the keys of the installed games; None for all. Tournaments of other games rest."""
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
        """Store a new tournament in a server's channel; `place` is server and channel."""
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
        number = tx.insert("tournaments", row)
        _sign(tx, number)
        return self.known(tx, number)

    def save(
        self,
        tx: Transaction,
        stored: StoredTournament,
        after: StoredTournament,
        payments: Sequence[TournamentPayment],
        booked: Booked,
    ) -> StoredTournament:
        """Write a change. Raises `Overtaken` unless it is based on the stored revision."""
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
        _index_people(tx, stored, after)
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
        self._keep(tx, stored.id, _fingerprint(row), replace(after, tables=_tables(tx, stored.id)))
        return self._stored(tx, row)

    def on_notice(self, tx: Transaction, server: int) -> tuple[StoredTournament, ...]:
        """Return a server's open and running tournaments, newest first."""
        return self._readable(tx, f"{TOURNAMENTS.is_open} AND server = ? ORDER BY id DESC", (server,))

    def entered(self, tx: Transaction, player: int, server: int | None) -> tuple[StoredTournament, ...]:
        """Return a player's open and running tournaments, in a server or in all (None), newest first."""
        named = "id IN (SELECT tournament FROM entrants WHERE player = ?)"
        where = f"{TOURNAMENTS.is_open} AND {named} AND server = coalesce(?, server) ORDER BY id DESC"
        return self._readable(tx, where, (player, server))

    def past(
        self, tx: Transaction, server: int, limit: int, before: int | None = None
    ) -> tuple[StoredTournament, ...]:
        """Return a server's finished tournaments, latest first; `before` is the previous page's last id."""
        earlier = "" if before is None else f" AND id < {int(before)}"
        which = f"phase = 'over' AND server = ?{earlier} ORDER BY id DESC LIMIT {limit}"
        return self._readable(tx, which, (server,))

    def check_money(self, tx: Transaction, stored: StoredTournament) -> None:
        """Raise `Differs` unless the balance of a tournament's account matches its snapshot."""
        held = ledger.balance(tx, ledger.fund(stored.server, stored.id))
        expected = 0 if stored.is_over else stored.tournament.held
        ensure(held == expected, Differs, f"tournament {stored.id}", held, expected)

    def _stored(self, tx: Transaction, row: Row) -> StoredTournament:
        load = partial(_load_whole, tx, row)
        # Rows of an old version have no checksum.
        stored = load() if row["checksum"] is None else self._read(tx, row["id"], _fingerprint(row), load)
        if self._games is not None and stored.plan.game not in self._games:
            raise GameMissing(f"tournament {row['id']}, game {stored.plan.game}")
        return replace(stored, **facts(row), reminded=row["reminded"])


def _fingerprint(row: Row) -> bytes:
    """Return the bytes by which the cache recognises an unchanged tournament."""
    fingerprint: bytes = row["checksum"] + row["tables"].encode()
    return fingerprint


def _load_whole(tx: Transaction, row: Row) -> StoredTournament:
    """Return a tournament with its snapshot, plan and seal decoded."""
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
    """Store the id of the table with this number in a tournament."""
    tx.add("tournament_tables", {"tournament": tournament, "number": number, "table_id": table})


def places(tx: Transaction, tournament: int) -> dict[int, TablePlace]:
    """Return a tournament's open tables and their messages, by the director's numbers."""
    rows = tx.all(
        "SELECT number, id, channel, message FROM tournament_tables JOIN tables ON id = table_id"
        " WHERE tournament = ? AND phase <> 'closed' ORDER BY number",
        (tournament,),
    )
    return {row["number"]: TablePlace(row["id"], row["channel"], row["message"]) for row in rows}


def number_of(tx: Transaction, table: int) -> int:
    """Return the director's number of a table."""
    number: int = tx.scalar("SELECT number FROM tournament_tables WHERE table_id = ?", (table,))
    return number


def of_table(tx: Transaction, table: int) -> int | None:
    """Return the tournament of a table, or None."""
    return tx.scalar_int("SELECT tournament FROM tournament_tables WHERE table_id = ?", (table,))


def entries_of(tx: Transaction, server: int, player: int) -> int:
    """Return the sum of a person's entries to unfinished tournaments."""
    texts = tx.scalars(
        "SELECT snapshot FROM tournaments JOIN entrants ON tournament = id"
        " WHERE settled = 0 AND phase IN ('open', 'running') AND server = ? AND player = ?",
        (server, player),
    )
    entered = (each for text in texts for each in SNAPSHOTS.decode(text).entered)
    return sum(each.paid for each in entered if each.player == player)


def at_tables_in(tx: Transaction, server: int, channel: int) -> int | None:
    """Return the latest tournament with a table in a channel, or None."""
    sql = (
        "SELECT max(tournament) FROM tournament_tables JOIN tables ON id = table_id"
        " WHERE server = ? AND channel = ? AND {}"
    )
    latest = (tx.scalar_int(sql.format(which), (server, channel)) for which in OPEN_OR_CLOSED)
    return max((each for each in latest if each is not None), default=None)


def _book(tx: Transaction, fund: Account, payments: Sequence[TournamentPayment], booked: Booked) -> None:
    bank = ledger.bank_account(fund.server)
    for each in payments:
        other = bank if each.player is None else ledger.wallet(fund.server, each.player)
        by = booked.by if each.reason == "purse" else None
        ledger.book(tx, fund, other, each.amount, TransferInfo(_reason(each), booked.at, by=by))


def _reason(payment: TournamentPayment) -> Reason:
    if payment.reason == "returned":
        return "purse_back" if payment.player is None else "entry_back"
    reasons: Mapping[str, Reason] = {"entry": "entry", "purse": "purse_added", "prize": "won"}
    return reasons[payment.reason]


def _index_people(tx: Transaction, before: StoredTournament, after: StoredTournament) -> None:
    old = {each.player for each in before.tournament.entered if not each.is_house}
    new = {each.player for each in after.tournament.entered if not each.is_house}
    if old != new:
        tx.insert_many("entrants", [{"tournament": after.id, "player": each} for each in sorted(new - old)])
        tx.execute_each(
            "DELETE FROM entrants WHERE tournament = ? AND player = ?",
            [(after.id, each) for each in sorted(old - new)],
        )


def _add_scores(tx: Transaction, before: StoredTournament, after: StoredTournament) -> None:
    scores = {each.player: each.score or 0 for each in before.tournament.entrants}
    for each in after.tournament.entrants:
        gained = (each.score or 0) - scores.get(each.player, 0)
        if gained:
            results.add_points(tx, after.id, each.player, gained)


def rewrite(tx: Transaction, number: int, plan: str, snapshot: str, seal: str) -> None:
    """Rewrite a tournament's texts, because a person in it was erased."""
    tx.execute(
        "UPDATE tournaments SET plan = ?, snapshot = ?, seal = ? WHERE id = ?", (plan, snapshot, seal, number)
    )
    _sign(tx, number)


def _sign(tx: Transaction, number: int) -> None:
    """Update a row's checksum."""
    row = tx.one(f"SELECT id, format, {TEXTS}, server FROM tournaments WHERE id = ?", (number,))  # noqa: S608  (ours)
    sum_ = checksum(*(row[name] for name in SIGNED))
    tx.execute("UPDATE tournaments SET checksum = ? WHERE id = ?", (sum_, number))


@dataclass(frozen=True, slots=True)
class Author:
    """The author of a change, and the reason; `player` is None if it was automatic."""

    player: int | None = None
    why: str = ""
    note: str = ""
    """A note for the books alone, which is stored apart and never read with the act (TB-23)."""


BY_ITSELF = Author()


@dataclass(frozen=True, slots=True)
class TournamentAct:
    """An action of an organiser or the director at a tournament, concerning `player` if set.

    `count` is the number of house players, the number of chips, or the number of a table.
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
    """Record the organisers' actions among a change's orders."""
    for order in led_to:
        kind = ACT_KINDS.get(type(order))
        # Later rounds of heats begin automatically.
        if kind is None or (isinstance(order, orders.StageBegan) and order.stage > 1):
            continue
        if isinstance(order, orders.ResultStruck) and order.counts:
            kind = "counted"
        row: Fields = {"server": server, "tournament": tournament, "act": kind, **_columns_of(order)}
        circumstances = {"by_player": author.player, "reason": author.why, "at": at}
        number = tx.insert("tournament_acts", {**row, **circumstances})
        audit_lines.add(tx, server, "tournament", number)
        if author.note and author.player is not None:
            whom = getattr(order, "player", None)
            private_notes.add(tx, server, ("tournament", number), author.note, author.player, whom)


def _columns_of(order: orders.Order) -> Fields:
    """Return the columns `player`, `count` and `what` of an order, as far as it has them."""
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
    """Return the actions at a tournament, the latest first."""
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

_ACT_EXPORTED = "server, tournament, act, reason, at"

PERSONAL = (
    PersonalColumns(
        "entrants", "tournament", "1", told="entered", forgetting=(UNNAMED,), read=lambda row: row[0]
    ),
)
PERSONAL_ACTS = (
    PersonalColumns("tournament_acts", _ACT_EXPORTED, "id", "by_player", forgetting=(SILENCED,)),
    PersonalColumns("tournament_acts", _ACT_EXPORTED, "id", told="removals", forgetting=(SILENCED,)),
)
