"""What is settled when a session is made, and what order is kept by in it."""

from collections.abc import Callable
from dataclasses import dataclass, field

from undertide_server.sessions.model.settings import SessionSettings
from undertide_shared.messages import Pace

RecordAudit = Callable[[str, str, str], None]
"""Called with who did what, and in which session, for the audit log."""


def unrecorded(_who: str, _text: str, _session: str) -> None:
    """Hear of a deed, and leave it at that."""


def timeless() -> float:
    """Return no time: whoever is banned stays so."""
    return 0.0


@dataclass(frozen=True, slots=True)
class SessionConfig:
    """What was settled when a session was made."""

    run: str
    """The name of the run that it plays; unlike `id`, no other run ever has it."""
    id: str
    preset: str
    pace: Pace


@dataclass(frozen=True, slots=True)
class SessionContext:
    """What order is kept by in a session. As it stands here: in one that is played by itself."""

    settings: SessionSettings = field(default_factory=SessionSettings)
    """The session's own from now on."""
    wall: Callable[[], float] = timeless
    """Seconds since 1970: bans and mutes outlast the process, and so its own clock."""
    record_audit: RecordAudit = unrecorded
    maker: int | None = None
    """The member that made the session: its host, until that has a seat."""
