"""The refusals at a table, each with its sentence: of sitting down, acting, pausing, topping up, dealing."""

from __future__ import annotations

from games.engine.core.errors import N_, RuleError, ngettext_noop


class NotSeated(RuleError):
    template = N_("You’re not sitting at this table.")


class AlreadySeated(RuleError):
    template = N_("You’re already sitting here. “More …” has everything you can do, including leaving.")


class NotHost(RuleError):  # TB-15
    template = N_("Only {player}, who hosts this table, can do that.")
    player: int


class MayNotClose(NotHost):  # TB-10
    template = N_("Only {player}, who hosts this table, or a manager can close it.")


class SlowTable(RuleError):  # TB-28
    template = N_("Turns last for days at this table, so that rule stays as it is.")


class NotManager(RuleError):
    """Only a manager of the server may do that; at a tournament's table also an organiser."""

    template = N_("Only a manager of this server can call a hand off.")


class NotInvited(RuleError):
    template = N_("This round is between others. Use `/throw` to begin one of your own.")


class Uninvited(NotInvited):  # TB-16
    template = N_("Only people {player} invites can sit here. You can watch, or ask them for an invitation.")
    player: int


class SentHome(RuleError):  # TB-16
    template = N_("You were sent away from this table. You can sit here again when {player} invites you.")
    player: int


class CoinsInMiddle(RuleError):  # TB-16
    template = N_(
        "Some of that player’s coins are still in the middle, so you can’t send them away yet. Try again "
        "when those have been won."
    )


class NotThemselves(RuleError):  # TB-15, TB-16
    template = N_(
        "That’s you. To go, press “Leave”; the player who has been here longest then hosts the table."
    )


class NotSittingHere(RuleError):
    template = N_("That player isn’t sitting here any more.")


class InvitedOnly(RuleError):  # TB-16
    template = N_("Only people you’ve invited can sit here, so I call nobody else. You can invite more.")


class CalledAlready(RuleError):
    template = N_("You’ve called for players at this table already: I do that once per table.")


class GuestsEnough(RuleError):  # TB-16
    template = N_("You’ve invited as many people as one table takes: {most}.")
    most: int


class TableFull(RuleError):
    template = N_("Every seat is taken.")


class SeatsUsedUp(RuleError):  # TB-3
    template = N_("This table has had too many people, so it can’t seat anyone new. Open another one.")


class LastHand(RuleError):  # SH-8
    template = N_("This table is on its last round. Wait for the next game, or open a table.")


class ClosesSoon(RuleError):
    template = N_("This table closes when this is over, so nobody can join.")


class NotAdmitted(RuleError):
    template = N_("This game has gone too far for anyone to join.")


class Outgrown(RuleError):
    template = N_("The ante is now higher than the buy-in, so you couldn’t be dealt in.")


class TableClosed(RuleError):
    template = N_("This table is closed.")


class SeatsAgreed(RuleError):  # TB-15
    template = N_("Others sit here for {stake}, so a seat can cost less now, but not more.")
    stake: int


class AlreadyStarted(RuleError):
    template = N_("The game has begun, so that can’t be changed any more.")


class HandUnderWay(AlreadyStarted):
    template = N_("A hand is under way. Please wait until it’s over.")


class TooFewReady(RuleError):  # TB-17
    template = N_("Too few are ready to play. The next hand waits until someone who sits out is back.")


class PlaysOn(RuleError):  # TB-17
    template = N_("In this game everyone plays on with what they have: nobody sits out or tops up.")


class NoBlindOwed(RuleError):  # TB-17
    template = N_("You owe no blind: you’re dealt in without posting one.")


class StackFull(RuleError):  # TB-17
    template = N_("You have the whole buy-in in front of you, so there’s nothing to top up.")


class NoTopUp(RuleError):  # TB-17
    template = N_("You have no top-up waiting: it’s been made or taken back already.")


class TooSoon(RuleError):
    template = N_("You’ve just said something. Wait a few seconds before you say more.")


class OnPause(RuleError):
    template = N_("The game is paused. Anyone who plays can press “Play on”.")


class StillTheirTurn(RuleError):  # TB-8
    template = ngettext_noop(
        "It’s still early: {name} has {seconds} more second before you can go on without them.",
        "It’s still early: {name} has {seconds} more seconds before you can go on without them.",
        "seconds",
    )
    name: str
    seconds: int


class IsHere(RuleError):  # TB-8
    template = N_("{name} is here and still thinking. Give them the rest of their time.")
    name: str


class AtTournament(RuleError):
    template = N_("Only the organiser can do that at a tournament table. See the notice.")


class NotCalled(RuleError):
    template = N_("The next hand hasn’t been called for yet. This table is waiting.")


class NotStarted(RuleError):
    template = N_("The game hasn’t begun yet.")


class NothingPlayed(RuleError):
    """The game has begun, but no hand is under way."""

    template = N_("Nothing is being played at this table right now.")


class TooFewPlayers(RuleError):
    template = ngettext_noop(
        "The game takes {needed} player to start.", "The game takes {needed} players to start.", "needed"
    )
    needed: int


class TooFewCanPay(TooFewPlayers):
    """Enough people are seated, but too few of them can pay the buy-in."""

    template = ngettext_noop(
        "The game takes {needed} player to start, and nobody who sits here can pay the stake.",
        "The game takes {needed} players to start, and not everybody who sits here can pay the stake.",
        "needed",
    )


class NothingToCut(RuleError):
    template = N_(
        "Nothing is shuffled for the next hand: the cards in play stay where they are. Cut when a new deck "
        "has been sealed."
    )


class DeckCut(RuleError):
    template = N_("Somebody has cut this deck, so it stays as it is. Open another table for that rule.")


class NamedAlike(RuleError):  # TB-27
    template = N_("Someone with that name is already sitting here.")


class NotForPrograms(RuleError):  # TB-27
    template = N_("Programs can only sit at practice tables that are open to everyone.")


class HouseLimits(RuleError):  # TB-12
    template = N_(
        "With the house’s own coins at stake, pot limit is as high as it goes. Play without house"
        " players, or for practice."
    )
