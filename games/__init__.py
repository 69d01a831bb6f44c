"""The rules: pure functions over frozen values, without Discord, clock, network or database."""

__version__ = "0.3.0"
"""The version of Taproom, which the history of a hand names."""

COMMANDS = {
    "rank": "read one hand a line and say what it is, as JSON",
    "verify": "check the file of a hand or of an evening, without the bot",
    "daily": "deal a day’s deal again from its seed, and say what was best",
    "new": "write a package with a game of your own, to begin with",
    "lacks": "say what a game still lacks: to play, to be at home, to be one of ours",
    "games": "list the games that are here, with the packages that brought them",
    "simulate": "let house players play each other, and check the laws",
}
"""The commands about games for a terminal, kept here so that listing them imports no game."""
