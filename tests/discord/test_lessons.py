"""*Teach me*, from a lobby, the help and the greeting: pressed through, and on to a table."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.screens.catalog import FACES
from bot.screens.learn.rules import sections
from games.catalog import GAMES
from games.destiny.game import DESTINY
from games.engine.core.errors import NotOffered
from games.stone_hand.game import STONE_HAND, read
from games.stone_hand.hands import read_dice
from tests.bot.lessons import right_presses
from tests.discord.commands import answer_of, close_table, transfers, type_in
from tests.discord.tavern import Player, Press, Room, gather


async def learn(player: Player) -> None:
    """A lesson from its first step to its last."""
    await player.press("teach")
    for step in right_presses("stone_hand"):
        await player.press(step)


async def test_a_lesson_is_private_and_free(room: Room, ann: Player, ben: Player) -> None:
    """Ben learns at Ann's open table: nobody else sees anything of it, and no coin moves."""
    await gather(room, STONE_HAND, [ann])
    before, books = await room.table(), await transfers(room)
    table = ann.table.words
    await learn(ben)

    assert "Stone Hand · step 6 of 6" in ben.told
    assert "You pay" in ben.told
    assert ann.table.words == table
    assert "A lesson" not in ann.told
    assert await room.table() == before
    assert await transfers(room) == books


async def test_a_press_is_one_call(room: Room, ann: Player) -> None:
    """The lesson stays one message, which every press changes by its own answer."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("teach")
    first = ann.whispered.id
    with room.calls() as calls:
        await ann.press("lesson")

    assert calls == ["callback"]
    assert ann.whispered.id == first
    assert "step 2" in ann.told


async def test_a_lesson_outlives_a_restart(room: Room, ann: Player) -> None:
    """Another bot takes over in the middle, and the next press goes on from there."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("teach")
    await ann.press("lesson")
    await room.restart(is_killed=True)
    await ann.press("lesson stone_hand_00")

    assert "The pay rises from 6 to **7**" in ann.told


async def test_from_a_lobby_one_is_dealt_in_there(room: Room, ann: Player, ben: Player) -> None:
    """*Deal me in* sits down at the table at which the lesson was opened."""
    await gather(room, STONE_HAND, [ann])
    await learn(ben)
    await ben.press("deal_me_in")

    assert [each.player for each in (await room.table()).table.present] == [ann.id, ben.id]
    assert "You’re in." in ben.told


async def test_the_only_person_there_plays_at_once(room: Room, ann: Player) -> None:
    """A host who has learnt alone is joined by house players, up to three, and the game begins."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("house")
    await learn(ann)
    await ann.press("deal_me_in")

    table = (await room.table()).table
    assert table.phase == "playing"
    assert [each.player for each in table.present] == [ann.id, None, None]
    assert "throw" in ann.table


async def test_whoever_sits_with_others_waits_for_them(room: Room, ann: Player, ben: Player) -> None:
    """At a table with other people a lesson begins only with them: it becomes the panel of that table."""
    await gather(room, STONE_HAND, [ann, ben])
    await learn(ann)
    await ann.press("deal_me_in")

    table = (await room.table()).table
    assert (table.phase, len(table.present)) == ("lobby", 2)
    assert "You’re in." in ann.told


async def test_where_nobody_can_sit_down_it_is_a_table_of_ones_own(
    room: Room, ann: Player, ben: Player
) -> None:
    """Meanwhile the table was closed: Ben plays at once with the house's people, as by `/play`."""
    await gather(room, STONE_HAND, [ann])
    await learn(ben)
    await close_table(ann)
    await ben.press("deal_me_in")

    table = (await room.table(2)).table
    assert (table.game, table.phase) == ("stone_hand", "playing")
    assert [each.player for each in table.present] == [ben.id, None, None]


