"""Export and erasure of personal data.

An erasure replaces a person's id by a new negative number, so that sums and other people's records stay the
same. The fact of their purse is kept separately under a keyed hash (`erased_people.py`).

One transaction replaces the id in all current data. Hands at closed tables, which may be thousands, follow in
pieces, so that a writer waits for one piece at most. A row in `forgetting` keeps the person's id until all
pieces are done, so that the erasure goes on after a crash (F-64).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import reduce
from sqlite3 import Row
from typing import Any

from games.engine.core.errors import ImpossibleValue, ensure
from games.engine.core.game import AnyGame, Seat
from games.engine.provable_chance import Seal
from games.engine.table.events import CalledOff
from games.engine.table.table import AnyTable, TableSeat
from games.tournament.model import Tournament
from storage.books import audit_lines, ledger, private_notes
from storage.db.retention import PersonalColumns
from storage.db.transaction import STAYS, Transaction
from storage.errors import GameMissing, StillAtResting, StillEntered, StillSeated, Unreadable
from storage.people import bars, erased_people, invite_preferences, preferences
from storage.play import daily, hands, turn_calls
from storage.play.postings import TOURNAMENTS, is_server
from storage.play.tables import PERSONAL_SITTERS, StoredTable, Tables, host_of
from storage.standing import boards, records, scores, titles
from storage.tournaments import outbox, results, role_prizes, series, tournaments
from storage.tournaments.tournaments import PLANS, SEALS, SNAPSHOTS, TEXTS

NAMELESS = "?"
"""The name of an erased person."""


@dataclass(frozen=True)
class _Erasure:
    """The erasure of a person's id, which is replaced by the number `nobody`."""

    player: int
    nobody: int

    def number(self, player: int) -> int:
        """Return a player's id, replaced if it is the erased person's."""
        return self.nobody if player == self.player else player

    def seal(self, seal: Seal) -> Seal:
        """Return a seal without the person's name."""
        return seal.without(self.player, self.nobody, NAMELESS)


_MONEY = (*ledger.PERSONAL, *bars.PERSONAL_LOSS_LIMITS)
_PLAY = (
    scores.PERSONAL_POINTS,
    *records.PERSONAL,
    *titles.PERSONAL,
    *hands.PERSONAL,
    *boards.PERSONAL,
    *invite_preferences.PERSONAL,
    turn_calls.PERSONAL,
    *daily.PERSONAL,
    results.PERSONAL_COURTS,
    scores.PERSONAL_CLAIMS,
    *preferences.PERSONAL,
    results.PERSONAL_RESULTS,
    *role_prizes.PERSONAL,
    *tournaments.PERSONAL,
)
_NOTES = "DELETE FROM notes WHERE"
_IS_DRAFT = "substr(name, 1, 6) = 'draft:' AND name LIKE '%:'"
_PLANS = (
    *series.PERSONAL,
    PersonalColumns(
        "notes",
        "name, body",
        "name",
        whose="name",
        told="drafts",
        which=f"{_IS_DRAFT} || ? AND body <> ''",
        forgetting=(f"{_NOTES} {_IS_DRAFT} || :player",),
        read=lambda row: {"server": int(row["name"].split(":")[1]), "draft": json.loads(row["body"])},
    ),
)
_ACTIONS = (
    PERSONAL_SITTERS,
    *audit_lines.PERSONAL,
    *tournaments.PERSONAL_ACTS,
    *bars.PERSONAL,
    *private_notes.PERSONAL,
    *audit_lines.PERSONAL_CHANGES,
    *bars.PERSONAL_KEEP_OUTS,
)
_UNDER_ERASURE = PersonalColumns("forgetting", forgetting=())
"""The row is deleted after the person's last closed table."""
KEPT = (*_MONEY, *_PLAY, *_PLANS, *_ACTIONS, _UNDER_ERASURE)
"""All columns with people's ids; this module handles ids within snapshots of tables and tournaments."""


def export(tx: Transaction, tables: Tables, player: int) -> dict[str, Any]:
    """Return all data stored about a person, ready for JSON."""

    def exported(declared: Iterable[PersonalColumns]) -> dict[str, Any]:
        return {each.told or each.rows: each.export(tx, player) for each in declared if each.columns}

    return {
        "player": player,
        "preferences": asdict(preferences.load(tx, player)),
        **exported(_MONEY),
        "kept_though_forgotten": erased_people.kept(tx, player),
        **exported(_PLAY),
        "organised": _organised(tx, player),
        **exported(_PLANS),
        "tables": [_table(tx, tables, table_id, player) for table_id in _named_at(tx, player)],
        **exported(_ACTIONS),
    }


