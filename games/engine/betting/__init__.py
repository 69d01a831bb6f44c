"""Betting, the same in every game that bets: stakes, limits, rounds and pots."""
