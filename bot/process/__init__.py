"""The running process: its clock, its lease on shards, other processes, its log and its health."""
