"""Screens of a server's settings, with a form for each subject; and prizes for points (SH-12)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.custom_ids import AsShown, OfGame, table_id
from bot.screens.core import screen
from bot.screens.core.naming import amount, currency_name, duration, points_of
from bot.screens.core.screen import (
    Button,
    ChannelsField,
    Form,
    Screen,
    Text,
    TextField,
    first_lines,
    rows,
    say,
)
from bot.screens.server.help_pages import Hint
from bot.screens.server.management import bank_button, no_coins_line
from bot.screens.table.table_people import rule_selects
from bot.text.translate import _, all_languages, ngettext, number, own_name, pgettext, shown, typed_length
from games.catalog import GAMES
from games.engine.core.errors import N_
from games.engine.core.game import AnyGame
from games.engine.core.house_rules import OFF_ON, options
from storage.books.audit_lines import ServerChange
from storage.errors import Unreadable
from storage.people import server_settings
from storage.people.server_settings import BOUNDS, CHANNELS_MAX, CURRENCY_LENGTH, ServerSettings, rules_of
from storage.standing.scores import Prize

FORMS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    # Translators: a group of settings.
    "money": (N_("Money"), ("currency", "purse", "wages_floor", "pay_day_max", "pay_keep_min")),
    # Translators: a group of settings.
    "tables": (N_("Tables"), ("channels", "turn_seconds", "faces", "pictures", "house_points")),
    # Translators: a group of settings: tables at which a turn lasts for days.
    "slow": (N_("Slow tables"), ("slow_tables", "slow_channels")),
    # Translators: a group of settings.
    "limits": (N_("Tournaments"), ("organiser_role", "purses_day_max")),
    # Translators: a group of settings: house players and what they play for.
    "house": (N_("The house"), ("house_day_max",)),
    # Translators: a group of settings: how tables call players.
    "calls": (N_("Calling players"), ("call_role",)),
    # Translators: a group of settings.
    "order": (
        N_("Moderation"),
        ("moderator_role", "player_role", "closed_channels", "audit_channel", "remarks"),
    ),
    # Translators: a group of settings: how long something is kept.
    "keeping": (N_("Storage"), ("hands_days",)),
    # Translators: a group of settings: how many tables there may be.
    "crowd": (N_("Open tables"), ("channel_tables_max", "threads")),
    # Translators: a group of settings: which games a server has.
    "games": (N_("Games"), ("games_off",)),
    "language": (N_("Language"), ("language",)),
}
"""The forms by key, each with the label of its button and the names of its fields."""
FIRST: Mapping[str, str] = {"limits": "organiser_role", "tables": "channels"}
"""The settings that a new server needs first, by the key of their form."""
FIELDS: Mapping[str, tuple[str, str]] = {
    "currency": (N_("Name of the currency"), N_("One and many, such as crown/crowns")),
    "purse": (N_("Starting purse"), N_("What a newcomer’s wallet holds")),
    "wages_floor": (N_("Wages top a wallet up to"), N_("Once a day, for anyone who claims them")),
    "pay_day_max": (N_("Daily gift limit"), N_("The most one person may give away in a day")),
    "pay_keep_min": (N_("Minimum balance after a gift"), ""),
    "channels": (N_("Channels for tables"), N_("None chosen: every channel")),
    "player_role": (N_("Role that may play"), N_("None chosen: everybody may")),
    "closed_channels": (N_("Channels without games"), N_("Tables already open there stay")),
    "audit_channel": (
        N_("Channel for the audit"),
        N_("One line for everything managers and organisers do"),
    ),
    "turn_seconds": (N_("Time for a turn"), N_("In seconds")),
    "slow_tables": (N_("Tables with days for a turn"), N_("Whoever opens a table chooses its pace")),
    "slow_channels": (N_("Channels for slow tables"), N_("None chosen: wherever tables are opened")),
    "hands_days": (
        N_("Keep replays for"),
        N_("In days after a table has closed; hands that a player keeps stay"),
    ),
    "channel_tables_max": (
        N_("Open tables in a channel"),
        N_("At a time; 0: no limit. Tournaments and single throws don’t count"),
    ),
    "threads": (
        N_("Tables in threads"),
        N_("Each table gets a thread, which is archived when it closes. I need Create Public Threads"),
    ),
    "games_off": (
        N_("Games that can be opened"),
        N_("Tables and tournaments of the others that are under way are played on"),
    ),
    "faces": (N_("Dice and cards"), N_("Everybody can choose their own for what only they see")),
    "pictures": (N_("Large pictures"), ""),
    "remarks": (N_("Table phrases"), N_("One of six phrases, shown beside the name")),
    "house_points": (
        N_("Arcade points with house players"),
        N_("Points count even if a house player was in the round"),
    ),
    "house_day_max": (
        N_("Daily limit on winnings from the house"),
        N_("The most one person may win from it in a day, at all tables together"),
    ),
    "organiser_role": (N_("Role that may run tournaments"), N_("Managers always can")),
    "moderator_role": (
        N_("Role that may keep order"),
        N_("Close tables, call hands off, bar and unbar people, and read the audit; no more"),
    ),
    "call_role": (
        N_("Role to ping for players"),
        N_("Instead of the people who asked; it must be mentionable"),
    ),
    "purses_day_max": (
        N_("Daily prizes from the bank"),
        N_("The most organisers may add to prizes in a day"),
    ),
    "language": (N_("Language"), ""),
}
"""Every setting that is not a house rule, with its label and description."""
CHOICES: Mapping[str, Mapping[str, str]] = {
    "faces": {"emojis": N_("as emojis"), "words": N_("in words")},
    "pictures": {
        # Translators: of something that a house rule or a setting does.
        "never": N_("never"),
        "moments": N_("for results and new hands"),
        # Translators: when large pictures are shown.
        "always": N_("always"),
    },
}
"""The options of each setting with few values, with their labels."""


CHANGED_SHOWN = 2
"""The maximum number of channels that a line of the audit names."""


def settings_screen(settings: ServerSettings, held: int, hint: Hint | None = None) -> Screen:
    """Return the overview: the first settings of a new server, then all by subject, with buttons to forms.

    `held` are the house's coins; `hint` follows the first settings.
    """
    coins = amount(held, settings.currency)
    first = [
        "**" + _("What a new server needs first") + "**",
        "- " + _("The house’s coins: **{amount}**").format(amount=coins),
        *("- " + _line(settings, name) for name in FIRST.values()),
    ]
    if not held:
        first[1] += f". {no_coins_line()}"
    needed = [bank_button("main"), *(_ask_button(key, "main") for key in FIRST)]
    keys = [key for key in FORMS if _names(key)]
    forms = [_ask_button(key) for key in keys if key not in FIRST]
    rules = Button(_("House rules"), table_id(0, "usual_rules"))
    words = _(
        "### Settings\nPress what you’d like to change. Open tables keep the turn time and the house rules "
        "that they began with."
    )
    overview = Text("\n".join(_subject(settings, key) for key in keys))
    hint_parts = () if hint is None else hint
    return Screen(
        (Text(words), Text("\n".join(first)), *rows(needed), *hint_parts, overview, *rows([*forms, rules]))
    )


@dataclass(frozen=True, slots=True)
class SettingsSubject:
    """The settings of one form: labels with values as Markdown, and the button that opens the form."""

    title: str
    values: tuple[tuple[str, str], ...]
    ask: Button


def subjects(settings: ServerSettings) -> Iterator[SettingsSubject]:
    """Yield all settings by subject, for a frontend that shows them in columns."""
    for key, (title, _fields) in FORMS.items():
        if names := _names(key):
            values = tuple((_(FIELDS[name][0]), _value(settings, name)) for name in names)
            yield SettingsSubject(_(title), values, replace(_ask_button(key), label=_("Change …")))


def _ask_button(key: str, style: screen.Style = "plain") -> Button:
    return Button(_(FORMS[key][0]), table_id(0, "settings_ask", key), style)


def settings_form(settings: ServerSettings, key: str, existing: Container[int]) -> Form:
    """Return one of the forms, filled in with the current settings.

    `existing` holds the ids of the server's channels and roles: Discord refuses forms with other ids.
    """
    fields = (_field(settings, name, existing) for name in _names(key))
    return Form(
        _(FORMS[key][0]),
        table_id(0, "settings_typed", AsShown(key, server_settings.version(settings))),
        tuple(fields),
    )


def usual_rules_screen(settings: ServerSettings, game: AnyGame, games: Sequence[AnyGame]) -> Screen:
    """Return a select for each default house rule of a game, below a select of the games."""
    heading = _("### {game}: house rules\nNew tables begin with these; whoever opens one may change them.")
    selects = rule_selects(
        rules_of(settings, game),
        options(game.house_rules),
        lambda name: table_id(0, "usual_rule", OfGame(game.key, name)),
    )
    choice = screen.game_select(table_id(0, "usual_rules"), game, games)
    back = rows([Button(_("All settings"), table_id(0, "settings"))])
    return Screen((Text(heading.format(game=_(game.title))), choice, *selects, *back))


def _names(key: str) -> tuple[str, ...]:
    """Return the names of a form's fields; the language only if there are several."""
    return tuple(name for name in FORMS[key][1] if name != "language" or len(all_languages()) > 1)


