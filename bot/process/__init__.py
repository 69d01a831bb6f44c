"""The running process: what it does by itself, its lease on shards, other processes, log and health."""
