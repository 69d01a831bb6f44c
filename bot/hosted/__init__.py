"""The page beside Discord, served by the same process: Discord identifies users and their places."""
