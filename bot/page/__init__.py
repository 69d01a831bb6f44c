"""A second front beside Discord's: the table as a page in a browser. It knows the house, and no game."""
