"""Labels of the buttons, screen by screen: other tests press buttons by what they do."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from bot.custom_ids import About
from bot.screens.catalog import FACES, lessons_screen
from bot.screens.core.betting import face, few_marks, mark
from bot.screens.core.presenter import refused_form
from bot.screens.core.screen import ActionRow, Button, Screen
from bot.screens.knights_heads.cards import named_deck_screen
from bot.screens.learn.rules import page_screen
from bot.screens.server.books import flows_screen
from bot.screens.server.help_pages import commands_screen, farewell_screen, game_cards, help_screen
from bot.screens.server.personal import OwnCalls, call_me_screen, call_message, me_screen
from bot.screens.server.settings import settings_screen, usual_rules_screen
from bot.screens.table.hand_result import kept_note, kept_screen
from bot.screens.table.message import menu
from bot.screens.table.replay import ReplayMoment, watched_screen
from bot.screens.table.scenes import Scene
from bot.screens.table.table_people import ask_hand_over, ask_send_away, guests_screen
from bot.screens.tournament.notice import more_screen, notice_screen, standings_screen
from bot.screens.tournament.plan import plan_rules_screen, plan_screen
from bot.screens.tournament.series import all_series_screen
from bot.screens.tournament.summary import PastTournament, past_screen
from games.catalog import GAMES, HOSTED
from games.destiny.game import DESTINY
from games.engine.core.game import Level, Seat
from games.engine.core.offers import NumberOffer
from games.engine.table.table import AnyTable
from games.engine.table.views import view_table
from games.stone_hand.game import STONE_HAND
from games.tournament import entries
from games.tournament.model import TournamentTerms
from storage.people.invite_preferences import CallHours
from storage.people.preferences import Preferences
from storage.people.server_settings import ServerSettings
from tests.bot import series_screens as series
from tests.bot import server_screens as server
from tests.bot import tournament_screens as tournaments
from tests.bot.kept_hands import HERE, MOST
from tests.bot.lessons import RIGHT, Learner
from tests.bot.rendering import EVERY_LARGEST, screens, tables_of
from tests.discord.message import press_name
from tests.games.destiny.scripted import Hand
from tests.laws.walk import secret_seats

TWO_OF_A_VERB = {"house", "number", "sure", "who", "commands", "private", "watch", "shown"} | {
    *("plan_ask", "plan_page", "settings_ask", "series_ask")
}
"""The verbs whose buttons differ by their arguments."""


def written(found: Iterable[Screen]) -> dict[str, str]:
    """The words on buttons by what these do; numbers are #, as are the cards and people that they are of."""
    words = defaultdict[str, set[str]](set)
    for button in buttons(found):
        name = press_name(button.action)
        verb = re.sub(r"_[a-e][0-9]$", "", name.partition(" ")[0])
        label = re.sub(r"house #|p#", "NAME", re.sub(r"[0-9]+", "#", button.label))
        words[re.sub(r" [0-9]+$", "", name) if verb in TWO_OF_A_VERB else verb].add(label)
    return {name: " / ".join(sorted(labels)) for name, labels in sorted(words.items())}


def buttons(found: Iterable[Screen]) -> Iterator[Button]:
    """Return the buttons that can be pressed."""
    rows = (part for screen in found for part in screen.parts if isinstance(part, ActionRow))
    return (each for row in rows for each in row.buttons if not each.is_link and not each.is_disabled)


SOME_LARGEST = [each for at, each in enumerate(EVERY_LARGEST) if at % 3 == 0 or each[0] == "dividha"]
"""Enough for every button; most are at Dividha's tables."""


@cache
def scenes() -> tuple[tuple[AnyTable, Scene], ...]:
    """Some tables of every game from the lobby to the end, as everybody sees them and each who sits there."""
    return tuple(
        (table, Scene(view_table(table, game, viewer), game, FACES[game.key], "coins", has_remarks=True))
        for game, case in ((GAMES[each[0]], each) for each in SOME_LARGEST)
        for table in tables_of(case)[::26]
        for viewer in secret_seats(table)
    )


