"""People apart from tables: who is barred, the deal of the day, what is asked of servers."""
