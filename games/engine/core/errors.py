"""What can go wrong at a table, and whose fault it is.

    RuleError                a person's slip: refused, nothing changed, answered in words
    ├── Stale                the question has been answered, or changed meanwhile
    ├── NotOffered           no such offer
    ├── OutOfRange           a number or a count that the offer does not allow
    │   └── Indivisible      an amount that goes to one side as a whole
    ├── Odd                  a number that has to be even
    ├── NotYourTurn          somebody else is to act
    ├── NotSeated            no seat at this table
    ├── AlreadySeated        one seat a person
    ├── NotHost              only the host of the table may do that
    ├── NotManager           only a manager of the server may do that
    ├── NotInvited           the seats are kept for somebody else
    ├── TableFull            every seat is taken
    ├── LastHand             the players have agreed on their last hand
    ├── ClosesSoon           the table closes when this hand is over
    ├── NotAdmitted          the game takes nobody any more
    ├── Outgrown             a hand costs more than a newcomer would bring
    ├── TableClosed          the table is no more
    ├── AlreadyStarted       only possible in the lobby
    │   └── HandUnderWay     only possible between two hands
    ├── AtTournament         at a tournament's table that is the director's to say
    ├── NotCalled            a tournament's table waits for its director
    ├── NotStarted           only possible once the game is on
    ├── TooFewPlayers        the game needs more people
    │   └── TooFewCanPay     enough sit there, but not all can pay the buy-in
    ├── AlreadyCut           each player cuts once a hand
    ├── NothingToCut         nothing is shuffled for the next hand
    ├── DeckCut              the rule would change a deck that somebody has cut
    ├── RulesClash           two house rules that exclude each other
    └── BrokenUnits          a stake that is not a whole number of units

Everything else that is raised here is an `AssertionError`: a fault of this program.
The words are composed where they are shown; an error carries facts only.
"""

from __future__ import annotations


class RuleError(Exception):
    """A person's slip: the answer is refused and nothing has changed."""


class Stale(RuleError):
    """The question that this answers is no longer open as it was asked."""


class NotOffered(RuleError):
    """The seat was offered nothing of that name."""


class OutOfRange(RuleError):
    """A number outside least..most, bounds included."""

    def __init__(self, least: int, most: int) -> None:
        super().__init__(least, most)
        self.least = least
        self.most = most


class Indivisible(OutOfRange):
    """The coins go all to one side: all of them there are `most`."""


class Odd(RuleError):
    """A number that has to be even, and is not."""


class NotYourTurn(RuleError):
    """The seat has nothing to decide now."""


class NotSeated(RuleError):
    """The person has no seat at this table."""


class AlreadySeated(RuleError):
    """The person sits at this table already."""


class NotHost(RuleError):
    """Only the host of the table, or a server manager, may do that."""


class NotManager(RuleError):
    """Only a manager of the server may do that, or an organiser where it is a tournament's table."""


class NotInvited(RuleError):
    """The table's seats are kept for somebody else."""


class TableFull(RuleError):
    """No seat is free."""


class LastHand(RuleError):
    """All have agreed that the hand under way is the last (SH-8)."""


class ClosesSoon(RuleError):
    """The table closes as soon as the hand under way is over."""


class NotAdmitted(RuleError):
    """The game has come so far that nobody may join it any more."""


class Outgrown(RuleError):
    """What a hand costs has outgrown the table's buy-in: a newcomer could not be dealt in."""


class TableClosed(RuleError):
    """The table is closed."""


class AlreadyStarted(RuleError):
    """Only possible before the game begins."""


class HandUnderWay(AlreadyStarted):
    """Only possible while no hand is played."""


class AtTournament(RuleError):
    """Who sits at a tournament's table, and when it closes, its director says."""


class NotCalled(RuleError):
    """The next hand begins when the tournament's director calls for it."""


class NotStarted(RuleError):
    """Only possible once the game has begun."""


class TooFewPlayers(RuleError):
    """The game cannot begin with so few."""

    def __init__(self, needed: int) -> None:
        super().__init__(needed)
        self.needed = needed


class TooFewCanPay(TooFewPlayers):
    """Enough people sit there, but with those who can pay the buy-in alone it cannot begin."""


class AlreadyCut(RuleError):
    """The player has mixed in words for the next hand: what was said once stays."""


class NothingToCut(RuleError):
    """The next hand goes on with the decks in play: there is nothing to mix words into."""


class DeckCut(RuleError):
    """Somebody has cut the deck, so it stays as it was sealed."""


class RulesClash(RuleError):
    """Two house rules, by their field names, that cannot both be on."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(first, second)
        self.first = first
        self.second = second


class HouseLimits(RuleError):
    """The house plays for coins of its own by tighter house rules than these (TB-12)."""


class BrokenUnits(RuleError):
    """A stake that is not a whole number of the units in which is paid (SH-2)."""

    def __init__(self, stake: int, unit: int) -> None:
        super().__init__(stake, unit)
        self.stake = stake
        self.unit = unit
