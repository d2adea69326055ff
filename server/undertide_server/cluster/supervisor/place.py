"""The place of a worker among the processes of its server."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WorkerPlace:
    """The decisions of the supervisor for one worker."""

    node: str
    """The id of the worker as a node at its start, such as `w2-1f08c3`."""
    workers: int
    """The number of workers that the operator wants."""
    sockets: str
    """The folder for the Unix sockets of links. Only this user can open it."""
    opens_store: bool
    """Whether it is the first to open the data folder after a start. It checks and updates the
    databases, and no other process uses them meanwhile."""
    listens: str = ""
    """The host and port for links between machines; empty for a Unix socket."""

    @property
    def address(self) -> str:
        """Where others reach it over links. It stays when the worker gets another id."""
        return self.listens or f"{self.sockets}/{self.node}"


def opens_store(worker: WorkerPlace | None) -> bool:
    """Return whether a process is the first of its server to open the store.

    One without workers always is.
    """
    return worker is None or worker.opens_store