def forget(tx: Transaction, tables: Tables, player: int, at: float) -> None:
    """Erase a person's data. Raises while they sit at a table or are in a tournament.

    Closed tables follow in pieces (`forget_on`), and tables of a missing game once it is installed again.
    """
    ensure(player > 0, ImpossibleValue, player)
    open_at = _named_at(tx, player, "phase <> 'closed'")
    resting = [each for each in open_at if _is_game_missing(tx, tables, each)]
    blocking = tuple(each for each in resting if _is_held_at_missing_game(tx, each, player))
    if blocking:
        raise StillAtResting(blocking)
    named_at = [(each, _try_load(tx, tables, each)) for each in open_at if each not in resting]
    holding = tuple(table_id for table_id, stored in named_at if _is_held(stored, player))
    if holding:
        raise StillSeated(holding)
    running = _running_with(tx, player)
    if running:
        raise StillEntered(running)
    erasure = _Erasure(player, -tx.insert("forgotten", {"at": at}))
    for table_id, stored in named_at:
        done = 0
        while done := _forget_at(tx, tables, table_id, stored, erasure, done):
            pass
    later = sorted((*_named_at(tx, player, "phase = 'closed'"), *resting))
    # A manager who closed a table for its host is named only by the audit log, which is erased below.
    tx.insert_many("sitters", [{"table_id": each, "player": player, "present": 0} for each in later], STAYS)
    _forget_tournaments(tx, erasure)
    erased_people.remember(tx, player, at)
    for each in KEPT:
        each.forget(tx, erasure.player, erasure.nobody)
    for table_id in resting:
        back = "UPDATE sitters SET player = :player WHERE player = :nobody AND table_id = :table"
        tx.execute(back, {"player": erasure.player, "nobody": erasure.nobody, "table": table_id})
    if later:
        row = {"nobody": erasure.nobody, "last_table": later[-1], "last_hand": 0}
        tx.upsert("forgetting", {"player": player}, row)


def forget_on(tx: Transaction, tables: Tables) -> bool:
    """Erase one more piece of closed tables; return False if nothing is left that can be erased now.

    Tables of a missing game are erased once it is installed again.
    """
    rows = tx.all("SELECT player, nobody, last_table, last_hand FROM forgetting ORDER BY player")
    return any(_forget_piece(tx, tables, each) for each in rows)


def _forget_piece(tx: Transaction, tables: Tables, left: Row) -> bool:
    """Erase one more piece of a person's tables; return False if only tables of missing games are left."""
    erasure = _Erasure(left["player"], left["nobody"])
    ids = {"player": erasure.player, "nobody": erasure.nobody}
    # Later tables belong to a person who plays again after the erasure.
    some = "SELECT table_id FROM sitters WHERE player = ? AND table_id <= ? ORDER BY table_id"
    numbers = tx.scalars(some, (erasure.player, left["last_table"]))
    table_id = next((each for each in numbers if not _is_game_missing(tx, tables, each)), None)
    if numbers and table_id is None:
        return False
    if table_id is None:
        tx.execute("DELETE FROM forgetting WHERE player = :player", ids)
        return True
    stored = _try_load(tx, tables, table_id)
    done = _forget_at(tx, tables, table_id, stored, erasure, left["last_hand"])
    tx.execute("UPDATE forgetting SET last_hand = ? WHERE player = ?", (done, erasure.player))
    if not done:
        tx.execute(
            "UPDATE sitters SET player = :nobody WHERE player = :player AND table_id = :table",
            {**ids, "table": table_id},
        )
    return True


def _named_at(tx: Transaction, player: int, which: str = "true") -> list[int]:
    """Return the tables that name a person, as a player, or as the author of a closing."""
    named = "SELECT table_id FROM sitters WHERE player = ?1"
    named += " UNION SELECT table_id FROM closings WHERE by_player = ?1"
    return tx.scalars(f"SELECT id FROM tables WHERE id IN ({named}) AND {which} ORDER BY id", (player,))  # noqa: S608  (our own words)


