"""What one may order in a session, as the rules of `Govern` have it. Pure.

The server decides; this only keeps what it would refuse off the screen.
"""

from dataclasses import dataclass
from typing import Final

from undertide_shared.messages import MemberRole, People, PersonInfo

RANKS: Final[dict[MemberRole, int]] = {"host": 2, "moderator": 1, "player": 0, "spectator": 0}
"""Nobody puts out, bans or mutes who ranks as high."""
OPERATOR: Final = 3
"""Above all hosts."""


@dataclass(frozen=True, slots=True)
class Authority:
    """What one is where `people` are; `operator` may keep order on the whole server."""

    people: People
    operator: bool = False

    @property
    def rank(self) -> int:
        """How high one stands."""
        return OPERATOR if self.operator else RANKS[self.people.role]

    @property
    def hosts(self) -> bool:
        """Whether one may do what hosts alone may."""
        return self.rank >= RANKS["host"]

    @property
    def moderates(self) -> bool:
        """Whether one may do what moderators may."""
        return self.rank >= RANKS["moderator"]

    @property
    def invites(self) -> bool:
        """Whether one may be told the invite code."""
        told = self.people.role == "player" and self.people.terms.access == "invited"
        return self.moderates or told

    def commands(self, person: PersonInfo) -> bool:
        """Whether one may put somebody out, ban or mute them."""
        stranger = not self._is_oneself(person)
        return self.moderates and stranger and self.rank > RANKS[person.role]

    def refuses(self, person: PersonInfo) -> bool:
        """Whether one may let somebody watch no more."""
        plays = self.people.role != "spectator"
        return plays and person.role == "spectator" and not self._is_oneself(person)

    def appoints(self, person: PersonInfo) -> bool:
        """Whether one may give somebody another role."""
        return self.hosts and person.seat is not None and person.role != "host"

    def outlaws(self, person: PersonInfo) -> bool:
        """Whether one may ban somebody from the whole server."""
        return self.operator and not self._is_oneself(person) and bool(_marks(person))

    def _is_oneself(self, person: PersonInfo) -> bool:
        return bool(self.people.you) and person.id == self.people.you


def _marks(person: PersonInfo) -> str:
    """Return what somebody can be known again by."""
    return person.account or person.address
