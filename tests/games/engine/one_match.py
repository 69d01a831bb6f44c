"""Helpers that several tests about one match share."""

from __future__ import annotations

from tests.laws.bones import Bones, BonesCarry, BonesRules


class Match(Bones):
    """A game without cards that rests all the same, and binds the players who began."""

    def admits(self, rules: BonesRules, carry: BonesCarry | None) -> bool:
        """Return False: a started game is closed to newcomers."""
        del rules, carry
        return False

    def forfeits(self, rules: BonesRules, carry: BonesCarry | None) -> bool:
        """A player who goes leaves the stake."""
        del rules, carry
        return True

    def rests(self, rules: BonesRules) -> bool:
        """A round begins when a player asks for it."""
        del rules
        return True


MATCH = Match()
