"""The moderation rights of the player in a session, by the server's ranks. Pure.

The server decides. This module only hides from the screen whatever the server would refuse.
"""

from dataclasses import dataclass

from undertide_shared.messages import Appoint, Ban, Order, People, PersonInfo, Refuse, ServerBan
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
    """The player's rights among `people`. An `operator` may moderate the whole server."""

    people: People
    operator: bool = False

    @property
    def rank(self) -> Rank:
        """The player's rank."""
        return Rank.OPERATOR if self.operator else RANKS[self.people.role]

    def may(self, order: type[Order]) -> bool:
        """Whether the player may give such an order at all."""
        return may_give(self.rank, order)

    @property
    def sees_code(self) -> bool:
        """Whether the player may see the invite code."""
        return may_see_code(self.rank, self.people.terms.access)

    @property
    def renews_code(self) -> bool:
        """Whether the player may renew the invite code."""
        return may_renew_code(self.rank)

    @property
    def reads_audit_log(self) -> bool:
        """Whether the player may read the audit log."""
        return may_read_audit_log(self.rank)

    def commands(self, person: PersonInfo) -> bool:
        """Whether the player may kick, ban or mute a person."""
        return self.may(Ban) and self._outranks(person)

    def refuses(self, person: PersonInfo) -> bool:
        """Whether the player may forbid a person to watch."""
        return self.may(Refuse) and person.role == "spectator" and self._outranks(person)

    def appoints(self, person: PersonInfo) -> bool:
        """Whether the player may give a person another role."""
        return self.may(Appoint) and person.seat is not None and person.role != "host"

    def bans_from_server(self, person: PersonInfo) -> bool:
        """Whether the player may ban a person from the whole server."""
        return self.may(ServerBan) and not self._is_oneself(person) and bool(_marks(person))

    def _outranks(self, person: PersonInfo) -> bool:
        return not self._is_oneself(person) and may_command(self.rank, RANKS[person.role])

    def _is_oneself(self, person: PersonInfo) -> bool:
        return bool(self.people.you) and person.id == self.people.you


def _marks(person: PersonInfo) -> str:
    """Return the account or the address that identifies a person; empty if neither is known."""
    return person.account or person.address
