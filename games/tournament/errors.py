"""People's slips at a tournament; facts only, the words are composed where they are shown.

RuleError                (games/engine/core/errors.py)
├── NotRunning           only possible while the tournament is played
├── AlreadyPaused        no hand begins as it is
├── NotPaused            there is no pause to end
├── EntriesClosed        nobody is taken in any more
├── TournamentFull       every place is taken
├── AlreadyEntered       one entry a person at a time
├── NotEntered           no such player here
├── NotRemoved           only who was removed can be restored
├── TooLate              the heat of whoever was removed is over
├── LastPlayer           the last one in play cannot be removed
└── NoMoney              house players play for no money, and money keeps them out
"""

from __future__ import annotations

from games.engine.core.errors import RuleError


class NotRunning(RuleError):
    """Only possible while the tournament is played."""


class AlreadyPaused(RuleError):
    """Somebody has paused the tournament already."""


class NotPaused(RuleError):
    """The tournament is not paused, or not any more."""


class EntriesClosed(RuleError):
    """Neither late entry nor re-entry is possible any more, or ever was."""


class TournamentFull(RuleError):
    """As many players as the organiser takes have entered."""


class AlreadyEntered(RuleError):
    """The player is in this tournament."""


class NotEntered(RuleError):
    """The player is not in this tournament, or not any more."""


class NotRemoved(RuleError):
    """Only a player who was removed can be restored."""


class TooLate(RuleError):
    """The heat of the player who was removed is over."""


class LastPlayer(RuleError):
    """A tournament needs somebody to win it."""


class NoMoney(RuleError):
    """House players fill up tournaments in which no money is at stake, and those only (TB-12)."""
