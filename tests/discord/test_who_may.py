"""F-26 as one law: whoever may not, changes nothing and learns nothing, and whoever may is let in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import discord
import pytest

from bot.cogs import COGS
from bot.custom_ids import answer_id
from bot.front.decorators import commands_of, declared
from bot.front.render import scene_for
from bot.tavern.table import actions, program_actions
from bot.tavern.table.actions import Actor, OnlyInServer
from bot.tavern.table_service import TableService
from games.engine.table import play
from games.engine.table.table import TableChange
from games.stone_hand.game import STONE_HAND
from storage.db.transaction import Transaction
from storage.people import server_settings
from storage.people.erased_people import EVERYWHERE
from storage.play.postings import DIRECT
from tests.discord.cast import KINDS, WEEK_SECONDS, Cast, changes, opened, rows_of
from tests.discord.commands import forgive
from tests.discord.tavern import Room
from tests.discord.who_may import INSIDE, RIGHTS, ROWS, TABLES_OPENED, THROWS, A, delivery, listed

OUTSIDE = frozenset(KINDS) - frozenset(INSIDE)
TO_BOTS = frozenset({"silence", "not ours", "NotOffered"})
WITH_ME = frozenset({"/play", "/throw"})
"""What is for direct messages, too, beside what is everybody's."""
UNTOLD = frozenset({"!cut", "!cup_cut", "!hand"})
"""Presses that tell nothing: an empty form, or one's own panel, which lists no table of others."""
REFUSALS = frozenset(each for right in RIGHTS.values() for each in right.refusals)


def rows(of: str = "") -> Iterator[tuple[str, str, A]]:
    """The whole table, or what one right is about: the right, the row, and what is sent."""
    return ((right, row, ask) for right in ([of] if of else ROWS) for row, ask in ROWS[right].items())


def test_every_command_press_and_form_is_in_the_table() -> None:
    """F-26: a handler that is new says here who may use it, and no right is without rows."""
    known = {f"/{name}" for each in COGS for name, _mark in commands_of(each)}
    known |= {f"@{title}" for each in COGS for _name, title in declared("person_menu", each)}
    for sign, kind in (("!", "pressed"), ("?", "filled_in")):
        known |= {sign + verb for each in COGS for _name, verbs in declared(kind, each) for verb in verbs}
    listed = [row.partition("#")[0] for _right, row, _ask in rows()]

    assert known == set(listed)
    assert len({row for _right, row, _ask in rows()}) == len(listed)
    assert RIGHTS.keys() == ROWS.keys()


def _is_wrong(cast: Cast, kind: str, right: str, row: str, ask: A, refused: str) -> bool:
    """Return True unless somebody who may not was refused as they should be."""
    if kind == "bot":
        return refused not in TO_BOTS
    if kind in INSIDE:
        return refused not in RIGHTS[right].refusals
    if kind == "former" and row.startswith("/") and right != "everybody" and row not in WITH_ME:
        return not refused
    is_of_here = ask.id.startswith("t:") and not ask.id.startswith("t:0:")
    return is_of_here and row not in UNTOLD and not refused


def _is_theirs(cast: Cast, kind: str, row: str) -> bool:
    """Return True if a stored row is about somebody outside or their server, and not about this one."""
    own = {str(cast.people[kind].id), str(cast.other)}
    return str(cast.room.guild.id) not in row and (
        row.startswith(OF_PLACES) or any(each in row for each in own)
    )


OF_PLACES = ("daily_deals", "forgotten", "hands", "keys", "moves")
"""What names neither a server nor anybody; of tables elsewhere, too."""


@pytest.mark.parametrize("kind", KINDS)
async def test_f26_who_may_not_changes_nothing(room: Room, kind: str) -> None:
    """F-26, F-38, TB-15, TB-16, TB-19, TB-23: by the table, each of all kinds, and all rows of the books."""
    cast, wrong = await opened(room), []
    for right, row, ask in rows():
        if kind in RIGHTS[right].who:
            continue
        before = await room.read(rows_of)
        refused = await cast.send(delivery(cast, kind, row, ask))
        changed = changes(before, await room.read(rows_of))
        if kind in OUTSIDE - {"bot"}:
            changed = [each for each in changed if not _is_theirs(cast, kind, each)]
        if changed or _is_wrong(cast, kind, right, row, ask, refused):
            wrong.append((row, refused, [each[:300] for each in changed]))
    forgive(room)

    assert wrong == []


