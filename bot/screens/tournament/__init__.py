"""Screens of tournaments: the notice, the plan, announcements, series, past tournaments."""
