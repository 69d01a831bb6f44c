"""Tournaments and series: for players, and for organisers."""
