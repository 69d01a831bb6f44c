"""The calls of storage for the law of bystanders: what their arguments stand for, and who stands by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table import play, seating
from games.engine.table.table import AnyTable, TableChange, Terms
from games.tournament import entries
from games.tournament.model import Entrant, TournamentTerms
from storage.books import audit_lines, refunds
from storage.books.audit_lines import AuditLine
from storage.books.ledger import Account
from storage.db.codec import FORMAT, checksum
from storage.db.transaction import Transaction
from storage.leases import ShardRange
from storage.people import erased_people
from storage.people.bars import BARS, Bar
from storage.people.server_settings import ServerSettings
from storage.play.postings import TABLES, TOURNAMENTS
from storage.play.tables import Tables
from storage.standing.boards import Season
from storage.tournaments.tournaments import ACTS, PLANS, SIGNED, Tournaments
from tests.storage.crowd import (
    ANN,
    AT,
    BOB,
    DAY,
    ERASED,
    FIRST,
    GAMES,
    LATER,
    OTHER_SERVER,
    STRANGER,
    TWINS,
    Crowd,
    shape,
)
from tests.storage.tables import CHANNEL, SERVER
from tests.storage.toy import TOY, ToyRules

SHARDS = ShardRange(0, 0, 2)


def beside_person(crowd: Crowd, player: int) -> None:
    """Add another person's rows, for each of one person's."""
    for rows, there in shape().items():
        named = [each for each in ("player", "organiser", "host", "by_player") if each in there]
        if named and rows != "transfers":
            which = " OR ".join(f"{each} = :player" for each in named)
            theirs = f"SELECT * FROM {rows} WHERE {which}"  # noqa: S608
            for row in map(dict[str, Any], crowd.tx.all(theirs, {"player": player})):
                for other in (STRANGER, FIRST):
                    crowd.copy(rows, row, {each: other for each in named if row[each] == player})
    for wallet in crowd.tx.all("SELECT * FROM accounts WHERE kind = 'wallet' AND owner = ?", (player,)):
        for other in (STRANGER, FIRST):
            crowd.copy("accounts", dict(wallet), {"owner": other, "by_player": other})
    for server in (SERVER, OTHER_SERVER, erased_people.EVERYWHERE):
        crowd.add_everywhere(("person",), erased_people._hash(crowd.tx, server, player))
    for name in (f"zone:{player}", f"draft:{SERVER}:{player}"):
        crowd.add("notes", "name", name, other=name.replace(f":{player}", f":{STRANGER}"))


def beside_server(crowd: Crowd, server: int) -> None:
    """Add another server's rows, for each of one server's."""
    crowd.add_everywhere(("server",), server)
    crowd.add("notes", "name", f"draft:{server}:{ANN}", other=f"draft:{OTHER_SERVER}:{ANN}")


def beside_here(crowd: Crowd) -> None:
    """Add another server's rows."""
    beside_server(crowd, SERVER)


def beside_whole_server(crowd: Crowd) -> None:
    """Add another server's rows; its tournaments come with its series, as no server names another's."""
    for rows, columns in shape().items():
        if "server" in columns and rows != "tournaments" and "tournament" not in columns:
            crowd.add(rows, "server", SERVER)
    crowd.add("notes", "name", f"draft:{SERVER}:{ANN}", other=f"draft:{OTHER_SERVER}:{ANN}")


def beside(*places: tuple[str, str]) -> Callable[[Crowd, Any], None]:
    """Return a function that adds rows with another value there."""

    def gather(crowd: Crowd, value: Any) -> None:
        for rows, column in places:
            if rows == "*":
                crowd.add_everywhere((column,), value)
            else:
                crowd.add(rows, column, value)

    return gather


