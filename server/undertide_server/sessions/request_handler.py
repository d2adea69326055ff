"""Requests of members to their session."""

from dataclasses import dataclass

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.attendance import Occupancy
from undertide_server.sessions.clock.floor_scheduler import FloorScheduler
from undertide_server.sessions.clock.inbox import Inbox
from undertide_server.sessions.disk import Disk
from undertide_server.sessions.idle_watch import IdleWatch
from undertide_server.sessions.intent_check import fault_of
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.moderation.chat_policy import ChatPolicy
from undertide_server.sessions.party_pause import PartyPause
from undertide_server.sessions.stepper import Stepper
from undertide_server.sessions.viewing import Viewing
from undertide_server.simulation.state.run import Run
from undertide_server.views.bestiary import bestiary
from undertide_shared.limits import MAX_SEQUENCE
from undertide_shared.messages import Act, Anew, Follow, Hear, ListKinds, PauseParty, Resync, Say

SeatedMessage = Act | Say | PauseParty | Hear | Resync | Follow | Anew | ListKinds
"""A message from a player or spectator to the session that they have joined."""
OF_CLIENTS = Hear | Resync
"""Those that clients send by themselves: nobody need be at the keys."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RequestHandler:
    """The part of a session that carries out members' requests."""

    run: Run
    members: Members
    membership: Membership
    inbox: Inbox
    floor_scheduler: FloorScheduler
    idle_watch: IdleWatch
    party_pause: PartyPause
    viewing: Viewing
    announcer: Announcer
    chat_policy: ChatPolicy
    disk: Disk
    occupancy: Occupancy
    stepper: Stepper

    def handle_message(self, member: int, message: SeatedMessage, now: float) -> None:
        """Carry out a member's request. Raises RequestRefusedError."""
        self.stepper.pass_quiet_ticks(now)
        if not isinstance(message, OF_CLIENTS):
            self.occupancy.note_sign(member, now)
        match message:
            case Act():
                self._queue_intent(member, message, now)
            case Say(text=text):
                self.announcer.say(member, text, now)
                self._note_sign(member, now)
            case PauseParty(wanted=wanted):
                seat = self.members.seating.of_member(member)
                self.party_pause.request_pause(seat, now, wanted=wanted)
            case Hear(whom=whom):
                self.chat_policy.hear(member, whom)
            case Resync():
                self.viewing.resync(member)
            case Follow(seat=seat):
                self.viewing.follow(member, seat)
            case Anew(calling=calling):
                self._begin_anew(member, calling)
            case ListKinds():
                self._tell_kinds(member)

    def _queue_intent(self, member: int, act: Act, now: float) -> None:
        """Queue an intent of a member's hero for the next step."""
        seat = self.members.seating.of_member(member)
        if seat is None or seat.over:
            raise RequestRefusedError("wrong_state", "you have no living hero", act.sequence)
        if self.run.progress.ended:
            raise RequestRefusedError("wrong_state", "the run is over", act.sequence)
        if act.sequence < 1 or act.sequence > MAX_SEQUENCE:
            raise RequestRefusedError(
                "bad_intent", f"sequence {act.sequence} is out of range", act.sequence
            )
        self._check_intent(seat.number, act)
        self.inbox.queue_intent(seat.number, act.sequence, act.intent, now)
        self.idle_watch.note_key(seat, now)
        if self.party_pause.is_on:
            self.party_pause.end()
        self.floor_scheduler.update_paces(now)

    def _note_sign(self, member: int, now: float) -> None:
        """Note that a player is at the keyboard: who talks doesn't doze off."""
        seat = self.members.seating.of_member(member)
        if seat is not None:
            self.idle_watch.note_sign(seat, now)

    def _check_intent(self, seat: int, act: Act) -> None:
        """Raise RequestRefusedError for an intent that names nothing in the hero's game."""
        found = self.run.index.of_seat(seat)
        if found is None:
            raise RequestRefusedError("wrong_state", "your hero is not here yet", act.sequence)
        fault = fault_of(self.run, *found, act.intent)
        if fault:
            raise RequestRefusedError("bad_intent", fault, act.sequence)

    def _begin_anew(self, member: int, calling: str) -> None:
        """Give a member whose hero has died another hero in the same seat (R7)."""
        self.disk.check()
        seat = self.members.seating.of_member(member)
        if seat is not None and seat.over and seat.renewed:
            raise RequestRefusedError(
                "wrong_state", "your new hero begins on the next new floor that the party enters"
            )
        if seat is None or seat.is_living:
            raise RequestRefusedError("wrong_state", "your hero has not died")
        if self.run.progress.ended:
            raise RequestRefusedError("wrong_state", "the run is over")
        if not self.run.rules.house.new_heroes:
            raise RequestRefusedError("wrong_state", "this session gives nobody a second hero")
        self.membership.renew(seat, calling)

    def _tell_kinds(self, member: int) -> None:
        """Send a member the kinds of monsters that the party has met."""
        self.members.seat_of(member)
        if self.viewing.is_late(member):
            raise RequestRefusedError(
                "wrong_state",
                "you watch this run with a delay: the bestiary would show what you can't know yet",
            )
        known = bestiary(self.run)
        self.announcer.answer(member, known)
