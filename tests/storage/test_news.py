"""What is still to be told of tournaments."""

from __future__ import annotations

import pytest

from games.engine.chance import Seal
from games.engine.game import Seat
from games.tournament import entries
from games.tournament.model import Terms
from games.tournament.orders import Finished, Placed, Ranked
from storage import news
from storage.news import News
from storage.tournaments import Plan, Tournaments
from storage.transaction import Transaction

SAID = (Placed(7, 1, Seat(2), None), Ranked(8, None), Finished())


@pytest.fixture
def cup(tx: Transaction) -> int:
    """A tournament that has been announced."""
    tournament = entries.announce(Terms(2, 20), range(2, 7))
    plan = Plan("Cup", 7, "toy", "{}", 60)
    return Tournaments().add(tx, (1, 2), plan, tournament, Seal("00"), 1.0).id


def test_news_are_kept_until_they_are_told(tx: Transaction, cup: int) -> None:
    """F-2: what was ordered and what was to be reminded of, in its order; told, it is gone."""
    first, second = news.add(tx, cup, SAID, ""), news.add(tx, cup, (), "start")

    assert news.untold(tx) == (News(first, cup, SAID, ""), News(second, cup, (), "start"))

    news.told(tx, first)

    assert news.untold(tx) == (News(second, cup, (), "start"),)


def test_a_number_is_never_given_twice(tx: Transaction, cup: int) -> None:
    """Messages are known again by it, so what was told must not lend its number to other news."""
    first = news.add(tx, cup, SAID, "")
    news.told(tx, first)

    assert news.add(tx, cup, SAID, "") > first


def test_nothing_is_told_of_what_is_gone(tx: Transaction, cup: int) -> None:
    """A tournament that cannot be read, or whose player is forgotten, leaves no news."""
    news.add(tx, cup, SAID, "")
    news.drop(tx, cup)

    assert news.untold(tx) == ()


def test_news_are_read_strictly(tx: Transaction, cup: int) -> None:
    """After an update: an order that this version does not know keeps nothing else from being told."""
    first, second = news.add(tx, cup, SAID, ""), news.add(tx, cup, SAID, "")
    tx.execute("UPDATE news SET orders = ? WHERE id = ?", ('[{"kind":"danced"}]', first))

    assert [each.id for each in news.untold(tx)] == [second]
