import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import provable_chance
from games.engine.provable_chance import WORD, Cut, Draw, Seal, Writing
from tests.games.engine.fairness.chance import SEED, words


def test_commitment() -> None:
    """TB-13: the bot shows the SHA-256 of a secret seed before."""
    assert Seal(SEED).commitment == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    assert Seal(SEED, ("a cut",), 7).commitment == Seal(SEED).commitment


def test_throw_is_read_from_hmac() -> None:
    """TB-13: each throw is read from HMAC-SHA-256 of seed, cuts and a counter."""
    draw = Draw(Seal(SEED, ("two", "one"), 3))
    expected = [word % 8 for word in words('[["one","two"],3,BLOCK]', 2)]

    assert [draw.below(8) for _ in range(16)] == expected


def test_known_throw() -> None:
    """TB-13: a throw that was worked out by hand with another program stays the same for good."""
    digest = hmac.new(bytes.fromhex(SEED), b"[[],0,0]", hashlib.sha256).hexdigest()

    assert digest[:8] == f"{words('[[],0,BLOCK]', 1)[0]:08x}"
    assert Draw(Seal(SEED)).below(WORD) == int(digest[:8], 16)


@pytest.mark.parametrize(
    "other", [Seal(SEED, ("cut",)), Seal(SEED, (), 1), Seal("ff" * 32), Seal(SEED, ("c", "ut"))]
)
def test_all_is_mixed_in(other: Seal) -> None:
    """TB-13: seed, cuts and counter each change what is drawn."""
    assert [Draw(other).below(WORD) for _ in range(4)] != [Draw(Seal(SEED)).below(WORD) for _ in range(4)]


def test_rejection(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-13: every draw is unbiased: a word that would favour the low numbers is thrown away."""
    fair = WORD - WORD % 3

    def loaded(*_: object) -> Iterator[int]:
        yield from (WORD - 1, fair, fair - 1)

    monkeypatch.setattr(provable_chance, "words", loaded)

    assert (fair - 1) % 3 == 2
    assert Draw(Seal(SEED)).below(3) == 2


@pytest.mark.parametrize("bound", [1, 2, 3, 8, 52, 1000])
def test_every_number_is_as_likely(bound: int) -> None:
    """TB-13: each number has as many of the accepted words as any other."""
    fair = WORD - WORD % bound

    assert fair % bound == 0
    assert WORD - fair < bound


def test_eight_sides_lose_no_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """TB-13: a die of eight sides divides the words evenly: none is thrown away."""
    monkeypatch.setattr(provable_chance, "words", lambda *_: iter([WORD - 1]))

    assert Draw(Seal(SEED)).below(8) == 7


@given(bound=st.integers(1, 2**32), number=st.integers(0, 50))
def test_below_its_bound(bound: int, number: int) -> None:
    """TB-13: a lot among so many is one of them."""
    assert 0 <= Draw(Seal(SEED, (), number)).below(bound) < bound


def test_lots_fall_everywhere() -> None:
    """TB-13, TB-3: a lot may fall on every seat."""
    drawn = Counter(Draw(Seal(SEED, (), number)).below(12) for number in range(600))

    assert set(drawn) == set(range(12))
    assert max(drawn.values()) < 90


def test_bound_of_nothing() -> None:
    """TB-13: there is no lot among none; to ask for one is this program's fault."""
    with pytest.raises(AssertionError):
        Draw(Seal(SEED)).below(0)


@pytest.mark.parametrize(
    ("writing", "text"),
    [
        ("utf-8", '[["back\\\\slash","quote \\" and é","🍐"],0,0]'),
        ("ascii", '[["back\\\\slash","quote \\" and \\u00e9","\\ud83c\\udf50"],0,0]'),
    ],
)
def test_cuts_are_written_as_json(writing: Writing, text: str) -> None:
    """TB-13: cuts are mixed in as UTF-8, as they were typed; before format 4 all but ASCII was escaped."""
    cuts = ('quote " and é', "🍐", "back\\slash")
    digest = hmac.new(bytes.fromhex(SEED), text.encode(), hashlib.sha256).digest()

    assert Draw(Seal(SEED, cuts, writing=writing)).below(WORD) == int.from_bytes(digest[:4], "big")


def test_new_seals_mix_in_what_was_typed() -> None:
    """TB-13: players' words are mixed in as UTF-8, whatever an older version did."""
    assert Seal.fresh(SEED).cut(11, "ann", "Bär").mixed == '["Bär"]'


def test_a_seal_of_old() -> None:
    """TB-13: a seal of an older version still draws; but it cannot be checked any more."""
    old = Seal(SEED, ("1234", Cut("ann", "lucky")), (0, 1))

    assert (old.drawn, old.is_of_old, old.mixed) == (2, True, '["1234","lucky"]')
    assert old.public_cuts == (Cut("", "1234"), Cut("ann", "lucky"))
    assert old.after_a_draw().draws == 3
    assert not Seal(SEED, (), (0,)).is_of_old


def test_words_without_a_name() -> None:
    """TB-13: a forgotten player has no name beside their words, which stay where they were mixed in."""
    seal = Seal(SEED, (Cut("ann", "a"), Cut("ben", "b")), cutters=(11, 12))

    assert seal.without(13, -1, "?") == seal
    assert seal.without(12, -1, "?") == Seal(SEED, (Cut("ann", "a"), Cut("?", "b")), cutters=(11, -1))
    assert seal.cut_of(12) == Cut("ben", "b")
