"""What members ask of their session, and whether they may."""

from undertide_server.sessions.announcer import Announcer
from undertide_server.sessions.broadcast.audience import Audience
from undertide_server.sessions.broadcast.gallery import Gallery
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import Membership
from undertide_server.sessions.model.errors import Refused
from undertide_server.sessions.moderation.chat_policy import ChatPolicy
from undertide_server.sessions.stepper import Stepper
from undertide_server.simulation.state.run import Run
from undertide_server.views.bestiary import bestiary
from undertide_shared.messages import (
    MAX_SEQUENCE,
    Act,
    Anew,
    Follow,
    Hear,
    ListKinds,
    Resync,
    Say,
)

SeatedMessage = Act | Say | Hear | Resync | Follow | Anew | ListKinds
"""What those who have a place in a session may send to it."""


class RequestHandler:
    """Carries out what members ask for. All methods raise Refused."""

    def __init__(
        self,
        run: Run,
        members: Members,
        membership: Membership,
        stepper: Stepper,
        audience: Audience,
        announcer: Announcer,
        chat_policy: ChatPolicy,
    ) -> None:
        self._run = run
        self._members = members
        self._membership = membership
        self._stepper = stepper
        self._audience = audience
        self._announcer = announcer
        self._chat_policy = chat_policy

    def receive(self, member: int, message: SeatedMessage, now: float) -> None:
        """Do what a member asks for."""
        match message:
            case Act():
                self.act(member, message, now)
            case Say(text=text):
                self._say(member, text)
            case Hear(whom=whom):
                self._chat_policy.hear(member, whom)
            case Resync():
                self.resync(member)
            case Follow(seat=seat):
                self.follow(member, seat)
            case Anew(calling=calling):
                self.begin_anew(member, calling)
            case ListKinds():
                self.tell_kinds(member)

    def _say(self, member: int, text: str) -> None:
        self._chat_policy.check(member)
        if self._chat_policy.lapsed():
            self._announcer.roster_changed = True
        self._announcer.say(member, text)

    def act(self, member: int, act: Act, now: float) -> None:
        """Let a member's hero do something with the next step."""
        seat = self._members.seating.of_member(member)
        if seat is None or seat.over:
            raise Refused("wrong_state", "you have no living hero", act.sequence)
        if self._run.progress.ended:
            raise Refused("wrong_state", "the run is over", act.sequence)
        if act.sequence < 1 or act.sequence > MAX_SEQUENCE:
            raise Refused("bad_intent", f"sequence {act.sequence} is out of range", act.sequence)
        self._stepper.inbox.ask(seat.number, act.sequence, act.intent)
        self._stepper.follow(now)

    def follow(self, member: int, number: int | None) -> None:
        """Let a member look through the eyes of a seat's hero, or the party's."""
        seat = self._members.seat_of(member)
        if seat is not None and not seat.over:
            raise Refused("wrong_state", "your own hero is alive: its eyes are yours")
        late = self._audience.late
        if late is not None and member in late:
            self._turn_late(late, member, number)
            return
        eyes = self._members.eyes(number)
        self._announcer.forget_frames(member)
        self._audience.add(member, eyes)

    def _turn_late(self, late: Gallery, member: int, number: int | None) -> None:
        """Let a spectator who is behind look through other eyes, as they were then."""
        eyes = late.eyes(number)
        self._announcer.forget_frames(member)
        late.add(member, eyes)

    def resync(self, member: int) -> None:
        """Give a member a keyframe, which stands for all frames that are held for it."""
        self._announcer.forget_frames(member)
        self._audience.want_keyframe(member)

    def begin_anew(self, member: int, calling: str) -> None:
        """R7: give a member whose hero has died another one in the same seat."""
        seat = self._members.seating.of_member(member)
        if seat is None or seat.is_living:
            raise Refused("wrong_state", "your hero has not died")
        if self._run.progress.ended:
            raise Refused("wrong_state", "the run is over")
        if not self._run.rules.house.new_heroes:
            raise Refused("wrong_state", "this host gives nobody a second hero")
        self._membership.renew(seat, calling)

    def tell_kinds(self, member: int) -> None:
        """Tell a member which kinds of monsters the party has met."""
        self._members.seat_of(member)
        late = self._audience.late
        if late is not None and member in late:
            raise Refused("wrong_state", "you see this run later: so would be what they met")
        with self._run.world.active():
            known = bestiary(self._run)
        self._announcer.answer(member, known)
