"""Laws 5 and 7 for the screens, over the catalog: all fits, nothing leaks, every word is translated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest

from bot.custom_ids import parse
from bot.discord_io.application_emojis import wanted
from bot.discord_io.interactions.dispatch import FOREIGN, sentence
from bot.discord_io.messages.rendering import ScreenLayout
from bot.front.forms import FieldError
from bot.screens.catalog import FACES
from bot.screens.core.naming import stake
from bot.screens.core.picture import Picture
from bot.screens.core.presenter import moved, refusal
from bot.screens.core.screen import (
    BYTES_MAX,
    ActionRow,
    Screen,
    Select,
    Text,
    emojis_of,
    faults,
    say,
    with_emojis,
)
from bot.screens.table.fair_play import fairness
from bot.screens.table.message import table_screen
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from bot.screens.table.table_people import company_screen, rules_screen
from bot.text.translate import speaking
from games.catalog import BY_KEY, GAMES
from games.engine.core.errors import RuleError, Templated, UserError
from games.engine.core.game import Seat
from games.engine.core.house_rules import options
from games.engine.provable_chance import Cut
from games.engine.table.seating import close
from games.engine.table.table import SEATS_EVER, AnyTable, Pause, TableSeat
from games.engine.table.views import Proof, TableView, view_table
from games.stone_hand.game import STONE_HAND
from storage.db.codec import codec_of
from storage.errors import Refused, StorageError
from storage.play.tables import StoredTable
from storage.standing.titles import Earned
from tests.games.luck import Luck
from tests.laws.secrecy import possible_state
from tests.laws.walk import Case, cases, few_cases, rule_sets, secret_seats, walk
from tests.pseudo import PSEUDO, pseudo_language
from tests.soak import some_now

CASES = [case for case in cases() if case[0] in GAMES]
EVERY_LARGEST = [case for case in CASES if case[2] == max(GAMES[case[0]].seats)]
LARGEST = [case for case in few_cases() if case in EVERY_LARGEST]
FEW = CASES[:: max(1, len(CASES) // 7)]
CURRENCY = "Ŵ" * 20
WIDE = "\N{PLAYING CARD ACE OF SPADES}" * 30
LATE = 1_900_000_000.0
LINK = f"https://discord.com/channels/{10**19}/{10**19}/{10**19}"
IN_WORDS: dict[str, str] = {}
IN_EMOJIS = {sprite: f"<:{name}:{10**18 + number}>" for number, (name, sprite) in enumerate(wanted().items())}
BOTH = pytest.mark.parametrize("emojis", [IN_WORDS, IN_EMOJIS], ids=["words", "emojis"])
SOME_TABLES = pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.soak)])
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


@BOTH
@pytest.mark.parametrize("step", [25, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("case", some_now(EVERY_LARGEST, LARGEST), ids=str)
def test_the_largest_table_fits(case: Case, step: int, emojis: dict[str, str]) -> None:
    """Law 7, F-47: with every seat taken and all names long and wide, each view is within the limits."""
    for table in tables_of(case)[:: step * (2 if emojis else 1)]:
        for screen in screens(widest(table), CURRENCY, emojis):
            sent = list(ScreenLayout(screen).to_components())
            payload = json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()

            assert faults(screen) == []
            assert len(payload) < BYTES_MAX
            assert len(set(ids(sent))) == len(ids(sent))


@BOTH
@pytest.mark.parametrize("case", some_now(EVERY_LARGEST, LARGEST), ids=str)
def test_panels_of_several_tables_fit(case: Case, emojis: dict[str, str]) -> None:
    """Law 7: a panel for several tables is within the limits, and shows the first of them in whole."""
    for table in map(widest, tables_of(case)[::18]):
        for viewer in secret_seats(table):
            if viewer is None:
                continue
            game, face = GAMES[table.game], FACES[table.game]
            first, *others = [replace(table, id=number) for number in (10**17, 2, 3)]
            drawn = partial(Scene, game=game, face=face, currency=CURRENCY, deadline_at=LATE, emojis=emojis)
            scene = drawn(view_table(first, game, viewer))
            elsewhere = [drawn(view_table(each, game, viewer), link=LINK) for each in others]
            several, alone = panel_screen(scene, elsewhere), panel_screen(scene)

            assert faults(several) == []
            assert several.parts[:-1] == alone.parts[:-1]
            # The way to the others is a small line below all else.
            assert str(several.parts[-1]).startswith(str(alone.parts[-1]).removesuffix("')"))


@pytest.mark.parametrize(
    "emojis", [pytest.param(IN_WORDS, marks=pytest.mark.soak), IN_EMOJIS], ids=["words", "emojis"]
)
@SOME_TABLES
@pytest.mark.parametrize("case", FEW, ids=str)
def test_every_table_fits(case: Case, step: int, emojis: dict[str, str]) -> None:
    """Law 7: so is every smaller one; and whatever is pressed there comes back as what it means (Law 2)."""
    for table in tables_of(case)[::step]:
        for screen in screens(table, emojis=emojis):
            assert faults(screen) == []
            assert [label for label in labels(screen) if "<:" in label] == []
            assert [action for action in actions(screen) if parse(action) is None] == []


@pytest.mark.parametrize(
    "emojis", [IN_WORDS, pytest.param(IN_EMOJIS, marks=pytest.mark.soak)], ids=["words", "emojis"]
)
@pytest.mark.parametrize("case", FEW, ids=str)
def test_other_secrets_show_the_same(case: Case, emojis: dict[str, str]) -> None:
    """Law 5, TB-11: whatever a viewer may not know, table and panel look the same, custom_ids and all."""
    game, luck = GAMES[case[0]], Luck(repr(case))
    for table in tables_of(case)[::3]:
        for viewer in secret_seats(table):
            other = possible_state(table, game, viewer, luck)
            both = (screens_for(each, viewer, emojis=emojis) for each in (table, other))
            for seen, as_well in zip(*both, strict=True):
                assert blind(repr(seen)) == blind(repr(as_well))


@pytest.mark.parametrize("key", GAMES)
def test_cards_and_dice_are_shown_as_emojis(key: str) -> None:
    """Whatever has a sprite is shown by it, on the table and on panels; and with one missing, in words."""
    case = next(each for each in FEW + LARGEST if each[0] == key)
    prefix = re.compile(rf"<:(?:{key.partition('_')[0]}|die|home)_\w+:\d+>")
    some = tables_of(case)[::4]
    faced = [
        screen
        for table in some
        for screen in screens(table, emojis=IN_EMOJIS)
        if prefix.search("".join([*texts(screen), "" if screen.picture is None else screen.picture.instead]))
    ]
    plain = [screen for table in some for screen in screens(table, emojis={"another": "<:another:1>"})]

    assert len(faced) > len(some)
    assert plain == [screen for table in some for screen in screens(table)]


def test_what_has_no_room_for_emojis_is_told_in_words() -> None:
    """Law 7: a message that would grow too long with emojis is drawn without any."""
    emojis = {"die_5": "<:die_5:1000000000000000000>"}

    def drawn(count: int) -> str:
        screen = with_emojis(emojis, lambda: say(*(emojis_of(["die_5"]) or "5" for _ in range(count))))
        return texts(screen)[0]

    assert drawn(2) == f"{emojis['die_5']}\n{emojis['die_5']}"
    assert drawn(200) == "\n".join("5" * 200)


@pytest.mark.parametrize("case", FEW, ids=str)
def test_every_state_can_be_written_and_read(case: Case) -> None:
    """Law 3: reading what was written gives the same table, at every step."""
    codec = codec_of(GAMES[case[0]]).table
    for table in tables_of(case):
        assert codec.decode(codec.encode(table)) == table


@SOME_TABLES
@pytest.mark.parametrize("case", [*FEW[::2], *LARGEST[:1]], ids=str)
def test_no_word_is_outside_the_catalogue(case: Case, step: int) -> None:
    """Every word of every screen went through gettext; only names, numbers and the like did not."""
    with pseudo_language(), speaking(PSEUDO):
        for table in tables_of(case)[::step]:
            for screen in screens(table):
                for text in texts(screen):
                    assert untranslated(text) == ""


def test_the_words_of_every_refusal_are_translated() -> None:
    """The sentences for errors are, with whatever facts they name."""
    kinds = (*kinds_of(UserError), *kinds_of(StorageError))
    slips = [each for each in kinds if isinstance(each.template, str)]
    sentences = [each.template for each in slips] + list(FOREIGN.values())
    facts: dict[str, Any] = dict.fromkeys(re.findall(r"{(\w+)}", " ".join(sentences)), 7)
    facts |= {"code": 0, "first": "prize_pool", "second": "arcade", "channels": (1, 2), "number": "1a2b3c"}
    with pseudo_language(), speaking(PSEUDO):
        for kind in (*slips, *FOREIGN):
            error = Exception.__new__(kind)
            for name, fact in facts.items():
                if not hasattr(error, name):
                    error.__dict__[name] = fact
            told = sentence(error, "coins")

            assert told is not None
            assert untranslated(told) == ""
            assert faults(refusal(told)) == []

    # The words of a mistyped field are those of the slip in it.
    assert set(kinds) - set(slips) == {RuleError, Refused, FieldError}


@pytest.mark.parametrize("letter", [WIDE[0], "*", "[free](https://x.example)"])
def test_whatever_the_dice_were_cut_with_fits(letter: str) -> None:
    """Law 7, F-46: dice that were cut by as many as can be; the words show as they were given."""
    game = STONE_HAND
    table = next(each for each in tables_of((game.key, 0, 3)) if each.hand is not None)
    cuts = (Cut((letter * 32)[:32], (letter * 60)[:60]),) * SEATS_EVER
    view = replace(view_table(table, game, None), hands=2, cuts=cuts, proof=Proof("0" * 64, cuts))
    screen = fairness(Scene(view, game, FACES[game.key], CURRENCY), may_cut=True)

    assert faults(screen) == []
    mixed_in = [words for words in texts(screen) if "Mixed into" in words]
    assert len(mixed_in) == 2
    for words in mixed_in:
        told = words.partition("hand 2:")[2] or words.partition("Mixed into it:")[2]
        assert not re.search(r"(?<!\\)[*\[]", told.removeprefix("**"))


def test_one_chip_is_no_chips() -> None:
    """The unit of money at a table is counted in the singular or plural."""
    assert [stake(units, "coins", "practice") for units in (1, 2)] == ["1 practice chip", "2 practice chips"]
    assert [stake(units, "coins", "chips") for units in (1, 2)] == ["1 chip", "2 chips"]


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_screens(key: str) -> None:
    """Law 8: every game has screens, and each of its house rules a translated title."""
    game = GAMES[key]
    with pseudo_language(), speaking(PSEUDO):
        # Sets that change one rule come first: more changes together add no new case.
        alone = sum(len(each.choices) for each in options(game.house_rules))
        for rules in rule_sets(key)[:alone]:
            table = replace(tables_of((key, 0, min(game.seats)))[0], rules=rules)
            for screen in screens(table):
                assert [untranslated(text) for text in texts(screen)] == [""] * len(texts(screen))


def test_a_refusal_names_what_it_holds() -> None:
    """Each name in a slip's braces is one of its facts."""
    for kind in kinds_of(UserError):
        if isinstance(kind.template, str):
            facts = {each.name for each in fields(kind)} if is_dataclass(kind) else set()
            assert set(re.findall(r"{(\w+)}", kind.template)) <= facts, kind


def kinds_of(error: type[Any]) -> Iterator[type[Any]]:
    """All that are of a kind of error, and of those of its own."""
    for each in error.__subclasses__():
        yield each
        yield from kinds_of(each)


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


def ids(components: list[dict[str, Any]]) -> list[str]:
    """The custom_ids in what is sent to Discord."""
    found = [each["custom_id"] for each in components if "custom_id" in each]
    for each in components:
        found.extend(ids(each.get("components", [])))
    return found


def blind(text: str) -> str:
    """A text without commitments."""
    return re.sub(r"`[0-9a-f]{64}`", "`…`", text)


def untranslated(text: str) -> str:
    """The letters of a text that stand outside ⟦ ⟧."""
    depth, outside = 0, []
    for each in HARMLESS.sub("", text):
        depth += (each == "⟦") - (each == "⟧")
        if depth == 0 and each.isalpha():
            outside.append(each)
    return "".join(outside)
