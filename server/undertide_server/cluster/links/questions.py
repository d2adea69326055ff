"""The questions that one node asks another, each with the type of its answer.

A question is answered by the handler that `NodeLinks.answer_with` was given for its type.
"""

from typing import Annotated, Final

import msgspec

from undertide_shared.messages import ErrorCode

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
