"""Presses that come twice, at once, late, from strangers, or were never offered."""

from __future__ import annotations

import discord
import pytest

from games.stone_hand.game import STONE_HAND
from tests.discord.dice import Dice
from tests.discord.tavern import PURSE, Delivery, Player, Press, Room, gather

FORGED = (
    "",
    "x",
    "a:1:1:throw",
    "a:1:1:throw:zzzzzz",
    "a:1:1:throw:000000:1,",
    "a:99999999999999999999:1:throw:000000",
    "t:1:nothing",
    "t:1:",
    "t:-1:join",
    "t:1:join:'; DROP TABLE tables",
    "t:1:rule:house_throw",
    "t:0:page:../../secrets",
    "a:1:1:throw:００００００",
)


def words_of(delivery: Delivery) -> str:
    """Return the private answer to a press."""
    [answer] = [
        each for each in (delivery.result.response, *delivery.result.followups) if each and each.ephemeral
    ]
    return "\n".join(part["content"] for each in answer.components for part in each["components"])


async def test_f22_the_same_press_twice(room: Room, ann: Player, playing: int) -> None:
    """F-22: an interaction that is delivered twice has one effect and one answer."""
    throw = room.prepare(ann.pressing("throw"))
    with room.calls() as calls:
        await room.deliver(throw, throw)

    assert (await room.table()).revision == playing + 1
    assert calls == ["callback"]


async def test_f22_the_same_command_twice(room: Room, ann: Player) -> None:
    """F-22: a command that is delivered twice opens one table."""
    command = room.prepare_command(ann, "stonehand open", [{"name": "wager", "type": 4, "value": 5}])
    await room.deliver(command, command)

    assert len(await room.bot.app.tavern.in_channel(room.guild.id, room.channel.id)) == 1
    assert len(ann.sees()) == 1


async def test_f23_two_players_at_once(room: Room, ann: Player, ben: Player) -> None:
    """F-23: if two press for the last seat at once, one has it and the other is told."""
    await gather(room, STONE_HAND, [ann])
    for _ in range(10):
        await ann.press("house")
    cora = room.person("cora")
    joins = [room.prepare(each.pressing("join")) for each in (ben, cora)]
    await room.deliver(*joins)

    assert "ben" in ann.table.words
    assert "cora" not in ann.table.words
    assert words_of(joins[1]) == "Every seat is taken."


async def test_f23_both_come_through(room: Room, ann: Player, ben: Player) -> None:
    """F-23: two who join at once are seated one after the other, and the message shows both."""
    await gather(room, STONE_HAND, [ann])
    cora = room.person("cora")
    await room.deliver(*[room.prepare(each.pressing("join")) for each in (ben, cora)])

    assert "9 seats free" in ann.table.words
    assert "**ann**, **ben** and **cora** are at the table" in ann.table.words


async def test_f24_a_double_click(room: Room, ann: Player, playing: int, dice: Dice) -> None:
    """F-24: the second click of two is out of date and changes nothing."""
    dice.load("2-5-6")
    clicks = [room.prepare(ann.pressing("throw")) for _ in range(2)]
    await room.deliver(*clicks)

    assert (await room.table()).revision == playing + 1
    assert words_of(clicks[1]) == "That’s already settled. Nothing has changed."


async def test_f25_an_old_button(room: Room, ann: Player, playing: int, dice: Dice) -> None:
    """F-25: a button from before is refused in words."""
    old = ann.pressing("throw")
    dice.load("2-5-6")
    await ann.press("throw")
    press = room.prepare(old)
    await room.deliver(press)

    assert words_of(press) == "That’s already settled. Nothing has changed."
    assert (await room.table()).revision == playing + 1


async def test_f25_an_old_message(room: Room, ann: Player, playing: int) -> None:
    """F-25: an older copy of the message that could not be taken away says where the table goes on."""
    old = ann.pressing("throw")
    room.env.inject_error("DELETE", "/channels/*", status=403, code=50013)
    for _ in range(20):
        await ann.member.send(room.channel, "chatter")
    await ann.press("throw")
    press = room.prepare(old)
    await room.deliver(press)

    assert ann.table.id != old.message
    assert "goes on in a newer message" in next(each for each in ann.sees() if each.id == old.message).words
    assert words_of(press) == "That’s already settled. Nothing has changed."


