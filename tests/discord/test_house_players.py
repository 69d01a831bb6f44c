"""The house's people at a table: who comes, how that is shown, and what is told of them."""

from __future__ import annotations

import pytest

from bot.discord_io.interactions.dispatch import sentence
from bot.screens.core.naming import MANNERS, TEMPERS
from games.bot_characters import HOUSE_PLAYERS, suits_beginners
from games.engine.core.errors import NotOffered
from games.engine.table.refusals import NotHost
from games.stone_hand.game import STONE_HAND
from storage.standing.records import LEARNED_HANDS
from tests.discord.commands import answer_of
from tests.discord.tavern import Player, Press, Room, gather


@pytest.mark.parametrize(
    ("button", "skill"),
    [("house", "regular"), ("house apprentice", "apprentice"), ("house master", "master")],
)
async def test_the_host_chooses_how_well_somebody_plays(
    room: Room, ann: Player, button: str, skill: str
) -> None:
    """TB-12: one press adds a regular, an apprentice or a master, and the table says which."""
    await plays(room, ann, LEARNED_HANDS)
    await gather(room, STONE_HAND, [ann])
    await ann.press(button)

    newcomer = (await room.table()).table.present[1]
    assert HOUSE_PLAYERS[newcomer.name].skill == skill
    manner = MANNERS.get(HOUSE_PLAYERS[newcomer.name].temper)
    how = f"{skill}, {manner}" if manner else skill
    assert f"**{newcomer.name} ⌂** ({how})" in ann.table.words
    await ann.press("begin")
    assert f"**{newcomer.name} ⌂** ({how}) · 20 practice chips" in ann.table.words


async def plays(room: Room, who: Player, hands: int) -> None:
    """Store that many hands of Stone Hand for a player of this server."""
    row = (room.guild.id, who.id, STONE_HAND.key, "practice", hands, 0, 0, "")
    await room.bot.app.database.write(
        lambda tx: tx.execute("INSERT INTO record_totals VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    )


async def test_the_least_experienced_says_who_comes_unasked(room: Room, ann: Player, ben: Player) -> None:
    """TB-12: to Ben, a hand short of ten, an apprentice or a careful one comes, though Ann has played."""
    await plays(room, ann, LEARNED_HANDS)
    await plays(room, ben, LEARNED_HANDS - 1)
    await gather(room, STONE_HAND, [ann, ben])
    for _ in range(5):
        await ann.press("house")
    await ann.press("house master")

    *gentle, last = [HOUSE_PLAYERS[each.name] for each in (await room.table()).table.present[2:]]
    assert len(gentle) == 5
    assert all(map(suits_beginners, gentle))
    assert last.skill == "master"


async def test_whos_who(room: Room, ann: Player) -> None:
    """The menu tells who plays for the house here, and only if there is a house player."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("more")
    before = ann.whispered.buttons
    await ann.press("house master")
    newcomer = HOUSE_PLAYERS[(await room.table()).table.present[1].name]
    result = await ann.press("company")

    assert "Who’s who?" not in before
    assert newcomer.story in answer_of(result)
    assert f"**{newcomer.name}** · master" in answer_of(result)


async def test_the_menu_stays_open_for_the_next_one(room: Room, ann: Player) -> None:
    """TB-12: from one menu a master comes, then an apprentice, and a player who is chosen is sent away."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("more")
    menu = ann.whispered
    for name in ("house master", "house apprentice"):
        await ann.press(name)
    master, apprentice = (HOUSE_PLAYERS[each.name] for each in (await room.table()).table.present[1:])
    listed = next(each for each in ann.whispered.parts if each.get("custom_id", "").endswith(":dismiss"))
    await ann.choose("dismiss", "2")

    assert [(each["label"], each.get("description") or None) for each in listed["options"]] == [
        (f"{each.name} · {each.skill}", TEMPERS.get(each.temper)) for each in (master, apprentice)
    ]
    assert ann.whispered.id == menu.id
    assert "What would you like to do?" in ann.told
    (left,) = (await room.table()).table.present[1:]
    assert left.name == apprentice.name
    assert "(apprentice" in ann.table.words
    assert "(master" not in ann.table.words


async def test_whoever_has_gone_is_not_sent_away(room: Room, ann: Player, ben: Player) -> None:
    """TB-15: a list of before says nobody who isn't there, and no person is sent away by it."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("house")
    await ann.press("more")
    old = ann.whispered.id
    for seat in ("2", "3", "3"):
        await room.deliver(Press(ann, old, "t:1:dismiss", (seat,)))

    assert [each.name for each in (await room.table()).table.present] == ["ann", "ben"]
    assert ann.told == sentence(NotOffered(), "coins")


async def test_only_the_host_adds_and_only_those_there_are(room: Room, ann: Player, ben: Player) -> None:
    """TB-15: the host chooses the house players; an unknown skill is no button of ours."""
    await gather(room, STONE_HAND, [ann])
    await ben.press("more")
    assert "house master" not in ben.whispered
    refused = await ben.press("house")
    (forged,) = await room.deliver(Press(ann, ann.table.id, "t:1:house:wizard"))

    assert answer_of(refused) == sentence(NotHost(ann.id), "coins")
    assert answer_of(forged) == sentence(NotOffered(), "coins")
    assert len((await room.table()).table.present) == 1
