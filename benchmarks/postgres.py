"""Table actions per second with the database in PostgreSQL, beside a file; every commit is durable."""

from __future__ import annotations

from contextlib import closing
from functools import partial

from benchmarks.actions import ACTIONS, ACTIONS_A_TABLE, TABLES, many, one_by_one, rates
from benchmarks.measure import Figure, at_least, in_turn, told
from storage.postgres import driver
from storage.postgres.connection import PostgresConnection
from tests import postgres

TEMPLATE = "books"


async def measure() -> list[Figure]:
    """Measure one action after the other, and many tables at once."""
    if (reason := postgres.why_not()) is not None:
        return [told("an action over PostgreSQL", reason)]
    with postgres.cluster(is_durable=True) as server:
        server.run(f"CREATE DATABASE {TEMPLATE}")
        with closing(PostgresConnection(server.address(TEMPLATE))) as connection:
            driver.migrate(connection, TEMPLATE)
        there = partial(server.make, TEMPLATE)
        ours, beside, at_once, at_once_beside = await in_turn(
            lambda: one_by_one(there()), one_by_one, lambda: many(there()), many
        )
    count = TABLES * ACTIONS_A_TABLE
    alone = rates(ACTIONS / ours.least, ACTIONS / beside.least)
    together = rates(count / at_once.least, count / at_once_beside.least)
    return [
        at_least("one action over PostgreSQL, beside a file", *alone, 0.4),
        at_least(f"{TABLES} tables at once over PostgreSQL, beside a file", *together, 0.4),
    ]
