"""Actions on quick throws and challenges: one round, alone or between two (SH-14)."""

from __future__ import annotations

from functools import partial

from bot.tavern.table import actions
from games.engine.core.errors import N_, NotOffered, RuleError
from games.engine.core.game import Seat
from games.engine.core.offers import Answer
from games.engine.table import play, seating
from games.engine.table.refusals import AlreadyStarted
from games.engine.table.table import TableChange
from storage.errors import Refused

# Translators: after “The challenge is off:”.
CANNOT_PAY = N_("the challenger can’t pay the stake any more")
"""The recorded reason for ending a challenge."""


class HouseCannotPay(Refused):
    template = N_("The house can’t match that stake. Throw for less, or leave the stake out.")


class ChallengeOver(RuleError):
    template = N_("This challenge is over. Use `/throw` to make a new one.")


class NotChallenged(RuleError):
    template = N_("This challenge is for {player}. Use `/throw` to make one of your own.")
    player: int


class OwnChallenge(RuleError):
    template = N_(
        "This is your own challenge, so {player} has to accept it. To take it back, press “Decline”."
    )
    player: int


def accept(actor: actions.Actor, scope: actions.Scope) -> TableChange:
    """Accept a challenge, and begin."""
    terms = scope.table.terms
    if not terms.invited or terms.is_private:
        raise NotOffered
    if scope.table.phase == "closed":
        raise ChallengeOver
    if actor.player not in terms.invited:
        raise NotChallenged(_challenged(scope))
    if scope.table.phase == "lobby":
        if actor.player == terms.host:
            raise OwnChallenge(_challenged(scope))
        if scope.table.money == "coins" and not actions.can_pay(scope, terms.host, actor.at):
            return seating.break_off(scope.table, scope.game, None, CANNOT_PAY)
    return _sit_down_and_begin(actor, scope)


def accept_and(given: Answer) -> actions.TableAction:
    """Begin alone and give the first answer, so that a quick throw shows its dice at once."""

    def act(actor: actions.Actor, scope: actions.Scope) -> TableChange:
        return actions.then(
            _sit_down_and_begin(actor, scope),
            scope,
            lambda after: play.answer(after.table, after.game, after.seeds, Seat(1), given),
        )

    return act


def throw_against_house(actor: actions.Actor, scope: actions.Scope) -> TableChange:
    """Begin against a house player, for no stake or for the house's coins (SH-14)."""
    if scope.table.money == "coins" and not actions.house_can_pay(scope, seats=1):
        raise HouseCannotPay
    alone = actions.sit_down(actor, scope)
    return actions.then(
        actions.then(alone, scope, partial(actions.seat_house_player, actor)),
        scope,
        partial(actions.begin_table, at=actor.at),
    )


def decline(actor: actions.Actor, scope: actions.Scope) -> TableChange:
    """Decline a challenge, which closes the table."""
    terms = scope.table.terms
    if not terms.invited or terms.is_private:
        raise NotOffered
    if actor.player not in terms.invited:
        raise NotChallenged(_challenged(scope))
    if scope.table.phase == "closed":
        raise ChallengeOver
    if scope.table.phase != "lobby":
        raise AlreadyStarted
    return seating.close(scope.table, scope.game, actor.player)


def _challenged(scope: actions.Scope) -> int:
    """Return the player who was challenged; the challenger if a house player throws against them."""
    host = scope.table.terms.host
    return next((each for each in scope.table.terms.invited if each != host), host)


def _sit_down_and_begin(actor: actions.Actor, scope: actions.Scope) -> TableChange:
    return actions.then(actions.sit_down(actor, scope), scope, partial(actions.begin_table, at=actor.at))
