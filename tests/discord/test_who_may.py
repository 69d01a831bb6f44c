"""F-26 as one law: whoever may not, changes nothing and learns nothing, and whoever may is let in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.cogs import COGS
from bot.custom_ids import answer_id
from bot.front.decorators import commands_of, declared
from bot.front.render import scene_for
from storage.db.transaction import Transaction
from storage.people import server_settings
from tests.discord.cast import KINDS, Cast, changes, opened, rows_of
from tests.discord.commands import forgive
from tests.discord.tavern import Room
from tests.discord.who_may import INSIDE, RIGHTS, ROWS, TABLES_OPENED, THROWS, WITH_FILE, A, delivery, listed

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


@pytest.mark.parametrize("kind", ["member", "seated", "host", "organiser", "manager"])
async def test_f26_who_may_is_let_in(room: Room, kind: str) -> None:
    """F-26: by the same table, each is told anything but that they may not, and nothing fails on our side."""
    cast, wrong = await opened(room), []
    asked = [each for each in rows() if kind in RIGHTS[each[0]].who and each[1] != WITH_FILE]
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
    forgive(room)

    assert found == dict.fromkeys(listed(TO_PEOPLE), "NotAPerson")
    assert challenge == "NotAMember"
    assert (rival, guest) == ("RivalBarred", "RivalBarred")
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
