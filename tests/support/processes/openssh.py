"""OpenSSH's own client in a terminal of a test.

Where there is none these tests are skipped, unless UNDERTIDE_SSH says that they are required.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from support.processes.played_terminal import ANY_COMMAND, PlayedTerminal
from support.processes.waiting import LONGEST

REQUIRED = os.environ.get("UNDERTIDE_SSH") == "required"


class OpenSsh:
    """OpenSSH's client for one server, with a key in a folder and no other settings."""

    def __init__(self, folder: Path, port: str) -> None:
        program = shutil.which("ssh")
        if program is None:
            (pytest.fail if REQUIRED else pytest.skip)("no ssh is installed here")
        self._program = str(program)
        self._folder = folder
        self._port = port
        self.key = folder / "id"
        made = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.key)]
        subprocess.run(made, check=True, timeout=LONGEST)

    def words(self, *options: str, key: bool = True) -> tuple[str, ...]:
        """Return a command line of ssh, which shows the key or none."""
        shown = ["-i", str(self.key)] if key else ["-o", "PubkeyAuthentication=no"]
        known = f"UserKnownHostsFile={self._folder / 'known_hosts'}"
        usual = ["-F", "/dev/null", "-o", known, "-o", "StrictHostKeyChecking=no"]
        own = ["-o", "IdentityAgent=none", "-o", "IdentitiesOnly=yes", "-o", "LogLevel=ERROR"]
        return self._program, "-p", self._port, *usual, *own, *shown, *options

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run ssh to its end, without a terminal."""
        return subprocess.run(
            self.words(*options),
            capture_output=True,
            text=True,
            timeout=LONGEST,
            stdin=subprocess.DEVNULL,
            check=False,
        )

    @contextmanager
    def terminal(
        self, user: str, *options: str, key: bool = True, **environment: str
    ) -> Iterator[PlayedTerminal]:
        """Run ssh in a terminal until the context ends."""
        words = self.words(*options, f"{user}@127.0.0.1", key=key)
        with PlayedTerminal(words, self._folder, (100, 30), environment, ANY_COMMAND) as terminal:
            try:
                yield terminal
            finally:
                terminal.end()
