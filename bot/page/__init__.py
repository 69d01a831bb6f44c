"""The page: a frontend in a browser, beside Discord or alone. It knows the application, but no game."""
