"""Law 7 for tournaments' screens: however many play, and whatever they are called, all fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from hashlib import sha256

import pytest

from bot.cogs.records import TOURNAMENTS_SHOWN
from bot.cogs.tournament.player import PAST_SHOWN
from bot.discord_io.messages.rendering import FormModal
from bot.discord_io.notifications.tournaments import MESSAGE_LENGTH, mentioned_in, packed
from bot.pictures.painter import paint
from bot.screens.catalog import FACES
from bot.screens.core.screen import (
    DESCRIPTION_MAX,
    FIELDS_MAX,
    FORM_LABEL_MAX,
    ActionRow,
    TextField,
    with_emojis,
)
from bot.screens.tournament import announcements
from bot.screens.tournament.notice import (
    lots_screen,
    more_screen,
    moved_notice,
    notice_screen,
    scores_screen,
    seats_screen,
    standings_screen,
)
from bot.screens.tournament.plan import FIELDS, FORMS, plan_form, plan_rules_screen, plan_screen
from bot.screens.tournament.summary import (
    PastTournament,
    levels_words,
    past_screen,
    record_screen,
    with_results,
)
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament.reminders import START
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import speaking
from games.catalog import HOSTED
from games.engine.core.game import Level
from games.engine.provable_chance import Seal
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries
from games.tournament.model import (
    PrizeDeal,
    Tournament,
    TournamentTerms,
)
from games.tournament.orders import Dropped, Finished, TournamentCalledOff
from games.tournament.seating import Lots
from storage.people.server_settings import ServerSettings
from storage.tournaments.results import TournamentResult
from tests.bot.rendering import BOTH, CURRENCY, IN_EMOJIS, WIDE, texts, untranslated
from tests.bot.tournament_screens import (
    AT,
    ID,
    LETTERS,
    PLAYERS,
    fits,
    over,
    running,
    second_round,
    tournament,
    tournaments,
    view_of,
    widest_drafts,
    words,
)
from tests.pseudo import PSEUDO, pseudo_language


@pytest.mark.parametrize(
    ("free", "again", "is_asked"), [(1, 0, True), (0, 0, False), (0, 9, False)], ids=["free", "full", "again"]
)
def test_only_who_can_come_in_is_asked_to(free: int, again: int, *, is_asked: bool) -> None:
    """TN-10: late only if a place is free, and again only players who are out, by a button of their own."""
    began = running(late_until=9, reentry_until=again, level_unit="minutes").stored.tournament
    first, *others = began.entrants
    began = replace(began, entrants=(replace(first, standing="out"), *others))
    places = len(began.entrants) + free
    shown = notice_screen(view_of(replace(began, terms=replace(began.terms, players_max=places))))
    buttons = [each.label for part in shown.parts if isinstance(part, ActionRow) for each in part.buttons]

    assert ("Join" in buttons) == is_asked
    assert ("Re-enter" in buttons) == bool(again)
    assert ("You can still join." in "".join(texts(shown))) == is_asked


def test_the_lots_seal_stands_behind_fair_play() -> None:
    """TN-22: from the announcement on anybody can read it there; the notice has no room for 64 digits."""
    seal = sha256(b"\0").hexdigest()

    for each in tournaments():
        assert seal not in "".join(texts(notice_screen(each)))
        assert f"`{seal}`" in "".join(texts(lots_screen(each)))


def all_house(view: TournamentView) -> TournamentView:
    """The same tournament with everybody marked as a house player, which takes the most room."""
    marked = tuple(replace(each, is_house=True) for each in view.tournament.entrants)
    return replace(view, tournament=replace(view.tournament, entrants=marked))


@BOTH
@pytest.mark.parametrize("letter", LETTERS)
def test_every_notice_and_list_fits(letter: str, emojis: dict[str, str]) -> None:
    """Law 7, F-47: the notice in every phase, with its podium, the standings page by page, the scores."""
    for each in map(all_house, tournaments(letter)):
        notice = notice_screen(each, emojis)
        assert fits(notice)
        assert fits(with_results(notice, each))
        assert fits(moved_notice(each))
        assert fits(scores_screen(each))
        assert fits(more_screen(each, is_organiser=True))
        assert fits(lots_screen(each))
        assert fits(seats_screen(each))
        for page in (0, 3, 99):
            assert fits(with_emojis(emojis, partial(standings_screen, each, page)))


def test_notices_and_podiums_show_emojis() -> None:
    """Law 7: room for the widest names does not cost the marks of house players, the crown or the podium."""
    for each in map(all_house, tournaments()):
        assert IN_EMOJIS["house"] in repr(notice_screen(each, IN_EMOJIS))
    ended = all_house(view_of(over()))
    pictured = with_results(notice_screen(ended, IN_EMOJIS), ended)
    assert IN_EMOJIS["crown"] in repr(pictured)
    assert pictured.picture is not None


def test_who_came_through_is_painted_and_told() -> None:
    """TN-14: they are shown by table, as many as a picture has room for; the same in words."""
    view = view_of(second_round("x"))
    picture = with_results(notice_screen(view), view).picture
    names = ["x" * 20 + f"{number:04}" for number in range(30)]

    assert picture is not None
    assert [(each.name, each.gain) for each in picture.lanes] == [
        (name, f"table {1 + at // 2}") for at, name in enumerate(names[:11])
    ]
    assert picture.said == "Through from the heats, and 19 more"
    assert f"{names[0]}, table 1\n{names[1]}, table 1\n{names[2]}, table 2" in picture.description
    assert paint(picture).startswith(b"\x89PNG")
    assert f"**Through from the heats:** {names[0]}, {names[1]}" in "\n".join(texts(notice_screen(view)))


@pytest.mark.parametrize("letter", LETTERS)
def test_what_is_over_fits(letter: str) -> None:
    """Law 7: ten tournaments with the widest titles, and ten results with every prize."""
    told = view_of(over(letter))
    best = tuple((each.player, 9) for each in told.tournament.entrants)
    past = tuple(PastTournament(replace(told, id=10**6 + index), best) for index in range(PAST_SHOWN))
    results = TournamentResult(10**6, letter * 40, ID, 1, 500, 10**9, (letter * 60,) * 2, 10**9, AT)

    assert fits(past_screen(past, CURRENCY, has_more=True))
    assert fits(record_screen(ID, (results,) * TOURNAMENTS_SHOWN, CURRENCY))


@pytest.mark.parametrize("letter", LETTERS)
def test_every_plan_fits(letter: str) -> None:
    """Law 7: the panel of each game, and its forms, of which Discord takes five fields."""
    settings, games = ServerSettings(currency=CURRENCY), tuple(HOSTED.values())
    for draft in widest_drafts(letter):
        game = HOSTED[draft.game]
        assert fits(plan_rules_screen(draft, game))
        assert fits(plan_screen(draft, game, games, settings))
        for key in FORMS:
            form = plan_form(draft, game, key)
            assert all(len(each) <= FORM_LABEL_MAX for each in (form.title, *(x.label for x in form.fields)))
            assert all(len(each.description) <= DESCRIPTION_MAX for each in form.fields)
            assert len(form.fields) <= FIELDS_MAX
            assert all(len(x.value) <= x.length for x in form.fields if isinstance(x, TextField))
            assert FormModal(form).to_dict()["custom_id"] == form.action


def test_a_plan_says_what_levels_are() -> None:
    """SH-2: Stone Hand's levels multiply the pay, with an example; no other game's do."""
    settings, games = ServerSettings(), tuple(HOSTED.values())
    plans = {
        key: "".join(
            texts(plan_screen(tournament_draft.new_draft(game, settings, "Cup"), game, games, settings))
        )
        for key, game in HOSTED.items()
    }

    assert "At level 3 the pay counts three times: 2 becomes 6." in plans.pop(STONE_HAND.key)
    assert all("multiplies" not in each for each in plans.values())


def test_everything_laid_down_is_in_a_form() -> None:
    """Each field stands in one form."""
    assert sorted(name for _title, names in FORMS.values() for name in names) == sorted(FIELDS)


@pytest.mark.parametrize(
    ("unit", "length", "words"),
    [
        ("hands", 1, "with every round a table plays"),
        ("hands", 2, "every 2 rounds per table"),
        ("minutes", 1, "every minute"),
        ("minutes", 2, "every 2 minutes"),
    ],
)
def test_levels_that_rise_with_every_hand(unit: str, length: int, words: str) -> None:
    """TN-7: one hand or minute is no “every 1”."""
    terms = TournamentTerms(6, 100, levels=(Level(2),), level_unit=unit, level_length=length)  # type: ignore[arg-type]

    assert levels_words(terms, FACES[STONE_HAND.key]) == words


def test_the_plan_has_three_rows_of_buttons() -> None:
    """A phone breaks none of them; what a race does not ask for is not there."""
    settings, game = ServerSettings(), HOSTED["knights_heads"]
    screen = plan_screen(tournament_draft.new_draft(game, settings, "Cup"), game, (game,), settings)

    assert [
        [each.label for each in part.buttons] for part in screen.parts if isinstance(part, ActionRow)
    ] == [
        ["General", "Prizes", "Best score"],
        ["Start and clock", "Chips and levels"],
        ["House rules", "Roles", "Announce"],
    ]


@pytest.mark.parametrize("count", [1, 40])
def test_calls_fit_into_messages(count: int) -> None:
    """Law 7: everybody is called in messages that Discord takes, and nobody's line is cut."""
    outcome = running()
    said = [*announcements.at_tables(view_of(outcome.stored.tournament), outcome.orders)]
    lines = tuple(line for call in said for line in call.lines)[:count]
    pieces = packed(lines)

    assert all(len(piece) <= MESSAGE_LENGTH for piece in pieces)
    assert "\n".join(pieces) == "\n".join(lines)


