"""The only way to what is stored, in a SQLite file or PostgreSQL: functions that read and write it.

    db            opening it, transactions, the schema, values to JSON and back, what is personal in a table,
                  and what is kept there for a time only
    postgres      PostgreSQL, for more than one process
    files         the file on disk: one process each, copies, backups, damage, moving to another database
    books         money: ledger, wages and gifts, limits of a day, refunds, what managers did
    play          tables, hands and their messages, the deal of the day
    tournaments   tournaments and series, and what is yet to be told of them
    standing      records, titles, boards, seasons, the arcade's points
    people        what people and servers choose, who is barred, what is kept about a person
    leases        which process serves which of Discord's shards
    errors        `StorageError`: the machine's fault; `Refused`: a person's slip

Every function that takes a transaction is synchronous and takes it first; none asks what
time it is. `Database.write(lambda tx: ...)` makes a transaction, and nothing else does.
"""
