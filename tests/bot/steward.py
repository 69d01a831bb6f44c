"""Whoever runs tournaments at random: announces, fills, starts, pauses, removes, calls off."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from bot.tavern.table.actions import Request
from bot.tavern.tavern import Tavern
from bot.tavern.tournament.tournaments import (
    HasBegun,
    LaidDown,
    TournamentKeeper,
    TournamentOver,
    TournamentState,
)
from games.catalog import HOSTED
from games.engine.core.errors import RuleError
from games.engine.core.game import AnyGame, Level
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries
from games.tournament.model import TournamentTerms
from storage.db.codec import codec_of
from storage.errors import Refused
from storage.play.postings import TOURNAMENTS
from storage.tournaments.tournaments import Plan
from tests.bot.crowd import CHANNEL, PEOPLE, SERVER, WallClock

HOST = 100
LEVELS = (Level(2, 1, 2), Level(8, 4, 8), Level(32, 16, 32))
CALL_OFF_CHANCE, PAUSE_CHANCE, REMOVE_CHANCE, ENTER_CHANCE = 0.01, 0.1, 0.05, 0.1
PURSES = (0, 0, 7)
STARTS_IN = (None, 60)
ENTRANTS, JOIN_CHANCE = 6, 0.8
FORMATS: tuple[Mapping[str, Any], ...] = (
    {"late_until": 2, "reentry_until": 2},
    {"level_unit": "minutes", "level_length": 5, "shares": (5, 3, 2)},
    {"through": 1},
    {"minutes_max": 10, "needs_check_in": True},
    {"goal": 9, "chips": 0},
)
"""Every way to play, now by hands and now by the clock."""


class Steward:
    """Keeps one tournament going; the ids of the presses count up from `first_id`."""

    def __init__(
        self, tavern: Tavern, clock: WallClock, random: Random, first_id: int, server: int = SERVER
    ) -> None:
        self._tavern = tavern
        self._tournaments = TournamentKeeper(tavern)
        self._server = server
        self._clock = clock
        self._random = random
        self._next_id = first_id

    async def act(self) -> None:
        """Do something that an organiser, or a player of the tournament, might do now."""
        numbers = await self._tavern.database.read(TOURNAMENTS.under_way)
        try:
            here = [
                each
                for each in [await self._tournaments.look(number) for number in numbers]
                if each.stored.server == self._server
            ]
            if not here:
                await self._announce()
            else:
                await self._keep_going(here[0])
        except (RuleError, Refused, HasBegun, TournamentOver):
            # Who is out of money, in it already or too late, is refused like anybody.
            return

    def _press(self, player: int = HOST) -> Request:
        self._next_id += 1
        at, name = self._clock.at, f"P{player}"
        return Request(self._next_id, at, player, name, self._server, is_manager=player == HOST)

    async def _announce(self) -> None:
        format_ = self._random.choice(FORMATS)
        game: AnyGame = STONE_HAND if "goal" in format_ else HOSTED[self._random.choice(sorted(HOSTED))]
        laid_down: dict[str, Any] = {"chips": 12, "levels": LEVELS, "level_length": 2, **format_}
        terms = TournamentTerms(3, entry=self._random.choice((0, 3)), **laid_down)
        chosen = {"arcade": True} if "goal" in format_ else {}
        rules = codec_of(game).rules.encode(game.house_rules(**chosen))
        starts_in = self._random.choice(STARTS_IN)
        starts_at = None if starts_in is None else int(self._clock.at) + starts_in
        plan = Plan("Cup", HOST, game.key, rules, 60, starts_at)
        purses = self._random.choice(PURSES), self._random.choice(PURSES)
        await self._tournaments.announce(self._press(), CHANNEL, lambda _tx: LaidDown(plan, terms, *purses))

    async def _open(self, state: TournamentState) -> None:
        tournament = state.tournament
        entered = {each.player for each in tournament.entrants}
        people = [player for player in PEOPLE if player not in entered]
        has_money = tournament.terms.entry or tournament.fund or tournament.score_purse
        if people and len(entered) < ENTRANTS and self._random.random() < JOIN_CHANCE:
            await self._tournaments.join(self._press(self._random.choice(people)), state.id)
        elif not has_money and self._random.random() < 0.5:
            await self._tournaments.fill_up(self._press(), state.id, 2)
        elif entered and tournament.terms.needs_check_in and self._random.random() < 0.8:
            player = self._random.choice(sorted(entered))
            await self._tournaments.do(
                self._press(player), state.id, lambda before, _now, _lots: entries.check_in(before, player)
            )
        elif state.stored.plan.starts_at is not None:
            await self._let_time_come(state)
        else:
            await self._tournaments.do(self._press(), state.id, director.start)

    async def _keep_going(self, state: TournamentState) -> None:
        match state.tournament.phase:
            case "open":
                await self._open(state)
            case "running":
                await self._run(state)
            case _:
                # Somebody's press has ended it meanwhile.
                return

    async def _run(self, state: TournamentState) -> None:
        chance = self._random.random()
        player = self._random.choice(state.tournament.entrants).player
        if state.tournament.paused_at is not None:
            await self._tournaments.do(self._press(), state.id, director.resume)
        elif chance < CALL_OFF_CHANCE:
            await self._tournaments.do(
                self._press(), state.id, lambda before, _now, _lots: director.call_off(before)
            )
        elif chance < PAUSE_CHANCE:
            await self._tournaments.do(self._press(), state.id, director.pause)
        elif chance < PAUSE_CHANCE + REMOVE_CHANCE:
            order = self._random.choice((director.remove, director.restore))
            await self._tournaments.do(
                self._press(), state.id, lambda before, now, lots: order(before, player, now, lots)
            )
        elif chance < PAUSE_CHANCE + REMOVE_CHANCE + ENTER_CHANCE:
            await self._tournaments.join(self._press(self._random.choice(PEOPLE)), state.id)
        else:
            await self._play(state)

    async def _play(self, state: TournamentState) -> None:
        """Let the time come for something at one of its tables, or in the tournament itself."""
        place = self._random.choice(list(state.places.values()))
        seen = await self._tavern.look(place.table)
        if seen.stored.deadline_at is None:
            await self._let_time_come(state)
        else:
            self._clock.at = max(self._clock.at, seen.stored.deadline_at)
            await self._tavern.tick(place.table)
        if state.stored.deadline_at is not None and state.stored.deadline_at <= self._clock.at:
            await self._tournaments.tick(state.id)

    async def _let_time_come(self, state: TournamentState) -> None:
        if state.stored.deadline_at is not None:
            self._clock.at = max(self._clock.at, state.stored.deadline_at)
            await self._tournaments.tick(state.id)