def test_shared_places_and_marks() -> None:
    """Shared places are no list, which Discord would number anew; crown and seats are emojis."""
    emojis = {"crown": "<:crown:1>", **{f"seat_{seat}": f"<:seat_{seat}:{seat}>" for seat in range(1, 13)}}
    made = entries.announce(TournamentTerms(6, 20, levels=(Level(1),)), STONE_HAND.tournament_seats)
    for number, name in enumerate(("ann", "ben")):
        made = entries.enter(made, number + 1, name, AT, Lots(Seal("00"))).tournament
    began = director.start(made, AT, Lots(Seal("00"))).tournament
    ended = replace(began, phase="over", tables=())
    ann, ben = began.entrants

    assert "1\\. **ann** · 20 chips · 1,000,000,000 points\n1\\. **ben** · 20 chips" in words(began)
    running_now = words(began, emojis)
    assert f"1\\. <:seat_{ann.seat}:{ann.seat}> **ann** · 20 chips" in running_now
    assert f"1\\. <:seat_{ben.seat}:{ben.seat}> **ben** · 20 chips" in running_now
    over_now = words(ended, emojis)
    assert "· ann and ben have won\n" in over_now
    assert over_now.count("1\\. <:crown:1> **") == 2


def test_a_level_that_is_due_already_rises_with_the_next_hand() -> None:
    """TN-7, TN-5: ten hands a table, 28 played at three tables, and then one of them was broken."""
    began = running(level_length=10).stored.tournament
    two = replace(began, tables=began.tables[:2], level_hands=28)

    assert "level 2 in 1 round: the pay × 1,000,000,000" in "".join(texts(notice_screen(view_of(two))))


