"""The house's people: who comes, how they decide and why, coaching, and the house's bank."""
