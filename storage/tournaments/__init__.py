"""Tournaments and series, and the outbox of their announcements."""
