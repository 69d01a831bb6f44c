"""Values to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import PydanticSerializationError

from games.engine.core.game import Seat
from games.engine.provable_chance import Cut, Seal
from games.engine.table.table import AnyTable
from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import DroppedOut
from storage.db.codec import Codec, codec_of
from storage.errors import Unreadable
from tests.games.stone_hand.loaded import StoneTable
from tests.storage.toy import TOY, Call, Charm, Toss, begun, called, opened, sat_down

CODEC = codec_of(TOY)


def playing() -> AnyTable:
    """Return a table in its second hand, in which no part is empty."""
    table = sat_down(sat_down(opened(7, invited=(11, 12)), 11).table, 12, "Bob", Charm(3, "home")).table
    table = called(called(begun(table).table, 1, "heads").table, 2, "tails").table
    return called(table, 1, "heads").table


@given(
    st.lists(st.tuples(st.sampled_from(["heads", "tails"]), st.sampled_from(["heads", "tails"])), max_size=20)
)
def test_reading_gives_back_what_was_written(calls: list[tuple[Any, Any]]) -> None:
    """Law 3: `decode(encode(state)) == state` at every step."""
    table = begun(sat_down(sat_down(opened(7), 11).table, 12, "Bob", Charm(3, "home")).table).table
    for first, second in calls:
        for seat, side in ((1, first), (2, second)):
            table = called(table, seat, side).table

            assert CODEC.table.decode(CODEC.table.encode(table)) == table


@pytest.mark.parametrize(
    "spoil",
    [
        lambda table: table.update(extra=1),
        lambda table: table["seats"][0].update(extra=1),
        lambda table: table["hand"]["state"].update(extra=1),
        lambda table: table["rules"].update(generous=1),
        lambda table: table["terms"].update(host="11"),
        lambda table: table["terms"].update(host=11.0),
        lambda table: table["story"][0].update(kind="gone_fishing"),
        lambda table: table["story"][0].pop("kind"),
        lambda table: table["story"][2].update(side="edge"),
        lambda table: table["seats"][1]["keepsake"].pop("why"),
        lambda table: table.update(phase="asleep"),
        lambda table: table.pop("next_seal"),
    ],
)
def test_what_is_not_exactly_as_written_is_refused(spoil: Callable[[Any], None]) -> None:
    """The codec reads strictly: unknown fields and wrong types are refused."""
    table = json.loads(CODEC.table.encode(playing()))
    spoil(table)

    with pytest.raises(Unreadable):
        CODEC.table.decode(json.dumps(table))


@pytest.mark.parametrize("text", ["", "null", "[]", "{", '"table"', "NaN"])
def test_what_is_no_table_is_refused(text: str) -> None:
    """Damaged text is refused like any other."""
    with pytest.raises(Unreadable):
        CODEC.table.decode(text)


def test_a_move_is_told_by_its_kind() -> None:
    """Every move carries its kind, and is parsed by it."""
    assert json.loads(CODEC.move.encode(Toss("heads"))) == {"side": "heads", "kind": "toss"}
    assert CODEC.move.decode('{"side":"heads","kind":"call"}') == Call("heads")


def test_a_value_of_another_type_is_not_written() -> None:
    """A value that could not be parsed again is not written."""
    with pytest.raises(PydanticSerializationError):
        CODEC.move.encode(Charm(3, "home"))


def test_numbers_keep_their_size() -> None:
    """Snowflakes and the largest amounts come back to the last digit."""

    @dataclass(frozen=True, slots=True)
    class Large:
        number: int

    codec: Codec[Large] = Codec(Large)

    assert codec.decode(codec.encode(Large(2**63 - 1))) == Large(2**63 - 1)


def test_a_round_that_an_earlier_version_wrote_down() -> None:
    """SH-13: it named the players who had left the round, with an event for each."""
    codec = codec_of(STONE_HAND).table
    played = StoneTable(2).begins()
    written = json.loads(codec.encode(played.table))
    written["hand"]["state"]["left"] = [2]
    written["story"].append({"seat": 2, "kind": "dropped_out"})
    del written["closing"]
    table = codec.decode(json.dumps(written))

    assert table.story[-1] == DroppedOut(Seat(2))
    assert (table.phase, table.closing) == ("playing", None)


def test_a_seal_of_before_cuts_had_names_is_read() -> None:
    """TB-13: a seal of an older version is read, and recognised as such."""
    text = '{"seed":"ab","cuts":["1234","mine"],"draws":[1,2],"cards":["2c"]}'

    assert Codec[Seal](Seal).decode(text) == Seal("ab", ("1234", "mine"), (1, 2), ("2c",))
    assert Codec[Seal](Seal).decode(text).writing == "ascii"
    new = Seal("ab", (Cut("ann", "mine"),), 3, ("2c",), (11,), is_spare=True, writing="utf-8")
    assert Codec[Seal](Seal).decode(Codec[Seal](Seal).encode(new)) == new
