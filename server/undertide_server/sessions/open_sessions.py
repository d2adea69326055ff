"""The sessions that people find without naming one: to join, to watch, or in a list. Sans-I/O."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from undertide_server.sessions.membership import check_calling
from undertide_server.sessions.model.errors import RequestRefusedError
from undertide_server.sessions.model.identity import NOBODY, Identity
from undertide_server.sessions.offers import Offers
from undertide_server.sessions.session import Session
from undertide_server.simulation.queries.grammar import listed_in_part
from undertide_shared.limits import MAX_LISTED_SESSIONS, MAX_NAMED_SESSIONS
from undertide_shared.messages import SessionInfo

NO_OPEN_SESSION = "no session here is open to you: make one, or join one by its id or invite code"
ALL_FULL = "all seats here are taken: watch a session, or make a new one"


FIRST_FLOOR: Final = 1
"""The deepest floor of a run that a newcomer comes into without a question."""
MOST_NAMED: Final = 3
"""Heroes that a sentence about a party names."""


def underway_words(infos: Sequence[SessionInfo]) -> str:
    """Return the sentence for a newcomer to whom only these sessions are open, all further on."""
    best = max(infos, key=lambda info: info.heroes - info.asleep)
    names = [hero.name for hero in best.party if hero.state != "dead"]
    who = listed_in_part(names, MOST_NAMED) if names else "its heroes"
    are = "is" if len(names) == 1 else "are"
    where = f"{who} {are} on floor {best.deepest_floor} already"
    return f"in session {best.session} {where}: choose to join there, or make a new game"


class OpenSessions:
    """The live sessions of a server, as far as they are open to a person.

    `sessions` is a live mapping of all of them by id, in the order in which they were made.
    """

    def __init__(self, sessions: Mapping[str, Session], offers: Offers) -> None:
        self._sessions = sessions
        self._offers = offers

    def find_to_join(self, calling: str = "", identity: Identity = NOBODY) -> Session:
        """Return the session for a newcomer who names none: the one with most players present.

        It is never one past its first floor: a newcomer names such a session, or is asked.

        Raises RequestRefusedError with "session_full" if no open session has a free seat, or if the
        only ones with one are further on, which the reason names. Raises it with "unknown_session"
        if there is no open session. Raises it, too, if the server's own preset doesn't have the
        calling either: then a session made for it would be of no use.
        """
        is_open = list(self._open_sessions(identity))
        with_room = [session for session in is_open if session.has_room]
        beginning = [each for each in with_room if each.run.progress.deepest <= FIRST_FLOOR]
        if beginning:
            return max(beginning, key=lambda session: len(session.members.seated))
        if with_room:
            infos = [session.disclosure.info() for session in with_room]
            raise RequestRefusedError("session_full", underway_words(infos))
        if is_open:
            raise RequestRefusedError("session_full", ALL_FULL)
        rules = self._offers.default_ruleset
        if rules is not None:
            check_calling(rules, calling)
        raise RequestRefusedError("unknown_session", NO_OPEN_SESSION)

    def find_to_watch(self, identity: Identity = NOBODY) -> Session:
        """Return the session for a spectator who names none.

        That is the one with most players present, and of these the one with most living heroes: a
        party that sleeps shows nothing. Raises RequestRefusedError if there is none.
        """
        running = [
            session
            for session in self._sessions.values()
            if not (session.run.progress.ended or session.is_halted)
            and session.policy.access_control.is_open_to(identity, watching=True)
        ]
        if not running:
            raise RequestRefusedError("unknown_session", "nobody is playing here")
        return max(
            running,
            key=lambda each: (len(each.members.seated), each.members.seating.living),
        )

    def _open_sessions(self, identity: Identity) -> Iterator[Session]:
        """Yield the sessions of unfinished runs that a person who names none may join."""
        for session in self._sessions.values():
            is_open = session.policy.access_control.is_open_to(identity, watching=False)
            if is_open and not (session.run.progress.ended or session.is_halted):
                yield session

    def infos(
        self, skip: int = 0, count: int = MAX_LISTED_SESSIONS, *, operator: bool = False
    ) -> list[SessionInfo]:
        """Return a page of the lobby's list: what follows the first `skip`, at most `count`.

        It lists the public sessions in the order in which they were made. An operator gets all of
        them, and as they are now. The first `MAX_NAMED_SESSIONS` have the names of their heroes.
        """
        listed = (
            each
            for each in self._sessions.values()
            if operator or each.policy.access_control.is_public
        )
        first = min(skip, len(self._sessions))
        page = islice(listed, first, first + count)
        return [
            session.disclosure.info(live=operator, named=number < MAX_NAMED_SESSIONS)
            for number, session in enumerate(page)
        ]
