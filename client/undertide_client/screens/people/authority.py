"""What one may order in a session, by the ranks that the server goes by. Pure.

The server decides; this only keeps what it would refuse off the screen.
"""

from dataclasses import dataclass

from undertide_shared.messages import (
    Appoint,
    Ban,
    Order,
    People,
    PersonInfo,
    Refuse,
    ServerBan,
)
from undertide_shared.ranks import (
    RANKS,
    Rank,
    may_command,
    may_give,
    may_read_audit_log,
    may_renew_code,
    may_see_code,
)


@dataclass(frozen=True, slots=True)
class Authority:
    """What one is where `people` are; `operator` may keep order on the whole server."""

    people: People
    operator: bool = False

    @property
    def rank(self) -> Rank:
        """How high one stands."""
        return Rank.OPERATOR if self.operator else RANKS[self.people.role]

    def may(self, order: type[Order]) -> bool:
        """Whether one may give an order at all."""
        return may_give(self.rank, order)

    @property
    def sees_code(self) -> bool:
        """Whether one may be told the invite code."""
        return may_see_code(self.rank, self.people.terms.access)

    @property
    def renews_code(self) -> bool:
        """Whether one may have a new invite code made."""
        return may_renew_code(self.rank)

    @property
    def reads_audit_log(self) -> bool:
        """Whether one may read what was done to keep order."""
        return may_read_audit_log(self.rank)

    def commands(self, person: PersonInfo) -> bool:
        """Whether one may put somebody out, ban or mute them."""
        return self.may(Ban) and self._outranks(person)

    def refuses(self, person: PersonInfo) -> bool:
        """Whether one may let somebody watch no more."""
        return self.may(Refuse) and person.role == "spectator" and self._outranks(person)

    def appoints(self, person: PersonInfo) -> bool:
        """Whether one may give somebody another role."""
        return self.may(Appoint) and person.seat is not None and person.role != "host"

    def outlaws(self, person: PersonInfo) -> bool:
        """Whether one may ban somebody from the whole server."""
        return self.may(ServerBan) and not self._is_oneself(person) and bool(_marks(person))

    def _outranks(self, person: PersonInfo) -> bool:
        return not self._is_oneself(person) and may_command(self.rank, RANKS[person.role])

    def _is_oneself(self, person: PersonInfo) -> bool:
        return bool(self.people.you) and person.id == self.people.you


def _marks(person: PersonInfo) -> str:
    """Return what somebody can be known again by."""
    return person.account or person.address
