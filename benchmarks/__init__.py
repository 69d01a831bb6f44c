"""Measurements of speed: `make bench`."""
