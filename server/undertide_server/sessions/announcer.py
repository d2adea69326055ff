"""What members are told besides frames, in order with them."""

from collections import deque

from undertide_server.sessions.broadcast.gallery import KEPT_CHAT, Gallery
from undertide_server.sessions.broadcast.outbox import Outbox, Parcel
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.summary import ended, roster
from undertide_server.simulation.state.run import Run
from undertide_shared.codec import encode
from undertide_shared.errors import BadTextError
from undertide_shared.messages import Chat, Ended, Joined, ServerMessage, Watching
from undertide_shared.text import clean_chat

BUSY = "the server is slow to write to its disk: wait a moment"


class Announcer:
    """Tells the members of one session who is here, what is said, and how the run ended.

    A message leaves after everything that was told before it, and once all is durable that was
    played by then.
    """

    def __init__(
        self, run: Run, members: Members, policy: SessionPolicy, outbox: Outbox, gallery: Gallery
    ) -> None:
        self.roster_changed = False
        """Whether members must be told anew who is here."""
        self._run = run
        self._members = members
        self._policy = policy
        self._outbox = outbox
        self._gallery = gallery
        self._chat: deque[Chat] = deque(maxlen=KEPT_CHAT)
        self._told_end = False

    def send(self, members: tuple[int, ...], message: ServerMessage) -> None:
        """Send members a message."""
        self._outbox.hold(self._run.progress.step, Parcel(members, encode(message)))

    def answer(self, member: int, message: ServerMessage) -> None:
        """Send a member what it asked for.

        Raises RequestRefusedError when too much waits to be durable.
        """
        self._check_room()
        self.send((member,), message)

    def welcome(self, member: int, greeting: Joined | Watching, step: int) -> None:
        """Tell a newcomer what it must know, once `step` is durable."""
        self._outbox.hold(step, Parcel((member,), encode(greeting)))
        self.roster_changed = True
        if self._gallery.delay and member in self._members.watchers:
            return  # What was said reaches it from the gallery.
        for chat in self._chat:
            self.send((member,), chat)
        if self._told_end:
            self.send((member,), ended(self._run))

    def say(self, member: int, text: str, now: float) -> None:
        """Send what a member says to everyone who wants to hear it. Raises RequestRefusedError."""
        self._policy.chat_policy.check(member)
        if self._policy.chat_policy.lapsed():
            self.roster_changed = True
        try:
            cleaned = clean_chat(text)
        except BadTextError as fault:
            raise RequestRefusedError("bad_text", fault.reason) from fault
        chat = Chat(*self._members.speaker(member), cleaned)
        self._check_room()
        self._chat.append(chat)
        self._gallery.set_time(now, self._run.progress.step)
        hearers = self._members.hearers(member)
        if member in self._members.watchers:
            self.send(hearers, chat)
        else:
            self._tell_of_play(hearers, chat)

    def _tell_of_play(self, members: tuple[int, ...], message: Chat | Ended) -> None:
        """Tell members what may give the run away: spectators when they have come so far."""
        if self._gallery.delay:
            seated = self._members.seated
            self.send(tuple(member for member in members if member in seated), message)
            self._gallery.record_message(encode(message), lasting=isinstance(message, Ended))
        else:
            self.send(members, message)

    def tell_roster(self) -> None:
        """Tell everyone who is here, if that has changed."""
        if self.roster_changed:
            self.roster_changed = False
            self.send(self._members.members, roster(self._members, self._policy))

    def tell_end(self) -> None:
        """Tell everyone that the run is over, once it is."""
        if self._run.progress.ended and not self._told_end:
            self._told_end = True
            self._tell_of_play(self._members.members, ended(self._run))

    def _check_room(self) -> None:
        if self._outbox.is_full:
            raise RequestRefusedError("too_fast", BUSY)
