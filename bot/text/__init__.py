"""Translation, escaping of people's words, and the pages of the rules."""
