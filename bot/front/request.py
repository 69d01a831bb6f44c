"""Requests: the values that a frontend builds from presses, commands and forms.

The defaults grant nothing. A frontend sets only facts that it can confirm, so a user who merely claims to be
in a server is no member, no manager, and has no roles there (F-38). All effects of a request are recorded
with the time of its arrival, however long they take.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from bot.custom_ids import read_whole
from bot.tavern.table.actions import Actor, LackingForThreads, Sees, everywhere, no_threads
from games.engine.core.errors import N_, NotOffered, UserError, must_find
from storage.people.server_settings import ServerSettings
from storage.play.postings import ELSEWHERE

Kind: TypeAlias = Literal["command", "press", "form"]
_INDEX = re.compile(r"[0-9]{1,3}")


class NotAllowed(UserError):
    template = N_("Only people who may manage this server can do that.")


class NotOrganiser(UserError):
    template = N_("Only managers and organisers can run tournaments.")


class NotModerator(UserError):
    template = N_("Only managers and moderators of the games can do that.")


class NotHere(UserError):
    template = N_("Tables can be opened in these channels: {channels}.")
    channels: tuple[int, ...]


class ClosedHere(UserError):
    template = N_("There are no games in {channels}. Tables can be opened in the other channels.")
    channels: tuple[int, ...]


class NoSlowTables(UserError):
    template = N_("This server has no tables with days for a turn: its managers want play to be live.")


class SlowElsewhere(NotHere):
    template = N_("Tables with days for a turn can be opened in these channels: {channels}.")


class NotAPerson(UserError):
    template = N_("That’s a bot. Please name a person.")


class NoLongerMember(UserError):
    template = N_(
        "You’re no longer in that server, so you’re leaving its tables. When the hand is over, your stack "
        "goes back to your wallet there."
    )


class MayNotWrite(UserError):
    """The bot lacks these permissions here: it could answer once and never change the answer."""

    template = N_(
        "I’m missing permissions in this channel: {permissions}. A manager can give them to me, and "
        "`/manage doctor` checks them."
    )
    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class User:
    """A user: the id, and the facts that the front has confirmed."""

    id: int
    name: str = ""
    handle: str = ""
    """The unique user name."""
    is_bot: bool = False
    is_member: bool = False
    """True if the user is a member of the request's server."""
    roles: frozenset[int] = frozenset()
    """The user's roles in the request's server, if the front knows them."""

    def require_person(self) -> None:
        """Raise `NotAPerson` for a bot."""
        if self.is_bot:
            raise NotAPerson


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """The message whose button was pressed."""

    id: int
    is_private: bool = False
    """True if only one user sees the message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One press, command or form. Ids are the front's; `at` is unix seconds."""

    id: int
    at: float
    person: User
    kind: Kind = "press"
    language: str = ""
    place: int = ELSEWHERE
    """The server's id, or `DIRECT` or `ELSEWHERE` (`storage/play/postings.py`)."""
    channel: int = 0
    parent: int = 0
    """The parent channel of a thread; 0 outside of threads."""
    is_member: bool = False
    """True if the front has confirmed that the user is a member of the server."""
    lacking: tuple[str, ...] = ()
    """The names of the permissions that the bot lacks here to post messages and edit them later."""
    lacking_for_threads: LackingForThreads = no_threads
    """Returns the same for creating threads here and posting in them; None where threads are impossible."""
    sees: Sees = everywhere
    """Returns True if the user may see another channel than the request's."""
    is_unseen: bool = False
    """True if only the user sees the response."""
    manages: bool = False
    roles: frozenset[int] = frozenset()
    message: SourceMessage | None = None
    action: str = ""
    """The custom_id of the pressed component or submitted form."""
    values: tuple[str, ...] = ()
    """The values chosen in a select."""
    people: Mapping[int, bool] = field(default_factory=dict)
    """The users among the values; the value is True for a bot."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """The submitted fields of a form by name; a ticked box is `on`, a field without a value is empty."""

    def actor(self, organiser_role: int = 0) -> Actor:
        """Return the actor of this request; members of `organiser_role` may run tournaments."""
        return Actor(
            self.id,
            self.at,
            self.person.id,
            self.person.name,
            self.place,
            is_manager=self.manages,
            is_organiser=self.manages or organiser_role in self.roles,
            roles=self.roles,
            channel=self.channel,
            parent=self.parent,
            lacking_for_threads=self.lacking_for_threads,
            handle=self.person.handle,
            sees=self.sees,
        )

    def actor_for(self, whom: User) -> Actor:
        """Return the actor as if another user had made this request."""
        own = self.actor()
        return replace(own, player=whom.id, name=whom.name, handle=whom.handle, roles=whom.roles)

    @property
    def on_private(self) -> bool:
        """True if the pressed message is visible to the user alone."""
        return self.message is not None and self.message.is_private

    @property
    def typed(self) -> str:
        """The text typed into a form with one field."""
        return self.fields.get("text", "")

    def chosen(self) -> int:
        """Return the index chosen in a select. Raises `NotOffered` if the value is no index."""
        if not self.values or not _INDEX.fullmatch(self.values[0]):
            raise NotOffered
        return int(self.values[0])

    def chosen_among(self, keys: Iterable[str]) -> str:
        """Return the key chosen in a select of these keys. Raises `NotOffered` if the value is none of them.

        Selects sent by older versions of the bot have the index as their value instead.
        """
        listed = tuple(keys)
        if self.values and self.values[0] in listed:
            return self.values[0]
        index = self.chosen()
        if index >= len(listed):
            raise NotOffered
        return listed[index]

    def all_chosen(self) -> tuple[int, ...]:
        """Return all indices chosen in a select; () for other presses."""
        return tuple(int(each) for each in self.values if _INDEX.fullmatch(each))

    def chosen_person(self) -> tuple[int, bool]:
        """Return the user chosen in a user select, and True for a bot. Raises `NotOffered` if none was."""
        return must_find(self._chosen_people().items())

    def chosen_people(self) -> tuple[int, ...]:
        """Return the users chosen in a user select. Raises `NotAPerson` for a bot."""
        people = self._chosen_people()
        if any(people.values()):
            raise NotAPerson
        return tuple(people)

    def _chosen_people(self) -> dict[int, bool]:
        chosen = [each for each in map(read_whole, self.values) if each is not None]
        if not chosen or len(chosen) < len(self.values) or not set(chosen) <= set(self.people):
            raise NotOffered
        return {each: self.people[each] for each in chosen}

    def require_manager(self) -> None:
        """Raise `NotAllowed` unless the person manages the server."""
        if not self.manages:
            raise NotAllowed

    def require_moderator(self, role: int) -> None:
        """Raise `NotModerator` unless the person manages the server or has the moderators' role."""
        if not self.may_moderate(role):
            raise NotModerator

    def may_moderate(self, role: int) -> bool:
        """Return True if the user may moderate: as a manager, or by the moderators' role."""
        return self.manages or role in self.roles

    def moderator(self, settings: ServerSettings) -> Actor:
        """Return the actor of this request, with a manager's rights if the user may moderate."""
        actor, may = self.actor(settings.organiser_role), self.may_moderate(settings.moderator_role)
        return replace(actor, is_manager=may)

    def require_organiser(self, role: int) -> None:
        """Raise `NotOrganiser` unless the person may run tournaments."""
        if not self.may_organise(role):
            raise NotOrganiser

    def may_organise(self, role: int) -> bool:
        """Return True if the user may run tournaments: as a manager, or by the organiser role."""
        return self.manages or role in self.roles

    def require_channel(self, settings: ServerSettings) -> None:
        """Raise `NotHere` or `ClosedHere` in a channel without tables; a thread counts as its channel."""
        self.require_open(settings)
        if settings.channels and not self._here & set(settings.channels):
            raise NotHere(settings.channels)

    def require_slow(self, settings: ServerSettings) -> None:
        """Raise `NoSlowTables` or `SlowElsewhere` where a table can't have turns of days (TB-28)."""
        if not settings.slow_tables:
            raise NoSlowTables
        if settings.slow_channels and not self._here & set(settings.slow_channels):
            raise SlowElsewhere(settings.slow_channels)

    def require_open(self, settings: ServerSettings) -> None:
        """Raise `ClosedHere` in a channel closed for games (TB-23), or like `require_writable`."""
        self.require_writable()
        if self._here & set(settings.closed_channels):
            raise ClosedHere(settings.closed_channels)

    def require_writable(self) -> None:
        """Raise `MayNotWrite` if the bot can't post messages here and edit them later (F-36)."""
        if self.lacking:
            raise MayNotWrite(self.lacking)

    def is_for_tables(self, settings: ServerSettings) -> bool:
        """Return True if the server allows tables in this channel."""
        is_chosen = not settings.channels or bool(self._here & set(settings.channels))
        return is_chosen and not self._here & set(settings.closed_channels)

    @property
    def _here(self) -> set[int]:
        return {self.channel, self.parent} - {0}
