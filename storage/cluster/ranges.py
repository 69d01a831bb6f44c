"""Which servers a process serves: Discord gives each to a shard, and each process has some shards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShardRange:
    """The shards `first` to `last` of `count`; a count of 0 means all, however many Discord recommends."""

    first: int = 0
    last: int = 0
    count: int = 0

    def __str__(self) -> str:
        if self.count == 0:
            return "all shards"
        return f"shards {self.first}-{self.last}/{self.count}"

    @property
    def numbers(self) -> range:
        """The shards by their numbers."""
        return range(self.first, self.last + 1)

    @property
    def is_all(self) -> bool:
        """Whether no other process serves any."""
        return self.count == 0 or len(self.numbers) == self.count

    @property
    def is_leading(self) -> bool:
        """Whether this is the process that does what one has to do for all."""
        return self.first == 0

    def has(self, server: int) -> bool:
        """Whether a server is served by these shards."""
        return self.count == 0 or (server >> 22) % self.count in self.numbers

    def meets(self, other: ShardRange) -> bool:
        """Whether both cannot be served at once: Discord takes one count, and each shard once."""
        return self.count != other.count or (self.first <= other.last and other.first <= self.last)

    def condition(self, column: str = "server") -> str:
        """What SQL says of the servers that these shards serve."""
        if self.is_all:
            return "1 = 1"
        return f"({column} >> 22) % {self.count} BETWEEN {self.first} AND {self.last}"


ALL_SHARDS = ShardRange()
