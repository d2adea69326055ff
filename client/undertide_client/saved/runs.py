"""The runs that `play` keeps in a data folder.

    for run in saved_runs(data_folder()):
        if run.goes_on:
            print(run.heroes, run.floor, run.played)

Only the server reads its database, so a process of its own lists the runs: that takes a fraction of
a second.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

from undertide_shared.errors import UndertideError
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import RunState
from undertide_shared.text import clean


class SavedError(UndertideError):
    """A fault of what a client keeps on disk."""


class UnreadableSavesError(SavedError):
    """The runs of a data folder can't be listed. The error's text says why."""


LIST_SECONDS: Final = 30.0
"""Seconds until the list must be there: a slow disk takes some to load the program."""


class SavedRun(msgspec.Struct, frozen=True):
    """A run that somebody played."""

    run: str
    """Its own name."""
    session: str
    """The id of its session: a client joins it by this id."""
    preset: str
    state: RunState
    """live: it can go on. aside: it is damaged. ended, abandoned: it is over."""
    reason: str
    """The reason of its state: how it ended, or what is damaged."""
    heroes: list[str]
    """The names on its seats, in the order of the seats."""
    floor: int
    """The number of the floor that its party entered last."""
    played: float
    """When it was last played, in seconds since 1970."""

    @property
    def goes_on(self) -> bool:
        """Return whether it can be played on."""
        return self.state == "live"

    @property
    def is_damaged(self) -> bool:
        """Return whether the server has set it aside."""
        return self.state == "aside"


class _Listed(msgspec.Struct):
    """What the server's command prints."""

    runs: list[SavedRun]


def data_folder() -> Path:
    """Return the folder in which `play` keeps this user's runs, on this platform."""
    return platformdirs.user_data_path("undertide")


def saved_runs(folder: Path) -> list[SavedRun]:
    """Return the latest runs in a data folder, the latest first. A server may be using the folder.

    The list is empty if there is no such folder. It blocks until a process has read it.

    Raises UnreadableSavesError, or OSError when that process can't be run.
    """
    if not folder.is_dir():
        return []
    # -P: no file in the player's folder may take the place of the server.
    command = [sys.executable, "-P", "-m", "undertide_server", "saves", f"--data={folder}"]
    try:
        done = subprocess.run(  # noqa: S603  (no shell; the words are this program's own)
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LIST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired as fault:
        reason = f"the runs in {folder} could not be read within {LIST_SECONDS:g} s"
        raise UnreadableSavesError(reason) from fault
    if done.returncode:
        said = done.stderr.decode(errors="replace").removeprefix("undertide: ")
        raise UnreadableSavesError(clean(said, MAX_LINE))
    try:
        return msgspec.json.decode(done.stdout, type=_Listed).runs
    except msgspec.DecodeError as fault:
        raise UnreadableSavesError(f"the list of the runs in {folder}: {fault}") from fault
