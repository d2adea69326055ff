"""The facts that are fixed when a session is made, and the context of its moderation."""

from collections.abc import Callable
from dataclasses import dataclass, field

from undertide_server.sessions.model.gallery_budget import GalleryBudget
from undertide_server.sessions.model.settings import SessionSettings
from undertide_shared.messages import EffectFigures, Pace, Phrase, TileLook, VariationInfo

RecordAudit = Callable[[str, str, str], None]
"""Called with author, action and session of each entry for the audit log."""


def unrecorded(_who: str, _text: str, _session: str) -> None:
    """Ignore an audit entry."""


def timeless() -> float:
    """Return 0 as the time, so that no ban ever ends."""
    return 0.0


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """The facts that are fixed when a session is made."""

    run: str
    """The name of the session's run; unlike `id`, no other run ever has it."""
    id: str
    preset: str
    pace: Pace
    elapsed: int = 0
    """The milliseconds of real time that the run had taken before this session took it up."""


@dataclass(frozen=True, slots=True)
class Legend:
    """What clients are told of a game when they come in. It stays the same for the whole run."""

    tiles: list[TileLook]
    statuses: list[EffectFigures]
    variations: list[VariationInfo]
    phrases: list[Phrase] = field(default_factory=list)
    """The words about tricks and effects of extensions."""


@dataclass(frozen=True, slots=True)
class SessionContext:
    """The context of a session: its moderation, and what is prepared for it.

    The defaults suit a session without a server around it.
    """

    settings: SessionSettings = field(default_factory=SessionSettings)
    """The session's settings; the session changes this object."""
    wall: Callable[[], float] = timeless
    """Returns seconds since 1970. Bans and mutes outlast the process, and so its monotonic
    clock."""
    record_audit: RecordAudit = unrecorded
    maker: int | None = None
    """The member that made the session: the party leader until it has a seat."""
    gallery_budget: GalleryBudget = field(default_factory=GalleryBudget)
    """The memory that all galleries of the server share."""
    legend: Legend | None = None
    """The legend of its game; None if it isn't prepared."""