def _is_game_missing(tx: Transaction, tables: Tables, table_id: int) -> bool:
    """Return True if a table's game is not installed."""
    try:
        tables.load(tx, table_id)
    except GameMissing:
        return True
    except Unreadable:
        return False
    return False


def _is_held_at_missing_game(tx: Transaction, table_id: int, player: int) -> bool:
    """Return True if a person has a seat at a table of a missing game, or hosts it."""
    seat = "SELECT count(*) FROM sitters WHERE table_id = ? AND player = ? AND present = 1"
    return bool(tx.scalar(seat, (table_id, player))) or host_of(tx, table_id) == player


def _try_load(tx: Transaction, tables: Tables, table_id: int) -> StoredTable | None:
    try:
        return tables.load(tx, table_id)
    except Unreadable:
        return None


def _organised(tx: Transaction, player: int) -> list[dict[str, Any]]:
    """Return the tournaments with a readable plan that names the person as the organiser."""
    organised = []
    # The condition excludes most plans, so that they need not be parsed.
    which = "WHERE instr(plan, ?) > 0 ORDER BY id"
    plans = f"SELECT id, server, CAST(plan AS BLOB) AS plan FROM tournaments {which}"  # noqa: S608  (our own words)
    for row in tx.all(plans, (str(player),)):
        with suppress(Unreadable):
            plan = PLANS.decode(row["plan"])
            if plan.organiser == player:
                organised.append({"tournament": row["id"], "server": row["server"], "title": plan.title})
    return organised


def _table(tx: Transaction, tables: Tables, table_id: int, player: int) -> dict[str, Any]:
    stored = _try_load(tx, tables, table_id)
    if stored is None:
        return {"id": table_id}
    table = stored.table
    seats = [each for each in table.seats if each.player == player]
    return {
        "id": table_id,
        "server": stored.server if is_server(stored.server) else None,
        "game": table.game,
        "opened_at": stored.opened_at,
        "host": table.terms.host == player,
        "invited": player in table.terms.invited,
        "sent_away": player in table.terms.sent_away,
        "awaited": player in table.terms.company,
        "seats": [
            {"seat": each.seat, "name": each.name, "user_name": each.handle, "stack": each.stack}
            for each in seats
        ],
        "moves": [move for each in seats for move in _moves(tx, table_id, each)],
        "cuts": _cuts(tx, table, player),
    }


def _moves(tx: Transaction, table_id: int, seated: TableSeat[Any]) -> list[dict[str, Any]]:
    """Return a person's moves in a seat, without the moves of its earlier players."""
    rows = tx.all(
        "SELECT hand, CAST(move AS BLOB) AS move, at FROM moves WHERE table_id = ? AND seat = ? AND hand > ?"
        " ORDER BY revision, number",
        (table_id, seated.seat, seated.since),
    )
    return [{**row, "move": _move(row["move"])} for row in rows]


def _cuts(tx: Transaction, table: AnyTable, player: int) -> list[dict[str, Any]]:
    """Return a person's cuts at a table, for its hands and the next hand."""
    sealed = {number: seals[-1] for number, seals in hands.seals(tx, table.id) if seals}
    if table.hand is not None:
        sealed[table.hand.number] = table.hand.seal
    sealed[table.hands + 1] = table.next_seal
    return [
        {"hand": number, "words": seal.cut_of(player).words}
        for number, seal in sealed.items()
        if player in seal.cutters
    ]


def _move(stored: bytes) -> Any:
    try:
        return json.loads(stored)
    except ValueError:
        # A damaged move does not stop the export.
        return None


def _is_held(stored: StoredTable | None, player: int) -> bool:
    if stored is None or stored.table.phase == "closed":
        return False
    table = stored.table
    return table.terms.host == player or any(each.player == player for each in table.present)


def _running_with(tx: Transaction, player: int) -> tuple[int, ...]:
    """Return the unfinished tournaments that a person plays in or organises."""
    entered = tx.scalars("SELECT tournament FROM entrants WHERE player = ?", (player,))
    running = tx.all(f"SELECT id, plan FROM tournaments WHERE {TOURNAMENTS.is_open}")  # noqa: S608  (our own words)
    return tuple(
        row["id"] for row in running if PLANS.decode(row["plan"]).organiser == player or row["id"] in entered
    )


