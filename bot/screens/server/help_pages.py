"""Help screens: games, commands, personal data, and the doctor's diagnosis."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import TypeAlias

from bot.custom_ids import table_id
from bot.screens.catalog import FACES, lesson_rows
from bot.screens.core.naming import listed
from bot.screens.core.presenter import confirm_screen
from bot.screens.core.screen import ActionRow, Button, Part, Screen, Text, item, say
from bot.screens.server.board import MEASURES, board_name
from bot.screens.server.management import bank_button, no_coins_line
from bot.text.translate import _, shown
from games.catalog import GAMES
from games.engine.core.errors import must_find
from games.plugins import PluginFault
from storage.standing.boards import BoardPost, Why

MANAGERS = "managers"
"""The argument of the button to the list of managers' commands."""


@dataclass(frozen=True, slots=True)
class ListedCommand:
    """A slash command, or a group with the names of its commands in `inner`."""

    name: str
    description: str
    inner: tuple[str, ...] = ()


Hint: TypeAlias = tuple[Text, ActionRow]
"""A sentence, and a link button for it."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in the help: its title with its emoji, and its description."""

    key: str
    title: str
    intro: str


def game_cards(games: Collection[str] = GAMES) -> list[GameCard]:
    """Return a card for each of these games."""
    faces = ((GAMES[key], face) for key, face in FACES.items() if key in games)
    return [GameCard(game.key, f"{face.emoji} {_(game.title)}", _(face.intro)) for game, face in faces]


def help_screen(games: Iterable[GameCard], *, has_tables: bool = True) -> Screen:
    """Return the start page of the help: a card with buttons for each game, and buttons to other pages.

    `has_tables` is False if no table can be opened in the reader's channel.
    """
    cards: list[Part] = []
    for each in games:
        play = [Button(_("Play now"), table_id(0, "play", each.key), "good")] if has_tables else []
        teach = Button(_("Teach me"), table_id(0, "teach", each.key), "main")
        how = Button(_("How to play"), table_id(0, "how", each.key))
        cards += Text(f"### {each.title}\n{each.intro}"), ActionRow((*play, teach, how))
    # Translators: a button: what this is, and whose games these are.
    other_pages = Button(_("All commands"), table_id(0, "commands")), Button(_("About"), table_id(0, "about"))
    note = Text(_("-# Play now: house players fill the seats, and the game begins at once."))
    if not has_tables:
        note = Text(_("-# Here you can use `/throw`. Write to me directly for a whole game: `/play`."))
    return Screen((*cards, note, ActionRow(other_pages)))


def greeting_screen(games: Collection[GameCard], *, is_practice: bool) -> Screen:
    """Return the bot's greeting in a new server; `is_practice`: the server's house has no coins (TB-12)."""
    titles = listed([f"**{each.title}**" for each in games])
    words = _(
        "Good evening! I keep a tavern: {games}, for play money.\n"
        "Type `/play` and a game begins, with house players in the empty seats. `/help` shows the rest, "
        "and managers look after the house with `/manage settings`."
    )
    new = Text(_("New to them? A first hand of each takes two minutes, and only you see it."))
    parts: list[Part] = [Text(words.format(games=titles)), new, *lesson_rows()]
    if is_practice:
        coins = _("{no_coins} A manager changes that in a moment:").format(no_coins=no_coins_line())
        parts += Text(coins), ActionRow((bank_button(),))
    moved = Text(
        _(
            "-# You know me already? My commands have moved: for managers to `/manage`, for organisers to "
            "`/organise`, and `/help` lists all others."
        )
    )
    return Screen((*parts, moved))


def commands_screen(commands: list[ListedCommand], *, for_managers: bool = False, server: int = 0) -> Screen:
    """Return the list of commands for everybody, or of those for managers and organisers.

    The latter has a button to the settings of `server`, if any, which can show these commands to a role.
    """
    lines = []
    for each in commands:
        inner = " ".join(f"`/{each.name} {name}`" for name in each.inner)
        name = f"**/{each.name}**" if inner else f"`/{each.name}`"
        lines.append(item(name, _(each.description)) + (f"\n{inner}" if inner else ""))
    if for_managers:
        shown_to = _(
            "-# Discord shows these to people who may manage the server. To show them to a role: {where}"
        )
        page = say(
            "### " + _("For managers and organisers"), *lines, shown_to.format(where=integrations_path())
        )
        return Screen((*page.parts, ActionRow((integrations_button(server),)))) if server else page
    more = Button(_("For managers"), table_id(0, "commands", MANAGERS))
    return Screen((*say("### " + _("What to type"), *lines).parts, ActionRow((more,))))


