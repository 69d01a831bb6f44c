"""Betting in words, the same in every game that bets: stakes, the pot, and buttons.

Cards in a server's own words, while a screen is drawn (KH-13).

Which there are is a context variable, as emojis are: a game asks here what a card is called.

The names of the cards with a letter for a number, wherever a game is played with such cards.

Knights' Heads has Kings and Queens of its own, so these have a context: they may have other names in another
language.

People, as lists show them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any, TypeVar

from bot.screens.core.game_screen import ButtonRow, Face
from bot.screens.core.screen import Screen, item, marked, say
from bot.text.numbers import number
from bot.text.translate import _, ngettext, pgettext, shown
from games.engine.betting.rounds import mildest, owed
from games.engine.betting.stakes import Betting, Stake
from games.engine.core.errors import phrase
from games.engine.core.names import Skill, Temper
from games.engine.core.offers import Number, Offer, Split
from games.house_players import house_player
from storage.play.own_cards import OwnCard
from storage.standing.boards import Placed, left_out


def at_seat(stake: Stake) -> str:
    """What a seat has put in, and whether it is still in the hand."""
    if stake.has_folded:
        # Translators: of a player, beside the name.
        return _("folded")
    parts = []
    if stake.bet:
        parts.append(_("bet {bet}").format(bet=number(stake.bet)))
    if stake.has_pledged or stake.stack == 0:
        parts.append(_("all in"))
    return ", ".join(parts)


def pot(betting: Betting) -> str:
    """The pot; it begins a line, which a phone would else break at its coin."""
    words = _("Pot {coin} **{pot}**").format(coin=marked("coin", ""), pot=number(betting.pot))
    return words.replace("  ", " ")


def cost(betting: Betting) -> str:
    """What staying in costs whose turn it is; empty if it is free."""
    if not betting.to_act or not (missing := owed(betting, stake := betting.acting)):
        return ""
    return _("staying in costs you **{amount}**").format(amount=weighed(min(missing, stake.stack), stake))


def weighed(chips: int, stake: Stake) -> str:
    """An amount, and of how much where it takes more than half of what a seat has left."""
    if chips == stake.stack:
        return _("all your {stack}").format(stack=number(chips))
    if 2 * chips > stake.stack:
        return _("{amount} of your {stack}").format(amount=number(chips), stack=number(stake.stack))
    return number(chips)


def face(offer: Offer[Any], betting: Betting) -> Face:
    """The button of an offer of the betting."""
    match offer.key:
        case "fold":
            return _folding(betting)
        case "check":
            # Translators: a button: stay in without a bet, as nobody has bet.
            return Face(_("Check"), "good")
        case "match":
            return matching(_("Stay in for {amount}"), betting)
        case "bet" | "raise":
            # Translators: a button: a bet of another amount.
            return Face(_("Another …"), form=_("Your total bet this round"))
        case _:
            row: ButtonRow = "nowhere" if takes_all(betting) else "last"
            # Translators: a button: bet all that you have.
            return Face(_("All in …"), "danger", asks=_all_in(betting), row=row)


def _folding(betting: Betting) -> Face:
    """The button of a fold; one that a check would make for nothing is asked once more (TB-9)."""
    if mildest(betting) == "check":
        # Translators: a button: give up this hand, though staying in costs nothing.
        return Face(_("Fold …"), "plain", asks=_("Fold? Checking costs you nothing."), row="last")
    # Translators: a button: give up this hand.
    return Face(_("Fold"), "plain", row="last")


def matching(words: str, betting: Betting) -> Face:
    """The button of a match; one that takes everything is asked once more, as any all in."""
    amount = weighed(owed(betting, betting.acting), betting.acting)
    label = words.format(amount=amount)
    return Face(f"{label} …", "good", asks=_all_in(betting)) if takes_all(betting) else Face(label, "good")


def takes_all(betting: Betting) -> bool:
    """Whether a match takes all that the seat to act has: going all in would be the same."""
    return not betting.is_pledging and owed(betting, betting.acting) == betting.acting.stack


def _all_in(betting: Betting) -> str:
    return _("All in with your **{stack}**?").format(stack=number(betting.acting.stack))


def few_marks(offer: Number[Any] | Split[Any]) -> tuple[int, ...]:
    """Of bets the smallest and the largest."""
    if offer.key not in ("bet", "raise"):
        return offer.marks
    return tuple(dict.fromkeys(offer.marks[:1] + offer.marks[-1:]))


def mark(offer: Number[Any] | Split[Any], to: int, betting: Betting) -> Face:
    """The button of one amount, and what it takes where that is more than half of what is left."""
    stake = betting.acting
    amount = weighed(to - stake.bet, stake)
    if offer.key == "bet":
        return Face(_("Bet {amount}").format(amount=amount))
    is_heavy = amount != number(to - stake.bet)
    words = _("Raise to {to}: {amount}") if is_heavy else _("Raise to {to}")
    return Face(words.format(to=number(to), amount=amount))


T = TypeVar("T")

NO_OWN_CARDS: Mapping[str, OwnCard] = MappingProxyType({})

_said: ContextVar[Mapping[str, OwnCard]] = ContextVar("own_cards", default=NO_OWN_CARDS)


def in_own_words(cards: Mapping[str, OwnCard], draw: Callable[[], T]) -> T:
    """What `draw` makes, with these cards in the server's words."""
    if not cards:
        return draw()
    before = _said.set(cards)
    try:
        return draw()
    finally:
        _said.reset(before)


