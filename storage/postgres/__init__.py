"""Storage in PostgreSQL, for more than one process (extra `taproom-bot[postgres]`).

driver        writing connections and their recovery from failures, the connection for long reads, migrations,
              source and target of a move
connection    a connection with pipelined statements; classification of errors; transactions, and consistent
              reads
dialect       translation of SQL for PostgreSQL, and conversion of values
"""

from storage.errors import DriverMissing

try:
    import psycopg as _driver  # noqa: F401  (the whole package needs it)
except ImportError as missing:
    raise DriverMissing from missing