def _line(settings: ServerSettings, name: str) -> str:
    return f"{_(FIELDS[name][0])}: **{_value(settings, name)}**"


def _subject(settings: ServerSettings, key: str) -> str:
    """Return the settings of a subject in a line, except those of `FIRST`, which are shown above."""
    settings_told = [_line(settings, name) for name in _names(key) if name not in FIRST.values()]
    return screen.item(f"**{_(FORMS[key][0])}**", " · ".join(settings_told))


def _value(settings: ServerSettings, name: str, most: int = CHANNELS_MAX) -> str:
    """Return a setting's value as text; it names at most `most` channels."""
    faces, pictures = (CHOICES[each] for each in ("faces", "pictures"))
    no_channel, no_role = pgettext("channel", "none"), pgettext("role", "none")
    no_channels = pgettext("channels", "none")

    def channels(chosen: Sequence[int]) -> str:
        return " ".join(first_lines(chosen, most, "<#{}>".format))

    texts = {
        "currency": shown(currency_name(settings.currency)),
        # Translators: of the channels where tables can be opened.
        "channels": channels(settings.channels) or _("all"),
        "closed_channels": channels(settings.closed_channels) or no_channels,
        # Translators: of the channels where tables can be opened.
        "slow_channels": channels(settings.slow_channels) or _("all"),
        "slow_tables": _(OFF_ON[settings.slow_tables]),
        # Translators: of the role that may play.
        "player_role": f"<@&{settings.player_role}>" if settings.player_role else _("not needed"),
        "audit_channel": f"<#{settings.audit_channel}>" if settings.audit_channel else no_channel,
        "turn_seconds": duration(settings.turn_seconds),
        "hands_days": ngettext("{count} day", "{count} days", settings.hands_days).format(
            count=settings.hands_days
        ),
        # Translators: of the number of tables in a channel.
        "channel_tables_max": number(settings.channel_tables_max)
        if settings.channel_tables_max
        else _("unlimited"),
        "threads": _(OFF_ON[settings.threads]),
        "games_off": _games(settings),
        "faces": _(faces[settings.faces]),
        "pictures": _(pictures[settings.pictures]),
        "remarks": _(OFF_ON[settings.remarks]),
        "house_points": _(OFF_ON[settings.house_points]),
        "organiser_role": f"<@&{settings.organiser_role}>" if settings.organiser_role else no_role,
        "moderator_role": f"<@&{settings.moderator_role}>" if settings.moderator_role else no_role,
        "call_role": f"<@&{settings.call_role}>" if settings.call_role else no_role,
        "language": own_name(settings.language),
    }
    return texts.get(name) or amount(getattr(settings, name), settings.currency)


