"""The data that a client keeps from one start to the next."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Protocol

import platformdirs

from undertide_client.saved.chronicles import Chronicles, FileChronicles, MemoryChronicles
from undertide_client.saved.logins import FileLogins, Logins, MemoryLogins
from undertide_client.saved.private_file import write_private_bytes
from undertide_client.saved.profile import FileProfile, MemoryProfile, Profiles
from undertide_client.saved.tokens import FileTokens, MemoryTokens, Tokens
from undertide_shared.limits import MAX_WORD
from undertide_shared.text import clean

NAMELESS: Final = "account"
"""The beginning of a file's name, for an account without a letter in its name."""


class Copies(Protocol):
    """A place for copies."""

    def save(self, account: str, data: str, now: float, /) -> Path:
        """Write a copy that only its player can read; return its file. Raises OSError.

        `now` is in seconds since 1970.
        """


class AccountCopies:
    """A folder of copies: by default one in this user's own data folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(platformdirs.user_data_path("undertide")) / "accounts"

    def save(self, account: str, data: str, now: float) -> Path:
        """Write a copy that only this user can read; return its file. Raises OSError.

        `now` is in seconds since 1970.
        """
        named = "".join(filter(str.isalnum, clean(account, MAX_WORD))) or NAMELESS
        when = datetime.fromtimestamp(now, UTC).strftime("%Y%m%d-%H%M%S")
        file = self._folder / f"{named}-{when}.json"
        write_private_bytes(file, data.encode("utf-8", "replace"))
        return file


@dataclass(frozen=True, slots=True)
class Keepsakes:
    """What one player keeps: by default in this user's own folders."""

    tokens: Tokens = field(default_factory=FileTokens)
    logins: Logins = field(default_factory=FileLogins)
    profile: Profiles = field(default_factory=FileProfile)
    chronicles: Chronicles = field(default_factory=FileChronicles)
    copies: Copies = field(default_factory=AccountCopies)
    """The copies of accounts that the player asked for."""


def in_memory() -> Keepsakes:
    """Return keepsakes that end with this process, but for copies of accounts."""
    return Keepsakes(MemoryTokens(), MemoryLogins(), MemoryProfile(), MemoryChronicles())
