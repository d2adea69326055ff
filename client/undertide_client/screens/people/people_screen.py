"""The people in a session or on the whole server, and their moderation."""

from collections.abc import Sequence

from undertide_client.keys import Command, Context
from undertide_client.screens.people.audit_screen import open_audit_log
from undertide_client.screens.people.authority import Authority
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.moderation_forms import ReportScreen
from undertide_client.screens.people.person_screen import PersonScreen, may_report
from undertide_client.screens.people.terms_screen import TermsScreen
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Listen, SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.drawing import column, wrapped
from undertide_client.screens.widgets.hints import Hints
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import NOTHING, Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import (
    HEARING,
    NEXT_HEARING,
    ROLES,
    ban_words,
    person_words,
    terms_words,
)
from undertide_shared.codes import id_of
from undertide_shared.messages import (
    BanInfo,
    Govern,
    Invite,
    Invited,
    ListPeople,
    PersonInfo,
    Unban,
)

NAME_WIDTH = 20
"""Width of a banned person's name, in cells."""


class BansScreen(ListScreen):
    """One line per ban. The choice of a ban ends it, after a question."""

    title = "Bans"
    verb = "end the ban"
    widest = 76
    details = 2

    def __init__(self, ui: Ui, session: str) -> None:
        super().__init__(ui)
        self._session = session

    @property
    def _bans(self) -> list[BanInfo]:
        return self.ui.people.bans if self.ui.people else []

    def nothing(self) -> str:
        """Return the text of an empty list."""
        return "Nobody is banned."

    def lines(self) -> Sequence[Row]:
        """Return one line per ban."""
        return [
            ((column(ban.who, NAME_WIDTH), palette.BRIGHT), (ban_words(ban), palette.INK))
            for ban in self._bans
        ]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the reason of a ban."""
        reason = self._bans[index].reason
        text = f"Why: {reason}" if reason else "No reason was given."
        return [((line, palette.SOFT),) for line in wrapped(text, width)]

    def choose(self, index: int) -> Actions:
        """Ask whether to end the chosen ban."""
        ban = self._bans[index]
        text = f"{ban.who} may come back at once."
        give = (SendRequest(Govern(Unban(ban.id), self._session)),)
        return (Push(ConfirmScreen(self.ui, "End the ban?", text, "end it", give)),)


HEADS = (("Name", 23), ("Role", 13), ("Account", 18))
"""The columns and their widths. After them stand marks such as "away" or "muted"."""


class PeopleScreen(ListScreen):
    """One line per person, players first. The list stays current while it is open.

    `session` is the session that the player named in the lobby. Without it, the list shows the
    player's own session, or from the lobby the whole server.
    """

    verb = "orders"
    context = Context.PEOPLE
    widest = 76
    details = 5

    def __init__(self, ui: Ui, session: str = "") -> None:
        super().__init__(ui)
        self.session = session

    @property
    def _people(self) -> list[PersonInfo]:
        return self.ui.people.people if self.ui.people else []

    @property
    def _of_server(self) -> bool:
        return not self.session and not self.ui.mirror.session

    @property
    def _inside(self) -> bool:
        """Whether the list shows the session that the player is in."""
        return not self.session and bool(self.ui.mirror.session)

    @property
    def _needs_no_code(self) -> bool:
        """Whether the session's id is all that people need to come in."""
        people = self.ui.people
        return people is not None and people.terms.access != "invited"

    @property
    def _own(self) -> Authority | None:
        people = self.ui.people
        return Authority(people, self.ui.account.operator) if people else None

    def heading(self) -> str:
        """Return the title, which names the session or the server."""
        if self._of_server:
            return "Everyone on this server"
        return f"Who is in {self.session}" if self.session else "Who is here"

    def nothing(self) -> str:
        """Return the text of an empty list: no answer has come yet, or nobody is there."""
        return "Asking…" if self.ui.people is None else "Nobody."

    def columns(self) -> Row:
        """Return the heads of the columns; empty without people."""
        heads = [(column(title, width), palette.GOLD) for title, width in HEADS]
        return tuple(heads) if self._people else ()

    def lines(self) -> Sequence[Row]:
        """Return one line per person."""
        you = self.ui.people.you if self.ui.people else 0
        return [_row(one, self._role(one), own=bool(you) and one.id == you) for one in self._people]

    def _role(self, person: PersonInfo) -> str:
        """Return a person's role; a person without a session is in the lobby."""
        away = self._of_server and not person.session
        return "in the lobby" if away else ROLES[person.role]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return a person's session and address, whose chat the player receives, and the terms."""
        person, people = self._people[index], self.ui.people
        where = (person.session and f"in {person.session}", person.address)
        rows = [((", ".join(word for word in where if word), palette.INK),)]
        if self._inside:
            rows.append(((HEARING[self.ui.hearing], palette.SOFT),))
        if people is not None and not self._of_server:
            rows += [((line, palette.SOFT),) for line in wrapped(terms_words(people.terms), width)]
        return [row for row in rows if row[0][0]]

    def footer(self) -> Hints:
        """Return the hints for the commands that the player may use."""
        pairs = [(Command.CHOOSE, self.verb)]
        own = self._own
        if not self._of_server:
            pairs.append((Command.TERMS, "terms"))
        if not self._of_server and (self._needs_no_code or (own is not None and own.sees_code)):
            pairs.append((Command.INVITE, "invite"))
        if own is not None and own.may(Unban):
            pairs.append((Command.BANS, "bans"))
        if own is not None and own.reads_audit_log:
            pairs.append((Command.DEEDS, "log"))
        if self._inside:
            # Moderators have no room for it here; everybody finds it in the menu of a person, too.
            pairs += [] if own is not None and own.may(Unban) else [(Command.REPORT, "report")]
            pairs.append((Command.HEAR, "hear"))
        return self.ui.hints(self.context, *pairs, (Command.BACK, "back"))

    def choose(self, index: int) -> Actions:
        """Open the screen of the chosen person."""
        person = self._people[index]
        where = person.session or self.session if self._of_server else self.session
        return (Push(PersonScreen(self.ui, where, person)),)

    def command(self, command: Command | None, count: int) -> Actions:
        """Carry out a command about the list, ask for it again, or move in it."""
        if command in {Command.TERMS, Command.INVITE, Command.HEAR}:
            return NOTHING if self._of_server else self._of_session(command)
        match command:
            case Command.BANS:
                return (Push(BansScreen(self.ui, self.session)),)
            case Command.DEEDS:
                return open_audit_log(self.ui, self.session)
            case Command.REPORT if count:
                return self._report(self._people[self.choice.index])
            case Command.REFRESH:
                return (SendRequest(ListPeople(self.session)),)
            case _:
                return super().command(command, count)

    def _report(self, person: PersonInfo) -> Actions:
        """Open the form that reports a person, if the player may."""
        people = self.ui.people
        if people is None or not may_report(self.ui, self.session, people, person):
            return NOTHING
        return (Push(ReportScreen(self.ui, person)),)

    def _of_session(self, command: Command | None) -> Actions:
        """Carry out a command that only works on a session."""
        match command:
            case Command.TERMS:
                return (Push(TermsScreen(self.ui, self.session)),)
            case Command.INVITE if self._needs_no_code:
                session = id_of(self.session) or self.ui.mirror.session
                return (Push(InviteScreen(self.ui, Invited(session, session))),)
            case Command.INVITE:
                return (SendRequest(Govern(Invite(), self.session)),)
            case _:
                return (Listen(NEXT_HEARING[self.ui.hearing]),) if self._inside else NOTHING


def _row(person: PersonInfo, role: str, *, own: bool) -> Row:
    name = f"{person.name} (you)" if own else person.name
    texts = (name, role, person.account)
    cells = [column(text, width) for text, (_, width) in zip(texts, HEADS, strict=True)]
    inks = (palette.BRIGHT, palette.INK, palette.INK)
    return (*zip(cells, inks, strict=True), (person_words(person), palette.WARNING))


def open_people(ui: Ui, session: str = "") -> Actions:
    """Return the actions that list the people of the player's session, another, or the server."""
    return (SendRequest(ListPeople(session)), Push(PeopleScreen(ui, session)))
