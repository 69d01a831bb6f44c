"""Slash commands and menus: made of the marks on handlers, in all languages, and uploaded.

The bot starts even if Discord refuses them (F-56). A refusal is shown by `/manage doctor` and retried
later; until then people have the commands of the last upload. Babel gathers their words here, since
decorators take those texts and mark none.

Names and descriptions are shown in other languages to those who speak one. What Discord would not take in a
language stays English there, and the log says so: what is too long, and names with more in them than small
letters, digits, `-` and `_`. What it refuses all the same, such as a name that another command has, is left
out (`without_refused`).
"""

from __future__ import annotations

import hashlib
import inspect
import logging
import re
import types
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from types import MappingProxyType
from typing import (
    IO,
    Annotated,
    Any,
    TypeAlias,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import discord
import orjson
from discord import HTTPException, Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.ext import commands
from discord.http import Route

from bot.cogs import COGS
from bot.discord_io.client import BotClient
from bot.discord_io.interactions.context import UNSENT, Interaction
from bot.discord_io.interactions.dispatch import ENTRY_POINT, OPTION, answering
from bot.discord_io.interactions.requests import person_of, request_of
from bot.discord_io.messages.rendering import CommandIds
from bot.front import decorators, forms
from bot.front.decorators import IntRange, UploadedFile, Where
from bot.front.request import User
from bot.screens.server.help_pages import DiscordRejection
from bot.tavern.deadlines import Deadlines, at_most
from bot.text.translate import ENGLISH, catalogue, speaking, spoken
from games.engine.core.errors import must_find
from storage.db.database import Database
from storage.db.transaction import Transaction
from storage.errors import NotAccepted

log = logging.getLogger(__name__)

AnyCommand: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
PLACES: dict[Where, tuple[app_commands.AppCommandContext, app_commands.AppInstallationType]] = {
    "with_me": (
        app_commands.AppCommandContext(guild=True, dm_channel=True),
        app_commands.AppInstallationType(guild=True, user=True),
    ),
    "anywhere": (
        app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        app_commands.AppInstallationType(guild=True, user=True),
    ),
}
"""The contexts of commands that are usable outside of servers; the tree's default is servers only."""
MANAGERS_ALONE = discord.Permissions(manage_guild=True)
"""The rights of whoever sees a command that is not for everybody, until a server says otherwise."""
NAME_MAX, DESCRIPTION_MAX = 32, 100
"""The longest that Discord takes, in letters."""
NAME = re.compile(r"[-_'\w]+")
COMMAND = "command"
"""The contexts in the catalogues of names other than those of options."""
REFUSED = re.compile(r"^In [\w.]+\.(?:name|description)_localizations\.[\w-]+(?=:)", re.MULTILINE)
CONTEXTS = {
    Location.command_name: COMMAND,
    Location.group_name: COMMAND,
    Location.parameter_name: OPTION,
}
NAMED = f"A name that people type, at most {NAME_MAX} letters: small ones, digits, - and _, no space"
DESCRIBED = f"In Discord’s list of commands, at most {DESCRIPTION_MAX} letters"
SYNCED = "synced"
"""The key of the digest of the last upload."""
COMMAND_IDS = "command_ids"
"""The key of the ids that Discord gave the commands then."""
START_SECONDS = 5.0
"""The maximum time in seconds for which a start waits for the upload."""
AGAIN_SECONDS = (60.0, 600.0, 3600.0)
"""Delays before a retry; the last one repeats."""
SERVERS = app_commands.AppInstallationType.GUILD
"""The contexts of commands of an app that users cannot install on their own account."""
CARRIED = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "nsfw",
    "handler",
)
"""The fields of an Entry Point command that are sent again; the rest is Discord's."""


def add_commands(tree: app_commands.CommandTree[Any], kinds: Iterable[type]) -> None:
    """Enter all commands of some classes of handlers."""
    for each in kinds:
        for command in made_of(each):
            tree.add_command(command)


