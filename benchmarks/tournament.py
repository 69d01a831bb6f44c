"""A large tournament on one machine: the end of a hand in director and store, and its Discord calls.

200 players at 34 tables; and 24 house players with one user on a simulated Discord, whose calls are counted
by their kind.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import discord
import simcord

from benchmarks.measure import Figure, at_most, told
from benchmarks.play import AT, CHANNEL, SERVER, seeds
from bot.cogs import COGS
from bot.discord_bot import TaproomBot
from bot.settings import Settings
from bot.tavern.table import actions
from bot.tavern.table.actions import Actor
from bot.tavern.table_service import TableService
from bot.tavern.tournament.tournament_service import TournamentProposal, TournamentService
from games.catalog import GAMES
from games.engine.core.offers import Answer
from games.engine.table.play import open_offers
from games.stone_hand.game import STONE_HAND
from games.tournament import director
from games.tournament.model import TournamentTerms
from storage.db.codec import codec_of
from storage.db.database import Database, open_database
from storage.tournaments.tournaments import Plan

PEOPLE = range(1001, 1201)
HANDS = 120
MEDIAN_MAX = 0.1
HOUSE_PLAYERS = 24
HOUSE_SECONDS = 300
STEP_SECONDS = 5
"""The number of seconds for which the house players are watched."""


async def measure() -> list[Figure]:
    """Measure the time of a hand's end, and the number of its calls."""
    seconds = await ends_of_hands(PEOPLE)
    middle, most = median(seconds), sorted(seconds)[-len(seconds) // 20]
    what = "the end of a hand, 200 players at 34 tables"
    line = at_most(what, f"{middle * 1e3:.1f} ms", "100 ms", middle / MEDIAN_MAX, 1)
    calls, hands = await _calls()
    kinds = ", ".join(f"{count / hands:.1f} {kind}" for kind, count in sorted(calls.items()))
    return [
        line,
        told("the same, seldom above", f"{most * 1e3:.1f} ms"),
        told(
            f"Discord calls a hand and table ({hands} hands)", f"{sum(calls.values()) / hands:.1f}: {kinds}"
        ),
    ]


async def ends_of_hands(people: range) -> list[float]:
    """Return the times of the ends of hands, in a tournament of these players."""
    now, ids = [AT], itertools.count(1)
    taken: list[float] = []

    def press(player: int) -> Actor:
        return Actor(next(ids), now[0], player, f"Player {player}", SERVER)

    with TemporaryDirectory(prefix=".bench-", dir=Path.cwd()) as folder:
        async with open_database(Path(folder) / "tavern.db") as database:
            tavern = TableService(database, GAMES, now=lambda: now[0], seeds=seeds())
            tournaments = TournamentService(tavern)
            number = await _announced(tournaments, press(1))
            for player in people:
                await tournaments.join(press(player), number)
            state = await tournaments.do(press(1), number, director.start)
            for place in itertools.cycle(state.places.values()):
                if len(taken) == HANDS:
                    return taken
                seen = await tavern.look(place.table)
                if seen.table.hand is None and seen.stored.deadline_at is not None:
                    now[0] = max(now[0], seen.stored.deadline_at)
                    await tavern.tick(place.table)
                while (seen := await tavern.look(place.table)).table.hand is not None:
                    (seat, offers), *_ = open_offers(seen.table, seen.game).items()
                    answering = seen.table.seated(seat).player
                    assert answering is not None
                    started = perf_counter()
                    act = actions.answer(seat, Answer(offers[-1].key))
                    if (await tavern.act(press(answering), place.table, act)).outcome is not None:
                        taken.append(perf_counter() - started)
    return taken


async def _announced(tournaments: TournamentService, actor: Actor) -> int:
    rules = codec_of(STONE_HAND).rules.encode(STONE_HAND.house_rules())
    plan = Plan("The Cup", actor.player, STONE_HAND.key, rules, 86_400)
    terms = TournamentTerms(6, 200, levels=STONE_HAND.levels)
    return (await tournaments.announce(actor, CHANNEL, lambda _tx: TournamentProposal(plan, terms))).id


async def _calls() -> tuple[Counter[str], int]:
    """Return the Discord calls of house players' hands, with one user who is away, and the hands."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tavern.db"
        settings = Settings.model_validate(
            {"discord_token": "x", "database_path": path, "log_level": "ERROR", "faces": "words"}
        )
        # A stand-in holds the bot's place until there is a tournament to come to.
        stand_in = discord.Client(intents=discord.Intents.none())
        async with simcord.run(stand_in, check_errors=False) as env:
            guild = env.create_guild("Bench")
            channel = guild.create_text_channel("bench")
            person = guild.add_member(env.create_user("ann"))
            await _begun_with_house_players(path, (guild.id, channel.id, person.id), env.now().timestamp())
            bot = TaproomBot(settings, await Database.open(path), COGS)
            await env.restart_bot(bot)
            await env.advance_time(STEP_SECONDS)
            before = len(env.http_requests)
            for _ in range(HOUSE_SECONDS // STEP_SECONDS):
                await env.advance_time(STEP_SECONDS)
            made = Counter(_kind(each.method, each.path) for each in env.http_requests[before:])
            ended = "SELECT count(*) FROM hands WHERE seals IS NOT NULL"
            hands = await bot.app.database.read(lambda tx: int(tx.scalar(ended)))
            await bot.close()
            return made, hands


async def _begun_with_house_players(path: Path, where: tuple[int, int, int], at: float) -> None:
    """Start a tournament of one user and house players, in a server's channel."""
    server, channel, person = where
    ids = itertools.count(1)

    def press() -> Actor:
        return Actor(next(ids), at, person, "ann", server)

    async with open_database(path) as database:
        tournaments = TournamentService(TableService(database, GAMES, now=lambda: at, seeds=seeds()))
        rules = codec_of(STONE_HAND).rules.encode(STONE_HAND.house_rules())
        plan = Plan("The Cup", person, STONE_HAND.key, rules, 15)
        terms = TournamentTerms(6, 200, levels=STONE_HAND.levels)
        number = (
            await tournaments.announce(press(), channel, lambda _tx: TournamentProposal(plan, terms))
        ).id
        await tournaments.join(press(), number)
        await tournaments.fill_up(press(), number, HOUSE_PLAYERS)
        await tournaments.do(press(), number, director.start)


def _kind(method: str, path: str) -> str:
    return f"{method} {re.sub(r'[0-9]+', '*', path)}"
