"""One round of random bytes for the decoders of both ends."""

from collections import Counter
from collections.abc import Callable

from support.fuzz.random_messages import CLIENT_TYPES, SERVER_TYPES, RandomMessages
from undertide_shared.codec import MAX_FAULT, decode_client, decode_server, encode
from undertide_shared.errors import BadMessageError
from undertide_shared.messages import ClientMessage, ServerMessage

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
