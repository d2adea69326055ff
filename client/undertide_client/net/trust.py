"""The certificates that this program trusts: the system's authorities, and one of the player's own.

A group of friends may be the authority for its own server. The file with its certificate is a
setting of the whole process, like the system's own `SSL_CERT_FILE`. It holds for every later
connection.
"""

import os
import ssl
from functools import lru_cache
from pathlib import Path
from typing import Final

from undertide_client.net.errors import BadAuthorityError

VARIABLE: Final = "UNDERTIDE_CA"
"""The environment variable that names the file; `--ca` sets it."""
MAX_KEPT: Final = 4
"""Cached contexts: reading all authorities of a system takes longer than connecting."""


def trust(file: Path) -> None:
    """Trust the authority in a file too, from now on. Raises BadAuthorityError."""
    _context(str(file))
    os.environ[VARIABLE] = str(file)


def context_for(url: str) -> ssl.SSLContext | None:
    """Return the TLS context for a server at `url`, or None if the address is not TLS.

    Raises BadAuthorityError.
    """
    return _context(os.environ.get(VARIABLE, "")) if url.startswith("wss:") else None


@lru_cache(maxsize=MAX_KEPT)
def _context(file: str) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if file:
        try:
            context.load_verify_locations(file)
        except ssl.SSLError as fault:
            raise BadAuthorityError(file, "expected a certificate in PEM") from fault
        except OSError as fault:
            raise BadAuthorityError(file, fault.strerror or str(fault)) from fault
    return context
