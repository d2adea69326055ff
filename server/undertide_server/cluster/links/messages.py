"""The messages of a link between two nodes.

The node that dials is the *front*: it holds connections of clients. The node that was dialled is
the *owner* of the sessions that these clients are in. Two nodes that are fronts of each other have
two links. `member` is always the number of a peer at the front; the owner has numbers of its own.

One websocket message carries an array of these, in the order in which they were sent. Questions and
their answers travel in `Inquiry` and `Reply`.
"""

from typing import Annotated, Final

import msgspec

from undertide_server.sessions.model.identity import Identity
from undertide_shared.messages import ErrorCode, SeatQuestion, SeatStatus, State

MOST_EPOCH: Final = 2**53
"""More changes of an owner than a run can have; every store has integers up to it."""


class LinkQuestion(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """The base class of questions."""


class LinkAnswer(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """The base class of answers."""


class Done(LinkAnswer, frozen=True):
    """The answer of a node that has done what it was asked."""


class NodeThumbnails(LinkAnswer, frozen=True):
    """Encoded thumbnails of sessions."""

    thumbnails: list[bytes]


class AskThumbnails(LinkQuestion, frozen=True, tag="thumbnails"):
    """Which thumbnails of these sessions may this person see? Answer: `NodeThumbnails`."""

    sessions: list[str]
    account: str
    address_key: str
    operator: bool


class NodeSeats(LinkAnswer, frozen=True):
    """What became of seats in sessions of a node."""

    seats: list[SeatStatus]


class AskSeats(LinkQuestion, frozen=True, tag="seats"):
    """What became of these seats, as far as you have their sessions? Answer: `NodeSeats`."""

    seats: list[SeatQuestion]


class NodeReport(LinkAnswer, frozen=True):
    """What a node tells about itself, encoded by who answers."""

    data: bytes


class LookBackVerdict(LinkAnswer, frozen=True):
    """Whether a person may watch a run again: the code and the reason of the refusal, if any."""

    code: ErrorCode | None = None
    reason: str = ""


class AskLookBack(LinkQuestion, frozen=True, tag="look_back"):
    """May this person watch the replay of a live run of yours? Answer: `LookBackVerdict`.

    `said` is the name that the person used: a session's id or invite code, or the name of the run.
    """

    run: str
    said: str
    account: str
    address_key: str
    operator: bool


class RunReaches(LinkAnswer, frozen=True):
    """The last step of each run that replays may show; None means all of them."""

    reaches: list[int | None]


class AskReaches(LinkQuestion, frozen=True, tag="reaches"):
    """How far may replays of these runs go by now? Answer: `RunReaches`."""

    runs: list[str]


class AskStatus(LinkQuestion, frozen=True, tag="status"):
    """What stands on your status page? Answer: `NodeReport`."""


class AskMetrics(LinkQuestion, frozen=True, tag="metrics"):
    """What are your metrics? Answer: `NodeReport`."""


class AskEveryone(LinkQuestion, frozen=True, tag="everyone"):
    """Who is connected to you? Answer: `NodeReport` with an encoded `People`."""

    operator: str
    """The account of the operator who asks."""


class TellEveryone(LinkQuestion, frozen=True, tag="announce"):
    """Say this in all your sessions. Answer: `Done`."""

    text: str
    host: str


class MayClaim(LinkAnswer, frozen=True):
    """Whether a node may claim runs of nodes whose lease has ended: it reaches the store."""

    holds: bool


class AskMayClaim(LinkQuestion, frozen=True, tag="may_claim"):
    """Do your renewals come through, so that you may claim runs? Answer: `MayClaim`.

    A node asks that whose own renewals fail.
    """


class DrainNode(LinkQuestion, frozen=True, tag="drain"):
    """Move all your runs to other nodes, and take no new ones. Answer: `Done`, at once."""


class MoveRun(LinkQuestion, frozen=True, tag="move"):
    """Move a run of yours to another node. Answer: `MovedRun`."""

    run: str
    node: str


class MovedRun(LinkAnswer, frozen=True):
    """The answer to `MoveRun`."""

    former: str
    """The node that had the run."""
    present: str
    """The node that has it now."""
    pause_ms: int
    """Milliseconds in which the run made no steps."""


class TakeRun(LinkQuestion, frozen=True, tag="take"):
    """This run is yours in the store from now on: go on with it. Answer: `Done`."""

    run: str
    session: str
    epoch: Annotated[int, msgspec.Meta(ge=0, le=MOST_EPOCH)]
    handover: bytes
    """What the former owner hands over, encoded by `sessions`."""


Question = (
    AskThumbnails
    | AskSeats
    | AskLookBack
    | AskReaches
    | AskStatus
    | AskMetrics
    | AskEveryone
    | TellEveryone
    | AskMayClaim
    | DrainNode
    | MoveRun
    | TakeRun
)


class LinkMessage(msgspec.Struct, array_like=True, frozen=True, gc=False):
    """The base class of what a link carries: an array on the wire, with its tag first."""


class RelayedPerson(LinkMessage, frozen=True):
    """The identity of a member, as its front knows it."""

    account: str = ""
    address_key: str = ""
    operator: bool = False

    @classmethod
    def of(cls, identity: Identity) -> "RelayedPerson":
        """Return the person of an identity."""
        return cls(identity.account, identity.address_key, identity.operator)

    @property
    def identity(self) -> Identity:
        """The identity of the person, for the owner."""
        return Identity(self.account, self.address_key, self.operator)


class MemberEnters(LinkMessage, frozen=True, tag="enter"):
    """A message that concerns a session of the owner, from a member who is in none of them.

    `message` is encoded as on the client's wire: Join, Watch, Create, Replay, Govern and so on.
    """

    member: int
    person: RelayedPerson
    message: bytes


class MemberSaid(LinkMessage, frozen=True, tag="said"):
    """A message of a member who is inside, encoded as on the client's wire."""

    member: int
    message: bytes


class MemberGone(LinkMessage, frozen=True, tag="gone"):
    """The connection of a member has ended. The owner forgets the member."""

    member: int


class MemberFellBehind(LinkMessage, frozen=True, tag="behind"):
    """A frame was left out for a member, so it gets no more of them until it resyncs."""

    member: int


class MemberResyncs(LinkMessage, frozen=True, tag="resync"):
    """A member that fell behind has caught up: it needs a keyframe."""

    member: int


class MemberConfirms(LinkMessage, frozen=True, tag="confirm"):
    """The newest resume token of a member has arrived."""

    member: int


class MemberBecame(LinkMessage, frozen=True, tag="became"):
    """A member has logged in or out."""

    member: int
    person: RelayedPerson


class MemberReenters(LinkMessage, frozen=True, tag="reenter"):
    """A member enters its run again, which has come to this owner from another node."""

    member: int
    person: RelayedPerson
    session: str
    run: str
    seat: int | None
    """Its seat; None for a spectator."""
    name: str


class Deliver(LinkMessage, frozen=True, tag="deliver"):
    """The same bytes for some members of this front, as `sessions.broadcast.outbox.Parcel`."""

    members: tuple[int, ...]
    data: bytes
    frame: bool = False
    is_pinged: bool = False


class MemberPlaced(LinkMessage, frozen=True, tag="placed"):
    """The state of a member at the owner: LOBBY means that it is in none of its sessions."""

    member: int
    state: State
    session: str = ""
    run: str = ""
    seat: int | None = None
    name: str = ""


class MemberHandled(LinkMessage, frozen=True, tag="handled"):
    """A message of a member has been carried out, or refused, and its answer was sent.

    It follows each message of a member that enters, and each that no endpoint takes at once. The
    front reads no further message of that client before.
    """

    member: int


class MemberReturned(LinkMessage, frozen=True, tag="returned"):
    """A message that came when the member's run was about to move: the front keeps it."""

    member: int
    message: bytes


class MemberResynced(LinkMessage, frozen=True, tag="resynced"):
    """The owner has heard that a member resyncs: frames from here on begin with a keyframe."""

    member: int


class MemberReentered(LinkMessage, frozen=True, tag="reentered"):
    """A member is in its run again. The front sends its intents above `received` once more."""

    member: int
    received: int
    """The highest sequence that the run has received from its seat; 0 for a spectator."""


class RunMoved(LinkMessage, frozen=True, tag="moved"):
    """A run is at another node from now on: its members enter it again there."""

    session: str
    run: str
    node: str
    """Empty if this node doesn't know: the front asks its directory."""


class MemberMisled(LinkMessage, frozen=True, tag="misled"):
    """This node doesn't own the session that a member wants to enter: the front finds it again."""

    member: int
    session: str


class Inquiry(LinkMessage, frozen=True, tag="ask"):
    """A question to the other node. `number` is the sender's own and comes back in the reply."""

    number: int
    question: Question


class Reply(LinkMessage, frozen=True, tag="answer"):
    """The answer to an inquiry, encoded; or the fault because of which there is none."""

    number: int
    answer: msgspec.Raw = msgspec.Raw(b"\xc0")
    fault: str = ""


FrontMessage = (
    MemberEnters
    | MemberSaid
    | MemberGone
    | MemberFellBehind
    | MemberResyncs
    | MemberConfirms
    | MemberBecame
    | MemberReenters
)
"""What a front sends to an owner, besides inquiries and replies."""
OwnerMessage = (
    Deliver
    | MemberPlaced
    | MemberHandled
    | MemberReturned
    | MemberResynced
    | MemberReentered
    | RunMoved
    | MemberMisled
)
"""What an owner sends to a front, besides inquiries and replies."""
