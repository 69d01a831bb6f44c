"""Bystanders: nothing that storage does for one server, person, table and so on depends on others' rows."""

from __future__ import annotations

from contextlib import closing

import pytest

from storage.db.transaction import Transaction
from tests.storage.bystander_calls import ANYBODYS
from tests.storage.bystander_given import GIVEN, NUMBERED, WITHOUT
from tests.storage.bystanders import CALLS, effect, functions, opened
from tests.storage.crowd import shape


@pytest.mark.parametrize("name", CALLS)
def test_nothing_depends_on_bystanders(settled: bytes, name: str) -> None:
    """Each function of storage returns and changes the same, whoever else has rows there."""
    alone = effect(settled, CALLS[name], is_crowded=False)
    beside = effect(settled, CALLS[name], is_crowded=True)

    assert beside.size > 0, "nobody stands by: add some, or a reason to WITHOUT"
    assert (beside.result, beside.removed, beside.added) == (alone.result, alone.removed, alone.added)


@pytest.mark.parametrize("name", [name for name in CALLS if name.split(" ")[0] not in ANYBODYS])
def test_nothing_depends_on_bystanders_alone(settled: bytes, name: str) -> None:
    """The same holds where there are only bystanders: nobody is taken for another."""
    nobody = effect(settled, CALLS[name], is_crowded=False, is_there=False)
    beside = effect(settled, CALLS[name], is_crowded=True, is_there=False)

    assert (beside.result, beside.removed, beside.added) == (nobody.result, nobody.removed, nobody.added)


def test_each_function_that_writes_has_something_to_write(settled: bytes) -> None:
    """Each function of storage that writes does so in some call: none proves the law by changing nothing."""
    seen: dict[str, bool] = {}
    for call in CALLS.values():
        done = effect(settled, call, is_crowded=False)
        name = call.name.split(" ")[0]
        if done.writes:
            seen[name] = seen.get(name, False) or bool(done.removed or done.added)

    assert {name for name, has_changed in seen.items() if not has_changed} == {"play.daily.seed"}


def test_every_table_has_bystanders(settled: bytes) -> None:
    """There are rows in every table, which the calls are made among."""
    with closing(opened(settled)) as connection:
        tx = Transaction(connection)
        empty = [name for name in shape() if not tx.scalar(f"SELECT count(*) FROM {name}")]  # noqa: S608

    assert empty == []


def test_the_calls_are_storagesfunctions() -> None:
    """No call, and no reason to leave one out, is of a function that is gone."""
    names = {name for name, _ in functions()}
    named = {*GIVEN, *NUMBERED, *WITHOUT}

    assert {each for each in named - names if not any(name.startswith(each) for name in names)} == set()
