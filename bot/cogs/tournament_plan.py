"""`/tournament create`: a panel on which a tournament is laid down, and then announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot import drafts
from bot.answering import answering
from bot.asking import (
    Amount,
    chosen,
    press_of,
    require_channel,
    require_organiser,
    words,
)
from bot.components import TablePress
from bot.drafts import Draft
from bot.names import plain_text
from bot.reply import Interaction, Reply
from bot.screens.plan import plan_rules_screen, plan_screen
from bot.screens.screen import Screen
from bot.taproom import Taproom, Verb
from games.catalog import HOSTED
from games.engine.errors import NotOffered
from games.engine.game import AnyGame
from games.tournament.entries import PLAYERS_MAX
from games.tournament.model import Terms
from storage.settings import ServerSettings
from storage.tournaments import Plan
from storage.transaction import Transaction

TITLE_LENGTH = 40
PRIZE_LENGTH = 60
PRIZES_MAX = 8
MINUTES_MAX = 7 * 24 * 60
CHIPS_MAX = 1_000_000


class Planning(commands.Cog):
    """Laying a tournament down."""

    bot: Taproom

    def plan_verbs(self) -> dict[str, Verb]:
        """The selects and buttons of the panel."""
        return {
            "plan": self._choose,
            "plan_rules": self._show_rules,
            "plan_rule": self._choose_rule,
            "plan_back": self._show,
            "announce": self._announce,
        }

    @app_commands.command(name="create", description="Organisers: lay down a tournament, and announce it")
    @app_commands.describe(
        title="What it is called",
        game="Which game",
        entry="What each player pays into the fund",
        chips="What each begins with",
        players="How many may enter",
        starts_in="It begins by itself after so many minutes",
        prizes="Prizes in words, the first place first, with ; between them",
        score_prize="A prize for the highest score, in words",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=game.title, value=key) for key, game in HOSTED.items()]
    )
    async def create(
        self,
        interaction: Interaction,
        title: str,
        game: str | None = None,
        entry: app_commands.Transform[int, Amount(0)] | None = None,
        chips: app_commands.Transform[int, Amount(1, CHIPS_MAX)] | None = None,
        players: app_commands.Transform[int, Amount(2, PLAYERS_MAX)] | None = None,
        starts_in: app_commands.Transform[int, Amount(1, MINUTES_MAX)] | None = None,
        prizes: str = "",
        score_prize: str = "",
    ) -> None:
        """Opens the panel, with all that was named already."""
        async with answering(interaction) as reply:
            settings = await self._settings(interaction)
            key = next(iter(HOSTED)) if game is None else game
            if key not in HOSTED:
                raise NotOffered
            draft = drafts.begun(HOSTED[key], settings, words(title, TITLE_LENGTH))
            given: dict[str, Any] = {
                "entry": entry,
                "chips": chips,
                "players_max": players,
                "starts_in": starts_in,
            }
            named = {name: value for name, value in given.items() if value is not None}
            draft = drafts.fitting(replace(draft, **named), HOSTED[key])
            draft = replace(draft, words=_prizes(prizes), score_words=plain_text(score_prize, PRIZE_LENGTH))
            server, player = interaction.guild_id or 0, interaction.user.id
            await self.bot.database.write(lambda tx: drafts.save(tx, server, player, draft))
            await reply.whisper(_panel(draft))

    async def _show(self, reply: Reply, _meaning: TablePress) -> None:
        await reply.update(_panel(await self._change(reply, lambda draft, _game: draft)))

    async def _choose(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        if index is None:
            raise NotOffered
        settings = await self._settings(reply.interaction)

        def change(draft: Draft, game: AnyGame) -> Draft:
            if meaning.argument == "game":
                return _with_game(draft, index, settings)
            return drafts.choose(draft, game, meaning.argument, index)

        await reply.update(_panel(await self._change(reply, change)))

    async def _show_rules(self, reply: Reply, _meaning: TablePress) -> None:
        draft = await self._change(reply, lambda draft, _game: draft)
        await reply.update(plan_rules_screen(draft, HOSTED[draft.game]))

    async def _choose_rule(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        if index is None:
            raise NotOffered
        draft = await self._change(
            reply, lambda draft, game: drafts.with_rule(draft, game, meaning.argument, index)
        )
        await reply.update(plan_rules_screen(draft, HOSTED[draft.game]))

    async def _announce(self, reply: Reply, _meaning: TablePress) -> None:
        interaction = reply.interaction
        settings = await self._settings(interaction)
        press, server = press_of(interaction), interaction.guild_id or 0

        def lay_down(tx: Transaction) -> tuple[Plan, Terms]:
            draft = drafts.drop(tx, server, press.player)
            plan = drafts.plan(draft, press.player, settings.turn_seconds, press.at)
            return plan, drafts.terms(draft, HOSTED[draft.game])

        contest = await self.bot.contests.announce(press, interaction.channel_id or 0, lay_down)
        await self.bot.notices.post(reply, contest)

    async def _settings(self, interaction: Interaction) -> ServerSettings:
        """The server's settings, for whoever may lay down tournaments in this channel."""
        settings = await self.bot.tavern.settings(interaction.guild_id or 0)
        require_organiser(interaction, settings.organiser)
        require_channel(interaction, settings.channels)
        return settings

    async def _change(self, reply: Reply, change: Callable[[Draft, AnyGame], Draft]) -> Draft:
        server, player = reply.interaction.guild_id or 0, reply.interaction.user.id

        def transaction(tx: Transaction) -> Draft:
            draft = drafts.load(tx, server, player)
            if draft.game not in HOSTED:
                raise drafts.NoDraft
            changed = change(draft, HOSTED[draft.game])
            drafts.save(tx, server, player, changed)
            return changed

        return await self.bot.database.write(transaction)


def _panel(draft: Draft) -> Screen:
    return plan_screen(draft, HOSTED[draft.game], tuple(HOSTED.values()))


def _with_game(draft: Draft, index: int, settings: ServerSettings) -> Draft:
    """Another game, with what is usual for it; what rests on no game stays."""
    games = list(HOSTED.values())
    if not 0 <= index < len(games):
        raise NotOffered
    fresh = drafts.begun(games[index], settings, draft.title)
    return replace(
        fresh,
        entry=draft.entry,
        players_max=draft.players_max,
        starts_in=draft.starts_in,
        needs_check_in=draft.needs_check_in,
        words=draft.words,
        score_words=draft.score_words,
    )


def _prizes(text: str) -> tuple[str, ...]:
    """Prizes as a person names them, with semicolons between them."""
    named = (plain_text(each, PRIZE_LENGTH) for each in text.split(";"))
    return tuple(each for each in named if each)[:PRIZES_MAX]