LAST = ("bar", "decline", "close", "hand_over", "leave", "keep_out_now", "forget_me")
"""What little can come after, by how it is called."""


def _when(row: str) -> int:
    return next((at for at, called in enumerate(LAST) if called in row), -1)


@pytest.mark.parametrize("kind", ["member", "seated", "host", "organiser", "steward", "manager"])
async def test_f26_who_may_is_let_in(room: Room, kind: str) -> None:
    """F-26: by the same table, each is told anything but that they may not, and nothing fails on our side."""
    cast, wrong = await opened(room), []
    asked = [each for each in rows() if kind in RIGHTS[each[0]].who]
    for _right, row, ask in sorted(asked, key=lambda each: _when(each[1])):
        refused = await cast.send(delivery(cast, kind, row, ask))
        if refused in (REFUSALS | {"fault", "silence", "not ours"}) - SLIPS:
            wrong.append((row, refused))
    forgive(room)

    assert wrong == []


SLIPS = frozenset({"AlreadySeated", "NotSeated", "NotYourTurn", "NotIn"})
"""Refusals that say where somebody stands by now, too."""


async def _set(room: Room, **changed: object) -> None:
    def save(tx: Transaction) -> None:
        known = server_settings.load(tx, room.guild.id)
        server_settings.save(tx, room.guild.id, replace(known, **changed))  # type: ignore[arg-type]

    await room.bot.app.database.write(save)


async def _refused(cast: Cast, asked: frozenset[str], channel: int = 0) -> dict[str, str]:
    """Return a manager's refusals, where they would be let in elsewhere; nothing changes."""
    before, found = await cast.room.read(rows_of), {}
    for right, row, ask in rows():
        if row in asked and right != "rivals":
            found[row] = await cast.send(delivery(cast, "manager", row, ask, channel))
    forgive(cast.room)
    assert changes(before, await cast.room.read(rows_of)) == []
    return found


async def test_tb23_where_nothing_is_played(room: Room) -> None:
    """TB-23, F-36: in closed channels, in their threads and where the bot cannot write, managers neither."""
    cast, cellar = await opened(room), room.guild.create_text_channel("cellar")
    mute = discord.PermissionOverwrite(send_messages=False)
    assert room.guild.me is not None
    dumb = room.guild.create_text_channel("dumb", overwrites={room.guild.me: mute})
    thread = room.env.backend.create_thread(cellar.id, "corner", cast.people["manager"].id)
    asked = listed(TABLES_OPENED) | listed(THROWS)
    assert "ClosedHere" not in (await _refused(cast, frozenset({"!plan_ask"}), cellar.id)).values()
    await _set(room, closed_channels=(cellar.id,))
    for channel in (cellar.id, thread.id):
        assert set((await _refused(cast, asked, channel)).values()) == {"ClosedHere"}
    assert set((await _refused(cast, asked, dumb.id)).values()) == {"MayNotWrite"}


async def test_tb23_where_tables_are_opened(room: Room) -> None:
    """TB-23: tables stand in the chosen channels only, and throws anywhere else."""
    cast, cellar = await opened(room), room.guild.create_text_channel("cellar")
    await _set(room, channels=(cellar.id,))
    assert set((await _refused(cast, listed(TABLES_OPENED))).values()) == {"NotHere"}


async def test_tb23_who_plays_has_the_role_for_it(room: Room) -> None:
    """TB-23: whoever lacks the role that the server asks of players sits down nowhere, managers neither."""
    cast = await opened(room)
    await _set(room, player_role=1)
    asked = frozenset(ROWS["players"]) | ROWS["invited"].keys()
    assert set((await _refused(cast, asked)).values()) == {"RoleNeeded"}


