"""Where a request ends among the bytes of a new connection. Pure."""

from typing import Final

END: Final = b"\r\n\r\n"
"""The end of a request without a body."""
MAX_HEAD: Final = 16 * 1024
"""Bytes of a request: twice as many as the largest browsers send with all their cookies."""


class RequestHead:
    """The first request of a connection, of which any number of bytes come at a time."""

    __slots__ = ("_read",)

    def __init__(self) -> None:
        self._read = b""

    @property
    def is_too_large(self) -> bool:
        """Whether more bytes have come than a request may have, and it has not ended."""
        return len(self._read) > MAX_HEAD

    def split(self, data: bytes) -> tuple[bytes, bytes]:
        """Return the bytes that belong to the request, and those behind it."""
        begun = len(self._read)
        self._read += data
        end = self._read.find(END, max(0, begun - len(END) + 1))
        if end < 0:
            return data, b""
        cut = end + len(END) - begun
        self._read = self._read[: end + len(END)]
        return data[:cut], data[cut:]
