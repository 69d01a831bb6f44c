"""Users who can be named on the hosted page: the server's current members, and no former ones."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.custom_ids import table_id
from bot.front.forms import NotAMember
from bot.front.request import User
from bot.hosted import servers
from bot.page.auth import NobodyTells
from bot.page.commands import OTHER, CommandOption, _read_person
from games.stone_hand.game import STONE_HAND
from tests.discord.conftest import ann, ben, boss, room, simcord_env, unhurried, unspaced, written_once
from tests.discord.tavern import Player
from tests.page.conftest import Browser
from tests.page.hosting import Hosting, hosting

__all__ = ["ann", "ben", "boss", "hosting", "room", "simcord_env", "unhurried", "unspaced", "written_once"]


async def window_of(hosting: Hosting, player: Player) -> Browser:
    """Open a user's window at the room."""
    hosting.authority.members[hosting.room.guild.id].add(player.id)
    return await hosting.browser(await hosting.sign_in(player))


async def type_in(window: Browser, command: str, **fields: object) -> None:
    """Fill in a command's form and send it off."""
    await window.send("command", command)
    await window.read_until(f'data-form="/{command}"')
    sheet = int(re.findall(r'data-number="(\d+)"', window.parts["sheet"])[0])
    told = {name.replace("_", "-"): str(value) for name, value in fields.items()}
    assert 204 == await window.send("form", f"/{command}", on="sheet", number=sheet, fields=told)


NAMED: dict[str, dict[str, object]] = {
    "wallet pay": {"amount": 5},
    "manage grant": {"amount": 5, "why": "x"},
    "throw": {"stake": 2},
}


@pytest.mark.parametrize("command", NAMED)
async def test_who_has_left_is_no_member_any_more(
    hosting: Hosting, boss: Player, ben: Player, command: str
) -> None:
    """F-38: Ben, who was at the page and left the server, is paid, granted and challenged no more."""
    await window_of(hosting, ben)
    window = await window_of(hosting, boss)
    hosting.room.guild.remove_member(ben.member)

    whom: dict[str, object] = {"against" if command == "throw" else "member": ben.id}
    await type_in(window, command, **NAMED[command], **whom)
    await window.read_until("Please name someone in this server.")

    assert (0, 0) == (await boss.wallet(), await ben.wallet())
    assert ben.id not in hosting.page.front.company(hosting.room.guild.id).people()


async def test_no_command_takes_somebody_as_a_member_unasked(
    hosting: Hosting, ann: Player, ben: Player
) -> None:
    """F-38: each option that names a person is verified: who left is refused, or told apart from members."""
    await window_of(hosting, ben)
    await window_of(hosting, ann)
    company = hosting.page.front.company(hosting.room.guild.id)
    assert {ann.id, ben.id} <= {*company.people()}
    hosting.room.guild.remove_member(ben.member)
    options = [each for command in hosting.page.front.commands for each in command.options]
    people = [each for each in options if each.kind is User]
    assert {True, False} == {each.is_member for each in people}

    for option in people:
        assert (await _read_person(option, str(ann.id), "", company, ann.id)).is_member
        for chosen, typed in ((str(ben.id), ""), ("", str(ben.id))):
            assert await is_refused(option, chosen, typed, hosting)


async def is_refused(option: CommandOption, chosen: str, typed: str, hosting: Hosting) -> bool:
    """Return True if the option refuses a former member, or finds one who is no member."""
    company = hosting.page.front.company(hosting.room.guild.id)
    try:
        found = await _read_person(option, chosen, typed, company, 1)
    except NotAMember:
        return option.is_member
    return not option.is_member and not found.is_member


@pytest.mark.parametrize("way", ["cora", "CORA", "id", "mention"])
async def test_who_never_opened_the_page_can_be_barred(hosting: Hosting, boss: Player, way: str) -> None:
    """TB-23: a manager names a member who is on no list, by their user name or their id."""
    cora = hosting.room.person("cora")
    window = await window_of(hosting, boss)
    assert cora.id not in hosting.page.front.company(hosting.room.guild.id).people()
    typed = {"id": str(cora.id), "mention": f"<@{cora.id}>"}.get(way, way)

    await type_in(window, "manage bar", length="day", why="broke a chair", **{"member" + OTHER: typed})
    await window.read_until("can’t play here until")

    await cora.open(STONE_HAND)
    assert "barred" in cora.told


async def test_nobody_is_chosen_who_left(hosting: Hosting, ann: Player, ben: Player) -> None:
    """A list of people to invite has them until they are seen to have left; then they cannot be chosen."""
    await window_of(hosting, ben)
    await ann.open(STONE_HAND)
    window = await hosting.browser(await hosting.sign_in(ann), 1)
    hosting.room.guild.remove_member(ben.member)
    await window.send("press", table_id(1, "more"))
    await window.read_until(":guests")
    await window.send("press", table_id(1, "guests"))
    await window.read_until(":invite")
    invite = re.findall(r'data-action="([^"]*:invite[^"]*)"', window.page)[0]

    await window.send("press", invite, values=[str(ben.id)])
    await window.read_until("That’s not possible right now")

    assert () == (await hosting.room.table()).table.terms.invited


def later(hosting: Hosting, seconds: float) -> None:
    """Advance the time of the cache of people."""
    company: Any = hosting.page.front.company(hosting.room.guild.id)
    known = company._servers
    now = known.clock() + seconds
    known.clock = company._look_ups._clock = company._look_ups_per_user._clock = lambda: now


async def test_names_are_known_for_a_day(hosting: Hosting, ann: Player, ben: Player) -> None:
    """A user not met for a day is on no list any more, and is looked up again when named."""
    await window_of(hosting, ben)
    company = hosting.page.front.company(hosting.room.guild.id)
    assert {ben.id: "ben"} == dict(company.people())
    later(hosting, servers.KNOWN_SECONDS)
    assert {} == company.people()

    await window_of(hosting, ann)
    assert {ann.id: "ann"} == dict(company.people())
    assert "ben" not in company.person(ben.id)


async def test_discord_is_asked_for_few_people_at_a_time(hosting: Hosting, ben: Player) -> None:
    """Each user has 20 ids looked up at once, and all of a server 60; then they read so."""
    await window_of(hosting, ben)
    company = hosting.page.front.company(hosting.room.guild.id)
    for asked_by in range(3):
        for number in range(servers.LOOK_UPS_PER_USER):
            assert await company.find(str(10**17 + 100 * asked_by + number), asked_by) is None
        with pytest.raises(NobodyTells):
            await company.find(str(2 * 10**17), asked_by)
        assert await company.find(str(10**17), asked_by) is None
    with pytest.raises(NobodyTells):
        await company.find(str(2 * 10**17), 3)

    later(hosting, servers.CACHE_SECONDS)
    assert (await company.find(str(ben.id), 3)) is not None


async def test_names_are_looked_up_as_often_as_ids(
    hosting: Hosting, ben: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F-38: a name costs a question by the gateway, which others wait for, also where nobody is called so."""
    await window_of(hosting, ben)
    asked: list[str] = []

    async def named(_places: servers.Servers, _server: int, name: str) -> None:
        asked.append(name)

    monkeypatch.setattr(servers.Servers, "named", named)
    company = hosting.page.front.company(hosting.room.guild.id)
    for number in range(servers.LOOK_UPS_PER_USER):
        assert await company.find(f"nobody {number}", 1) is None
    with pytest.raises(NobodyTells):
        await company.find("nobody else", 1)
    assert servers.LOOK_UPS_PER_USER == len(asked)
    assert await company.find("nobody else", 2) is None