STONE_HAND_OPENED = (
    "/stonehand@open /throw !throw !against_house !challenge !challenged ?throw_with !plan"
    " @Challenge@to@a@throw @Throw@with…"
)
"""What opens Stone Hand where a table of it waits already, plans it, or asks how to."""


async def test_tb23_a_game_that_is_off_is_opened_by_nothing(room: Room) -> None:
    """TB-23: exactly what would open a game that managers have switched off is refused, managers neither."""
    cast, found = await opened(room), set()
    await _set(room, games_off=(STONE_HAND.key,))
    for _right, row, ask in sorted(rows(), key=lambda each: _when(each[1])):
        is_of_it = row in listed(THROWS) | listed(TABLES_OPENED) | listed(STONE_HAND_OPENED)
        if is_of_it and await cast.send(delivery(cast, "manager", row, ask)) == "GameOff":
            found.add(row)
    forgive(room)

    assert found == listed(STONE_HAND_OPENED)


async def test_tn50_nobody_is_added_without_the_role(room: Room) -> None:
    """TN-50, TB-23: no organiser adds somebody barred, or without the role that players need there."""
    cast, add = await opened(room), ROWS["organisers"]["/organise add"]
    barred = delivery(cast, "manager", "/organise add", replace(add, whom="barred"))
    before = await room.read(rows_of)
    assert await cast.send(barred) == "RivalBarred"
    await _set(room, player_role=1)
    assert await cast.send(delivery(cast, "manager", "/organise add", add)) == "TheyNeedRole"
    await _set(room, player_role=0)
    assert changes(before, await room.read(rows_of)) == []
    assert await cast.send(delivery(cast, "manager", "/organise add", add)) == ""
    forgive(room)


async def test_tb23_a_barred_host_brings_nobody(room: Room) -> None:
    """TB-23: a barred host whose game goes on, since nobody else can be it, invites and calls nobody."""
    cast = await opened(room)
    for kind in ("seated", "host"):
        bar = A(whom=kind, fields={"length": "week"})
        assert await cast.send(delivery(cast, "manager", "/manage bar", bar)) == ""
    before, found = await room.read(rows_of), {}
    for row in ("!invite", "!call_players"):
        ask = ROWS["host"][row]
        found[row] = await cast.send(delivery(cast, "host", row, replace(ask, id=ask.id.replace("2", "1"))))
    forgive(room)

    assert found == dict.fromkeys(found, "BarredFor")
    assert changes(before, await room.read(rows_of)) == []


OF_HANDS = "!watch !evening !second !keep_hand !show !shown"


async def test_tb13_hands_of_other_channels(room: Room) -> None:
    """TB-13: from another channel only who played it is told of a hand, and shows it there to nobody."""
    cast, cellar = await opened(room), room.guild.create_text_channel("cellar")
    found = await _refused(cast, listed(OF_HANDS), cellar.id)
    own = {}
    for _right, row, ask in rows():
        if row in listed(OF_HANDS):
            own[row] = await cast.send(delivery(cast, "host", row, ask, cellar.id))

    assert set(found.values()) == {"NoHandOver"}
    assert own == dict.fromkeys(own, "") | {"!show": "ShownElsewhere", "!shown": "ShownElsewhere"}


TO_PEOPLE = (
    "/wallet@show /wallet@pay /manage@grant /manage@take /manage@bar /organise@add /record#of"
    " /record#compared !invite"
)


async def test_f26_nothing_is_done_to_bots(room: Room) -> None:
    """F-26: no bot is paid, barred, entered or invited, nobody challenged who is not here or barred."""
    cast, found = await opened(room), {}
    before = await room.read(rows_of)
    for _right, row, ask in rows():
        if row in listed(TO_PEOPLE):
            kind = "host" if row == "!invite" else "manager"
            named = replace(ask, whom="bot", fields={**ask.fields, "length": "week"} | MEMBER)
            found[row] = await cast.send(delivery(cast, kind, row, named))
    abroad = A(whom="stranger", fields={"against": "1"})
    challenge = await cast.send(delivery(cast, "host", "/throw", abroad))
    barred = replace(abroad, whom="barred")
    rival = await cast.send(delivery(cast, "manager", "/throw", barred))
    guest = await cast.send(
        delivery(cast, "host", "!invite", replace(ROWS["host"]["!invite"], whom="barred"))
    )
    forged = await cast.send(delivery(cast, "host", "?throw_with", A("t:0:throw_with:{bot}")))
    forgive(room)

    assert found == dict.fromkeys(listed(TO_PEOPLE), "NotAPerson")
    assert challenge == "NotAMember"
    assert (rival, guest) == ("RivalBarred", "RivalBarred")
    assert forged == "CannotSee"
    assert changes(before, await room.read(rows_of)) == []


