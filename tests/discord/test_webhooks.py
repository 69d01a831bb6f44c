"""TN-39: a series whose standings are sent to an address."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

import pytest
import pytest_asyncio

from bot import webhooks as deliveries
from bot.webhooks import Sent, WebhookSender
from storage.tournaments import pending_news
from tests.discord.commands import ask_forget, page, type_in
from tests.discord.evening import enter_all, play_tournament
from tests.discord.forms import fill_in
from tests.discord.tavern import Player, Room, make_bot
from tests.discord.test_faults_of_discord import direct_messages
from tests.soak import some_now
from tests.storage.test_privacy import everything

HOOK = "https://hooks.example.org/services/T0KEN-of-the-host"
LOOKED = 70.0
HOUR = 3600.0


@dataclass
class Mailbox(WebhookSender):
    """What is sent stays on this machine; `answers` are given in turn, and then everything is taken."""

    answers: list[Sent] = field(default_factory=list)
    got: list[tuple[str, dict[str, object], int]] = field(default_factory=list)

    async def post(self, address: str, body: bytes, tournament: int) -> Sent:
        """Note it, and answer."""
        self.got.append((address, json.loads(body), tournament))
        return self.answers.pop(0) if self.answers else "taken"


@pytest.fixture
def host(room: Room) -> Player:
    """Somebody who may run tournaments."""
    return room.person("host", is_manager=True)


@pytest.fixture
def mailbox(room: Room) -> Mailbox:
    """Where standings come to."""
    box = Mailbox()
    room.bot.series_announcements.webhooks.sender = box
    return box


@pytest_asyncio.fixture
async def series(host: Player, mailbox: Mailbox) -> None:
    """A series whose standings are sent."""
    await type_in(host, "organise series create", name="Winter")
    said = await fill_in(host, "series_ask webhook", address=HOOK)
    assert "After each tournament the standings are sent to hooks\\.example\\.org." in said


async def play(room: Room, host: Player, number: int = 1) -> None:
    """A tournament of the series, from its plan to its end."""
    await type_in(host, "organise series manage")
    await host.press("series_plan")
    await fill_in(host, "plan_ask levels", chips=2, level_length=1, levels="2 4 8")
    await host.press("announce")
    people = [host, *(each for each in room.people if each is not host)][:2]
    await enter_all(room, people)
    await host.press("start_cup")
    await play_tournament(room, people, Random(number), number)


async def pending(room: Room) -> int:
    """How many standings are yet to be sent."""
    return await room.read(lambda tx: len(pending_news.due_standings(tx, 10.0**12, 10, 10)))


@pytest.mark.usefixtures("series", "ben")
async def test_sent_when_a_tournament_ends(room: Room, host: Player, mailbox: Mailbox) -> None:
    """The standings of then, once, also after a kill; with nothing in them that is not public."""
    await play(room, host)
    await room.wait(LOOKED)
    ((address, told, tournament),) = mailbox.got

    assert (address, tournament) == (HOOK, 1)
    assert told["format"] == "taproom-series-1"
    assert sorted(each["points"] for each in told["standings"]) == [18, 25]  # type: ignore[attr-defined]
    assert "example" not in json.dumps(told)

    await room.restart(is_killed=True)
    room.bot.series_announcements.webhooks.sender = mailbox
    await room.wait(2 * LOOKED)

    assert len(mailbox.got) == 1


@pytest.mark.usefixtures("series", "ben")
async def test_killed_before_it_was_sent(room: Room, host: Player, mailbox: Mailbox) -> None:
    """F-2: the next process sends what the last one did not."""
    mailbox.answers = ["again"]
    await play(room, host)
    await room.wait(LOOKED)
    await room.restart(is_killed=True)
    room.bot.series_announcements.webhooks.sender = mailbox
    await room.wait(LOOKED)

    assert len(mailbox.got) == 2
    assert await pending(room) == 0


@pytest.mark.usefixtures("series", "ben")
@pytest.mark.usefixtures("slow_rhythm")
async def test_a_few_tries_and_then_words(
    room: Room, host: Player, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a minute, ten, an hour and six it is given up, and the organiser is told once."""
    assert deliveries.AGAIN_SECONDS == (60.0, 600.0, HOUR, 6 * HOUR)

    monkeypatch.setattr(deliveries, "AGAIN_SECONDS", (60.0, 600.0, 600.0, 600.0))
    mailbox.answers = ["again"] * 5
    await play(room, host)
    counts = []
    for seconds in (LOOKED, 2 * LOOKED, 400.0, 300.0, 700.0, 700.0, 700.0):
        await room.wait(seconds)
        counts.append(len(mailbox.got))

    assert counts == [1, 2, 2, 3, 4, 5, 5]
    (told,) = direct_messages(host)
    assert "I couldn’t send the standings to hooks" in told
    assert "it doesn’t answer" in told
    assert "T0KEN" not in told


