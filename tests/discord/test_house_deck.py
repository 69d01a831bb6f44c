"""`/knights deck`: a server names the cards of Knights' Heads (KH-13)."""

from __future__ import annotations

import json
import re

import pytest

from games.knights_heads.cards import DECK
from games.knights_heads.game import KNIGHTS_HEADS
from storage.people import server_settings
from storage.people.server_settings import OwnCard
from tests.discord.commands import NOT_ALLOWED, type_in
from tests.discord.dice import Dice
from tests.discord.evening import plan
from tests.discord.house_deck import OWN, deck_file
from tests.discord.knights import begin
from tests.discord.message import Message
from tests.discord.tavern import Player, Room


async def name(boss: Player, face: str, card: int, **given: str) -> str:
    """A manager names a card by its form; the words of what comes of it."""
    await type_in(boss, "knights deck")
    if face != "King":
        await boss.choose("faces", face)
    page = boss.whispered
    select = next(each for each in page.parts if ":card:" in each.get("custom_id", ""))
    form = await boss.member.select(page.sent, [str(card - 1)], custom_id=select["custom_id"])
    assert form.modal is not None
    answer = await boss.member.submit_modal(form, {"name": "", "line": ""} | given)
    return Message(answer.response or page.sent).words if answer.response is not None else boss.told


async def load(player: Player, content: bytes) -> str:
    """A deck is loaded as a file."""
    return await type_in(player, "manage deck", file=("deck.json", content))


async def said(room: Room) -> dict[str, OwnCard]:
    """The server's words."""
    return await room.read(lambda tx: server_settings.own_cards_now(tx, room.guild.id, KNIGHTS_HEADS.key))


async def test_managers_name_a_card(boss: Player, ann: Player, room: Room) -> None:
    """KH-13: name and line by a form, shown to everybody; others have no such list."""
    shown = await name(boss, "Queen", 3, name="Auntie *Jo*", line="Runs the bar")
    assert r"Queen 3 Auntie \*Jo\*** — Runs the bar" in shown
    assert "1 card has this server’s own text" in shown
    # Tables begin with the official deck, so a manager is told where that is changed.
    # Clickable, also in a message that was changed.
    assert re.search("</manage settings:[0-9]+>, “House rules”, “Deck”: ", shown)
    assert await said(room) == {"Q03": OwnCard("Auntie *Jo*", "Runs the bar")}

    await type_in(ann, "knights deck")
    assert ann.whispered.buttons == {}
    assert "manage settings" not in ann.told
    await ann.choose("faces", "Queen")
    assert r"Auntie \*Jo\*" in ann.told
    assert "Name a card" not in repr(ann.whispered.parts)
    shown = await name(boss, "Queen", 3)
    assert "Mathilda Ironhand" in shown
    assert await said(room) == {}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"name": "\u200b\u202e"}, "Q03: nothing in that text can be shown. Please use letters."),
        ({"name": "elowen of the Long Wood"}, "Q03 would go by the same name as Q01."),
    ],
)
async def test_what_is_no_name_is_refused(boss: Player, room: Room, given: dict[str, str], why: str) -> None:
    """KH-13, F-46: nothing to be seen, and the name of another card."""
    await name(boss, "Queen", 3, **given)

    assert why in boss.told
    assert await said(room) == {}


