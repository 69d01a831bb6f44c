"""Gives the roles that players have won at tournaments (TN-53).

Giving a role twice changes nothing, so one whose giving was not recorded before a kill is given again.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import discord

from bot.discord_io.interactions.context import UNSENT, is_refused
from bot.discord_io.messages.live_messages import LiveMessages
from bot.tavern.tournament.tournament_service import TournamentOver, TournamentService, TournamentState
from storage.errors import StorageError
from storage.tournaments import role_prizes
from storage.tournaments.role_prizes import State, WonRole

log = logging.getLogger(__name__)

ROLE_SECONDS = 5.0
"""The seconds between two looks for roles to give."""
RETRY_SECONDS = 600.0
"""The seconds until a role that could not be given is tried again."""
ROLES_MAX = 20
"""The maximum number of roles that are given at once."""
GONE = (10007, 10011, 10013)
"""Discord's error codes for a person who has left the server, a deleted role, and a deleted account."""


class RolePrizes:
    """Gives won roles, and shows on the notice which ones it could not give."""

    def __init__(
        self,
        client: discord.Client,
        tournaments: TournamentService,
        notices: LiveMessages[TournamentState],
    ) -> None:
        self._client = client
        self._tournaments = tournaments
        self._notices = notices
        self._retry_at: dict[int, float] = {}
        """The time of the next attempt after a failure, by the role's number."""

    async def give(self) -> None:
        """Give all roles that are due."""
        now = self._tournaments.now()
        waiting = await self._tournaments.database.read(lambda tx: role_prizes.waiting(tx, now))
        # The second bound holds if the clock is set back.
        due = [each for each in waiting if not now < self._retry_at.get(each.id, 0) <= now + RETRY_SECONDS]
        # Another process serves the other servers, or the bot was removed from them.
        served = [each for each in due if self._client.get_guild(each.server) is not None]
        for won in served[:ROLES_MAX]:
            self._retry_at[won.id] = now + RETRY_SECONDS
            await self._settle(won)

    async def _settle(self, won: WonRole) -> None:
        state = await self._give(won)
        if state is None or state == won.state:
            return
        try:
            await self._tournaments.database.write(lambda tx: role_prizes.settle(tx, won, state))
        except StorageError:
            log.warning("a role that was won has to wait: the database takes no writes")
            return
        if "refused" in (state, won.state):
            with suppress(TournamentOver):
                self._notices.refresh(await self._tournaments.look(won.tournament))

    async def _give(self, won: WonRole) -> State | None:
        """Give a role; return what has become of it, or None if that is unknown."""
        try:
            await self._client.http.add_role(
                won.server, won.player, won.role, reason=f"tournament {won.tournament}"
            )
        except UNSENT as error:
            log.info("a role could not be given: %s", error)
            if not is_refused(error):
                return None
            return "gone" if error.code in GONE else "refused"
        return "given"
