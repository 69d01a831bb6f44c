"""Dice and cards as emojis or in words: the owner's choice above the server's, a person's for their own."""

from __future__ import annotations

from dataclasses import replace

from bot.discord_io.application_emojis import record_planned, sprites_by_emoji
from games.destiny.game import DESTINY
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.server_settings import Faces
from tests.discord.commands import type_in
from tests.discord.message import Message
from tests.discord.tavern import Player, Room, gather, make_bot


async def start(room: Room, faces: Faces = "emojis") -> None:
    """The bot comes back with this choice of its owner's; all its emojis are there."""
    await room.bot.app.database.write(record_planned)
    await room.bot.close()
    for name in sprites_by_emoji():
        room.env.backend.create_application_emoji(name)
    await room.env.restart_bot(await make_bot(room.path, faces=faces))


async def play(room: Room, people: list[Player], faces: Faces = "emojis") -> None:
    """A game of Destiny in a server with this choice; everybody looks at their own cards."""

    def choose(tx: Transaction) -> None:
        server_settings.save(tx, room.guild.id, replace(server_settings.load(tx, room.guild.id), faces=faces))

    await room.bot.app.database.write(choose)
    await gather(room, DESTINY, [*people, room.person("cora")], practice=True)
    await people[0].press("begin")
    for each in people:
        await each.open_panel()


def has_emojis(message: Message) -> bool:
    """Return True if an emoji of ours is in the message's words or on its buttons."""
    return "'emoji': {'name': 'card_" in repr(message.parts) or "<:" in message.words


async def test_a_server_chooses_words(room: Room, ann: Player, ben: Player) -> None:
    """Its tables are in words then, and so are the panels of all who have not chosen otherwise."""
    await start(room)
    await room.bot.app.tavern.prefer(ben.id, faces="emojis")
    await play(room, [ann, ben], "words")

    assert not has_emojis(ann.table)
    assert not has_emojis(ann.whispered)
    assert has_emojis(ben.whispered)


async def test_a_person_chooses_words(room: Room, ann: Player, ben: Player) -> None:
    """Ann's own panel is in words then; the table is the server's, and Ben's panel is his."""
    await start(room)
    await type_in(ann, "me preferences")
    await ann.choose("faces", "words")
    await play(room, [ann, ben])

    assert has_emojis(ann.table)
    assert not has_emojis(ann.whispered)
    assert has_emojis(ben.whispered)


async def test_the_owner_chooses_words(room: Room, ann: Player, ben: Player) -> None:
    """`FACES=words` is above what servers and people choose."""
    await start(room, "words")
    await room.bot.app.tavern.prefer(ben.id, faces="emojis")
    await play(room, [ann, ben])

    assert not any(map(has_emojis, (ann.table, ann.whispered, ben.whispered)))


async def test_what_only_one_person_reads_is_in_their_faces(room: Room, ann: Player, ben: Player) -> None:
    """Pages beside the table, such as the deck of Knights' Heads, follow the same choices."""
    await start(room)
    await room.bot.app.tavern.prefer(ben.id, faces="words")

    assert "<:" in await type_in(ann, "knights hands")
    assert "<:" not in await type_in(ben, "knights hands")
