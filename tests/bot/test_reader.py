"""One person is “you” in tournaments, lobbies, lists and titles, too; public messages name everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest

from bot.screens.catalog import FACES
from bot.screens.core.screen import Screen
from bot.screens.server import board, record
from bot.screens.table import message, quick_throw
from bot.screens.table.scenes import Scene
from bot.screens.tournament import notice, summary
from bot.screens.tournament.series import all_series_screen, series_screen
from bot.tavern.tournament.tournament_tables import TournamentView
from bot.text.translate import languages, speaking
from games.catalog import GAMES
from games.engine.core.hand_stats import BestHand
from games.engine.provable_chance import Seal
from games.engine.table.play import begin
from games.engine.table.seating import open_table, seat_house_player, sit_down
from games.engine.table.table import Closing, Terms
from games.engine.table.views import view_table
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries
from games.tournament.model import Award, PrizeDeal, Tournament, TournamentTerms
from games.tournament.seating import Lots
from games.tournament.story import BestResult, Elimination, Leading, Story
from storage.standing.boards import Placed, Season
from storage.tournaments.tournaments import Author, TournamentAct
from tests.bot.rendering import texts
from tests.bot.series_screens import widest
from tests.bot.tournament_screens import AT, view_of
from tests.laws.walk import seeds
from tests.soak import some_now

NAMES = {1: "Brenna", 2: "Tomas", 3: "Ishbel", 4: "Odo"}
WHO = tuple(NAMES)
HOME = BestHand((5, 8), "home", ("8", "8", "8"))
KINDS = ("started", "paused", "resumed", "added", "invited", "removed", "restored", "called_off", "struck")
MORE_KINDS = ("counted", "moved", "dealt", "edited", "filled_up", "chips")


def entered() -> Tournament:
    """Three have a place, and a fourth waits for one."""
    made = entries.announce(TournamentTerms(4, 100, players_max=3), STONE_HAND.tournament_seats)
    for player, name in NAMES.items():
        made = entries.enter(made, player, name, AT, Lots(Seal("00"))).tournament
    return made


def tournaments() -> Iterator[Tournament]:
    """A tournament before, while and after it is played, and while a deal is asked for and offered."""
    before = entered()
    yield before
    running = director.start(before, AT, Lots(Seal("00"))).tournament
    yield running
    yield replace(running, deal=PrizeDeal(1))
    yield replace(running, purse=90, deal=PrizeDeal(1, AT + 60, (1,)))
    for by in (None, 2):
        story = Story(
            9,
            (Leading(1, 5),),
            BestResult(1, 3, 2, 54),
            BestResult(1, 3, 2, 0, HOME),
            (Elimination(1, by, None if by is None else HOME), Elimination(3, 1), Elimination(3, 1, HOME)),
            BestResult(1, 9, 1, 0, HOME),
        )
        given = (Award(1, "place", 9),)
        yield replace(running, phase="over", tables=(), awards=given, story=story)


def acts() -> tuple[TournamentAct, ...]:
    """Each act of an organiser, by each and to each."""
    kinds = (*KINDS, *MORE_KINDS)
    return tuple(
        TournamentAct(1, 1, kind, about, count, Author(by, ""), AT, ("title",))  # type: ignore[arg-type]
        for kind in kinds
        for by, about in ((1, 2), (2, 1), (2, 3))
        for count in ((3, -3) if kind == "chips" else (3,))
    )


def screens_of(view: TournamentView) -> Iterator[Screen]:
    """All that is told of one tournament."""
    few = acts()
    for at in range(0, len(few), 4):
        yield notice.notice_screen(replace(view, acts=few[at : at + 4]))
    yield notice.standings_screen(view)
    yield notice.scores_screen(view)
    yield notice.seats_screen(view)
    if view.tournament.phase == "over":
        yield summary.past_screen((summary.PastTournament(view, ((1, 9), (2, 9))),), "coins", has_more=False)


def told(screens: Iterator[Screen]) -> str:
    """The words of screens."""
    return "\n".join(words for each in screens for words in texts(each))


def is_named(player: int, words: str) -> bool:
    """Return True if words name somebody or mention them."""
    return NAMES[player] in words or f"<@{player}>" in words


@pytest.mark.parametrize("language", some_now(languages(), ("de",)))
@pytest.mark.parametrize("at", range(6))
def test_nobody_reads_their_own_name_in_a_tournament(at: int, language: str) -> None:
    """Notice, standings, seats, scores and the story say “you” to the reader, and names to others."""
    told_now = [*tournaments()][at]
    view = replace(view_of(told_now, "coins"), acts=())
    view = replace(view, plan=replace(view.plan, organiser=1, starts_at=None, title="The Cup"))
    with speaking(language):
        for player in WHO:
            own = told(screens_of(replace(view, reader=player)))
            assert not is_named(player, own), [line for line in own.splitlines() if is_named(player, line)]
            assert is_named(1 if player != 1 else 2, own)
        public = told(screens_of(view))
    assert all(is_named(player, public) for player in (1, 2, 3))


def lobby(game: str, guests: tuple[int, ...], terms: Terms) -> Iterator[Scene]:
    """A lobby as each person reads it, and last as everybody does."""
    known, seed = GAMES[game], seeds(f"reader {game}")
    table = open_table(7, known, known.house_rules(), terms, seed)
    for player in guests:
        table = sit_down(table, known, player, NAMES[player], None).table
    for player in (*WHO, 0):
        seat = next((each.seat for each in table.present if each.player == player), None)
        yield Scene(view_table(table, known, seat), known, FACES[game], "coins", reader=player)


@pytest.mark.parametrize(
    ("guests", "terms"),
    [
        ((1,), Terms(host=1, buy_in=20)),
        ((1, 2), Terms(host=1, buy_in=20)),
        ((1, 2), Terms(host=1, buy_in=20, invited=(1, 2, 3))),
        ((1,), Terms(host=1, buy_in=20, invited=(1,))),
        ((1,), Terms(host=1, buy_in=20, company=(1, 2, 3))),
        ((1, 2), Terms(host=1, buy_in=20, company=(1, 2, 3))),
    ],
    ids=["alone", "two", "by invitation", "nobody invited", "again", "two again"],
)
def test_nobody_reads_their_own_name_in_a_lobby(guests: tuple[int, ...], terms: Terms) -> None:
    """The reader is “you” among those who sit there, are awaited or begin, with a seat or without."""
    *own, public = lobby("destiny", guests, terms)
    for each in own:
        words = told(iter([message.table_screen(each)]))
        assert not is_named(each.reader, words), words
    assert is_named(1, told(iter([message.table_screen(public)])))


def test_a_challenge_is_told_to_each_who_reads_it() -> None:
    """The challenger reads whom they challenge, the challenged who does, and onlookers both."""
    words = {
        each.reader: told(iter([Screen(quick_throw.invitation(each))]))
        for each in lobby("stone_hand", (1,), Terms(host=1, buy_in=0, hands_max=1, invited=(1, 2)))
    }
    assert "You challenge <@2> to one round." in words[1]
    assert "\n<@1> challenges you to one round." in words[2]
    assert "\n<@1> challenges <@2> to one round." in words[3]
    assert "\n<@2>, <@1> challenges you to one round." in words[0]


def test_a_table_that_closed_tells_its_reader_how_they_did() -> None:
    """Whoever won, went home or closed it reads “you”; others read their name."""
    game, seed = GAMES["stone_hand"], seeds("reader closed")
    table = open_table(7, game, game.house_rules(), Terms(host=1, buy_in=20), seed)
    table = sit_down(table, game, 1, NAMES[1], None).table
    table = seat_house_player(table, game, "Uncle Vask", funded=True).table
    table = begin(table, game, seed).table
    closed = replace(table, phase="closed", hand=None, hands=3, closing=Closing(1, "Late"))
    words = {
        player: told(
            iter(
                [
                    message.table_screen(
                        Scene(view_table(closed, game, None), game, FACES[game.key], "coins", reader=player)
                    )
                ]
            )
        )
        for player in (1, 2)
    }
    assert not is_named(1, words[1])
    assert "You go home with **20 coins**" in words[1]
    assert "You closed it." in words[1]
    assert is_named(1, words[2])


def test_lists_and_titles_say_you() -> None:
    """Boards, seasons, series, records and titles: one’s own row and title are “You” and “Your”."""
    placed = [Placed(1, 1, 50, 1), Placed(2, 2, 40, 1)]
    asked = board.BoardQuery("net", board.ALL_GAMES, "month")
    season = Season(1, 1, "Spring", 1, None)
    screens: list[Callable[..., Screen]] = [
        partial(board.board_screen, asked, placed, "coins"),
        partial(board.purses_screen, placed, "coins"),
        partial(board.points_screen, "stone_hand", placed),
        lambda reader: board.season_screen(
            board.SeasonView(season, (season,), {board.ALL_GAMES: placed}, reader=reader), "coins"
        ),
        lambda reader: series_screen(replace(widest("x", 2), reader=reader)),
        lambda reader: all_series_screen(
            (), (replace(widest("x", 2, closed_at=AT), reader=reader),), has_more=False
        ),
        partial(record.titles_screen, 1, record.EARNED, ()),
        partial(summary.record_screen, 1, (), "coins"),
    ]
    for draw in screens[:4]:
        assert ["<@1>" in told(iter([draw(reader=player)])) for player in (0, 1, 2)] == [True, False, True]
        assert "ou" in told(iter([draw(reader=1)]))
    first = widest("x", 2).ranks[0].player
    for draw in screens[4:6]:
        assert [f"<@{first}>" in told(iter([draw(reader=player)])) for player in (0, first)] == [True, False]
    for draw in screens[6:]:
        assert ["<@1>" in told(iter([draw(reader=player)])) for player in (1, 2)] == [False, True]
        assert "our t" in told(iter([draw(reader=1)]))
