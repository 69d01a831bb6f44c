"""Law 7 for the screens of a series: however many play, and whatever it is called, all fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.discord_io.messages.rendering import FormModal
from bot.screens.core.screen import DESCRIPTION_MAX, FIELDS_MAX, FORM_LABEL_MAX, Form, Screen, TextField
from bot.screens.tournament.series import (
    PAST_SHOWN,
    all_series_screen,
    close_question,
    manage_screen,
    schedule_form,
    series_screen,
    terms_form,
)
from bot.tavern.tournament import draft
from bot.tavern.tournament.series import COUNT_MAX, SeriesView
from bot.text.translate import speaking
from games.stone_hand.game import STONE_HAND
from games.tournament.series import Finish, SeriesTerms
from storage.people.server_settings import ServerSettings
from storage.tournaments.series import NamedFinish, Series, SeriesRound, SeriesSchedule
from tests.bot.test_rendering import texts, untranslated
from tests.bot.test_tournament_screens import AT, ID, LETTERS, fits
from tests.pseudo import PSEUDO, pseudo_language

PLAYERS = 60


def widest(letter: str, count: int, *, best_count: int = 0, closed_at: float | None = None) -> SeriesView:
    """Sixty people have played so many tournaments for as many points as can be given; three are to come."""
    terms = SeriesTerms((10**9 - 1,) * 40, best_count, COUNT_MAX)
    series = Series(10**6, ID, ID, letter * 40, terms, AT, closed_at)
    rounds = tuple(
        SeriesRound(
            10**6 + number,
            letter * 40,
            "toy",
            "over" if number < count or closed_at is not None else "open",
            AT,
            500,
            ID,
            ID,
        )
        for number in range(count + 3)
    )
    places = [
        NamedFinish(Finish(10**6 + number, ID + player, 1 + player % 3), letter * 32)
        for number in range(count)
        for player in range(PLAYERS)
    ]
    return SeriesView(series, rounds, tuple(places))


def views(letter: str = LETTERS[0]) -> Iterator[SeriesView]:
    """Series of every kind."""
    for count in (0, 1, 8, 9, 50):
        yield widest(letter, count)
        yield widest(letter, count, best_count=5)
        yield widest(letter, count, closed_at=AT)
    view = widest(letter, 9)
    yield replace(view, series=replace(view.series, terms=SeriesTerms((10, 6), tournament_count=9)))


def screens(view: SeriesView) -> Iterator[Screen]:
    """All that can be seen of a series."""
    yield from (series_screen(view, page) for page in (0, 2, 99))
    kept = draft.begun(STONE_HAND, ServerSettings(), "x")
    yield from (manage_screen(each, kept) for each in (view, by_itself(view)))
    yield close_question(view)
    yield all_series_screen((), (), has_more=False)


def by_itself(view: SeriesView) -> SeriesView:
    """The same with the longest schedule, and the longest trouble with it."""
    schedule = SeriesSchedule("day", 2, 31, 1199, "America/Argentina/ComodRivadavia", 168)
    trouble = "⟦" + "x" * 500 + "⟧"
    told = replace(view.series, schedule=schedule, channel=ID, start_at=AT, due_at=AT, trouble=trouble)
    return replace(view, series=told)


def forms(view: SeriesView) -> Iterator[Form]:
    """All that can be filled in."""
    for series in (view.series, by_itself(view).series):
        yield terms_form(series)
        yield schedule_form(series, "Europe/Berlin")


@pytest.mark.parametrize("letter", LETTERS)
def test_every_screen_of_a_series_fits(letter: str) -> None:
    """Law 7, F-47: the standings page by page, the panel, the question, those that are over."""
    for view in views(letter):
        for screen in screens(view):
            assert fits(screen)
    many = [
        replace(each, series=replace(each.series, id=10**6 + index))
        for index, each in enumerate([widest(letter, 9, closed_at=AT)] * PAST_SHOWN)
    ]
    under_way = [replace(each, series=replace(each.series, id=index)) for index, each in enumerate(many)]
    assert fits(all_series_screen(tuple(under_way), tuple(many[:1]), has_more=True))
    assert fits(all_series_screen((), tuple(many), has_more=True))


@pytest.mark.parametrize("letter", LETTERS)
def test_every_form_of_a_series_fits(letter: str) -> None:
    """Law 7: labels, descriptions and what stands in the fields already."""
    for form in forms(widest(letter, 2)):
        assert all(len(each) <= FORM_LABEL_MAX for each in (form.title, *(x.label for x in form.fields)))
        assert all(len(each.description) <= DESCRIPTION_MAX for each in form.fields)
        assert len(form.fields) <= FIELDS_MAX
        assert all(len(x.value) <= x.length for x in form.fields if isinstance(x, TextField))
        assert FormModal(form).to_dict()["custom_id"] == form.action


def test_no_word_of_a_series_is_outside_the_catalogue() -> None:
    """Every word went through gettext."""
    with pseudo_language(), speaking(PSEUDO):
        for view in views():
            for screen in screens(view):
                for text in texts(screen):
                    told = re.sub(r"<t:\d+:\w>", "", text.replace(LETTERS[0], ""))
                    assert untranslated(told) == "", text


def test_the_standings_say_what_counted() -> None:
    """TN-31 to TN-33: uncounted results are struck through; shared places and possible winners are shown."""
    series = Series(3, 1, 9, "Winter", SeriesTerms((10, 6, 4), 2, 4), 0.0)
    places = ((1, 7, 1), (1, 8, 2), (2, 7, 3), (2, 8, 1), (3, 7, 2), (3, 9, 1))
    rounds = tuple(SeriesRound(number, "Cup", "toy", "over", 0.0, 3, 1, 2) for number in (1, 2, 3))
    view = SeriesView(series, rounds, tuple(NamedFinish(Finish(*each), "x") for each in places))

    said = "".join(texts(series_screen(view)))

    assert "Winter\n3 of 4 tournaments played" in said
    assert "1\\. <@7> · **16 points** · 10 ~~4~~ 6\n1\\. <@8> · **16 points** · 6 10\n" in said
    assert "3\\. <@9> · **10 points** · 10" in said
    assert "**Can still win:** <@7>, <@8> and <@9>" in said
