"""Law 7 for what managers set and what people choose for themselves: all fits, every word is translated."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from bot.discord_io.messages.rendering import FormModal
from bot.screens.core.screen import (
    DESCRIPTION_MAX,
    FIELDS_MAX,
    FORM_LABEL_MAX,
    TextField,
    faults,
    with_emojis,
)
from bot.screens.server.board import (
    ALL_GAMES,
    FOR,
    PERIODS,
)
from bot.screens.server.help_pages import Diagnosis, boards_line, doctor_screen, hidden_hint
from bot.screens.server.personal import me_screen
from bot.screens.server.record import (
    Compared,
    RecordQuery,
    RecordResult,
    comparison_screen,
    record_screen,
    titles_line,
)
from bot.screens.server.settings import FORMS, settings_form, settings_screen, usual_rules_screen
from bot.text.translate import languages, own_name, speaking
from games.catalog import GAMES
from storage.books.ledger import AMOUNT_MAX
from storage.people.preferences import Preferences
from storage.people.server_settings import BOUNDS, CHANNELS_MAX, ServerSettings, check
from storage.standing.boards import BoardPost, Why
from storage.standing.records import HandPlace, PlayedFor, PlayRecord
from storage.standing.titles import Earned
from tests.bot.rendering import BOTH, texts, untranslated
from tests.bot.server_screens import ID, PLAYED, boards, every_title, pages_of_titles, seasons
from tests.pseudo import PSEUDO, pseudo_language

CHANNELS = tuple(range(ID, ID + CHANNELS_MAX))
MOST: dict[str, Any] = {name: most for name, (_least, most) in BOUNDS.items()}
WIDEST = ServerSettings(currency="*" * 20, channels=CHANNELS, organiser_role=ID, moderator_role=ID, **MOST)
"""The largest numbers, a currency whose every letter has to be escaped, all the channels there can be."""


@BOTH
@pytest.mark.parametrize("settings", [ServerSettings(), WIDEST])
def test_settings_fit(settings: ServerSettings, emojis: dict[str, str]) -> None:
    """Law 7: the page of settings, the house rules of each game, and what people choose for themselves."""
    check(settings)

    hint = hidden_hint(2**63, {"organise": 2**63, "manage": 2**63})
    assert faults(with_emojis(emojis, lambda: settings_screen(settings, AMOUNT_MAX, hint))) == []
    for game in GAMES.values():
        assert faults(usual_rules_screen(settings, game, tuple(GAMES.values()))) == []
    for has_messages in (True, False):
        assert faults(me_screen(Preferences(), has_messages=has_messages)) == []
    assert faults(me_screen(Preferences(pings="dm"), 1e9, has_messages=True)) == []


TWO_DAYS = ((20_000, 10**12), (20_001, -(10**12)))


def longest(count: int) -> dict[str, PlayRecord]:
    """A record of every game in which everything happened so often."""
    return {
        key: PlayRecord(count, count, count, count, count, count, best, dict.fromkeys(deeds, count), count, 1)
        for key, (best, deeds) in PLAYED.items()
    }


@BOTH
def test_records_fit(emojis: dict[str, str]) -> None:
    """Law 7: a record of all games, for coins, for practice and at tournaments, after a long life."""
    played: dict[PlayedFor, dict[str, PlayRecord]] = {money: longest(10**9) for money in FOR}
    for game in (ALL_GAMES, *GAMES):
        of_game = {
            money: {key: each for key, each in record.items() if game in (ALL_GAMES, key)}
            for money, record in played.items()
        }
        for period in PERIODS:
            found = RecordResult(of_game, TWO_DAYS, HandPlace(10**17, 10**6), every_title())
            drawn = partial(record_screen, RecordQuery(ID, game, period), found, "*" * 20)

            assert faults(with_emojis(emojis, drawn)) == []


def compared(game: str, count: int) -> list[Compared]:
    """Two people with long lives and names, in all games or in one."""
    of = {key: each for key, each in longest(count).items() if game in (ALL_GAMES, key)}
    return [Compared(ID + at, "W" * 32, dict.fromkeys(FOR, of), TWO_DAYS) for at in range(2)]


@BOTH
def test_comparisons_fit(emojis: dict[str, str]) -> None:
    """Law 7: two people side by side who have done everything often, in all games and in each."""
    for game in (ALL_GAMES, *GAMES):
        drawn = partial(comparison_screen, compared(game, 10**9), game, "all", "*" * 20)

        assert faults(with_emojis(emojis, drawn)) == []


@BOTH
def test_seasons_fit(emojis: dict[str, str]) -> None:
    """Law 7: champions, boards and menus of seasons with the longest names."""
    for drawn in seasons():
        assert faults(with_emojis(emojis, drawn)) == []


@BOTH
def test_boards_fit(emojis: dict[str, str]) -> None:
    """Law 7: boards with all their places taken, of numbers and of the longest hands."""
    for drawn in boards():
        assert faults(with_emojis(emojis, drawn)) == []


@BOTH
def test_titles_fit(emojis: dict[str, str]) -> None:
    """Law 7: all titles at once, and all pages of what else there is."""
    for drawn in pages_of_titles():
        assert faults(with_emojis(emojis, drawn)) == []


def test_the_latest_title_is_named() -> None:
    """TB-21: it tells the number, and the last that was earned; a title of a later version is none here."""
    earned = [
        Earned(ID, key, 1.0, None, None) for key in ("stone_home", "stone_triple", "not_yet_thought_of")
    ]

    assert titles_line(earned) == "🏅 2 titles, the latest **The Three Brothers**"
    assert titles_line(earned[:1]) == "🏅 1 title: **Thrown Home**"
    assert titles_line(earned[2:]) == ""


@pytest.mark.parametrize("settings", [ServerSettings(), WIDEST])
@pytest.mark.parametrize("key", FORMS)
async def test_the_forms_of_settings_fit(settings: ServerSettings, key: str) -> None:
    """Law 7: five fields at most, each label whole, and what is set within what can be typed."""
    form = settings_form(settings, key, {*CHANNELS, ID})
    sent = FormModal(form).to_dict()

    assert len(form.fields) <= FIELDS_MAX
    assert all(len(each.label) <= FORM_LABEL_MAX for each in form.fields)
    assert all(len(each.description) <= DESCRIPTION_MAX for each in form.fields)
    assert all(len(each.value) <= each.length for each in form.fields if isinstance(each, TextField))
    assert len(sent["components"]) == len(form.fields)


def test_no_word_of_settings_is_outside_the_catalogue() -> None:
    """Every word went through gettext."""
    with pseudo_language(), speaking(PSEUDO):
        forms = [settings_form(ServerSettings(), key, ()) for key in FORMS]
        screens = [settings_screen(ServerSettings(), 0)]
        screens += [me_screen(Preferences(pings="dm"), 1e9, has_messages=True)]
        screens += [
            record_screen(
                RecordQuery(ID, game, "all"),
                RecordResult({money: longest(count)}, TWO_DAYS, None, every_title()),
                "coins",
            )
            for game in (ALL_GAMES, *GAMES)
            for money in FOR
            for count in (1, 2, 50)
        ]
        screens += [record_screen(RecordQuery(ID, ALL_GAMES, "all"), RecordResult({}), "coins")]
        screens += [
            comparison_screen(compared(game, 50), game, "all", "coins") for game in (ALL_GAMES, *GAMES)
        ]
        nothing = [replace(each, played={money: {} for money in FOR}) for each in compared(ALL_GAMES, 1)]
        screens += [comparison_screen(nothing, ALL_GAMES, "all", "coins")]
        screens += [drawn() for drawn in (*boards(), *seasons(), *pages_of_titles())]
        whys: tuple[Why, ...] = ("", "gone", "forbidden")
        lines = [boards_line(BoardPost(1, ID, ID, ID, "net", ALL_GAMES, "all", "", why)) for why in whys]
        ailing = Diagnosis((), ("",), lines, is_practice=True, has_organisers=False, has_privacy=False)
        screens += [doctor_screen(each) for each in (ailing, replace(ailing, here=("",)))]
        said = [text for screen in screens for text in texts(screen)]
        said += [text for form in forms for field in form.fields for text in (field.label, field.description)]
        for text in said:
            # A language has the same name in all of them.
            assert text in map(own_name, languages()) or untranslated(text) == "", text
