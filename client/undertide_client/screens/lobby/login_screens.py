"""The forms to log in, to make an account and to change the password."""

from undertide_client.screens.widgets.actions import SendRequest
from undertide_client.screens.widgets.confirm_screen import ConfirmScreen
from undertide_client.screens.widgets.form import Writing
from undertide_client.screens.widgets.form_screen import FormScreen
from undertide_client.screens.widgets.screen import Actions, Push
from undertide_client.screens.widgets.ui import Ui
from undertide_shared.data_folder import KEY_BYTES, KEY_FILE
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_NAME, MAX_PASSWORD, MIN_PASSWORD
from undertide_shared.messages import ChangePassword, EraseAccount, LogIn, SignUp
from undertide_shared.text import clean_name


def _name(help_: str) -> Writing:
    return Writing("Name", help_, MAX_NAME)


def _password(title: str, help_: str) -> Writing:
    return Writing(title, help_, MAX_PASSWORD, secret=True)


NEW_PASSWORD = f"At least {MIN_PASSWORD} characters; several unrelated words are a good choice."
AGAIN = "The same password again, in case you mistyped it."


ERASURE = (
    "Nobody can bring the account back, and nobody can have its name again. The server deletes the "
    "account, its logins, and its name in reports and the audit log. Runs keep your heroes' names "
    "and chat: the operator can delete them."
)


class AccountForm(FormScreen):
    """A form about the player's account. It stays until the server accepts or refuses it."""

    done = ""
    """Notice after the server accepts, if nothing else on the screen shows the success."""


class LogInScreen(AccountForm):
    """The form to log in by name and password, or with the server's operator key."""

    title = "Log in"
    verb = "log in"

    def __init__(self, ui: Ui) -> None:
        self._name = _name("Your account's name. Leave it empty to enter the operator key below.")
        self._password = _password(
            "Password",
            f"Hidden. Without a name: the operator key, in {KEY_FILE} of the data folder.",
        )
        self._name.suggest(ui.name)
        super().__init__(ui, self._name, self._password)

    def finish(self) -> Actions:
        """Log in. Raises BadTextError if the password is missing or the key is malformed."""
        name, password = self._name.text.strip(), self._password.text
        if not name:
            return (SendRequest(LogIn("", token=_key(password))),)
        if not password:
            raise BadTextError("enter a password")
        return (SendRequest(LogIn(clean_name(name), password)),)


class SignUpScreen(AccountForm):
    """The form to make an account."""

    title = "Make an account"
    verb = "create the account"

    def __init__(self, ui: Ui) -> None:
        self._name = _name("Your name on this server; you can still play under other names.")
        self._password = _password("Password", NEW_PASSWORD)
        self._again = _password("Password, again", AGAIN)
        self._name.suggest(ui.name)
        super().__init__(ui, self._name, self._password, self._again)

    def finish(self) -> Actions:
        """Make the account. Raises BadTextError for an invalid name or password."""
        name = clean_name(self._name.text)
        return (SendRequest(SignUp(name, _agreed(self._password, self._again))),)


class PasswordScreen(AccountForm):
    """The form to change the password."""

    title = "Change the password"
    verb = "change it"
    done = "Your password is changed."

    def __init__(self, ui: Ui) -> None:
        self._old = _password("Old password", "So that nobody else changes it for you.")
        self._new = _password("New password", NEW_PASSWORD)
        self._again = _password("New password, again", AGAIN)
        super().__init__(ui, self._old, self._new, self._again)

    def finish(self) -> Actions:
        """Change the password. Raises BadTextError if the new one is invalid."""
        return (SendRequest(ChangePassword(self._old.text, _agreed(self._new, self._again))),)


class EraseScreen(AccountForm):
    """The form to erase the account, after a question."""

    title = "Erase the account"
    verb = "erase it"
    done = "Your account is erased. You are a guest."

    def __init__(self, ui: Ui) -> None:
        self._password = _password("Password", "So that nobody else erases it for you.")
        super().__init__(ui, self._password)

    def finish(self) -> Actions:
        """Ask before the account ends. Raises BadTextError if the password is missing."""
        if not self._password.text:
            raise BadTextError("enter a password")
        erase = (SendRequest(EraseAccount(self._password.text)),)
        return (Push(ConfirmScreen(self.ui, "Erase the account?", ERASURE, "erase it", erase)),)


def _key(written: str) -> bytes:
    """Return the operator key from the digits in its file. Raises BadTextError."""
    try:
        key = bytes.fromhex(written.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise BadTextError(f"without a name, enter the {2 * KEY_BYTES} digits of {KEY_FILE}")
    return key


def _agreed(one: Writing, again: Writing) -> str:
    """Return a new password that was typed twice. Raises BadTextError."""
    if len(one.text) < MIN_PASSWORD:
        raise BadTextError(f"a password needs at least {MIN_PASSWORD} characters")
    if one.text != again.text:
        raise BadTextError("the two passwords differ")
    return one.text
