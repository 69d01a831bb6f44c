"""The only way to what is stored: a SQLite file, and functions that read and write it.

    database           open a file; `write` and `read` run a function in its thread
    driver             what it asks of what keeps the books
    sqlite_driver      a file
    postgres           PostgreSQL, for more than one process; file by file in its own `__init__.py`
    connection         the one door behind aiosqlite: a whole function run in its thread
    write_batches      waiting functions, run and committed together
    transaction        what such a function may do
    schema             the file: created, checked, migrated, copied
    damage             finding damage in the file, and repairing what can be
    commit_mark        how many commits were acknowledged
    files              what lies beside a database, who may read it, and one process a file
    copies             copies are marked as such, and found again
    move               carrying a tavern from one database to another
    file_ends          a file as where it comes from, or goes to
    shape              the tables that both have, in the order in which they can be carried
    backup             copying, restoring and reading the file from outside
    errors             `StorageError`: the machine's fault; `Refused`: a person's slip
    tables             tables with their snapshots and moves, and what their messages show
    places             where they stand, which need not be a server
    postings           what tables and tournaments have in common: message, revision, deadline
    hands              hands with their moves, for their histories
    hand_marks         hands that their players keep for good, or have shown
    tournaments        tournaments with their snapshots, plans and tables
    results            points in tournaments, and how they ended, by player
    outbox             announcements not yet made
    tournament_acts    what organisers did at a tournament, who and why
    closings           who closed a table or called a hand off, and why
    ledger             accounts, transfers, history, audit
    wages_and_gifts    daily wages, payments between players
    day_limits         what counts towards the limits of a day
    daily              the deal of the day: seeds, answers, what these were worth
    series             tournaments that count together, and the places taken there
    scheduled_events   Discord's scheduled events, by tournament
    webhooks           where standings are sent, and which are yet to be
    house_results      what the house won and lost, by game
    records            what is kept of finished hands, by person and day
    boards             people ranked by their records
    seasons            seasons, and how their boards stood at their end
    titles             what people are called for what they once did
    board_posts        boards that stand in a channel
    calls              who wants to be called to tables, and who was
    earlier_records    the records of hands that were played before there were any
    forgotten          what is kept of a forgotten person, under a keyed hash
    scores             scoreboard, prizes, claims
    player_options     what a player keeps for a game
    settings           a server's
    preferences        a person's
    interactions       interactions already acted on
    key_values         small texts by name
    heartbeat          when the bot was last alive
    leases             which process serves which of Discord's shards
    shard_ranges       which servers these are
    privacy            exporting and forgetting a person
    audit_lines        what a server's audit channel is yet to be told
    own_cards          what a server calls the cards of a game
    coin_flows         coins that went from one person to another
    bars               who may not play in a server, and until when
    voiding            closing unreadable tables, with refunds by the books
    checksums          checksums of rows, so that damage is found
    codec              values to JSON and back

Every function that takes a transaction is synchronous and takes it first; none asks what
time it is. `Database.write(lambda tx: ...)` makes a transaction, and nothing else does.
"""
