"""`/me privacy`: what is kept about a person, and forgetting it."""

from __future__ import annotations

import json

from games.stone_hand.game import STONE_HAND
from games.stone_hand.model import HomeThrow
from storage.books import ledger
from storage.people import preferences
from tests.discord.commands import ask_forget, close_table, score, type_in
from tests.discord.invitations import invite
from tests.discord.tavern import Player, Room, gather
from tests.storage.privacy import everything


async def test_everything_is_handed_over_as_a_file(ann: Player, ben: Player, room: Room) -> None:
    """The person's rows as JSON, for that person only."""
    await type_in(ann, "wallet pay", member=ben, amount=50)
    await type_in(ann, "me home-throw", numbers="135", why="my street")
    await score(ann, 7)

    await ann.member.slash(room.channel, "me privacy")
    result = await ann.press("export_me")

    assert result.response is not None
    assert result.response.ephemeral
    [file] = result.response.attachments
    kept = json.loads(await file.read())
    assert kept["player"] == ann.id
    assert [each["reason"] for each in kept["transfers"]] == ["purse", "pay"]
    assert kept["points"] == [{"server": room.guild.id, "game": "stone_hand", "points": 7}]
    assert kept["keepsakes"][0]["keepsake"]["why"] == "my street"


async def test_deleting_asks_once_more(ann: Player) -> None:
    """No data is deleted before the button is pressed."""
    await type_in(ann, "wallet show")

    said = await ask_forget(ann)

    assert "Forget you?" in said
    assert await ann.wallet() == 200


async def test_deleting_makes_the_rows_anonymous(ann: Player, ben: Player, room: Room) -> None:
    """The person's rows lead to nobody, and the ledger's sums stay what they are."""
    await type_in(ann, "wallet pay", member=ben, amount=50)
    await room.remember(ann, STONE_HAND, HomeThrow((1, 3, 5), "my street"))
    await ask_forget(ann)
    await ann.press("forget_me")

    assert "I’ve forgotten you" in ann.told
    assert await ann.wallet() == 0
    assert await ben.wallet() == 50
    assert await room.read(lambda tx: preferences.keepsake_of(tx, room.guild.id, ann.id, STONE_HAND)) is None
    assert await room.read(lambda tx: ledger.verify_chain(tx, room.guild.id)) is None
    assert "from somebody unnamed" in await type_in(ben, "wallet history")
    await room.check_books()


async def test_nothing_of_a_home_throw_but_its_numbers_stays_with_the_hands(
    ann: Player, ben: Player, room: Room
) -> None:
    """A home throw's reason is in the hands that were played with it, and is deleted as well."""
    await room.remember(ann, STONE_HAND, HomeThrow((1, 3, 5), "my street"))
    await gather(room, STONE_HAND, [ben, ann, room.person("cora")])
    await ben.press("begin")
    await close_table(ben)
    await ask_forget(ann)
    await ann.press("forget_me")
    kept = await room.read(everything)

    assert "my street" not in kept
    assert '"throw":{"numbers":[1,3,5],"why":""}' in kept
    assert str(ann.id) not in kept


async def test_who_sits_at_a_table_is_not_forgotten(ann: Player) -> None:
    """The refusal says which tables to leave first."""
    await ann.open(STONE_HAND)
    await ask_forget(ann)

    await ann.press("forget_me")

    assert any(
        "First leave these tables, and close the ones that you opened: 1." in each.words
        for each in ann.sees()
    )


async def test_f53_who_is_forgotten_comes_back_without_a_purse(ann: Player, ben: Player) -> None:
    """F-53: look, pay all of it away, be forgotten, come back: no second purse, and the words say so."""
    await type_in(ann, "wallet pay", member=ben, amount=200)
    assert "no second purse, no second wages and no prizes in coins" in await ask_forget(ann)
    await ann.press("forget_me")
    assert "so that nobody can get a second purse" in ann.told

    assert "has **0 coins**" in await type_in(ann, "wallet show")
    assert await ben.wallet() == 200


async def test_no_message_names_somebody_who_was_forgotten(room: Room, ann: Player, ben: Player) -> None:
    """F-53, F-1: a table to which Ben was invited shows at once that he is nobody, not after a restart."""
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben)
    lobby, ours = ann.showing("join"), room.bot.app.tavern
    assert lobby is not None
    assert ben.mention in lobby.words
    await ask_forget(ben)
    await ben.press("forget_me")
    await room.wait(5)
    await ours.note_pulse()
    shown = ann.showing("join")

    assert shown is not None
    assert ben.mention not in shown.words
    assert await ours.outdated() == []
