import socket

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.frames import Close

from undertide_client.failures import reason_of
from undertide_shared.codec import BadMessage


@pytest.mark.parametrize(
    ("failure", "words"),
    [
        (ConnectionClosedError(None, None), "the connection broke"),
        (ConnectionClosedError(Close(1001, "see you\x1b"), None), "see you"),
        (
            ConnectionClosedError(Close(1011, ""), None),
            "the server closed the connection (code 1011)",
        ),
        (TimeoutError(), "no answer in time"),
        (ConnectionRefusedError(111, "refused"), "nobody listens at this address"),
        (socket.gaierror(-2, "unknown"), "no host has this name"),
        (OSError("Multiple exceptions: …"), "none of the host's addresses can be reached"),
        (OSError(113, "No route to host"), "No route to host"),
        (
            BadMessage("malformed", "not an array"),
            "the server sent what this client can't read: not an array",
        ),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_a_failure_is_told_in_words(failure: Exception, words: str) -> None:
    assert reason_of(failure) == words
