"""The books in PostgreSQL, for more than one process (extra `taproom-bot[postgres]`).

driver        connections that write, what is done when one fails, the one for long reads, the ends of a move;
              migrations
connection    one connection, whose statements are pipelined; which errors may be tried again; what a function
              may do here, and reading one consistent state
dialect       SQL as it is written for both, as PostgreSQL reads it; values there and back
"""

from storage.errors import DriverMissing

try:
    import psycopg as _driver  # noqa: F401  (all that is in here needs it)
except ImportError as missing:
    raise DriverMissing from missing