MEMBER = {"member": "1"}


async def test_f26_nobody_answers_for_another(room: Room) -> None:
    """F-26, TB-8: only whom a table asks answers, though others know the button's very id."""
    cast = await opened(room)
    state = await room.bot.app.tavern.look(1)
    scenes = {kind: scene_for(state, cast.people[kind].id) for kind in ("host", "seated")}
    asked, question = next(
        (kind, each)
        for kind, own in scenes.items()
        for each in own.view.questions
        if each.seat == own.view.viewer and each.offers
    )
    action = A(answer_id(1, question.seat, question.number, question.offers[0]))
    before = await room.read(rows_of)
    found = {
        kind: await cast.send(delivery(cast, kind, "!answer", action)) for kind in KINDS if kind != asked
    }

    assert set(found.values()) == {"NotYourTurn", "NotSeated", "NoSuchTable", "NoLongerMember", "not ours"}
    assert changes(before, await room.read(rows_of)) == []
    assert await cast.send(delivery(cast, asked, "!answer", action)) == ""
    forgive(room)


OF_PERSONS = ("@Challenge to a throw", "@Throw with…")


async def test_sh14_menus_of_people(room: Room) -> None:
    """SH-14, F-26: by the menu of a person nobody absent is challenged, nor oneself, nor a bot."""
    cast, found = await opened(room), {}
    before = await room.read(rows_of)
    for row in OF_PERSONS:
        for whom in ("stranger", "bot", "host"):
            sent = delivery(cast, "host", row, A(whom=whom))
            found[row, whom] = await cast.send(sent), sent.result.modal
    asked = delivery(cast, "host", "@Throw with…", A(whom="seated"))
    assert (await cast.send(asked), asked.result.modal is None) == ("", False)
    forgive(room)

    assert found == {
        (row, whom): ("NotAMember" if whom == "stranger" else "", None)
        for row in OF_PERSONS
        for whom in ("stranger", "bot", "host")
    }
    assert changes(before, await room.read(rows_of)) == []


async def test_f27_hands_of_a_server_from_elsewhere(room: Room) -> None:
    """F-27: former players are told in a direct message what only works in the server."""
    cast, found = await opened(room), {}
    for row, ask in (
        ("/hand history", A(fields={"table": "1"})),
        ("!watch_hand", A("t:0:watch_hand", values=("1_1",))),
        ("!again", A("t:5:again")),
        ("!watch", A("t:3:watch:1")),
    ):
        found[row] = await cast.send(delivery(cast, "former", row, ask))
    forgive(room)

    assert found == {
        "/hand history": "OnlyInServer",
        "!watch_hand": "OnlyInServer",
        "!again": "NoSuchTable",
        "!watch": "NoSuchTable",
    }


async def test_f27_nobody_sits_down_from_elsewhere(room: Room) -> None:
    """F-27: a seat in a server is taken in that server, and a program's in one at all, by whatever way."""
    await opened(room)
    tavern, now = room.bot.app.tavern, room.bot.app.now()
    outside = Actor(0, now, 4242, "Cora", DIRECT)
    before = await room.read(rows_of)
    for act in (actions.sit_down, actions.play_at_once, actions.join, actions.deal_in, actions.come_again):
        with pytest.raises(OnlyInServer):
            await tavern.database.write(partial(_acted, tavern, outside, act))
    direct = partial(_acted, tavern, outside, program_actions.seat("p", "Robot"), server=DIRECT)
    with pytest.raises(OnlyInServer):
        await tavern.database.write(direct)
    forgive(room)

    assert changes(before, await room.read(rows_of)) == []


