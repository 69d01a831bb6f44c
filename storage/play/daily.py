"""The deal of the day: its seeds, each user's only attempt, and the expected values of the answers.

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
"""The name of the note with the days of downtime, as JSON."""


@dataclass(frozen=True, slots=True)
class DailyAttempt:
    """A user's answer, and whether they have shared its quality."""

    answer: str
    is_shared: bool


def seed(tx: Transaction, day: int) -> str:
    """Return the seed of a day in hex, which cannot be computed from the seeds of other days.

    The secret key is created at the first use.
    """
    tx.add("keys", {"name": KEY, "secret": secrets.token_bytes(32)}, STAYS)
    key: bytes = tx.one("SELECT secret FROM keys WHERE name = ?", (KEY,))["secret"]
    return hmac.digest(key, f"day {day}".encode(), "sha256").hex()


def go(tx: Transaction, player: int, day: int, game: str) -> DailyAttempt | None:
    """Return a user's attempt at a day's deal, or None."""
    row = tx.first(
        "SELECT answer, shared FROM daily_goes WHERE player = ? AND day = ? AND game = ?", (player, day, game)
    )
    return None if row is None else DailyAttempt(row["answer"], bool(row["shared"]))


def answer(tx: Transaction, player: int, day: int, game: str, answer: str, at: float) -> None:
    """Store a user's answer, unless there is one already."""
    row: Fields = {"player": player, "day": day, "game": game, "answer": answer, "at": at}
    tx.add("daily_goes", row, STAYS)


def share(tx: Transaction, player: int, day: int, game: str) -> bool:
    """Record that a user shares the quality of an answer; return False if it was shared before."""
    shared = tx.execute(
        "UPDATE daily_goes SET shared = 1 WHERE player = ? AND day = ? AND game = ? AND shared = 0",
        (player, day, game),
    )
    return shared.rowcount == 1


def streak(tx: Transaction, player: int, day: int) -> int:
    """Return the number of days in a row on which a user has answered, up to this day or the previous day.

    Days of downtime don't interrupt the row.
    """
    days = tx.execute(
        "SELECT DISTINCT day FROM daily_goes WHERE player = ? AND day <= ? ORDER BY day DESC", (player, day)
    )
    away, count, next_day = _away(tx), 0, day
    for (answered,) in days:
        # The range excludes today, whose deals can still be answered.
        if not away.issuperset(range(answered + 1, next_day)):
            break
        count, next_day = count + 1, answered
    return count


def note_away(tx: Transaction, seconds: float, at: float) -> None:
    """Record the whole days of a downtime of `seconds` before `at`."""
    since, today = max(at - seconds, leases.latest_alive(tx) or 0.0), day_of(at)
    before = _away(tx)
    days = {each for each in before if each < today} | {*range(day_of(since) + 1, today)}
    if days != before:
        tx.set_note(AWAY, json.dumps(sorted(days), separators=(",", ":")))


def _away(tx: Transaction) -> set[int]:
    return {*json.loads(tx.get_note(AWAY) or "[]")}


def show(tx: Transaction, day: int, game: str, fingerprint: str) -> None:
    """Record the fingerprint of the day's deal as shown, unless there is one already."""
    tx.add("daily_deals", {"day": day, "game": game, "print": fingerprint}, STAYS)


def shown(tx: Transaction, day: int, game: str) -> str | None:
    """Return the fingerprint of the shown deal; None if nobody has seen it."""
    fingerprint: str | None = tx.scalar(
        "SELECT print FROM daily_deals WHERE day = ? AND game = ?", (day, game)
    )
    return fingerprint


def worths(tx: Transaction, day: int, game: str) -> tuple[int, ...] | None:
    """Return the expected values of a deal's answers; None before they are computed."""
    stored = tx.scalar("SELECT worths FROM daily_deals WHERE day = ? AND game = ?", (day, game))
    return None if stored is None else tuple(json.loads(stored))


def keep_worths(tx: Transaction, day: int, game: str, worths: tuple[int, ...]) -> None:
    """Store the expected values of the answers to a shown deal."""
    tx.execute(
        "UPDATE daily_deals SET worths = ? WHERE day = ? AND game = ?",
        (json.dumps(worths, separators=(",", ":")), day, game),
    )


def ungraded(tx: Transaction, day: int) -> list[str]:
    """Return the games whose deal of the day was shown and has no expected values yet."""
    return tx.scalars("SELECT game FROM daily_deals WHERE day = ? AND worths IS NULL ORDER BY game", (day,))


PERSONAL = (PersonalColumns("daily_goes", "day, game, answer, at", "day, game", forgetting=KEPT_UNDER_HASH),)
