"""Names of accounts: a name belongs to one person, in whatever way it is written."""

import unicodedata

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean, clean_name


def account_name(text: str) -> str:
    """Return `text` as an account's name, cleaned like the names of heroes.

    Raises RequestRefusedError.
    """
    try:
        return clean_name(text)
    except BadTextError as fault:
        raise RequestRefusedError("bad_name", fault.reason) from fault


def folded(text: str) -> str:
    """Return the key of a name: the same for all spellings that read alike.

    Case doesn't count, and neither do wide, small or circled forms of a letter. Letters of
    different scripts that look alike stay different.
    """
    # Cut nothing off: otherwise a long name could pass for a shorter one.
    shown = clean(text, max(1, len(text)))
    once = unicodedata.normalize("NFKC", shown).casefold()
    return unicodedata.normalize("NFKC", once)
