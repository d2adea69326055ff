"""Checks that make messages about people and moderation safe to show, and bounded."""

from typing import Final

import msgspec

from undertide_client.model import safe
from undertide_shared.limits import (
    MAX_AUDIT_ENTRIES,
    MAX_DELAY,
    MAX_LINE,
    MAX_LISTED_BANS,
    MAX_LISTED_PEOPLE,
    MAX_LISTED_REPORTS,
    MAX_MINUTES,
    MAX_REPORT_LINES,
    MAX_SEATS,
    MAX_WORD,
)
from undertide_shared.messages import (
    AccountInfo,
    AuditEntry,
    BanInfo,
    Customs,
    Invited,
    People,
    PersonInfo,
    ReportInfo,
    ReportLine,
    Terms,
)

MAX_DOOR: Final = 80
"""Characters of an invite code on the screen: a line of a small terminal."""


def account(raw: AccountInfo) -> AccountInfo:
    """Return the own account, safe to show. The token is left out: no screen needs it."""
    return AccountInfo(safe.text(raw.name, MAX_WORD), raw.operator)


def customs(raw: Customs) -> Customs:
    """Return the default settings of sessions, safe to show.

    The preset stays as it is, since it goes back to the server.
    """
    return msgspec.structs.replace(
        raw, seats=min(MAX_SEATS, max(1, raw.seats)), delay=seconds(raw.delay)
    )


def seconds(raw: int) -> int:
    """Return the nearest possible delay of spectators, in seconds."""
    return min(MAX_DELAY, max(0, raw))


def terms(raw: Terms) -> Terms:
    """Return the settings of a session, safe to show."""
    return msgspec.structs.replace(raw, delay=seconds(raw.delay))


def people(raw: People) -> People:
    """Return the people in a session, safe to show. Ids stay, since they go back to the server."""
    return msgspec.structs.replace(
        raw,
        people=[person(one) for one in raw.people[:MAX_LISTED_PEOPLE]],
        terms=terms(raw.terms),
        bans=[ban(one) for one in raw.bans[:MAX_LISTED_BANS]],
    )


def person(raw: PersonInfo) -> PersonInfo:
    """Return a person, safe to show. The session stays, since it goes back to the server."""
    return msgspec.structs.replace(
        raw,
        name=safe.name(raw.name),
        account=safe.text(raw.account, MAX_WORD),
        address=safe.text(raw.address, MAX_WORD),
    )


def ban(raw: BanInfo) -> BanInfo:
    """Return a ban, safe to show."""
    return msgspec.structs.replace(
        raw,
        who=safe.text(raw.who, MAX_WORD) or safe.UNREADABLE,
        by=safe.text(raw.by, MAX_WORD),
        minutes=min(MAX_MINUTES, max(0, raw.minutes)),
        reason=safe.text(raw.reason, MAX_LINE),
    )


def audit_entries(raw: list[AuditEntry]) -> list[AuditEntry]:
    """Return entries of the audit log, safe to show."""
    return [_audit_entry(one) for one in raw[:MAX_AUDIT_ENTRIES]]


def _audit_entry(raw: AuditEntry) -> AuditEntry:
    return msgspec.structs.replace(
        raw,
        who=safe.text(raw.who, MAX_WORD),
        text=safe.text(raw.text, MAX_LINE),
        session=safe.text(raw.session, MAX_WORD),
    )


def reports(raw: list[ReportInfo]) -> list[ReportInfo]:
    """Return a page of reports, safe to show."""
    return [_report(one) for one in raw[:MAX_LISTED_REPORTS]]


def _report(raw: ReportInfo) -> ReportInfo:
    lines = [_report_line(line) for line in raw.lines[-MAX_REPORT_LINES:]]
    return msgspec.structs.replace(
        raw,
        session=safe.text(raw.session, MAX_WORD),
        by=safe.name(raw.by),
        by_account=safe.text(raw.by_account, MAX_WORD),
        name=safe.name(raw.name),
        account=safe.text(raw.account, MAX_WORD),
        address=safe.text(raw.address, MAX_WORD),
        reason=safe.text(raw.reason, MAX_LINE),
        lines=lines,
    )


def _report_line(raw: ReportLine) -> ReportLine:
    return ReportLine(safe.name(raw.name), safe.text(raw.text, MAX_LINE))


def invited(raw: Invited) -> Invited:
    """Return an invite code, safe to show."""
    return msgspec.structs.replace(raw, code=safe.text(raw.code, MAX_DOOR))
