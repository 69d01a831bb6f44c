"""Export and erasure of personal data.

An erased person's id becomes a negative number that leads nowhere, a new one each time: sums and other
people's records stay as they are. The fact of their purse is kept under a keyed hash (`erased_people.py`),
apart from that number.

One transaction replaces the id wherever it identifies the person today. Thousands of hands at closed tables,
of which only the log is left, follow in pieces: a writer waits for one of them at most. A row keeps the
person's id until the last of them is done, so a kill in between changes nothing (F-64).
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
"""Takes the place of an erased person's name."""


@dataclass(frozen=True)
class _Gone:
    """An erased person, and the number that takes their place."""

    player: int
    nobody: int

    def number(self, player: int) -> int:
        """Return a player's id, replaced if it is the erased person's."""
        return self.nobody if player == self.player else player

    def seal(self, seal: Seal) -> Seal:
        """Return the seal without the name beside the person's words."""
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
_LAID_DOWN = (
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
_SAID = (
    PERSONAL_SITTERS,
    *audit_lines.PERSONAL,
    *tournaments.PERSONAL_ACTS,
    *bars.PERSONAL,
    *private_notes.PERSONAL,
    *audit_lines.PERSONAL_CHANGES,
    *bars.PERSONAL_KEEP_OUTS,
)
_BEING_FORGOTTEN = PersonalColumns("forgetting", forgetting=())
"""It is deleted by itself, with the last closed table."""
KEPT = (*_MONEY, *_PLAY, *_LAID_DOWN, *_SAID, _BEING_FORGOTTEN)
"""All columns with people's ids; data within tables and tournaments is handled in this module."""


def export(tx: Transaction, tables: Tables, player: int) -> dict[str, Any]:
    """Return everything stored about a person, ready for JSON."""

    def told(kept: Iterable[PersonalColumns]) -> dict[str, Any]:
        return {each.told or each.rows: each.export(tx, player) for each in kept if each.columns}

    return {
        "player": player,
        "preferences": asdict(preferences.load(tx, player)),
        **told(_MONEY),
        "kept_though_forgotten": erased_people.kept(tx, player),
        **told(_PLAY),
        "organised": _organised(tx, player),
        **told(_LAID_DOWN),
        "tables": [_table(tx, tables, table_id, player) for table_id in _named_at(tx, player)],
        **told(_SAID),
    }


def forget(tx: Transaction, tables: Tables, player: int, at: float) -> None:
    """Make a person's rows anonymous. Raises while they sit at a table or are in a tournament.

    The rest of closed tables follows (`forget_on`), as do tables that rest, once their game is back.
    """
    ensure(player > 0, ImpossibleValue, player)
    open_at = _named_at(tx, player, "phase <> 'closed'")
    resting = [each for each in open_at if _rests(tx, tables, each)]
    held = tuple(each for each in resting if _is_held_at_rest(tx, each, player))
    if held:
        raise StillAtResting(held)
    named_at = [(each, _try_load(tx, tables, each)) for each in open_at if each not in resting]
    holding = tuple(table_id for table_id, stored in named_at if _is_held(stored, player))
    if holding:
        raise StillSeated(holding)
    running = _running_with(tx, player)
    if running:
        raise StillEntered(running)
    gone = _Gone(player, -tx.insert("forgotten", {"at": at}))
    for table_id, stored in named_at:
        done = 0
        while done := _forget_at(tx, tables, table_id, stored, gone, done):
            pass
    later = sorted((*_named_at(tx, player, "phase = 'closed'"), *resting))
    # A manager who closed a table for its host is named by the audit log alone, where the name is about to
    # go.
    tx.insert_many("sitters", [{"table_id": each, "player": player, "present": 0} for each in later], STAYS)
    _forget_tournaments(tx, gone)
    erased_people.remember(tx, player, at)
    for each in KEPT:
        each.forget(tx, gone.player, gone.nobody)
    for table_id in resting:
        back = "UPDATE sitters SET player = :player WHERE player = :nobody AND table_id = :table"
        tx.execute(back, {"player": gone.player, "nobody": gone.nobody, "table": table_id})
    if later:
        row = {"nobody": gone.nobody, "last_table": later[-1], "last_hand": 0}
        tx.upsert("forgetting", {"player": player}, row)


def forget_on(tx: Transaction, tables: Tables) -> bool:
    """Erase one more piece of closed tables; return False once there is nothing left.

    Tables that rest wait until their game is back, and their persons with them.
    """
    found = tx.all("SELECT player, nobody, last_table, last_hand FROM forgetting ORDER BY player")
    return any(_forget_piece(tx, tables, each) for each in found)


def _forget_piece(tx: Transaction, tables: Tables, left: Row) -> bool:
    """Erase one more piece of a person's tables; return False if all that are left rest."""
    gone = _Gone(left["player"], left["nobody"])
    known = {"player": gone.player, "nobody": gone.nobody}
    # A person who plays again by now has a seat at later tables.
    some = "SELECT table_id FROM sitters WHERE player = ? AND table_id <= ? ORDER BY table_id"
    numbers = tx.scalars(some, (gone.player, left["last_table"]))
    table_id = next((each for each in numbers if not _rests(tx, tables, each)), None)
    if numbers and table_id is None:
        return False
    if table_id is None:
        tx.execute("DELETE FROM forgetting WHERE player = :player", known)
        return True
    stored = _try_load(tx, tables, table_id)
    done = _forget_at(tx, tables, table_id, stored, gone, left["last_hand"])
    tx.execute("UPDATE forgetting SET last_hand = ? WHERE player = ?", (done, gone.player))
    if not done:
        tx.execute(
            "UPDATE sitters SET player = :nobody WHERE player = :player AND table_id = :table",
            {**known, "table": table_id},
        )
    return True


def _named_at(tx: Transaction, player: int, which: str = "true") -> list[int]:
    """Return the tables that name a person: as a seated player, or as the one who called something off."""
    named = "SELECT table_id FROM sitters WHERE player = ?1"
    named += " UNION SELECT table_id FROM closings WHERE by_player = ?1"
    return tx.scalars(f"SELECT id FROM tables WHERE id IN ({named}) AND {which} ORDER BY id", (player,))  # noqa: S608  (our own words)


def _rests(tx: Transaction, tables: Tables, table_id: int) -> bool:
    """Return True if a table's game is not installed."""
    try:
        tables.load(tx, table_id)
    except GameMissing:
        return True
    except Unreadable:
        return False
    return False


def _is_held_at_rest(tx: Transaction, table_id: int, player: int) -> bool:
    """Return True if a person has a seat at a table that rests, or hosts it."""
    seat = "SELECT count(*) FROM sitters WHERE table_id = ? AND player = ? AND present = 1"
    return bool(tx.scalar(seat, (table_id, player))) or host_of(tx, table_id) == player


def _try_load(tx: Transaction, tables: Tables, table_id: int) -> StoredTable | None:
    try:
        return tables.load(tx, table_id)
    except Unreadable:
        return None


def _organised(tx: Transaction, player: int) -> list[dict[str, Any]]:
    """Return the tournaments whose readable plan names this person as the organiser."""
    found = []
    # Most plans need not be parsed for it.
    which = "WHERE instr(plan, ?) > 0 ORDER BY id"
    plans = f"SELECT id, server, CAST(plan AS BLOB) AS plan FROM tournaments {which}"  # noqa: S608  (our own words)
    for row in tx.all(plans, (str(player),)):
        with suppress(Unreadable):
            plan = PLANS.decode(row["plan"])
            if plan.organiser == player:
                found.append({"tournament": row["id"], "server": row["server"], "title": plan.title})
    return found


def _table(tx: Transaction, tables: Tables, table_id: int, player: int) -> dict[str, Any]:
    stored = _try_load(tx, tables, table_id)
    if stored is None:
        return {"id": table_id}
    table = stored.table
    mine = [each for each in table.seats if each.player == player]
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
            for each in mine
        ],
        "moves": [move for each in mine for move in _moves(tx, table_id, each)],
        "cuts": _cuts(tx, table, player),
    }


