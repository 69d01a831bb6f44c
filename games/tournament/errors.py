"""People's slips at a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.errors import RuleError
from games.engine.core.sentences import phrase


class NotRunning(RuleError):
    """Only possible while the tournament is played."""

    says = phrase("That’s only possible while the tournament is being played.")


class AlreadyPaused(RuleError):
    """Somebody has paused the tournament already."""

    says = phrase("The tournament is already paused. `/tournament resume` resumes it.")


class NotPaused(RuleError):
    """The tournament is not paused, or not any more."""

    says = phrase("The tournament isn’t paused.")


class EntriesClosed(RuleError):
    """Neither late entry nor re-entry is possible any more, or ever was."""

    says = phrase("Nobody can enter this tournament any more.")


class TournamentFull(RuleError):
    """As many players as the organiser takes have entered."""

    says = phrase("This tournament is full.")


class AlreadyEntered(RuleError):
    """The player is in this tournament."""

    says = phrase("You’re already in this tournament.")


class NotEntered(RuleError):
    """The player is not in this tournament, or not any more."""

    says = phrase("That player isn’t in this tournament.")


class NotRemoved(RuleError):
    """Only a player who was removed can be restored."""

    says = phrase("Only a player who was removed can be restored.")


class TooLate(RuleError):
    """The heat of the player who was removed is over."""

    says = phrase("The heat of that player is over.")


class LastPlayer(RuleError):
    """A tournament needs somebody to win it."""

    says = phrase("The last player left can’t be removed.")


class NoMoney(RuleError):
    """House players fill up tournaments in which no money is at stake, and those only (TB-12)."""

    says = phrase("House players can only join tournaments without entry fees or prize money.")


@dataclass(eq=False)
class MoreThanPlanned(RuleError):
    """A series has as many tournaments as were planned, or has more than are planned now."""

    says = phrase(
        "That would make more tournaments than the {count} planned for this series. Change the number "
        "with `/series manage` first."
    )
    count: int


class ResultsCount(RuleError):
    """What a result is worth stays, once a series has any."""

    says = phrase(
        "Some results already count, so the points and how many results count can’t change any more."
    )


class SeriesClosed(RuleError):
    """The series is over."""

    says = phrase("That series is closed. `/series past` shows who won it.")


@dataclass(eq=False)
class StillPlayed(RuleError):
    """A series with unfinished tournaments cannot be closed."""

    says = phrase("These tournaments of the series aren’t over yet: {numbers}. End them first.")
    numbers: tuple[int, ...]


class InASeries(RuleError):
    """The tournament belongs to a series already."""

    says = phrase("That tournament counts for a series already.")
