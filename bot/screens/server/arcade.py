"""Points and prizes in words (SH-12)."""

from __future__ import annotations

from collections.abc import Mapping

from bot.screens.core.money import amount, points_of
from bot.screens.core.screen import Screen, say
from bot.text.escape import shown
from bot.text.translate import _
from games.engine.core.sentences import phrase
from storage.standing.scores import Prize

GIFTS: Mapping[str, str] = {
    "text": phrase("a few words for your eyes only"),
    "role": phrase("the role {role}"),
    "money": phrase("{amount}"),
}


def prizes_screen(prizes: tuple[Prize, ...], claimed: frozenset[str], points: int, currency: str) -> Screen:
    """All prizes, and how near the reader is."""
    lines = [_prize(each, currency, is_claimed=each.name in claimed) for each in prizes]
    have = _("You have {points}.").format(points=points_of(points))
    return say("### " + _("Prizes"), *(lines or [_("No prize has been put up yet.")]), have)


def won_screen(prize: Prize, currency: str) -> Screen:
    """What a winner gets; only here is a prize's text shown."""
    words = _("**{name}** is yours: {gift}.").format(name=shown(prize.name), gift=_gift(prize, currency))
    return say(words, shown(prize.value)) if prize.gift == "text" else say(words)


def put_up_screen(prize: Prize, currency: str) -> Screen:
    """A prize that a manager has added."""
    return say(_prize(prize, currency, is_claimed=False))


def _prize(prize: Prize, currency: str, *, is_claimed: bool) -> str:
    words = _("- **{name}** for {points}: {gift}").format(
        name=shown(prize.name), points=points_of(prize.threshold), gift=_gift(prize, currency)
    )
    # Translators: after a prize that the reader has claimed; begins with a space.
    return words + (_(" (yours)") if is_claimed else "")


def _gift(prize: Prize, currency: str) -> str:
    worth = amount(int(prize.value), currency) if prize.gift == "money" else ""
    return _(GIFTS[prize.gift]).format(role=f"<@&{prize.value}>", amount=worth)
