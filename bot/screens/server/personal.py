"""Screens of a user's preferences, and of notifications when a table needs players."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.custom_ids import About, table_id
from bot.screens.core.naming import listed, person
from bot.screens.core.screen import Button, Form, Part, Screen, Select, SelectOption, Text, line_form, rows
from bot.screens.server.own_limits import keep_out_button
from bot.text.translate import _, languages, ngettext, own_name
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame
from storage.people.invite_preferences import CallHours
from storage.people.preferences import AS_DISCORD, Preferences

CHOICES: Mapping[str, Mapping[str, str]] = {
    "cards": {
        "panel": N_("On a panel that only I see"),
        "dm": N_("By direct message"),
    },
    "pings": {
        "never": N_("Never call me"),
        "late": N_("Ping me after 20 seconds if I seem to be away"),
        "at_once": N_("Ping me at once"),
        "dm": N_("Write me a direct message"),
    },
    "slow_pings": {
        "turn": N_("At each turn, like elsewhere"),
        "daily": N_("One direct message a day, with all my tables"),
        "never": N_("Never call me"),
    },
    "faces": {
        "server": N_("As this server shows them"),
        "emojis": N_("As small pictures"),
        "words": N_("In words"),
    },
    "coach": {
        "on": N_("Tell me what matters in my first ten hands"),
        "off": N_("Let me find out for myself"),
    },
    "record": {
        "shown": N_("Anyone may read it"),
        "hidden": N_("Keep mine to myself"),
    },
}
"""The options of each preference, with their labels."""
LANGUAGE = "own_language"
"""The preference whose options are the languages."""


def choices_of(name: str) -> Mapping[str, str]:
    """Return the options of a preference, with their labels in the reader's language."""
    if name != LANGUAGE:
        return {value: _(label) for value, label in CHOICES[name].items()}
    return {AS_DISCORD: _("The language of my Discord"), **{each: own_name(each) for each in languages()}}


TITLES: Mapping[str, str] = {
    "cards": N_("Where I see my cards"),
    "pings": N_("When it’s my turn"),
    "slow_pings": N_("When it’s my turn at a slow table"),
    "faces": N_("Dice and cards on my panel"),
    "coach": N_("The coach"),
    "record": N_("My record"),
    LANGUAGE: N_("My language"),
}
BY_MESSAGE = ("dm", "daily")
"""The options that need direct messages, which not every frontend has."""


def me_screen(preferences: Preferences, closed_at: float | None = None, *, has_messages: bool) -> Screen:
    """Return a select for each preference that has several options.

    `closed_at` is when a direct message to the user failed, if their messages are closed.
    """
    words = _("### For you\nOnly you see this. What you choose counts from now on, in every server.")
    parts: list[Part] = [Text(words)]
    for name in TITLES:
        current = getattr(preferences, name)
        choices = tuple(
            SelectOption(label, value, is_chosen=value == current)
            for value, label in choices_of(name).items()
            if has_messages or value == current or value not in BY_MESSAGE
        )
        if len(choices) > 1:
            title = _(TITLES[name])
            parts += Text(f"**{title}**"), Select(table_id(0, "prefer", name), title, choices)
        if current in BY_MESSAGE and name in ("pings", "slow_pings") and closed_at is not None:
            parts += _closed(closed_at)
    call_button = Button(_("When tables want players"), table_id(0, "call_me"))
    return Screen((*parts, *rows([call_button, keep_out_button()])))


def _closed(since: float) -> tuple[Part, ...]:
    """Return the note that the user's direct messages are closed, and a button to try again (F-39)."""
    words = _(
        "I couldn’t write to you <t:{at}:R>: your direct messages are closed, so I call you in the table’s "
        "channel. Open them and press “Try again”, or choose another way."
    )
    again = Button(_("Try again"), table_id(0, "write_again"), "main")
    return Text(words.format(at=int(since))), *rows([again])


WAYS: Mapping[str, str] = {
    "ping": N_("Ping me in the table’s channel"),
    "dm": N_("Write me a direct message"),
}
"""The ways of a notification, with their labels."""


@dataclass(frozen=True, slots=True)
class OwnCalls:
    """A user's choices for notifications: games, way, hours; and the role that the server pings instead."""

    games: Collection[str]
    hours: CallHours
    hours_words: str
    role: int = 0


