"""Screens without a table: for a server's managers, and for each user."""
