"""F-61: sprites are put up as emojis in the background; what comes of it keeps nobody from playing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot import sprites
from bot.discord_io import application_emojis
from bot.discord_io.application_emojis import (
    EMOJIS_MAX,
    RETRY_SECONDS,
    emoji_name,
    image_of,
    picture_of,
    sprites_by_emoji,
)
from games.stone_hand.game import STONE_HAND
from storage import emojis as storage
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.tavern import Player, Room, gather, make_bot
from tests.soak import some_now

SPRITES = [each for each in sprites.names() if each.startswith(("coin", "die_", "home_"))]
"""Some of them: all would show the same, and take longer."""
ALL_SPRITES = sprites.names()
PAUSE_SECONDS = 20.0
"""Longer than SimCord waits for a bot to come to rest: uploads go on only when time is let pass."""
ALL_SECONDS = PAUSE_SECONDS * (len(SPRITES) + 5)
"""Long enough for all of them to be put up."""
FOREIGN = ("party", "die_5", "coin_01234567")
"""The last one only looks like one of ours."""


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """There are only those sprites, and uploads are further apart than usual."""
    monkeypatch.setattr(sprites, "names", lambda: tuple(SPRITES))
    monkeypatch.setattr(application_emojis, "PAUSE_SECONDS", PAUSE_SECONDS)
    sprites_by_emoji.cache_clear()
    yield
    sprites_by_emoji.cache_clear()


@pytest.fixture
def all_sprites(few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """There are all of them, after all."""
    monkeypatch.setattr(sprites, "names", lambda: ALL_SPRITES)
    sprites_by_emoji.cache_clear()


async def start(room: Room) -> None:
    """The bot comes back, and has been told to show emojis."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, faces="emojis"))


def there(room: Room) -> list[str]:
    """The application's emojis by name, oldest first."""
    return [each.name for each in room.env.backend.application_emojis.values()]


def calls(room: Room) -> list[str]:
    """Return the methods of the calls that listed, created and deleted emojis, in order."""
    return [each.method for each in room.env.http_requests if "/emojis" in each.path]


async def test_f61_the_sprites_are_put_up_in_order_of_use(room: Room, boss: Player, ann: Player) -> None:
    """F-61: one after the other while people play, dice before cards; the doctor says how far it has got."""
    await start(room)
    await room.wait(3 * PAUSE_SECONDS)
    await ann.open(STONE_HAND)

    assert "a table is open" in ann.table.words
    assert 0 < len(there(room)) < 20
    assert f"of my {len(SPRITES)} emojis, and the rest are on their way" in await type_in(
        boss, "manage doctor"
    )

    await room.wait(ALL_SECONDS)

    assert there(room) == [emoji_name(sprite) for sprite in SPRITES]
    assert f"Discord has all {len(SPRITES)} of my emojis." in await type_in(boss, "manage doctor")


async def test_f61_what_was_drawn_before_is_known_to_lack_them(room: Room) -> None:
    """F-61: the emojis with which something was drawn stay as they were, so that the next ones are others."""
    await start(room)
    drawn = [room.bot.application_emojis.markup]
    for _ in range(3):
        await room.wait(PAUSE_SECONDS)
        drawn.append(room.bot.application_emojis.markup)

    assert [len(each) for each in drawn] == sorted({len(each) for each in drawn})


async def test_f61_killed_in_the_middle_it_goes_on(room: Room) -> None:
    """F-61: an emoji that is there is found by its name, and none is uploaded twice."""
    await start(room)
    await room.wait(10 * PAUSE_SECONDS)
    before = there(room)
    await start(room)
    await room.wait(ALL_SECONDS)

    assert 0 < len(before) < len(SPRITES)
    assert sorted(there(room)) == sorted(sprites_by_emoji())
    assert calls(room).count("POST") == len(SPRITES)


@pytest.mark.usefixtures("slow_rhythm")
async def test_f61_deleted_ones_come_back(room: Room) -> None:
    """F-61: five deleted ones are there again within the hour."""
    await start(room)
    await room.wait(ALL_SECONDS)
    kept = room.env.backend.application_emojis
    for each in list(kept)[3:8]:
        del kept[each]
    await room.wait(3600 + 6 * PAUSE_SECONDS)

    assert sorted(there(room)) == sorted(sprites_by_emoji())
    assert calls(room).count("POST") == len(SPRITES) + 5


