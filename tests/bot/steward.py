"""An organiser who runs tournaments at random: announces, fills, starts, pauses, removes, calls off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentProposal, TournamentService, TournamentState
from bot.tavern.tournament.tournament_tables import deal_check
from games.catalog import HOSTED
from games.engine.core.errors import UserError
from games.engine.core.game import AnyGame, Level
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries, prize_deals
from games.tournament.model import PlannedBreak, PrizeDeal, TournamentChange, TournamentTerms
from storage.db.codec import codec_of
from storage.play.postings import TOURNAMENTS
from storage.tournaments.tournaments import Plan, StoredTournament
from tests.bot.crowd import CHANNEL, PEOPLE, SERVER, WallClock

HOST = 100
LEVELS = (Level(2, 1, 2), Level(8, 4, 8), Level(32, 16, 32))
WAYS: Mapping[str, int] = {
    "call off": 1,
    "pause": 9,
    "remove": 3,
    "restore": 2,
    "enter": 10,
    "correct": 5,
    "deal": 10,
    "play": 60,
}
"""The actions during a tournament, and their weights."""
CHANGE_CHANCE, PLAY_ON_CHANCE, BREAK_CHANCE = 0.3, 0.1, 0.5
PURSES = (0, 0, 7)
STARTS_IN = (None, 60)
ENTRANTS, JOIN_CHANCE = 6, 0.8
PLACES = (4, 5, 48)
"""The possible numbers of places; with fewer places than entrants, some wait."""
FORMATS: tuple[Mapping[str, Any], ...] = (
    {"late_until": 2, "reentry_until": 2},
    {"level_unit": "minutes", "level_length": 5, "shares": (5, 3, 2), "breaks": (PlannedBreak(1, 5),)},
    {"through": 1},
    {"minutes_max": 10, "needs_check_in": True},
    {"goal": 9, "chips": 0},
)
"""Every way to play, now by hands and now by the clock."""


class Steward:
    """Keeps one tournament going; the ids of the presses count up from `first_id`."""

    def __init__(
        self, tavern: TableService, clock: WallClock, random: Random, first_id: int, server: int = SERVER
    ) -> None:
        self._tavern = tavern
        self._tournaments = TournamentService(tavern)
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
        except UserError:
            # A player out of money, in it already or too late is refused as usual.
            return

    async def _direct(
        self, state: TournamentState, order: Callable[..., TournamentChange], *told: object, by: int = HOST
    ) -> None:
        """Pass an order to the director; a correction or a deal comes between hands."""
        between = order in (director.correct_chips, prize_deals.ask)
        do = self._tournaments.do_between_hands if between else self._tournaments.do
        await do(self._press(by), state.id, lambda before, now, lots: order(before, *told, now, lots))

    def _press(self, player: int = HOST) -> Actor:
        self._next_id += 1
        at, name = self._clock.at, f"P{player}"
        return Actor(self._next_id, at, player, name, self._server, is_manager=player == HOST)

    async def _announce(self) -> None:
        format_ = self._random.choice(FORMATS)
        game: AnyGame = STONE_HAND if "goal" in format_ else HOSTED[self._random.choice(sorted(HOSTED))]
        laid_down: dict[str, Any] = {"chips": 12, "levels": LEVELS, "level_length": 2, **format_}
        entry, places = self._random.choice((0, 3)), self._random.choice(PLACES)
        terms = TournamentTerms(3, entry=entry, players_max=places, **laid_down)
        chosen = {"arcade": True} if "goal" in format_ else {}
        rules = codec_of(game).rules.encode(game.house_rules(**chosen))
        starts_in = self._random.choice(STARTS_IN)
        starts_at = None if starts_in is None else int(self._clock.at) + starts_in
        plan = Plan("Cup", HOST, game.key, rules, 60, starts_at)
        purses = self._random.choice(PURSES), self._random.choice(PURSES)
        await self._tournaments.announce(
            self._press(), CHANNEL, lambda _tx: TournamentProposal(plan, terms, *purses)
        )

    async def _open(self, state: TournamentState) -> None:
        tournament = state.tournament
        entered = {each.player for each in tournament.entered}
        people = [player for player in PEOPLE if player not in entered]
        has_money = tournament.terms.entry or tournament.fund or tournament.score_purse
        if entered and self._random.random() < CHANGE_CHANCE:
            await self._change(state)
        elif people and len(entered) < ENTRANTS and self._random.random() < JOIN_CHANCE:
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

    async def _change(self, state: TournamentState) -> None:
        """Withdraw or add a player, or change the plan's number of places (TN-42, TN-43, TN-50)."""
        number, player = state.id, self._random.choice(state.tournament.entered).player
        match self._random.choice(("withdraw", "add", "edit")):
            case "withdraw":
                press = self._press(player)
                await self._tournaments.do(press, number, lambda before, *_: entries.withdraw(before, player))
            case "add":
                whom = self._press(self._random.choice(PEOPLE))
                await self._tournaments.add(self._press(), number, whom)
            case _:
                more = self._random.choice((-1, 1))
                await self._tournaments.edit(self._press(), number, lambda _tx, now: _with_places(now, more))

    async def _keep_going(self, state: TournamentState) -> None:
        match state.tournament.phase:
            case "open":
                await self._open(state)
            case "running":
                await self._run(state)
            case _:
                # A player's press has ended it meanwhile.
                return

    async def _run(self, state: TournamentState) -> None:
        tournament = state.tournament
        player = self._random.choice(tournament.entrants).player
        if tournament.deal is not None:
            await self._answer_deal(state, tournament.deal)
            return
        if tournament.break_until is not None and self._random.random() < BREAK_CHANCE:
            await self._let_time_come(state)
            return
        (way,) = self._random.choices([*WAYS], [*WAYS.values()])
        match "resume" if tournament.paused_at is not None else way:
            case "call off":
                await self._tournaments.call_off(self._press(), state.id, "running")
            case "remove" | "restore":
                await self._direct(state, director.remove if way == "remove" else director.restore, player)
            case "pause" | "resume":
                await self._direct(state, director.pause if way == "pause" else director.resume)
            case "enter":
                await self._tournaments.join(self._press(self._random.choice(PEOPLE)), state.id)
            case "correct":
                await self._direct(state, director.correct_chips, player, self._random.choice((-3, 5)))
            case "deal":
                await self._direct(state, prize_deals.ask, player, by=player)
            case _:
                await self._play(state)

    async def _answer_deal(self, state: TournamentState, deal: PrizeDeal) -> None:
        """Agree to the deal, play on, or continue the hand under way (TN-46)."""
        left = [each.player for each in state.tournament.entrants if each.standing == "in"]
        player = self._random.choice(left)
        if deal.until is None:
            await self._play(state)
        elif self._random.random() < PLAY_ON_CHANCE:
            await self._direct(state, prize_deals.play_on, player, by=player)
        else:
            await self._tournaments.agree(self._press(player), state.id, deal_check(state.tournament))

    async def _play(self, state: TournamentState) -> None:
        """Reach the next deadline at one of the tournament's tables, or in the tournament itself."""
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


def _with_places(stored: StoredTournament, more: int) -> tuple[TournamentProposal, tuple[str, ...]]:
    """The same plan for one player more or less, two at least."""
    terms = stored.tournament.terms
    places = max(2, terms.players_max + more)
    return TournamentProposal(stored.plan, replace(terms, players_max=places)), ("players_max",)