def at_tables() -> Iterator[Screen]:
    """The message of each table, what is beside it, and everybody's panel and menu."""
    for table, scene in scenes():
        if scene.view.viewer is None:
            yield from screens(table)
        yield menu(scene, is_manager=True, may_cut=True)


def test_tables_panels_and_menus() -> None:
    """The labels are those common to all games, and each game's own."""
    assert written(at_tables()) == {
        "again": "Play again",
        "beats": "What beats what",
        "benediction": "Trust the deck",
        "bet": "Bet #",
        "call_me": "Call me",
        "call_players": "Call players",
        "check": "Check",
        "close": "Close the table",
        "coach_off": "No coach",
        "company": "Who’s who?",
        "cut": "Cut the deck / Mix in words",
        "deal": "Deal",
        "evening": "Save all",
        "discards": "Discard pile",
        "fair": "Fair play",
        "fold": "Fold",
        "hand": "My cards / My dice",
        "hint": "Hint",
        "hold": "A# / B# / C# / D# / E#",
        "house": "Add a house player",
        "house apprentice": "Add an apprentice",
        "house master": "Add a master",
        "how": "How to play",
        "join": "Sit down / Sit down (# free)",
        "keep": "Keep it / Keep the seal",
        "keep_hand": "Keep this hand",
        "last": "One last round",
        "last_hand": "Last result",
        "lay_rest": "The others below",
        "leave": "Leave",
        "look": "A# / B# / C# / D# / E#",
        "match": "Stay in for # / Stay in for # of your #",
        "more": "More …",
        "no_look": "Look at nothing",
        "no_trade": "Trade nothing",
        "number bet": "Another …",
        "number raise": "Another …",
        "number usual": "Usual split … / ✓ # : # …",
        "number wish_lower": "Lower the ante …",
        "pause": "Ask for a pause",
        "post_blind": "Post #",
        "raise": "Raise to # / Raise to #: # of your #",
        "rethrow": "Throw again",
        "rules": "House rules",
        "second": "Choose again",
        "show_cards": "Show my cards",
        "sit_out": "Sit out / Sit out after this",
        "sure all_in": "All in …",
        "sure bet": "Bet …",
        "sure fold": "Fold …",
        "sure match": "Stay in for # …",
        "sure raise": "Raise …",
        "teach": "Teach me",
        "throw": "Throw",
        "top_up": "Top up after this / Top up for #",
        "usual": "▲ Win / ▼ Lose / ◆ Half / ✓ ▲ Win",
        "watch": "Watch it again",
        "who": "Who’s on the table?",
        "who mine": "Who are they?",
        "why": "Ask NAME / Ask the house",
    }


def offered(hand: Hand) -> list[str]:
    """The buttons of a betting, as whose turn it is has them."""
    betting, found = hand.state.betting, list[str]()
    for offer in DESTINY.offers(hand.state, Seat(hand.turn)):
        if isinstance(offer, NumberOffer):
            found += [mark(offer, to, betting).label for to in few_marks(offer)]
        found.append(face(offer, betting).label)
    return found


def test_a_button_says_what_it_costs() -> None:
    """TB-6: blinds of 1 and 2; more than half of what is left, and all of it, is told as such."""
    assert offered(Hand(50, 50, 50)) == [
        *("Fold", "Stay in for 2", "Raise to 4", "Raise to 7", "Another …", "All in …")
    ]
    assert offered(Hand(50, 50, 50).presses("raise 30")) == ["Fold", "Stay in for 29 of your 49", "All in …"]
    assert offered(Hand(30, 50, 50).presses("raise 30")) == ["Fold", "Stay in for all your 29", "All in …"]
    assert offered(Hand(50, 50, 50).checks_down().plays("- C3", "- B5", "- A1")) == [
        *("Fold …", "Check", "Bet 2", "Bet 6", "Another …", "All in …")
    ]


