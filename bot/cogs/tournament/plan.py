"""`/tournament create`: the panel on which a tournament is planned and announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from discord import app_commands

from bot.cogs.taproom_cog import TaproomCog, command
from bot.custom_ids import TablePress
from bot.discord_io.command_input import (
    Amount,
    chosen,
    press_of,
    require_channel,
    require_organiser,
    typed,
    words,
)
from bot.discord_io.reply import Reply
from bot.discord_io.verbs import filled_in, pressed
from bot.screens.core.screen import Screen, say
from bot.screens.tournament.plan import PAGES, TYPED, page_of, plan_form, plan_rules_screen, plan_screen
from bot.tavern import tournament_draft
from bot.tavern.level_notation import read_levels, read_shares
from bot.tavern.tournament_draft import Draft
from bot.tavern.tournaments import LaidDown
from bot.text.escape import plain_text, shown
from bot.text.translate import _
from games.catalog import HOSTED
from games.engine.core.errors import NotOffered
from games.engine.core.game import AnyGame
from games.tournament.entries import PLAYERS_MAX
from storage.settings import ServerSettings
from storage.transaction import Transaction

TITLE_LENGTH = 40
PRIZE_LENGTH = 60
PRIZES_MAX = 8
MINUTES_MAX = 7 * 24 * 60
LEVEL_MAX = 100
CHIPS_MAX = 1_000_000

Length = app_commands.Transform[int, Amount(1, LEVEL_MAX)]
Through = app_commands.Transform[int, Amount(0, LEVEL_MAX)]
Money = app_commands.Transform[int, Amount(0)]


class Planning(TaproomCog):
    """Planning a tournament."""

    @command(
        title="What it is called; without it you go on with the plan that you began",
        game="Which game",
        chips="What each begins with",
        players="How many may enter",
        starts_in="It begins by itself after so many minutes",
        hands="Levels rise after so many hands a table",
        minutes="Levels rise after so many minutes",
        levels="Levels of your own: 2 4 8 16, or for blinds 1/2 2/4 4/8",
        late_until="Late entry through this level",
        reentry_until="Re-entry through this level",
        clock="Time is up after so many minutes",
        entry="What each player pays into the fund",
        purse="What the bank adds to the fund",
        shares="What of the fund each place gets: 50 30 20",
        prizes="Prizes in words, the first place first, with ; between them",
        score_purse="What the bank puts up for the highest score",
        score_prize="A prize for the highest score, in words",
    )
    @app_commands.choices(
        game=[app_commands.Choice(name=game.title, value=key) for key, game in HOSTED.items()]
    )
    async def create(
        self,
        reply: Reply,
        title: str | None = None,
        game: str | None = None,
        chips: app_commands.Transform[int, Amount(1, CHIPS_MAX)] | None = None,
        players: app_commands.Transform[int, Amount(2, PLAYERS_MAX)] | None = None,
        starts_in: app_commands.Transform[int, Amount(0, MINUTES_MAX)] | None = None,
        hands: Length | None = None,
        minutes: Length | None = None,
        levels: str | None = None,
        late_until: Through | None = None,
        reentry_until: Through | None = None,
        clock: app_commands.Transform[int, Amount(0, MINUTES_MAX)] | None = None,
        entry: Money | None = None,
        purse: Money | None = None,
        shares: str | None = None,
        prizes: str | None = None,
        score_purse: Money | None = None,
        score_prize: str | None = None,
    ) -> None:
        """Organisers: lay down a tournament, and announce it."""
        numbers: dict[str, Any] = {
            "chips": chips,
            "players_max": players,
            "starts_in": starts_in,
            "late_until": late_until,
            "reentry_until": reentry_until,
            "minutes_max": clock,
            "entry": entry,
            "purse": purse,
            "score_purse": score_purse,
            "pace": f"minutes_{minutes}" if minutes else f"hands_{hands}" if hands else None,
        }
        texts = {"levels": levels, "shares": shares, "words": prizes, "score_words": score_prize}
        settings = await self._allowed_to_plan(reply)

        def lay_down(tx: Transaction) -> Draft:
            draft = _begun(tx, reply, title, game, settings)
            named = {name: value for name, value in numbers.items() if value is not None}
            draft = tournament_draft.fitting(replace(draft, **named), HOSTED[draft.game])
            for name, text in texts.items():
                draft = draft if text is None else _with_words(draft, name, text)
            tournament_draft.save(tx, reply.server, reply.player, draft)
            return draft

        draft = await self.bot.database.write(lay_down)
        await reply.whisper(_panel(draft, settings))

    @pressed("plan_page")
    async def _turn(self, reply: Reply, meaning: TablePress) -> None:
        settings = await self._allowed_to_plan(reply)
        draft = await self._change(reply, lambda draft, _game: draft)
        await reply.update(_panel(draft, settings, meaning.argument))

    @pressed("plan")
    async def _choose(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        settings = await self._allowed_to_plan(reply)
        name, _parting, seen = meaning.argument.rpartition("_")

        def change(draft: Draft, game: AnyGame) -> Draft:
            tournament_draft.require_unchanged(draft, seen)
            if name == "game":
                return _with_game(draft, index, settings)
            return tournament_draft.choose(draft, game, name, index)

        draft = await self._change(reply, change)
        await reply.update(_panel(draft, settings, page_of(name)))

    @pressed("plan_rule")
    async def _choose_rule(self, reply: Reply, meaning: TablePress) -> None:
        index = chosen(reply.interaction)
        name, _parting, seen = meaning.argument.rpartition("_")

        def change(draft: Draft, game: AnyGame) -> Draft:
            tournament_draft.require_unchanged(draft, seen)
            return tournament_draft.with_rule(draft, game, name, index)

        draft = await self._change(reply, change)
        await reply.update(plan_rules_screen(draft, HOSTED[draft.game]))

    @pressed("plan_ask")
    async def _ask(self, reply: Reply, meaning: TablePress) -> None:
        if meaning.argument not in TYPED:
            raise NotOffered
        await reply.ask(plan_form(meaning.argument))

    @filled_in("plan_typed")
    async def _type(self, reply: Reply, meaning: TablePress) -> None:
        settings, text = await self._allowed_to_plan(reply), typed(reply.interaction)
        draft = await self._change(reply, lambda draft, _game: _with_words(draft, meaning.argument, text))
        await reply.update(_panel(draft, settings, page_of(meaning.argument)))

    @pressed("announce")
    async def _announce(self, reply: Reply, meaning: TablePress) -> None:
        settings = await self._allowed_to_plan(reply)
        press = press_of(reply.interaction)

        def lay_down(tx: Transaction) -> LaidDown:
            draft = tournament_draft.drop(tx, reply.server, press.player)
            tournament_draft.require_unchanged(draft, meaning.argument)
            return tournament_draft.laid(
                draft, HOSTED[draft.game], press.player, settings.turn_seconds, press.at
            )

        state = await self.bot.tournaments.announce(press, reply.channel, lay_down)
        words = _("**{title}** is announced: its notice is in this channel.")
        await reply.update(say(words.format(title=shown(state.stored.plan.title))))
        self.bot.tournament_messages.refresh(state)

    async def _allowed_to_plan(self, reply: Reply) -> ServerSettings:
        """The server's settings, if this person may plan tournaments in this channel."""
        settings = await self._settings(reply)
        require_organiser(reply.interaction, settings.organiser_role)
        require_channel(reply.interaction, settings.channels)
        return settings

    async def _change(self, reply: Reply, change: Callable[[Draft, AnyGame], Draft]) -> Draft:
        def transaction(tx: Transaction) -> Draft:
            draft = tournament_draft.load(tx, reply.server, reply.player)
            changed = change(draft, HOSTED[draft.game])
            tournament_draft.save(tx, reply.server, reply.player, changed)
            return changed

        return await self.bot.database.write(transaction)


