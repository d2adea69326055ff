"""Random messages: legal ones, nearly legal ones, and bytes that are none."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgpack
from msgspec import inspect

from undertide_shared.codec import MAX_FAULT, decode_client, decode_server, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import ClientMessage, ServerMessage
from undertide_shared.messages.states import CLIENT_MESSAGES, SERVER_MESSAGES

WORDS: Final = (
    *("", "x", "Ann", "Bo", "warden", "mender", "nocalling", "tutorial", "keep", "arcane_dart"),
    *("heal", "head", "main_hand", "auto", "party", "real", "public", "private", "..", "a-b", "\0"),
    *("\u202e", "\u200b", "ﬁ", "Ⅷ", "\U0001f409", "server", "*", "%s%n", "'; --", "{0}"),
)
"""Texts that mean something in the content or in a message, and texts that programs trip over."""
EDGES: Final = (0, 1, -1, 2, 3, 7, 8, 26, 27, 79, 80, 255, 256, 2**31 - 1, 2**31, 2**53, 2**63 - 1)
NEGATIVE_EDGES: Final = (-2, -128, -129, -(2**31), -(2**63), 2**64 - 1)
LONGEST_TEXT: Final = 3000
MOST_ELEMENTS: Final = 6
DEEPEST: Final = 4
CHANCE_OF_WRONG_TYPE: Final = 0.02
"""Of each field. Most messages are so of the right types, and get past the decoder."""
CHANCE_OF_ODD_VALUE: Final = 0.1
"""Of each field: a value at or beyond its bounds."""
CLIENT_TYPES: Final = tuple(inspect.type_info(kind) for kind in CLIENT_MESSAGES)
SERVER_TYPES: Final = tuple(inspect.type_info(kind) for kind in SERVER_MESSAGES)


class RandomMessages:
    """Messages of some types, drawn from a seed.

    Every other text is one of `words`, if there are any, and the rest are from `WORDS`.
    `wrong_types` is the chance of each field to have another type.
    """

    def __init__(
        self,
        seed: int,
        types: Sequence[inspect.Type],
        words: Sequence[str | bytes] = (),
        wrong_types: float = CHANCE_OF_WRONG_TYPE,
    ) -> None:
        self._wrong_types = wrong_types
        self.rng = random.Random(seed)
        self._types = types
        self._texts = [word for word in words if isinstance(word, str)]
        self._secrets = [b"", bytes(16), *(word for word in words if isinstance(word, bytes))]

    def message(self) -> bytes:
        """Return the bytes of a message, whose fields may be wrong."""
        return _packed(self._value(self.rng.choice(self._types)))

    def data(self) -> bytes:
        """Return the bytes of a message, which may be damaged, or of something else."""
        kind = self.rng.random()
        if kind < 0.02:
            return self.rng.randbytes(self.rng.randrange(200))
        if kind < 0.04:
            return _packed(self._anything(DEEPEST + 2))
        return self.damaged(self.message()) if kind < 0.25 else self.message()

    def damaged(self, data: bytes) -> bytes:
        """Return bytes with one to three random faults."""
        for _ in range(self.rng.randint(1, 3)):
            data = self._with_fault(data)
        return data

    def _with_fault(self, data: bytes) -> bytes:
        at, end = sorted(self.rng.randrange(len(data) + 1) for _ in range(2))
        return self.rng.choice(
            (
                data[:at] + self.rng.randbytes(1) + data[at + 1 :],
                data[:at] + self.rng.randbytes(self.rng.randrange(9)) + data[at:],
                data[:at] + data[end:],
                data[:end] + data[at:],
                data[:at],
            )
        )

    def _value(self, kind: inspect.Type) -> Any:
        if not isinstance(kind, inspect.StructType) and self._happens(self._wrong_types):
            return self._anything(DEEPEST)
        match kind:
            case inspect.UnionType(types=types):
                return self._value(self.rng.choice(types))
            case inspect.StructType() | inspect.ListType() | inspect.TupleType():
                return self._array(kind)
            case _:
                return self._scalar(kind)

    def _array(self, kind: inspect.StructType | inspect.ListType | inspect.TupleType) -> list[Any]:
        match kind:
            case inspect.StructType(fields=fields, tag=tag):
                given = self._given(fields)
                return [*([tag] if tag else []), *(self._value(each.type) for each in given)]
            case inspect.ListType(item_type=inner):
                return [self._value(inner) for _ in range(self.rng.randrange(MOST_ELEMENTS))]
            case _:
                return [self._value(inner) for inner in kind.item_types]

    def _given(self, fields: Sequence[inspect.Field]) -> Sequence[inspect.Field]:
        """Return the fields that a message states: the last ones may be left out."""
        least = sum(field.required for field in fields)
        return fields[: self.rng.randint(least, len(fields))]

    def _scalar(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.IntType(ge=least, le=most):
                return self._integer(least or 0, 2**40 if most is None else most)
            case inspect.StrType(max_length=most):
                return self._text(most or LONGEST_TEXT)
            case inspect.BytesType(max_length=most):
                return self._bytes(most or LONGEST_TEXT)
            case inspect.LiteralType(values=values):
                return self.rng.choice(values)
            case inspect.BoolType() | inspect.NoneType():
                return None if isinstance(kind, inspect.NoneType) else self._happens(0.5)
            case _:
                raise NotImplementedError(f"fields of the type {kind}")

    def _integer(self, least: int, most: int) -> int:
        if self._happens(CHANCE_OF_ODD_VALUE):
            return self.rng.choice((*EDGES, *NEGATIVE_EDGES, least - 1, most + 1))
        first = max(least, -1)
        return self.rng.randint(first, min(most, first + self.rng.choice((1, 3, 10, 80))))

    def _text(self, most: int) -> str:
        if self._happens(CHANCE_OF_ODD_VALUE):
            length = self.rng.choice((1, most - 1, most, most + 1, LONGEST_TEXT))
            return chr(self.rng.choice((0x41, 0x7F, 0x300, 0x4E00, 0x1F409))) * min(length, 9000)
        return self.rng.choice(self._texts if self._texts and self._happens(0.5) else WORDS)

    def _bytes(self, most: int) -> bytes:
        if self._happens(CHANCE_OF_ODD_VALUE):
            return self.rng.randbytes(self.rng.choice((1, most - 1, most, most + 1)))
        return self.rng.choice(self._secrets)

    def _anything(self, depth: int) -> Any:
        """Return any value that MessagePack has, no deeper than `depth` arrays or maps."""
        inner = range(self.rng.randrange(MOST_ELEMENTS) if depth else 0)
        kinds: tuple[Callable[[], Any], ...] = (
            lambda: self.rng.choice((None, True, False)),
            lambda: self.rng.choice((0.0, 1.5, -1.0, float("inf"), float("nan"))),
            lambda: self.rng.choice((*EDGES, *NEGATIVE_EDGES)),
            lambda: self._bytes(16),
            lambda: self._text(64),
            lambda: msgpack.ExtType(self.rng.randrange(128), self.rng.randbytes(3)),
            lambda: {self._text(8): self._anything(depth - 1) for _ in inner},
            lambda: [self._anything(depth - 1) for _ in inner],
        )
        return self.rng.choice(kinds)()

    def _happens(self, chance: float) -> bool:
        return self.rng.random() < chance


def _packed(value: object) -> bytes:
    """Return a value as MessagePack, which has no integers of more than 64 bits."""
    packed: bytes = msgpack.packb(value)
    return packed


Decode = Callable[[bytes], ClientMessage | ServerMessage]


def fuzz_decoders(seed: int, count: int) -> Counter[str]:
    """Decode so many random messages, and return how many were accepted and refused, by code.

    Every other message is a server's. Raises AssertionError where a decoder breaks its word: it
    returns a message that comes back the same from its own bytes, or it refuses with a short
    printable reason.
    """
    outcomes: Counter[str] = Counter()
    ends: tuple[tuple[RandomMessages, Decode], ...] = (
        (RandomMessages(seed, CLIENT_TYPES), decode_client),
        (RandomMessages(seed, SERVER_TYPES), decode_server),
    )
    for number in range(count):
        messages, decode = ends[number % 2]
        data = messages.data()
        outcomes[_outcome(decode, data, f"seed {seed}, message {number}: {data.hex()}")] += 1
    return outcomes


def _outcome(decode: Decode, data: bytes, case: str) -> str:
    try:
        message = decode(data)
    except BadMessageError as fault:
        refused = fault
    except Exception as fault:
        raise AssertionError(case) from fault
    else:
        assert decode(encode(message)) == message, case
        return "accepted"
    assert refused.reason.isprintable(), case
    assert 0 < len(refused.reason) <= MAX_FAULT, case
    return refused.code
