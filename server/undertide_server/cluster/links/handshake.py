"""What the two ends of a link show each other before it opens. Pure."""

import hmac
import secrets
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, NamedTuple

LINK_VERSION: Final = 2
"""Raised when a message of links changes. Nodes of different versions don't talk to each other."""
MOST_ID: Final = 64
"""Characters of a node's id."""
HEADERS: Final = ("Undertide-Link", "Undertide-Node", "Undertide-Key")
"""The headers in which a front shows the version of the link, its own id, and the owner's key."""
COMMAND: Final = "command:"
"""The beginning of the name under which an operator's command dials a node. No id of a node has a
colon."""
SUFFIX_BYTES: Final = 8
"""Random bytes in such a name: commands of the same moment must not share one, since a node keeps
one link for each name."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a link does not open, as the answer to its request says."""

    status: HTTPStatus
    reason: str


class Shown(NamedTuple):
    """What a front shows, in the order of `HEADERS`."""

    version: str
    node: str
    key: str


def shown_to(key: bytes, node: str) -> Shown:
    """Return what a front with an id shows to the node that has a key."""
    return Shown(str(LINK_VERSION), node, key.hex())


def refusal_of(shown: Shown, key: bytes) -> Refusal | None:
    """Return why a node with a key opens no link to whoever shows this; None if it does.

    Who doesn't have the key learns nothing else.
    """
    if not hmac.compare_digest(shown.key.encode(), key.hex().encode()):
        return Refusal(HTTPStatus.FORBIDDEN, "the key is wrong")
    if shown.version != str(LINK_VERSION):
        return Refusal(
            HTTPStatus.UPGRADE_REQUIRED,
            f"the link has version {shown.version[:MOST_ID]}; this node speaks version"
            f" {LINK_VERSION}",
        )
    if not (0 < len(shown.node) <= MOST_ID and shown.node.isprintable()):
        reason = f"an id has 1 to {MOST_ID} printable characters"
        return Refusal(HTTPStatus.BAD_REQUEST, reason)
    return None


def fresh_command() -> str:
    """Return a name for a command that dials a node."""
    return COMMAND + secrets.token_hex(SUFFIX_BYTES)


def is_command(node: str) -> bool:
    """Return whether a name is that of a command, and of no node."""
    return node.startswith(COMMAND)
