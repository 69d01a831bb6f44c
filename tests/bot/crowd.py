"""Random people at the tables of one channel, who press only what is offered. They know no game by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from bot.custom_ids import AnswerPress, TablePress, Verb, answer_id, parse, table_id
from bot.tavern.table import actions, invitations
from bot.tavern.table.actions import Actor, TableAction, top_up
from bot.tavern.table.table_state import Paused, TableState
from bot.tavern.table_service import TableService
from games.catalog import GAMES
from games.engine.core.errors import RuleError
from games.engine.core.game import AnyGame, Seat
from games.engine.core.house_rules import options
from games.engine.core.offers import NumberOffer, Offer, PickOffer
from games.engine.table.play import open_offers
from games.engine.table.table import Money, Terms
from storage.books import ledger
from storage.db.database import Database
from storage.errors import Refused

SERVER, CHANNEL = 11, 12
PEOPLE = range(101, 108)
HOUSE_BANK = 100_000
TABLES_WANTED = 4
OPEN = "open:"
CLOSE_CHANCE, MOVING_CHANCE, LATE_CHANCE = 0.01, 0.05, 0.03
MOVING: tuple[Verb, ...] = ("join", "leave", "back", "last", "sit_out", "top_up", "pause", "pause", "play_on")

ACTS: Mapping[str, TableAction] = {
    "deal": actions.deal,
    "join": actions.sit_down,
    "leave": actions.leave,
    "begin": actions.begin,
    "house": actions.seat_house_player,
    "back": actions.come_back,
    "last": actions.call_last,
    "sit_out": actions.sit_out,
    "post_blind": actions.post_blind,
    "pause": actions.pause,
    "play_on": actions.play_on,
    "top_up": top_up,
    "close": actions.close(),
}


TICK_SECONDS = 1 / 1024
"""The seconds from one press to the next."""


@dataclass(frozen=True, slots=True)
class Delivery:
    """A press as it is delivered: the interaction's id, who pressed, and what it means."""

    id: int
    player: int
    custom_id: str

    @property
    def is_answer(self) -> bool:
        """True if the press answers an offer, and so is a move of its own."""
        return self.custom_id.startswith("a:")


class WallClock:
    """The time, which is moved on when a player's turn is to run out."""

    def __init__(self, at: float) -> None:
        self.at = at

    def __call__(self) -> float:
        """Unix seconds."""
        return self.at


async def fund_house(database: Database, server: int = SERVER) -> None:
    """Give the house players something to play with."""
    why = ledger.TransferInfo("house_bank", 0.0)
    await database.write(
        lambda tx: ledger.transfer(
            tx, ledger.bank_account(server), ledger.house_account(server), HOUSE_BANK, why
        )
    )


