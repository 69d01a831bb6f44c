"""A host's presses about the people at the table: who is invited, who goes, who hosts it (TB-15, TB-16)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.drawing import cut
from bot.front.marks import pressed
from bot.front.protocols import Reply
from bot.screens.core.notes import closed_note
from bot.screens.core.people import person
from bot.screens.core.screen import Screen, say
from bot.screens.server.calls import called_words, role_called_words
from bot.screens.table.guests import ask_hand_over, ask_send_away, guests_screen, handed_over, is_host
from bot.screens.table.parts import Scene
from bot.tavern.people import calls
from bot.tavern.table import guests
from bot.tavern.table.actions import Act
from bot.tavern.table.state import TableState
from games.engine.core.errors import NotOffered, RuleError, Slip
from games.engine.core.game import Seat
from games.engine.core.sentences import phrase
from games.engine.table import lobby


@dataclass(eq=False)
class CannotSee(Slip):
    """People who would not see the table to which somebody invites them."""

    says = phrase(
        "{people} can’t see this channel, so I haven’t invited them. Give them access first, or open a table "
        "where they can see it."
    )
    people: tuple[str, ...]


class HostPresses(TaproomCog):
    """What hosts decide about their guests."""

    @pressed("guests")
    async def _show_guests(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        lobby.require_host(state.table, reply.player)
        await reply.whisper(_guests(state, reply))

    @pressed("invite")
    async def _invite(self, reply: Reply, meaning: TablePress) -> None:
        people, state = reply.visit.chosen_people(), await self._table(reply, meaning)
        is_host = state.table.terms.host == reply.player
        blind = await self.house.front.table_calls.blind(state, people) if is_host else ()
        seeing = [each for each in people if each not in blind]
        state = await self._do(reply, meaning.table, guests.invite(seeing))
        await self.house.front.table_calls.deliver(state)
        if blind:
            raise CannotSee(tuple(map(person, blind)))

    @pressed("private")
    async def _open_or_close(self, reply: Reply, meaning: TablePress) -> None:
        await self._do(reply, meaning.table, guests.set_private(is_private=meaning.argument == "on"))

    @pressed("send_away")
    async def _ask_send_away(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        await reply.update(ask_send_away(*_chosen(state, reply)))

    @pressed("send_away_now")
    async def _send_away(self, reply: Reply, meaning: TablePress) -> None:
        await self._do(reply, meaning.table, guests.send_away(_seat(meaning)))

    @pressed("hand_over")
    async def _ask_hand_over(self, reply: Reply, meaning: TablePress) -> None:
        state = await self._table(reply, meaning)
        await reply.update(ask_hand_over(*_chosen(state, reply)))

    @pressed("hand_over_now")
    async def _hand_over(self, reply: Reply, meaning: TablePress) -> None:
        await self._do(reply, meaning.table, guests.hand_over(_seat(meaning)))

    @pressed("call_players")
    async def _call_players(self, reply: Reply, meaning: TablePress) -> None:
        settings = await self._settings(reply)
        role, front = settings.call_role, self.house.front
        by_role = front.surroundings.may_mention(reply, role)
        state = await self._do(reply, meaning.table, calls.call_players(by_role=by_role))
        if by_role and await front.table_calls.call_role(state, role):
            await reply.whisper(say(role_called_words(role)))
        else:
            await reply.whisper(say(called_words(await front.table_calls.deliver(state))))

    async def _do(self, reply: Reply, table: int, act: Act) -> TableState:
        """Do what the host decided, and show it: on the table, or where the guests are listed."""
        press = reply.visit.request()
        if reply.visit.on_private:
            state = await self.house.tavern.act(press, table, act)
            await reply.update(_guests(state, reply))
            await self.house.refresh(state)
            return state
        try:
            state = await self.house.tavern.act(press, table, act)
        except RuleError:
            # The list on the table is empty again, whatever was chosen in it (F-25).
            await self.house.show_again(reply, await self.house.tavern.look(table))
            raise
        await self.house.answer(reply, state)
        return state


def _guests(state: TableState, reply: Reply) -> Screen:
    """The guests, for whoever hosts the table still."""
    own = cut(state, reply.player)
    if state.is_over:
        return closed_note(state.stored)
    return guests_screen(own) if is_host(own) else handed_over(own)


def _chosen(state: TableState, reply: Reply) -> tuple[Scene, Seat]:
    """The seat that a host chose; somebody sits or sat there."""
    lobby.require_host(state.table, reply.player)
    return cut(state, reply.player), state.table.seated(Seat(reply.visit.chosen())).seat


def _seat(meaning: TablePress) -> Seat:
    if not meaning.argument.isdecimal():
        raise NotOffered
    return Seat(int(meaning.argument))