def _forget_at(
    tx: Transaction, tables: Tables, table_id: int, stored: StoredTable | None, erasure: _Erasure, done: int
) -> int:
    """Erase the next hands of a table after hand `done`; return the last of them, or 0 at the end."""
    if stored is None:
        # Unreadable values cannot be made anonymous, so they are deleted.
        tx.execute("UPDATE tables SET snapshot = '', checksum = NULL WHERE id = ?", (table_id,))
        tx.execute("DELETE FROM hands WHERE table_id = ?", (table_id,))
        return 0
    game, seats = tables.games[stored.table.game], _seats_of(stored.table, erasure.player)
    if up_to := hands.forget(tx, game, (table_id, done), seats, erasure.seal):
        return up_to
    tables.rewrite(tx, stored, _without(stored.table, game, seats, erasure))
    return 0


def _seats_of(table: AnyTable, player: int) -> tuple[Seat, ...]:
    """Return a person's seats; at a tournament's table all seats, if another player has the person's now."""
    own = tuple(each.seat for each in table.seats if each.player == player)
    return own or (() if table.terms.tournament is None else tuple(each.seat for each in table.seats))


def _without(table: AnyTable, game: AnyGame, seats: tuple[Seat, ...], erasure: _Erasure) -> AnyTable:
    """Return the table without a person's id and name, and without texts typed in these seats."""
    seated = tuple(
        replace(each, player=erasure.nobody, name=NAMELESS, handle="", keepsake=None)
        if each.player == erasure.player
        else each
        for each in table.seats
    )
    invited = tuple(map(erasure.number, table.terms.invited))
    sent_away = tuple(map(erasure.number, table.terms.sent_away))
    company = tuple(who if isinstance(who, str) else erasure.number(who) for who in table.terms.company)
    host = erasure.number(table.terms.host)
    closing = table.closing
    if closing is not None and closing.by == erasure.player:
        closing = replace(closing, by=erasure.nobody, reason="")
    # An event may contain the person's reason for calling a hand off.
    story = tuple(CalledOff() if isinstance(each, CalledOff) else each for each in table.story)
    hand, last = (
        None
        if each is None
        else replace(each, seal=erasure.seal(each.seal), state=reduce(game.forgotten, seats, each.state))
        for each in (table.hand, table.last)
    )
    return replace(
        table,
        seats=seated,
        terms=replace(table.terms, host=host, invited=invited, sent_away=sent_away, company=company),
        closing=closing,
        # A closed table needs no story.
        story=() if table.phase == "closed" else story,
        hand=hand,
        last=last,
        next_seal=erasure.seal(table.next_seal),
        revealed=None if table.revealed is None else erasure.seal(table.revealed),
        decks=tuple(map(erasure.seal, table.decks)),
        evening=table.evening.without(seats),
    )


def _forget_tournaments(tx: Transaction, erasure: _Erasure) -> None:
    """Replace a person by an anonymous number in finished tournaments."""
    finished = f"(settled = 1 OR {TOURNAMENTS.is_over})"
    named = "instr(plan, ?1) + instr(snapshot, ?1) + instr(seal, ?1) > 0"
    texts = f"SELECT id, {TEXTS} FROM tournaments WHERE {finished} AND {named}"  # noqa: S608  (our own words)
    for row in tx.all(texts, (str(erasure.player),)):
        try:
            plan, tournament = PLANS.decode(row["plan"]), SNAPSHOTS.decode(row["snapshot"])
            seal = SEALS.encode(erasure.seal(SEALS.decode(row["seal"])))
        except Unreadable:
            # Unreadable values cannot be made anonymous.
            tournaments.rewrite(tx, row["id"], "", "", "")
        else:
            plan = replace(plan, organiser=erasure.number(plan.organiser))
            snapshot = SNAPSHOTS.encode(_without_entrant(tournament, erasure))
            tournaments.rewrite(tx, row["id"], PLANS.encode(plan), snapshot, seal)
        outbox.drop(tx, row["id"])


def _without_entrant(tournament: Tournament, erasure: _Erasure) -> Tournament:
    entrants, waiting = (
        tuple(
            replace(each, player=erasure.nobody, name=NAMELESS, handle="")
            if each.player == erasure.player
            else each
            for each in people
        )
        for people in (tournament.entrants, tournament.waiting)
    )
    awards = tuple(replace(each, player=erasure.number(each.player)) for each in tournament.awards)
    numbers = [each.number for each in tournament.entrants if each.player == erasure.player]
    story = tournament.story.without(numbers)
    return replace(tournament, entrants=entrants, waiting=waiting, awards=awards, story=story)
