"""The commands of `/tavern`."""
