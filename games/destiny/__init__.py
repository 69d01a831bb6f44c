"""Destiny: a field of 25 hidden cards, two hands for each player, and the highest card wins."""
