"""The only access to stored data, in a SQLite file or PostgreSQL.

    db            opening the database, transactions, the schema, values to JSON and back, declarations of
                  personal data and of expiring rows
    postgres      PostgreSQL, for more than one process
    files         the SQLite file on disk: its lock, copies, backups, damage, moving to another database
    books         money: ledger, wages and gifts, daily limits, refunds, the managers' audit log
    play          tables, hands and their messages, the deal of the day
    tournaments   tournaments and series, and their queued announcements
    standing      records, titles, boards, seasons, the arcade's points
    people        preferences of users and servers, bars, personal data
    leases        the processes that serve Discord's shards
    errors        `StorageError`: the machine's fault; `Refused`: a user error

A function that takes a transaction is synchronous and takes it first. No function reads a clock. Only
`Database.write(lambda tx: ...)` and its siblings begin a transaction.
"""
