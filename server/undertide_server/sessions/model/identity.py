"""The identity of a person, as the gateway knows it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Identity:
    """The identity of the person behind a connection."""

    account: str = ""
    """The name of the account; empty for guests."""
    address_key: str = ""
    """The address key: the result of `addresses.place_of`."""
    operator: bool = False
    """Whether the person is an operator, with all rights on the server."""


NOBODY = Identity()
"""A guest without an address: a person at the server itself."""
