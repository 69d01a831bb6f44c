"""Fair chance: seals, cuts, committed decks, and numbers that nobody can choose."""