async def test_f25_a_message_that_is_behind(
    room: Room, ann: Player, ben: Player, playing: int, dice: Dice
) -> None:
    """F-25: if the message lags behind the table, a refused press brings it up to date."""
    before = ben.table.words
    dice.load("1-1-5")
    room.env.inject_error("*", "*", status=500, times=None)
    await ann.press("throw")
    lagging = ben.table.words
    room.env.backend.faults.clear()
    await room.deliver(room.prepare(Press(ann, ann.table.id, ann.table.offers[0])))

    assert lagging == before
    assert "`1-1-5`" in ben.table.words


async def test_f26_a_spectator(room: Room, ann: Player, playing: int) -> None:
    """F-26: a spectator is told so, privately, and changes nothing."""
    cora = room.person("cora")
    press = room.prepare(cora.pressing("throw"))
    await room.deliver(press)

    assert words_of(press) == "You’re not sitting at this table."
    assert (await room.table()).revision == playing


async def test_f26_another_player(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """F-26, F-44: another player's button is refused, out of turn as well."""
    press = room.prepare(ben.pressing("throw"))
    await room.deliver(press)

    assert words_of(press) == "It’s not your turn."
    assert (await room.table()).revision == playing


async def test_f26_another_bot(room: Room, ann: Player) -> None:
    """F-26: a bot gets no seat."""
    await gather(room, STONE_HAND, [ann])
    robot = Player(room, room.guild.add_member(room.env.create_user("robot", bot=True)))
    press = room.prepare(robot.pressing("join"))
    await room.deliver(press)

    assert words_of(press) == "That button isn’t mine, or it no longer works."
    assert "robot" not in ann.table.words


async def test_f27_a_forged_button(room: Room, ann: Player, playing: int) -> None:
    """F-27: a custom_id that we never wrote is answered in words and changes nothing."""
    for forged in FORGED:
        press = room.prepare(Press(ann, ann.table.id, forged, ("0",)))
        await room.deliver(press)

        assert words_of(press), forged
        assert "error" not in words_of(press), forged
        assert (await room.table()).revision == playing, forged


async def test_f27_numbers_that_no_offer_asks_for(room: Room, ann: Player, playing: int) -> None:
    """F-27, F-44: a throw takes no number."""
    [offer] = ann.table.offers
    press = room.prepare(Press(ann, ann.table.id, f"{offer}:7"))
    await room.deliver(press)

    assert words_of(press) == "Please choose from 0 to 0."
    assert (await room.table()).revision == playing


async def test_f27_another_servers_table(room: Room, ann: Player, playing: int) -> None:
    """F-27: a table of another server does not exist here."""
    guild = room.env.create_guild("The Other Inn")
    elsewhere = Room(room.env, room.path, guild, guild.create_text_channel("tavern"))
    zoe = elsewhere.person("zoe")
    await zoe.open(STONE_HAND)
    press = room.prepare(Press(zoe, zoe.table.id, "t:1:join"))
    await room.deliver(press)

    assert words_of(press) == "There’s no such table here."
    assert (await room.table()).revision == playing


async def test_f50_joining_twice(room: Room, ann: Player, ben: Player) -> None:
    """F-50: fast presses on Join are one seat."""
    await gather(room, STONE_HAND, [ann])
    joins = [room.prepare(ben.pressing("join")) for _ in range(3)]
    await room.deliver(*joins)

    assert "10 seats free" in ann.table.words
    told = [each.words for each in ben.sees() if each.sent.ephemeral]
    assert told == ["You’re already sitting here. “More …” has everything you can do, including leaving."]


async def test_the_books_know_what_a_message_shows(room: Room, ann: Player, ben: Player) -> None:
    """F-1: with each pulse the books note what is shown, so that a restart draws nothing twice."""
    tavern = room.bot.app.tavern
    await ann.open(STONE_HAND)
    for player, button in ((ben, "join"), (ann, "begin"), (ann, "throw")):
        await player.press(button)
        await room.wait(5)
        await tavern.note_pulse()
        assert [each.id for each in await tavern.outdated()] == [], button


async def test_f43_a_wager_that_is_none(room: Room, ann: Player) -> None:
    """F-43: whatever comes as a wager, only a whole number from 1 to 100,000 opens a table."""
    for value in (0, -1, 2**53, 2**63, 10**30, 1.5, float("nan"), 1e9, "1e9", "١٢٣", "", True, None):
        known = len(room.env.errors)
        option = {"name": "wager", "type": 4, "value": value}
        command = room.prepare_command(ann, "stonehand open", [option])
        await room.deliver(command)

        assert len(room.env.errors) == known + 1, value
        assert words_of(command) == "Please give a whole number from 1 to 100,000.", value
        assert await room.bot.app.tavern.in_channel(room.guild.id, room.channel.id) == [], value


async def test_f44_more_than_the_purse(room: Room, ann: Player) -> None:
    """F-44: nobody sits down for more than the wallet holds."""
    result = await ann.open(STONE_HAND, wager=PURSE + 1)

    assert result.acknowledged
    assert ann.told == "That needs 201 coins, and there’s only 200 coins."
    assert await room.bot.app.tavern.in_channel(room.guild.id, room.channel.id) == []


async def test_f44_the_purse_is_gone_meanwhile(room: Room, ann: Player, ben: Player) -> None:
    """F-44: a player who cannot pay when the game begins loses the seat, and no coin moves."""
    cora = room.person("cora")
    await gather(room, STONE_HAND, [ann, ben, cora], wager=150)
    await ben.open(STONE_HAND, wager=150)
    await cora.press("join")
    await ben.press("begin")
    first = next(each for each in ann.sees() if "a table is open" in each.words)
    await ann.press_id(first, first.button("begin"))

    assert ann.told == (
        "The game takes 2 players to start, and not everybody who sits here can pay the stake."
    )
    assert [await each.wallet() for each in (ann, ben, cora)] == [PURSE, PURSE - 150, PURSE - 150]
    await room.check_books()


async def test_a_press_costs_one_call(room: Room, ann: Player, ben: Player, playing: int, dice: Dice) -> None:
    """A press is answered by one call, of the kind that counts against no limit."""
    dice.load("1-1-5")
    with room.calls() as calls:
        await ann.press("throw")

    assert calls == ["callback"]


async def test_a_refused_press_costs_one_call(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """A refused press is answered in one call, too."""
    with room.calls() as calls:
        await ben.press("throw")

    assert calls == ["callback"]


async def test_a_refusal_replaces_the_one_before(room: Room, ann: Player, ben: Player, playing: int) -> None:
    """Three presses out of turn leave one refusal to read, and take nobody else's away."""
    cora = room.person("cora")
    await cora.press("throw")
    for _ in range(3):
        await ben.press("throw")

    assert [each.words for each in ben.sees() if each.sent.ephemeral] == ["It’s not your turn."]
    assert len([each for each in cora.sees() if each.sent.ephemeral]) == 1


async def test_the_number_of_a_fault_stays(
    room: Room, ann: Player, ben: Player, playing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later refusal takes no number away that somebody may want to report."""

    async def fail(*_press: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr(room.bot.app.tavern, "act", fail)
        await ben.press("throw")
    await ben.press("throw")

    assert ["error" in each.words for each in ben.sees() if each.sent.ephemeral] == [True, False]


async def test_the_house_moves_by_a_players_token(room: Room, ann: Player, dice: Dice) -> None:
    """While the token of a press lives, what happens by itself is shown by it, not by the channel."""
    await gather(room, STONE_HAND, [ann])
    await ann.press("house")
    await ann.press("begin")
    dice.load("1-1-5", "3-3-4")
    await ann.press("throw")
    with room.calls() as calls:
        await room.wait(2)

    assert calls == ["token PATCH"]


async def test_components_of_a_pressed_message_are_not_parsed(room: Room, ann: Player, playing: int) -> None:
    """No objects are made of a pressed message's components, since they are never used."""
    pressed: list[discord.Interaction[discord.Client]] = []

    async def note(interaction: discord.Interaction[discord.Client]) -> None:
        pressed.append(interaction)

    room.bot.add_listener(note, "on_interaction")
    await ann.press("throw")

    assert (await room.table()).revision == playing + 1
    assert [each.message and each.message.components for each in pressed] == [[]]
