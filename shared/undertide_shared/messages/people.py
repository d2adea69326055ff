"""The parts of messages about people, moderation and the nodes of a server."""

from typing import Annotated

from undertide_shared.limits import MAX_MINUTES, MAX_REPORT_LINES
from undertide_shared.messages.fields import (
    BannedName,
    ChatLine,
    Colour,
    Count,
    Key,
    Listed,
    Number,
    Otherwise,
    PersonName,
    Sentence,
    Word,
)
from undertide_shared.messages.wire import WireStruct
from undertide_shared.messages.words import MemberRole


class SeatInfo(WireStruct, frozen=True):
    """A seat and whether its player is connected."""

    seat: int
    name: PersonName
    colour: Colour
    connected: bool
    role: Annotated[MemberRole, Otherwise("player")] = "player"
    muted: bool = False


class PersonInfo(WireStruct, frozen=True):
    """Somebody in a session, in the list for moderators. `id` counts within the session."""

    id: int
    name: PersonName
    role: Annotated[MemberRole, Otherwise("spectator")]
    seat: int | None = None
    """The person's seat; None for spectators."""
    account: Word = ""
    """Name of the account; empty for guests."""
    connected: bool = True
    muted: bool = False
    address: Word = ""
    """The person's address, for operators alone."""
    session: Key = ""
    """Id of the person's session, in a list of the whole server."""


class BanInfo(WireStruct, frozen=True):
    """A ban. `minutes` is the time that remains; 0 means for good."""

    id: int
    who: BannedName
    """The name of the banned person, or the account or address that is banned from the server."""
    by: Word
    minutes: Annotated[int, Number(0, MAX_MINUTES, firm=True)]
    reason: Sentence = ""
    watching: bool = False
    """Whether it forbids only watching."""


class AuditEntry(WireStruct, frozen=True):
    """One entry of the audit log: who did what. `at` is in seconds since 1970."""

    at: Count
    who: Word
    text: Sentence
    session: Word = ""


class ReportLine(WireStruct, frozen=True):
    """A line of chat, as a report keeps it."""

    name: PersonName
    text: ChatLine


class ReportInfo(WireStruct, frozen=True):
    """A report of one person by another, for operators. `at` is in seconds since 1970."""

    id: int
    at: Count
    session: Word
    by: PersonName
    """Name of the person who reports."""
    by_account: Word
    name: PersonName
    """Name of the person who was reported."""
    account: Word
    address: Word
    """That person's address; empty if it is not known."""
    reason: Sentence
    lines: Annotated[list[ReportLine], Listed(MAX_REPORT_LINES, latest=True)]
    """The last lines of chat in the session, the latest last."""


class NodeInfo(WireStruct, frozen=True):
    """A node of the server: one of its workers, or the server itself. For operators."""

    id: Word
    state: Word
    """`serving`, `draining` while its runs go to others, or `lost` when it renews no lease."""
    sessions: Count
    players: Count
    watchers: Count
    lease_age_ms: Count
    """Milliseconds since it renewed its lease."""
    rules: Count
    version: Word
