"""A seat for a program at a practice table, over the socket that it uses (TB-27)."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientConnectorError, ClientSession

from bot.application import Application
from bot.practice import CHANNEL, PEOPLE, SERVER, opened
from bot.program_seats import Programs, view_fields
from bot.screens.catalog import FACES
from bot.screens.table.message import table_screen
from bot.screens.table.scenes import Scene
from bot.tavern import deadlines
from bot.tavern.table import actions, program_actions
from bot.tavern.table.actions import Actor, TableAction, company_of
from bot.tavern.table.table_state import TableState, may_have_hints
from games.catalog import GAMES
from games.engine.core.offers import Answer
from games.engine.provable_chance import Draw, Seal
from games.engine.table import play
from games.engine.table.events import TimedOut
from games.engine.table.refusals import NotSeated
from games.engine.table.table import Money, Terms, has_clock
from tests.page.conftest import PATIENCE_SECONDS

ANN = next(iter(PEOPLE))
TOKEN = "a-word-of-the-keeper"  # noqa: S105 -- it opens nothing
UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
PAGE = Path(__file__).parents[2] / "docs" / "develop" / "programs.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)


@dataclass(slots=True)
class Keeper:
    """A host's bot with a port for programs, and Ann at a table of hers."""

    app: Application
    address: str
    ids: count[int]

    async def opens(self, game: str, money: Money = "practice", invited: tuple[int, ...] = ()) -> TableState:
        """Ann opens a table."""
        kind = GAMES[game]
        terms = Terms(ANN, kind.buy_in, money=money, invited=invited)
        return await self.app.tavern.open_table(self.press(), CHANNEL, kind, kind.house_rules(), terms)

    async def does(self, table: int, act: TableAction) -> TableState:
        """Ann does something there."""
        state = await self.app.tavern.act(self.press(), table, act)
        await self.app.refresh(state)
        return state

    async def answers(self, table: int) -> TableState:
        """Ann takes the first of what she is offered, if anything is."""
        state = await self.app.tavern.look(table)
        seat = state.table.seat_of(ANN).seat
        offers = play.open_offers(state.table, state.game).get(seat)
        return (
            state if offers is None else await self.does(table, actions.answer(seat, Answer(offers[0].key)))
        )

    async def until(self, table: int, fits: Callable[[TableState], bool]) -> TableState:
        """The table once this is so."""
        changed = asyncio.Event()
        see = lambda _state: changed.set()  # noqa: E731
        self.app.observers.add(see)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not fits(state := await self.app.tavern.look(table)):
                    await changed.wait()
                    changed.clear()
        finally:
            self.app.observers.discard(see)
        return state

    def press(self) -> Actor:
        """A press of Ann's."""
        return Actor(next(self.ids), 0.0, ANN, "Brenna", SERVER)

    async def refused(
        self, table: int, name: str = "Abacus", token: str = TOKEN, **more: str
    ) -> tuple[int, str]:
        """Return the status and the reason with which a program is refused."""
        headers = UPGRADE | {"Authorization": f"Bearer {token}", **more}
        where = f"{self.address}/tables/{table}"
        async with (
            ClientSession(headers=headers) as session,
            session.get(where, params={"name": name}) as answer,
        ):
            return answer.status, (await answer.text()).strip()

    async def refused_raw(self, table: int, authorization: bytes) -> bytes:
        """The same of what is no text."""
        host, port = self.address.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        asked = f"GET /tables/{table}?name=A HTTP/1.1\r\nHost: {host}\r\nAuthorization: ".encode()
        writer.write(asked + authorization + b"\r\n\r\n")
        answer = await reader.read(len(b"HTTP/1.1 401"))
        writer.close()
        return answer


@pytest_asyncio.fixture
async def keeper(bot_path: Path) -> AsyncIterator[Keeper]:
    """A bot that was just started, without Discord."""
    async with opened(bot_path) as room:
        house = room.front.app
        async with Programs(house, TOKEN).served(0) as port:
            yield Keeper(house, f"http://127.0.0.1:{port}", count(1))


def is_asked(state: TableState) -> bool:
    """Return True if Ann is to act."""
    return state.table.seat_of(ANN).seat in play.asked(state.table, state.game)


async def told(socket: Any, fits: Callable[[Any], bool] = lambda told: bool(told.get("offers"))) -> Any:
    """The next thing that a program is sent of which this is so: that something is offered."""
    while not fits(heard := await socket.receive_json(timeout=PATIENCE_SECONDS)):
        pass
    return heard


def taking(heard: Any, key: str, name: str) -> dict[str, Any]:
    """An answer to a press that is offered."""
    check = next(each["check"] for each in heard["offers"] if each["key"] == key)
    return {"id": name, "key": key, "check": check, "numbers": []}