@cache
def made_of(of: type) -> tuple[AnyCommand, ...]:
    """The commands of one class of handlers: its group if it is one, and what stands in a person's menu.

    Made once a process, since that takes long: whose they are is looked up when one is given.
    """
    own = decorators.group_of(of)
    found: list[AnyCommand] = [
        _menu(title, of, name) for name, title in decorators.declared("person_menu", of)
    ]
    root = None if own is None else _group(own)
    if root is not None:
        _place(root, decorators.where_of(of))
        found.append(root)
    within = {
        each: app_commands.Group(name=each.name, description=each.description, parent=root)
        for each in decorators.groups_in(of)
    }
    for name, mark in decorators.declared("command", of):
        parent = root if mark.group is None else within[mark.group]
        command = _command(mark, of, name)
        if parent is not None:
            parent.add_command(command)
        else:
            _place(command, decorators.where_of(getattr(of, name)))
            found.append(command)
    return tuple(found)


def _group(own: decorators.Group) -> app_commands.Group:
    """A group; unless it is for everybody, Discord shows it to managers and whom they choose."""
    rights = None if own.audience == "everybody" else MANAGERS_ALONE
    return app_commands.Group(name=own.name, description=own.description, default_permissions=rights)


def _method(interaction: Interaction, of: type, name: str) -> Callable[..., Awaitable[Any]]:
    """A handler's method, of the bot to which a command was given."""
    handlers = cast("BotClient", interaction.client).app.handlers
    found: Callable[..., Awaitable[Any]] = getattr(
        must_find(each for each in handlers if type(each) is of), name
    )
    return found


def _place(command: app_commands.Group | app_commands.Command[Any, ..., Any], where: Where) -> None:
    if where == "servers":
        app_commands.guild_only()(command)
    else:
        command.allowed_contexts, command.allowed_installs = PLACES[where]


def _command(mark: decorators.Command, of: type, name: str) -> app_commands.Command[Any, ..., None]:
    async def answer(interaction: Interaction, **given: Any) -> None:
        async with answering(interaction, is_public=mark.is_public) as ctx:
            # What Discord sends no facts of, its library passes on as an id.
            if any(isinstance(value, discord.Object) for value in given.values()):
                raise forms.NotResolved
            neutral = {
                option: person_of(value) if isinstance(value, discord.User | discord.Member) else value
                for option, value in given.items()
            }
            await _method(interaction, of, name)(ctx, **neutral)

    hints = get_type_hints(getattr(of, name), include_extras=True)
    _self, first, *options = inspect.signature(getattr(of, name)).parameters.values()
    taken = [each.replace(annotation=_option(hints[each.name])) for each in options]
    vars(answer)["__signature__"] = inspect.Signature(
        [first.replace(name="interaction", annotation=Interaction), *taken]
    )
    # A name can be translated only if it was given.
    names = {option: app_commands.locale_str(mark.named.get(option, option)) for option in mark.options}
    answer = app_commands.rename(**names)(app_commands.describe(**mark.options)(answer))
    chosen = {
        option: [app_commands.Choice(name=title, value=value) for value, title in among.items()]
        for option, among in mark.choices.items()
    }
    answer = app_commands.choices(**chosen)(answer)
    made: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=mark.name, description=mark.description, callback=answer
    )
    for option, completing in mark.suggests.items():
        made.autocomplete(option)(_completing(of, completing))
    return made


def _completing(of: type, name: str) -> Callable[..., Any]:
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        with speaking(spoken(interaction.locale.value)):
            fitting = await _method(interaction, of, name)(request_of(interaction), typed)
        return [app_commands.Choice(name=each, value=each) for each in fitting]

    return complete


def _menu(title: str, of: type, name: str) -> app_commands.ContextMenu:
    async def chosen(interaction: Interaction, person: discord.User) -> None:
        async with answering(interaction, is_public=True) as ctx:
            await _method(interaction, of, name)(ctx, person_of(person))

    # Left as texts, the types would be looked up in discord.py.
    vars(chosen)["__signature__"] = inspect.signature(chosen, eval_str=True)
    contexts, installs = PLACES["anywhere"]
    return app_commands.ContextMenu(
        name=title, callback=chosen, allowed_contexts=contexts, allowed_installs=installs
    )


