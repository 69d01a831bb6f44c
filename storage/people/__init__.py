"""Preferences of users and servers, bars, and the personal data that is kept."""
