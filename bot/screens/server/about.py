"""What the tavern is, what its commands are, and what it keeps of a person."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from bot.custom_ids import table_id
from bot.screens.catalog import FACES
from bot.screens.core.lists import item
from bot.screens.core.notes import sure
from bot.screens.core.people import listed
from bot.screens.core.screen import Button, Part, Row, Screen, Text, say
from bot.screens.learn.lessons import lesson_rows
from bot.text.translate import _
from games.catalog import GAMES

MANAGERS = "managers"
"""What is asked of the list of commands."""


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A slash command or a group of them, with the commands in it."""

    name: str
    description: str
    inner: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game as the help shows it."""

    key: str
    title: str
    intro: str


def game_cards() -> list[GameCard]:
    """A card for each game there is."""
    faces = ((GAMES[key], face) for key, face in FACES.items())
    return [GameCard(game.key, f"{face.emoji} {_(game.title)}", _(face.intro)) for game, face in faces]


def help_screen(games: Iterable[GameCard], *, has_tables: bool = True) -> Screen:
    """A card for each game, with its rules and a game of it one press away; the rest behind a button.

    `has_tables` says whether there can be tables where it is read.
    """
    cards = [part for each in games for part in _card(each, has_tables=has_tables)]
    rest = Button(_("All commands"), table_id(0, "commands"))
    now = Text(_("-# Play now: house players fill the seats, and the game begins at once."))
    if not has_tables:
        now = Text(_("-# Here you can use `/throw`. Write to me directly for a whole game: `/play`."))
    return Screen((*cards, now, Row((rest,))))


def greeting_screen(games: Collection[GameCard]) -> Screen:
    """What the bot says when it comes into a server."""
    titles = listed([f"**{each.title}**" for each in games])
    words = _(
        "Good evening! I keep a tavern: {games}, for play money.\n"
        "Type `/play` and a game begins, with house players in the empty seats. `/tavern help` shows the "
        "rest, and managers look after the house with `/tavern settings`."
    )
    new = Text(_("New to them? A first hand of each takes two minutes, and only you see it."))
    return Screen((Text(words.format(games=titles)), new, *lesson_rows()))


def _card(game: GameCard, *, has_tables: bool) -> tuple[Part, ...]:
    now = [Button(_("Play now"), table_id(0, "play", game.key), "good")] if has_tables else []
    teach = Button(_("Teach me"), table_id(0, "teach", game.key), "main")
    how = Button(_("How to play"), table_id(0, "how", game.key))
    return Text(f"### {game.title}\n{game.intro}"), Row((*now, teach, how))


def commands_screen(commands: list[ListedCommand], *, for_managers: bool = False) -> Screen:
    """Every command for everybody, or those of managers and organisers, group by group."""
    lines = []
    for each in commands:
        inner = " ".join(f"`/{each.name} {name}`" for name in each.inner)
        name = f"**/{each.name}**" if inner else f"`/{each.name}`"
        lines.append(item(name, _(each.description)) + (f"\n{inner}" if inner else ""))
    if for_managers:
        return say("### " + _("For managers and organisers"), *lines)
    more = Button(_("For managers"), table_id(0, "commands", MANAGERS))
    return Screen((*say("### " + _("What to type"), *lines).parts, Row((more,))))


def about_screen(version: str, credits_: list[str], privacy: str = "", terms: str = "") -> Screen:
    """What this is, and that its money has no value; `privacy` and `terms` are the addresses of pages."""
    policies = [
        f"[{title}]({address})"
        for title, address in ((_("What I keep about you"), privacy), (_("Terms of use"), terms))
        if address
    ]
    return say(
        f"### Taproom {version}".strip(),
        _("Dice and cards at tables, with house players who fill the empty seats."),
        _("**The money here has no real value.** It can’t be bought, sold or paid out; it’s for play."),
        _(
            "The chance is sealed before each hand, and you can mix words of your own into it. Afterwards "
            "you can check what you saw. The button “Fair play” says how, and what that promises."
        ),
        _("Other people made these games. I tell the rules in my own words:"),
        *credits_,
        *([" · ".join(policies)] if policies else []),
    )


def farewell_screen() -> Screen:
    """Asks whether somebody really wants to be forgotten."""
    words = _(
        "### Forget you?\nYour coins, points, home throws and choices in **every** server are then no longer "
        "yours, and nobody can bring them back. What you paid and won stays in the books under a number "
        "that leads to nobody. Words that you mixed into the chance of a hand stay with its proofs for a "
        "month.\n**One thing stays:** in each server, a scrambled form of your ID that says you’ve had your "
        "starting purse; until midnight (UTC), how much of the day’s limits you’ve used and which deals of "
        "the day you answered; and, where you’re barred, until when. If you come back you get no second "
        "purse, no second wages and no prizes in coins, no second go at those deals, and no way "
        "around a bar. It says nothing else, and nobody finds you in the books by it.\n`/tavern privacy "
        "export` gives you a copy of everything first."
    )
    return sure(words, Button(_("Forget me"), table_id(0, "forget_me"), "danger"))
