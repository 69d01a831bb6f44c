"""Opening of the database, and transactions of functions, in a file or in PostgreSQL."""
