"""A host's guests at the table: invited, sent away, and the table handed over (TB-15, TB-16)."""

from __future__ import annotations

from dataclasses import replace

import discord
import pytest

from games.engine.table.pace import LIVE
from games.stone_hand.game import STONE_HAND
from tests.discord.commands import type_in
from tests.discord.dice import Dice
from tests.discord.invitations import choose_people, invitations, invite, pinged
from tests.discord.tavern import PURSE, Player, Press, Room, gather, set_rule, start

pytestmark = pytest.mark.usefixtures("slow_rhythm")

UNINVITED = "Only people {host} invites can sit here. You can watch, or ask them for an invitation."
AWAITED = "If nothing happens here, you can too, <t:"
SENT_AWAY = "You were sent away from this table. You can sit here again when {host} invites you."


@pytest.fixture
def cora(room: Room) -> Player:
    """A third player."""
    return room.person("cora")


async def send_away(host: Player, name: str) -> None:
    """Send a player away, with the confirmation."""
    await host.press("guests")
    await host.choose("send_away", name)
    await host.press("send_away_now")


async def test_an_invited_table(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """TB-16: Ann invites Ben, who is told once and sits down; Cora watches, and cannot join."""
    await ann.open(STONE_HAND, invited=True)
    await cora.press("join")
    assert cora.told == UNINVITED.format(host=ann.mention)
    assert "call_players" not in ann.table

    await invite(ann, ben)
    assert f"By invitation only. Still to come: {ben.mention}." in cora.sees()[0].words
    (told,) = invitations(cora)
    assert f"{ben.mention}: **ann** invites you to a table of **Stone Hand**." in told.words
    assert pinged(room, told) == {ben.id}

    await ben.press("join")
    await ann.press("begin")
    assert "My dice" not in cora.told
    assert [each.player for each in (await room.table()).table.present] == [ann.id, ben.id]


async def test_house_rules_explain_themselves(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """SH-2, SH-9: one line each says what the value does that it has, also to who sits down later."""
    await ann.open(STONE_HAND)
    await ben.press("join")
    await set_rule(ann, "inverted_junk", True)

    assert "**Inverted junk: on** · Between two junk hands, the higher one wins." in ann.told
    assert "**Unit of the pay: 1** · A pay of 5 costs the loser 5." in ann.told

    await start(ann)
    await cora.press("join")
    await cora.press("more")
    await cora.press("rules")

    assert "**Inverted junk: on** · Between two junk hands, the higher one wins." in cora.told
    assert "You can change these" not in cora.told
    assert not cora.whispered.picks


async def test_nobody_is_told_twice(room: Room, ann: Player, ben: Player) -> None:
    """TB-16: invited, sent away and invited again, Ben is called once, and has his seat back."""
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben)
    await ben.press("join")
    await send_away(ann, "ben")
    await ben.press("join")
    assert ben.told == SENT_AWAY.format(host=ann.mention)
    assert "ben left the table." in ann.sees()[0].words

    await invite(ann, ben)
    await ben.press("join")
    assert not {"ben left the table.", "ben goes home: the host sent them away."} & {
        each.removeprefix("-# ") for each in ann.sees()[0].words.splitlines()
    }

    assert len(invitations(ann)) == 1
    assert [each.player for each in (await room.table()).table.present] == [ann.id, ben.id]


async def test_who_cannot_see_the_table_is_not_invited(
    room: Room, ann: Player, ben: Player, cora: Player
) -> None:
    """TB-16: the host reads so at once; a player who can see it is invited all the same."""
    hidden = discord.PermissionOverwrite(view_channel=False)
    room.channel = room.guild.create_text_channel("cellar", overwrites={ben.member: hidden})
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben, cora)

    assert ann.told.startswith(f"{ben.mention} can’t see this channel, so I haven’t invited them.")
    (told,) = invitations(cora)
    assert pinged(room, told) == {cora.id}
    assert (await room.table()).table.terms.invited == (ann.id, cora.id)


async def test_who_is_never_called_is_invited_silently(room: Room, ann: Player, ben: Player) -> None:
    """TB-16: a player who wants no call finds their name in the lobby."""
    await type_in(ben, "me preferences")
    await ben.choose("pings", "never")
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben)

    assert invitations(ben) == []
    lobby = ann.showing("join")
    assert lobby is not None
    assert ben.mention in lobby.words


