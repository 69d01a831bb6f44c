"""Storage in PostgreSQL, for more than one process (extra `taproom-bot[postgres]`).

driver        connections that write, their recovery from failures, the one for long reads, both ends of a
              move; migrations
connection    one connection, whose statements are pipelined; errors that may be retried; transactions, and
              reads of one consistent state
dialect       SQL for both databases, translated for PostgreSQL; values there and back
"""

from storage.errors import DriverMissing

try:
    import psycopg as _driver  # noqa: F401  (all that is in here needs it)
except ImportError as missing:
    raise DriverMissing from missing