async def test_who_is_not_let_in(keeper: Keeper) -> None:
    """TB-27: nobody without the secret, from elsewhere or from a browser; never where coins are at stake."""
    table = (await keeper.opens("stone_hand")).id
    coins = (await keeper.opens("destiny", "coins")).id
    invited = (await keeper.opens("dividha", invited=(ANN,))).id

    assert (401, "401: Unauthorized") == await keeper.refused(table, token="guessed")
    assert (401, "401: Unauthorized") == await keeper.refused(table, token="")
    assert b"HTTP/1.1 401" == await keeper.refused_raw(table, b"Bearer \xff")
    assert (403, "403: Forbidden") == await keeper.refused(table, Origin="http://127.0.0.1")
    with pytest.raises(ClientConnectorError):
        # Another address of this very machine.
        await replace(keeper, address=keeper.address.replace("127.0.0.1", "127.0.0.2")).refused(table)
    status, _why = await keeper.refused(table, "x" * 33)
    assert 400 == status
    for unseen in ("\u3164", "\u2800\u2800", "\u200b", " "):
        status, _why = await keeper.refused(table, unseen)
        assert 400 == status
    status, _why = await keeper.refused(table, Upgrade="h2c")
    assert 426 == status
    assert (409, "NotForPrograms") == await keeper.refused(coins)
    assert (409, "NotForPrograms") == await keeper.refused(invited)
    assert (409, "NamedAlike") == await keeper.refused(table, "BRENNA")
    assert (409, "NoSuchTable") == await keeper.refused(999)
    seats = [(await keeper.app.tavern.look(each)).table.seats for each in (table, coins, invited)]
    assert [1, 1, 1] == list(map(len, seats))


async def test_a_round_by_the_program_of_the_page(keeper: Keeper) -> None:
    """TB-27: the program that the docs show plays a round of Stone Hand with Ann, and leaves when cut off."""
    shown: dict[str, Any] = {}
    exec(next(each for each in BLOCKS if "ws_connect" in each), shown)  # noqa: S102  (our own page)
    table = (await keeper.opens("stone_hand")).id
    playing = asyncio.create_task(shown["sit"](keeper.address, TOKEN, table))
    sitting = await keeper.until(table, lambda state: len(state.table.present) == 2)
    scene = Scene(sitting.view(None), sitting.game, FACES["stone_hand"], "coins", 0.0)
    assert "**First Things First** (program)" in "\n".join(map(str, table_screen(scene).parts))

    state = await keeper.does(table, actions.begin)
    while not state.table.evening.hands:
        await keeper.until(table, lambda now: now.table.evening.hands > 0 or is_asked(now))
        state = await keeper.answers(table)

    assert 0 == sum(each.amount for each in state.table.gains)
    assert (ANN,) == company_of(state.table)
    assert not may_have_hints(state.table, ANN)
    playing.cancel()
    left = await keeper.until(table, lambda now: now.table.seats[1].standing != "in")
    assert left.table.seats[1].standing in ("leaving", "gone")


async def test_a_program_without_a_seat_does_nothing(keeper: Keeper) -> None:
    """TB-27: a program that was sent away, or never came, is told so by whatever it does."""
    state = await keeper.opens("stone_hand")
    for act in (
        program_actions.answer("p", Answer("throw")),
        program_actions.unseat("p"),
    ):
        with pytest.raises(NotSeated):
            await keeper.app.tavern.act(keeper.press(), state.id, act)

    assert (await keeper.app.tavern.look(state.id)).stored.revision == state.stored.revision


async def test_an_answer_acts_once_and_time_runs(keeper: Keeper) -> None:
    """TB-27: sent again it acts once (F-22), what is old is refused; the clock runs, and plays for it."""
    table = (await keeper.opens("stone_hand")).id
    headers, where = {"Authorization": f"Bearer {TOKEN}"}, f"{keeper.address}/tables/{table}?name=Abacus"
    async with ClientSession(headers=headers) as session, session.ws_connect(where) as socket:
        await told(socket, lambda heard: heard["view"] is None)
        state = await keeper.does(table, actions.begin)
        while is_asked(state):
            state = await keeper.answers(table)
        heard, asked = await told(socket), play.asked(state.table, state.game)
        assert deadlines.house_player_to_act(state.table, state.game) is None
        ann = state.table.seat_of(ANN)
        assert has_clock(state.table)
        assert has_clock(state.table.with_seat(replace(ann, player=None))), "alone with a house player"
        ran_out = play.run_out(state.table, state.game, iter(["00" * 32] * 9)).table
        assert [TimedOut(asked[0])] == [each for each in ran_out.story if isinstance(each, TimedOut)]

        answer = taking(heard, heard["offers"][0]["key"], "one")
        for each in (answer, answer, answer | {"id": "two"}, {"id": "three"}):
            await socket.send_json(each)
        refused = [await told(socket, lambda heard: "refused" in heard) for _ in range(2)]

        assert [{"id": "two", "refused": "Stale"}, {"id": "", "refused": "OddAnswer"}] == refused
        now = (await keeper.app.tavern.look(table)).table
        assert state.table.seated(asked[0]).question + 1 == now.seated(asked[0]).question


@pytest.mark.parametrize("game", [key for key, kind in GAMES.items() if kind.is_dealt])
async def test_a_program_is_sent_what_its_seat_may_see(keeper: Keeper, game: str) -> None:
    """TB-11, TB-27: it could not tell this hand from others that look the same from there (Law 5)."""
    table = (await keeper.opens(game)).id
    headers, where = {"Authorization": f"Bearer {TOKEN}"}, f"{keeper.address}/tables/{table}?name=Abacus"
    async with ClientSession(headers=headers) as session, session.ws_connect(where) as socket:
        await keeper.does(table, actions.seat_house_player)
        state = await keeper.does(table, actions.begin)
        heard = await told(socket, lambda heard: heard["view"] is not None)

    hand, seat, chance = state.table.hand, heard["seat"], Draw(Seal("00" * 32))
    assert hand is not None
    assert bool(heard["offers"]) == (seat in play.asked(state.table, state.game))
    for _ in range(5):
        other = replace(hand, state=state.game.sample_possible_state(hand.state, seat, chance))
        stored = replace(state.stored, table=replace(state.table, hand=other))
        assert other != hand
        assert heard == json.loads(json.dumps(view_fields(replace(state, stored=stored).view(seat))))
