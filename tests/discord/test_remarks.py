"""A short word at the table, as people say it."""

from __future__ import annotations

from dataclasses import replace

from storage.db.transaction import Transaction
from storage.people import bars, server_settings
from storage.people.bars import Bar
from tests.discord.tavern import Player, Room
from tests.discord.tongues import speak


async def says(player: Player, phrase: str) -> None:
    """Say something by the table's menu."""
    await player.press("more")
    await player.choose("say", phrase)


async def test_a_word_for_a_while(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """It stands beside Ann's name, for everybody; the first change after a minute takes it away."""
    await says(ann, "well_played")
    assert "“Well played!”" in ben.table.words
    await says(ann, "thanks")
    assert ann.told == "You’ve just said something. Wait a few seconds before you say more."
    await room.wait(30)
    await says(ben, "bad_luck")
    assert "“Well played!”" in ben.table.words
    assert "“Bad luck!”" in ann.table.words
    await room.wait(25)
    assert "ran out of time" not in ann.table.words
    await ann.press("throw")
    await room.wait(10)

    await says(ann, "one_more")
    assert "“Well played!”" not in ben.table.words
    assert "“One more?”" in ben.table.words


async def test_a_word_in_the_servers_language(room: Room, ann: Player, playing: int) -> None:
    """Public remarks are in the server's language, the quotation marks too."""
    await speak(room, "de")
    await says(ann, "well_played")

    assert "„Gut gespielt!“" in ann.table.words


async def test_where_words_are_off(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """Managers may switch them off: then there is nothing to choose, and an old list says so."""
    await ann.press("more")
    server = room.guild.id

    def silence(tx: Transaction) -> None:
        server_settings.save(tx, server, replace(server_settings.load(tx, server), remarks=False))

    await room.bot.app.database.write(silence)
    await ann.choose("say", "thanks")
    assert ann.told == "This server’s managers have switched table phrases off."
    await ann.press("more")

    assert not any("say" in str(each.get("custom_id")) for each in ann.whispered.parts)


async def test_who_is_barred_says_nothing(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """TB-23: they play their hand to its end, in silence."""
    await ann.press("more")
    at, server = room.env.now().timestamp(), room.guild.id
    word = Bar(ann.id, None, ben.id, "loud", at)
    await room.bot.app.database.write(lambda tx: bars.bar(tx, server, word))
    await ann.choose("say", "thanks")

    assert "barred" in ann.told
    assert "“Thank you!”" not in ben.table.words
