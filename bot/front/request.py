"""Who pressed what, where and when: the value that a front makes of each press, command and form.

Its defaults give nothing. A front sets only what it can vouch for, so whoever merely claims to be in a server
is no member there, manages nothing and has no roles (F-38). A visit has one moment, the one at which it came
in: whatever a press does carries that time, however long it took.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from bot.custom_ids import read_whole
from bot.tavern.table.actions import Actor, Sees, everywhere
from games.engine.core.errors import N_, NotOffered, UserError, must_find
from storage.people.server_settings import ServerSettings
from storage.play.postings import ELSEWHERE

Kind: TypeAlias = Literal["command", "press", "form"]
_INDEX = re.compile(r"[0-9]{1,3}")


class NotAllowed(UserError):
    template = N_("Only people who may manage this server can do that.")


class NotOrganiser(UserError):
    template = N_("Only managers and organisers can run tournaments.")


class NotHere(UserError):
    template = N_("Tables are opened in these channels: {channels}.")
    channels: tuple[int, ...]


class ClosedHere(UserError):
    template = N_("There are no games in {channels}. Tables can be opened in the other channels.")
    channels: tuple[int, ...]


class NotAPerson(UserError):
    template = N_("That’s a bot. Please name a person.")


class NoLongerMember(UserError):
    template = N_(
        "You’re no longer in that server, so you’re leaving its tables. When the hand is over, your stack "
        "goes back to your wallet there."
    )


class MayNotWrite(UserError):
    """The bot lacks these permissions here; it can answer once, and then never change what it said."""

    template = N_(
        "In this channel I lack: {permissions}. A manager can give me that, and `/manage doctor` checks it."
    )
    permissions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who is named: an id, and what the front knows of them."""

    id: int
    name: str = ""
    handle: str = ""
    """The user name, which nobody else has."""
    is_bot: bool = False
    is_member: bool = False
    """Whether they are in the server of the visit."""
    roles: frozenset[int] = frozenset()
    """Their roles there, where the front knows them."""

    def require_person(self) -> None:
        """Raise `NotAPerson` for a bot."""
        if self.is_bot:
            raise NotAPerson


@dataclass(frozen=True, slots=True)
class SourceMessage:
    """The message whose button was pressed."""

    id: int
    is_private: bool = False
    """Whether only its reader sees it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One press, command or form. Ids are the front's; `at` is unix seconds."""

    id: int
    at: float
    person: User
    kind: Kind = "press"
    language: str = ""
    place: int = ELSEWHERE
    """The server, or what stands for a place that has none (`storage/play/postings.py`)."""
    channel: int = 0
    parent: int = 0
    """The channel of a thread; 0 where it is none."""
    is_member: bool = False
    """Whether the front vouches that the person is in the server."""
    lacking: tuple[str, ...] = ()
    """The rights that the bot lacks here to show something that stays, by their names."""
    sees: Sees = everywhere
    """Whether the person may look into a channel, where no message was pressed that they see."""
    is_unseen: bool = False
    """Whether nobody but the person sees what is answered."""
    manages: bool = False
    roles: frozenset[int] = frozenset()
    message: SourceMessage | None = None
    action: str = ""
    """The custom_id of what was pressed or sent off."""
    values: tuple[str, ...] = ()
    """What was chosen in a select."""
    people: Mapping[int, bool] = field(default_factory=dict)
    """Of the people among the values, whether each is a bot."""
    fields: Mapping[str, str] = field(default_factory=dict)
    """What was filled into a form, by the fields' names. A tick is a word, none is empty."""

    def actor(self, organiser_role: int = 0) -> Actor:
        """What the Tavern is asked; members of `organiser_role` may run tournaments."""
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
            handle=self.person.handle,
            sees=self.sees,
        )

    def request_for(self, whom: User) -> Actor:
        """What the Tavern would be asked if somebody who is named did what the person does for them."""
        own = self.actor()
        return replace(own, player=whom.id, name=whom.name, handle=whom.handle, roles=whom.roles)

    @property
    def on_private(self) -> bool:
        """Whether a message was pressed that nobody else sees."""
        return self.message is not None and self.message.is_private

    @property
    def typed(self) -> str:
        """What was typed into a form with one line."""
        return self.fields.get("text", "")

    def chosen(self) -> int:
        """The index of the line chosen in a select of ours; raises `NotOffered` when there is none."""
        if not self.values or not _INDEX.fullmatch(self.values[0]):
            raise NotOffered
        return int(self.values[0])

    def chosen_among(self, keys: Iterable[str]) -> str:
        """Which of these was chosen in a select of ours; raises `NotOffered` when none was.

        Selects that were sent before they said keys say the place among them.
        """
        listed = tuple(keys)
        if self.values and self.values[0] in listed:
            return self.values[0]
        index = self.chosen()
        if index >= len(listed):
            raise NotOffered
        return listed[index]

    def all_chosen(self) -> tuple[int, ...]:
        """The indices of all lines chosen in a select; () for other presses."""
        return tuple(int(each) for each in self.values if _INDEX.fullmatch(each))

    def chosen_person(self) -> tuple[int, bool]:
        """Whom somebody chose in a list of people, and whether that is a bot; `NotOffered` if nobody."""
        return must_find(self._chosen_people().items())

    def chosen_people(self) -> tuple[int, ...]:
        """Whom somebody chose in a list of people; `NotAPerson` if a bot is among them."""
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

    def require_organiser(self, role: int) -> None:
        """Raise `NotOrganiser` unless the person may run tournaments."""
        if not self.may_organise(role):
            raise NotOrganiser

    def may_organise(self, role: int) -> bool:
        """Whether the person may run tournaments: a manager, or somebody with the role for it."""
        return self.manages or role in self.roles

    def require_channel(self, settings: ServerSettings) -> None:
        """Raise `NotHere` or `ClosedHere` where there are no tables; threads count as their channel."""
        self.require_open(settings)
        if settings.channels and not self._here & set(settings.channels):
            raise NotHere(settings.channels)

    def require_open(self, settings: ServerSettings) -> None:
        """Raise `ClosedHere` where nobody plays anything (TB-23), and as `require_writable` does."""
        self.require_writable()
        if self._here & set(settings.closed_channels):
            raise ClosedHere(settings.closed_channels)

    def require_writable(self) -> None:
        """Raise `MayNotWrite` where nothing that stays can be shown (F-36)."""
        if self.lacking:
            raise MayNotWrite(self.lacking)

    def is_for_tables(self, settings: ServerSettings) -> bool:
        """Whether the server allows tables in this channel."""
        is_chosen = not settings.channels or bool(self._here & set(settings.channels))
        return is_chosen and not self._here & set(settings.closed_channels)

    @property
    def _here(self) -> set[int]:
        return {self.channel, self.parent} - {0}
