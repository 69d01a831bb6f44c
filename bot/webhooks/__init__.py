"""Standings sent to an address that an organiser names: the only requests that do not go to Discord."""
