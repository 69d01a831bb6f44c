"""Helpers that several tests about tournament screens share."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

from bot.discord_io.messages.rendering import ScreenLayout
from bot.front.forms import WHY_LENGTH
from bot.screens.core.screen import (
    BYTES_MAX,
    NO_EMOJIS,
    Screen,
    faults,
)
from bot.screens.tournament.notice import (
    notice_screen,
)
from bot.tavern.tournament import draft as tournament_draft
from bot.tavern.tournament.draft import Draft
from bot.tavern.tournament.tournament_service import ACTS_MAX
from bot.tavern.tournament.tournament_tables import TournamentOutcome, TournamentView, view_tournament
from games.catalog import HOSTED
from games.engine.core.game import Level
from games.engine.core.hand_stats import BestHand
from games.engine.provable_chance import Cut, Seal
from games.stone_hand.game import STONE_HAND
from games.tournament import director, entries
from games.tournament.model import Award, HeatResult, Tournament, TournamentTerms
from games.tournament.seating import Lots
from games.tournament.story import FALLS_KEPT, BestResult, Elimination, Leading, Story
from storage.db.codec import codec_of
from storage.people.server_settings import ServerSettings
from storage.tournaments.tournaments import Author, Plan, StoredTournament, TablePlace, TournamentAct
from tests.bot.rendering import CURRENCY, WIDE, texts

AT = 1_900_000_000


LETTERS = (WIDE[:1], "*")


"""One takes four bytes, the other two letters to be shown as it is."""


CUT = Seal("00", (Cut(WIDE[:1] * 32, WIDE[:1] * 60),) * 48)


"""Every entrant has cut, with the longest words."""


PLAYERS = 200


HOME = BestHand((5, 8), "home", ("8", "8", "8"))


STORY = Story(
    10**6,
    (Leading(1, 10**6),),
    BestResult(2, 10**3, 10**6, 10**9),
    BestResult(3, 10**3, 10**6, 0, HOME),
    tuple(Elimination(number, number + 1, HOME) for number in range(1, 1 + FALLS_KEPT)),
    BestResult(4, 10**3, 10**6, 0, HOME),
)


ID = 1_500_000_000_000_000_000


ACTS = (TournamentAct(10**6, 10**6, "removed", ID, 0, Author(ID, "*" * WHY_LENGTH), AT),) * ACTS_MAX


"""The most acts of organisers as a notice has, for the longest reasons."""


@cache
def tournament(letter: str = LETTERS[0], **terms: object) -> Tournament:
    """Two hundred people with the widest names, in a tournament that has not begun."""
    words = {"words": (letter * 60,) * 8, "score_words": letter * 60, "entry": 10**9, "needs_check_in": True}
    laid_down = TournamentTerms(6, 10**6, levels=(Level(10**8), Level(10**9)), **{**words, **terms})  # type: ignore[arg-type]
    made = entries.announce(laid_down, STONE_HAND.tournament_seats)
    for number in range(PLAYERS):
        lots = Lots(Seal("00"))
        made = entries.enter(made, ID + number, f"{letter * 20}{number:04}", AT, lots).tournament
        made = entries.check_in(made, ID + number).tournament
    made = entries.add_purse(made, 10**9).tournament
    return entries.add_purse(made, 10**9, for_score=True).tournament


@cache
def running(letter: str = LETTERS[0], **terms: object) -> TournamentOutcome:
    """The same when it has begun."""
    change = director.start(tournament(letter, **terms), AT, Lots(Seal("00")))
    return TournamentOutcome(stored(change.tournament), (), change.orders, "", 1)


def second_round(letter: str = LETTERS[0]) -> Tournament:
    """Heats in their second round, to which thirty came through from fifteen tables."""
    heats = tuple(HeatResult(number, (2 * number - 1, 2 * number)) for number in range(1, 16))
    return replace(running(letter, through=2).stored.tournament, stage=2, heats=heats)


@cache
def over(letter: str = LETTERS[0]) -> Tournament:
    """The same when it is over: money for everybody, and every prize in words is given."""
    began = running(letter).stored.tournament
    words = [(each,) for each in began.terms.words]
    given = tuple(Award(each.player, "place", 10**9, words.pop() if words else ()) for each in began.entrants)
    return replace(began, phase="over", tables=(), awards=given, story=STORY)


def stored(told: Tournament) -> StoredTournament:
    """A tournament as it is kept."""
    rules = codec_of(STONE_HAND).rules.encode(STONE_HAND.house_rules())
    title = (told.terms.score_words * 2)[:40]
    plan = Plan(title, ID, STONE_HAND.key, rules, 60, AT)
    return StoredTournament(10**6, ID, ID, ID, 1, AT, AT, AT, 1, told, plan, CUT, {}, "")


def view_of(told: Tournament, currency: str = CURRENCY) -> TournamentView:
    """A tournament as it is shown."""
    places = {each.number: TablePlace(each.number, ID, ID) for each in told.tables}
    scores = {each.player: 10**9 for each in told.entrants}
    view = view_tournament(stored(told), STONE_HAND, places, scores, currency)
    return replace(view, acts=ACTS)


def fits(screen: Screen) -> bool:
    """Return True if Discord takes the screen; its faults are in the failure."""
    sent = json.dumps(list(ScreenLayout(screen).to_components()), ensure_ascii=False, separators=(",", ":"))
    assert faults(screen) == []
    return len(sent.encode()) < BYTES_MAX


def tournaments(letter: str = LETTERS[0], currency: str = CURRENCY) -> Iterator[TournamentView]:
    """A tournament in every phase and format."""
    yield view_of(tournament(letter), currency)
    yield view_of(running(letter).stored.tournament, currency)
    yield view_of(replace(running(letter, minutes_max=90).stored.tournament, paused_at=AT), currency)
    late = running(letter, late_until=9, reentry_until=9, level_unit="minutes")
    yield view_of(late.stored.tournament, currency)
    yield view_of(running(letter, through=2).stored.tournament, currency)
    yield view_of(second_round(letter), currency)
    yield view_of(over(letter), currency)
    yield view_of(replace(over(letter), phase="called_off"), currency)


def widest_drafts(letter: str = LETTERS[0]) -> Iterator[Draft]:
    """Plans of each game with all that can be typed, for each way to play."""
    for game in HOSTED.values():
        draft = tournament_draft.new_draft(game, ServerSettings(), letter * 40)
        typed = replace(
            draft,
            levels=game.levels * 4,
            shares=(10**9,) * 40,
            words=(letter * 60,) * 8,
            text=letter * 300,
            score_words=letter * 60,
            entry=10**9,
            purse=10**9,
            score_purse=10**9,
            pace="minutes_77",
        )
        yield draft
        yield typed
        for each in tournament_draft.choices(draft, game, "format"):
            yield tournament_draft.fitting(replace(typed, format=each), game)


def words(told: Tournament, emojis: Mapping[str, str] = NO_EMOJIS) -> str:
    """Return the words of the notice."""
    return "".join(texts(notice_screen(view_of(told), emojis)))
