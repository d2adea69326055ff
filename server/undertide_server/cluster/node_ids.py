"""The ids of nodes: the name of a machine or a worker, and a suffix that no other node has."""

import re
import secrets
import socket
from typing import Final

SUFFIX_BYTES: Final = 3
"""Random bytes in the id of a node, so that a node that begins anew never has an id of before."""
MOST_NAME: Final = 40
"""Characters of a machine's name in the ids of its nodes."""


def machine_name() -> str:
    """Return the name of this machine as ids of nodes have it: small letters, digits and dashes."""
    name = re.sub(r"[^a-z0-9]+", "-", socket.gethostname().partition(".")[0].lower()).strip("-")
    return name[:MOST_NAME].strip("-") or "node"


def fresh_node_id(name: str) -> str:
    """Return an id for a node of this name that no node had before."""
    return f"{name}-{secrets.token_hex(SUFFIX_BYTES)}"


def name_of(node: str) -> str:
    """Return the name in the id of a node."""
    return node.rpartition("-")[0]
