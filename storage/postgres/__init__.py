"""The books in PostgreSQL, for more than one process (extra `taproom[postgres]`).

driver        the pool of connections that write, and the one for long reads
writer        one that writes: transactions, and what is done when they fail
reading       reading one consistent state
connection    one connection, whose statements are pipelined
pipeline      statements sent ahead, and their answers
values        values on their way there and back
dialect       SQL as it is written for both, as PostgreSQL reads it
listening     what other processes tell
schema        migrations
ends          PostgreSQL as where a tavern is moved from, or to
faults        which errors may be tried again
"""

from storage.errors import DriverMissing

try:
    import psycopg as _driver  # noqa: F401  (all that is in here needs it)
except ImportError as missing:
    raise DriverMissing from missing
