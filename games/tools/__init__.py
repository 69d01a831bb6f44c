"""What anybody can run without the bot: files of hands, checking and replaying them, ranking, simulating."""