class Crowd:
    """People who play; the ids of their presses count up from `first_id`."""

    def __init__(
        self, tavern: TableService, clock: WallClock, random: Random, first_id: int, server: int = SERVER
    ) -> None:
        self._tavern = tavern
        self._clock = clock
        self._random = random
        self._next_id = first_id
        self._server = server

    async def press(self, note: Callable[[str, Delivery, TableState | None], None]) -> TableState | None:
        """Press something; `note` is told of it when it is sent, done or refused. None: not done."""
        open_tables = await self._tavern.in_channel(self._server, CHANNEL)
        delivery = await self._choose(open_tables)
        if delivery is None:
            return None
        note("sent", delivery, None)
        try:
            seen = await self.deliver(delivery)
        except (RuleError, Refused):
            note("refused", delivery, None)
            return None
        note("done", delivery, seen)
        return seen

    async def deliver(self, delivery: Delivery) -> TableState:
        """Bring a press to the Tavern, as the bot does."""
        # No two presses come at the same moment, so that the moves of each are found by it.
        self._clock.at += TICK_SECONDS
        player = delivery.player
        press = Actor(delivery.id, self._clock.at, player, f"P{player}", self._server)
        if delivery.custom_id.startswith(OPEN):
            game = GAMES[delivery.custom_id.removeprefix(OPEN)]
            terms = self.terms(delivery, game)
            return await self._tavern.open_table(press, CHANNEL, game, game.house_rules(), terms)
        act: TableAction
        match parse(delivery.custom_id):
            case AnswerPress(table, seat, answer):
                act = actions.answer(seat, answer)
            case TablePress(table, "rule", argument):
                name, _, index = argument.rpartition("_")
                act = actions.change_rule(name, int(index))
            case TablePress(table, "send_away_now", number):
                act = invitations.send_away(Seat(int(number)))
            case TablePress(table, "hand_over_now", number):
                act = invitations.transfer_host(Seat(int(number)))
            case TablePress(table, "invite", number):
                act = invitations.invite([int(number)])
            case TablePress(table, verb):
                act = ACTS[verb]
            case _:
                raise AssertionError(delivery)
        return await self._tavern.act(press, table, act)

    def terms(self, delivery: Delivery, game: AnyGame) -> Terms:
        """Return the terms that a table is opened with."""
        money: Money = "coins" if delivery.id % 4 else "practice"
        return Terms(delivery.player, game.buy_in, money=money)

    async def _choose(self, open_tables: list[TableState]) -> Delivery | None:
        if len(open_tables) < TABLES_WANTED:
            return self._delivery(self._random.choice(PEOPLE), OPEN + self._random.choice(sorted(GAMES)))
        seen = self._random.choice(open_tables)
        return self._in_lobby(seen) if seen.table.phase == "lobby" else await self._in_play(seen)

    def _in_lobby(self, seen: TableState) -> Delivery:
        table, random = seen.table, self._random
        rule = random.choice(options(seen.game.house_rules))
        turn = f"{rule.name}_{random.randrange(len(rule.choices))}"
        host = partial(self._delivery, table.terms.host)
        guest = partial(self._delivery, random.choice(PEOPLE))
        wanted = [
            (8, guest, table_id(table.id, "join")),
            (4, host, table_id(table.id, "house")),
            (3, host, table_id(table.id, "rule", turn)),
            (3 * len(table.present), host, table_id(table.id, "begin")),
            (1, guest, table_id(table.id, "leave")),
        ]
        ((_, by, custom_id),) = random.choices(wanted, [weight for weight, _, _ in wanted])
        return by(custom_id)

    async def _in_play(self, seen: TableState) -> Delivery | None:
        table, random = seen.table, self._random
        chance = random.random()
        if table.hand is None and chance > 0.5:
            return self._delivery(random.choice(PEOPLE), table_id(table.id, "deal"))
        if chance < CLOSE_CHANCE:
            return self._delivery(table.terms.host, table_id(table.id, "close"))
        if chance < CLOSE_CHANCE + MOVING_CHANCE:
            verb = random.choice(MOVING)
            return self._delivery(random.choice(PEOPLE), table_id(table.id, verb))
        asked = [
            (table.seated(seat), offer)
            for seat, offers in open_offers(table, seen.game).items()
            for offer in offers
            if table.seated(seat).player is not None
        ]
        if not asked or chance > 1 - LATE_CHANCE:
            await self._let_time_run_out(seen)
            return None
        seated, offer = random.choice(asked)
        custom_id = answer_id(table.id, seated.seat, seated.question, offer, *self._numbers(offer))
        assert seated.player is not None
        return self._delivery(seated.player, custom_id)

    async def _let_time_run_out(self, seen: TableState) -> None:
        """End a turn by its deadline, or let a house player move."""
        if seen.stored.deadline_at is None:
            # A tournament's table that waits for its director.
            return
        self._clock.at = max(self._clock.at, seen.stored.deadline_at)
        try:
            await self._tavern.tick(seen.table.id)
        except Paused as paused:
            raise AssertionError(seen.table.id) from paused

    def _numbers(self, offer: Offer[object]) -> tuple[int, ...]:
        match offer:
            case NumberOffer():
                return (self._random.choice(offer.numbers),)
            case PickOffer(choices=choices, count=count):
                return tuple(self._random.sample(range(len(choices)), count))
            case _:
                return ()

    def _delivery(self, player: int, custom_id: str) -> Delivery:
        self._next_id += 1
        return Delivery(self._next_id, player, custom_id)
