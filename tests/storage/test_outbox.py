"""The queued announcements of tournaments."""

from __future__ import annotations

import pytest

from games.engine.core.game import Seat
from games.engine.provable_chance import Seal
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.orders import Finished, Ranked, SeatGiven
from storage.db.transaction import Transaction
from storage.tournaments import outbox
from storage.tournaments.outbox import News
from storage.tournaments.tournaments import Plan, Tournaments

SAID = (SeatGiven(7, 1, Seat(2), None), Ranked(8, None), Finished())


@pytest.fixture
def number(tx: Transaction) -> int:
    """Return an announced tournament."""
    tournament = entries.announce(TournamentTerms(2, 20), range(2, 7))
    plan = Plan("Cup", 7, "toy", "{}", 60)
    return Tournaments().add(tx, (1, 2), plan, tournament, Seal("00"), 1.0).id


def test_news_are_kept_until_they_are_told(tx: Transaction, number: int) -> None:
    """F-2: orders and reminders are stored in order, until they are announced."""
    first, second = outbox.add(tx, number, SAID, ""), outbox.add(tx, number, (), "start")

    assert outbox.untold(tx) == (News(first, number, SAID, ""), News(second, number, (), "start"))

    outbox.told(tx, first)

    assert outbox.untold(tx) == (News(second, number, (), "start"),)


def test_a_number_is_never_given_twice(tx: Transaction, number: int) -> None:
    """Messages are recognised by the number, so a number is never reused."""
    first = outbox.add(tx, number, SAID, "")
    outbox.told(tx, first)

    assert outbox.add(tx, number, SAID, "") > first


def test_nothing_is_told_of_what_is_gone(tx: Transaction, number: int) -> None:
    """An unreadable tournament, or an erased player, has no news."""
    outbox.add(tx, number, SAID, "")
    outbox.drop(tx, number)

    assert outbox.untold(tx) == ()


def test_news_are_read_strictly(tx: Transaction, number: int) -> None:
    """After an update: an order that this version does not know delays no other."""
    first, second = outbox.add(tx, number, SAID, ""), outbox.add(tx, number, SAID, "")
    tx.execute("UPDATE news SET orders = ? WHERE id = ?", ('[{"kind":"danced"}]', first))

    assert [each.id for each in outbox.untold(tx)] == [second]


def test_news_that_discord_refused_are_not_told_again(tx: Transaction, number: int) -> None:
    """F-2: an announcement that was laid aside delays no other, and no start makes it."""
    first, second = outbox.add(tx, number, SAID, ""), outbox.add(tx, number, SAID, "")
    outbox.lay_aside(tx, first, "c0ffee")

    assert [each.id for each in outbox.untold(tx)] == [second]