def test_a_hand_watched_again() -> None:
    """Own and shared; and the list of those that are kept, two pages of it."""
    scene = next(each for _table, each in scenes() if each.view.is_resting and own_hand(each))
    watched = ReplayMoment(scene, scene, step=2, count=3)
    others = (
        replace(watched, step=1),
        replace(watched, is_kept=False),
        replace(watched, is_kept=True),
        replace(watched, step=1, is_shared=True),
    )
    pages = (kept_note(scene.face, 1, 2), *(kept_screen(MOST, HERE, page) for page in (0, 1)))

    assert written([*map(watched_screen, others), *pages]) == {
        "keep_hand": "Keep this hand",
        "kept": "Kept hands / Newer / Older",
        "let_go": "Let go",
        "second": "Choose again",
        "show": "Show this hand",
        "shown back": "◀",
        "shown first": "⏮",
        "shown last": "⏭",
        "shown on": "▶",
        "watch": "Watch it again",
        "watch back": "◀",
        "watch first": "⏮",
        "watch last": "⏭",
        "watch on": "▶",
    }


def own_hand(scene: Scene) -> bool:
    """Return True if the viewer was dealt in."""
    return scene.view.viewer in scene.view.hand_seats


def test_guests() -> None:
    """The labels are those of a host's decisions, and of the questions before them."""
    scene = next(each for _table, each in scenes() if each.view.viewer is not None)
    seat = scene.view.viewer
    assert seat is not None
    lobby = replace(scene, view=replace(scene.view, phase="lobby"))
    invited = replace(
        lobby, view=replace(lobby.view, terms=replace(lobby.view.terms, invited=(1,), hands_max=None))
    )

    found = map(guests_screen, (lobby, invited))
    assert written([*found, ask_send_away(scene, seat), ask_hand_over(scene, seat)]) == {
        "call_players": "Call players",
        "hand_over_now": "Hand over",
        "no": "No",
        "private off": "Open to all",
        "private on": "Invited only",
        "send_away_now": "Send away",
    }


def test_what_teaches() -> None:
    """The end of a lesson, the list of them, a page of rules, and the help."""
    ends = [Learner(game).press(*way).screen for game, way in RIGHT.items()]
    assert written([lessons_screen(), *ends]) == {
        "deal_me_in": "Deal me in",
        "how": "How to play",
        "teach": " / ".join(["Another lesson", *sorted(f"Teach me {game.title}" for game in GAMES.values())]),
    }
    assert written([page_screen("destiny", 0), help_screen(game_cards()), commands_screen([])]) == {
        "about": "About",
        "commands": "All commands",
        "commands managers": "For managers",
        "how": "How to play",
        "page": "Next: The field",
        "play": "Play now",
        "teach": "Teach me",
    }


def test_tournaments() -> None:
    """Notices in every phase, lists, and what is over."""
    free = entries.announce(TournamentTerms(6, 100, levels=(Level(2),)), STONE_HAND.tournament_seats)
    views = [*tournaments.tournaments(), tournaments.view_of(free)]
    pages = [standings_screen(views[0], page) for page in (0, 1)]
    past = past_screen((PastTournament(views[-1], ()),), "coins", has_more=True)

    menus = [more_screen(each, is_organiser=True) for each in views]
    assert written([*map(notice_screen, views), *menus, *pages]) == {
        "check_in": "Check in",
        "correct": "Correct …",
        "cup_cancel": "Call off …",
        "cup_copy": "Copy",
        "cup_edit": "Edit",
        "cup_fair": "Fair play",
        "cup_more": "More …",
        "cup_pause": "Pause",
        "cup_resume": "Resume",
        "cup_seats": "Seats",
        "enter": "Join",
        "fill_up": "Add house players",
        "how": "How to play",
        "my_seat": "My seat",
        "past": "Past tournaments",
        "series_past": "Series",
        "scores": "Scores",
        "standings": "Standings",
        "standings_page": "Ahead / Behind",
        "start_cup": "Start",
        "withdraw": "Withdraw",
    }
    assert [*buttons([past])][-2].label == "Earlier ones"


