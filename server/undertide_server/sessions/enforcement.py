"""Orders about single people: one small function for each. Each returns what was done, in words.

All raise Refused. Ranks were held against the table before; here they are held against each other.
"""

from collections.abc import Callable

from undertide_server.sessions.members.directory import Somebody
from undertide_server.sessions.members.members import Company
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.errors import Refused
from undertide_server.sessions.model.settings import FOR_GOOD
from undertide_server.sessions.model.settings import Ban as Banned
from undertide_server.sessions.moderation.giver import Giver
from undertide_server.sessions.moderation.listing import name_of
from undertide_server.sessions.moderation.policy import Standing
from undertide_server.sessions.moderation.ranks import Rank
from undertide_server.sessions.moderation.sanctions import until_of
from undertide_shared.messages import MAX_REASON, Appoint, Ban, Kick, Mute, Pardon, Refuse, Unmute
from undertide_shared.text import clean


class Discipline:
    """Puts people out of one session, hushes them and gives them roles.

    `wall` tells seconds since 1970.
    """

    def __init__(
        self,
        standing: Standing,
        company: Company,
        membership: Membership,
        wall: Callable[[], float],
    ) -> None:
        self._standing = standing
        self._company = company
        self._membership = membership
        self._wall = wall

    def kick(self, giver: Giver, order: Kick, now: float) -> str:
        """Put somebody out, who may come back."""
        person = self._below(giver, order.person)
        name, why = self._name(person), because(order.reason)
        if person.member is None:
            raise Refused("unknown_person", f"{name} is not here")
        self._dismiss(person, f"{giver.name} put you out{why}", now)
        return f"kicked {name}{why}"

    def ban(self, giver: Giver, order: Ban, now: float) -> str:
        """Put somebody out and keep them out, by account, address and seat."""
        person = self._below(giver, order.person)
        until = until_of(order.minutes, self._wall())
        reason = clean(order.reason, MAX_REASON)
        self._standing.door.shut_to(self._banned(person, giver, until, reason=reason))
        name, how_long, why = self._name(person), _time(order.minutes), because(reason)
        self._standing.roles.depose(person)
        self._dismiss_all(person, f"{giver.name} banned you {how_long}{why}", now)
        return f"banned {name} {how_long}{why}"

    def refuse(self, giver: Giver, order: Refuse, now: float) -> str:
        """Put a spectator out who may not watch this run again, by account and address."""
        person = self._below(giver, order.person)
        if person.seat is not None:
            raise Refused("not_allowed", "only spectators can be refused")
        if giver.rank is Rank.PLAYER and not self._lives(giver):
            raise Refused("not_allowed", "only players whose hero lives may refuse spectators")
        self._standing.door.shut_to(self._banned(person, giver, FOR_GOOD, watching=True))
        name = self._name(person)
        self._dismiss_all(person, f"{giver.name} lets you watch this run no more", now)
        return f"refused {name}"

    def pardon(self, order: Pardon) -> str:
        """End a ban."""
        return f"pardoned {self._standing.door.pardon(order.ban).who}"

    def mute(self, giver: Giver, order: Mute) -> str:
        """Let nobody hear somebody."""
        person = self._below(giver, order.person)
        self._standing.voices.mute(person, until_of(order.minutes, self._wall()))
        return f"muted {self._name(person)} {_time(order.minutes)}"

    def unmute(self, giver: Giver, order: Unmute) -> str:
        """Let somebody be heard again."""
        person = self._below(giver, order.person)
        self._standing.voices.unmute(person)
        return f"unmuted {self._name(person)}"

    def appoint(self, order: Appoint) -> str:
        """Make a player moderator, player again, or host in place of who is."""
        person = self._known(order.person)
        name, role = self._name(person), order.role
        if person.seat is None or role == "spectator":
            raise Refused("bad_option", "players are made moderator, player or host, nobody else")
        if self._standing.roles.role_of(person) == "host":
            raise Refused("not_allowed", f"{name} is host until somebody else is made it")
        if role == "host" and person.member is None:
            raise Refused("unknown_person", f"{name} is not here")
        self._standing.roles.appoint(person.seat, role)
        return f"made {name} {role}"

    # --- what they have in common ------------------------------------------------------------

    def _known(self, number: int) -> Somebody:
        """Return whoever an order means. Raises Refused."""
        person = self._company.folk.get(number)
        if person is None:
            raise Refused("unknown_person", f"there is nobody of number {number} here any more")
        return person

    def _below(self, giver: Giver, number: int) -> Somebody:
        """Return whoever an order means that is given to those of lower rank. Raises Refused."""
        person = self._known(number)
        if self._standing.roles.rank_of(person) >= giver.rank:
            raise Refused("not_allowed", f"{self._name(person)} ranks as high as you")
        return person

    def _name(self, person: Somebody) -> str:
        return name_of(person, self._company)

    def _lives(self, giver: Giver) -> bool:
        seat = None if giver.seat is None else self._company.seating.get(giver.seat)
        return seat is not None and seat.is_living

    def _banned(
        self,
        person: Somebody,
        giver: Giver,
        until: float,
        *,
        reason: str = "",
        watching: bool = False,
    ) -> Banned:
        return Banned(
            id=self._standing.settled.bans_given + 1,
            who=self._name(person),
            by=giver.name,
            until=until,
            account=person.identity.account,
            address_key=person.identity.address_key,
            seat=person.seat,
            reason=reason,
            watching=watching,
        )

    def _dismiss_all(self, person: Somebody, reason: str, now: float) -> None:
        """Put somebody out, and whoever else is here by the same account."""
        account = person.identity.account
        alike = [
            each
            for each in self._company.folk
            if each is person or (account and each.identity.account == account)
        ]
        for each in alike:
            self._dismiss(each, reason, now)

    def _dismiss(self, person: Somebody, reason: str, now: float) -> None:
        member = person.member
        if member is not None:
            self._membership.put_out(member, reason, now)
            self._standing.roles.left(member, person)


def because(reason: str) -> str:
    """Return a reason as the end of a sentence; nothing where there is none."""
    cleaned = clean(reason, MAX_REASON)
    return f": {cleaned}" if cleaned else ""


def _time(minutes: int) -> str:
    return f"for {minutes} min" if minutes else "for good"
