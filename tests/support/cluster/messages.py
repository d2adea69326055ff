"""What simulated clients and nodes say to each other: less than the real messages, but the same
turns. `member` is the number of a client at its front."""

from dataclasses import dataclass

from undertide_server.cluster.links.messages import LinkAnswer, Question


@dataclass(frozen=True, slots=True)
class Enter:
    """A player takes its seat in a run."""

    member: int
    run: str
    seat: int


@dataclass(frozen=True, slots=True)
class Act:
    """An intent of a player."""

    member: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The connection of a member has ended."""

    member: int


@dataclass(frozen=True, slots=True)
class Ping:
    """A client asks whether its front lives."""


@dataclass(frozen=True, slots=True)
class Pong:
    """The answer to a ping."""


@dataclass(frozen=True, slots=True)
class Entered:
    """A member is in its seat. `received` is the highest sequence that the run has of it."""

    member: int
    received: int


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The run of a member is not at this node, or not any more."""

    member: int


@dataclass(frozen=True, slots=True)
class Frame:
    """A step, as a member sees it. `settled` is its highest sequence that was carried out."""

    member: int
    step: int
    settled: int


@dataclass(frozen=True, slots=True)
class Left:
    """A member is back in the lobby."""

    member: int


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question of a node to another one."""

    number: int
    question: Question


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to an inquiry, or why there is none."""

    number: int
    answer: LinkAnswer | None
    refusal: str = ""
