"""Web sites as browsers name them: where a page comes from."""

from typing import Final, NamedTuple
from urllib.parse import urlsplit

PORTS: Final = {"http": 80, "https": 443}
"""What pages come by, and the port that their addresses leave out."""


class Site(NamedTuple):
    """An origin (RFC 6454)."""

    scheme: str
    host: str
    """In small letters."""
    port: int


def read_site(text: str) -> Site:
    """Return the site that an origin names. Raises ValueError when it names none.

    "null" is none: it stands for pages that are nobody's.
    """
    parts = urlsplit(text)
    beside = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in PORTS or not parts.hostname or beside:
        raise ValueError('a web site such as "https://play.example.org"')
    return Site(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme])