def _games(settings: ServerSettings) -> str:
    """Return the titles of the games that can be opened."""
    offered = server_settings.offered_games(settings.games_off, GAMES)
    # Translators: of the games that can be opened.
    return ", ".join(_(GAMES[key].title) for key in offered) if len(offered) < len(GAMES) else _("all")


def changed_setting(changed: ServerChange, currency: str) -> str:
    """Return a change as text: the setting, its old value, and its new value."""
    try:
        both = server_settings.as_changed(changed, ServerSettings(currency=currency))
    except Unreadable:
        # This version does not have the setting.
        return changed.what
    if changed.what == "house_rules":
        return ", ".join(_changed_rules(*both)) or _("House rules")
    before, after = (_value(each, changed.what, CHANGED_SHOWN) for each in both)
    return _("{what}: **{before}** → **{after}**").format(
        what=_(FIELDS[changed.what][0]), before=before, after=after
    )


def _changed_rules(before: ServerSettings, after: ServerSettings) -> Iterator[str]:
    words = _("{what}: **{before}** → **{after}**")
    for game in GAMES.values():
        old, new = rules_of(before, game), rules_of(after, game)
        for each in options(game.house_rules):
            was, now = (getattr(rules, each.name) for rules in (old, new))
            if was != now:
                what = f"{_(game.title)}, {_(each.title)}"
                yield words.format(what=what, before=_(each.label(was)), after=_(each.label(now)))


