"""The actions about the player's account on a server."""

from collections.abc import Callable, Sequence

from undertide_client.screens.lobby.login_screens import (
    EraseScreen,
    LogInScreen,
    PasswordScreen,
    SignUpScreen,
)
from undertide_client.screens.people.audit_screen import open_audit_log
from undertide_client.screens.people.people_screen import open_people
from undertide_client.screens.widgets import palette
from undertide_client.screens.widgets.actions import Pop, SendRequest
from undertide_client.screens.widgets.drawing import wrapped
from undertide_client.screens.widgets.list_screen import ListScreen
from undertide_client.screens.widgets.page_screen import Row
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_client.screens.words.session_words import account_words
from undertide_shared.messages import ExportAccount, LogOut

Choice = tuple[str, str, Callable[[Ui], Actions]]
"""An action: its name, a sentence about it, and the function that returns its client actions."""

LOG_IN: Choice = (
    "log in",
    "With your account's name and password. This machine then remembers it.",
    lambda ui: (Push(LogInScreen(ui)),),
)
SIGN_UP: Choice = (
    "make an account",
    "Your heroes and sessions are then yours on any machine.",
    lambda ui: (Push(SignUpScreen(ui)),),
)
PASSWORD: Choice = (
    "change the password",
    "All your other machines must log in again.",
    lambda ui: (Push(PasswordScreen(ui)),),
)
LOG_OUT: Choice = (
    "log out",
    "You are a guest again, and this machine forgets the account.",
    lambda _ui: (Pop(), SendRequest(LogOut())),
)
EXPORT: Choice = (
    "save my data",
    "A copy of this server's data about the account, in a file on this machine.",
    lambda _ui: (Pop(), SendRequest(ExportAccount())),
)
ERASE: Choice = (
    "erase the account",
    "For good. The game asks for the password first.",
    lambda ui: (Push(EraseScreen(ui)),),
)
EVERYONE: Choice = (
    "everyone on this server",
    "Who is where, and who is banned from the server.",
    open_people,
)
LOG: Choice = (
    "the audit log",
    "What moderators and operators did, in all sessions.",
    open_audit_log,
)


class AccountScreen(ListScreen):
    """The account actions that are open to the player now: one line each."""

    title = "Your account"
    verb = "do it"
    details = 3
    lettered = True

    def heading(self) -> str:
        """Return the title, which names the player's account."""
        return account_words(self.ui.account)

    def _choices(self) -> list[Choice]:
        account, customs = self.ui.account, self.ui.lobby.customs
        if account.name or account.operator:
            own = [PASSWORD, LOG_OUT, EXPORT, ERASE] if account.name else [LOG_OUT]
            return [*own, EVERYONE, LOG] if account.operator else own
        return [LOG_IN, SIGN_UP] if customs is None or customs.accounts else [LOG_IN]

    def lines(self) -> Sequence[Row]:
        """Return one line per action."""
        return [((name, palette.INK),) for name, _, _ in self._choices()]

    def detail(self, index: int, width: int, /) -> Sequence[Row]:
        """Return the sentence about an action."""
        _, sentence, _ = self._choices()[index]
        return [((line, palette.SOFT),) for line in wrapped(sentence, width)]

    def choose(self, index: int) -> Actions:
        """Do the chosen action."""
        _, _, then = self._choices()[index]
        return then(self.ui)
