"""Programs that check files for hosts, such as a proxy's own check of its configuration.

Where one is missing its tests are skipped, unless UNDERTIDE_TOOLS says that they are required.
"""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.processes.waiting import LONGEST

REQUIRED = os.environ.get("UNDERTIDE_TOOLS") == "required"
FOLDERS = ("/usr/local/sbin", "/usr/sbin", "/sbin")
"""Where programs for hosts are that a user's own path may lack."""


def host_tool(name: str) -> str:
    """Return the path of a program; skip the test where there is none."""
    path = os.pathsep.join((os.environ.get("PATH", os.defpath), *FOLDERS))
    found = shutil.which(name, path=path)
    if found is None:
        (pytest.fail if REQUIRED else pytest.skip)(f"no {name} is installed here")
    return str(found)


def run_tool(
    name: str, *words: str, home: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, with a home of its own and what it says as text."""
    return subprocess.run(
        [host_tool(name), *words],
        env={**os.environ, "HOME": str(home), **variables},
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST,
    )
