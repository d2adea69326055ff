"""The evidence about a person whom somebody reports."""

from collections.abc import Iterable
from dataclasses import dataclass

from undertide_server.sessions.members.members import Members
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.listing import name_of
from undertide_shared.limits import MAX_REPORT_LINES
from undertide_shared.messages import Chat, ReportLine


@dataclass(frozen=True, slots=True)
class Evidence:
    """The two people of a report, and the last lines of chat in their session."""

    session: str
    by: str
    """The name of the person who reports."""
    reporter: Identity
    name: str
    """The name of the person who is reported."""
    accused: Identity
    lines: list[ReportLine]
    """At most `MAX_REPORT_LINES`, the latest last."""


def gather_evidence(
    session: str, members: Members, chat: Iterable[Chat], member: int, number: int
) -> Evidence:
    """Return the evidence about the person with an id, for a member who reports that person.

    Raises RequestRefusedError if nobody here has the id, or if members report themselves.
    """
    by, accused = members.directory.of_member(member), members.directory.get(number)
    if accused is None or by is None:
        raise RequestRefusedError("unknown_person", f"nobody here has number {number} any more")
    if accused is by:
        raise RequestRefusedError("not_allowed", "you can't report yourself")
    lines = [ReportLine(said.name, said.text) for said in chat]
    return Evidence(
        session=session,
        by=name_of(by, members),
        reporter=by.identity,
        name=name_of(accused, members),
        accused=accused.identity,
        lines=lines[-MAX_REPORT_LINES:],
    )
