import socket
import ssl

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, InvalidMessage
from websockets.frames import Close
from websockets.http11 import Response

from undertide_client.net.errors import BadAuthorityError
from undertide_client.net.failures import answer_of, reason_of
from undertide_shared.errors import BadMessageError


def certificate_fault() -> ssl.SSLCertVerificationError:
    fault = ssl.SSLCertVerificationError(1, "[SSL: CERTIFICATE_VERIFY_FAILED] long words")
    fault.verify_message = "self-signed"
    return fault


def tls_fault(reason: str) -> ssl.SSLError:
    fault = ssl.SSLError(1, "[SSL] long words")
    fault.reason = reason
    return fault


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
        (certificate_fault(), "its certificate can't be trusted: self-signed"),
        (
            tls_fault("WRONG_VERSION_NUMBER"),
            "this server speaks no TLS: its address begins with ws://",
        ),
        (tls_fault("DECRYPTION_FAILED"), "TLS failed: DECRYPTION_FAILED"),
        (
            InvalidMessage("not HTTP"),
            "no server of this game answers; if it speaks TLS, its address begins with wss://",
        ),
        (BadAuthorityError("ca.pem", "expected more"), "ca.pem: expected more"),
        (OSError("Multiple exceptions: …"), "none of the host's addresses can be reached"),
        (OSError(113, "No route to host"), "No route to host"),
        (
            BadMessageError("malformed", "not an array"),
            "the server sent what this client can't read: not an array",
        ),
        (RuntimeError(), "RuntimeError"),
    ],
)
def test_a_failure_is_told_in_words(failure: Exception, words: str) -> None:
    assert reason_of(failure) == words


@pytest.mark.parametrize(
    ("status", "kind", "body", "wanted"),
    [
        (403, "text/plain; charset=utf-8", b"you are banned\n", "you are banned"),
        (403, "text/plain", b"\x1b[2Jyou\r\nare", "[2Jyou"),
        (403, "text/html", b"<html>", "the server answered with HTTP status 403"),
        (404, "text/plain", b"nothing here", "the server answered with HTTP status 404"),
    ],
)
def test_a_refused_request_says_why(status: int, kind: str, body: bytes, wanted: str) -> None:
    response = Response(status, "", Headers({"Content-Type": kind}), body)
    assert answer_of(response) == wanted
