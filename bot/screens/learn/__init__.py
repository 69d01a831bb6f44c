"""Screens for learners: rules, lessons, reviews of hands, and the deals of the day."""
