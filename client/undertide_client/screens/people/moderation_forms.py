"""The forms of moderation orders that need more than a person, such as a length or a reason."""

from typing import Any, Final

from undertide_client.screens.widgets.actions import Home, Pop, SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.form import Choosing, Field, Option, Writing, one_of
from undertide_client.screens.widgets.form_screen import FormScreen, closed
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import length_words
from undertide_shared.limits import MAX_REASON
from undertide_shared.messages import (
    Ban,
    Dissolve,
    Govern,
    Kick,
    Mute,
    Order,
    PersonInfo,
    Report,
    ServerBan,
)
from undertide_shared.text import clean

LENGTHS: Final = (10, 60, 6 * 60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60, 0)
"""Minutes to choose from; 0 means forever."""


REPORT_HELP: Final = (
    "Operators read it, with the last lines of chat and both your names. Nobody else learns of it."
)


def _length() -> Choosing[int]:
    options = [Option(minutes, length_words(minutes)) for minutes in LENGTHS]
    return one_of("For how long", "A moderator can end it earlier.", options)


def _reason(told: str = "this person") -> Writing:
    return Writing("Why", f"The reason is shown to {told} and kept in the audit log.", MAX_REASON)


class ModerationForm(FormScreen):
    """A form for an order in a session. Once filled, it closes, and so does the screen below it."""

    def __init__(self, ui: Ui, session: str, *fields: Field[Any]) -> None:
        super().__init__(ui, *fields)
        self._session = session

    def order(self) -> Order:
        """Return the order with the values of the form."""
        raise NotImplementedError

    def finish(self) -> Actions:
        """Give the order."""
        return closed((SendRequest(Govern(self.order(), self._session)),))


class PersonForm(ModerationForm):
    """A form for an order about a person."""

    def __init__(self, ui: Ui, session: str, person: PersonInfo, *fields: Field[Any]) -> None:
        super().__init__(ui, session, *fields)
        self._person = person

    def heading(self) -> str:
        """Return the title, with the person's name."""
        return f"{self.title}: {self._person.name}"


class KickScreen(PersonForm):
    """The form to kick a person, who may come back."""

    title = "Kick"
    verb = "kick"

    def __init__(self, ui: Ui, session: str, person: PersonInfo) -> None:
        self._why = _reason()
        super().__init__(ui, session, person, self._why)

    def order(self) -> Order:
        """Return the order with the values of the form."""
        return Kick(self._person.id, _told(self._why))


class BanScreen(PersonForm):
    """The form to kick a person and keep the person out."""

    title = "Ban"
    verb = "ban"

    def __init__(self, ui: Ui, session: str, person: PersonInfo) -> None:
        self._length, self._why = _length(), _reason()
        super().__init__(ui, session, person, self._length, self._why)

    def order(self) -> Order:
        """Return the order with the values of the form."""
        return Ban(self._person.id, self._length.value, _told(self._why))


class MuteScreen(PersonForm):
    """The form to mute a person, so that nobody receives that person's chat."""

    title = "Mute"
    verb = "mute"

    def __init__(self, ui: Ui, session: str, person: PersonInfo) -> None:
        self._length = _length()
        super().__init__(ui, session, person, self._length)

    def order(self) -> Order:
        """Return the order with the values of the form."""
        return Mute(self._person.id, self._length.value)


class ServerBanScreen(PersonForm):
    """The form to ban a person from the whole server, by account or by address."""

    title = "Ban from the whole server"
    verb = "ban"

    def __init__(self, ui: Ui, session: str, person: PersonInfo) -> None:
        known = (("account", person.account), ("address", person.address))
        options = [Option(key, f"{key} {value}") for key, value in known if value]
        self._by = one_of("Ban by", "The account or address to ban from all sessions.", options)
        self._length, self._why = _length(), _reason()
        super().__init__(ui, session, person, self._by, self._length, self._why)

    def order(self) -> Order:
        """Return the order with the values of the form."""
        account = self._person.account if self._by.value == "account" else ""
        address = "" if account else self._person.address
        return ServerBan(account, address, self._length.value, _told(self._why))


class DissolveScreen(ModerationForm):
    """The form to end a session for everyone, after a question."""

    title = "End the game"
    verb = "end it"

    def __init__(self, ui: Ui, session: str) -> None:
        self._why = _reason("everyone in the game")
        super().__init__(ui, session, self._why)

    def order(self) -> Order:
        """Return the order with the values of the form."""
        return Dissolve(_told(self._why))

    def finish(self) -> Actions:
        """Ask before the session ends."""
        text = "The run ends for everyone, and nobody can continue it."
        give = (Home(), SendRequest(Govern(self.order(), self._session)))
        return (Push(ConfirmScreen(self.ui, "End the game?", text, "end it", give)),)


class ReportScreen(PersonForm):
    """The form to report a person to the server's operators."""

    title = "Report"
    verb = "report"

    def __init__(self, ui: Ui, person: PersonInfo) -> None:
        self._why = Writing("Why", REPORT_HELP, MAX_REASON)
        super().__init__(ui, "", person, self._why)

    def finish(self) -> Actions:
        """Send the report."""
        return (Pop(), SendRequest(Report(self._person.id, _told(self._why))))


def _told(why: Writing) -> str:
    return clean(why.text, MAX_REASON)
