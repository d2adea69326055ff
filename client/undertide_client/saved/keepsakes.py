"""The data that a client keeps from one start to the next."""

from dataclasses import dataclass, field

from undertide_client.saved.logins import FileLogins, Logins
from undertide_client.saved.profile import FileProfile, Profiles
from undertide_client.saved.tokens import FileTokens, Tokens


@dataclass(frozen=True, slots=True)
class Keepsakes:
    """Seats, logins and the player's profile: by default in this user's own folder."""

    tokens: Tokens = field(default_factory=FileTokens)
    logins: Logins = field(default_factory=FileLogins)
    profile: Profiles = field(default_factory=FileProfile)