def integrations_path() -> str:
    """Return the path in Discord's menus to the roles that see a command."""
    # Translators: as Discord itself calls it in its menus.
    return _("Server Settings → Integrations")


def integrations_button(server: int) -> Button:
    """Return the link button that opens `integrations_path` in Discord's app."""
    return Button(integrations_path(), f"discord://-/guilds/{server}/settings/integrations", is_link=True)


def hidden_hint(server: int, roles: Mapping[str, int]) -> Hint:
    """Return the hint how managers show hidden command groups to roles; `roles` are the roles by group."""
    words = _(
        "Discord shows `/{command}` only to people who may manage the server. To show it to <@&{role}>, open "
        "{where}, choose me and then `/{command}`, and add the role."
    )
    lines = [words.format(command=name, role=role, where=integrations_path()) for name, role in roles.items()]
    return Text("\n".join(lines)), ActionRow((integrations_button(server),))


def about_screen(version: str, credits_: list[str], privacy: str = "", terms: str = "") -> Screen:
    """Return the description of the bot; `privacy` and `terms` are the URLs of these documents, or empty."""
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


def privacy_screen() -> Screen:
    """Return the two buttons for all data kept about a user: save as a file, and erase."""
    words = _(
        "### What I keep about you\nIt’s yours, in every server: take a copy, or have everything deleted. I "
        "ask once more before I forget you."
    )
    copy = Button(_("Save as file"), table_id(0, "export_me"), "main")
    return Screen(
        (Text(words), ActionRow((copy, Button(_("Forget me"), table_id(0, "ask_forget"), "danger"))))
    )


def farewell_screen() -> Screen:
    """Return the confirmation before a user's data is erased."""
    words = _(
        "### Forget you?\nYour coins, points, home throws and choices in **every** server are then no longer "
        "yours, and nobody can bring them back. What you paid and won stays in the books under a number "
        "that leads to nobody. Words that you mixed into the chance of a hand stay with its proofs for a "
        "month.\n**One thing stays:** in each server, a scrambled form of your ID that says you’ve had your "
        "starting purse; until midnight (UTC), how much of the day’s limits you’ve used and which deals of "
        "the day you answered; and, where you’re barred, until when. If you come back you get no second "
        "purse, no second wages and no prizes in coins, no second go at those deals, and no way "
        "around a bar. It says nothing else, and nobody finds you in the books by it."
    )
    return confirm_screen(words, Button(_("Forget me"), table_id(0, "forget_me"), "danger"))


DAILY_LIMIT = 30034
"""Discord's error code for more than 200 new commands a day."""
NO_ROOM = 30008
"""Discord's error code for more emojis than an application may have."""


@dataclass(frozen=True, slots=True)
class DiscordRejection:
    """A refusal by Discord: HTTP status (0: no response), error code, and when the bot retries."""

    status: int
    code: int
    again_at: float

    @property
    def is_out_of_reach(self) -> bool:
        """True if Discord did not respond, or the fault is its own."""
        return self.status == 0 or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR


