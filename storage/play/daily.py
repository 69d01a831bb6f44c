"""The deal of the day: its seeds, everybody's one attempt, and the expected values of the answers.

Days are counted as in `ledger.py`.
"""

from __future__ import annotations

import hmac
import json
import secrets
from dataclasses import dataclass

from storage import leases
from storage.db.retention import KEPT_UNDER_HASH, PersonalColumns, day_of
from storage.db.transaction import STAYS, Fields, Transaction

KEY = "daily"
AWAY = "daily_away"
"""The name of the note with the days, as JSON, throughout which the bot was away."""


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """A user's answer, and whether they have shared its quality."""

    answer: str
    is_shared: bool


def seed(tx: Transaction, day: int) -> str:
    """Return the seed of a day, in hex; seeds of other days reveal nothing of it.

    The key is made when first needed.
    """
    tx.add("keys", {"name": KEY, "secret": secrets.token_bytes(32)}, STAYS)
    key: bytes = tx.one("SELECT secret FROM keys WHERE name = ?", (KEY,))["secret"]
    return hmac.digest(key, f"day {day}".encode(), "sha256").hex()


def go(tx: Transaction, player: int, day: int, game: str) -> DailyAttempt | None:
    """Return a user's attempt of that day, or None."""
    row = tx.first(
        "SELECT answer, shared FROM daily_goes WHERE player = ? AND day = ? AND game = ?", (player, day, game)
    )
    return None if row is None else DailyAttempt(row["answer"], bool(row["shared"]))


def answer(tx: Transaction, player: int, day: int, game: str, answer: str, at: float) -> None:
    """Store an answer; the first one stands."""
    row: Fields = {"player": player, "day": day, "game": game, "answer": answer, "at": at}
    tx.add("daily_goes", row, STAYS)


def share(tx: Transaction, player: int, day: int, game: str) -> bool:
    """Record that a user shares the quality of an answer; return False if they have before."""
    shared = tx.execute(
        "UPDATE daily_goes SET shared = 1 WHERE player = ? AND day = ? AND game = ? AND shared = 0",
        (player, day, game),
    )
    return shared.rowcount == 1


def streak(tx: Transaction, player: int, day: int) -> int:
    """Return the number of days in a row that a user has answered, up to this day or the one before.

    Days without a deal are left out.
    """
    days = tx.execute(
        "SELECT DISTINCT day FROM daily_goes WHERE player = ? AND day <= ? ORDER BY day DESC", (player, day)
    )
    away, found, since = _away(tx), 0, day
    for (answered,) in days:
        # Today's deals can still be played.
        if not away.issuperset(range(answered + 1, since)):
            break
        found, since = found + 1, answered
    return found


def note_away(tx: Transaction, seconds: float, at: float) -> None:
    """Record the whole days in these last seconds, in which the bot was away; none is in the future."""
    since, today = max(at - seconds, leases.latest_alive(tx) or 0.0), day_of(at)
    before = _away(tx)
    days = {each for each in before if each < today} | {*range(day_of(since) + 1, today)}
    if days != before:
        tx.set_note(AWAY, json.dumps(sorted(days), separators=(",", ":")))


def _away(tx: Transaction) -> set[int]:
    return {*json.loads(tx.get_note(AWAY) or "[]")}


def show(tx: Transaction, day: int, game: str, fingerprint: str) -> None:
    """Record that a deal is shown; the first one stands."""
    tx.add("daily_deals", {"day": day, "game": game, "print": fingerprint}, STAYS)


def shown(tx: Transaction, day: int, game: str) -> str | None:
    """Return the fingerprint of the shown deal; None if nobody has seen it."""
    found: str | None = tx.scalar("SELECT print FROM daily_deals WHERE day = ? AND game = ?", (day, game))
    return found


def worths(tx: Transaction, day: int, game: str) -> tuple[int, ...] | None:
    """Return the expected values of a deal's answers; None before they are calculated."""
    written = tx.scalar("SELECT worths FROM daily_deals WHERE day = ? AND game = ?", (day, game))
    return None if written is None else tuple(json.loads(written))


def keep_worths(tx: Transaction, day: int, game: str, worths: tuple[int, ...]) -> None:
    """Store the expected values of the answers to a shown deal."""
    tx.execute(
        "UPDATE daily_deals SET worths = ? WHERE day = ? AND game = ?",
        (json.dumps(worths, separators=(",", ":")), day, game),
    )


def ungraded(tx: Transaction, day: int) -> list[str]:
    """Return the games whose deal of that day was shown and has no expected values yet."""
    return tx.scalars("SELECT game FROM daily_deals WHERE day = ? AND worths IS NULL ORDER BY game", (day,))


PERSONAL = (PersonalColumns("daily_goes", "day, game, answer, at", "day, game", forgetting=KEPT_UNDER_HASH),)
