"""The name of this machine among those of a cluster."""

import re
import socket
from typing import Final

MOST_NAME: Final = 40
"""Characters of a machine's name in the ids of its nodes."""


def machine_name() -> str:
    """Return the name of this machine as ids of nodes have it: small letters, digits and dashes."""
    name = re.sub(r"[^a-z0-9]+", "-", socket.gethostname().partition(".")[0].lower()).strip("-")
    return name[:MOST_NAME].strip("-") or "node"
