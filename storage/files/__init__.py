"""The file on disk: one process each, copies, backups, damage, and moving to another database."""
