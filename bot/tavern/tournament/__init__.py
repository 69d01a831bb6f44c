"""Tournaments and series: plans, tables, hours and reminders."""
