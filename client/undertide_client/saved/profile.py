"""The player's profile: who they play as, and the hints that they have read."""

import contextlib
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec
import platformdirs

from undertide_client.saved.private_file import read_private, write_private
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean_name

FILE: Final = "player.json"


class Profile(msgspec.Struct, frozen=True):
    """What the client remembers of its player. An empty name means that it never asked."""

    name: str = ""
    calling: str = ""
    """Key of the calling that the player chose; empty for the server's first."""
    hints: bool = True
    """Whether the player wants hints for newcomers."""
    hinted: list[str] = []
    """Keys of the hints that the player got."""


class Profiles(Protocol):
    """A store of one profile."""

    def load(self) -> Profile:
        """Return the profile; the default one if there is none."""

    def change(self, **changes: Any) -> None:
        """Keep the profile with these fields changed."""


class MemoryProfile:
    """A profile that ends with the process: for tests."""

    def __init__(self, profile: Profile | None = None) -> None:
        self._profile = profile or Profile()

    def load(self) -> Profile:
        """Return the profile; the default one if there is none."""
        return self._profile

    def change(self, **changes: Any) -> None:
        """Keep the profile with these fields changed."""
        self._profile = msgspec.structs.replace(self._profile, **changes)


class FileProfile:
    """A profile in a file that only its owner can read.

    A file that can't be read counts as absent, and a file that can't be written stays as it is: the
    client then asks again at its next start.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or platformdirs.user_state_path("undertide")) / FILE

    def load(self) -> Profile:
        """Return the profile; the default one if there is none."""
        profile = read_private(self._path, Profile) or Profile()
        try:
            return msgspec.structs.replace(profile, name=profile.name and clean_name(profile.name))
        except BadTextError:
            return msgspec.structs.replace(profile, name="")

    def change(self, **changes: Any) -> None:
        """Keep the profile with these fields changed.

        It reads the file again first, so that two clients don't undo each other's changes.
        """
        with contextlib.suppress(OSError):
            write_private(self._path, msgspec.structs.replace(self.load(), **changes))
