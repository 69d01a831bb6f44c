"""A press counts where it was offered: what a browser says of its place is believed nowhere."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.custom_ids import VERBS
from bot.front.protocols import Context
from bot.page import offers, presses
from bot.page.context import PageContext, PressedSpot
from bot.page.offers import Offered
from bot.page.presses import PagePress
from bot.page.windows import PageWindow
from bot.practice import CHANNEL
from bot.screens.core.screen import ActionRow, Button, Screen, say
from games.catalog import GAMES
from tests.page.conftest import Browser, Offers, Practice

PLACES = (
    ("nothing", 0),
    ("table", 1),
    ("panel", 1),
    ("sheet", 1),
    ("sheet", 2),
    ("post", 2),
    ("notice", 1),
)
SCREENS = ("wallet show", "me preferences", "hand history", "organise create", "help")


async def screens(window: Browser) -> None:
    """Lead a window through what the page has: the room, each game, their menus, forms and a notice."""
    await window.send("command", "organise create")
    await window.read_until("data-form")
    await window.send("form", "/organise create")
    await window.read_until("Announce")
    await window.press("Announce")
    await window.send("table", number=0)
    await window.read_until('data-on="notice"')


@pytest.mark.parametrize("game", GAMES)
async def test_what_was_drawn_is_what_is_offered(
    practice: Practice, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Each press is noted at the place where a reader of HTML finds it, and nothing else is."""
    monkeypatch.setattr(presses, "A_SECOND", 1e6)
    drawn: list[tuple[list[Offered], dict[str, str]]] = []
    read = offers.offered

    def note(parts: dict[str, str]) -> list[Offered]:
        found = read(parts)  # type: ignore[arg-type]
        drawn.append((found, parts))
        return found

    monkeypatch.setattr("bot.page.views.offered", note)
    ann = await practice.browser("brenna")
    await practice.browser("tomas", 1)
    await screens(ann)
    await ann.play_now(game)
    await ann.read_until(f'data-asked data-game="{game}"')
    for command in SCREENS:
        await ann.send("command", command)
        await ann.read()
    await ann.send("press", next(each for each in ann.actions("top").values()))
    await ann.read()

    places = set()
    for found, parts in drawn:
        whole = [each for html in parts.values() for each in Offers(html).found]
        assert [tuple(each) for each in found] == [(deed, action, on, at) for deed, action, on, at in whole]
        places |= {each.on for each in found}
    assert {"nothing", "table", "panel", "sheet", "notice"} <= places


def window_of(practice: Practice, name: str, table: int) -> PageWindow:
    """Return a user's window without any state."""
    return PageWindow(practice.room.guests[name], "en", table)


def made(action: str, on: str, number: int, deed: str = "press") -> PagePress:
    """A press as a browser tells it."""
    told = {"id": "ab" * 16, "deed": deed, "action": action, "on": on, "number": number}
    return PagePress.read(told)


@pytest.fixture
def taken(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The presses that come through to the house."""
    through: list[str] = []

    async def take(ctx: Context) -> None:
        through.append(ctx.request.action)

    monkeypatch.setattr(practice.room.front.app, "take", take)
    return through


async def test_no_verb_is_taken_where_it_does_not_stand(practice: Practice, taken: list[str]) -> None:
    """Each verb and each form, pressed at any kind of place that does not offer it, reaches no handler."""
    windows = practice.room.front.windows
    windows.post(CHANNEL, say("Nothing to press here."))
    for at, verb in enumerate(sorted(VERBS)):
        window = window_of(practice, "tomas", at % 2)
        window.open_message(say("Nothing to press here, either."))
        for deed in ("press", "form"):
            on, number = PLACES[(at + (deed == "form")) % len(PLACES)]
            press = made(f"t:7:{verb}:1_0_first", on, number, deed)
            await practice.room.presses.do(window, press)
            assert window.refusal == refusal_of(window), verb

    assert taken == []


def refusal_of(window: PageWindow) -> Screen:
    """The refusal that a window shows, which it must."""
    assert window.refusal is not None
    assert "That’s not possible right now" in repr(window.refusal)
    return window.refusal


async def test_what_stands_at_one_place_is_taken_there_alone(practice: Practice, taken: list[str]) -> None:
    """Everything that a window offers is taken at its place, and nowhere else."""
    practice.room.front.windows.post(CHANNEL, offering_of("t:1:evening"))
    seen: set[str] = set()
    for name, table in (("brenna", 1), ("tomas", 1), ("tomas", 0)):
        window = window_of(practice, name, table)
        window.open_message(offering_of("t:1:homes"))
        await practice.room.server._views.parts(window)
        there = [each for each in window._offered if each.on != "nothing" or "daily" in each.action]
        seen |= {each.on for each in there}
        for each in there:
            for on, number in {*PLACES, (each.on, each.number)}:
                await practice.room.presses.do(window, made(each.action, on, number, each.deed))
                is_there = each._replace(on=on, number=number) in window._offered
                assert taken == [each.action] * is_there, (each, on, number)
                taken.clear()

    assert {"nothing", "table", "panel", "sheet", "post"} <= seen


async def test_what_lies_on_one_window_is_pressed_on_no_other(practice: Practice, taken: list[str]) -> None:
    """A sheet is its window's: neither its reader's second window nor another user's presses it."""
    own, second = (window_of(practice, "brenna", 1) for _ in range(2))
    others = window_of(practice, "tomas", 1)
    own.open_message(offering_of("t:1:homes"))
    for window in (second, others, own):
        await practice.room.presses.do(window, made("t:1:homes", "sheet", 1))
        assert taken == ["t:1:homes"] * (window is own)


async def test_a_window_without_memory_is_drawn_before_it_is_pressed(
    practice: Practice, taken: list[str]
) -> None:
    """After a restart a press counts if the table offers it still, as things stand now."""
    ann = await practice.browser("brenna", 1)
    throw = ann.actions()["Throw"]
    await practice.room.presses.do(window_of(practice, "brenna", 1), made(throw, "panel", 1))

    assert taken == [throw]


async def test_only_what_is_for_all_changes_a_post(practice: Practice) -> None:
    """TB-11: whatever a handler answers by changing what was pressed: in a post only a screen for all."""
    windows, window = practice.room.front.windows, window_of(practice, "tomas", 0)
    number = windows.post(CHANNEL, say("shown to all"))
    visit = window.guest.request(1, 0.0)
    reply = PageContext(practice.room.front, windows, window, visit, PressedSpot("post", number))
    await reply.update(say("mine alone"))
    assert say("shown to all") == windows.room(CHANNEL).posts[number].screen
    assert [say("mine alone")] == [each.content for each in window.sheets]

    public = replace(say("the next page"), is_for_all=True)
    reply = PageContext(practice.room.front, windows, window, visit, PressedSpot("post", number))
    await reply.update(public)
    assert public == windows.room(CHANNEL).posts[number].screen
    assert 1 == len(window.sheets)


def offering_of(action: str) -> Screen:
    """A screen with one button."""
    return Screen((ActionRow((Button("Press me", action),)),))
