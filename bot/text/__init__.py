"""Translation, numbers and days as each language writes them, escaping, and files of a deck's own names."""
