"""In which language each person last spoke with the bot, for what it writes to them unasked.

What answers a press is in that press's language anyway. Kept with their preferences, and written only when it
has changed; this process knows those of the people it heard lately.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict

from bot.tavern.tavern import Tavern
from bot.text.translate import spoken
from storage.errors import StorageError

log = logging.getLogger(__name__)

KNOWN_MAX = 10_000


class LastLanguages:
    """Hears everybody's language, and has it kept."""

    def __init__(self, tavern: Tavern) -> None:
        self._tavern = tavern
        self._known: OrderedDict[int, str] = OrderedDict()
        self._keeping: set[asyncio.Task[None]] = set()

    def heard(self, player: int, code: str) -> None:
        """Note the language of somebody who has just pressed or typed something."""
        language = spoken(code)
        if self._known.get(player) == language:
            self._known.move_to_end(player)
            return
        self._known[player] = language
        if len(self._known) > KNOWN_MAX:
            self._known.popitem(last=False)
        task = asyncio.create_task(self._keep(player, language))
        self._keeping.add(task)
        task.add_done_callback(self._keeping.discard)

    async def quiet(self) -> None:
        """Wait until all that was heard is kept."""
        while self._keeping:
            await asyncio.wait(self._keeping)

    async def _keep(self, player: int, language: str) -> None:
        try:
            await self._tavern.hear(player, language)
        except StorageError:
            # They will speak again.
            self._known.pop(player, None)
            log.info("a person's language could not be kept")
