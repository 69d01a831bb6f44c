"""The house's own commands: `/help`, most of `/me`, and how managers run a server."""
