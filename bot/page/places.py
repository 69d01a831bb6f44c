"""The pages of the shell: their paths and titles, and the page of each command.

A page shows the response of a command, the form of its options, or a list of commands. Pages without a
command or press are rendered by `home.py`, `tournament_pages.py` and `pages.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias

from bot.custom_ids import table_id
from bot.screens.catalog import FACES, LESSONS
from games.engine.core.errors import N_, must_find

Audience: TypeAlias = Literal["everybody", "organisers", "managers"]
TITLES = {key: each.game.title for key, each in LESSONS.items()}
"""The titles of the games, by key."""
NONE: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Deed:
    """A command that a page offers, with its title and description there."""

    command: str
    title: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the shell; `icon` is a key of `html.ICONS`."""

    path: str
    title: str
    icon: str = "log"
    about: str = ""
    """The line below the page's title in a list."""
    command: str = ""
    """The command whose response the page shows."""
    given: Mapping[str, str] = field(default_factory=lambda: NONE)
    """The options with which the command is run."""
    is_form: bool = False
    """True if the page shows the form of the command's options instead of a response."""
    press: str = ""
    """The custom_id of a button whose response the page shows instead of a command's."""
    deeds: tuple[Deed, ...] = ()
    audience: Audience = "everybody"
    is_inner: bool = False
    """True if no menu lists the page."""

    @property
    def section(self) -> str:
        """The first part of the path, which is the path of the section's page."""
        return self.path.partition("/")[0]


