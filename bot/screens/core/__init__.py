"""The common parts of all screens: a message as a value, betting, stories, people and amounts as text."""
