"""Files that never change while the server runs: compressed once, and sent to whoever has others.

Browsers get them compressed with gzip. A client that has a file already gets a confirmation alone.
"""

import gzip
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Final

from undertide_server.gateway.http.routes import HttpRequest, HttpResponse

MOST_PACKED: Final = 256
"""Compressed files that are kept for servers of this process: those of two pages."""
DEAREST: Final = 9
"""The level of gzip that takes longest and gives least bytes: it runs once."""


class StaticFile:
    """A file with its media type, cache rule and further headers. `vary` is what it depends on."""

    def __init__(
        self,
        body: bytes,
        kind: str,
        keep: str,
        headers: Mapping[str, str] | None = None,
        vary: str = "Accept-Encoding",
    ) -> None:
        tag, small = hashlib.sha256(body).hexdigest()[:16], packed(body)
        told = {**(headers or {}), "Vary": vary}
        plain = HttpResponse(body, kind, keep=keep, headers={**told, "ETag": f'"{tag}"'})
        self._plain = self._packed = plain
        if len(small) < len(body):
            how = {**told, "ETag": f'"{tag}-gzip"', "Content-Encoding": "gzip"}
            self._packed = HttpResponse(small, kind, keep=keep, headers=how)

    def answer(self, asked: HttpRequest) -> HttpResponse:
        """Answer with the file, or only confirm it to a client that has it."""
        whole = self._packed if accepts_gzip(asked) else self._plain
        if whole.headers["ETag"] not in ",".join(asked.headers.get_all("If-None-Match")):
            return whole
        headers = {name: each for name, each in whole.headers.items() if name != "Content-Encoding"}
        return HttpResponse(b"", whole.kind, HTTPStatus.NOT_MODIFIED, whole.keep, headers)


def accepts_gzip(asked: HttpRequest) -> bool:
    """Return whether a client reads gzip: it says so, and doesn't weight it with 0."""
    for coding in ",".join(asked.headers.get_all("Accept-Encoding")).split(","):
        name, _, weight = coding.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "").lower() not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
    return False


@lru_cache(maxsize=MOST_PACKED)
def packed(body: bytes) -> bytes:
    """Return a body compressed with gzip, the same at each start."""
    return gzip.compress(body, DEAREST, mtime=0)
