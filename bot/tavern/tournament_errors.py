"""People's slips with a server's tournaments."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.core.errors import Slip
from games.engine.core.sentences import phrase


class NoSuchTournament(Slip):
    """No tournament of that number here, or none at all."""

    says = phrase("There is no such tournament here.")


@dataclass(eq=False)
class WhichTournament(Slip):
    """There are several tournaments: one must be named."""

    says = phrase("There are several tournaments: please name one of {numbers}.")
    numbers: tuple[int, ...]


class TournamentOver(Slip):
    """The tournament has come to its end, or was called off."""

    says = phrase("This tournament is over.")


class HasBegun(Slip):
    """Only possible before the tournament begins."""

    says = phrase("The tournament has begun, so that is no longer possible. Organisers can take players out.")


class BegunMeanwhile(Slip):
    """The tournament has begun since somebody was asked whether to call it off."""

    says = phrase(
        "The tournament has begun since you were asked. To call it off all the same, use /tournament cancel "
        "again."
    )


class FilledMeanwhile(Slip):
    """House players have entered since somebody was shown how many there are."""

    says = phrase("House players have just entered. Press again if you want more of them.")


class NotIn(Slip):
    """The person is not in the tournament."""

    says = phrase("You are not in this tournament.")


class TooManyTournaments(Slip):
    """The server has as many tournaments as allowed."""

    says = phrase("This server has as many tournaments as it may. End one first.")
