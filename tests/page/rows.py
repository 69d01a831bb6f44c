"""A practice room with rows in its lists: tables of others, and tournaments in every phase."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.practice import CHANNEL
from tests.page.conftest import Browser, Practice
from tests.page.cups import CUPS

SHOWN = ("for coins", "full", "running", "again", "deal", "over")
"""The tournaments that stand in the room beside the one that is announced."""


async def filled(practice: Practice) -> None:
    """Open tables of others, announce a tournament, and note others that stand elsewhere."""
    ann, ben, cora = [await practice.browser(each) for each in ("brenna", "tomas", "ishbel")]
    for who, game, fields in ((ben, "dividha", {}), (cora, "destiny", {"invited": "on"})):
        await who.visit(f"game/{game}")
        await who.send("command", f"{game} open")
        await who.read_until("data-form")
        number = sheet(who.parts["sheet"])
        await who.send("form", f"/{game} open", on="sheet", number=number, fields=fields)
        while not who.table:
            await who.read()
    await announced(ann, starts="in 90 min")
    await ann.visit("tournaments/1")
    room, app = practice.room.front.windows.room(CHANNEL), practice.room.front.app
    state, people = await app.tournaments.look(1), [each.person for each in practice.room.guests.values()]
    for number, name in enumerate(SHOWN, 100):
        told = CUPS[name]
        known = dict(zip((each.player for each in told.entrants), people, strict=False))
        there = tuple(
            replace(each, player=known[each.player].id, name=known[each.player].name)
            for each in told.entrants
        )
        plan = replace(state.stored.plan, title=f"The {name.title()} Cup")
        stored = replace(
            state.stored, id=number, plan=plan, tournament=replace(told, entrants=there, waiting=())
        )
        room.note(replace(state, stored=stored))
    for each in (ann, ben, cora):
        each.close()


async def announced(ann: Browser, **fields: str) -> None:
    """Announce a tournament as it is proposed."""
    await ann.send("command", "organise create")
    await ann.read_until("data-form")
    await ann.send("form", "/organise create", on="sheet", number=sheet(ann.parts["sheet"]), fields=fields)
    await ann.read_until("Announce")
    await ann.press("Announce")


def sheet(html: str) -> int:
    """The number of a sheet."""
    return int(re.findall(r'data-number="(\d+)"', html)[0])
