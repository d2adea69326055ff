"""The number of files that the server may have open. Each connection is one."""

import sys

import structlog

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.gateway.edge.admission import MAX_TURNED_AWAY
from undertide_server.gateway.edge.connection_gate import MOST_CLOSING

FILES_BESIDES = 64
"""Open files that are no connections: listening sockets, logs and libraries."""
FILES_A_REPLAY = 8
"""Open files of a replay: pipes both ways, a handle of its process, and the pipes' other ends while
it starts."""

log = structlog.get_logger()


def files_of(limits: LimitSettings) -> int:
    """Return the most files that a server with these limits has open at once."""
    connections = limits.connections + MAX_TURNED_AWAY + MOST_CLOSING
    return connections + FILES_A_REPLAY * limits.replays + FILES_BESIDES


def allow_open_files(wanted: int) -> None:
    """Raise this process's limit of open files to `wanted`, as far as the system allows."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  (there is none on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        if most < wanted:
            log.warning("few open files allowed", allowed=most, wanted=wanted)