_PRIZES = must_find(
    key for key, face in FACES.items() if face.lasting is not None and face.lasting.has_prizes
)
PLAY, TOURNAMENTS, BOARD, ME, MANAGE = "", "tournaments", "leaderboard", "me", "manage"
WAITING = "waiting"
_PLACES = (
    Place(
        PLAY,
        N_("Play"),
        "cards",
        deeds=(
            Deed("play", N_("Play with house players")),
            Deed("help", N_("The games")),
            Deed("hand show", N_("Your tables")),
        ),
    ),
    Place(WAITING, N_("Waiting for you"), "bell", is_inner=True),
    Place("tables", N_("Open tables"), "cards", is_inner=True),
    Place(
        "throw",
        N_("Throw the dice"),
        "cards",
        N_("Alone, or against somebody"),
        "throw",
        is_form=True,
        is_inner=True,
    ),
    Place("daily", N_("Deals of the day"), "star", command="daily", is_inner=True),
    Place(
        TOURNAMENTS,
        N_("Tournaments"),
        "cup",
        deeds=(
            Deed("tournament join", N_("Join a tournament")),
            Deed("tournament leave", N_("Withdraw from a tournament")),
        ),
    ),
    Place("tournaments/past", N_("Past tournaments"), "again", press=table_id(0, "past"), is_inner=True),
    Place("tournaments/series", N_("Series"), "star", press=table_id(0, "series_past"), is_inner=True),
    Place(BOARD, N_("Leaderboard"), "board", command="board"),
    Place(
        "leaderboard/seasons",
        N_("Champions of past seasons"),
        "cup",
        command="board",
        given={"by": "season"},
        is_inner=True,
    ),
    Place(ME, N_("Me"), "me"),
    Place(
        "me/wallet",
        N_("Wallet"),
        "wallet",
        N_("Where your coins came from and went"),
        "wallet history",
        deeds=(
            Deed("wallet pay", N_("Give …"), N_("Coins for somebody else")),
            Deed("wallet wages", N_("Top up"), N_("A little, once a day")),
            Deed("wallet show", N_("Somebody’s purse …"), N_("How much they have")),
        ),
    ),
    Place(
        "me/record",
        N_("Record"),
        "star",
        N_("What you’ve played, won and done"),
        "record",
        deeds=(Deed("record", N_("Compare …"), N_("Somebody else’s, or both side by side")),),
    ),
    Place(
        "me/hands",
        N_("My hands"),
        "again",
        N_("Watch, check or keep each"),
        deeds=(Deed("hand history", N_("Another hand …"), N_("By its table and number")),),
    ),
    Place("me/tournaments", N_("My tournaments"), "cup", N_("What you’ve entered and won")),
    Place(
        "me/preferences",
        N_("Preferences"),
        "eye",
        N_("Cards, and when I call you"),
        "me preferences",
    ),
    Place(
        "me/home-throw",
        N_("Home throw"),
        "cards",
        N_("Three numbers of your own that beat everything"),
        "me home-throw",
        is_form=True,
    ),
    Place(
        "me/break",
        N_("A break from the games"),
        "moon",
        N_("Or a limit on what you lose"),
        "me keep-me-out",
    ),
    Place("me/privacy", N_("Privacy"), "shield", N_("Your data: take it or delete it"), "me privacy"),
    Place(MANAGE, N_("Manage"), "gear", audience="organisers"),
    Place(
        "manage/tables",
        N_("Tables"),
        "cards",
        N_("Close one, call off a hand"),
        deeds=(
            Deed("manage tables", N_("All tables")),
            Deed("manage close", N_("Close after this hand"), N_("Everybody keeps their coins")),
            Deed("manage call-off", N_("Call off this hand"), N_("Every stake goes back")),
        ),
        audience="managers",
    ),
    Place(
        "manage/tournaments",
        N_("Tournaments"),
        "cup",
        N_("Plan one, or a series"),
        deeds=(
            Deed("organise series create", N_("Begin a series …")),
            Deed("organise series manage", N_("Run a series …"), N_("Plan, change or close it")),
            Deed("organise series add", N_("Add a tournament …"), N_("To a series")),
        ),
        audience="organisers",
    ),
    Place(
        "manage/plan",
        N_("Plan a tournament"),
        "cup",
        command="organise create",
        audience="organisers",
        is_inner=True,
    ),
    Place(
        "manage/coins",
        N_("Coins"),
        "wallet",
        N_("Grant, take, house bank, flows"),
        "manage house-bank",
        deeds=(
            Deed("manage grant", N_("Grant coins …"), N_("From the bank to somebody")),
            Deed("manage take", N_("Take coins …"), N_("From somebody back to the bank")),
        ),
        audience="managers",
    ),
    Place(
        "manage/flows",
        N_("Coins that flow one way"),
        "again",
        command="manage flows",
        audience="managers",
        is_inner=True,
    ),
    Place(
        "manage/people",
        N_("People"),
        "me",
        N_("Bar somebody, or let them back in"),
        "manage bars",
        deeds=(
            Deed("manage bar", N_("Bar somebody …"), N_("From the games here, for a while")),
            Deed("manage unbar", N_("Let somebody back in …")),
        ),
        audience="managers",
    ),
    Place(
        "manage/season",
        N_("Season and prizes"),
        "star",
        N_("Begin one, end it, put up prizes"),
        press=table_id(0, "prizes", _PRIZES),
        deeds=(
            Deed("manage season begin", N_("Begin a season …"), N_("Wallets stay as they are")),
            Deed("manage season end", N_("End the season"), N_("And name its champions")),
            Deed("manage prize add", N_("Put up a prize …")),
            Deed("manage prize remove", N_("Withdraw a prize …")),
        ),
        audience="managers",
    ),
    Place(
        "manage/boards",
        N_("Posted boards"),
        "board",
        N_("Post one in this channel"),
        "manage board",
        is_form=True,
        audience="managers",
    ),
    Place(
        "manage/settings",
        N_("Settings"),
        "gear",
        N_("Stakes, limits, house rules"),
        "manage settings",
        deeds=(Deed("manage home-throw", N_("One home throw for all …"), N_("At every table here")),),
        audience="managers",
    ),
    Place(
        "manage/audit",
        N_("Audit"),
        "log",
        N_("Who did what, and why"),
        "manage audit",
        deeds=(
            Deed("manage export", N_("Save everything"), N_("All that’s kept about this server")),
            Deed("manage reset", N_("Reset this server …"), N_("Begin anew, as if I had just come")),
        ),
        audience="managers",
    ),
    Place(
        "manage/checkup",
        N_("Check-up"),
        "check",
        N_("Check this channel and the server"),
        "manage doctor",
        audience="managers",
    ),
)
PLACES: Mapping[str, Place] = {each.path: each for each in _PLACES}
SECTIONS = (PLAY, TOURNAMENTS, BOARD, ME, MANAGE)
ORGANISING = (
    Deed("organise start", N_("Start it")),
    Deed("organise pause", N_("Pause"), N_("After the hands under way")),
    Deed("organise resume", N_("Continue after the pause")),
    Deed("organise add", N_("Add somebody …")),
    Deed("organise add-list", N_("Add players from a list …")),
    Deed("organise remove", N_("Take somebody out …")),
    Deed("organise restore", N_("Bring somebody back …")),
    Deed("organise fill-up", N_("Add house players …")),
    Deed("organise add-purse", N_("Add to the prizes …"), N_("From the bank")),
    Deed("organise call-off", N_("Call off a hand …"), N_("Every stake goes back")),
    Deed("organise export", N_("Save the list as a file")),
    Deed("organise cancel", N_("Call it off …"), N_("All money goes back")),
)
"""The commands for organisers on the page of a tournament."""
OF_GAME = {
    "open": Deed("open", N_("Open a table …"), N_("With stakes and rules of your own")),
    "rules": Deed("rules", N_("How to play")),
    "hands": Deed("hands", N_("What beats what")),
    "deck": Deed("deck", N_("All the cards")),
}
"""The commands of a game on its page, by their names within the group."""
DEEDS: Mapping[str, Deed] = {
    each.command: each for of in (*(place.deeds for place in _PLACES), ORGANISING) for each in of
}
SHOWN_BY: Mapping[str, Place] = {each.command: each for each in reversed(_PLACES) if each.command}
"""The pages that show a command's response, by command."""
OF_COMMAND = {
    **dict.fromkeys(("play", "help", "hand show"), PLAY),
    "hand waiting": WAITING,
    **dict.fromkeys(("tournament show", "tournament join", "tournament leave"), TOURNAMENTS),
    "hand history": "me/hands",
    "manage tables": "manage/tables",
}
"""The pages that replace the responses of commands, by command."""
VERBS = {
    "throw": N_("Throw"),
    "me home-throw": N_("Keep these"),
    "manage board": N_("Post the board"),
    "wallet pay": N_("Give"),
    "record": N_("Show"),
    "wallet show": N_("Show"),
    "hand history": N_("Show"),
}
"""The labels of the buttons that submit commands' forms, if the page's title does not fit."""
ELSEWHERE = {
    "manage deck": N_("the names on the cards"),
    "organise add-file": N_("Add players from a list …"),
}
"""The commands that exist on Discord only, since the page takes no files."""
_GAME = re.compile(r"game/([a-z_]{1,20})")
_NUMBERED = re.compile(r"(tournaments|manage/tables|table)/([1-9][0-9]{0,17})")