def _option(hint: Any) -> Any:
    """Return the type of an option as discord.py takes it."""
    if get_origin(hint) in (Union, types.UnionType):
        inner = [_option(each) for each in get_args(hint) if each is not type(None)]
        return inner[0] | None if isinstance(inner[0], type) else Union[inner[0], None]  # noqa: UP007
    if get_origin(hint) is Annotated:
        of, note = get_args(hint)
        if isinstance(note, IntRange):
            return app_commands.Transform[int, AmountTransformer(note.least, note.most)]
        return discord.Member if of is User else of
    return {User: discord.User, UploadedFile: discord.Attachment}.get(hint, hint)


class AmountTransformer(app_commands.Transformer):
    """A whole number from `least` to `most`, as an option of a command.

    Discord's own client keeps to the bounds; anything else is refused in words.
    """

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """A whole number, to Discord."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """The least that Discord's client lets through."""
        return self._least

    @property
    def max_value(self) -> int:
        """The most that Discord's client lets through."""
        return self._most

    async def transform(self, interaction: Interaction, value: object, /) -> int:  # noqa: ARG002
        """The number, or `Malformed`."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise forms.Malformed(self._least, self._most)
        return value


def gather(
    _file: IO[bytes],
    _keywords: Mapping[str, object],
    _tags: Collection[str],
    options: Mapping[str, str],  # noqa: ARG001 -- Babel gives it by name
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """The words of every command, whatever the file."""
    for cog in COGS:
        for command in made_of(cog):
            for context, text in words_of(command):
                if context:
                    yield 1, "pgettext", (context, text), [NAMED]
                else:
                    yield 1, "", text, [DESCRIBED]


class CommandSync:
    """Uploads a bot's commands, to one server if `server` is not 0, else for all."""

    refusal: DiscordRejection | None = None
    """The reason why the last upload was refused."""
    is_told = False
    """Whether Discord has this version's commands."""
    ids: CommandIds = MappingProxyType({})
    """Discord's ids of the commands by their whole names, once it has them."""

    def __init__(
        self, bot: commands.AutoShardedBot, database: Database, now: Callable[[], float], server: int | None
    ) -> None:
        self._bot = bot
        self._database = database
        self._now = now
        self._guild = discord.Object(server) if server else None
        self.clock: Deadlines[None] = Deadlines(now, lambda _: self._try())
        """Rings for the next try."""
        self._failures = 0
        self._is_leading = True

    async def begin(self, *, is_leading: bool = True) -> None:
        """Upload the commands if they have changed, or have the leading process do so; never raises."""
        self._is_leading = is_leading
        # The retry is set first, so that a hanging first try is followed by another.
        self.clock.set(None, self._now() + AGAIN_SECONDS[0])
        await at_most(START_SECONDS, self._try())

    async def _try(self) -> None:
        try:
            await self._sync()
        except discord.HTTPException as refused:
            log.warning("Discord refuses our commands: %s", refused)
            self._fail(refused.status, refused.code)
        except (NotAccepted, *UNSENT) as lost:
            log.warning("our commands could not be announced: %s", lost)
            self._fail(0, 0)
        else:
            self.refusal, self.is_told = None, True
            self.clock.set(None, None)

    def _fail(self, status: int, code: int) -> None:
        again_at = self._now() + AGAIN_SECONDS[min(self._failures, len(AGAIN_SECONDS) - 1)]
        self._failures += 1
        self.refusal = DiscordRejection(status, code, again_at)
        self.clock.set(None, again_at)

    async def _sync(self) -> None:
        guild, application = self._guild, self._bot.application_id
        assert application is not None
        payload = await self._written()
        if not self._is_for_people():
            payload = [command | {"integration_types": [SERVERS]} for command in payload]
        told = orjson.dumps([application, guild and guild.id, payload], option=orjson.OPT_SORT_KEYS)
        digest = hashlib.sha256(told).hexdigest()
        before, kept = await self._database.read(lambda tx: (tx.get_note(SYNCED), tx.get_note(COMMAND_IDS)))
        if kept is not None and (before == digest or not self._is_leading):
            self.ids = self._by_whole_name(orjson.loads(kept))
            return
        if not self._is_leading:
            raise NotAccepted
        try:
            there = await self._upload(application, payload)
        except discord.HTTPException as refused:
            left = without_refused(payload, refused)
            if left is None:
                raise
            log.warning("Discord refuses some words of commands in other languages, which stay English")
            there = await self._upload(application, left)
        ids = {each["name"]: int(each["id"]) for each in there}

        def keep(tx: Transaction) -> None:
            tx.set_note(SYNCED, digest)
            tx.set_note(COMMAND_IDS, orjson.dumps(ids).decode())

        await self._database.write(keep)
        self.ids = self._by_whole_name(ids)

    async def _written(self) -> list[dict[str, Any]]:
        tree = self._bot.tree
        if self._guild is not None:
            tree.copy_global_to(guild=self._guild)
        commands = tree.get_commands(guild=self._guild)
        return [await command.get_translated_payload(tree, CommandWords()) for command in commands]

    async def _upload(self, application: int, payload: list[dict[str, Any]]) -> Sequence[Any]:
        if self._guild is not None:
            return await self._bot.http.bulk_upsert_guild_commands(application, self._guild.id, payload)
        carried = await self._entry_points(application)
        return await self._bot.http.bulk_upsert_global_commands(application, [*payload, *carried])

    def _is_for_people(self) -> bool:
        """Return True if users may install the app on their own account, as set in the developer portal."""
        info = self._bot.application
        if info is None or info.guild_integration_config is None:
            return True
        return info.user_integration_config is not None

    def _by_whole_name(self, ids: CommandIds) -> CommandIds:
        """The id of each command that can be typed: a group's commands have the group's."""
        commands = self._bot.tree.walk_commands(guild=self._guild)
        names = (each.qualified_name for each in commands if isinstance(each, app_commands.Command))
        return {name: ids[root] for name in names if (root := name.split()[0]) in ids}

    async def _entry_points(self, application: int) -> list[dict[str, Any]]:
        """The Entry Point command, if any; an upload without it is refused (50240)."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=application)
        there = await self._bot.http.request(route, params={"with_localizations": "true"})
        return [
            {name: each[name] for name in CARRIED if name in each}
            for each in there
            if each["type"] == ENTRY_POINT
        ]


class CommandWords(app_commands.Translator):
    """Reads the catalogues."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The words for a language of Discord's; None: those in English."""
        code = spoken(locale.value)
        if code == ENGLISH:
            return None
        words, text = catalogue(code), string.message
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        named = None if is_menu else CONTEXTS.get(context.location)
        found = words.gettext(text) if named is None else words.pgettext(named, text)
        if found == text:
            return None
        longest = NAME_MAX if is_menu else DESCRIPTION_MAX
        if is_name(found) if named else len(found) <= longest:
            return found
        log.warning("a command's words in another language are not fit for Discord: they stay English")
        return None


def is_name(text: str) -> bool:
    """Return True if a command or an option may be called so."""
    return len(text) <= NAME_MAX and NAME.fullmatch(text) is not None and text == text.lower()


def without_refused(payload: list[dict[str, Any]], refused: HTTPException) -> list[dict[str, Any]] | None:
    """The commands without the words in other languages that Discord refuses; None if it refuses more."""
    paths = [each.removeprefix("In ") for each in REFUSED.findall(str(refused))]
    # One line says that something is wrong, each other line what.
    if not paths or len(paths) != str(refused).count("\nIn "):
        return None
    left = deepcopy(payload)
    for path in paths:
        *way, code = path.split(".")
        place: Any = left
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        del place[code]
    return left


def words_of(
    command: app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
) -> Iterator[tuple[str, str]]:
    """All words of a command, each with its context: those of names, and "" for all others."""
    if isinstance(command, app_commands.ContextMenu):
        yield "", command.name
        return
    yield COMMAND, command.name
    yield "", command.description
    if isinstance(command, app_commands.Group):
        for each in command.commands:
            yield from words_of(each)
        return
    for option in command.parameters:
        yield OPTION, option.display_name
        yield "", str(option.description)
        yield from (("", choice.name) for choice in option.choices if not choice.name.isdigit())
