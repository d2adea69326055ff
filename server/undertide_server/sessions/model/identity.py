"""Who somebody is, as the edge knows it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """Whoever is behind a connection."""

    account: str = ""
    """Name of the account; empty for guests."""
    address_key: str = ""
    """What the address counts as: `addresses.place_of`."""
    operator: bool = False
    """Whether it may keep order on the whole server."""


NOBODY = Identity()
"""A guest from nowhere: who is at the server itself."""
