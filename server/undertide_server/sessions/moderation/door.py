"""Who may learn that a session exists. Pure.

Strangers who have neither its code nor a token of its seats are answered as if there were no
session by invitation, and no work is done for them that would not be done then.
"""

import msgspec

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.settings import SessionSettings
from undertide_shared.codes import opens, secret_of
from undertide_shared.messages import Access

WRONG_CODE = "no session has this invite code: it may have ended, or have a new code"
WRONG_ID = "there is no such session: it may have ended, or need an invite code"


class Door(msgspec.Struct, array_like=True, frozen=True):
    """What decides who may learn of a session. The default is a session that anybody may find."""

    access: Access = "public"
    secret: str = ""
    """The secret part of the invite code."""
    accounts: frozenset[str] = frozenset()
    """The accounts of its people."""

    @property
    def is_hidden(self) -> bool:
        """Whether an id alone, which may be short, says nothing about the session."""
        return self.access == "invited"

    def is_known_to(self, identity: Identity, said: str) -> bool:
        """Return whether a person who says this id or code may learn that the session exists."""
        is_of_it = identity.operator or identity.account in self.accounts
        return not self.is_hidden or is_of_it or opens(said, self.secret)


OPEN = Door()


def door_of(settings: SessionSettings) -> Door:
    """Return the door of a session with these settings."""
    if settings.access != "invited":
        return OPEN
    accounts = {settings.host.account, *settings.accounts.values()} - {""}
    return Door(settings.access, settings.secret, frozenset(accounts))


def unknown_session(said: str) -> RequestRefusedError:
    """Return the refusal of everybody who names a session that doesn't exist for them."""
    return RequestRefusedError("unknown_session", WRONG_CODE if secret_of(said) else WRONG_ID)
