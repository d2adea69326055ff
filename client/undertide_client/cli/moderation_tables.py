"""Tables of people, bans and the audit log for a terminal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from undertide_client.model import safe
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import (
    Audit,
    BanInfo,
    ChatLog,
    NodeInfo,
    Nodes,
    People,
    PersonInfo,
    ReportInfo,
    Reports,
    Terms,
)
from undertide_shared.tables import table

MOMENT: Final = "%Y-%m-%d %H:%M:%S"
FOR_GOOD: Final = "for good"


def people_table(told: People) -> str:
    """Return what an order did, the people and the bans, with the ids that orders take."""
    tables = [_people(told.people)]
    if told.session:
        tables.insert(0, _terms(told.session, told.terms))
    if told.done:
        tables.insert(0, f"You {safe.text(told.done, MAX_LINE)}.\n")
    if told.bans:
        tables.append(_bans(told.bans))
    return "\n".join(tables)


def audit_table(told: Audit) -> str:
    """Return the audit log, the latest entry last: a terminal shows the end."""
    entries = [
        _words(_when(entry.at), entry.who, entry.text, entry.session)
        for entry in reversed(told.deeds)
    ]
    return table(("when", "who", "what", "session"), entries)


def nodes_table(told: Nodes) -> str:
    """Return the nodes of a server, and the pause of a run that has moved."""
    headings = ("node", "state", "sessions", "players", "watchers", "renewed", "rules", "version")
    found = table(headings, [_node(node) for node in told.nodes])
    return f"{found}\nThe run paused for {told.pause_ms} ms." if told.pause_ms else found


def _node(node: NodeInfo) -> list[str]:
    renewed = f"{node.lease_age_ms / 1000:.1f} s ago"
    load = map(str, (node.sessions, node.players, node.watchers))
    return _words(node.id, node.state, *load, renewed, str(node.rules), node.version)


def chat_text(told: ChatLog) -> str:
    """Return the lines of a chat, the latest last."""
    lines = [f"{line.name}: {line.text}" for line in safe.message(told).lines]
    return "\n".join(lines) or "Nobody said anything."


def reports_text(told: Reports) -> str:
    """Return a page of reports, the latest last, each with the chat that led to it."""
    texts = [_report(each) for each in reversed(safe.message(told).reports)]
    if told.more:
        texts.insert(0, f"Earlier reports: --before {told.reports[-1].id}\n")
    return "\n".join(texts) or "No reports.\n"


def _report(report: ReportInfo) -> str:
    who = _with(report.name, report.account, report.address)
    by = _with(report.by, report.by_account)
    head = f"{report.id}  {_when(report.at)}  {who} in {report.session}, reported by {by}"
    said = [f"    {line.name}: {line.text}" for line in report.lines]
    why = [f"  {report.reason}"] if report.reason else []
    return "\n".join([head, *why, *(said or ["    (nobody said anything)"]), ""])


def _with(name: str, *facts: str) -> str:
    known = ", ".join(filter(None, facts))
    return f"{name} ({known})" if known else f"{name} (guest)"


def _people(people: Sequence[PersonInfo]) -> str:
    headings = ("person", "name", "role", "account", "session", "address", "")
    return table(headings, [_person(one) for one in people])


def _person(one: PersonInfo) -> list[str]:
    number = str(one.id) if one.id else ""
    words = (number, one.name, one.role, one.account, one.session, one.address)
    return _words(*words, ", ".join(_notes(one)))


def _notes(person: PersonInfo) -> Iterator[str]:
    if not person.connected:
        yield "away"
    if person.muted:
        yield "muted"


def _bans(bans: Sequence[BanInfo]) -> str:
    return table(("ban", "who", "by", "minutes left", "reason"), [_ban(ban) for ban in bans])


def _ban(ban: BanInfo) -> list[str]:
    left = str(ban.minutes) if ban.minutes else FOR_GOOD
    reason = f"{ban.reason} (watching)" if ban.watching else ban.reason
    return _words(str(ban.id), ban.who, ban.by, left, reason)


def _terms(session: str, terms: Terms) -> str:
    facts: list[str] = [terms.access]
    if terms.locked:
        facts.append("locked")
    if not terms.watchers_talk:
        facts.append("spectators may not chat")
    if terms.delay:
        facts.append(f"spectators {terms.delay} s behind")
    return table((), [_words(session, ", ".join(facts))])


def _when(at: int) -> str:
    """Return a time, given in seconds since 1970."""
    try:
        return datetime.fromtimestamp(at).astimezone().strftime(MOMENT)
    except (OverflowError, OSError, ValueError):
        return str(at)


def _words(*words: str) -> list[str]:
    """Return a server's words, cleaned of everything that could steer a terminal."""
    return [safe.text(word, MAX_LINE) for word in words]
