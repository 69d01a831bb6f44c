"""People apart from tables: who may play, who is called, the deal of the day, what is asked of servers."""
