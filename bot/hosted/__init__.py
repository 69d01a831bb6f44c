"""The page beside Discord, served by the same process: Discord says who somebody is, and where they are."""