def _moves(tx: Transaction, table_id: int, seated: TableSeat[Any]) -> list[dict[str, Any]]:
    """Return a person's moves in a seat, without those of its earlier players."""
    rows = tx.all(
        "SELECT hand, CAST(move AS BLOB) AS move, at FROM moves WHERE table_id = ? AND seat = ? AND hand > ?"
        " ORDER BY revision, number",
        (table_id, seated.seat, seated.since),
    )
    return [{**row, "move": _move(row["move"])} for row in rows]


def _cuts(tx: Transaction, table: AnyTable, player: int) -> list[dict[str, Any]]:
    """Return a person's cuts at a table, for its hands and the next one."""
    sealed = {number: seals[-1] for number, seals in hands.seals(tx, table.id) if seals}
    if table.hand is not None:
        sealed[table.hand.number] = table.hand.seal
    sealed[table.hands + 1] = table.next_seal
    return [
        {"hand": number, "words": seal.cut_of(player).words}
        for number, seal in sealed.items()
        if player in seal.cutters
    ]


def _move(written: bytes) -> Any:
    try:
        return json.loads(written)
    except ValueError:
        # A damaged one does not stop the export of everything else.
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
    tx: Transaction, tables: Tables, table_id: int, stored: StoredTable | None, gone: _Gone, done: int
) -> int:
    """Erase a piece of a table after hand `done`; return the last erased hand, or 0 at the end."""
    if stored is None:
        # Unreadable values cannot be made anonymous.
        tx.execute("UPDATE tables SET snapshot = '', checksum = NULL WHERE id = ?", (table_id,))
        tx.execute("DELETE FROM hands WHERE table_id = ?", (table_id,))
        return 0
    game, seats = tables.games[stored.table.game], _seats_of(stored.table, gone.player)
    if up_to := hands.forget(tx, game, (table_id, done), seats, gone.seal):
        return up_to
    tables.rewrite(tx, stored, _without(stored.table, game, seats, gone))
    return 0


