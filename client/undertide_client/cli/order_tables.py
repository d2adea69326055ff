"""Who is on a server, who may not be, and what was done: as tables for a terminal."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from rich.console import Group
from rich.table import Table
from rich.text import Text

from undertide_client.model import safe
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import Audit, AuditEntry, BanInfo, People, PersonInfo, Terms

MOMENT: Final = "%Y-%m-%d %H:%M:%S"
FOR_GOOD: Final = "for good"


def people_table(told: People) -> Group:
    """Return who is there, and who may not come in, with the ids that orders take."""
    tables = [_people(told.people)]
    if told.session:
        tables.insert(0, _terms(told.session, told.terms))
    if told.bans:
        tables.append(_bans(told.bans))
    return Group(*tables)


def audit_table(told: Audit) -> Table:
    """Return what was done, the latest last: a terminal shows its end."""
    table = Table("when", "who", "what", "session", box=None)
    for entry in reversed(told.deeds):
        table.add_row(*_words(_moment(entry), entry.who, entry.text, entry.session))
    return table


def _people(people: Sequence[PersonInfo]) -> Table:
    table = Table("person", "name", "role", "account", "session", "address", "", box=None)
    for one in people:
        number = str(one.id) if one.id else ""
        words = (number, one.name, one.role, one.account, one.session, one.address)
        table.add_row(*_words(*words, ", ".join(_notes(one))))
    return table


def _notes(person: PersonInfo) -> Iterator[str]:
    if not person.connected:
        yield "away"
    if person.muted:
        yield "muted"


def _bans(bans: Sequence[BanInfo]) -> Table:
    table = Table("ban", "who", "by", "minutes left", "reason", box=None)
    for ban in bans:
        left = str(ban.minutes) if ban.minutes else FOR_GOOD
        reason = f"{ban.reason} (watching)" if ban.watching else ban.reason
        table.add_row(*_words(str(ban.id), ban.who, ban.by, left, reason))
    return table


def _terms(session: str, terms: Terms) -> Table:
    table = Table(box=None, show_header=False)
    facts: list[str] = [terms.access]
    if terms.locked:
        facts.append("locked")
    if not terms.watchers_talk:
        facts.append("spectators don't talk")
    if terms.delay:
        facts.append(f"spectators {terms.delay} s behind")
    table.add_row(*_words(session, ", ".join(facts)))
    return table


def _moment(entry: AuditEntry) -> str:
    try:
        return datetime.fromtimestamp(entry.at).astimezone().strftime(MOMENT)
    except (OverflowError, OSError, ValueError):
        return str(entry.at)


def _words(*words: str) -> list[Text]:
    """Return what a server says as what is shown, not obeyed."""
    return [Text(safe.text(word, MAX_LINE)) for word in words]
