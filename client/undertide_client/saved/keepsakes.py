"""The data that a client keeps from one start to the next."""

from dataclasses import dataclass, field

from undertide_client.saved.account_copies import AccountCopies, Copies
from undertide_client.saved.chronicles import Chronicles, FileChronicles, MemoryChronicles
from undertide_client.saved.logins import FileLogins, Logins, MemoryLogins
from undertide_client.saved.profile import FileProfile, MemoryProfile, Profiles
from undertide_client.saved.tokens import FileTokens, MemoryTokens, Tokens


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
