"""Tables of what house players learned come out of their files as they went in, or not at all (TB-12)."""

import pytest

from games.engine.betting.bot_betting import DamagedTable, decode_strategies, encode_strategies

STRATEGIES = {0: (16, 0, 0), 5: (0, 4, 12), 133: (1, 15, 0), 70_000_000_000: (5, 5, 6)}


def test_a_table_comes_out_as_it_went_in() -> None:
    """Every situation keeps its number, whatever its size, and its shares."""
    assert decode_strategies(encode_strategies(STRATEGIES)) == STRATEGIES


def test_the_order_in_which_a_table_was_learned_does_not_matter() -> None:
    """The same strategies make the same file."""
    assert encode_strategies(dict(reversed(STRATEGIES.items()))) == encode_strategies(STRATEGIES)


@pytest.mark.parametrize("place", [0, 31, 32, -1])
def test_a_damaged_table_is_not_believed(place: int) -> None:
    """One wrong byte, in the checksum or behind it, is found before anything is read."""
    table = bytearray(encode_strategies(STRATEGIES))
    table[place] ^= 1

    with pytest.raises(DamagedTable):
        decode_strategies(bytes(table))
