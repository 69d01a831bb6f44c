"""What a game says of a tournament's levels, and of what its tables share."""

from __future__ import annotations

from typing import Any, Protocol

from bot.text.translate import _, number
from games.engine.core.game import Level


class TournamentFace(Protocol):
    """The words of a tournament that only its game knows."""

    def posted(self, level: Level) -> str:
        """What a hand costs at a tournament's level; empty if nothing."""
        said = []
        if level.ante:
            said.append(_("ante {ante}").format(ante=number(level.ante)))
        if level.big_blind:
            said.append(
                _("blinds {small}/{big}").format(small=number(level.small_blind), big=number(level.big_blind))
            )
        return ", ".join(said)

    def levels(self) -> str:
        """What the numbers of a tournament's levels mean, if that needs saying."""
        return ""

    def found(self, rules: Any) -> str:  # noqa: ARG002
        """What all tables of a tournament share beside their house rules; empty if nothing."""
        return ""
