"""Helpers that several tests about chance share."""

import hashlib
import hmac

SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"


def words(seal_text: str, blocks: int) -> list[int]:
    """The words of a draw, worked out beside the program from what TB-13 says."""
    found: list[int] = []
    for block in range(blocks):
        text = seal_text.replace("BLOCK", str(block)).encode()
        digest = hmac.new(bytes.fromhex(SEED), text, hashlib.sha256).digest()
        found.extend(int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4))
    return found
