"""Messages to hosts, organisers and channels that no press caused."""

from __future__ import annotations

import logging

import discord

from bot.discord_io.answering.reply import NOBODY, UNSENT
from bot.discord_io.messages.public_message import Lost
from bot.discord_io.messages.rendering import ScreenLayout
from bot.discord_io.news.direct_messages import DirectMessages
from bot.screens.core.screen import Screen, say
from bot.screens.server.management import voided_screen
from bot.screens.tournament.series_words import trouble_note
from bot.tavern.table.state import TableState
from bot.tavern.tournament.tournaments import TournamentState
from bot.text.escape import shown
from bot.text.translate import _, speaking
from storage.books.refunds import Voided
from storage.people.server_settings import ServerSettings
from storage.tournaments.series import Series

log = logging.getLogger(__name__)


async def tell_lost(direct: DirectMessages, state: TableState, why: Lost) -> None:
    """Tell a table's host that its channel is out of reach, or why the table rests there (F-34 to F-36)."""

    def draw() -> Screen:
        words = _lost_words(why, in_tournament=state.tournament is not None)
        return say(words.format(number=state.table.id, channel=state.stored.channel))

    await direct.tell(state.table.terms.host, draw, state.stored.server, state.stored.channel)


def _lost_words(why: Lost, *, in_tournament: bool) -> str:
    """A tournament's table is not closed by itself, and its host is the organiser."""
    if why == "deleted" and in_tournament:
        return _(
            "Something in <#{channel}> deletes table {number} each time I post it, so the table rests. "
            "Nothing is lost. If it’s another bot that cleans up there, let it spare my messages. I’ll try "
            "again every hour, or you can call the tournament off with /tournament cancel."
        )
    if why == "deleted":
        return _(
            "Something in <#{channel}> deletes table {number} each time I post it, so the table rests. The "
            "stakes are safe. If it’s another bot that cleans up there, let it spare my messages. I’ll try "
            "again every hour, or a manager can close the table with /tavern close."
        )
    if in_tournament:
        return _(
            "I can no longer show table {number} in <#{channel}>: the channel is gone or locked, or I lack a "
            "permission there. Nothing is lost. A manager can run /tavern doctor there, or you can call the "
            "tournament off with /tournament cancel."
        )
    return _(
        "I can no longer show table {number} in <#{channel}>: the channel is gone or locked, or I lack a "
        "permission there. The stakes are safe. A manager can run /tavern doctor there, or close the table "
        "with /tavern close."
    )


async def tell_deleted(direct: DirectMessages, state: TournamentState) -> None:
    """Tell an organiser that somebody deletes a tournament's notice whenever it appears (F-34)."""
    plan, channel = state.stored.plan, state.stored.channel

    def draw() -> Screen:
        words = _(
            "Something in <#{channel}> deletes the notice of {title} each time I post it. The tournament "
            "goes on. If it’s another bot that cleans up there, let it spare my messages. I’ll try again "
            "every hour."
        )
        return say(words.format(title=shown(plan.title), channel=channel))

    await direct.tell(plan.organiser, draw, state.stored.server, channel)


async def tell_refused(direct: DirectMessages, state: TournamentState, error: str) -> None:
    """Tell an organiser that Discord refuses an announcement, so that they can pass it on."""
    plan, channel = state.stored.plan, state.stored.channel

    def draw() -> Screen:
        words = _(
            "Discord refused what I had to tell the players of {title} (error {number}). The notice in "
            "<#{channel}> shows who sits where and who is out: please pass it on. A manager can run "
            "/tavern doctor there to see whether I lack a permission."
        )
        return say(words.format(title=shown(plan.title), number=error, channel=channel))

    await direct.tell(plan.organiser, draw, state.stored.server, channel)


async def tell_series(direct: DirectMessages, guild: discord.Guild | None, series: Series) -> bool:
    """Tell an organiser what could not be done for a series; False if it may be tried again."""
    name = "" if guild is None else guild.name
    # Whoever is not reached either way finds the same words on the panel.
    return await direct.tell(
        series.organiser, lambda: say(*trouble_note(series, name)), series.server, series.channel or 0
    )


async def tell_voided(client: discord.Client, voided: Voided, settings: ServerSettings) -> None:
    """Say in its channel that a table or tournament had to be closed, and who got what back."""
    with speaking(settings.language):
        screen = voided_screen(voided, settings.currency)
    channel = client.get_partial_messageable(voided.channel, guild_id=voided.server)
    try:
        await channel.send(view=ScreenLayout(screen), allowed_mentions=NOBODY)
    except UNSENT as unsent:
        log.warning("the end of table %d could not be told: %s", voided.id, unsent)
