"""The page beside Discord, in one process with the bot: put together, served and closed."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp

from bot.app import Taproom
from bot.hosted.company import Companies
from bot.hosted.doorkeeper import Doorkeeper
from bot.hosted.oauth import DiscordOAuth
from bot.hosted.places import Places
from bot.hosted.server import HostedServer
from bot.page.commands import PageCommands
from bot.page.connections import served
from bot.page.front import PageFront
from bot.settings import Settings


@dataclass(frozen=True, slots=True)
class Hosted:
    """The page of a bot."""

    front: PageFront
    server: HostedServer


def hosted(bot: Taproom, settings: Settings, session: aiohttp.ClientSession) -> Hosted:
    """The page of a bot, which shows from now on what its house does."""
    places = Places(bot, bot.house.now)
    companies = Companies(places, PageCommands(bot.house.handlers).has)
    front = PageFront(lambda _front: bot.house, companies.of)
    bot.house.show_on(front)
    oauth = DiscordOAuth(session, settings)
    doorkeeper = Doorkeeper(places, oauth, bot.house.now)
    server = HostedServer(front, settings.page_url, oauth, doorkeeper, has_activity=settings.activity == "on")
    return Hosted(front, server)


@contextlib.asynccontextmanager
async def hosting(bot: Taproom, settings: Settings) -> AsyncIterator[None]:
    """Serve the page for the length of a block; `OSError` where its port is taken."""
    async with aiohttp.ClientSession() as session:
        page = hosted(bot, settings, session)
        try:
            async with served(page.server.app, settings.page_host, settings.page_port or 0):
                yield
        finally:
            await page.front.leave()
