"""Random messages of links: of the right types, with values and clients' messages that may be odd.

No question is among them that orders something for all clients: whoever has the key may do that.
"""

from collections.abc import Sequence
from typing import Any, Final, get_args

from msgspec import inspect

from support.fuzz.random_messages import (
    CHANCE_OF_WRONG_TYPE,
    CLIENT_TYPES,
    SERVER_TYPES,
    RandomMessages,
)
from undertide_server.cluster.links.messages import (
    DrainNode,
    FrontMessage,
    Inquiry,
    OwnerMessage,
    Question,
    Reply,
    TellEveryone,
)

MOST_AT_ONCE: Final = 6
"""Messages in one message of the wire."""
MOST_MEMBERS: Final = 12
"""The highest number of a member in most messages: some members so get many of them."""
ORDERS: Final = (DrainNode, TellEveryone)
QUESTIONS: Final = tuple(
    inspect.type_info(kind) for kind in get_args(Question) if kind not in ORDERS
)


class RandomLinkMessages(RandomMessages):
    """Messages of one end of a link, drawn from a seed. `clients` are the messages within them."""

    def __init__(
        self,
        seed: int,
        kinds: Sequence[type],
        clients: RandomMessages,
        words: Sequence[str | bytes] = (),
        wrong_types: float = CHANCE_OF_WRONG_TYPE,
    ) -> None:
        types = [inspect.type_info(kind) for kind in kinds]
        super().__init__(seed, types, words, wrong_types)
        self._clients = clients

    def message(self) -> bytes:
        """Return the bytes of an array of messages."""
        head = bytes([0x90 + self.rng.randint(0, MOST_AT_ONCE)])
        return head + b"".join(self._one() for _ in range(head[0] - 0x90))

    def _one(self) -> bytes:
        return super().message()

    def _value(self, kind: inspect.Type) -> Any:
        if isinstance(kind, inspect.UnionType) and len(kind.types) > len(QUESTIONS):
            return super()._value(self.rng.choice(QUESTIONS))
        return super()._value(kind)

    def _array(self, kind: Any) -> list[Any]:
        if isinstance(kind, inspect.VarTupleType):
            return [self._value(kind.item_type) for _ in range(self.rng.randrange(MOST_MEMBERS))]
        return super()._array(kind)

    def _scalar(self, kind: inspect.Type) -> Any:
        match kind:
            case inspect.VarTupleType():
                return self._array(kind)
            case inspect.EnumType(cls=cls):
                return self.rng.choice([each.value for each in cls])
            case inspect.RawType():
                return self._anything(2)
            case inspect.IntType() if self.rng.random() < 0.8:
                return self.rng.randint(0, MOST_MEMBERS)
            case _:
                return super()._scalar(kind)

    def _bytes(self, most: int) -> bytes:
        """Return mostly a message of a client or a server, which is what links carry."""
        return self._clients.data() if self.rng.random() < 0.8 else super()._bytes(most)


def random_front(
    seed: int, words: Sequence[str | bytes] = (), wrong_types: float = CHANCE_OF_WRONG_TYPE
) -> RandomLinkMessages:
    """Return what a front that has gone wrong sends."""
    kinds = (*get_args(FrontMessage), *get_args(FrontMessage), Inquiry, Reply)
    clients = RandomMessages(seed, CLIENT_TYPES, words)
    return RandomLinkMessages(seed, kinds, clients, words, wrong_types)


def random_owner(
    seed: int, words: Sequence[str | bytes] = (), wrong_types: float = CHANCE_OF_WRONG_TYPE
) -> RandomLinkMessages:
    """Return what an owner that has gone wrong sends."""
    kinds = (*get_args(OwnerMessage), *get_args(OwnerMessage), Inquiry, Reply)
    servers = RandomMessages(seed, SERVER_TYPES, words)
    return RandomLinkMessages(seed, kinds, servers, words, wrong_types)