def call_me_screen(own: OwnCalls, games: Sequence[AnyGame], *, has_messages: bool) -> Screen:
    """Return the screen of notifications: a switch for each game, the way, and the hours."""
    switches = [
        Button(
            (_("{game}: on") if each.key in own.games else _("{game}: off")).format(game=_(each.title)),
            table_id(0, "call_game", each.key),
            "good" if each.key in own.games else "plain",
        )
        for each in games
    ]
    parts: list[Part] = [Text("\n".join(_calls_told(own, games))), *rows(switches)]
    ways = tuple(
        SelectOption(_(words), way, is_chosen=own.hours.way == way)
        for way, words in WAYS.items()
        if has_messages or way not in BY_MESSAGE
    )
    if len(ways) > 1:
        parts.append(Select(table_id(0, "call_way"), _("How I call you"), ways))
    times = [Button(_("Set hours"), table_id(0, "call_hours"))]
    if own.hours.is_closed:
        times.insert(0, Button(_("Try again"), table_id(0, "call_again"), "main"))
    if not own.hours.is_any:
        times.append(Button(_("Any time"), table_id(0, "call_any")))
    if own.games:
        times.append(Button(_("Stop calling me"), table_id(0, "call_none"), "danger"))
    return Screen((*parts, *rows(times)))


def hours_form(now: str) -> Form:
    """Return the form for a user's hours."""
    label, hint = _("From, to, and your time zone"), _("18:00-23:00 Europe/Berlin")
    return line_form(_("When I may call you"), table_id(0, "call_typed"), label, hint, now)


def call_screen(host: str, title: str, where: str | None, called: Sequence[int], stop: About) -> Screen:
    """Return the message that pings users for a game, with a link and the button to stop notifications."""
    words = _("{names}: **{host}** wants players for **{game}**.")
    text = words.format(names=", ".join(person(each) for each in called), host=host, game=title)
    return Screen((Text(text), *_ways(where, stop)), pings=tuple(called))


def call_message(host: str, title: str, where: str | None, stop: About) -> Screen:
    """Return the notification for a game as a direct message."""
    words = _("**{host}** wants players for **{game}**.").format(host=host, game=title)
    return Screen((Text(words), *_ways(where, stop)))


def role_call(host: str, title: str, where: str | None, role: int) -> Screen:
    """Return the message that pings a role for a game."""
    words = _("<@&{role}>: **{host}** wants players for **{game}**.")
    return Screen((Text(words.format(role=role, host=host, game=title)), *_ways(where)))


def invitation_screen(host: str, title: str, where: str | None, invited: Sequence[int]) -> Screen:
    """Return the message that invites users to a host's game."""
    words = _("{names}: **{host}** invites you to a table of **{game}**.")
    text = words.format(names=listed([person(each) for each in invited]), host=host, game=title)
    return Screen((Text(text), *_ways(where)), pings=tuple(invited))


def called_words(count: int) -> str:
    """Return how many users were notified, as a sentence."""
    if not count:
        return _(
            "I haven’t called anyone: I can’t reach the people who asked to be called, or they can’t "
            "see this channel."
        )
    return ngettext("I’ve called {count} person.", "I’ve called {count} people.", count).format(count=count)


def _calls_told(own: OwnCalls, games: Sequence[AnyGame]) -> list[str]:
    titles = [_(each.title) for each in games if each.key in own.games]
    lines = ["### " + _("Call me")]
    if titles:
        words = _("When a table of **{games}** wants players here, I’ll call you, once per table.")
        lines.append(words.format(games=listed(titles)))
    else:
        lines.append(
            _("I don’t call you to any table in this server. Switch on the games that you’d come for.")
        )
    lines.append(
        _("At any time.") if own.hours.is_any else _("Only {hours}.").format(hours=f"**{own.hours_words}**")
    )
    if own.role:
        lines.append(
            _(
                "This server calls <@&{role}> instead, at any time and for any game. Its managers can give "
                "you that role, or take it from you."
            ).format(role=own.role)
        )
    if own.hours.is_closed and own.hours.unreachable_at is not None:
        lines.append(
            _(
                "I couldn’t write to you <t:{at}:R>: your direct messages are closed, so I’ve stopped. Open "
                "them and press “Try again”, or have me ping you."
            ).format(at=int(own.hours.unreachable_at))
        )
    return [
        *lines,
        "-# "
        + _("Your hours, and how I call you, are the same in every server; the games are for this one."),
    ]


def _ways(where: str | None, stop: About | None = None) -> tuple[Part, ...]:
    buttons = [] if where is None else [Button(_("Go to the table"), where, is_link=True)]
    if stop:
        buttons.append(Button(_("Stop calling me"), table_id(0, "call_stop", stop)))
    return tuple(rows(buttons))
