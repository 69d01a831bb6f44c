"""The page: a second frontend beside Discord, in a browser. It knows the application, and no game."""
