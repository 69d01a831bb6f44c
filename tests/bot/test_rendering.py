"""Laws 5 and 7 for the screens, over the catalog: all fits, nothing leaks, every word is translated."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any

import pytest

from bot.custom_ids import parse
from bot.discord_io.interactions.dispatch import FOREIGN, sentence
from bot.discord_io.messages.rendering import ScreenLayout
from bot.front.forms import FieldError
from bot.screens.catalog import FACES
from bot.screens.core.naming import stake
from bot.screens.core.presenter import refusal
from bot.screens.core.screen import (
    BYTES_MAX,
    emojis_of,
    faults,
    say,
    with_emojis,
)
from bot.screens.table.fair_play import fairness
from bot.screens.table.panel import panel_screen
from bot.screens.table.scenes import Scene
from bot.text.translate import speaking
from games.catalog import GAMES
from games.engine.core.errors import RuleError, UserError
from games.engine.core.house_rules import options
from games.engine.provable_chance import Cut
from games.engine.table.table import SEATS_EVER
from games.engine.table.views import Proof, view_table
from games.stone_hand.game import STONE_HAND
from storage.db.codec import codec_of
from storage.errors import Refused, StorageError
from tests.bot.rendering import (
    BOTH,
    CURRENCY,
    EVERY_LARGEST,
    FEW,
    IN_EMOJIS,
    IN_WORDS,
    LARGEST,
    LATE,
    WIDE,
    actions,
    labels,
    screens,
    screens_for,
    tables_of,
    texts,
    untranslated,
    widest,
)
from tests.games.luck import Luck
from tests.laws.secrecy import possible_state
from tests.laws.walk import Case, rule_sets, secret_seats
from tests.pseudo import PSEUDO, pseudo_language
from tests.soak import some_now

LINK = f"https://discord.com/channels/{10**19}/{10**19}/{10**19}"
SOME_TABLES = pytest.mark.parametrize("step", [2, pytest.param(1, marks=pytest.mark.soak)])


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
    prefix = re.compile(r"<:\w+:\d+>")
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


def ids(components: list[dict[str, Any]]) -> list[str]:
    """The custom_ids in what is sent to Discord."""
    found = [each["custom_id"] for each in components if "custom_id" in each]
    for each in components:
        found.extend(ids(each.get("components", [])))
    return found


def blind(text: str) -> str:
    """A text without commitments."""
    return re.sub(r"`[0-9a-f]{64}`", "`…`", text)