async def test_f27_nobody_plays_again_from_elsewhere(room: Room) -> None:
    """F-27: a player of a closed table comes again in its server, and not by a direct message."""
    cast = await opened(room)
    cast.people["former"] = cast.people["host"]
    before = await room.read(rows_of)
    assert await cast.send(delivery(cast, "former", "!again", ROWS["players"]["!again"])) == "OnlyInServer"
    forgive(room)

    assert changes(before, await room.read(rows_of)) == []


def _acted(
    tavern: TableService,
    actor: Actor,
    act: actions.TableAction,
    tx: Transaction,
    *,
    server: int | None = None,
) -> TableChange:
    """Apply an action to table 2, as if it stood in that server."""
    stored = tavern.tables.load(tx, 2)
    assert stored is not None
    stored = replace(stored, server=stored.server if server is None else server)
    return act(actor, actions.Scope(tx, stored, tavern.games[stored.table.game], iter(("ab" * 32,) * 9)))


async def test_tb24_kept_out_of_direct_messages(room: Room) -> None:
    """TB-24: a person kept out everywhere plays in no direct message; one kept out here alone does."""
    cast = await opened(room)
    cast.people["former"] = cast.people["kept_out"]
    throw = ROWS["players"]["/throw"]
    assert await cast.send(delivery(cast, "former", "/throw", throw)) == ""
    tavern, out = room.bot.app.tavern, cast.people["kept_out"].id
    await tavern.keep_out(Actor(77, tavern.now(), out, "", room.guild.id), EVERYWHERE, WEEK_SECONDS)
    before = await room.read(rows_of)
    for row in ("/throw", "/play", "!play", "!deal_me_in", "!throw", "!against_house"):
        ask = ROWS["players"][row]
        assert await cast.send(delivery(cast, "former", row, ask)) == "KeptOut", row
    forgive(room)

    assert changes(before, await room.read(rows_of)) == []


async def test_tb23_whoever_is_barred_says_nothing(room: Room) -> None:
    """TB-23: a person barred in the middle of a hand plays it to its end, but says nothing at the table."""
    cast, say = await opened(room), ROWS["seated"]["!say"]
    for kind in ("seated", "host"):
        assert await cast.send(delivery(cast, kind, "!say", say)) == ""
        bar = A(whom=kind, fields={"length": "week"})
        assert await cast.send(delivery(cast, "manager", "/manage bar", bar)) == ""
        before = await room.read(rows_of)
        assert await cast.send(delivery(cast, kind, "!say", say)) == "BarredFor"
        assert changes(before, await room.read(rows_of)) == []
    forgive(room)


async def test_tb12_hints_are_for_whose_turn_it_is(room: Room) -> None:
    """TB-12: alone with the house one is given a hint at one's turn, and neither before nor after."""
    cast = await opened(room)
    member, tavern = cast.people["member"], room.bot.app.tavern
    await member.open(STONE_HAND, practice=True)
    number = max(each.id for each in await tavern.in_channel(room.guild.id, room.channel.id))
    hint = A(f"t:{number}:hint")
    found = [await cast.send(delivery(cast, "member", "!hint", hint))]
    for button in ("house", "begin"):
        await member.press(button)
    is_asked = True
    while is_asked:
        state = await tavern.look(number)
        is_asked = state.table.seat_of(member.id).seat in play.asked(state.table, state.game)
        assert [scene_for(state, each).has_hints for each in (member.id, cast.people["host"].id)] == [
            True,
            False,
        ]
        found.append(await cast.send(delivery(cast, "member", "!hint", hint)))
        if is_asked:
            await member.answer(member.table, Random(1))
    forgive(room)

    at_coins = scene_for(await tavern.look(1), cast.people["host"].id)
    assert not at_coins.has_hints
    assert (found[0], found[-1]) == ("NotYourTurn", "NotYourTurn")
    assert {*found[1:-1]} == {""}
