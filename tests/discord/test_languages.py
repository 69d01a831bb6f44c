"""An evening in each language: nobody is shown a word of another."""

from __future__ import annotations

import re
from collections.abc import Iterable
from random import Random

import pytest

from bot.text.translate import ENGLISH, day, languages, own_name, speaking
from games.bot_characters import HOUSE_PLAYERS
from games.catalog import GAMES
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.curious import look_around, type_everything
from tests.discord.dice import Dice
from tests.discord.evening import enter_all, plan, play_tournament
from tests.discord.games import STAKES
from tests.discord.message import Message
from tests.discord.panels import in_dm
from tests.discord.tavern import THINKS_SECONDS, Player, Room, gather, make_bot
from tests.discord.tongues import Ears, Said, listening, speak

LOCALES = {ENGLISH: "en-US"}
"""Discord's codes of languages, if they differ from ours."""
WORD = re.compile(r"[^\W\d_]*[^\W\d_A-Z][^\W\d_]+|[^\W\d_]+[^\W\d_A-Z]")
"""Two letters or more; capitals alone are cards."""
NAMES = frozenset(
    WORD.findall(
        " ".join(("ann ben boss The Cup Taproom Andrew Trauger", *HOUSE_PLAYERS, *map(own_name, languages())))
    )
)
"""Words that are the same in every language."""
SAME = re.compile(
    r"<[^<>]*>|https?://\S*|[0-9a-f]{32,}|\*\*/[a-z]+|/[a-z]+( [a-z-]+)+|stone-hand|\d+\.\d+\.\d+"
)
"""Mentions, addresses, seals, what people type, and the version."""
ENGLISH_NUMBER = re.compile(r"\d,\d{3}(?!\d)|\d\.\d{1,2}(?!\d)")
"""Thousands and decimals."""
QUOTATION_MARK = re.compile("[“”]")
"""Each language has marks of its own: `quoted`."""


MANY = 600
"""Texts at least of an evening: it was no empty one."""


def foreign(said: Iterable[Said], code: str) -> dict[str, str]:
    """Return the words of another language or of no catalogue, with their context."""
    same, found = NAMES | words_of_days(code), {}
    for each in said:
        for language, part in each.parts():
            alone = SAME.sub("", part)
            words = set(WORD.findall(alone)) - same
            if language == "" and code != ENGLISH:
                words |= {*ENGLISH_NUMBER.findall(alone), *QUOTATION_MARK.findall(alone)}
            if language != code and words:
                found[part] = each.words
    return found


def words_of_days(code: str) -> set[str]:
    """Return the words in dates beside digits."""
    with speaking(code):
        return {word for number in range(0, 366, 30) for word in WORD.findall(day(number))}


async def play(room: Room, people: list[Player], random: Random, presses_max: int) -> None:
    """Play the newest table at random, for so many presses or until it is over."""
    number = await room.read(lambda tx: tx.scalar("SELECT max(id) FROM tables"))
    for _ in range(presses_max):
        if (await room.table(number)).table.phase == "closed":
            return
        table = people[0].table
        if "deal" in table:
            await people[0].press_id(table, table.button("deal"))
        elif called := [each for each in people if each.mention in table.calls]:
            await called[0].answer_at(table, random)
        else:
            await room.wait(THINKS_SECONDS)


async def evening(room: Room, people: list[Player], presses_max: int, often: int) -> None:
    """All games, a tournament, and everything else that can be typed and pressed."""
    ann, ben, boss = people
    for at, (key, game) in enumerate(GAMES.items()):
        around = [*people[at % 3 :], *people[: at % 3]]
        await gather(room, game, around, **STAKES[key])
        await around[0].press("begin")
        await play(room, around, Random(3), presses_max)
    await plan(boss, STONE_HAND, seats=2, level_length=3, chips=4, entry=10, needs_check_in=True)
    await enter_all(room, [ann, ben])
    for each in (ann, ben):
        await each.press("check_in")
    await boss.press("start_cup")
    await play_tournament(room, [ann, ben], Random(5))
    await look_around(boss, await type_everything(boss, ann), often)


async def heard(room: Room, people: list[Player], code: str, presses_max: int, often: int) -> Ears:
    """All that is said in a server where everybody speaks this language."""
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, pictures="always"))
    await speak(room, code)
    with listening(lambda _person: LOCALES.get(code, code)) as ears:
        room.bot.studio._paint = ears.paint
        await evening(room, people, presses_max, often)
    return ears


@pytest.mark.soak
@pytest.mark.parametrize("code", languages())
async def test_an_evening(room: Room, ann: Player, ben: Player, boss: Player, code: str) -> None:
    """It is in one language to the podium: refusals, help, settings, lessons, records, pictures."""
    ears = await heard(room, [ann, ben, boss], code, presses_max=8, often=2)

    assert foreign(ears.said, code) == {}
    assert len({each.words for each in ears.said}) > MANY
    assert any(each.request == "a picture" for each in ears.said)


@pytest.mark.soak
@pytest.mark.parametrize("code", languages())
async def test_a_long_evening(room: Room, ann: Player, ben: Player, boss: Player, code: str) -> None:
    """Every game to its end, and nearly everything pressed that is offered."""
    ears = await heard(room, [ann, ben, boss], code, presses_max=1500, often=4)

    assert foreign(ears.said, code) == {}


@pytest.mark.skipif(len(languages()) < 3, reason="needs three languages")
async def test_everybody_reads_their_own(room: Room, ann: Player, ben: Player, dice: Dice) -> None:
    """A server speaks one language, Ann another and Ben a third: what all see, what one sees, a message."""
    english, public, private = languages()[:3]
    spoken = {ann.id: private, ben.id: LOCALES[english]}
    await speak(room, public)
    with listening(lambda person: spoken.get(person, public)) as ears:
        await type_in(ann, "me preferences")
        await ann.choose("pings", "dm")
        await gather(room, STONE_HAND, [ben, ann])
        dice.load("1-1-2")
        await ben.press("begin")
        await ben.press("throw")
        await type_in(ben, "wallet show")
        await room.wait(2)

    assert foreign(of_message(ann.table, ears), public) == {}
    assert foreign(of_message(ann.whispered, ears), private) == {}
    assert foreign(of_message(ben.whispered, ears), english) == {}
    assert foreign(of_message(in_dm(room, ann), ears), private) == {}


def of_message(message: Message, ears: Ears) -> list[Said]:
    """Return the sayings of a message that a user sees."""
    parts = message.parts or [{"content": message.sent.content}]
    texts = {part[key] for part in parts for key in ("content", "label", "placeholder") if part.get(key)}
    found = [each for each in ears.said if each.words in texts]
    assert texts == {each.words for each in found}
    return found
