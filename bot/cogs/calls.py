"""Being called when a table wants players: who chooses what, and the way out of it."""

from __future__ import annotations

from dataclasses import replace

from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress
from bot.front.forms import reading
from bot.front.marks import filled_in, pressed
from bot.front.protocols import Reply
from bot.screens.core.screen import Screen, say
from bot.screens.server.calls import WAYS, OwnCalls, call_me_screen, hours_form
from bot.tavern.people.calls import hours_words
from bot.tavern.tournament.times_of_day import read_hours
from bot.text.translate import _
from games.catalog import GAMES
from games.engine.core.errors import NotOffered
from storage.db.transaction import Transaction
from storage.people import calls, server_settings


class CallPresses(TaproomCog):
    """What somebody chooses about being called."""

    @pressed("call_me")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        """What is chosen; on a table's own button its game is switched on with the same press."""
        server, player, game = self._in_server(reply), reply.player, meaning.argument
        if game and game not in GAMES:
            raise NotOffered

        def transaction(tx: Transaction) -> OwnCalls:
            if game:
                calls.wish(tx, server, player, game)
            return _own(tx, server, player)

        own = await (self._once(reply, transaction) if game else self.house.database.read(transaction))
        await reply.whisper(self._screen(own))

    @pressed("call_game")
    async def _switch(self, reply: Reply, meaning: TablePress) -> None:
        server, player, game = self._in_server(reply), reply.player, meaning.argument
        if game not in GAMES:
            raise NotOffered

        def transaction(tx: Transaction) -> OwnCalls:
            is_on = game in calls.wished(tx, server, player)
            (calls.unwish if is_on else calls.wish)(tx, server, player, game)
            return _own(tx, server, player)

        await reply.update(self._screen(await self._once(reply, transaction)))

    @pressed("call_none")
    async def _stop_all(self, reply: Reply, _meaning: TablePress) -> None:
        server, player = self._in_server(reply), reply.player

        def transaction(tx: Transaction) -> OwnCalls:
            calls.unwish(tx, server, player)
            return _own(tx, server, player)

        await reply.update(self._screen(await self._once(reply, transaction)))

    @pressed("call_stop")
    async def _stop(self, reply: Reply, meaning: TablePress) -> None:
        """The button on the call itself; in a direct message, too."""
        server, _parting, game = meaning.argument.partition("_")
        if not server.isdecimal() or game not in GAMES:
            raise NotOffered
        await self._once(reply, lambda tx: calls.unwish(tx, int(server), reply.player, game))
        words = _("I won’t call you to {game} there any more. “Call me” on a table switches it on again.")
        await reply.whisper(say(words.format(game=_(GAMES[game].title))))

    @pressed("call_way")
    async def _choose_way(self, reply: Reply, _meaning: TablePress) -> None:
        index, ways = reply.visit.chosen(), tuple(WAYS)
        if index >= len(ways):
            raise NotOffered
        await self._keep(reply, way=ways[index], unreachable_at=None)

    @pressed("call_again")
    async def _try_again(self, reply: Reply, _meaning: TablePress) -> None:
        await self._keep(reply, unreachable_at=None)

    @pressed("call_any")
    async def _choose_any(self, reply: Reply, _meaning: TablePress) -> None:
        await self._keep(reply, first=0, last=0)

    @pressed("call_hours")
    async def _ask_hours(self, reply: Reply, _meaning: TablePress) -> None:
        kept = await self.house.database.read(lambda tx: calls.hours(tx, reply.player))
        await reply.ask(hours_form(_("18:00-23:00 Europe/Berlin") if kept.is_any else hours_words(kept)))

    @filled_in("call_typed")
    async def _type_hours(self, reply: Reply, _meaning: TablePress) -> None:
        with reading("text"):
            first, last, zone = read_hours(reply.visit.typed)
        await self._keep(reply, first=first, last=last, zone=zone)

    async def _keep(self, reply: Reply, **chosen_now: str | float | None) -> None:
        """Keep some of how and when somebody is called."""
        server, player = self._in_server(reply), reply.player

        def transaction(tx: Transaction) -> OwnCalls:
            kept = replace(calls.hours(tx, player), **chosen_now)  # type: ignore[arg-type]  # checked by the caller
            calls.keep_hours(tx, player, kept)
            return _own(tx, server, player)

        await reply.update(self._screen(await self._once(reply, transaction)))

    def _in_server(self, reply: Reply) -> int:
        return reply.visit.request().in_server()

    def _screen(self, own: OwnCalls) -> Screen:
        return call_me_screen(own, tuple(GAMES.values()), has_messages=self.house.front.has_messages)


def _own(tx: Transaction, server: int, player: int) -> OwnCalls:
    hours = calls.hours(tx, player)
    role = server_settings.load(tx, server).call_role
    return OwnCalls(calls.wished(tx, server, player), hours, hours_words(hours), role)
