"""A table's screens: its public message, a player's panel, fair play, house rules."""
