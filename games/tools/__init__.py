"""Tools that need no bot: files of hands, checking and replaying them, ranking and simulating."""
