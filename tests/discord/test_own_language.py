"""A language of one's own, whatever one's Discord says."""

from __future__ import annotations

from bot.text.translate import own_name
from storage.people import preferences
from tests.discord.commands import ask_forget, type_in
from tests.discord.tavern import Player, Room

FOR_YOU = {"en": "### For you", "de": "### Für dich"}
"""The head of the preferences in each language."""


async def test_whoever_chooses_a_language_is_answered_in_it(room: Room, ann: Player, ben: Player) -> None:
    """At once, in every later answer, and after a restart; nobody else is, nor is the public message."""
    await type_in(ann, "me preferences")
    await ann.choose("own_language", "de")
    assert FOR_YOU["de"] in ann.whispered.words
    await type_in(ann, "play", house_players=False)
    assert "a table is open" in ann.table.words
    await room.restart()

    assert FOR_YOU["de"] in await type_in(ann, "me preferences")
    assert FOR_YOU["en"] in await type_in(ben, "me preferences")


async def test_back_to_the_language_of_discord(room: Room, ann: Player) -> None:
    """It is one choice away, and so are all languages, in their own names."""
    await type_in(ann, "me preferences")
    await ann.choose("own_language", "pt-BR")
    lines = next(
        each["options"] for each in ann.whispered.parts if each.get("custom_id") == "t:0:prefer:own_language"
    )
    assert [each["label"] for each in lines[1:]] == [own_name(each["value"]) for each in lines[1:]]
    await ann.choose("own_language", "discord")

    assert FOR_YOU["en"] in ann.whispered.words


async def test_a_language_that_is_none_is_refused(room: Room, ann: Player) -> None:
    """F-27: a made-up choice changes nothing."""
    await type_in(ann, "me preferences")
    await room.deliver(ann.choosing(ann.whispered, "t:0:prefer:own_language", "tlh"))

    kept = await room.read(lambda tx: preferences.load(tx, ann.id))
    assert kept.own_language == preferences.AS_DISCORD


async def test_unasked_words_come_in_it_too(room: Room, ann: Player, ben: Player) -> None:
    """Unasked messages go by their reader's choice before the last language heard."""
    chosen = preferences.Preferences(language="pt-BR", own_language="de")

    assert chosen.language_in("en") == "de"
    assert preferences.Preferences(language="pt-BR").language_in("en") == "pt-BR"
    assert preferences.Preferences().language_in("en") == "en"


async def test_it_is_forgotten_with_its_owner(room: Room, ann: Player) -> None:
    """A person who has themselves forgotten is answered by their Discord's language again, at once."""
    await type_in(ann, "me preferences")
    await ann.choose("own_language", "de")
    await ask_forget(ann)
    await ann.press("forget_me")

    assert FOR_YOU["en"] in await type_in(ann, "me preferences")