async def test_only_the_host_invites(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """TB-15, TB-16: the list is there for all to see, and the host's to use; bots have no seats."""
    await ann.open(STONE_HAND, invited=True)
    await invite(cora, ben)
    assert cora.told == f"Only {ann.mention}, who hosts this table, can do that."

    bot = room.guild.add_member(room.env.create_user("clock", bot=True))
    lobby = ann.showing("join")
    assert lobby is not None
    await ann.member.select(lobby.sent, [bot], custom_id="t:1:invite")
    assert ann.told == "That’s a bot. Please name a person."
    assert (await room.table()).table.terms.invited == (ann.id,)


async def test_an_invitation_is_no_challenge(room: Room, ann: Player, ben: Player) -> None:
    """TB-16, F-26: an invited player can neither begin the game nor close the table by a made-up press."""
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben)
    lobby = ann.showing("join")
    assert lobby is not None
    for verb in ("accept", "decline"):
        await room.deliver(Press(ben, lobby.id, f"t:1:{verb}"))

    table = (await room.table()).table
    assert (table.phase, [each.player for each in table.present]) == ("lobby", [ann.id])


async def test_sent_away_with_the_whole_stack(
    room: Room, ann: Player, ben: Player, cora: Player, dice: Dice
) -> None:
    """TB-16, TB-9: the round is played to its end; then Ben takes his stack home, and his seat is empty."""
    await gather(room, STONE_HAND, [ann, ben, cora])
    dice.load("1-1-7", "1-1-8", "2-2-6")
    await ann.press("begin")
    await send_away(ann, "ben")
    assert "goes home after this" in ann.table.words
    # His name stands there once, and he has nothing to wish for after this round.
    assert ann.told.count(ben.mention) == 1
    assert f"- At the table: {cora.mention}\n- Going home when this is over: {ben.mention}" in ann.told
    await ben.press("more")
    assert [*ben.whispered.buttons] == ["fair", "rules", "without 1", "pause", "leave"]
    for each in (ann, ben, cora):
        await each.press("throw")

    paid = PURSE - await ben.wallet()
    assert 0 < paid < 20
    assert [each.player for each in (await room.table()).table.present] == [ann.id, cora.id]
    assert "ben goes home: the host sent them away." in ann.table.words
    await ben.press("join")
    assert ben.told == SENT_AWAY.format(host=ann.mention)
    await room.check_books()


async def test_a_table_is_handed_over(room: Room, ann: Player, ben: Player) -> None:
    """TB-15: Ben hosts it then, and Ann no more."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("guests")
    await ann.choose("hand_over", "ben")
    await ann.press("hand_over_now")
    assert f"{ben.mention} hosts the table now." in ann.told

    await ann.press("begin")
    assert ann.told.startswith(f"Only {ben.mention}, who hosts this table, can do that.")
    await ben.press("begin")
    assert (await room.table()).table.phase == "playing"


async def test_open_to_all_and_back(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """TB-16: a host may change their mind until the game begins."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("guests")
    await ann.press("private on")
    await cora.press("join")
    assert cora.told == UNINVITED.format(host=ann.mention)
    await ann.press("private off")
    await cora.press("join")

    assert len((await room.table()).table.present) == 3


async def test_play_again_keeps_the_invited(
    room: Room, ann: Player, ben: Player, cora: Player, boss: Player
) -> None:
    """TB-16: Cora, who was invited and never came, may come now; a stranger may not ask for it."""
    stranger = room.person("dora")
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben, cora)
    await ben.press("join")
    await ann.press("begin")
    await ann.press("close")
    await ann.press("close_now")
    await type_in(boss, "manage call-off", table=1, reason="closing time")
    await stranger.press("again")
    assert stranger.told == UNINVITED.format(host=ann.mention)
    await ben.press("again")

    terms = (await room.table(2)).table.terms
    assert (terms.host, terms.invited) == (ben.id, (ann.id, ben.id, cora.id))
    await cora.press("join")
    await ann.press("join")
    assert (await room.table(2)).table.phase == "playing"


