"""Opening the database, and running a function in a transaction, a file's or PostgreSQL's."""
