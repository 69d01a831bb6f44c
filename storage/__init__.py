"""The one door to what is kept: a SQLite file, and functions over it.

    database           open a file; `write` and `read` run a function in its thread
    reader             what takes long, read in a thread of its own
    write_batches      functions that wait together, committed together
    transaction        what such a function may do
    schema             the file: made, recognised, brought up to date, copied
    damage             what is wrong with it, and what can be mended
    commit_mark        how much of it was acknowledged
    file_lock          one process a file
    file_modes         the files are their owner's alone
    copies             what is a copy knows that it is one
    backup             the file from outside: copied, put back, or looked at
    errors             `StorageError`: the machine's fault; `Refused`: a person's slip
    tables             tables with their snapshots and moves, and what their messages show
    postings           what tables and tournaments have in common: message, revision, deadline
    moves              what was done at them
    hands              hands as they began and ended, for their histories
    tournaments        tournaments with their snapshots, plans and tables
    tournament_funds   what they are played for
    results            how they ended for whom
    tournament_people  what they know of a person
    outbox             what is still to be told of them
    tournament_scores  court scores of a tournament
    closings           who closed a table or called a hand off, and why
    ledger             accounts, transfers, history, audit
    wages_and_gifts    daily wages, payments between players
    day_limits         what counts towards the limits of a day
    forgotten          what outlasts being forgotten, under a keyed hash
    scores             scoreboard, prizes, claims
    player_options     what a player keeps for a game
    settings           a server's
    preferences        a person's
    interactions       what has been done already
    key_values         words to remember, by name
    heartbeat          when the bot was last alive
    privacy            what is known about a person, and forgetting it
    voiding            tables that cannot go on, paid back by the books
    checksums          what stands beside a row, so that damage is found
    codec              values to JSON and back

Every function that takes a transaction is synchronous and takes it first; none asks what
time it is. `Database.write(lambda tx: ...)` makes a transaction, and nothing else does.
"""
