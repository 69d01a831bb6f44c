"""Tournaments and series, and what is yet to be told of them."""
