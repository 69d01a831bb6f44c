"""Players from a list: looked at first, and entered with one press (TN-50)."""

from __future__ import annotations

from games.stone_hand.game import STONE_HAND
from tests.discord.bars import bar
from tests.discord.commands import answer_of, give, type_in
from tests.discord.evening import enter_all, plan
from tests.discord.forms import fill
from tests.discord.tavern import PURSE, Player, Press, Room


async def paste(host: Player, text: str) -> str:
    """Paste a list; return the words of what it would do."""
    form = await host.member.slash(host.room.channel, "organise add-list")
    return await fill(host, form, text=text)


async def in_it(room: Room) -> list[str]:
    """Return the names of the entrants."""
    return [each.name for each in (await room.bot.app.tournaments.look(1)).tournament.entrants]


async def test_a_list_is_looked_at_and_entered(room: Room) -> None:
    """TN-50: by mention, id and name; it says who is in, unknown, barred or gone; the rest come in."""
    host = room.person("host", is_manager=True)
    ann, ben, cora, dora = (room.person(name) for name in ("ann", "ben", "cora", "dora"))
    twins = [room.person("eve1", nick="Eve"), room.person("eve2", nick="Eve")]
    stranger = room.env.create_user("stranger")
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    await plan(host, STONE_HAND)
    await enter_all(room, [ann])
    await bar(host, dora)
    text = "\n".join(
        (ann.mention, f"{ben.mention} {stranger.id}", "CORA", "dora", "Eve", "nobody", str(robot.id))
    )
    said = await paste(host, text)

    assert f"**2 to enter:** {ben.mention}, {cora.mention}" in said
    assert f"**In it already:** {ann.mention}" in said
    assert f"**Can’t play here at the moment:** {dora.mention}" in said
    assert "**Not in this server:** stranger" in said
    assert f"it’s several people:** “Eve”, “nobody”, “{robot.id}”" in said
    assert all(each.mention not in said for each in twins)
    assert await in_it(room) == ["ann"]

    await host.press("list_enter")
    assert "2 players are in." in host.told
    assert await in_it(room) == ["ann", "ben", "cora"]
    await room.wait(5)
    for each in (ben, cora):
        assert any("an organiser added you to The Cup" in message.words for message in each.sees())
        assert f"you added {each.mention}" in await type_in(host, "manage audit")


async def test_nobody_pays_unasked(room: Room) -> None:
    """TN-50: if it costs something, the list asks them, and takes no coin before they accept."""
    host, ann, ben = room.person("host", is_manager=True), room.person("ann"), room.person("ben")
    for each in (ann, ben):
        await give(each, 50)
    await plan(host, STONE_HAND, entry=10)
    said = await paste(host, f"ann, {ben.id}")

    assert f"**2 to ask:** {ann.mention}, {ben.mention}" in said
    assert "they’re in once they press Accept" in said
    await host.press("list_enter")
    await room.wait(5)
    assert "I’ve asked 2 players." in host.told
    assert await in_it(room) == []
    assert (await ann.wallet(), await ben.wallet()) == (50, 50)

    await ann.press(f"cup_accept {ann.id}")
    assert await in_it(room) == ["ann"]
    assert (await ann.wallet(), await ben.wallet()) == (50 + PURSE - 10, 50)
    await room.check_books()


async def test_a_list_is_its_organisers_and_is_looked_at_again(room: Room) -> None:
    """TN-50: nobody else enters it; who came in or was barred meanwhile is left out."""
    host, other = (room.person(name, is_manager=True) for name in ("host", "other"))
    ann, ben, _cora = (room.person(name) for name in ("ann", "ben", "cora"))
    await plan(host, STONE_HAND)
    await paste(host, "ann, ben, cora")
    shown = host.whispered
    press = Press(other, shown.id, shown.button("list_enter"))
    (refused,) = await room.deliver(press)
    assert "somebody else’s" in answer_of(refused)

    await enter_all(room, [ann])
    await bar(host, ben)
    await host.press_id(shown, shown.button("list_enter"))
    assert await in_it(room) == ["ann", "cora"]


async def test_who_may_not_organise_has_no_lists(room: Room) -> None:
    """F-26: the command is refused."""
    host, ann = room.person("host", is_manager=True), room.person("ann")
    await plan(host, STONE_HAND)

    assert "Only managers and organisers can run tournaments." in await type_in(ann, "organise add-list")
