"""`/tavern doctor`: what prevents a table here, and what Discord has refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from bot.screens.core.screen import Screen, say
from bot.screens.server.board import MEASURES, board_name
from bot.text.translate import _
from storage.standing.board_posts import BoardPost, Why

DAILY_LIMIT = 30034
"""Discord's error code for more than 200 new commands a day."""
NO_ROOM = 30008
"""Discord's error code for more emojis than an application may have."""


@dataclass(frozen=True, slots=True)
class TurnedDown:
    """What Discord refused: HTTP status and error code (0: no answer), and what follows.

    `again_at` is when it is retried, in unix seconds.
    """

    status: int
    code: int
    again_at: float

    @property
    def is_out_of_reach(self) -> bool:
        """Whether Discord did not answer, or the fault is its own."""
        return self.status == 0 or self.status >= HTTPStatus.INTERNAL_SERVER_ERROR


@dataclass(frozen=True, slots=True)
class EmojiProgress:
    """How many of our emojis Discord has, out of how many, and why not all."""

    there: int
    all: int
    refusal: TurnedDown | None


def doctor_screen(faults: list[str], lines: list[str]) -> Screen:
    """What is missing in this channel, and whether Discord has the commands and emojis."""
    if not faults:
        return say(_("Nothing is missing here: tables can be opened in this channel."), *lines)
    return say("### " + _("Missing here"), *[f"- {each}" for each in faults], *lines)


def commands_line(refusal: TurnedDown | None, *, is_told: bool) -> str:
    """Whether Discord has the newest commands, and if not, why and when it is retried (F-56)."""
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
    later = _("The older ones go on working, and I’ll try again <t:{at}:R>.")
    return f"{_with_codes(why, refusal)} {later.format(at=int(refusal.again_at))}"


def boards_line(post: BoardPost) -> str:
    """Where a board is kept up to date, or why it is no longer."""
    by = next(each for each in MEASURES if each == post.measure)
    facts = {"board": board_name(by, post.game), "channel": f"<#{post.channel}>"}
    words: Mapping[Why, str] = {
        "": _("The board **{board}** in {channel} is kept up to date."),
        "gone": _("The board **{board}** in {channel} has stopped: its message or channel was deleted."),
        "forbidden": _("The board **{board}** in {channel} has stopped: I can’t see that channel any more."),
    }
    said, again = words[post.why].format(**facts), _("`/board` with `post` puts it up again.")
    return f"{said} {again}" if post.why else said


def emojis_line(progress: EmojiProgress) -> str:
    """How many of our emojis Discord has, and if not all, why and when it is retried (F-61)."""
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
        why = _("Discord won’t let me put up emojis.")
    elif refusal.status == HTTPStatus.TOO_MANY_REQUESTS:
        why = _("Discord wants me to wait before I put up more emojis.")
    elif refusal.is_out_of_reach:
        why = _("Discord couldn’t be reached to put up my emojis.")
    later = _("It has {there} of {all}. Words stand in for the others, and I’ll try again <t:{at}:R>.")
    return f"{_with_codes(why, refusal)} {later.format(**counts, at=int(refusal.again_at))}"


def _with_codes(why: str, refusal: TurnedDown) -> str:
    return why.format(status=refusal.status, code=refusal.code)
