"""The screens' reaction to news about the own account and moderation."""

from undertide_client.app.stack import ScreenStack
from undertide_client.model import safe
from undertide_client.net.link import Link
from undertide_client.net.status import LinkStatus
from undertide_client.screens.lobby.login_screens import AccountForm
from undertide_client.screens.people.audit_screen import AuditScreen
from undertide_client.screens.people.invite_screen import InviteScreen
from undertide_client.screens.people.people_screen import PeopleScreen
from undertide_client.screens.widgets.actions import Home, Pop
from undertide_client.screens.widgets.screen import Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.limits import MAX_LINE
from undertide_shared.messages import (
    AccountInfo,
    Created,
    Hear,
    Invited,
    ListPeople,
    People,
    Reported,
    ServerMessage,
)


class Reception:
    """A presenter of invite codes and the own account, which keeps an open list of people fresh."""

    def __init__(self, ui: Ui, link: Link, stack: ScreenStack) -> None:
        self._ui = ui
        self._link = link
        self._stack = stack
        self._made = ""
        """The session made here, until its code was shown."""
        self._unsaid = ""
        """The reason why the player is a guest, until there is a log to show it in."""
        self._name = ""
        """The last account of the player."""

    def take_in(self, message: ServerMessage) -> None:
        """Show a message that the ui has already kept."""
        match message:
            case AccountInfo(name=name):
                self._close_form()
                self._note_name(name)
            case Reported(name=name):
                self._note_done(f"You reported {safe.name(name)} to the server's operators.")
            case People(done=done) if done:
                self._note_done(f"You {safe.text(done, MAX_LINE)}.")
            case Invited():
                self._show_invite()
            case Created(session=session):
                self._made = session
            case _:
                pass

    def _note_done(self, told: str) -> None:
        """Show what the player's order has done, below the screen and in the log."""
        self._ui.notice = told
        self._ui.mirror.add_note(told)

    def refuse(self, reason: str) -> None:
        """Show why the server refused the last request.

        Close a screen that waits for it in vain.
        """
        self._ui.notice = reason
        screen = self._stack.top
        unheard = isinstance(screen, PeopleScreen) and self._ui.people is None
        if unheard or (isinstance(screen, AuditScreen) and self._ui.audit_entries is None):
            self._stack.change(Pop())

    def note_guest(self, status: LinkStatus) -> None:
        """Tell the player that the kept login is no longer valid."""
        self._name = ""
        self._unsaid = safe.text(status.reason, MAX_LINE)
        self._ui.lobby.notice = self._unsaid

    def enter(self) -> None:
        """Show and send everything that had to wait for a session."""
        if self._unsaid:
            self._ui.mirror.add_note(self._unsaid)
            self._unsaid = ""
        if self._ui.hearing != "all":
            self._link.send_request(Hear(self._ui.hearing))
        invite = self._ui.invite
        if invite is not None and invite.session == self._made == self._ui.mirror.session:
            self._show_invite()
        self._made = ""

    def refresh(self) -> None:
        """Ask again for the people in the session, if a screen shows them."""
        screen = self._stack.find(PeopleScreen)
        if screen is not None:
            self._link.send_request(ListPeople(screen.session))

    def _note_name(self, name: str) -> None:
        """Tell a player in a session that the login ended elsewhere. The lobby shows it anyway."""
        if self._name and not name and self._ui.mirror.session:
            self._ui.mirror.add_note("Your login has ended: you are a guest here now.")
        self._name = name

    def _close_form(self) -> None:
        self._ui.notice = ""
        form = self._stack.top
        if isinstance(form, AccountForm):
            self._ui.lobby.notice = form.done
            self._stack.change(Home())

    def _show_invite(self) -> None:
        if self._ui.invite is not None and not isinstance(self._stack.top, InviteScreen):
            self._stack.change(Push(InviteScreen(self._ui, self._ui.invite)))