def find(path: str) -> Place | None:
    """Return the page with this path; None if there is none."""
    if path in PLACES:
        return PLACES[path]
    if (game := game_of(path)) is not None:
        return Place(path, TITLES[game], "cards", is_inner=True)
    match = _NUMBERED.fullmatch(path)
    if match is None:
        return None
    above = PLACES[match[1] if match[1] in PLACES else PLAY]
    return Place(path, above.title, above.icon, audience=above.audience, is_inner=True)


def game_of(path: str) -> str | None:
    """Return the game whose page has this path; None if it is another page."""
    match = _GAME.fullmatch(path)
    return match[1] if match is not None and match[1] in TITLES else None


def number_of(path: str, above: str) -> int:
    """Return the number of the table or tournament whose page has this path below `above`; 0 for others."""
    match = _NUMBERED.fullmatch(path)
    return int(match[2]) if match is not None and match[1] == above else 0


def settled(path: str, command: str) -> Mapping[str, str]:
    """Return the options of a command that are determined by the page from which it is run."""
    if command.startswith("organise ") and (number := number_of(path, TOURNAMENTS)):
        return {"number": str(number)}
    if number := number_of(path, "manage/tables"):
        return {"table": str(number)}
    return NONE


def page_of(command: str) -> str | None:
    """Return the path of the page that replaces or shows a command's response; None if there is none."""
    if command in OF_COMMAND:
        return OF_COMMAND[command]
    place = SHOWN_BY.get(command)
    return None if place is None else place.path


def audience_of(command: str) -> Audience:
    """Return the audience of a command, which is that of the page with the command."""
    page = page_of(command)
    pages = [PLACES[page]] if page is not None else []
    pages += [place for place in _PLACES if any(each.command == command for each in place.deeds)]
    if command in {each.command for each in ORGANISING}:
        return "organisers"
    return pages[0].audience if pages else "everybody"


def verb_of(command: str) -> str | None:
    """Return the label of the button that submits a command's form, untranslated; None if there is none."""
    if (own := VERBS.get(command)) is not None:
        return own
    title = DEEDS[command].title if command in DEEDS else None
    if title is None:
        title = OF_GAME["open"].title if command.endswith(" open") else None
    return title


def title_of(command: str) -> str | None:
    """Return a command's title on the page, untranslated; None for an unknown command."""
    if (page := page_of(command)) is not None:
        return PLACES[page].title
    if command in ELSEWHERE:
        return ELSEWHERE[command]
    if command in DEEDS:
        return DEEDS[command].title.rstrip(" …")
    group, _space, last = command.partition(" ")
    is_game = any(face.command == group for face in FACES.values())
    return OF_GAME[last].title.rstrip(" …") if is_game and last in OF_GAME else None
