"""Screens of the tavern itself, for a server's managers and for each user."""