def beside_account(crowd: Crowd, account: Account) -> None:
    """Add accounts of another server, another kind and another owner."""
    which = f"kind = '{account.kind}' AND owner = {account.owner}"
    crowd.add("accounts", "server", account.server, which)
    crowd.add("accounts", "kind", account.kind, f"owner = {account.owner}", "house")
    crowd.add("accounts", "owner", account.owner, f"kind = '{account.kind}'", STRANGER)
    crowd.add("day_limits", "server", account.server)
    crowd.add("day_limits", "player", account.owner)


def beyond(crowd: Crowd, _value: Any) -> None:
    """Add the rows of a server of another shard."""
    for rows, there in shape().items():
        if "server" in there:
            crowd.add(rows, "server", SERVER, other=OTHER_SERVER)


KINDS: Mapping[str, Callable[[Crowd, Any], None]] = {
    "server": beside_server,
    "player": beside_person,
    "host": beside(("*", "host")),
    "table_id": beside(("tables", "id")),
    "table": lambda crowd, value: crowd.add("tables", "id", getattr(value, "id", value)),
    "tournament": beside(("tournaments", "id")),
    "series": lambda crowd, value: crowd.add("series", "id", getattr(value, "id", value)),
    "game": lambda crowd, value: crowd.add_everywhere(("game",), getattr(value, "key", value)),
    "channel": beside(("*", "channel")),
    "day": beside(("*", "day")),
    "hand": beside(("hands", "number"), ("*", "hand")),
    "kind": beside(("*", "kind")),
    "interaction": beside(("interactions", "id"), ("*", "interaction")),
    "lease": beside(("pulses", "lease")),
    "bucket": beside(("identifies", "bucket")),
    "measure": beside(("*", "measure")),
    "shards": beyond,
    "account": beside_account,
    "payer": beside_account,
    "payee": beside_account,
    "season": lambda crowd, value: crowd.add("seasons", "id", value.id),
    "stored": lambda crowd, value: crowd.add(type(value).__name__[6:].lower() + "s", "id", value.id),
}
"""The bystanders by the name of an argument: they have another value than it."""


def altered(rows: str, **changes: Any) -> Callable[[Crowd], None]:
    """Return a function that adds a copy of the first row there, with some values changed."""
    return lambda crowd: crowd.alter(rows, **changes)


def past_limit(crowd: Crowd) -> None:
    """Add a limit of the erased person in the other server that is over."""
    person = erased_people._hash(crowd.tx, OTHER_SERVER, ERASED)
    crowd.alter("forgotten_loss_limits", server=OTHER_SERVER, person=person, until=1.0)


def no_refusals(crowd: Crowd) -> None:
    """Make Discord have refused no line of the other server."""
    crowd.tx.execute("UPDATE audit_channels SET status = 0 WHERE server = ?", (OTHER_SERVER,))


def earlier_moves(crowd: Crowd) -> None:
    """Make the moves of other tables be earlier."""
    crowd.tx.execute("UPDATE moves SET at = 2.0 WHERE table_id >= ?", (TWINS,))


def without_money(crowd: Crowd) -> None:
    """Add accounts of another kind with the number of table 1 and of the person."""
    for kind, owner in (("table", 1), ("wallet", ANN)):
        which = "SELECT * FROM accounts WHERE kind = ? AND owner = ?"
        for row in crowd.tx.all(which, (kind, owner)):
            crowd.copy("accounts", dict(row), {"kind": "house"}, is_alone=True)


def toy_or_key(annotation: str) -> Any:
    """Return a game, or its key, as it is asked for."""
    return TOY if annotation == "AnyGame" else "toy"


VALUES: Mapping[str, Callable[[str], Any]] = {
    name: (lambda _annotation, value=value: value)
    for name, value in {
        "server": SERVER,
        "player": ANN,
        "host": BOB,
        "table_id": 1,
        "table": 1,
        "hand": 1,
        "tournament": 1,
        "series": 1,
        "channel": CHANNEL,
        "at": AT,
        "since": 0,
        "limit": 10,
        "day": DAY,
        "settings": ServerSettings(),
        "interaction": 5,
        "bucket": 1,
        "shards": SHARDS,
    }.items()
} | {
    "game": toy_or_key,
    "games": lambda annotation: ["toy"] if "Iterable" in annotation else GAMES,
    "tables": lambda _annotation: Tables(GAMES),
}
"""The arguments that every call gets, by their names."""


