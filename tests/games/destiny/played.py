"""Hands of Destiny to their end, one of every kind; sealed, so that there are histories of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from games.destiny.model import GONE, DestinyCarry, DestinyRules, Memory, all_cards
from games.engine.betting.bets import Deal
from games.engine.core.game import Seat
from games.engine.provable_chance import Cut, Seal
from tests.games.destiny.scripted import Hand, seated
from tests.games.scripted import Scripted

EARLIER = Seal("ab" * 32, (Cut("ann", "old"),), 1, all_cards("none"))
"""The deck that the field of a later hand was laid out from."""
LAST = Seat(3)


class Kept(Hand):
    """A hand of three on a new field."""

    is_sealed = True


class Later(Kept):
    """A hand on a field that lies there."""

    earlier = (EARLIER,)

    def __init__(self, carry: DestinyCarry, rules: DestinyRules | None = None) -> None:
        super().__init__(20, 20, 20, carry=carry, rules=rules)


class Posting(Later):
    """A hand on a field that lies there, in which 3 deals and posts a blind to be dealt in."""

    def __init__(self) -> None:
        facts = seated(20, 20, 20)
        players = tuple(replace(player, posts_blind=player.seat == LAST) for player in facts.players)
        Scripted.__init__(self, replace(facts, players=players), lying(20, 3))
        self.deals(Deal(LAST, ()))


def lying(cards: int, drawn: int, looked: str = "A1") -> DestinyCarry:
    """A field of which so many places have a card left, after so many cards were drawn from the deck."""
    order = EARLIER.deck.dealt(EARLIER.mixed)
    return DestinyCarry(
        dealer=Seat(2),
        field=tuple(card if index < cards else GONE for index, card in enumerate(order[:25])),
        deck=order[26 + drawn :],
        discard=(order[25], *order[cards:25], *order[26 : 26 + drawn]),
        memories=(Memory(Seat(1), (looked,)),),
    )


def showdown() -> Kept:
    """Blinds, a match, looks and holds and a Benediction, checks."""
    played = Kept(20, 20, 20)
    played.checks_down().plays("A1 B2", "- -", "C3 A2").checks_down()
    return played


def last_standing() -> Kept:
    """Two fold."""
    played = Kept(20, 20, 20)
    played.presses("fold", "fold")
    return played


def raises() -> Kept:
    """A bet, a raise, a pledge that keeps up with it, and a fold."""
    played = Kept(20, 20, 8)
    played.presses("raise 5", "all_in" if played.turn == 3 else "match").checks_down()
    played.plays("A1 B2", "- -", "- -").presses("check", "bet 2", "match")
    if not played.is_over:
        played.checks_down()
    return played


def leaving() -> Kept:
    """One leaves with both hands full, another in the second round out of turn."""
    played = Kept(20, 20, 20)
    played.checks_down().plays("A1 B2")
    played.leaves(played.state.order[0]).plays("- C3", "- -")
    played.leaves(played.state.order[2])
    return played


def leaving_after_folding() -> Kept:
    """One folds, and then leaves without a word."""
    played = Kept(20, 20, 20)
    folded = played.turn
    played.presses("fold").leaves(folded)
    played.checks_down().plays("- A1", "- A2").checks_down()
    return played


def emptied() -> Kept:
    """The last two cards of a field are played, and all are asked whether they want a new one."""
    played = Later(lying(2, 0))
    played.checks_down().plays("- A1", "- A2", "- -").checks_down()
    return played


def agreed() -> Kept:
    """All want a new field."""
    played = emptied()
    played.answers(3, "new_field").answers(1, "new_field").answers(2, "new_field")
    return played


def refused() -> Kept:
    """One has had enough."""
    played = emptied()
    played.answers(3, "new_field").answers(1, "enough")
    return played


def agreed_without_one() -> Kept:
    """One leaves while all are asked; the others agree."""
    played = emptied()
    played.answers(3, "new_field").answers(1, "new_field").leaves(2)
    return played


def deserted() -> Kept:
    """Two leave while all are asked."""
    played = emptied()
    played.leaves(3).leaves(2)
    return played


def later() -> Kept:
    """A hand on a field that lies there, one card looked at long ago."""
    played = Later(lying(20, 3))
    played.checks_down().plays("A3 A2", "- -", "A4 A5").checks_down()
    return played


def late_blind() -> Kept:
    """One posts a blind of their own, is raised, and stays in (TB-17)."""
    played = Posting()
    played.presses("check", "raise 4", "match", "match").plays("A3 A2", "- -", "- -").checks_down()
    return played


def reshuffled() -> Kept:
    """The deck has too few cards left for three (DE-9)."""
    played = Later(lying(10, 24))
    played.checks_down().plays("A3 A2", "- -", "- -").checks_down()
    return played


HANDS: tuple[Callable[[], Kept], ...] = (
    showdown,
    last_standing,
    raises,
    leaving,
    leaving_after_folding,
    agreed,
    refused,
    agreed_without_one,
    deserted,
    later,
    late_blind,
    reshuffled,
)
