"""Screens as what is sent to Discord, and what does not fit."""

from __future__ import annotations

from typing import Any

import pytest

from bot.discord_io.messages.rendering import ScreenLayout
from bot.screens.core.screen import (
    ActionRow,
    Button,
    Screen,
    Select,
    SelectOption,
    Separator,
    Text,
    faults,
    rows,
    say,
)


def sent(screen: Screen) -> list[dict[str, Any]]:
    """The parts within the one container."""
    [container] = ScreenLayout(screen).to_components()
    parts: list[dict[str, Any]] = container["components"]
    return parts


def test_every_part_has_its_component() -> None:
    """Text, buttons, a line, a select: 10, 1 with 2 within, 14, 1 with 3 within."""
    screen = Screen(
        (
            Text("hello"),
            ActionRow((Button("Press", "t:1:join"), Button("Look", "https://x.example", is_link=True))),
            Separator(),
            Select(
                "t:1:rule:x", "Choose", (SelectOption("one", "1"), SelectOption("two", "2", is_chosen=True))
            ),
        )
    )
    text, row, line, select = sent(screen)

    assert (text["type"], text["content"]) == (10, "hello")
    assert [each["type"] for each in row["components"]] == [2, 2]
    assert row["components"][1]["url"] == "https://x.example"
    assert line["type"] == 14
    assert select["components"][0]["options"][1]["default"]


async def test_discord_py_keeps_no_layout() -> None:
    """A layout is finished from the start: presses reach us by their custom_id alone."""
    assert ScreenLayout(say("hello")).is_finished()


def test_buttons_go_five_to_a_row() -> None:
    """Eleven buttons are rows of five, five and one."""
    buttons = [Button("x", f"t:{number}:join") for number in range(11)]

    assert [len(row.buttons) for row in rows(buttons)] == [5, 5, 1]


@pytest.mark.parametrize(
    ("screen", "fault"),
    [
        (Screen((Separator(),)), "no text at all"),
        (say(""), "no text at all"),
        (say("x" * 4001), "too much text"),
        (say("\N{PLAYING CARD ACE OF SPADES}" * 3000), "too many bytes"),
        (Screen((Text("x"), *[Separator()] * 39)), "41 components"),
        (Screen((Text("x"), ActionRow((Button("a", "t:1:x"), Button("b", "t:1:x"))))), "a custom_id twice"),
        (Screen((Text("x"), ActionRow((Button("a", "t" * 101),)))), "a custom_id too long"),
        (Screen((Text("x"), ActionRow((Button("a" * 81, "t:1:x"),)))), "a label too long"),
        (Screen((Text("x"), ActionRow(()))), "a row too long or empty"),
        (Screen((Text("x"), Select("t:1:x", "y", ()))), "a select's choices"),
        (
            Screen((Text("x"), Select("t:1:x", "y", (SelectOption("a", "1"), SelectOption("b", "1"))))),
            "a choice twice",
        ),
    ],
)
def test_what_does_not_fit_is_named(screen: Screen, fault: str) -> None:
    """F-47: each limit of Discord's, one beyond it."""
    assert fault in faults(screen)


def test_what_fits_has_no_fault() -> None:
    """Content at the limits themselves has no fault."""
    assert faults(say("x" * 4000)) == []


def test_no_line_begins_with_an_ellipsis() -> None:
    """“…” stays on the line of the word before it, however narrow a phone is."""
    assert (
        sent(say("Uncle Vask thinks … and thinks …"))[0]["content"]
        == "Uncle Vask thinks\u00a0… and thinks\u00a0…"
    )
