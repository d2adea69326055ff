"""Web sites as browsers name them, the origins of pages, and addresses of pages."""

from typing import Final, NamedTuple
from urllib.parse import urlsplit

PORTS: Final = {"http": 80, "https": 443}
"""Schemes of pages, and the port that their addresses leave out."""


class Site(NamedTuple):
    """An origin (RFC 6454)."""

    scheme: str
    host: str
    """In lower case."""
    port: int


def read_site(text: str) -> Site:
    """Return the site that an origin names. Raises ValueError if it names none.

    "null" names none: it stands for pages without a site.
    """
    parts = urlsplit(text)
    beside = parts.path or parts.query or parts.fragment or "@" in parts.netloc
    if parts.scheme not in PORTS or not parts.hostname or beside:
        raise ValueError('a web site such as "https://play.example.org"')
    return Site(parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme])


def check_address(text: str) -> None:
    """Raise ValueError if a text is no address of a web page."""
    parts = urlsplit(text)
    legible = text.isascii() and text.isprintable() and " " not in text
    if not legible or parts.scheme not in PORTS or not parts.hostname or "@" in parts.netloc:
        raise ValueError('the address of a page such as "https://example.org/undertide"')
