"""The party leader and the moderators of a session, and everybody's rank."""

from undertide_server.sessions.members.directory import Participant
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import Host, SessionSettings
from undertide_shared.messages import MemberRole
from undertide_shared.ranks import ROLES, Rank

LEADER_PATIENCE = 120.0
"""Seconds after which the party gets another leader because the present one is away: longer than
most bad connections last, and short enough for the others."""


class Roles:
    """The roles of one session.

    `maker` is the member that made it and leads the party before it has a seat. If a session has no
    party leader, the first person who takes a seat becomes it.
    """

    def __init__(self, settings: SessionSettings, members: Members, maker: int | None) -> None:
        self._settings = settings
        self._members = members
        self._maker = maker

    # --- ranks and roles ---------------------------------------------------------------------

    def rank(self, member: int | None, identity: Identity) -> Rank:
        """Return the rank of a person, who may be a member here or not."""
        if identity.operator:
            return Rank.OPERATOR
        seat = self.seat_of(member, identity)
        if self._is_host(member, seat, identity):
            return Rank.HOST
        if seat is not None:
            return Rank.MODERATOR if seat in self._settings.moderators else Rank.PLAYER
        watches = member is not None and member in self._members.watchers
        return Rank.SPECTATOR if watches else Rank.STRANGER

    def seat_of(self, member: int | None, identity: Identity) -> int | None:
        """Return the seat of a member, or else a seat of the same account."""
        seat = None if member is None else self._members.seating.of_member(member)
        if seat is not None:
            return seat.number
        if not identity.account:
            return None
        accounts = self._settings.accounts.items()
        return next((seat for seat, account in accounts if account == identity.account), None)

    def rank_of(self, person: Participant) -> Rank:
        """Return the rank of a person whom the session knows, connected or not."""
        if person.member is not None:
            return self.rank(person.member, person.identity)
        if person.seat is not None and self._is_host(None, person.seat, person.identity):
            return Rank.HOST
        return Rank.MODERATOR if person.seat in self._settings.moderators else Rank.PLAYER

    def role_of(self, person: Participant) -> MemberRole:
        """Return a person's role in the session, whatever their rank on the server."""
        if person.seat is not None:
            return self.role_of_seat(person.seat)
        return "host" if self._is_host(person.member, None, person.identity) else "spectator"

    def role_of_seat(self, seat: int) -> MemberRole:
        """Return the role of the player of a seat."""
        if self._settings.host.seat == seat:
            return "host"
        return ROLES[Rank.MODERATOR if seat in self._settings.moderators else Rank.PLAYER]

    @property
    def host_name(self) -> str:
        """The name of the party leader; empty if there is none, or none with a name yet."""
        host = self._settings.host
        seat = None if host.seat is None else self._members.seating.get(host.seat)
        return seat.name if seat is not None else host.account

    # --- changes -----------------------------------------------------------------------------

    def seated(self, member: int, seat: int, identity: Identity) -> None:
        """Record the player of a seat. A maker who takes a seat stays party leader through it."""
        if identity.account:
            self._settings.accounts[seat] = identity.account
        makes = self._maker is not None and member == self._maker
        if makes or self._is_vacant or _is_account_of(self._settings.host, identity):
            self._give_to(seat)

    def left(self, member: int, person: Participant) -> None:
        """Pass on the role of a party leader who left or was kicked.

        If the leader is still here as another member, the role stays.
        """
        if not self._is_host(member, person.seat, person.identity):
            return
        if any(self._is_host_here(each) for each in self._members.members):
            return
        self._pass_on()

    def moves_on_at(self) -> float | None:
        """Return when the role of an absent party leader passes to somebody who is here.

        None if the leader is here, or nobody else.
        """
        host = self._settings.host.seat
        seat = None if host is None else self._members.seating.get(host)
        if seat is None or seat.away_since is None or not self._heirs(seat.number):
            return None
        return seat.away_since + LEADER_PATIENCE

    def move_on(self, now: float) -> bool:
        """Pass on the role of a leader who has been away for long; return whether it passed."""
        due = self.moves_on_at()
        if due is None or now < due:
            return False
        self._pass_on()
        return True

    def depose(self, person: Participant) -> None:
        """Take all roles from a banned person, and from that account."""
        seat, account, settings = person.seat, person.identity.account, self._settings
        was_host = self._is_host(person.member, seat, person.identity)
        settings.moderators = [each for each in settings.moderators if each != seat]
        settings.accounts = {
            each: whose
            for each, whose in settings.accounts.items()
            if each != seat and not (account and whose == account)
        }
        if was_host:
            self._maker, settings.host = None, Host()
            self._pass_on(besides=seat)

    def vacate(self, seat: int) -> None:
        """Note that a seat's player was kicked: nobody has a role by that seat any more."""
        settings = self._settings
        settings.vacated = [*settings.vacated, seat]
        settings.moderators = [each for each in settings.moderators if each != seat]
        settings.accounts.pop(seat, None)
        if settings.host.seat == seat:
            settings.host = Host(settings.host.account)
            if not any(self._is_host_here(each) for each in self._members.members):
                self._pass_on(besides=seat)

    def forget_maker(self, member: int) -> bool:
        """Note that a connection is gone; return whether it had made the session.

        It leads the party no longer.
        """
        if self._maker != member:
            return False
        self._maker = None
        if self._is_vacant:
            self._pass_on()
        return True

    def appoint(self, seat: int, role: MemberRole) -> None:
        """Make the player of a seat a moderator, a plain player, or the new party leader."""
        if role == "host":
            self._give_to(seat)
        elif role == "moderator" and seat not in self._settings.moderators:
            self._settings.moderators.append(seat)
        elif role == "player" and seat in self._settings.moderators:
            self._settings.moderators.remove(seat)

    # --- helpers -----------------------------------------------------------------------------

    @property
    def _is_vacant(self) -> bool:
        return self._maker is None and self._settings.host == Host()

    def _is_host(self, member: int | None, seat: int | None, identity: Identity) -> bool:
        host = self._settings.host
        if self._maker is not None and member == self._maker:
            return True
        return _is_account_of(host, identity) or (seat is not None and host.seat == seat)

    def _is_host_here(self, member: int) -> bool:
        person = self._members.directory.of_member(member)
        return person is not None and self._is_host(member, person.seat, person.identity)

    def _pass_on(self, besides: int | None = None) -> None:
        """Make the first connected moderator party leader, or else the first connected player.

        The player of the seat `besides` is left out. If nobody else is connected, nothing changes.
        """
        heirs = self._heirs(besides)
        if heirs:
            self._give_to(heirs[0])

    def _heirs(self, besides: int | None) -> list[int]:
        """Return the seats of all players who are here, but one, in the order of succession."""
        there = [
            seat.number
            for seat in self._members.seating
            if seat.member is not None and seat.away_since is None and seat.number != besides
        ]
        return [seat for seat in self._settings.moderators if seat in there] + there

    def _give_to(self, seat: int) -> None:
        self._maker = None
        self._settings.host = Host(self._settings.accounts.get(seat, ""), seat)
        if seat in self._settings.moderators:
            self._settings.moderators.remove(seat)


def _is_account_of(host: Host, identity: Identity) -> bool:
    return bool(host.account) and host.account == identity.account
