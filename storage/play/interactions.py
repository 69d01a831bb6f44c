"""Interactions already acted on: one that is delivered twice acts once (F-22)."""

from __future__ import annotations

from collections.abc import Callable

from storage.db.kept import Fleeting
from storage.db.transaction import STAYS, Transaction

KEPT_SECONDS = 24 * 3600
"""Seconds to remember an interaction; Discord repeats no older ones."""


def remember(tx: Transaction, interaction: int, at: float) -> bool:
    """Remember an interaction in the transaction that acts on it; False if it has acted before."""
    return remembering(tx, interaction, at)()


def remembering(tx: Transaction, interaction: int, at: float) -> Callable[[], bool]:
    """The same; whether it has not acted before is known when asked, so that it needs no trip of its own."""
    answer = tx.add("interactions", {"id": interaction, "at": at}, STAYS)
    return lambda: answer.rowcount == 1


def conclude(tx: Transaction, interaction: int, done: str) -> None:
    """Note what an interaction did, so that its repeat can be given the same answer."""
    tx.execute("UPDATE interactions SET done = ? WHERE id = ?", (done, interaction))


def done(tx: Transaction, interaction: int) -> str | None:
    """What an interaction did, or None if it never acted."""
    text: str | None = tx.value("SELECT done FROM interactions WHERE id = ?", (interaction,))
    return text


def accept(tx: Transaction, interaction: int, at: float) -> bool:
    """Accept an interaction that another process is told of too; False if that one has accepted it."""
    return tx.add("acceptances", {"interaction": interaction, "at": at}, STAYS).rowcount == 1


FLEETING = (
    Fleeting("interactions", "id", f"at < :at - {KEPT_SECONDS}"),
    Fleeting("acceptances", "interaction", f"at < :at - {KEPT_SECONDS}"),
)
