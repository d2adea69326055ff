"""The facts about a visitor: what is kept of one, and what the name before the @ means."""

import re
from typing import Final

from undertide_client.net.errors import NO_SESSION, ServerRefusedError, ServerSilentError
from undertide_client.net.one_shot import OneShotConnection
from undertide_client.net.seat_keeper import seat_questions
from undertide_client.net.wire import UnixSocket
from undertide_client.saved.chronicles import MemoryChronicles
from undertide_client.saved.saved_data import Keepsakes
from undertide_client.saved.tokens import Tokens
from undertide_client.saved.vault import NoCopies, OpenVault, VaultLogins, VaultProfile, VaultTokens
from undertide_client.screens.words.session_words import OPEN_SEATS
from undertide_shared.codes import ALPHABET, ID_LENGTH, SEPARATOR, UNLISTED_ID_LENGTH, tidy
from undertide_shared.errors import BadTextError
from undertide_shared.limits import MAX_NAME
from undertide_shared.messages import ListPeople, ListSessions, People, SeatStatus, Sessions
from undertide_shared.text import clean, clean_name
from undertide_shared.visits import CodeRefusedError

NAMELESS: Final = "Hero"
"""The name that is suggested to a visitor whose own name tells nothing."""
ANYBODY: Final = frozenset({"root", "admin", "user", "guest", "play", "game", "undertide"})
"""Names before the @ that are nobody's own."""
SERVER: Final = "ws://localhost"
"""The address of the server in requests. Nobody looks it up: connections go to the Unix socket."""
_INVITE: Final = re.compile(f"[{ALPHABET}]{{3,8}}{SEPARATOR}[{ALPHABET}]{{5,32}}")
"""The form of an invite code, older ones included."""
_UNLISTED: Final = re.compile(f"[{ALPHABET}]{{{UNLISTED_ID_LENGTH}}}")
_LISTED: Final = re.compile(f"[{ALPHABET}]{{{ID_LENGTH}}}")


def kept_in(vault: OpenVault) -> Keepsakes:
    """Return keepsakes in a vault. Chronicles stay with the server's own runs."""
    return Keepsakes(
        VaultTokens(vault), VaultLogins(vault), VaultProfile(vault), MemoryChronicles(), NoCopies()
    )


def suggested_name(user: str, session: str = "") -> str:
    """Return a hero's name made of the name before the @, as far as that is a person's.

    `session` is the session that the name leads to, if it leads to one.
    """
    if user.lower() in ANYBODY or SEPARATOR in user or session:
        return NAMELESS
    try:
        return clean_name(clean(user, MAX_NAME))
    except BadTextError:
        return NAMELESS


async def session_of(user: str, unix_socket: UnixSocket) -> str:
    """Return the id or the invite code that the name before the @ is; empty if it is none.

    A name with the form of an id is one only if the server has that session: people are called like
    that, too. Raises CodeRefusedError with the server's reason for a code that opens nothing.
    """
    said = tidy(user)
    if _INVITE.fullmatch(said):
        refusal = await _refusal_of(unix_socket, said)
        if refusal is not None:
            raise CodeRefusedError(str(refusal))
        return said
    if _UNLISTED.fullmatch(said):
        return "" if await _refusal_of(unix_socket, said) else said
    return said if _LISTED.fullmatch(said) and await _lists(unix_socket, said) else ""


async def _refusal_of(unix_socket: UnixSocket, said: str) -> ServerRefusedError | None:
    """Return why the server has no session of this id or code for a visitor; None if it has one.

    Who asks for the people of a session, and isn't there, is refused in another way. Where the
    server doesn't answer, the visitor learns it at the join.
    """
    try:
        async with OneShotConnection.to(SERVER, unix_socket) as one_shot:
            await one_shot.request_answer(ListPeople(said), People)
    except ServerRefusedError as refusal:
        return refusal if refusal.code == NO_SESSION else None
    except ServerSilentError:
        return None
    return None


async def open_seat(unix_socket: UnixSocket, tokens: Tokens, name: str) -> SeatStatus | None:
    """Return the latest seat under a name that the server lets its player go on with, if any.

    Where the server says nothing of a seat, it says more at the join.
    """
    questions = seat_questions(tokens, SERVER, name)
    if not questions:
        return None
    try:
        async with OneShotConnection.to(SERVER, unix_socket) as one_shot:
            page = await one_shot.request_answer(ListSessions(0, questions), Sessions)
    except (ServerRefusedError, ServerSilentError):
        page = Sessions([])
    told = {seat.session: seat for seat in page.seats}
    seats = [told.get(asked.session, SeatStatus(asked.session, "resting")) for asked in questions]
    return next((seat for seat in seats if seat.state in OPEN_SEATS), None)


async def _lists(unix_socket: UnixSocket, session: str) -> bool:
    """Return whether the server lists a session on its first page."""
    try:
        async with OneShotConnection.to(SERVER, unix_socket) as one_shot:
            page = await one_shot.request_answer(ListSessions(), Sessions)
    except (ServerRefusedError, ServerSilentError):
        return False
    return any(one.session == session for one in page.sessions)
