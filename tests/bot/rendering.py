"""Helpers that several tests about rendering share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_io.application_emojis import sprites_by_emoji
from bot.screens.catalog import FACES
from bot.screens.core.picture import Picture
from bot.screens.core.presenter import moved
from bot.screens.core.screen import (
    ActionRow,
    Screen,
    Select,
    Text,
)
from bot.screens.table.fair_play import fairness
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from bot.screens.table.table_people import company_screen, rules_screen
from games.catalog import BY_KEY, GAMES
from games.engine.core.errors import Templated
from games.engine.core.game import Seat
from games.engine.table.seating import close
from games.engine.table.table import AnyTable, Pause, TableSeat
from games.engine.table.views import TableView, view_table
from storage.play.tables import StoredTable
from storage.standing.titles import Earned
from tests.laws.walk import Case, cases, few_cases, secret_seats, walk

CASES = [case for case in cases() if case[0] in GAMES]


EVERY_LARGEST = [case for case in CASES if case[2] == max(GAMES[case[0]].seats)]


LARGEST = [case for case in few_cases() if case in EVERY_LARGEST]


FEW = CASES[:: max(1, len(CASES) // 7)]


CURRENCY = "Ŵ" * 20


WIDE = "\N{PLAYING CARD ACE OF SPADES}" * 30


LATE = 1_900_000_000.0


IN_WORDS: dict[str, str] = {}


IN_EMOJIS = {
    sprite: f"<:{name}:{10**18 + number}>" for number, (name, sprite) in enumerate(sprites_by_emoji().items())
}


BOTH = pytest.mark.parametrize("emojis", [IN_WORDS, IN_EMOJIS], ids=["words", "emojis"])


HARMLESS = re.compile(
    r"`[^`]*`"  # dice, seeds and commitments
    r"|(?:[AKQJ2-9]|10)[♣♦♥♠]\ufe0e"  # cards
    r"|(?:6[VL][123]|[AKQJ2-7][HDBVL]|GOD|SATAN)[○◐△☆▼]"  # cards with a suit's letter and shape
    r"|\b[A-EHL][1-8]\b"  # places of a field, and whose card that is
    r"|<@\d+>|<t:\d+:[Rf]>|<#\d+>"  # people, times, channels
    r"|p\d+|house \d+"  # names
    r"|https://\S+"
    r"|“[^”]*”"  # a person’s own words
    r"|English"  # what a language calls itself
    r"|coins"  # the currency, which a manager chooses
)


def tables_of(case: Case) -> list[AnyTable]:
    """Every table of a walk, and what becomes of some when they are closed."""
    steps = [taken.change.table for taken in walk(case)]
    called_off = [close(each, GAMES[case[0]]).table for each in steps[::25] if each.phase != "closed"]
    return [*steps, *called_off]


def widest(table: AnyTable) -> AnyTable:
    """The table with the longest of names, and all that can be asked for beside a hand."""
    is_asked = table.hand is not None and table.pause is None
    pause = Pause(agreed=()) if is_asked else table.pause
    seats = (_wide(each, sits_out_next=table.hand is not None) for each in table.seats)
    return replace(table, seats=tuple(seats), pause=pause)


def _wide(seated: TableSeat[Any], *, sits_out_next: bool) -> TableSeat[Any]:
    return replace(seated, name=f"{WIDE}{seated.seat % 100:02}", sits_out_next=sits_out_next)


def screens(
    table: AnyTable, currency: str = "coins", emojis: Mapping[str, str] = IN_WORDS
) -> Iterator[Screen]:
    """All that is shown of a table, to spectators and to everybody who sits there."""
    for viewer in secret_seats(table):
        yield from screens_for(table, viewer, currency, emojis)


def screens_for(
    table: AnyTable, viewer: Seat | None, currency: str = "coins", emojis: Mapping[str, str] = IN_WORDS
) -> Iterator[Screen]:
    """Return the screens of a viewer: the own panel, or with None the public ones."""
    game = GAMES[table.game]
    face, view = FACES[table.game], view_table(table, game, viewer)
    scene = Scene(view, game, face, currency, LATE, emojis=emojis, pictures="always")
    if viewer is not None:
        yield panel_screen(replace(scene, advice=advice(view), has_hints=True))
    else:
        told = replace(scene, titles=titles(view))
        yield from (table_screen(told), table_screen(replace(told, pictures="never")))
        yield rules_screen(scene, may_change=table.phase == "lobby")
        yield fairness(scene, may_cut=True)
        yield company_screen(scene)
        yield moved(StoredTable(table.id, 1, 2, 3, 4, LATE, LATE, LATE, 4, table, LATE))


def titles(view: TableView[Any]) -> tuple[Earned, ...]:
    """Return for each player the longest titles, more than are told one by one (TB-21)."""
    longest = sorted(BY_KEY.values(), key=lambda each: len(each.name + each.deed))[-3:]
    people = [each.player for each in view.places if each.player is not None]
    return tuple(Earned(each, title.key, LATE, view.id, view.hands) for each in people for title in longest)


def advice(view: TableView[Any]) -> Templated | None:
    """Return the coach's advice for a viewer who is asked."""
    asked = next((each for each in view.questions if each.seat == view.viewer), None)
    return None if asked is None else GAMES[view.game].advice(view.hand, asked.offers)


def labels(screen: Screen) -> list[str]:
    """Return the texts in places that show an emoji’s markup as plain text."""
    shown = {part.markdown for part in screen.parts if isinstance(part, Text)}
    return [text for text in texts(screen) if text not in shown]


def texts(screen: Screen) -> list[str]:
    """Every word on a screen."""
    found = []
    for part in screen.parts:
        match part:
            case Text(markdown=markdown):
                found.append(markdown)
            case ActionRow(buttons=buttons):
                found.extend(button.label for button in buttons)
            case Select(placeholder=placeholder, choices=choices):
                found.extend([placeholder, *(choice.label for choice in choices)])
            case Picture():
                found.extend(words_of(part))
            case _:
                pass
    return found


def words_of(picture: Picture) -> Iterator[str]:
    """Every word on a picture and of its description."""
    yield from (picture.description, picture.title, picture.said, *(each.written for each in picture.bar))
    for lane in picture.lanes:
        yield from (lane.name, lane.alias, lane.said, lane.gain)
        yield from (words for tile in lane.tiles for words in (tile.caption, tile.said))


def actions(screen: Screen) -> Iterator[str]:
    """The custom_ids on a screen."""
    for part in screen.parts:
        if isinstance(part, ActionRow):
            yield from (button.action for button in part.buttons if not button.is_link)
        elif isinstance(part, Select):
            yield part.action


def untranslated(text: str) -> str:
    """The letters of a text that stand outside ⟦ ⟧."""
    depth, outside = 0, []
    for each in HARMLESS.sub("", text):
        depth += (each == "⟦") - (each == "⟧")
        if depth == 0 and each.isalpha():
            outside.append(each)
    return "".join(outside)
