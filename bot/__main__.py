"""`python -m bot`: run until SIGTERM or SIGINT, then finish what is being committed and leave."""

from __future__ import annotations

import gc

# Nothing made by an import is ever freed; not collecting meanwhile saves a tenth of the start.
# Collecting begins once the commands are loaded (`Taproom.setup_hook`).
gc.disable()

import asyncio
import contextlib
import logging
import signal
import sys

import aiohttp
import discord
import yarl
from discord import gateway, http

from bot import logs
from bot.app import Taproom
from bot.cogs import COGS
from bot.settings import Settings, load_settings
from storage.errors import AlreadyOpen, NotAccepted, NotADatabase, SchemaTooNew

log = logging.getLogger("bot")

CLOSE_SECONDS = 4.5
"""Supervisors do not wait much longer after asking a process to stop."""
FAILED = 1


def main() -> int:
    """Run the bot; the process's exit status."""
    settings = load_settings()
    logs.set_up(settings.log_level)
    _point_at(settings)
    try:
        return asyncio.run(run(settings))
    except (AlreadyOpen, SchemaTooNew, NotADatabase, NotAccepted, OSError, aiohttp.ClientError) as refused:
        # The last two include an unreachable Discord: aiohttp's message names the address.
        # Only a timeout has no message.
        sys.stderr.write(f"taproom: {str(refused) or 'Discord does not answer'}\n")
    except discord.LoginFailure:
        sys.stderr.write("taproom: Discord does not accept DISCORD_TOKEN\n")
    except discord.HTTPException as refused:
        # Not the error's own message: it may repeat the request, token included.
        said = f"{refused.status} {refused.response.reason} (error code: {refused.code})"
        sys.stderr.write(f"taproom: Discord answers: {said}\n")
    return FAILED


async def run(settings: Settings) -> int:
    """Run the bot until it is stopped; returns 0, or 1 if its database became unusable."""
    bot = Taproom(settings, COGS)
    leave = asyncio.Event()
    loop = asyncio.get_running_loop()
    for each in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError):  # Windows has no signal handlers on the loop
            loop.add_signal_handler(each, leave.set)
    running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
    leaving = asyncio.create_task(leave.wait())
    broken = asyncio.create_task(_broken(bot))
    try:
        await asyncio.wait({running, leaving, broken}, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        return FAILED if broken.done() else 0
    finally:
        log.info("leaving")
        await asyncio.wait({asyncio.create_task(bot.close())}, timeout=CLOSE_SECONDS)
        for task in (running, leaving, broken):
            task.cancel()


async def _broken(bot: Taproom) -> None:
    """Done once the database cannot be trusted any more; never go on after that (F-8, F-19)."""
    await bot.opened.wait()
    log.critical("stopping: %s", await bot.database.broken)


def _point_at(settings: Settings) -> None:
    """Talk to a proxy or a local server instead of Discord itself."""
    if settings.discord_api_base:
        http.Route.BASE = settings.discord_api_base
    if settings.discord_gateway_url:
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(settings.discord_gateway_url)


if __name__ == "__main__":
    sys.exit(main())