def hashed(sprite: str, image: bytes) -> str:
    """The name that earlier versions gave to a sprite's emoji."""
    name = f"{sprite}_{hashlib.sha256(image).hexdigest()[:4]}"
    return name + application_emojis._checksum(name)


async def test_f61_a_new_drawing_takes_the_place_of_the_old(room: Room) -> None:
    """F-61: the old one goes once all new ones are there; emojis that are not ours are never touched."""
    old = [hashed("die_6", b"as it was"), hashed("drawn_no_longer", b"")]
    for name in (*FOREIGN, *old):
        room.env.backend.create_application_emoji(name)
    await start(room)
    await room.wait(ALL_SECONDS)

    # Somebody else's emoji has the name die_5.
    names = [name.replace("die_5", "die_5_2") for name in sprites_by_emoji()]
    assert sorted(there(room)) == sorted((*FOREIGN, *names))
    assert calls(room) == ["GET", *["POST"] * len(SPRITES), "DELETE", "DELETE"]
    await start(room)
    await room.wait(ALL_SECONDS)
    assert calls(room)[-1:] == ["GET"]


async def test_f61_a_hashed_name_gives_way_to_one_that_is_heard(room: Room) -> None:
    """F-61: an emoji of an earlier version is renamed, so that messages with its id still show it."""
    drawn = {sprite: hashed(sprite, image_of(sprite)) for sprite in ("die_5", "coin")}
    before = {sprite: room.env.backend.create_application_emoji(name).id for sprite, name in drawn.items()}
    await start(room)
    await room.wait(ALL_SECONDS)

    kept = room.env.backend.application_emojis
    assert {sprite: kept[number].name for sprite, number in before.items()} == {
        "die_5": "die_5",
        "coin": "coin",
    }
    markup = room.bot.application_emojis.markup
    assert [markup[sprite] for sprite in drawn] == [f"<:{each}:{before[each]}>" for each in drawn]
    assert calls(room) == ["GET", *["POST"] * (len(SPRITES) - 2), "PATCH", "PATCH"]


async def test_f61_the_version_of_a_picture_is_kept_in_the_books(room: Room) -> None:
    """F-61: a sprite that is drawn anew is uploaded by its name, beside the old one, which goes last."""
    await start(room)
    await room.wait(ALL_SECONDS)
    (old,) = [each for each in await room.read(storage.kept) if each.sprite == "die_5"]
    await room.bot.app.database.write(lambda tx: storage.record(tx, replace(old, picture="0" * 16)))
    before = len(calls(room))
    await start(room)
    await room.wait(ALL_SECONDS)

    assert calls(room)[before:] == ["GET", "PATCH", "POST", "DELETE"]
    assert sorted(there(room)) == sorted(sprites_by_emoji())
    assert room.bot.application_emojis.markup["die_5"] != f"<:die_5:{old.id}>"


async def test_f61_killed_before_an_upload_is_recorded(room: Room) -> None:
    """F-61: the books say before what is uploaded, so the emoji is known by its name."""
    planned = storage.KeptEmoji("die_5", "die_5", picture_of("die_5"))
    await room.bot.app.database.write(lambda tx: storage.record(tx, planned))
    number = room.env.backend.create_application_emoji("die_5").id
    await start(room)
    await room.wait(ALL_SECONDS)

    assert calls(room).count("POST") == len(SPRITES) - 1
    assert room.bot.application_emojis.markup["die_5"] == f"<:die_5:{number}>"


@pytest.mark.usefixtures("all_sprites")
def test_f61_each_name_can_be_heard() -> None:
    """F-61: Discord takes 2 to 32 letters, digits and `_`; no name has a hash, and no two are alike."""
    names = sprites_by_emoji()
    assert len(names) == len(ALL_SPRITES)
    assert [name for name in names if not re.fullmatch(r"[a-z0-9_]{2,32}", name)] == []
    assert [name for name in names if application_emojis.is_hashed(name)] == []
    named = {sprite: name for name, sprite in names.items()}
    heard = {
        "dividha_7b": "7_of_beasts",
        "dividha_jd": "jack_of_demi_humans",
        "destiny_qh": "queen_of_hearts",
        "knights_k07": "king_7",
        "die_5": "die_5",
    }
    assert {sprite: named[sprite] for sprite in heard} == heard


