"""Fair play: showing a table's seal, keeping it, and cutting (TB-13)."""

from __future__ import annotations

from bot.app import Taproom
from bot.cogs.taproom_cog import TaproomCog
from bot.custom_ids import TablePress, table_id
from bot.discord_io.command_input import press_of, typed, words
from bot.discord_io.drawing import cut
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import filled_in, pressed
from bot.screens.core.screen import Form
from bot.screens.table.fair_play import cut_note, fairness, kept_seal
from bot.tavern import actions
from bot.text.translate import _
from games.engine.table.play import may_cut

CUT_LENGTH = 60
"""The maximum length of a cut."""


class FairPlay(TaproomCog):
    """Buttons with which anybody can check a table's chance."""

    @pressed("fair")
    async def _show(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        player = reply.interaction.user.id
        await reply.whisper(fairness(cut(state, player), may_cut=may_cut(state.table, player)))

    @pressed("keep")
    async def _keep(self, reply: Reply, meaning: TablePress) -> None:
        state = await self.bot.tavern.look(meaning.table, press_of(reply.interaction))
        await reply.whisper(kept_seal(cut(state, reply.interaction.user.id), reply.interaction.created_at))

    @pressed("cut")
    async def _ask_words(self, reply: Reply, meaning: TablePress) -> None:
        hint = _("Any words of your own")
        await reply.ask(Form(_("Words to mix in"), table_id(meaning.table, "cut"), _("Your words"), hint))

    @filled_in("cut")
    async def _cut(self, reply: Reply, meaning: TablePress) -> None:
        await mix_in(self.bot, reply, meaning.table, typed(reply.interaction))


async def mix_in(bot: Taproom, reply: Reply, table: int, text: str) -> None:
    """Mix a person's words into the next hand's chance, and confirm it."""
    spoken = words(text, CUT_LENGTH)
    state = await bot.tavern.act(press_of(reply.interaction), table, actions.cut(spoken))
    await reply.whisper(cut_note(cut(state, reply.interaction.user.id), spoken))
    bot.table_messages.refresh(state)