def _panel(draft: Draft, settings: ServerSettings, page: str = "game") -> Screen:
    if page == "rules":
        return plan_rules_screen(draft, HOSTED[draft.game])
    if page not in PAGES:
        raise NotOffered
    return plan_screen(draft, HOSTED[draft.game], tuple(HOSTED.values()), settings, page)


def _begun(
    tx: Transaction, reply: Reply, title: str | None, game: str | None, settings: ServerSettings
) -> Draft:
    """A new plan, or without a title the one begun before, with another game if named."""
    if game not in (None, *HOSTED):
        raise NotOffered
    if title is not None:
        key = game or next(iter(HOSTED))
        return tournament_draft.begun(HOSTED[key], settings, words(title, TITLE_LENGTH))
    draft = tournament_draft.load(tx, reply.server, reply.player)
    if game in (None, draft.game):
        return draft
    return tournament_draft.of_game(draft, HOSTED[game], settings)


def _with_game(draft: Draft, index: int, settings: ServerSettings) -> Draft:
    games = list(HOSTED.values())
    if not 0 <= index < len(games):
        raise NotOffered
    return tournament_draft.of_game(draft, games[index], settings)


def _with_words(draft: Draft, name: str, text: str) -> Draft:
    match name:
        case "title":
            return replace(draft, title=words(text, TITLE_LENGTH))
        case "levels":
            return replace(draft, levels=read_levels(text, HOSTED[draft.game]))
        case "shares":
            return replace(draft, shares=read_shares(text))
        case "words":
            return replace(draft, words=_prizes(text))
        case "score_words":
            return replace(draft, score_words=plain_text(text, PRIZE_LENGTH))
        case _:
            raise NotOffered


def _prizes(text: str) -> tuple[str, ...]:
    named = (plain_text(each, PRIZE_LENGTH) for each in text.split(";"))
    return tuple(each for each in named if each)[:PRIZES_MAX]
