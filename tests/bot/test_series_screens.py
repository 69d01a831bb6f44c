"""Law 7 for the screens of a series: however many play, and whatever it is called, all fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.discord_io.messages.rendering import FormModal
from bot.screens.core.screen import DESCRIPTION_MAX, FIELDS_MAX, FORM_LABEL_MAX, Form, TextField
from bot.screens.tournament.series import (
    PAST_SHOWN,
    all_series_screen,
    schedule_form,
    series_screen,
    terms_form,
)
from bot.tavern.tournament.series import SeriesView
from bot.text.translate import speaking
from games.tournament.series import Finish, SeriesTerms
from storage.tournaments.series import NamedFinish, Series, SeriesRound
from tests.bot.rendering import texts, untranslated
from tests.bot.series_screens import by_itself, screens, views, widest
from tests.bot.tournament_screens import AT, LETTERS, fits
from tests.pseudo import PSEUDO, pseudo_language


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
