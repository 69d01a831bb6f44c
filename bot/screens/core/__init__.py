"""The common parts of all screens: a message as a value; betting, events, people and amounts as text."""
