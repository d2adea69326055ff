import pytest

from undertide_server.gateway.edge.request_head import MAX_HEAD, RequestHead

HEAD = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"


@pytest.mark.parametrize("at", range(1, len(HEAD)))
def test_a_request_in_two_pieces_ends_at_its_empty_line(at: int) -> None:
    head = RequestHead()
    assert head.split(HEAD[:at]) == (HEAD[:at], b"")
    assert head.split(HEAD[at:] + b"more") == (HEAD[at:], b"more")


def test_bytes_behind_a_request_do_not_make_it_too_large() -> None:
    head = RequestHead()
    assert head.split(HEAD + bytes(MAX_HEAD)) == (HEAD, bytes(MAX_HEAD))
    assert not head.is_too_large


def test_a_request_is_too_large_beyond_its_bound() -> None:
    head = RequestHead()
    head.split(b"x" * MAX_HEAD)
    assert not head.is_too_large
    head.split(b"x")
    assert head.is_too_large
