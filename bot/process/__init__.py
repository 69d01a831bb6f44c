"""The running process: its scheduler, its shard lease, its peers, log and health."""
