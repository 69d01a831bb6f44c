"""The user, place and time of a press; rights that a frontend does not confirm are not granted."""

from __future__ import annotations

from typing import Any

import pytest

from bot.front.request import (
    ClosedHere,
    MayNotWrite,
    NoSlowTables,
    NotAllowed,
    NotAPerson,
    NotHere,
    NotOrganiser,
    Request,
    SlowElsewhere,
    SourceMessage,
    User,
)
from games.engine.core.errors import NotOffered
from storage.people.server_settings import ServerSettings
from storage.play.postings import ELSEWHERE

SERVER, ROLE = 11, 5


def visit(**given: Any) -> Request:
    """Ann's press, with what a front says beside that."""
    return Request(id=1, at=7.0, person=User(3, "Ann", "ann"), **given)


def test_a_front_that_says_nothing_gives_nothing() -> None:
    """F-38: a user who merely presses is a stranger, nowhere, without any rights."""
    nobody = visit()

    assert (nobody.place, nobody.channel, nobody.is_member, nobody.roles) == (
        ELSEWHERE,
        0,
        False,
        frozenset(),
    )
    with pytest.raises(NotAllowed):
        nobody.require_manager()
    with pytest.raises(NotOrganiser):
        nobody.require_organiser(ROLE)
    asked = nobody.actor(ROLE)
    assert (asked.is_manager, asked.is_organiser) == (False, False)


def test_a_place_that_is_claimed_makes_nobody_a_member() -> None:
    """F-38: a page may say which server it is about; who is there, and what they may, is not said by that."""
    claimed = visit(place=SERVER, channel=9)

    assert not claimed.is_member
    with pytest.raises(NotAllowed):
        claimed.require_manager()


def test_one_visit_has_one_moment() -> None:
    """Whatever is asked in the course of a visit carries its time, its person and its place."""
    press = visit(place=SERVER, channel=9, roles=frozenset({ROLE}))
    asked = press.actor(ROLE)

    assert (asked.id, asked.at, asked.player, asked.name, asked.handle) == (1, 7.0, 3, "Ann", "ann")
    assert (asked.server, asked.channel, asked.is_organiser, asked.is_manager) == (SERVER, 9, True, False)


def test_a_thread_counts_as_its_channel() -> None:
    """TB-23: for the channels of tables, and for those without play."""
    thread, here = visit(channel=9, parent=8), ServerSettings(channels=(8,))
    thread.require_channel(here)
    assert thread.is_for_tables(here)

    with pytest.raises(NotHere):
        thread.require_channel(ServerSettings(channels=(7,)))
    with pytest.raises(ClosedHere):
        thread.require_open(ServerSettings(closed_channels=(8,)))
    assert not thread.is_for_tables(ServerSettings(closed_channels=(8,)))


def test_tb28_slow_tables_may_have_channels_of_their_own() -> None:
    """TB-28: a thread counts as its channel; without any, they are opened wherever tables are."""
    thread = visit(channel=9, parent=8)
    for here in ((), (8,), (9,)):
        thread.require_slow(ServerSettings(slow_channels=here))
    with pytest.raises(SlowElsewhere):
        thread.require_slow(ServerSettings(slow_channels=(7,)))
    with pytest.raises(NoSlowTables):
        thread.require_slow(ServerSettings(slow_tables=False, slow_channels=(8,)))


def test_nothing_is_opened_where_nothing_can_be_shown() -> None:
    """F-36: the sentence names what is lacking."""
    with pytest.raises(MayNotWrite) as refused:
        visit(channel=9, lacking=("View Channel",)).require_open(ServerSettings())

    assert refused.value.permissions == ("View Channel",)


def test_what_is_chosen_is_read() -> None:
    """F-27: a line by its number, people as far as the front knows them; anything else was never offered."""
    assert visit(values=("2", "0")).chosen() == 2
    assert visit(values=("2", "0", "x")).all_chosen() == (2, 0)
    assert visit(values=("4", "5"), people={4: False, 5: False}).chosen_people() == (4, 5)
    with pytest.raises(NotAPerson):
        visit(values=("4",), people={4: True}).chosen_people()
    for values in ((), ("x",), ("6",)):
        with pytest.raises(NotOffered):
            visit(values=values, people={4: False}).chosen_person()
    with pytest.raises(NotOffered):
        visit(values=("x",)).chosen()


def test_a_key_is_read_as_it_was_ever_written() -> None:
    """F-27: lists say keys; those that were sent before they did say the place among them."""
    keys = ("week", "month")

    assert visit(values=("month",)).chosen_among(keys) == "month"
    assert visit(values=("1",)).chosen_among(keys) == "month"
    for values in ((), ("2",), ("year",)):
        with pytest.raises(NotOffered):
            visit(values=values).chosen_among(keys)


def test_a_private_message_is_known() -> None:
    """A press on a private message is answered there, where no other user sees it."""
    assert not visit().on_private
    assert not visit(message=SourceMessage(1)).on_private
    assert visit(message=SourceMessage(1, is_private=True)).on_private
