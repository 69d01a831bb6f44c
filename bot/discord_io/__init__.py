"""Everything that speaks with Discord: answering, messages and panels kept up to date, calls and notices."""
