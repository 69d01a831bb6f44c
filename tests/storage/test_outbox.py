"""What is still to be told of tournaments."""

from __future__ import annotations

import pytest

from games.engine.core.game import Seat
from games.engine.fairness.chance import Seal
from games.tournament import entries
from games.tournament.model import TournamentTerms
from games.tournament.orders import Finished, Ranked, SeatGiven
from storage import outbox
from storage.outbox import News
from storage.tournaments import Plan, Tournaments
from storage.transaction import Transaction

SAID = (SeatGiven(7, 1, Seat(2), None), Ranked(8, None), Finished())


@pytest.fixture
def number(tx: Transaction) -> int:
    """A tournament that has been announced."""
    tournament = entries.announce(TournamentTerms(2, 20), range(2, 7))
    plan = Plan("Cup", 7, "toy", "{}", 60)
    return Tournaments().add(tx, (1, 2), plan, tournament, Seal("00"), 1.0).id


def test_news_are_kept_until_they_are_told(tx: Transaction, number: int) -> None:
    """F-2: what was ordered and what was to be reminded of, in its order; told, it is gone."""
    first, second = outbox.add(tx, number, SAID, ""), outbox.add(tx, number, (), "start")

    assert outbox.untold(tx) == (News(first, number, SAID, ""), News(second, number, (), "start"))

    outbox.told(tx, first)

    assert outbox.untold(tx) == (News(second, number, (), "start"),)


def test_a_number_is_never_given_twice(tx: Transaction, number: int) -> None:
    """Messages are known again by it, so what was told must not lend its number to other news."""
    first = outbox.add(tx, number, SAID, "")
    outbox.told(tx, first)

    assert outbox.add(tx, number, SAID, "") > first


def test_nothing_is_told_of_what_is_gone(tx: Transaction, number: int) -> None:
    """A tournament that cannot be read, or whose player is forgotten, leaves no news."""
    outbox.add(tx, number, SAID, "")
    outbox.drop(tx, number)

    assert outbox.untold(tx) == ()


def test_news_are_read_strictly(tx: Transaction, number: int) -> None:
    """After an update: an order that this version does not know keeps nothing else from being told."""
    first, second = outbox.add(tx, number, SAID, ""), outbox.add(tx, number, SAID, "")
    tx.execute("UPDATE news SET orders = ? WHERE id = ?", ('[{"kind":"danced"}]', first))

    assert [each.id for each in outbox.untold(tx)] == [second]
