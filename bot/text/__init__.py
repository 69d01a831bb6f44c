"""Words in every language, people's own words made harmless, and the pages of the rules."""