@dataclass(frozen=True)
class Late:
    """An argument that is read from the database."""

    of: Callable[[Transaction], Any]


def seeds() -> Iterator[str]:
    """Yield the same seeds each time."""
    return (f"{number:064x}" for number in count(500))


def open_table(number: int) -> AnyTable:
    """Return a new table."""
    return seating.open_table(number, TOY, ToyRules(), Terms(ANN, buy_in=20), seeds())


def called_heads(tx: Transaction) -> TableChange:
    """Return the change of table 1 by the call of its first seat."""
    return play.answer(Tables(GAMES).known(tx, 1).table, TOY, seeds(), Seat(1), Answer("heads"))


def hand_ended(tx: Transaction) -> TableChange:
    """Return the change of table 1 by the end of its second hand."""
    change = called_heads(tx)
    return change.then(play.answer(change.table, TOY, seeds(), Seat(2), Answer("tails")))


def entered(tx: Transaction) -> Any:
    """Return tournament 1 with one more player, who pays nothing."""
    stored = Tournaments().known(tx, 1)
    return replace(stored, tournament=replace(stored.tournament, entrants=(Entrant(ANN, "Ann", 1),)))


def wrong_phases(tx: Transaction) -> None:
    """Make the columns beside the snapshots be wrong."""
    tx.execute("UPDATE tables SET phase = 'lobby' WHERE id = 1")
    tx.execute("UPDATE tournaments SET phase = 'running' WHERE id = 1")


def broken_end(crowd: Crowd) -> None:
    """Add a table and a tournament that are over, and broken."""
    for rows, phase in (("tables", "closed"), ("tournaments", "over")):
        crowd.alter(rows, phase=phase)
        crowd.tx.execute(f"UPDATE {rows} SET checksum = NULL, format = 0 WHERE id >= ?", (TWINS,))  # noqa: S608


def in_own_threads(tx: Transaction) -> None:
    """Put a table that is over into a thread of its own."""
    tx.execute("UPDATE tables SET thread = 'own', parent = 70, channel = 72 WHERE phase = 'closed'")


def called_by_its_message(tx: Transaction) -> None:
    """Make the message of table 1 the one that called somebody there."""
    tx.execute("UPDATE turn_calls SET message = 701 WHERE table_id = 1 AND seat = 9")


def of_a_game_gone(tx: Transaction) -> None:
    """Make table 1 and tournament 1 be of a game that is not installed."""
    tx.execute("UPDATE tables SET game = 'gone' WHERE id = 1")
    row = tx.one("SELECT * FROM tables WHERE id = 1")
    sign = checksum(row["id"], row["server"], "gone", FORMAT, row["snapshot"])
    tx.execute("UPDATE tables SET checksum = ? WHERE id = 1", (sign,))
    stored = Tournaments().known(tx, 1)
    plan = PLANS.encode(replace(stored.plan, game="gone"))
    tx.execute("UPDATE tournaments SET plan = ? WHERE id = 1", (plan,))
    told = tx.one("SELECT * FROM tournaments WHERE id = 1")
    sign = checksum(*(told[name] for name in SIGNED))
    tx.execute("UPDATE tournaments SET checksum = ? WHERE id = 1", (sign,))


def gone_elsewhere(crowd: Crowd) -> None:
    """Add those of a game that is not installed that are over, or of a server of another shard."""
    crowd.alter("tables", phase="closed")
    crowd.alter("tournaments", phase="over")
    for rows in ("tables", "tournaments"):
        crowd.alter(rows, server=OTHER_SERVER)


def other_tables_number(crowd: Crowd) -> None:
    """Add another table of another tournament."""
    crowd.tx.add("tournament_tables", {"tournament": 1, "number": 1, "table_id": 1})
    crowd.size += 1


