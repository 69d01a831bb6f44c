"""The books in PostgreSQL, for more than one process (extra `taproom[postgres]`).

driver        the two connections, and what is done when they fail
connection    one connection, whose statements are pipelined
dialect       SQL as it is written for both, as PostgreSQL reads it
schema        migrations
faults        which errors may be tried again
"""
