"""The parts of `/daily` beside a deal: its cards once, the rules, and the proof."""

from __future__ import annotations

import re

import pytest
from simcord.enums import ComponentType

from bot.screens.catalog import DAILY_FACES
from bot.tavern.daily import DayOver
from games.catalog import date_of, deal_of
from tests.discord.commands import type_in
from tests.discord.daily import (
    DIVIDHA,
    KNIGHTS,
    RESULT,
    SEED,
    STONE_HAND,
    answering,
    press,
    said_of,
    seed_of,
    today,
)
from tests.discord.tavern import Player, Room, make_bot


async def test_what_is_asked_can_be_looked_up(room: Room, ann: Player) -> None:
    """No dice are thrown by an answer, and the screen says so; the rules are a press away."""
    await type_in(ann, "daily", game=STONE_HAND)
    assert "You only answer; nothing is thrown." in ann.told
    await ann.press("daily_go 1")
    assert "how" in ann.whispered
    await ann.press("how")
    assert "Stone Hand" in ann.told

    await type_in(ann, "daily", game=KNIGHTS)
    await ann.press("how")
    assert "Knights’ Heads" in ann.told


async def test_only_what_has_been_seen_is_proved(room: Room, ann: Player) -> None:
    """TB-20: no seal of another day, and no seed of today."""
    await type_in(ann, "daily", game=STONE_HAND)
    for day in (today(room) + 1, today(room) - 2):
        await press(room, ann, f"t:0:daily_fair:{day}")
        assert said_of(DayOver()) in ann.told
        assert SEED.findall(ann.told) == []


@pytest.mark.parametrize("game", [KNIGHTS, DIVIDHA])
async def test_cards_are_on_a_picture(room: Room, ann: Player, game: str) -> None:
    """With pictures on, the cards are on the picture and in its description only; it stays when answered."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, pictures="moments"))
    await type_in(ann, "daily", game=game)
    cards = DAILY_FACES[game].cards(await deal_today(room, game))
    (gallery,) = [each for each in ann.whispered.parts if each["type"] == ComponentType.MEDIA_GALLERY]
    (file,) = ann.whispered.sent._message.attachments

    assert cards not in ann.told
    assert len(re.split(", | ", gallery["items"][0]["description"])) >= 6
    (pick,) = answering(ann.whispered)
    await press(room, ann, pick, *("0", "1", "2")[: 3 if game == KNIGHTS else 1])
    answers = [each for each in answering(ann.whispered) if "daily_go" in each]
    await press(room, ann, answers[0])

    assert RESULT.search(ann.told)
    assert ann.whispered.sent._message.attachments == [file]


async def deal_today(room: Room, game: str) -> object:
    """Return today's deal."""
    day = today(room)
    return deal_of(game, date_of(day), await seed_of(room, day))
