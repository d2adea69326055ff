"""Which of several processes that share a port holds a connection, and what CPU a process used."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

TICKS: Final = os.sysconf("SC_CLK_TCK")


def process_of(client_port: int, processes: Iterable[int]) -> int:
    """Return the process that holds the other end of a client's connection; 0 if none does."""
    inode = _inode_of(client_port)
    for process in processes:
        with suppress(OSError):
            for each in Path(f"/proc/{process}/fd").iterdir():
                with suppress(OSError):
                    if str(each.readlink()) == f"socket:[{inode}]":
                        return process
    return 0


def cpu_of(process: int) -> float:
    """Return the seconds of CPU that a process has used so far, all its threads together."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def _inode_of(client_port: int) -> str:
    """Return the inode of the socket whose other end has this local port."""
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text(encoding="ascii").splitlines()[1:]:
            _, _, remote, *rest = line.split()
            if int(remote.rpartition(":")[2], 16) == client_port:
                return rest[6]
    return ""