def test_more_prizes_than_there_is_room_for() -> None:
    """TN-15: forty of two hundred places are paid; eight are named, and the others counted."""
    lines = "".join(texts(notice_screen(view_of(running().stored.tournament)))).splitlines()
    (prizes,) = [line for line in lines if "**Prizes**" in line]

    assert " · 8. " in prizes
    assert prizes.endswith(" · and 32 more")


@pytest.mark.parametrize("unit", ["hands", "minutes"])
def test_once_time_is_up_no_level_follows(unit: str) -> None:
    """TN-12: the notice announces no level that nobody plays."""
    began = running(minutes_max=90, level_unit=unit).stored.tournament
    before, after = (
        "".join(texts(notice_screen(view_of(each)))) for each in (began, replace(began, is_time_up=True))
    )

    assert "level 2 " in before
    assert "Time is up" in after
    assert "level 2 " not in after


def test_what_is_not_so_is_not_told() -> None:
    """TN-21, TN-46: no stop is told while a deal waits for a hand, and no refund if no player paid."""
    asked = replace(running().stored.tournament, deal=PrizeDeal(1), paused_at=0)
    assert "Play has stopped" not in words(asked)
    assert "Play has stopped" in words(replace(asked, deal=PrizeDeal(1, until=180)))

    told = [words(director.call_off(tournament(entry=entry)).tournament) for entry in (0, 5)]
    assert ["got it back" in each for each in told] == [False, True]


