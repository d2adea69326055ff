"""What accounts are called: a name is one person's, however it is written."""

import unicodedata

from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_shared.errors import BadTextError
from undertide_shared.text import clean, clean_name


def account_name(text: str) -> str:
    """Return `text` as an account's name, cleaned as heroes' names are.

    Raises RequestRefusedError.
    """
    try:
        return clean_name(text)
    except BadTextError as fault:
        raise RequestRefusedError("bad_name", fault.reason) from fault


def folded(text: str) -> str:
    """Return what a name is known by: the same for all ways of writing it that read alike.

    Case doesn't count, nor do wide, small or circled forms of a letter. Letters of different
    scripts that look alike stay apart.
    """
    # Nothing is cut off: a prefix that fits would be another one's name.
    shown = clean(text, max(1, len(text)))
    once = unicodedata.normalize("NFKC", shown).casefold()
    return unicodedata.normalize("NFKC", once)
