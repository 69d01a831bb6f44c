"""Translation, numbers and days as each language writes them, escaping, and files of card names."""