def test_plans() -> None:
    """The panel of a tournament of a series, and its house rules."""
    games, settings = tuple(HOSTED.values()), ServerSettings()
    drafts = [replace(each, series=7) for each in tournaments.widest_drafts()]
    panels = [plan_screen(each, HOSTED[each.game], games, settings) for each in drafts]
    rules = [plan_rules_screen(each, HOSTED[each.game]) for each in drafts]
    edited = replace(drafts[0], series=0, edits=3)
    panels.append(plan_screen(edited, HOSTED[edited.game], games, settings))

    assert written([*panels, *rules]) == {
        "announce": "Announce",
        "plan_ask calls": "Roles",
        "plan_ask clock": "Start and clock",
        "plan_ask levels": "Chips and levels",
        "plan_ask players": "General",
        "plan_ask prizes": "Prizes",
        "plan_ask score": "Best score",
        "plan_page plan": "Back to the plan",
        "plan_page rules": "House rules",
        "plan_save": "Save changes",
        "series_keep": "Keep plan",
    }


def test_series() -> None:
    """Standings, the panel, and the question before the end."""
    over = all_series_screen((), (next(series.views()),), has_more=True)

    assert written(screen for view in series.views() for screen in series.screens(view)) == {
        "no": "No",
        "series": "Ahead / Behind",
        "series_ask schedule": "Set schedule",
        "series_ask terms": "Set points",
        "series_close": "Close series",
        "series_end": "Close series",
        "series_plan": "Plan tournament",
        "series_save": "Save as CSV / Save as JSON",
    }
    assert [*buttons([over])][-1].label == "Earlier ones"


def test_what_is_looked_up() -> None:
    """Boards, seasons, titles, and where coins went."""
    found = [draw() for draw in (*server.boards(), *server.seasons(), *server.pages_of_titles())]
    flows = [flows_screen((), days, 1, "coins") for days in (7, 30)]

    assert written([*found, *flows]) == {
        "boards": "Other boards",
        "flows": "Last # days",
        "no": "No",
        "season_end": "End season",
    }


def test_what_people_choose() -> None:
    """The labels are those of the ways to be called, and of the question before users are forgotten."""
    calls = OwnCalls(("dividha",), CallHours("dm", "UTC", 1, 2, 5.0), "")
    found = [
        me_screen(Preferences(pings="dm"), 1e9, has_messages=True),
        call_me_screen(calls, [DESTINY, GAMES["dividha"]], has_messages=True),
        call_message("Ann", "Destiny", None, About(7, "destiny")),
        farewell_screen(),
    ]

    assert written(found) == {
        "call_again": "Try again",
        "call_any": "Any time",
        "call_game": "Destiny: off / Dividha: on",
        "call_hours": "Set hours",
        "call_me": "When tables want players",
        "call_none": "Stop calling me",
        "call_stop": "Stop calling me",
        "forget_me": "Forget me",
        "keep_out": "Keep me out",
        "no": "No",
        "write_again": "Try again",
    }


def test_what_managers_set() -> None:
    """The settings, usual house rules, the words of a deck, and a form that was refused."""
    found = [
        settings_screen(ServerSettings(), 0),
        usual_rules_screen(ServerSettings(), DESTINY, (DESTINY,)),
        named_deck_screen(0, 1, is_manager=True),
        refused_form("x", "y", "1a2b3c"),
    ]

    assert written(found) == {
        "bank_ask": "Give the house coins",
        "deck_clear": "Official deck",
        "deck_save": "Save as file",
        "retype": "Try again",
        "settings": "All settings",
        "settings_ask calls": "Calling players",
        "settings_ask crowd": "Open tables",
        "settings_ask games": "Games",
        "settings_ask house": "The house",
        "settings_ask keeping": "Storage",
        "settings_ask language": "Language",
        "settings_ask limits": "Tournaments",
        "settings_ask money": "Money",
        "settings_ask order": "Moderation",
        "settings_ask slow": "Slow tables",
        "settings_ask tables": "Tables",
        "usual_rules": "House rules",
    }
