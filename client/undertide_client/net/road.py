"""A way to a server on this machine, for a client that acts for somebody else."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Road:
    """A Unix socket of the server, and the HTTP headers of a request that is made there."""

    path: str
    headers: Mapping[str, str]
