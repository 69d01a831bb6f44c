"""Refusals in words: one sentence on what is wrong, and what can be done.

Slips and storage's failures carry their own sentences. Here are those for errors of Discord and its
library, and here all are translated and their facts filled in. An error without a sentence is our
own fault, told with a number under which the log has the whole story.

What is refused most often is a permission: those that the bot needs in a channel are here, too. The README's
invitation asks for exactly these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.front.forms import Mistyped, NotAMember, NotOurs
from bot.screens.core.game_screen import link, worded
from bot.screens.core.naming import amount, person
from bot.text.numbers import number
from bot.text.translate import _
from games.engine.core.errors import Slip, phrase
from games.engine.core.house_rules import Option
from storage.errors import StorageError
from storage.play.tables import Stored

FOREIGN: Mapping[type[BaseException], str] = {
    app_commands.CommandSignatureMismatch: NotOurs.says,
    app_commands.TransformerError: NotAMember.says,
    discord.Forbidden: phrase(
        "I lack a permission for that in this channel. A manager can run `/manage doctor`."
    ),
}
"""Errors of Discord and its library that are not our fault."""
BLOCKED = (200000, 200001, 240000)
"""Discord’s codes for what AutoMod or a filter of links has blocked."""
BLOCKED_SAYS = phrase(
    "AutoMod blocked my answer in this server. What you did still counts. A moderator here can see in "
    "AutoMod’s log which rule it was."
)
TERMS: Mapping[str, str] = {
    # Translators: “Heats and late entry don’t go together.” So do all that follow.
    "through": phrase("Heats"),
    # Translators: in “A race and re-entry don’t go together”: a tournament that somebody wins by reaching so
    # many points.
    "goal": phrase("A race"),
    # Translators: in “Heats and late entry don’t go together”.
    "late_until": phrase("late entry"),
    # Translators: in “A race and re-entry don’t go together”.
    "reentry_until": phrase("re-entry"),
    # Translators: in “A race and chips don’t go together”; the chips that each player of a tournament begins
    # with.
    "chips": phrase("chips"),
}
"""Terms of a tournament that can exclude each other."""
COINS = ("amount", "balance", "promised", "floor", "ceiling", "left", "lost")
"""Facts that are amounts in the server's currency."""
NUMBERS = ("count", "least", "most", "points", "stake", "threshold", "unit")
"""Facts that are numbers of anything else."""
MENTIONED: Mapping[str, Callable[[int], str]] = {"player": person, "role": "<@&{}>".format}
"""Facts that are somebody's id, or a role's."""
NEEDED_PERMISSIONS: Mapping[str, str] = {
    "view_channel": phrase("View Channel"),
    "send_messages": phrase("Send Messages"),
    "send_messages_in_threads": phrase("Send Messages in Threads"),
    "attach_files": phrase("Attach Files"),
    "read_message_history": phrase("Read Message History"),
}
"""The permissions with the names that Discord shows."""
WRITING = ("view_channel", "send_messages", "send_messages_in_threads")
"""Those without which a message cannot be kept up to date."""


def sentence(error: BaseException, currency: str, options: tuple[Option, ...] = ()) -> str | None:
    """What to tell the person whose press raised this, or None if it was not their slip.

    `options` are the house rules whose titles name a clash.
    """
    if isinstance(error, Mistyped):
        return sentence(error.slip, currency, options)
    if isinstance(error, discord.HTTPException) and error.code in BLOCKED:
        return _(BLOCKED_SAYS)
    if not isinstance(error, Slip | StorageError):
        # What a library says of its error is for nobody to read.
        words = next((said for kind, said in FOREIGN.items() if isinstance(error, kind)), None)
        return None if words is None else _(words)
    titles = {name: _(title) for name, title in TERMS.items()} | {
        each.name: _(each.title) for each in options
    }
    return worded(error.says, vars(error)).format(
        **{name: _fact(name, fact, currency, titles) for name, fact in vars(error).items()}
    )


def _fact(name: str, fact: object, currency: str, titles: Mapping[str, str]) -> str:
    if name in (*COINS, *NUMBERS) and isinstance(fact, int):
        return amount(fact, currency) if name in COINS else number(fact)
    if name in MENTIONED and isinstance(fact, int):
        return MENTIONED[name](fact)
    if name == "channels" and isinstance(fact, tuple):
        return " ".join(f"<#{each}>" for each in fact)
    if isinstance(fact, tuple):
        return ", ".join(map(_listed, fact))
    if isinstance(fact, float):
        return str(int(fact))
    return titles.get(str(fact), str(fact))


def _listed(fact: object) -> str:
    """A fact among others: a table as a link to its message."""
    if not isinstance(fact, Stored):
        return str(fact)
    where = link(fact)
    return str(fact.id) if where is None else f"[{fact.id} ↗]({where})"


def lacking(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The names of permissions without which nothing that stays can be shown here."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    return tuple(missing_permissions(interaction.app_permissions, in_thread=in_thread, needed=WRITING))


def may_mention(held: discord.Permissions, role: discord.Role | None) -> bool:
    """Whether a mention of a role calls its members, with what its author may do in a channel."""
    return role is not None and (role.mentionable or held.mention_everyone)


def missing_permissions(
    held: discord.Permissions, *, in_thread: bool, needed: Collection[str] = tuple(NEEDED_PERMISSIONS)
) -> list[str]:
    """The names of missing permissions; threads have a permission of their own for sending."""
    not_asked = "send_messages" if in_thread else "send_messages_in_threads"
    asked = (name for name in needed if name != not_asked)
    return [_(NEEDED_PERMISSIONS[name]) for name in asked if not getattr(held, name)]
