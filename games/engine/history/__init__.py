"""A hand again: from its log, as a file, and before a referee."""
