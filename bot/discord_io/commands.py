"""Slash commands and context menus: built from decorated handlers, translated, and uploaded to Discord.

The bot starts even if Discord refuses the commands (F-56). `/manage doctor` shows the refusal, and the upload
is retried; until then Discord keeps the commands of the last upload. Babel extracts the commands' texts by
`gather`, since they are plain arguments of decorators.

Discord shows names and descriptions in the user's language. A translation that Discord would refuse stays
English, and the log says so: one that is too long, or a name with characters other than lower-case letters,
digits, `-` and `_`. A translation that Discord refuses for another reason, such as a name that another
command has, is left out of a second upload (`without_refused`).
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
from bot.discord_io.interactions.requests import SentFile, person_of, request_of
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
MANAGERS_ONLY = discord.Permissions(manage_guild=True)
"""The permissions that a user needs to see a command for managers, unless a server changes that."""
NAME_MAX, DESCRIPTION_MAX = 32, 100
"""The maximum lengths that Discord accepts, in characters."""
NAME = re.compile(r"[-_'\w]+")
COMMAND = "command"
"""The gettext context of the names of commands and groups."""
REFUSED = re.compile(r"^In [\w.]+\.(?:name|description)_localizations\.[\w-]+(?=:)", re.MULTILINE)
GETTEXT_CONTEXTS = {
    Location.command_name: COMMAND,
    Location.group_name: COMMAND,
    Location.parameter_name: OPTION,
}
NAMED = f"A name that people type, at most {NAME_MAX} letters: small ones, digits, - and _, no space"
DESCRIBED = f"In Discord’s list of commands, at most {DESCRIPTION_MAX} letters"
SYNCED = "synced"
"""The key of the digest of the last upload."""
COMMAND_IDS = "command_ids"
"""The key of the ids that Discord assigned in the last upload."""
START_SECONDS = 5.0
"""The maximum time in seconds for which a start waits for the upload."""
RETRY_SECONDS = (60.0, 600.0, 3600.0)
"""Delays before a retry; the last one repeats."""
SERVERS = app_commands.AppInstallationType.GUILD
"""The installation type of commands if users can't install the app on their own account."""
ENTRY_POINT_FIELDS = (
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
"""The fields of an Entry Point command that an upload repeats; Discord sets all other fields."""


def add_commands(tree: app_commands.CommandTree[Any], cogs: Iterable[type]) -> None:
    """Add all commands of some cogs to the tree."""
    for each in cogs:
        for command in commands_of(each):
            tree.add_command(command)


@cache
def commands_of(cog: type) -> tuple[AnyCommand, ...]:
    """Return the commands of a cog: its groups, its other commands, and its entries in users' context menus.

    They are built once per process, since that is slow; a call finds the cog's instance by the interaction.
    """
    own = decorators.group_of(cog)
    built: list[AnyCommand] = [
        _menu(title, cog, name) for name, title in decorators.declared("person_menu", cog)
    ]
    root = None if own is None else _group(own)
    if root is not None:
        _set_contexts(root, decorators.where_of(cog))
        built.append(root)
    subgroups = {
        each: app_commands.Group(name=each.name, description=each.description, parent=root)
        for each in decorators.groups_in(cog)
    }
    for name, mark in decorators.declared("command", cog):
        parent = root if mark.group is None else subgroups[mark.group]
        command = _command(mark, cog, name)
        if parent is not None:
            parent.add_command(command)
        else:
            _set_contexts(command, decorators.where_of(getattr(cog, name)))
            built.append(command)
    return tuple(built)


def _group(own: decorators.Group) -> app_commands.Group:
    """Return a group; unless it is for everybody, Discord shows it to managers and to users they choose."""
    permissions = None if own.audience == "everybody" else MANAGERS_ONLY
    return app_commands.Group(name=own.name, description=own.description, default_permissions=permissions)


def _method(interaction: Interaction, cog: type, name: str) -> Callable[..., Awaitable[Any]]:
    """Return the method of the cog's instance in the bot that received the interaction."""
    handlers = cast("BotClient", interaction.client).app.handlers
    method: Callable[..., Awaitable[Any]] = getattr(
        must_find(each for each in handlers if type(each) is cog), name
    )
    return method


def _set_contexts(command: app_commands.Group | app_commands.Command[Any, ..., Any], where: Where) -> None:
    if where == "servers":
        app_commands.guild_only()(command)
    else:
        command.allowed_contexts, command.allowed_installs = PLACES[where]


def _command(mark: decorators.Command, cog: type, name: str) -> app_commands.Command[Any, ..., None]:
    async def callback(interaction: Interaction, **values: Any) -> None:
        async with answering(interaction, is_public=mark.is_public) as ctx:
            # discord.py passes a bare id if Discord has sent no data of a user, role or channel.
            if any(isinstance(value, discord.Object) for value in values.values()):
                raise forms.NotResolved
            neutral = {option: _neutral(value) for option, value in values.items()}
            await _method(interaction, cog, name)(ctx, **neutral)

    hints = get_type_hints(getattr(cog, name), include_extras=True)
    _self, first, *options = inspect.signature(getattr(cog, name)).parameters.values()
    parameters = [each.replace(annotation=_option(hints[each.name])) for each in options]
    vars(callback)["__signature__"] = inspect.Signature(
        [first.replace(name="interaction", annotation=Interaction), *parameters]
    )
    # discord.py translates only names that were set explicitly.
    names = {option: app_commands.locale_str(mark.named.get(option, option)) for option in mark.options}
    callback = app_commands.rename(**names)(app_commands.describe(**mark.options)(callback))
    choices = {
        option: [app_commands.Choice(name=title, value=value) for value, title in titles.items()]
        for option, titles in mark.choices.items()
    }
    callback = app_commands.choices(**choices)(callback)
    command: app_commands.Command[Any, ..., None] = app_commands.Command(
        name=mark.name, description=mark.description, callback=callback
    )
    for option, method in mark.suggests.items():
        command.autocomplete(option)(_autocomplete(cog, method))
    return command


def _neutral(value: Any) -> Any:
    """Return an option's value as handlers know it."""
    match value:
        case discord.User() | discord.Member():
            return person_of(value)
        case discord.Attachment():
            return SentFile(value)
        case _:
            return value


def _autocomplete(cog: type, name: str) -> Callable[..., Any]:
    async def complete(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        with speaking(spoken(interaction.locale.value)):
            suggestions = await _method(interaction, cog, name)(request_of(interaction), typed)
        return [app_commands.Choice(name=each, value=each) for each in suggestions]

    return complete


def _menu(title: str, cog: type, name: str) -> app_commands.ContextMenu:
    async def callback(interaction: Interaction, person: discord.User) -> None:
        async with answering(interaction, is_public=True) as ctx:
            await _method(interaction, cog, name)(ctx, person_of(person))

    # discord.py would resolve annotations that are strings in its own module.
    vars(callback)["__signature__"] = inspect.signature(callback, eval_str=True)
    contexts, installs = PLACES["anywhere"]
    return app_commands.ContextMenu(
        name=title, callback=callback, allowed_contexts=contexts, allowed_installs=installs
    )


def _option(hint: Any) -> Any:
    """Return discord.py's type of an option for the annotation of a handler's parameter."""
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

    Discord's own client enforces the bounds; other clients' values raise `Malformed`.
    """

    def __init__(self, least: int, most: int) -> None:
        self._least = least
        self._most = most

    @property
    def type(self) -> discord.AppCommandOptionType:
        """Discord's type of the option."""
        return discord.AppCommandOptionType.integer

    @property
    def min_value(self) -> int:
        """The lower bound for Discord's client."""
        return self._least

    @property
    def max_value(self) -> int:
        """The upper bound for Discord's client."""
        return self._most

    async def transform(self, interaction: Interaction, value: object, /) -> int:  # noqa: ARG002
        """Return the number. Raises `Malformed` if it is out of bounds."""
        if type(value) is not int or not self._least <= value <= self._most:
            raise forms.Malformed(self._least, self._most)
        return value


def gather(
    _file: IO[bytes],
    _keywords: Mapping[str, object],
    _tags: Collection[str],
    options: Mapping[str, str],  # noqa: ARG001 -- Babel gives it by name
) -> Iterator[tuple[int, str, str | tuple[str, str], list[str]]]:
    """Yield the texts of every command, for Babel, whatever the file."""
    for cog in COGS:
        for command in commands_of(cog):
            for context, text in words_of(command):
                if context:
                    yield 1, "pgettext", (context, text), [NAMED]
                else:
                    yield 1, "", text, [DESCRIBED]


class CommandSync:
    """Uploads a bot's commands: to one server if `server` is its id, else for all servers."""

    refusal: DiscordRejection | None = None
    """The reason why the last upload was refused."""
    is_told = False
    """True once Discord has this version's commands."""
    ids: CommandIds = MappingProxyType({})
    """Discord's ids of the commands by qualified name, once Discord has assigned them."""

    def __init__(
        self, bot: commands.AutoShardedBot, database: Database, now: Callable[[], float], server: int | None
    ) -> None:
        self._bot = bot
        self._database = database
        self._now = now
        self._guild = discord.Object(server) if server else None
        self.clock: Deadlines[None] = Deadlines(now, lambda _: self._try())
        """Calls `_try` at the next attempt's time."""
        self._failures = 0
        self._is_leading = True

    async def begin(self, *, is_leading: bool = True) -> None:
        """Upload the commands if they have changed and this is the leading process; never raises."""
        self._is_leading = is_leading
        # The retry is scheduled first, in case the first attempt hangs.
        self.clock.set(None, self._now() + RETRY_SECONDS[0])
        await at_most(START_SECONDS, self._try())

    async def _try(self) -> None:
        try:
            await self._sync()
        except discord.HTTPException as error:
            log.warning("Discord refuses our commands: %s", error)
            self._fail(error.status, error.code)
        except (NotAccepted, *UNSENT) as error:
            log.warning("our commands could not be announced: %s", error)
            self._fail(0, 0)
        else:
            self.refusal, self.is_told = None, True
            self.clock.set(None, None)

    def _fail(self, status: int, code: int) -> None:
        retry_at = self._now() + RETRY_SECONDS[min(self._failures, len(RETRY_SECONDS) - 1)]
        self._failures += 1
        self.refusal = DiscordRejection(status, code, retry_at)
        self.clock.set(None, retry_at)

    async def _sync(self) -> None:
        guild, application = self._guild, self._bot.application_id
        assert application is not None
        payload = await self._payload()
        if not self._is_user_installable():
            payload = [command | {"integration_types": [SERVERS]} for command in payload]
        content = orjson.dumps([application, guild and guild.id, payload], option=orjson.OPT_SORT_KEYS)
        digest = hashlib.sha256(content).hexdigest()
        synced, stored_ids = await self._database.read(
            lambda tx: (tx.get_note(SYNCED), tx.get_note(COMMAND_IDS))
        )
        if stored_ids is not None and (synced == digest or not self._is_leading):
            self.ids = self._by_qualified_name(orjson.loads(stored_ids))
            return
        if not self._is_leading:
            raise NotAccepted
        try:
            uploaded = await self._upload(application, payload)
        except discord.HTTPException as error:
            reduced = without_refused(payload, error)
            if reduced is None:
                raise
            log.warning("Discord refuses some words of commands in other languages, which stay English")
            uploaded = await self._upload(application, reduced)
        ids = {each["name"]: int(each["id"]) for each in uploaded}

        def store(tx: Transaction) -> None:
            tx.set_note(SYNCED, digest)
            tx.set_note(COMMAND_IDS, orjson.dumps(ids).decode())

        await self._database.write(store)
        self.ids = self._by_qualified_name(ids)

    async def _payload(self) -> list[dict[str, Any]]:
        tree = self._bot.tree
        if self._guild is not None:
            tree.copy_global_to(guild=self._guild)
        commands = tree.get_commands(guild=self._guild)
        return [await command.get_translated_payload(tree, CommandWords()) for command in commands]

    async def _upload(self, application: int, payload: list[dict[str, Any]]) -> Sequence[Any]:
        if self._guild is not None:
            return await self._bot.http.bulk_upsert_guild_commands(application, self._guild.id, payload)
        entry_points = await self._entry_points(application)
        return await self._bot.http.bulk_upsert_global_commands(application, [*payload, *entry_points])

    def _is_user_installable(self) -> bool:
        """Return True if users may install the app on their own account, as set in the developer portal."""
        info = self._bot.application
        if info is None or info.guild_integration_config is None:
            return True
        return info.user_integration_config is not None

    def _by_qualified_name(self, ids: CommandIds) -> CommandIds:
        """Return the ids by qualified name: all commands of a group have the group's id."""
        commands = self._bot.tree.walk_commands(guild=self._guild)
        names = (each.qualified_name for each in commands if isinstance(each, app_commands.Command))
        return {name: ids[root] for name in names if (root := name.split()[0]) in ids}

    async def _entry_points(self, application: int) -> list[dict[str, Any]]:
        """Return the Entry Point command, if any: Discord refuses an upload without it (50240)."""
        route = Route("GET", "/applications/{application_id}/commands", application_id=application)
        uploaded = await self._bot.http.request(route, params={"with_localizations": "true"})
        return [
            {name: each[name] for name in ENTRY_POINT_FIELDS if name in each}
            for each in uploaded
            if each["type"] == ENTRY_POINT
        ]


class CommandWords(app_commands.Translator):
    """Translates names and descriptions by the gettext catalogues."""

    async def translate(
        self, string: app_commands.locale_str, locale: Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a text in one of Discord's languages; None if it stays English."""
        code = spoken(locale.value)
        if code == ENGLISH:
            return None
        translations, text = catalogue(code), string.message
        is_menu = isinstance(context.data, app_commands.ContextMenu)
        name_context = None if is_menu else GETTEXT_CONTEXTS.get(context.location)
        translated = (
            translations.gettext(text) if name_context is None else translations.pgettext(name_context, text)
        )
        if translated == text:
            return None
        length_max = NAME_MAX if is_menu else DESCRIPTION_MAX
        if is_name(translated) if name_context else len(translated) <= length_max:
            return translated
        log.warning("a command's words in another language are not fit for Discord: they stay English")
        return None


def is_name(text: str) -> bool:
    """Return True if Discord accepts this name for a command or an option."""
    return len(text) <= NAME_MAX and NAME.fullmatch(text) is not None and text == text.lower()


def without_refused(payload: list[dict[str, Any]], error: HTTPException) -> list[dict[str, Any]] | None:
    """Return the commands without the refused translations; None if Discord refuses anything else."""
    paths = [each.removeprefix("In ") for each in REFUSED.findall(str(error))]
    # After a general first line, each line of the message names one refused value.
    if not paths or len(paths) != str(error).count("\nIn "):
        return None
    reduced = deepcopy(payload)
    for path in paths:
        *keys, language = path.split(".")
        node: Any = reduced
        for key in keys:
            node = node[int(key) if key.isdigit() else key]
        del node[language]
    return reduced


def words_of(
    command: app_commands.Group | app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
) -> Iterator[tuple[str, str]]:
    """Yield the texts of a command, each with its gettext context, which is "" unless the text is a name."""
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