async def test_one_is_dealt_in_where_one_sits(room: Room, ann: Player, ben: Player) -> None:
    """A lesson of no table leads to where its learner plays; Ben, who plays nowhere, hears of Ann’s first."""
    await type_in(ann, "play", game="destiny")
    for player in (ann, ben):
        await player.member.slash(room.channel, "help")
        await room.deliver(Press(player, player.whispered.id, "t:0:teach:destiny"))
        for step in (*right_presses("destiny"), "deal_me_in"):
            await player.press(step)

    assert "That’s Destiny" not in ann.told
    assert (await room.table()).table.terms.host == ann.id
    assert "is playing here" in ben.told
    await ben.press("play_own")
    assert (await room.table(2)).table.terms.host == ben.id


async def test_another_lesson(room: Room, ann: Player) -> None:
    """The last card leads on to the other games, on the same message."""
    await gather(room, STONE_HAND, [ann])
    await learn(ann)
    first = ann.whispered.id
    await ann.press("teach")
    assert ann.whispered.id == first
    await ann.press("teach destiny")

    assert "Destiny · step 1" in ann.told


async def test_the_help_teaches_too(room: Room, ann: Player) -> None:
    """`/help`: without a table the lesson leads to a new one, begun."""
    result = await ann.member.slash(room.channel, "help")
    assert "Stone Hand" in answer_of(result)
    assert ann.whispered.button("teach dividha").startswith("t:0:teach:")
    await room.deliver(Press(ann, ann.whispered.id, "t:0:teach:destiny"))
    assert "Destiny · step 1" in ann.told
    for step in (*right_presses("destiny"), "deal_me_in"):
        await ann.press(step)

    table = (await room.table()).table
    assert (table.game, table.phase) == (DESTINY.key, "playing")


async def test_the_rules_of_an_open_table_are_in_its_menu(room: Room, ann: Player) -> None:
    """A lobby's row has the lesson; the pages of the rules are one press further."""
    await gather(room, STONE_HAND, [ann])

    assert "teach" in ann.table
    assert "teach stone_hand" in ann.table.blue
    assert "how" not in ann.table
    await ann.press("more")
    assert "how" in ann.whispered


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_are_read_page_by_page(room: Room, ann: Player, game: str) -> None:
    """“Next” leads from each page to the next, and from the last one nowhere."""
    await type_in(ann, "play", house_players=False)
    await room.deliver(Press(ann, ann.table.id, f"t:0:how:{game}"))
    pages = sections(FACES[game].rules_page)
    for page, following in pairwise(pages):
        assert ann.told.startswith(f"### {page.title}\n")
        assert ann.whispered.button("teach") == f"t:0:teach:{game}"
        await ann.press("page")
        assert ann.told.startswith(f"### {following.title}\n")

    assert ann.told.startswith(f"### {pages[-1].title}\n")
    assert "page" not in ann.whispered


async def test_the_first_page_of_stone_hand_says_what_beats_what(room: Room, ann: Player) -> None:
    """Every kind of hand, the best first, each with a throw that is one."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("how")

    told = [line for line in ann.told.splitlines() if line.startswith("- **")]
    assert [line.split("**")[1] for line in told] == ["Home throw", "Triple", "Run", "Pair", "Junk", "Empty"]
    examples = [re.findall("`([1-8]-[1-8]-[1-8])`", line) for line in told]
    kinds = [{read_dice(read(each)).kind for each in found} for found in examples]
    assert kinds == [set(), {"triple"}, {"run"}, {"pair"}, {"junk"}, {"empty"}]


@pytest.mark.parametrize("made_up", ["page:chess__1", "page:stone_hand__99", "page:stone_hand__x"])
async def test_made_up_pages_are_refused(room: Room, ann: Player, made_up: str) -> None:
    """F-27: a button that we never made leads to no page."""
    await type_in(ann, "play", house_players=False)
    await room.deliver(Press(ann, ann.table.id, f"t:0:{made_up}"))

    assert ann.told == sentence(NotOffered(), "coins")


@pytest.mark.parametrize("made_up", ["teach:chess", "lesson:chess_0", "lesson:stone_hand_9", "lesson:0"])
async def test_made_up_lessons_are_refused(room: Room, ann: Player, made_up: str) -> None:
    """F-27: a button that we never made teaches nothing."""
    await type_in(ann, "play", house_players=False)
    await room.deliver(Press(ann, ann.table.id, f"t:0:{made_up}"))

    assert ann.told == sentence(NotOffered(), "coins")
