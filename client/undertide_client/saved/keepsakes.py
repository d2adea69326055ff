"""The data that a client keeps from one start to the next."""

from dataclasses import dataclass, field

from undertide_client.saved.chronicles import Chronicles, FileChronicles, MemoryChronicles
from undertide_client.saved.logins import FileLogins, Logins, MemoryLogins
from undertide_client.saved.profile import FileProfile, MemoryProfile, Profiles
from undertide_client.saved.tokens import FileTokens, MemoryTokens, Tokens


@dataclass(frozen=True, slots=True)
class Keepsakes:
    """Seats, logins, the player's profile and chronicles: by default in this user's own folders."""

    tokens: Tokens = field(default_factory=FileTokens)
    logins: Logins = field(default_factory=FileLogins)
    profile: Profiles = field(default_factory=FileProfile)
    chronicles: Chronicles = field(default_factory=FileChronicles)


def in_memory() -> Keepsakes:
    """Return keepsakes that end with this process."""
    return Keepsakes(MemoryTokens(), MemoryLogins(), MemoryProfile(), MemoryChronicles())
