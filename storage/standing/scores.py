"""The scoreboard of a server and game, and the prizes that points earn (SH-12)."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from storage import errors
from storage.books import ledger
from storage.books.ledger import ADDED_TO_MAX, TransferInfo
from storage.db.retention import UNNAMED, PersonalColumns
from storage.db.transaction import Fields, Transaction, merged
from storage.people import erased_people
from storage.standing.boards import Placed, placed

PRIZES_MAX = 25
"""The maximum number of prizes: that of a Discord select's options."""
NAME_LENGTH = 60
TEXT_LENGTH = 500

Gift: TypeAlias = Literal["text", "role", "money"]


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize for points; `value` is the text, the role's id, or the amount."""

    name: str
    threshold: int
    gift: Gift
    value: str


def add(tx: Transaction, server: int, game: str, player: int, points: int) -> None:
    """Add to a player's points, up to the largest amount."""
    row: Fields = {"server": server, "game": game, "player": player, "points": points}
    tx.add("scores", row, _ADDED)


_ADDED = merged("scores", ("server", "game", "player"), {"points": ADDED_TO_MAX})


def of_player(tx: Transaction, server: int, game: str, player: int) -> int:
    """Return a player's points."""
    points = tx.scalar_int(
        "SELECT points FROM scores WHERE server = ? AND game = ? AND player = ?", (server, game, player)
    )
    return points or 0


def top(tx: Transaction, server: int, game: str, limit: int = 10) -> list[Placed]:
    """Return the players with the most points, without erased people."""
    people = (
        "SELECT player, points AS value FROM scores"
        " WHERE server = ? AND game = ? AND player > 0 AND points > 0"
    )
    return placed(tx, people, (server, game), limit)


def prizes(tx: Transaction, server: int, game: str) -> tuple[Prize, ...]:
    """Return all prizes, cheapest first."""
    rows = tx.all(
        "SELECT name, threshold, gift, value FROM prizes WHERE server = ? AND game = ?"
        " ORDER BY threshold, name",
        (server, game),
    )
    return tuple(Prize(**row) for row in rows)


def add_prize(tx: Transaction, server: int, game: str, prize: Prize) -> None:
    """Add a prize."""
    ledger.check_amount(prize.threshold, "threshold")
    if not 1 <= len(prize.name) <= NAME_LENGTH:
        raise errors.TextTooLong(NAME_LENGTH)
    if not 1 <= len(prize.value) <= TEXT_LENGTH:
        raise errors.TextTooLong(TEXT_LENGTH)
    if prize.gift == "money":
        is_number = prize.value.isascii() and prize.value.isdigit()
        ledger.check_amount(int(prize.value) if is_number else 0, "value")
    existing = prizes(tx, server, game)
    if len(existing) >= PRIZES_MAX:
        raise errors.TooMany(PRIZES_MAX)
    if any(folded(each.name) == folded(prize.name) for each in existing):
        raise errors.NameTaken
    tx.add("prizes", {"server": server, "game": game, **asdict(prize)})


def folded(name: str) -> str:
    """Return a name's normal form, equal for names that differ only in case and blanks."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def find_prize(tx: Transaction, server: int, game: str, name: str) -> Prize:
    """Return a prize by its name, regardless of case and blanks. Raises `NoSuchPrize`."""
    existing = prizes(tx, server, game)
    # Older prizes may have names that differ only in case and blanks.
    exact = [each for each in existing if each.name == name]
    alike = [each for each in existing if folded(each.name) == folded(name)]
    if not alike:
        raise errors.NoSuchPrize
    return (exact or alike)[0]


def remove_prize(tx: Transaction, server: int, game: str, name: str) -> None:
    """Remove a prize; its claims stay, but do not count for a later prize of the same name."""
    prize = find_prize(tx, server, game, name)
    tx.execute("DELETE FROM prizes WHERE server = ? AND game = ? AND name = ?", (server, game, prize.name))


def claimed(tx: Transaction, server: int, game: str, player: int) -> frozenset[str]:
    """Return the names of the prizes that a player has claimed."""
    sql = "SELECT name FROM claims JOIN prizes ON id = prize_id WHERE server = ? AND game = ? AND player = ?"
    return frozenset(tx.scalars(sql, (server, game, player)))


def claim(tx: Transaction, server: int, game: str, player: int, name: str, at: float) -> Prize:
    """Record a player's claim of a prize; money is paid from the bank, the caller gives texts and roles.

    Money can be claimed once. Texts and roles can be claimed again, so that a lost message or a crash loses
    nothing.
    """
    prize = find_prize(tx, server, game, name)
    points = of_player(tx, server, game, player)
    if points < prize.threshold:
        raise errors.NotReached(points, prize.threshold)
    claim_of = tx.execute(
        "INSERT INTO claims (prize_id, player, at) SELECT id, ?, ? FROM prizes"
        " WHERE server = ? AND game = ? AND name = ? ON CONFLICT DO NOTHING",
        (player, at, server, game, prize.name),
    )
    if claim_of.rowcount == 0 and prize.gift == "money":
        raise errors.AlreadyClaimed
    if prize.gift == "money":
        if erased_people.was_forgotten(tx, server, player):
            # The erasure deleted the player's claims, so the prize may have been paid already.
            raise errors.ClaimsForgotten
        payee = ledger.wallet(server, player)
        ledger.transfer(
            tx,
            ledger.bank_account(server),
            payee,
            int(prize.value),
            TransferInfo("prize", at, note=prize.name, by=player),
        )
    return prize


def unclaim(tx: Transaction, server: int, game: str, player: int, name: str) -> None:
    """Delete a claim of a text or role that could not be given."""
    tx.execute(
        "DELETE FROM claims WHERE player = ? AND prize_id ="
        " (SELECT id FROM prizes WHERE server = ? AND game = ? AND name = ? AND gift <> 'money')",
        (player, server, game, name),
    )


PERSONAL_POINTS = PersonalColumns("scores", "server, game, points", told="points", forgetting=(UNNAMED,))
PERSONAL_CLAIMS = PersonalColumns(
    "claims",
    "server, game, name, at",
    told="prizes",
    source="claims JOIN prizes ON id = prize_id",
    forgetting=(UNNAMED,),
)
