"""F-26 at the hosted page: by the table of rights of the chat, in both directions, and in what is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from bot.page.presses import PagePresses
from bot.page.windows import PageWindow
from tests.discord.cast import changes, opened, rows_of
from tests.discord.commands import forgive
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Player
from tests.discord.who_may import INSIDE, RIGHTS, ROWS, WITH_FILE, A
from tests.page.cast import ADDRESSES, TABLES, at_page
from tests.page.hosting import Hosting, hosting
from tests.soak import some_now

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]

REFUSALS = frozenset(each for right in RIGHTS.values() for each in right.refusals)
SLIPS = frozenset({"AlreadySeated", "NotSeated", "NotYourTurn", "NotIn"})
LAST = ("bar", "decline", "close", "hand_over", "leave", "keep_out_now", "forget_me")


def rows() -> Iterator[tuple[str, str, A]]:
    """Return what can be sent from a page: all rows but those of menus of persons, and that with a file."""
    return (
        (right, row, ask)
        for right, asked in ROWS.items()
        for row, ask in asked.items()
        if not row.startswith("@") and row not in WITH_FILE
    )


@pytest.fixture
def unasked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take presses that no page offers, as if all were offered."""

    async def is_offered(*_given: object) -> bool:
        return True

    monkeypatch.setattr(PagePresses, "_is_offered", is_offered)


@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize("kind", INSIDE)
async def test_f26_who_may_not_changes_nothing(hosting: Hosting, kind: str) -> None:
    """F-26, F-38: even if a page offered everything, whoever may not is refused, and no row changes."""
    page, wrong = await at_page(hosting, await opened(hosting.room)), []
    for right, row, ask in rows():
        if kind in RIGHTS[right].who:
            continue
        before = await hosting.room.read(rows_of)
        refused = await page.send(kind, row, ask)
        changed = changes(before, await hosting.room.read(rows_of))
        if changed or refused not in RIGHTS[right].refusals:
            wrong.append((row, refused, [each[:300] for each in changed]))
    forgive(hosting.room)

    assert wrong == []


def _when(row: str) -> int:
    return next((at for at, called in enumerate(LAST) if called in row), -1)


@pytest.mark.usefixtures("unasked")
@pytest.mark.parametrize(
    "kind", some_now(["member", "seated", "host", "organiser", "manager"], ("host", "manager"))
)
async def test_f26_who_may_is_let_in(hosting: Hosting, kind: str) -> None:
    """F-26: by the same table, each is told anything but that they may not."""
    page, wrong = await at_page(hosting, await opened(hosting.room)), []
    asked = [each for each in rows() if kind in RIGHTS[each[0]].who]
    for _right, row, ask in sorted(asked, key=lambda each: _when(each[1])):
        refused = await page.send(kind, row, ask)
        if refused in REFUSALS - SLIPS:
            wrong.append((row, refused))
    forgive(hosting.room)

    assert wrong == []


async def test_f38_an_ended_session_presses_nothing(hosting: Hosting, boss: Player) -> None:
    """F-38: all that an open window offered to a manager is refused at the door once they have signed out."""
    hosting.authority.members[hosting.room.guild.id].add(boss.id)
    headers = await hosting.sign_in(boss)
    window = await hosting.browser(headers)
    await window.visit("manage/settings")
    offered = [*window.actions().values()]
    hosting.page.server._sessions.forget(boss.id)
    before = await hosting.room.read(rows_of)

    assert {403} == {await window.send("press", each) for each in offered}
    assert changes(before, await hosting.room.read(rows_of)) == []


async def test_f26_a_press_counts_in_its_own_window(hosting: Hosting) -> None:
    """F-26: a press that one window offers is offered in no other, of the same person or somebody else."""
    page = await at_page(hosting, await opened(hosting.room))
    for kind in ("host", "manager"):
        for each in (*TABLES, "manage/settings", "tournaments/1"):
            await page.drawn(kind, **({"table": each} if isinstance(each, int) else {"page": each}))
    own = page.windows["host"]
    second = PageWindow(own.guest, "en", door=own.door)
    hosting.page.front.windows.open(own.guest, "f" * 32, lambda: second)
    page.windows["host"] = second
    offered = {each for kind in ("host", "manager") for each in page.windows[kind]._offered} | {*own._offered}
    await page.drawn("host")
    refused, before = set[str](), await hosting.room.read(rows_of)
    for each in offered - {*second._offered}:
        refused.add(await page.press("host", each.deed, each.action, on=each.on, number=each.number))
    forgive(hosting.room)

    assert len(offered) > 20
    assert refused == {"NotOffered"}
    assert changes(before, await hosting.room.read(rows_of)) == []


def _rights() -> dict[str, set[str]]:
    """Return the kinds of people who may, by a verb or a command."""
    found: dict[str, set[str]] = {}
    for right, row, _ask in rows():
        # There it is somebody else's record; one's own is everybody's.
        if right != "own":
            found.setdefault(row.partition("#")[0], set()).update(RIGHTS[right].who)
    return found


def _offered(html: str) -> Iterator[str]:
    """Yield what a page offers, by the names of rows."""
    for kind, action in re.findall(r'data-(action|form|command)="([^"]*)"(?![^>]* disabled)', html):
        words = unescape(action)
        if kind == "command" or words.startswith("/"):
            yield "/" + words.lstrip("/")
        elif words.split(":")[2:3] and words.startswith("t:"):
            yield ("!" if kind == "action" else "?") + words.split(":")[2]


PUBLIC = frozenset({"!house", "!begin", "!call_players", "!invite"})
"""What stands on a lobby's public face, and says to others that it is the host's."""
AT_TOURNAMENTS = frozenset({"/organise call-off"})
"""What organisers may at the tables of tournaments; in the table of rights it is tried at another."""
SAID = ("barred", "kept_out")
"""Who is told by a refusal that they may not play, and not by what a page leaves out."""


@pytest.mark.parametrize("kind", some_now(INSIDE, ("member", "barred", "host", "organiser", "manager")))
async def test_f26_a_page_offers_what_one_may(hosting: Hosting, kind: str) -> None:
    """F-26: each page and table offers to somebody only presses that they may, by the table of rights."""
    page, may, wrong = await at_page(hosting, await opened(hosting.room)), _rights(), set()
    seen, told = set[str](), {each.partition("#")[0] for each in (*ROWS["players"], *ROWS["invited"])}
    for at in (*ADDRESSES, *TABLES):
        parts = await page.drawn(kind, table=at) if isinstance(at, int) else await page.drawn(kind, at)
        for row in (row for html in parts.values() for row in _offered(html)):
            seen.add(row)
            if row not in may or row in PUBLIC or (row in AT_TOURNAMENTS and kind == "organiser"):
                continue
            is_told = kind in SAID and row in told
            if kind not in may[row] and not is_told:
                wrong.add((at, row))
    forgive(hosting.room)

    assert wrong == set()
    assert len(seen) > 20
    for right in ("managers", "organisers"):
        here = {row for row in ROWS[right] if row.startswith("/")} & seen
        assert bool(here) is (kind in RIGHTS[right].who), (right, here)
