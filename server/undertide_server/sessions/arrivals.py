"""Admission of members: to a new seat, back to an old one, or among the spectators."""

from collections.abc import Callable
from dataclasses import dataclass

from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.members.line import Claim
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership, eyes_of
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.model.info import Legend, SessionConfig
from undertide_server.sessions.model.seats import Seat
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.simulation.state.run import Run
from undertide_shared.messages import Joined, Watching

ELSEWHERE = "you wait for your seat from another connection"
GIVEN_UP = "you were away, and somebody else wanted in: join again to wait for your seat"
KICKED = "you were kicked from this seat: join without its token"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Arrivals:
    """The part of a session that admits members and greets them.

    It checks and admits each newcomer without interruption. So however many people come at once, no
    two get the same seat or the same spectator's place. `fresh_token` returns resume tokens.
    """

    config: SessionConfig
    run: Run
    legend: Legend
    members: Members
    policy: SessionPolicy
    membership: Membership
    audience: Audience
    fresh_token: Callable[[], bytes]

    def seat(
        self,
        member: int,
        name: str,
        token: bytes,
        now: float,
        calling: str,
        identity: Identity,
        said: str,
    ) -> Seat | None:
        """Give a member a new seat, or the seat that its resume token opens.

        Return None if the member has to wait in line for its seat; it watches meanwhile.

        Raises RequestRefusedError.

        The caller must write down the seat's new token.
        """
        if not token:
            seat = self._give_new(member, name, calling, identity, said)
            return self._sit(member, seat, identity, now)
        seat = self._seat_of(token, now, identity)
        if self.members.seating.must_wait(seat):
            self._wait(Claim(member, seat.number, token), seat, identity)
            return None
        self.membership.resume(member, seat, token)
        return self._sit(member, seat, identity, now)

    def admit_next(self, now: float) -> Seat | None:
        """Give the first in line its seat, if there is room; return the seat, or None.

        The caller must write down the seat's new token.
        """
        seating = self.members.seating
        claim = seating.line.first
        if claim is None or not seating.has_room_for_owner or self.run.progress.ended:
            return None
        person = self.members.directory.of_member(claim.member)
        identity = NOBODY if person is None else person.identity
        return self._sit(claim.member, self.membership.admit(claim), identity, now)

    def _sit(self, member: int, seat: Seat, identity: Identity, now: float) -> Seat:
        """Greet a member in its seat, with a new token.

        A connected player who has been away for long makes room for it.
        """
        lapsed = self.members.seating.one_too_many()
        if lapsed is not None:
            self.membership.give_up(lapsed, GIVEN_UP, now)
        fresh = self.fresh_token()
        seat.issue(fresh)
        self.members.directory.sit(seat.number, member, identity)
        self.policy.roles.seated(member, seat.number, identity)
        self.membership.greet(member, self._joined(seat, fresh))
        eyes = eyes_of(seat)
        if eyes is not None:  # Otherwise it gets a view when its hero is made.
            self.audience.add(member, eyes)
        return seat

    def watch(
        self, member: int, name: str, seat: int | None, identity: Identity, said: str
    ) -> None:
        """Admit a member as a spectator. Raises RequestRefusedError."""
        self.policy.access_control.check(member, identity, said, watching=True)
        self.members.watchers.check_room()
        self._show(member, name, seat, identity)

    def _wait(self, claim: Claim, seat: Seat, identity: Identity) -> None:
        """Let a member watch until there is room for its seat. Raises RequestRefusedError."""
        self.members.watchers.check_room()
        line = self.members.seating.line
        before = line.add(claim)
        if before is not None:
            self.membership.dismiss(before, ELSEWHERE)
        self._show(claim.member, seat.name, None, identity, line.place_of(seat.number))

    def _show(
        self, member: int, name: str, seat: int | None, identity: Identity, in_line: int = 0
    ) -> None:
        """Greet a spectator, and show it the view of a seat's hero or of the party."""
        late = self.audience.late
        eyes = self.members.eyes(seat) if late is None else late.eyes(seat)
        # Who waits in line for a seat has its name.
        heroes = () if in_line else self.members.seating.names
        called = self.members.watchers.add(member, name, heroes)
        self.members.directory.watch(member, identity)
        self.membership.greet(member, self._watching(called, in_line))
        if late is None:
            self.audience.add(member, eyes)
        else:
            late.add(member, eyes)

    def _seat_of(self, token: bytes, now: float, identity: Identity) -> Seat:
        """Return the seat of a token whose player may return. Raises RequestRefusedError."""
        seat = self.members.seating.opened_by(token)
        self.policy.access_control.check_return(seat.number, identity)
        if seat.vacated:
            raise RequestRefusedError("bad_token", KICKED)
        self.membership.pay_for_return(seat, now)
        return seat

    def _give_new(
        self, member: int, name: str, calling: str, identity: Identity, said: str
    ) -> Seat:
        if self.run.progress.ended:
            raise RequestRefusedError("session_closed", "this run is over: join another")
        self.policy.access_control.check(member, identity, said, watching=False)
        seat = self.membership.seat_newcomer(member, name, calling)
        self.members.watchers.free_name(seat.name)
        return seat

    def _joined(self, seat: Seat, token: bytes) -> Joined:
        return Joined(
            session=self.config.id,
            preset=self.config.preset,
            seat=seat.number,
            name=seat.name,
            token=token,
            tiles=self.legend.tiles,
            subtitle=self.run.game.variety.subtitle,
            ticks_per_second=self.policy.settings.tempo.ticks_per_second,
            statuses=self.legend.statuses,
            variations=self.legend.variations,
            phrases=self.legend.phrases,
        )

    def _watching(self, name: str, in_line: int) -> Watching:
        return Watching(
            session=self.config.id,
            preset=self.config.preset,
            name=name,
            tiles=self.legend.tiles,
            subtitle=self.run.game.variety.subtitle,
            delay=self.policy.delay,
            ticks_per_second=self.policy.settings.tempo.ticks_per_second,
            in_line=in_line,
            statuses=self.legend.statuses,
            variations=self.legend.variations,
            phrases=self.legend.phrases,
        )
