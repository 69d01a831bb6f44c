"""Laws that hold after every command, press and form of the table of who may: full disks, messages, names."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.discord_io.messages.live_messages import LiveMessages
from storage.db.database import Database
from storage.errors import NotAccepted
from tests.discord.cast import changes, opened, rows_of
from tests.discord.commands import everything_sent, forgive
from tests.discord.tavern import Room
from tests.discord.who_may import ACTS, delivery, in_order


async def test_f6_where_nothing_can_be_written(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """F-6: while the disk is full, every press is answered, those that change something by saying so."""
    cast, found = await opened(room), {}

    async def refuse(*_given: object) -> None:
        raise NotAccepted("database or disk is full")

    before = await room.read(rows_of)
    with monkeypatch.context() as patch:
        for way in ("write", "write_between"):
            patch.setattr(Database, way, refuse)
        for who, row, ask in in_order():
            found[row] = await cast.send(delivery(cast, who[0], row, ask))
    forgive(room)

    assert {row for row, refused in found.items() if refused in ("fault", "silence")} == set()
    assert changes(before, await room.read(rows_of)) == []
    assert {row for row, refused in found.items() if refused == "NotAccepted"} >= ACTS


def _shown(room: Room) -> dict[int, Any]:
    """Return the contents of the channel, by message."""
    known = room.env.backend.messages[room.channel.id]
    return {number: repr(each.components) + each.content for number, each in known.items()}


async def test_a_message_shows_its_table(room: Room) -> None:
    """F-1: after every press the message of each changed table equals its state, drawn anew."""
    cast, wrong, known, seen = await opened(room), [], dict[int, int](), 0
    tavern, messages = room.bot.app.tavern, room.bot.app.front.table_messages
    assert isinstance(messages, LiveMessages)
    for who, row, ask in in_order():
        await cast.send(delivery(cast, who[0], row, ask))
        await room.env.settle()
        for stored in await room.read(lambda tx: [tavern.tables.load(tx, each) for each in range(1, 9)]):
            if stored is None or known.get(stored.id) == stored.revision:
                continue
            known[stored.id] = stored.revision
            before = _shown(room)
            messages.forget_screen(stored.id)
            messages.refresh(await tavern.look(stored.id))
            await room.env.settle()
            seen += 1
            after = _shown(room)
            if stored.message in before and before[stored.message] != after.get(stored.message):
                wrong.append((row, stored.id, before[stored.message], after.get(stored.message)))
    forgive(room)

    assert wrong == []
    assert seen > 20


RAW = "_zq_*b*"
TYPED = ("why", "title", "name", "called", "reason", "text")
PLAIN = ("label", "placeholder", "description", "value", "name", "title", "custom_id", "topic", "filename")


async def test_f46_no_word_of_a_person_is_markdown(room: Room) -> None:
    """F-46: nicknames, titles, reasons: wherever a person's word is read, it formats nothing."""
    cast = await opened(room, RAW)
    for who, row, ask in in_order():
        fields = {**dict.fromkeys(TYPED, RAW), **ask.fields}
        await cast.send(delivery(cast, who[0], row, replace(ask, fields=fields)))
    forgive(room)
    texts = [(name, text) for name, text in everything_sent(room) if "zq" in text]

    assert len(texts) > 100
    assert [each for each in texts if RAW in each[1] and each[0] not in PLAIN] == []