def own_name(card: str) -> str:
    """What the server calls a card, as it was typed; empty where it says nothing."""
    said = _said.get().get(card)
    return "" if said is None else said.name


def own_line(card: str) -> str:
    """The server's line about a card, as it was typed; empty where it says nothing."""
    said = _said.get().get(card)
    return "" if said is None else said.line


def court_card(letter: str) -> str:
    """A Jack, Queen, King or Ace by its letter; empty for any other card."""
    match letter:
        case "J":
            return pgettext("playing card", "Jack")
        case "Q":
            return pgettext("playing card", "Queen")
        case "K":
            return pgettext("playing card", "King")
        case "A":
            return pgettext("playing card", "Ace")
        case _:
            return ""


def person(player: int | None) -> str:
    """A mention that pings nobody; forgotten people have no name."""
    # Translators: in place of the name of somebody who has had themselves forgotten.
    return f"<@{player}>" if player is not None and player > 0 else _("somebody unnamed")


HOUSE_MARK = "⌂"
"""Stands after a house player's name where there are no emojis."""


def house_mark() -> str:
    """The mark of house players."""
    return marked("house", HOUSE_MARK)


def named(name: str, *, is_house: bool) -> str:
    """An entrant's name, with a mark for house players."""
    return f"{shown(name)} {house_mark()}" if is_house else shown(name)


SKILLS: Mapping[Skill, str] = {
    # Translators: how well a house player plays: apprentice, regular or master.
    "apprentice": phrase("apprentice"),
    "regular": phrase("regular"),
    "master": phrase("master"),
}
TEMPERS: Mapping[Temper, str] = {
    # Translators: of a house player, after the name; so are those that follow.
    "even": phrase("plays what comes"),
    "bold": phrase("bets more than is wise"),
    "careful": phrase("waits for a good hand"),
    "talker": phrase("bluffs"),
    "rememberer": phrase("remembers how you play"),
    "stickler": phrase("loves the low end"),
}


def introduced(name: str, *, is_house: bool) -> str:
    """An entrant's name; with house players, how well they play."""
    found = house_player(name) if is_house else None
    words = named(name, is_house=is_house)
    return words if found is None else f"{words} ({_(SKILLS[found.skill])})"


def listed(names: Sequence[str]) -> str:
    """Names side by side: Ann, Ben and Cora."""
    *first, last = names
    return _("{names} and {last}").format(names=", ".join(first), last=last) if first else last


def ranking(title: str, placed: Sequence[Placed], held: Callable[[int], str], nobody: str) -> Screen:
    """A ranking, best first, with what each has; equal ones share a place."""
    # Discord would number the lines of a list itself, one after the other.
    lines = [item(f"**{each.place}.** {person(each.player)}", held(each.value)) for each in placed]
    return say(f"### {title}", *(lines or [nobody]), *others_equal(placed))


def others_equal(placed: Sequence[Placed]) -> list[str]:
    """How many more share the last place of a list than are on it, as a line if there are any."""
    count = left_out(placed)
    if not count:
        return []
    words = ngettext(
        "-# … and {count} more person shares place {place}",
        "-# … and {count} more people share place {place}",
        count,
    )
    return [words.format(count=number(count), place=number(placed[-1].place))]
