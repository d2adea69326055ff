"""Chance, as a pure function of (seed, purpose, keys).

There is no generator state to save. To draw, derive a generator from the run's seed, a purpose and
the keys of the moment (floor, tick, actor), and throw it away afterwards. One more draw for one
purpose changes nothing for another. Draws that only decorate never share a purpose with rules.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import accumulate, chain, count, islice
from struct import Struct
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 16
"""A seed has 128 bits: nobody can find a run's map by trying seeds."""
SEED_TEXT = re.compile(f"[0-9a-f]{{{2 * SEED_BYTES}}}")
"""The form of a text that is a seed."""

_WORDS = Struct("<8Q")


def seed_of(text: str) -> bytes:
    """Return the seed that a text stands for.

    `text_of_seed` gives texts that are a seed. A number or any other text stands for its hash, so
    that all bits count.
    """
    if SEED_TEXT.fullmatch(text):
        return bytes.fromhex(text)
    return blake2b(text.encode(), digest_size=SEED_BYTES).digest()


def text_of_seed(seed: bytes) -> str:
    """Return the text that is a seed, as people pass it on."""
    return seed.hex()


class Rng:
    """A deterministic stream of numbers, the same in every process and on every platform."""

    __slots__ = ("_words",)

    def __init__(self, key: bytes) -> None:
        self._words = chain.from_iterable(_blocks(key))

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1. Raises ValueError when bound < 1.

        It is a remainder of 64 bits. The bias, bound / 2**64, can't be noticed.
        """
        if bound < 1:
            raise ValueError(f"bound must be positive, not {bound}")
        return next(self._words) % bound

    def several_below(self, bound: int, count: int) -> list[int]:
        """Return `count` whole numbers from 0 to `bound` - 1. Raises ValueError when bound < 1."""
        if bound < 1:
            raise ValueError(f"bound must be positive, not {bound}")
        return [word % bound for word in islice(self._words, count)]

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def percent(self, chance: int) -> bool:
        """Return True in `chance` of 100 cases."""
        return next(self._words) % 100 < chance

    def pick(self, items: Sequence[T]) -> T:
        """Return one of `items`. Raises ValueError when there are none."""
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """Return one of `items`, each as likely as its whole-numbered weight says.

        Raises ValueError when the weights sum to less than 1 or their number differs.
        """
        if len(items) != len(weights):
            raise ValueError(f"{len(items)} items but {len(weights)} weights")
        sums = list(accumulate(weights))
        return items[bisect_right(sums, self.below(sums[-1] if sums else 0))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return `items` in random order, as a new list (Fisher and Yates)."""
        result = list(items)
        for last, word in zip(range(len(result) - 1, 0, -1), self._words, strict=False):
            other = word % (last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` members of `items` in random order, each once; all if there are fewer."""
        return self.shuffled(items)[:count]


def _blocks(key: bytes) -> Iterator[tuple[int, ...]]:
    """Yield blocks of words of 64 bits without end: blake2b of the key and a block counter."""
    yield _WORDS.unpack(blake2b(key).digest())  # Without a salt, as with one of zeros.
    for block in count(1):
        yield _WORDS.unpack(blake2b(key, salt=block.to_bytes(16, "little")).digest())


def derive(seed: bytes, purpose: str, *keys: int | str) -> Rng:
    """Return the generator for `purpose` and `keys` in the run of `seed`."""
    return Rng(seed + repr((purpose, keys)).encode())