def _seats_of(table: AnyTable, player: int) -> tuple[Seat, ...]:
    """Return the seats that a person had; at a tournament's table all, if another player has theirs now."""
    mine = tuple(each.seat for each in table.seats if each.player == player)
    return mine or (() if table.terms.tournament is None else tuple(each.seat for each in table.seats))


def _without(table: AnyTable, game: AnyGame, seats: tuple[Seat, ...], gone: _Gone) -> AnyTable:
    """Return the table without a person's name and without text typed by the players in these seats."""
    seated = tuple(
        replace(each, player=gone.nobody, name=NAMELESS, handle="", keepsake=None)
        if each.player == gone.player
        else each
        for each in table.seats
    )
    invited = tuple(map(gone.number, table.terms.invited))
    sent_away = tuple(map(gone.number, table.terms.sent_away))
    company = tuple(who if isinstance(who, str) else gone.number(who) for who in table.terms.company)
    host = gone.number(table.terms.host)
    closing = table.closing
    if closing is not None and closing.by == gone.player:
        closing = replace(closing, by=gone.nobody, reason="")
    # Recent events may repeat the person's home throw, or their reason for calling a hand off.
    story = tuple(CalledOff() if isinstance(each, CalledOff) else each for each in table.story)
    hand, last = (
        None
        if each is None
        else replace(each, seal=gone.seal(each.seal), state=reduce(game.forgotten, seats, each.state))
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
        next_seal=gone.seal(table.next_seal),
        revealed=None if table.revealed is None else gone.seal(table.revealed),
        decks=tuple(map(gone.seal, table.decks)),
        evening=table.evening.without(seats),
    )


def _forget_tournaments(tx: Transaction, gone: _Gone) -> None:
    """Replace a person by an anonymous number in finished tournaments."""
    finished = f"(settled = 1 OR {TOURNAMENTS.is_over})"
    named = "instr(plan, ?1) + instr(snapshot, ?1) + instr(seal, ?1) > 0"
    texts = f"SELECT id, {TEXTS} FROM tournaments WHERE {finished} AND {named}"  # noqa: S608  (our own words)
    for row in tx.all(texts, (str(gone.player),)):
        try:
            plan, tournament = PLANS.decode(row["plan"]), SNAPSHOTS.decode(row["snapshot"])
            seal = SEALS.encode(gone.seal(SEALS.decode(row["seal"])))
        except Unreadable:
            # Unreadable values cannot be made anonymous.
            tournaments.rewrite(tx, row["id"], "", "", "")
        else:
            plan = replace(plan, organiser=gone.number(plan.organiser))
            snapshot = SNAPSHOTS.encode(_without_entrant(tournament, gone))
            tournaments.rewrite(tx, row["id"], PLANS.encode(plan), snapshot, seal)
        outbox.drop(tx, row["id"])


def _without_entrant(tournament: Tournament, gone: _Gone) -> Tournament:
    entrants, waiting = (
        tuple(
            replace(each, player=gone.nobody, name=NAMELESS, handle="")
            if each.player == gone.player
            else each
            for each in people
        )
        for people in (tournament.entrants, tournament.waiting)
    )
    awards = tuple(replace(each, player=gone.number(each.player)) for each in tournament.awards)
    numbers = [each.number for each in tournament.entrants if each.player == gone.player]
    story = tournament.story.without(numbers)
    return replace(tournament, entrants=entrants, waiting=waiting, awards=awards, story=story)
