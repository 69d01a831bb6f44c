"""Knights' Heads: ten of 104 cards, and a table of hands that tells stories."""
