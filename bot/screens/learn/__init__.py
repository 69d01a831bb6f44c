"""Rules pages, lessons, and the deals of the day."""
