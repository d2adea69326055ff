"""Orders about one person: a small method for each.

Each returns the words for the answer and for the audit log: what was done, whom it hit, and by
which marks newcomers are hit. All raise RequestRefusedError. The caller has checked that the order
may be given at that rank; these methods compare the ranks of the people.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from undertide_server.sessions.members.directory import Participant
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.settings import FOR_GOOD, SessionMute
from undertide_server.sessions.model.settings import SessionBan as Banned
from undertide_server.sessions.moderation.listing import name_of
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.moderation.sanctions import until_of
from undertide_server.simulation.queries.grammar import listed, listed_in_part
from undertide_shared.limits import MAX_REASON
from undertide_shared.messages import Appoint, Ban, Kick, Mute, Refuse, Unban, Unmute
from undertide_shared.ranks import Rank, may_command
from undertide_shared.text import clean

MOST_NAMED: Final = 5
"""People whom an answer names: with their accounts, and a reason, they fill its one line."""


@dataclass(frozen=True, slots=True)
class Moderating:
    """A person who gives an order, from the session or from outside."""

    rank: Rank
    name: str
    seat: int | None
    """The person's seat, if any."""


class Enforcement:
    """The part of a session that kicks, bans and mutes people, and gives them roles.

    `wall` returns seconds since 1970.
    """

    def __init__(
        self,
        policy: SessionPolicy,
        members: Members,
        membership: Membership,
        wall: Callable[[], float],
    ) -> None:
        self._policy = policy
        self._members = members
        self._membership = membership
        self._wall = wall

    def kick(self, moderating: Moderating, order: Kick) -> str:
        """Kick a person, who may come back, but not to the same seat."""
        person = self._below(moderating, order.person)
        whom, why = self._words([person]), because(order.reason)
        self._dismiss(person, f"{moderating.name} kicked you{why}")
        return f"kicked {whom}{why}"

    def ban(self, moderating: Moderating, order: Ban) -> str:
        """Kick a person and ban them by account, address key and seat."""
        person = self._below(moderating, order.person)
        until = until_of(order.minutes, self._wall())
        reason = clean(order.reason, MAX_REASON)
        hit = self._alike(person)
        ban = self._banned(person, moderating, until, reason=reason)
        self._policy.access_control.shut_to(ban)
        whom, how_long, why = self._words(hit), _time(order.minutes), because(reason)
        self._policy.roles.depose(person)
        for each in hit:
            self._dismiss(each, f"{moderating.name} banned you {how_long}{why}")
        return f"banned {whom} {how_long}{_marks(ban)}{why}"

    def refuse(self, moderating: Moderating, order: Refuse) -> str:
        """Kick a spectator and ban them from watching this run, by account and address key."""
        person = self._below(moderating, order.person)
        if person.seat is not None:
            raise RequestRefusedError("not_allowed", "only spectators can be refused")
        if moderating.rank is Rank.PLAYER and not self._lives(moderating):
            raise RequestRefusedError(
                "not_allowed", "only players whose hero lives may refuse spectators"
            )
        hit = [each for each in self._alike(person) if each.seat is None]
        ban = self._banned(person, moderating, FOR_GOOD, watching=True)
        self._policy.access_control.shut_to(ban)
        whom = self._words(hit)
        for each in hit:
            self._dismiss(each, f"{moderating.name} no longer lets you watch this run")
        return f"refused {whom}{_marks(ban)}"

    def pardon(self, order: Unban) -> str:
        """End a ban."""
        ban = self._policy.access_control.pardon(order.ban)
        return f"ended the ban of {ban.who}{_marks(ban)}"

    def mute(self, moderating: Moderating, order: Mute) -> str:
        """Mute a person, and whoever can't be told from that person.

        Raises RequestRefusedError if that is somebody who does not rank below the moderator.
        """
        person = self._below(moderating, order.person)
        mute = self._policy.chat_policy.mute_of(person, until_of(order.minutes, self._wall()))
        others = self._policy.chat_policy.silenced_by(mute)
        hit = [person, *(each for each in others if each is not person)]
        for each in hit:
            if not may_command(moderating.rank, self._policy.roles.rank_of(each)):
                reason = f"it would mute {self._name(each)}, too: both have the same address"
                raise RequestRefusedError("not_allowed", reason)
        self._policy.chat_policy.mute(person, mute)
        return f"muted {self._words(hit)} {_time(order.minutes)}{_marks(mute)}"

    def unmute(self, moderating: Moderating, order: Unmute) -> str:
        """Unmute a person, and whoever was muted by the same orders."""
        person = self._below(moderating, order.person)
        chat_policy = self._policy.chat_policy
        muted = [each for each in self._members.directory if chat_policy.is_muted(each)]
        chat_policy.unmute(person)
        heard = [each for each in muted if not chat_policy.is_muted(each)]
        return f"unmuted {self._words(heard or [person])}"

    def appoint(self, order: Appoint) -> str:
        """Make a player a moderator, a plain player, or the new party leader."""
        person = self._known(order.person)
        name, whom, role = self._name(person), self._words([person]), order.role
        if person.seat is None or role == "spectator":
            raise RequestRefusedError(
                "bad_option", "only players can become moderator, player or party leader"
            )
        if self._policy.roles.role_of(person) == "host":
            raise RequestRefusedError(
                "not_allowed", f"{name} stays party leader until you appoint somebody else"
            )
        if role == "host" and person.member is None:
            raise RequestRefusedError("unknown_person", f"{name} is not here")
        self._policy.roles.appoint(person.seat, role)
        return f"made {whom} {'party leader' if role == 'host' else role}"

    # --- helpers -----------------------------------------------------------------------------

    def _known(self, number: int) -> Participant:
        """Return the person an order names. Raises RequestRefusedError."""
        person = self._members.directory.get(number)
        if person is None:
            raise RequestRefusedError("unknown_person", f"nobody here has number {number} any more")
        return person

    def _below(self, moderating: Moderating, number: int) -> Participant:
        """Return the person an order names, who must have a lower rank.

        Raises RequestRefusedError.
        """
        person = self._known(number)
        if not may_command(moderating.rank, self._policy.roles.rank_of(person)):
            raise RequestRefusedError(
                "not_allowed", f"{self._name(person)} ranks at least as high as you"
            )
        return person

    def _name(self, person: Participant) -> str:
        return name_of(person, self._members)

    def _words(self, hit: list[Participant]) -> str:
        """Return the names of people with their places, of at most `MOST_NAMED` of them."""
        return listed_in_part([f"{self._name(each)} ({_place(each)})" for each in hit], MOST_NAMED)

    def _lives(self, moderating: Moderating) -> bool:
        seat = None if moderating.seat is None else self._members.seating.get(moderating.seat)
        return seat is not None and seat.is_living

    def _banned(
        self,
        person: Participant,
        moderating: Moderating,
        until: float,
        *,
        reason: str = "",
        watching: bool = False,
    ) -> Banned:
        return Banned(
            id=self._policy.settings.bans_given + 1,
            who=self._name(person),
            by=moderating.name,
            until=until,
            account=person.identity.account,
            address_key=person.identity.address_key,
            seat=person.seat,
            reason=reason,
            watching=watching,
        )

    def _alike(self, person: Participant) -> list[Participant]:
        """Return a person, and then everyone else here with the same account."""
        account = person.identity.account
        others = self._members.directory if account else ()
        alike = [each for each in others if each.identity.account == account]
        return [person, *(each for each in alike if each is not person)]

    def _dismiss(self, person: Participant, reason: str) -> None:
        """Kick a person. A player's seat becomes free, and the roles that go with it end."""
        member, number = person.member, person.seat
        if number is not None:
            seat = self._members.seating.get(number)
            assert seat is not None, "a player has a seat"
            self._membership.vacate(seat, reason)
            self._policy.roles.vacate(number)
        elif member is not None:
            self._membership.dismiss(member, reason)
            self._policy.roles.left(member, person)


def because(reason: str) -> str:
    """Return a reason as the end of a sentence; empty if there is none."""
    cleaned = clean(reason, MAX_REASON)
    return f": {cleaned}" if cleaned else ""


def _place(person: Participant) -> str:
    """Return the seat of a person, and the account, if it has one."""
    seat = "spectator" if person.seat is None else f"seat {person.seat}"
    return f"{seat}, account {person.identity.account}" if person.identity.account else seat


def _marks(order: Banned | SessionMute) -> str:
    """Return by which marks newcomers are hit. The address itself stays unsaid."""
    marks = [
        f"account {order.account}" if order.account else "",
        "" if order.seat is None else f"seat {order.seat}",
        "address" if order.address_key else "",
    ]
    known = [mark for mark in marks if mark]
    return f", by {listed(known)}" if known else ""


def _time(minutes: int) -> str:
    return f"for {minutes} min" if minutes else "for good"
