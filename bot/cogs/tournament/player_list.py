"""`/organise add-list` and `add-file`: players from a list, shown before they are entered (TN-50)."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass

from bot.application import Application
from bot.cogs.taproom_cog import TaproomCog
from bot.cogs.tournament.player import WHICH, Which
from bot.custom_ids import TablePress
from bot.front.decorators import UploadedFile, command, on_button, on_form
from bot.front.forms import reading
from bot.front.protocols import Context
from bot.front.request import User
from bot.screens.core.screen import say
from bot.screens.tournament.player_list import SortedList, entered_words, list_form, list_screen
from bot.tavern.tournament import player_list
from bot.tavern.tournament.tournament_service import TournamentState
from games.engine.core.errors import N_, UserError

KEPT_SECONDS = 900.0
"""The time for which a list can be entered after it was shown."""
KEPT_MAX = 200
"""The maximum number of lists that are kept; they are lost with the process."""


class ListGone(UserError):
    template = N_("That list is too old, or somebody else’s. Please give it to me again.")


@dataclass(frozen=True, slots=True)
class KeptList:
    """The players whom an organiser may enter with one press, until then."""

    organiser: int
    tournament: int
    players: tuple[int, ...]
    until: float


class PlayerListCommands(TaproomCog):
    """Players from a list."""

    def __init__(self, app: Application) -> None:
        super().__init__(app)
        self._lists: OrderedDict[str, KeptList] = OrderedDict()
        """The kept lists by their marks."""

    @command(number=WHICH)
    async def add_list(self, ctx: Context, number: Which = None) -> None:
        """Add players from a list that you paste."""
        await ctx.send_form(list_form((await self._of_organiser(ctx, number)).view))

    @command(file="A list as text or CSV: mentions, ids or names", number=WHICH)
    async def add_file(self, ctx: Context, file: UploadedFile, number: Which = None) -> None:
        """Add players from a file."""
        state = await self._of_organiser(ctx, number)
        if file.size > player_list.FILE_BYTES_MAX:
            raise player_list.ListTooLarge(player_list.FILE_BYTES_MAX // 1024)
        text = (await file.read()).decode("utf-8", errors="replace")
        await self._look_at(ctx, state, text)

    @on_form("list_typed")
    async def _read_list(self, ctx: Context, press: TablePress) -> None:
        state = await self._of_organiser(ctx, press.table)
        with reading("text"):
            player_list.read_list(ctx.request.typed)
        await self._look_at(ctx, state, ctx.request.typed)

    @on_button("list_enter")
    async def _enter(self, ctx: Context, press: TablePress) -> None:
        before = await self._of_organiser(ctx, press.table)
        kept = self._lists.get(press.argument)
        of_press = ctx.player, press.table
        if (
            kept is None
            or (kept.organiser, kept.tournament) != of_press
            or kept.until < self.app.tavern.now()
        ):
            raise ListGone
        found, people = await self._sorted(ctx, before, [str(each) for each in kept.players])
        whom = [ctx.request.actor_for(people[each]) for each in found.ready]
        after = await self.app.tournaments.add_all(ctx.request.actor(), press.table, whom)
        del self._lists[press.argument]
        await ctx.update(say(entered_words(before.view, after.view, found.ready)))

    async def _look_at(self, ctx: Context, state: TournamentState, text: str) -> None:
        """Show who would be entered, and keep that list."""
        found, _people = await self._sorted(ctx, state, player_list.read_list(text))
        mark, until = secrets.token_hex(8), self.app.tavern.now() + KEPT_SECONDS
        self._lists[mark] = KeptList(ctx.player, state.id, found.ready, until)
        while len(self._lists) > KEPT_MAX:
            self._lists.popitem(last=False)
        await ctx.send_ephemeral(list_screen(state.view, found, mark))

    async def _sorted(
        self, ctx: Context, state: TournamentState, people: tuple[str, ...] | list[str]
    ) -> tuple[SortedList, dict[int, User]]:
        """Return the people of a list by what would become of them now, and the users among them."""
        users = await ctx.front.surroundings.find_people(ctx, people)
        unknown = tuple(text for text, user in zip(people, users, strict=True) if user is None or user.is_bot)
        known = {each.id: each for each in users if each is not None}
        members = [each for each in known.values() if each.is_member and not each.is_bot]
        there = {each.player for each in state.tournament.entered}
        asked = [each for each in members if each.id not in there]
        server, channel = state.stored.server, state.stored.channel
        unseeing = await self.app.front.table_calls.unable_to_see(
            server, channel, [each.id for each in asked]
        )
        seeing = [ctx.request.actor_for(each) for each in asked if each.id not in unseeing]
        refused = await self.app.tournaments.refused_of(server, seeing)
        found = SortedList(
            ready=tuple(each.player for each in seeing if each.player not in refused),
            entered=tuple(each.id for each in members if each.id in there),
            refused=tuple(sorted(refused)),
            unseeing=tuple(unseeing),
            strangers=tuple(each.id for each in known.values() if not each.is_member),
            unknown=unknown,
        )
        return found, known

    async def _of_organiser(self, ctx: Context, number: int | None) -> TournamentState:
        state = await self._tournament(ctx, number)
        ctx.request.require_organiser(state.settings.organiser_role)
        return state
