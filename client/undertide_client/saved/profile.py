"""The player's profile: who they play as, and the hints that they have read."""

import contextlib
from pathlib import Path
from typing import Any, Final, Literal, Protocol

import msgspec
import platformdirs

from undertide_client.saved.private_file import DamagedSavedFileError, change_private, read_private
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean_name

FILE: Final = "player.json"
Signs = Literal["shown", "bell", "off"]
"""What tells of moments, such as a new level: signs over the map, a bell with them, or nothing."""


class Profile(msgspec.Struct, frozen=True):
    """What the client remembers of its player. An empty name means that it never asked."""

    name: str = ""
    calling: str = ""
    """Key of the calling that the player chose; empty for the server's first."""
    hints: bool = True
    """Whether the player wants hints for newcomers."""
    hinted: list[str] = []
    """Keys of the hints that the player got."""
    ended: bool = False
    """Whether a run of the player's has ended. Lessons don't count."""
    signs: Signs = "shown"


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

    A file that can't be read counts as absent. One that can't be read at the moment, or not be
    written, stays as it is: the client then asks again at its next start. A damaged one is kept
    aside.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._path = (folder or platformdirs.user_state_path("undertide")) / FILE

    def load(self) -> Profile:
        """Return the profile; the default one if there is none."""
        return _with_clean_name(read_private(self._path, Profile) or Profile())

    def change(self, **changes: Any) -> None:
        """Keep the profile with these fields changed.

        It reads the file again first, so that two clients don't undo each other's changes.
        """

        def changed(data: bytes | None) -> bytes:
            profile = Profile() if data is None else _decoded(data)
            return msgspec.json.encode(msgspec.structs.replace(profile, **changes))

        with contextlib.suppress(OSError):
            change_private(self._path, changed)


def _decoded(data: bytes) -> Profile:
    """Return the profile in a file's bytes. Raises DamagedSavedFileError."""
    try:
        return _with_clean_name(msgspec.json.decode(data, type=Profile))
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise DamagedSavedFileError(str(fault)) from fault


def _with_clean_name(profile: Profile) -> Profile:
    """Return a profile without the name in it, if no hero may have that."""
    try:
        return msgspec.structs.replace(profile, name=profile.name and clean_name(profile.name))
    except BadTextError:
        return msgspec.structs.replace(profile, name="")