def told_to_all() -> Iterator[announcements.Announcement]:
    """All that is told where the notice hangs, of two hundred people."""
    before, began, ended = tournament(), running(), over()
    dropped = tuple(Dropped(each.player) for each in before.entrants)
    equal = replace(ended, entrants=tuple(replace(each, chips=50) for each in ended.entrants))
    yield from announcements.to_all(view_of(before), (), START)
    yield from announcements.to_all(view_of(began.stored.tournament), dropped, "")
    yield from announcements.to_all(view_of(replace(ended, phase="called_off")), (TournamentCalledOff(),), "")
    yield from announcements.to_all(view_of(equal), (Finished(),), "")


def test_however_many_are_called_the_messages_fit() -> None:
    """Law 7: 2,000 characters and 100 people to call a message; nobody who is to be called is left out."""
    said = list(told_to_all())
    pieces = [[(piece, mentioned_in(piece, call.players)) for piece in packed(call.lines)] for call in said]

    assert [len(call.players) for call in said] == [PLAYERS] * 4
    assert all(
        len(piece) <= MESSAGE_LENGTH and len(called) <= 100 for each in pieces for piece, called in each
    )
    for call, each in zip(said, pieces, strict=True):
        assert {player for _, called in each for player in called} == set(call.players)


def test_no_word_is_outside_the_catalogue() -> None:
    """Every word of a tournament's screens went through gettext."""
    with pseudo_language(), speaking(PSEUDO):
        screens = [notice_screen(each) for each in tournaments(currency="coins")]
        screens += [
            look(each)
            for each in tournaments(currency="coins")
            for look in (more_screen, lots_screen, seats_screen)
        ]
        screens += [standings_screen(view_of(over(), "coins")), scores_screen(view_of(over(), "coins"))]
        for draft in widest_drafts():
            game = HOSTED[draft.game]
            screens.append(plan_screen(draft, game, (game,), ServerSettings()))
        for screen in screens:
            for text in texts(screen):
                assert untranslated(text.replace(WIDE[:1], "")) == "", text


def test_the_menu_says_why_there_is_no_deal_yet() -> None:
    """TN-46: while entries are open, then while there are several tables; to nobody who is out or watches."""
    began = running(late_until=9, level_unit="minutes").stored.tournament
    assert len(began.tables) > 1
    player = next(each.player for each in began.entrants if each.standing == "in")
    paid = replace(began, purse=100)

    def said(tournament: Tournament, who: int = player) -> str:
        return "".join(texts(more_screen(view_of(tournament), who)))

    assert "No deal yet: you can ask for one once level 9 is over" in said(paid)
    closed = replace(paid, terms=replace(paid.terms, late_until=0))
    assert "No deal yet: you can ask for one once everyone who is left sits at one table." in said(closed)
    assert "No deal yet" not in said(replace(closed, tables=closed.tables[:1]))
    assert "No deal yet" not in said(paid, 987)
    free = tuple(replace(each, paid=0) for each in began.entrants)
    assert "No deal yet" not in said(replace(began, purse=0, entrants=free))
