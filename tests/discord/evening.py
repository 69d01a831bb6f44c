"""A tournament on the simulated Discord, driven by what its people can see and press."""

from __future__ import annotations

from random import Random

from simcord.results import ResponseMessage

from bot.screens.tournament.plan import FORMS
from games.engine.core.game import AnyGame
from tests.discord.forms import fill_in
from tests.discord.message import Message
from tests.discord.tavern import THINKS_SECONDS, Player, Room

PRESSES_MAX = 4000
"""More than any tournament of these tests needs."""


async def plan(
    host: Player, game: AnyGame, rules: dict[str, object] | None = None, **fields: str | int | bool
) -> None:
    """Lay a tournament down on the panel, and announce it; `rules` by their choices."""
    await host.member.slash(host.room.channel, "organise create", title="The Cup", game=game.key)
    for form, (_title, names) in FORMS.items():
        given = {name: fields.pop(name) for name in names if name in fields}
        if given:
            await fill_in(host, f"plan_ask {form}", **given)
    assert not fields
    for name, choice in (rules or {}).items():
        if "plan_page rules" in host.whispered:
            await host.press("plan_page rules")
        await host.choose(f"plan_rule:{name}", choice)
    await host.press("announce")


async def enter_all(room: Room, people: list[Player]) -> None:
    """Press Join for each of these people."""
    for each in people:
        await each.press("enter")


async def play_tournament(
    room: Room, people: list[Player], random: Random, number: int = 1, left: int = 0
) -> int:
    """Play at random until it is over, or so many are left in it; how many presses that took."""
    for presses in range(PRESSES_MAX):
        state = await room.bot.app.tournaments.look(number)
        playing = [each for each in state.tournament.entrants if each.standing == "in"]
        if state.is_over or len(playing) <= left:
            await room.wait(10)
            return presses
        await take_turn(room, people, random, number)
        if presses % 8 == 0:
            # The notice waits to be brought up to date.
            await room.wait(5)
    raise AssertionError("a tournament without end")


async def take_turn(room: Room, people: list[Player], random: Random, number: int) -> None:
    """Press an offered button at some table; if no player is asked, let time pass."""
    state = await room.bot.app.tournaments.look(number)
    for place in state.places.values():
        if place.message is None:
            continue
        message = Message(
            ResponseMessage(room.env, room.env.backend.get_message(place.channel, place.message))
        )
        asked = message.calls
        called = [each for each in people if each.mention in asked]
        if "deal" in message:
            seated = (await room.bot.app.tavern.look(place.table)).table.present
            here = [each for each in people if any(seat.player == each.id for seat in seated)]
            if here:
                await random.choice(here).press_id(message, message.button("deal"))
                return
        if called:
            await called[0].answer_at(message, random)
            return
    await room.wait(THINKS_SECONDS)
