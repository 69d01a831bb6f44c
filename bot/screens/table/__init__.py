"""A table on show: its public message, a player's panel, fair play, house rules."""
