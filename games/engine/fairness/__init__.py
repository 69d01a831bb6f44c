"""Fair chance: seals, streams of numbers, and decks that can be proved card by card."""
