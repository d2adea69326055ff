"""The place of a worker among the processes of its server."""

import secrets
from dataclasses import dataclass
from typing import Final

ID_BYTES: Final = 3
"""Bytes of chance in a worker's id. A worker that is started again is another node, since the store
may still name its predecessor as the owner of runs."""


@dataclass(frozen=True, slots=True)
class WorkerPlace:
    """The decisions of the supervisor for one worker."""

    node: str
    """The id of the worker as a node, such as `w2-1f08c3`."""
    workers: int
    """The number of workers that the operator wants."""
    sockets: str
    """The folder for the Unix sockets of links. Only this user can open it."""
    opens_store: bool
    """Whether it is the first to open the data folder after a start. It checks and updates the
    databases, and no other process uses them meanwhile."""


def new_node_id(number: int) -> str:
    """Return an id for a worker, which tells its number and which no node has had before."""
    return f"w{number}-{secrets.token_hex(ID_BYTES)}"
