"""A tournament's screens: the notice, the plan, announcements, past tournaments."""