@dataclass(frozen=True, slots=True)
class EmojiProgress:
    """The number of our emojis that Discord has (`there`), their total, and Discord's refusal, if any."""

    there: int
    all: int
    refusal: DiscordRejection | None


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The result of `/manage doctor`: faults of the channel and of the server, and lines about the bot."""

    here: Sequence[str] = ()
    server: Sequence[str] = ()
    lines: Sequence[str] = ()
    is_practice: bool = False
    """True if the house has no coins (TB-12)."""
    has_organisers: bool = True
    hidden_hint: Hint | None = None
    """The hint how to show commands to organisers and moderators, if commands may be hidden from them."""
    has_privacy: bool = True
    """True if users can read which data is kept about them."""


def doctor_screen(diagnosis: Diagnosis) -> Screen:
    """Return the diagnosis: the faults in this channel and in this server, and buttons to mend them."""
    here = [_("Nothing is missing here: tables can be opened in this channel.")]
    if diagnosis.here:
        here = ["### " + _("Missing here"), *[f"- {each}" for each in diagnosis.here]]
    server = [*diagnosis.server, *_to_choose(diagnosis)]
    settings = Button(_("All settings"), table_id(0, "settings"))
    buttons = [bank_button("main"), settings] if diagnosis.is_practice else [settings]
    server_lines = ["### " + _("In this server"), *[f"- {each}" for each in server]] if server else []
    hint = diagnosis.hidden_hint or ()
    return Screen((*say(*here, *server_lines, *diagnosis.lines).parts, *hint, ActionRow(tuple(buttons))))


def _to_choose(diagnosis: Diagnosis) -> Iterator[str]:
    """Yield a line for each setting that nobody has chosen yet."""
    if diagnosis.is_practice:
        yield no_coins_line()
    if not diagnosis.has_organisers:
        yield _("So far only managers can run tournaments. Choose a role for organisers in the settings.")
    if not diagnosis.has_privacy:
        yield _("People can’t look up what I keep about them. Whoever runs me should set PRIVACY_URL.")


def commands_line(refusal: DiscordRejection | None, *, is_told: bool) -> str:
    """Return a line on whether Discord has the newest commands; if not, why, and when the bot retries (F-56).

    `is_told`: the bot has sent Discord all of them.
    """
    if is_told:
        return _("Discord has my newest commands.")
    if refusal is None:
        return _("Discord hasn’t taken my newest commands yet. I’m waiting for its answer.")
    why = _("Discord refuses my newest commands (error {status}/{code}); the log has more.")
    if refusal.code == DAILY_LIMIT:
        why = _("Discord takes only 200 new commands a day, and today’s are used up.")
    elif refusal.status == HTTPStatus.FORBIDDEN:
        why = _("Discord won’t take commands from me here: invite me again with the commands scope.")
    elif refusal.is_out_of_reach:
        why = _("Discord couldn’t be reached to take my newest commands.")
    later = _("The older ones still work, and I’ll try again <t:{at}:R>.")
    return f"{_with_codes(why, refusal)} {later.format(at=int(refusal.again_at))}"


def boards_line(post: BoardPost) -> str:
    """Return a line on a posted board: its channel, or why it is no longer kept up to date."""
    by = must_find(each for each in MEASURES if each == post.measure)
    facts = {"board": board_name(by, post.game), "channel": f"<#{post.channel}>"}
    words: Mapping[Why, str] = {
        "": _("The board **{board}** in {channel} is kept up to date."),
        "gone": _("The board **{board}** in {channel} has stopped: its message or channel was deleted."),
        "forbidden": _("The board **{board}** in {channel} has stopped: I can’t see that channel any more."),
    }
    text, again = words[post.why].format(**facts), _("`/manage board` posts it again.")
    return f"{text} {again}" if post.why else text


def plugin_line(fault: PluginFault) -> str:
    """Return a line on a plugin's game, or a part of it, that was left out, and why."""
    words = _("I left out **{game}** of the package {package}: {reason}. Whoever runs me can fix that.")
    return words.format(game=shown(fault.key), package=shown(fault.package), reason=shown(fault.reason))


def emojis_line(progress: EmojiProgress) -> str:
    """Return a line on the emojis that Discord has; if not all, why, and when the bot retries (F-61)."""
    refusal, counts = progress.refusal, {"there": progress.there, "all": progress.all}
    if progress.there == progress.all:
        return _("Discord has all {all} of my emojis.").format(**counts)
    if refusal is None:
        words = _("Discord has {there} of my {all} emojis, and the rest are on their way.")
        return words.format(**counts)
    why = _("Discord refuses some of my emojis (error {status}/{code}); the log has more.")
    if refusal.code == NO_ROOM:
        why = _("There’s no room for more of my emojis: Discord keeps only 2,000 for an application.")
    elif refusal.status == HTTPStatus.FORBIDDEN:
        why = _("Discord won’t let me upload emojis.")
    elif refusal.status == HTTPStatus.TOO_MANY_REQUESTS:
        why = _("Discord wants me to wait before I upload more emojis.")
    elif refusal.is_out_of_reach:
        why = _("Discord couldn’t be reached to upload my emojis.")
    later = _("It has {there} of {all}. Words stand in for the others, and I’ll try again <t:{at}:R>.")
    return f"{_with_codes(why, refusal)} {later.format(**counts, at=int(refusal.again_at))}"


def _with_codes(why: str, refusal: DiscordRejection) -> str:
    return why.format(status=refusal.status, code=refusal.code)