async def test_play_for_the_invited(room: Room, ann: Player, ben: Player) -> None:
    """`/play` with house players: nobody joins but whom Ann invites while she plays."""
    await room.fund_house(100)
    await type_in(ann, "play", invited=True)
    await ben.press("join")
    assert ben.told == UNINVITED.format(host=ann.mention)
    await ann.press("guests")
    await choose_people(ann, ann.whispered, ben)
    await ben.press("join")

    assert ben.id in [each.player for each in (await room.table()).table.present]
    assert f"- Invited, not here yet: {ben.mention}" in ann.told


async def test_invited_and_sent_away_at_one_moment(room: Room, ann: Player, ben: Player) -> None:
    """TB-16: one comes after the other, whichever it is, and the table is what it says."""
    await ann.open(STONE_HAND, invited=True)
    await invite(ann, ben)
    await ben.press("join")
    await ann.press("guests")
    here = ann.whispered.id
    sends = Press(ann, here, "t:1:send_away_now:2")
    joins = Press(ben, ann.sees()[0].id, "t:1:join")
    leaves = Press(ann, here, "t:1:leave")
    await room.deliver(sends, joins, leaves)

    table = (await room.table()).table
    assert ben.id not in [each.player for each in table.present]
    assert ben.id in table.terms.sent_away


async def test_a_host_who_leaves_invites_nobody(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """TB-15, TB-16: Ann's list is open while she leaves; it is Ben's table then."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("guests")
    open_list = ann.whispered
    await ann.press("leave")
    await choose_people(ann, open_list, cora)

    assert ann.told == f"Only {ben.mention}, who hosts this table, can do that."
    assert invitations(cora) == []
    await room.deliver(Press(ann, open_list.id, "t:1:send_away_now:2"))
    assert (await room.table()).table.terms.host == ben.id


async def test_a_choice_of_nothing(room: Room, ann: Player, ben: Player) -> None:
    """F-43: made-up choices of people and seats are refused, and nothing happens."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("guests")
    here = ann.whispered.id
    before = (await room.table()).revision
    for custom_id, values in (
        ("t:1:invite", ("1",)),
        ("t:1:send_away", ("99",)),
        ("t:1:send_away_now:x", None),
        ("t:1:send_away_now", None),
        ("t:1:hand_over_now:1", None),
    ):
        await room.deliver(Press(ann, here, custom_id, values))

    assert (await room.table()).revision == before


async def test_a_host_who_has_left_the_server(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """TB-15: in the lobby the host's part goes on as if they had left the table, and a press finds out."""
    await gather(room, STONE_HAND, [ann, ben, cora])
    room.guild.remove_member(ann.member)
    await cora.press("begin")

    assert cora.told == f"Only {ben.mention}, who hosts this table, can do that."
    assert (await room.table()).table.terms.host == ben.id

    await ben.press("begin")

    assert (await room.table()).table.phase == "playing"
    assert [each.player for each in (await room.table()).table.present] == [ben.id, cora.id]


async def test_a_host_who_is_away(room: Room, ann: Player, ben: Player, cora: Player) -> None:
    """TB-15: after 15 minutes without a change in the lobby, seated players may do as the host."""
    await gather(room, STONE_HAND, [ann, ben])
    await room.wait(14 * 60)
    await ben.press("begin")

    assert ben.told.startswith(f"Only {ann.mention}, who hosts this table, can do that. {AWAITED}")

    await room.wait(61)
    await cora.press("begin")

    assert cora.told == f"Only {ann.mention}, who hosts this table, can do that."

    await ben.press("begin")
    table = (await room.table()).table

    assert (table.phase, table.terms.host) == ("playing", ben.id)
    assert {each.player for each in table.present} == {ann.id, ben.id}


async def test_a_host_keeps_a_game_that_has_begun(
    room: Room, ann: Player, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """TB-15: an absent host goes on hosting it, as long as they stay at the table."""
    await gather(room, STONE_HAND, [ann, ben])
    await ann.press("begin")
    monkeypatch.setattr("games.engine.table.table.LIVE", replace(LIVE, host_away=0))
    await room.deliver(Press(ben, ben.table.id, "t:1:close"))

    assert ben.told == f"Only {ann.mention}, who hosts this table, or a manager can close it."
    assert (await room.table()).table.terms.host == ann.id