async def test_a_deck_is_saved_changed_and_loaded(boss: Player, room: Room) -> None:
    """KH-13, TB-23: the file has all 104 cards; loaded as it is it changes nothing; the audit knows it."""
    await name(boss, "King", 1, name="The Landlord")
    await type_in(boss, "knights deck")
    saved = await boss.press("deck_save")
    assert saved.response is not None
    content = await saved.response.attachments[0].read()
    cards = json.loads(content)["cards"]
    assert len(cards) == 104
    assert cards["K01"]["name"] == "The Landlord"
    assert cards["B12"]["name"] == "Hilde of the Forge"
    await load(boss, content)
    assert await said(room) == {"K01": OwnCard("The Landlord")}

    # Two names may change places.
    cards["K01"]["name"], cards["K02"]["name"] = "Osric the Just", "The Landlord"
    await load(boss, json.dumps({"cards": cards}).encode())
    assert await said(room) == {"K01": OwnCard("Osric the Just"), "K02": OwnCard("The Landlord")}
    await type_in(boss, "knights deck")
    await boss.press("deck_clear")
    await boss.press("deck_clear_now")
    assert await said(room) == {}

    audit = await type_in(boss, "manage audit")
    assert "You gave the card “Aldous the Kind” this server’s text" in audit
    assert audit.count("You loaded a custom deck for this server") == 2
    assert "You went back to the official deck" in audit


async def test_a_refused_file_changes_nothing(boss: Player, ann: Player, room: Room) -> None:
    """KH-13, F-43: the card and the reason are named; others than managers load nothing."""
    await name(boss, "King", 1, name="The Landlord")
    wrong = deck_file(K02={"name": "Fine"}, N07={"name": "x" * 25})
    assert await load(boss, wrong) == (
        "N07: that text has 25 characters, and there’s room for 24. Nothing was changed."
    )
    assert (await load(boss, b"x" * 70_000)).startswith("That file is too large for a deck")
    assert await load(ann, deck_file(K02={"name": "Fine"})) == NOT_ALLOWED

    assert await said(room) == {"K01": OwnCard("The Landlord")}


async def test_a_table_goes_by_the_names_its_hand_began_with(
    boss: Player, ann: Player, ben: Player, dice: Dice, room: Room
) -> None:
    """KH-13: also when the hand is watched again."""
    await load(boss, deck_file(Q03={"name": "Jo"}, S05={"name": "Max"}))
    await begin([ann, ben], dice, OWN)
    await room.wait(1)
    await load(boss, deck_file(Q03={"name": "Flo"}))
    await ben.open_panel()
    assert "3 Jo, " in ben.told
    await ann.open_panel()
    assert "5 Max" in ann.told
    await ben.press("fold")
    await ben.press("watch")
    while "watch on" in ben.whispered and "3 Jo" not in ben.told:
        await ben.press_id(ben.whispered, ben.whispered.button("watch on"))

    assert "3 Jo" in ben.told
    assert "Flo" not in ben.told


async def test_the_official_deck_where_it_has_to_be(
    boss: Player, ann: Player, ben: Player, dice: Dice, room: Room
) -> None:
    """KH-13: at tables that do not say otherwise, and in every tournament, whatever is usual here."""
    await load(boss, deck_file(**{card: {"name": f"Own {card}"} for card in DECK}))
    await begin([ann, ben], dice)
    await ben.open_panel()
    assert "Own" not in ben.told
    assert "Mathilda Ironhand" in ben.told

    await type_in(boss, "manage settings")
    await boss.press("usual_rules")
    await boss.choose("usual_rules", "knights_heads")
    await boss.choose("usual_rule:knights_heads__deck", "own")
    await plan(boss, KNIGHTS_HEADS)
    for each in (ann, ben):
        await each.press("enter")
    assert "own, where coins" not in boss.notice.words
    await boss.press("start_cup")
    await room.wait(10)
    stored = await room.table(2)
    assert stored.table.terms.tournament is not None
    assert stored.table.rules.deck == "official"
    assert (await room.bot.app.tavern.look(2)).own_cards == {}


async def test_a_file_that_discord_does_not_have_any_more(
    boss: Player, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """KH-13: a file is gone before it is read: that is said, nothing changes, and sent anew it works."""
    file = deck_file(Q03={"name": "Jo"})
    with monkeypatch.context() as gone:
        gone.setattr(room.env.backend.cdn, "get", lambda _url: None)
        told = await load(boss, file)
    changed = await said(room)
    await load(boss, file)

    assert "Discord won’t give me that file. Please give the command again, with the file." in told
    assert changed == {}
    assert await said(room) == {"Q03": OwnCard("Jo", "")}
