"""Reports of people by others."""

from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.moderation.evidence import Evidence
from undertide_shared.messages import ReportLine

REPORTER = Identity("ann", "192.0.2.1")
ACCUSED = Identity("dov", "192.0.2.7")


def evidence(session: str = "k7m2q") -> Evidence:
    """Return what a session knows of Dov, whom Ann reports."""
    return Evidence(session, "Ann", REPORTER, "Dov", ACCUSED, [ReportLine("Dov", "go away")])
