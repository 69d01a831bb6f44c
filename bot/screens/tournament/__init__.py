"""A tournament on show: the notice, the plan, announcements, what is over."""
