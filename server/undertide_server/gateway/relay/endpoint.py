"""A session or a replay at another node, as the endpoint of a client that is connected here."""

from typing import Final

from undertide_server.cluster.links.link import LinkToOwner
from undertide_server.cluster.links.messages import (
    MemberConfirms,
    MemberFellBehind,
    MemberPlaced,
    MemberResyncs,
    MemberSaid,
)
from undertide_server.gateway.connections.endpoint import EndpointMessage, RecentActs
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.codec import encode
from undertide_shared.messages import Act

MOST_HELD: Final = 64
"""Messages of a member that wait while the owner of its run is sought."""
MOVING: Final = "your session is about to go on: wait a moment"
"""The words to a member whose message can't wait any more."""


class RelayEndpoint:
    """The endpoint of one member. It passes all on to the owner of the member's session.

    `place` is where the member is, as an owner told last. While the owner is sought, `link` is None
    and the member's messages wait. `skipping` holds the members whose frames are left out, because
    they were sent before the owner knew that one was missing. `acts` are the member's latest
    intents, if it was a direct member before.
    """

    session = None
    """The session belongs to another process."""

    def __init__(
        self,
        member: int,
        link: LinkToOwner | None,
        place: MemberPlaced,
        skipping: set[int],
        acts: RecentActs | None = None,
    ) -> None:
        self.member = member
        self.link = link
        self.place = place
        self._acts = acts or RecentActs()
        self._held: list[EndpointMessage] = []
        self._skipping = skipping
        self._resyncs = 0

    def handle_message(self, member: int, message: EndpointMessage) -> None:
        """Pass a message on, or keep it while the owner is sought.

        Raises RequestRefusedError if too many wait.
        """
        if self.link is None:
            if len(self._held) >= MOST_HELD:
                sequence = message.sequence if isinstance(message, Act) else None
                raise RequestRefusedError("too_fast", MOVING, sequence)
            self._held.append(message)
            return
        self._acts.note_message(message)
        self.link.send(MemberSaid(member, encode(message)))

    def leave(self, member: int) -> None:
        """Do nothing: the owner is told by others that a member leaves, and answers it."""

    def disconnect(self, member: int) -> None:
        """Do nothing: all nodes that know a peer are told that it is gone."""

    def fell_behind(self, member: int) -> None:
        """Tell the owner that a frame was left out."""
        if self.link is not None:
            self.link.send(MemberFellBehind(member))

    def resync(self, member: int) -> None:
        """Ask the owner for a keyframe, and skip the frames that come before it."""
        if self.link is not None:
            self._resyncs += 1
            self._skipping.add(member)
            self.link.send(MemberResyncs(member))

    def confirm_token(self, member: int) -> None:
        """Tell the owner that the member has received its newest token."""
        if self.link is not None:
            self.link.send(MemberConfirms(member))

    # --- the owner ---------------------------------------------------------------------------

    def note_resynced(self) -> None:
        """Note that the owner has heard of a resync: what follows begins with a keyframe."""
        self._resyncs -= 1
        if self._resyncs <= 0:
            self._resyncs = 0
            self._skipping.discard(self.member)

    def note_lost(self) -> None:
        """Keep the member's messages from now on: its owner is sought."""
        self.link = None
        self._resyncs = 0
        self._skipping.discard(self.member)

    def enqueue_message(self, message: EndpointMessage) -> None:
        """Keep a message that came back, because the run was about to move."""
        if not isinstance(message, Act) and len(self._held) < MOST_HELD:
            self._held.append(message)

    def go_on(self, link: LinkToOwner, received: int) -> None:
        """Pass on what waits, and all that follows, to the node that owns the run now.

        `received` is the highest sequence of an intent that the run has received.
        """
        self.link = link
        for message in self.waiting(received):
            link.send(MemberSaid(self.member, encode(message)))

    def waiting(self, received: int) -> list[EndpointMessage]:
        """Remove and return what the member said that its run has not received."""
        held, self._held = self._held, []
        for message in held:
            self._acts.note_message(message)
        others = [message for message in held if not isinstance(message, Act)]
        return [*self._acts.after(received), *others]