def _field(settings: ServerSettings, name: str, existing: Container[int]) -> screen.FormField:
    label, says = map(_, FIELDS[name])
    value = getattr(settings, name)
    match name:
        case "currency":
            current = currency_name(value)
            return TextField(name, label, current, description=says, length=2 * CURRENCY_LENGTH + 1)
        case "channels" | "closed_channels" | "slow_channels" | "audit_channel":
            chosen, most = ((value,), 1) if name == "audit_channel" else (value, CHANNELS_MAX)
            return ChannelsField(name, label, tuple(each for each in chosen if each in existing), says, most)
        case "organiser_role" | "moderator_role" | "player_role" | "call_role":
            return screen.RoleField(name, label, value if value in existing else 0, says)
        case "house_points" | "remarks" | "slow_tables" | "threads":
            return screen.CheckboxField(name, label, value, says)
        case "faces" | "pictures" | "language" | "games_off":
            return _choice(settings, name, label, says)
        case _:
            least, most = BOUNDS[name]
            bounds = _("From {least} to {most}").format(least=number(least), most=number(most))
            description = f"{says} · {bounds}" if says else bounds
            field = TextField(name, label, str(value), description=description, length=typed_length(most))
            return replace(field, kind="number", least=least, most=most)


def _choice(settings: ServerSettings, name: str, label: str, says: str) -> screen.FormField:
    """Return the field of a setting with few values: one of them, or all games that can be opened."""
    chosen: tuple[str, ...] = (getattr(settings, name),)
    named = CHOICES.get(name) or {each: own_name(each) for each in all_languages()}
    if name == "games_off":
        chosen = server_settings.offered_games(settings.games_off, GAMES)
        named = {key: game.title for key, game in GAMES.items()}
    lines = (screen.SelectOption(_(words), each, is_chosen=each in chosen) for each, words in named.items())
    kind = screen.ChoicesField if name == "games_off" else screen.ChoiceField
    return kind(name, label, tuple(lines), says)


GIFTS: Mapping[str, str] = {
    "text": N_("a few words for your eyes only"),
    "role": N_("the role {role}"),
    "money": N_("{amount}"),
}


def prizes_screen(
    game: str, prizes: tuple[Prize, ...], claimed: frozenset[str], points: int, currency: str
) -> Screen:
    """Return all prizes of a game, the reader's points, and a select of the prizes that they can claim.

    Prizes of text or a role can be claimed again; coins cannot.
    """
    lines = [_prize_line(each, currency, is_claimed=each.name in claimed) for each in prizes]
    points_lines = [_("You have {points}.").format(points=points_of(points))] if prizes or points else []
    page = say("### " + _("Prizes"), *(lines or [_("No prize has been put up yet.")]), *points_lines)
    reached = [each for each in prizes if each.threshold <= points]
    claimable = [each.name for each in reached if each.name not in claimed or each.gift != "money"]
    if not claimable:
        return page
    choose = screen.one_of(
        table_id(0, "claim", game), _("Claim a prize"), {each: each for each in claimable}, None
    )
    return Screen((*page.parts, choose))


def won_screen(prize: Prize, currency: str) -> Screen:
    """Return a prize to its winner; only this screen shows the text of a prize."""
    words = _("**{name}** is yours: {gift}.").format(name=shown(prize.name), gift=_gift(prize, currency))
    return say(words, shown(prize.value)) if prize.gift == "text" else say(words)


def put_up_screen(prize: Prize, currency: str) -> Screen:
    """Return the note that a manager has added a prize."""
    return say(_prize_line(prize, currency, is_claimed=False))


def _prize_line(prize: Prize, currency: str, *, is_claimed: bool) -> str:
    words = _("- **{name}** for {points}: {gift}").format(
        name=shown(prize.name), points=points_of(prize.threshold), gift=_gift(prize, currency)
    )
    # Translators: after a prize that the reader has claimed; begins with a space.
    return words + (_(" (yours)") if is_claimed else "")


def _gift(prize: Prize, currency: str) -> str:
    worth = amount(int(prize.value), currency) if prize.gift == "money" else ""
    return _(GIFTS[prize.gift]).format(role=f"<@&{prize.value}>", amount=worth)