async def test_f61_without_room_for_both_the_old_ones_go_first(room: Room) -> None:
    """F-61: Discord keeps 2,000, and with the old ones there would be one too many."""
    for number in range(EMOJIS_MAX - len(SPRITES)):
        room.env.backend.create_application_emoji(f"foreign_{number}")
    room.env.backend.create_application_emoji(hashed("die_5", b"as it was"))
    await start(room)
    await room.wait(ALL_SECONDS)

    assert calls(room)[:3] == ["GET", "DELETE", "POST"]
    assert len(there(room)) == EMOJIS_MAX


REFUSALS = {
    (400, 30008): "There’s no room for more of my emojis: Discord keeps only 2,000 for an application.",
    (403, 50001): "Discord won’t let me upload emojis.",
    (429, 0): "Discord wants me to wait before I upload more emojis.",
    (503, 0): "Discord couldn’t be reached to upload my emojis.",
    (404, 10002): "Discord refuses some of my emojis (error 404/10002); the log has more.",
}
"""The message for each refusal, by its status and code."""


@pytest.mark.parametrize("refusal", some_now(REFUSALS, ((400, 30008), (404, 10002))))
async def test_f61_refused_everything_goes_on_in_words(
    room: Room, boss: Player, ann: Player, refusal: tuple[int, int]
) -> None:
    """F-61: whatever the refusal, tables open, the doctor says why, and a minute later it is tried again."""
    status, code = refusal
    room.env.inject_error("POST", "/applications/*/emojis", status=status, code=code, times=None)
    await start(room)
    await room.wait(3 * PAUSE_SECONDS)
    await ann.open(STONE_HAND)

    assert "a table is open" in ann.table.words
    said = await type_in(boss, "manage doctor")
    told = f"{REFUSALS[refusal]} It has 0 of {len(SPRITES)}."
    assert f"{told} Words stand in for the others, and I’ll try again <t:" in said

    room.env.backend.faults.clear()
    await room.wait(RETRY_SECONDS[0] + ALL_SECONDS)

    assert sorted(there(room)) == sorted(sprites_by_emoji())


@pytest.mark.soak
@pytest.mark.usefixtures("slow_rhythm")
async def test_f61_it_is_tried_less_and_less_often(room: Room) -> None:
    """F-61: after a minute, ten minutes, an hour, and then every hour."""
    room.env.inject_error("POST", "/applications/*/emojis", status=403, code=50001, times=None)
    await start(room)
    await room.wait(PAUSE_SECONDS + 1)
    tries = [calls(room).count("POST")]
    for seconds in (60, 600, 3600, 3600):
        await room.wait(seconds + PAUSE_SECONDS + 1)
        tries.append(calls(room).count("POST"))

    assert tries == [1, 2, 3, 4, 5]


async def test_f61_one_refused_drawing_keeps_no_other_away(room: Room) -> None:
    """F-61: Discord does not like a file; the rest are put up, and that one is offered again."""
    room.env.inject_error("POST", "/applications/*/emojis", status=400, code=50035, times=1)
    await start(room)
    await room.wait(len(SPRITES) * PAUSE_SECONDS + 5)

    assert len(there(room)) == len(SPRITES) - 1

    await room.wait(RETRY_SECONDS[0] + PAUSE_SECONDS)

    assert sorted(there(room)) == sorted(sprites_by_emoji())


async def test_dice_are_shown_once_they_are_there(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """A table shows what lies there by the emojis that were put up, and not in words as well."""
    await start(room)
    await room.wait(ALL_SECONDS)
    emojis = {each.name: each.id for each in room.env.backend.application_emojis.values()}
    names = [emoji_name(die) for die in ("die_2", "die_5", "die_6")]
    shown = "".join(f"<:{name}:{emojis[name]}>" for name in names)
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    dice.load("6-2-5")
    await ann.press("throw")

    assert f"{shown} junk, **5**" in ann.table.words
    assert "2-5-6" not in ann.table.words


async def test_in_words_no_emoji_is_put_up(room: Room, boss: Player) -> None:
    """A player who keeps to words has none of them, and is told nothing of them."""
    await room.wait(10)

    assert calls(room) == []
    assert "emojis" not in await type_in(boss, "manage doctor")