REFUSED: Mapping[Sent, str] = {
    "refused": "it refuses them",
    "private": "private network",
    "too_large": "they are too long",
}
"""What is told of each."""


@pytest.mark.usefixtures("series", "ben")
@pytest.mark.parametrize("answer", some_now(REFUSED, ("private",)))
async def test_what_will_not_be_taken_is_not_tried_again(
    room: Room, host: Player, mailbox: Mailbox, answer: Sent
) -> None:
    """Told once; the next tournament's standings are sent again."""
    mailbox.answers = [answer]
    await play(room, host)
    await room.wait(2 * LOOKED)

    assert len(mailbox.got) == 1
    (told,) = direct_messages(host)
    assert REFUSED[answer] in told

    await play(room, host, 2)
    await room.wait(LOOKED)

    assert [number for _, _, number in mailbox.got] == [1, 2]


@pytest.mark.usefixtures("series", "ben")
async def test_the_address_is_a_secret(
    room: Room, host: Player, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    """TB-11: only its host is shown; neither a message, a form, the log nor a privacy export has the rest."""
    caplog.set_level(logging.DEBUG)
    mailbox.answers = ["again", "refused"]
    form = await host.press("series_ask webhook")
    await play(room, host)
    await room.wait(3 * LOOKED)
    await page(host, "me privacy", "export_me")
    sent = repr([each for each in room.env.http_requests if "T0KEN" in repr(each.json)])

    assert "T0KEN" not in repr(form.modal)
    assert sent == "[]"
    assert not any("T0KEN" in each.getMessage() for each in caplog.records if each.name.startswith("bot"))
    assert "hooks\\.example\\.org" in await type_in(host, "organise series manage")


@pytest.mark.usefixtures("series")
async def test_taken_away_it_is_forgotten(room: Room, host: Player) -> None:
    """An empty form, closing the series, and being forgotten: no letter of it is left."""
    for end in ("empty", "closed", "forgotten"):
        await type_in(host, "organise series manage")
        await fill_in(host, "series_ask webhook", address=HOOK)
        assert HOOK in await room.read(everything)
        await type_in(host, "organise series manage")
        if end == "empty":
            await fill_in(host, "series_ask webhook", address="")
        elif end == "closed":
            await host.press("series_close")
            await host.press("series_end")
            assert HOOK not in await room.read(everything)
            await type_in(host, "organise series create", name="Summer")
        else:
            await ask_forget(host)
            await host.press("forget_me")
        assert HOOK not in await room.read(everything)


@pytest.mark.usefixtures("series", "ben")
async def test_closed_it_still_sends_what_is_due(room: Room, host: Player, mailbox: Mailbox) -> None:
    """The last standings, with the champion; then the address is forgotten."""
    mailbox.answers = ["again"]
    await play(room, host)
    await room.wait(LOOKED)
    await type_in(host, "organise series manage")
    await host.press("series_close")
    await host.press("series_end")
    assert HOOK in await room.read(everything)
    await room.wait(LOOKED)

    assert len(mailbox.got[-1][1]["champions"]) == 1  # type: ignore[arg-type]
    assert HOOK not in await room.read(everything)


async def test_no_other_address_is_taken(host: Player, mailbox: Mailbox) -> None:
    """No http, nothing in a private network; what was there stays."""
    await type_in(host, "organise series create", name="Winter")
    for address in ("http://hooks.example.org/x", "https://192.168.1.1/x", "hooks"):
        assert "begins with https://" in await fill_in(host, "series_ask webhook", address=address)


async def test_where_the_owner_forbids_it(room: Room, host: Player, mailbox: Mailbox, ben: Player) -> None:
    """WEBHOOKS=forbidden: nobody can set one, and what is set already is not asked."""
    await type_in(host, "organise series create", name="Winter")
    await fill_in(host, "series_ask webhook", address=HOOK)
    await room.bot.close()
    await room.env.restart_bot(await make_bot(room.path, webhooks="forbidden"))
    room.bot.series_announcements.webhooks.sender = mailbox
    await play(room, host)
    await room.wait(LOOKED)
    await type_in(host, "organise series manage")
    await host.press("series_ask webhook")

    assert "has switched webhooks off" in host.told
    assert mailbox.got == []
    assert await pending(room) == 0