def with_second_table(tx: Transaction) -> None:
    """Make table 2 be a tournament's, too."""
    tx.add("tournament_tables", {"tournament": 2, "number": 4, "table_id": 2})
    tx.execute("DELETE FROM tournament_tables WHERE number = 1")


def all_over(tx: Transaction) -> None:
    """End what is under way, so that everybody may be forgotten."""
    tables = Tables(GAMES)
    stored = tables.known(tx, 1)
    stored = tables.save(tx, stored, play.call_off(stored.table, TOY, seeds(), ANN, "late"), None, AT)
    tables.save(tx, stored, seating.close(stored.table, TOY, ANN), None, AT)
    refunds.void_tournament(tx, 1, AT)


REMOVED = altered("results", player=STRANGER, removed=1)
TABLE = Late(lambda tx: Tables(GAMES).known(tx, 1))
CUP = Late(lambda tx: Tournaments().known(tx, 1))
WALLET = Account(SERVER, "wallet", ANN)
BOBS = Account(SERVER, "wallet", BOB)
LINE = AuditLine(1, SERVER, CHANNEL, "bar", 1)
MUG = {"name": "mug", "also": [("prizes", "name", "mug")]}
HERS_KEPT = {
    "player": ANN,
    "table": 1,
    "hand": 1,
    "also": [("hand_marks", "kind", "kept"), ("hand_marks", "kind", "shown")],
}
SETTLED = [("tables", "settled", 0, "true", 1), ("tournaments", "settled", 0, "true", 1)]
CLOSED = [("tables", "phase", "playing", "true", "closed"), ("tables", "phase", "lobby", "true", "closed")]
ENDED = [
    *SETTLED,
    *CLOSED,
    ("tournaments", "phase", "open", "true", "over"),
    ("tournaments", "phase", "open", "true", "called_off"),
]
BARS_OF_BOB = Bar(ANN, LATER, BOB, "again", AT)
ANNOUNCED = entries.announce(TournamentTerms(2, 20), range(2, 7))
SEASON = Season(1, SERVER, "Spring", 1, 2)

SELVES: Mapping[str, Callable[[], list[Any]]] = {
    "Tables": lambda: [Tables(GAMES)],
    "Tournaments": lambda: [Tournaments(GAMES)],
    "Rows": lambda: [TABLES, TOURNAMENTS],
    "AuditSource": lambda: [audit_lines.CLOSINGS, audit_lines.CHANGES, BARS, ACTS],
}
"""The objects whose methods are called."""


FAR = 1000 * AT
THERE = {"server": OTHER_SERVER}
LASTING: Mapping[str, Any] = {
    "keep_outs": {**THERE, "until": FAR},
    "loss_limits": [{**THERE, "later": 5, "later_at": 1.0}, {**THERE, "later": None, "later_at": FAR}],
    "forgotten_limits": [{**THERE, "kind": "purse"}, {**THERE, "kind": "wages", "day": 1000 * DAY}],
    "forgotten_goes": {"day": 100 * DAY},
    "forgotten_bars": {**THERE, "until": None},
    "forgotten_keep_outs": {**THERE, "until": FAR},
    "forgotten_loss_limits": {**THERE, "until": FAR},
    "interactions": {"at": FAR},
    "acceptances": {"interaction": 6, "at": FAR},
    "board_posts": {"stopped_at": FAR},
}
"""The values that keep a row from the clean-up, by its table."""

DEFAULTS = ("shards", "lease", "limit")
"""Arguments that are given though they have a default."""
ANYBODYS: Mapping[str, str] = {
    "books.ledger.open_wallet": "the chain of a server's transfers goes on from anybody's",
    "books.payments.pay_wages": "the chain of a server's transfers goes on from anybody's",
    "people.personal_data.forget_on": "whoever is left is next",
    "standing.boards.add_post": "the id is the next one",
}
"""The calls that depend on bystanders where nobody else is, each with the reason."""
