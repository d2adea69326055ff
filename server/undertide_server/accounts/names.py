"""Names of accounts."""

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean_name


def account_name(text: str) -> str:
    """Return `text` as an account's name, cleaned like the names of heroes.

    Raises RequestRefusedError.
    """
    try:
        return clean_name(text)
    except BadTextError as fault:
        raise RequestRefusedError("bad_name", fault.reason) from fault
