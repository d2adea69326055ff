"""Runs that rest: they are in the journal, and in no session until somebody asks for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from undertide_server.content.settings.settings import LimitSettings
from undertide_server.sessions.durability.recovery import ruleset_of
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.members.members import Members
from undertide_server.sessions.membership import check_calling
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import SessionContext
from undertide_server.sessions.model.settings import SessionSettings
from undertide_server.sessions.moderation.door import OPEN, Door
from undertide_server.sessions.moderation.policy import SessionPolicy
from undertide_server.sessions.session import Session
from undertide_server.store.records import Header, SeatRecord
from undertide_server.util.slices import Slices
from undertide_shared.codes import id_of

NO_MEMBER = -1
"""The number of somebody who is in no session yet."""


@dataclass(frozen=True, slots=True)
class EntryRequest:
    """A request to enter a session, or to moderate it from outside."""

    identity: Identity
    said: str
    """The name that the person used for the session: its id or an invite code."""
    token: bytes = b""
    calling: str = ""
    watching: bool = False
    moderating: bool = False


@dataclass(frozen=True, slots=True)
class RestingSession:
    """What may be known of a resting run's session before the run is brought back."""

    header: Header
    settled: SessionSettings
    seats: Sequence[SeatRecord]


CheckEntry = Callable[[RestingSession], None]
"""Raises RequestRefusedError if somebody may not enter. Any thread may call it."""


def any_entry(_resting: RestingSession) -> None:
    """Let anybody in: the server itself brings a run back."""


class RestingRuns(Protocol):
    """The reader of runs that are in no session here."""

    def read(
        self, run: str, check: CheckEntry, handover: Handover | None = None
    ) -> Slices[Session | None]:
        """Read a run if a check allows it; return the work that brings it back.

        With the `handover` of its former owner it goes on exactly as there. Any thread may call
        this, since it may take long; the work belongs to the event loop. The work returns None if
        the run can't be brought back. Raises RequestRefusedError.
        """

    def opens_seat(self, run: str, token: bytes) -> bool:
        """Return whether a token opens a seat of a run.

        The store is asked the same of a run that doesn't exist. Any thread may call this. Raises
        RequestRefusedError.
        """

    def refuse_owner(self, run: str, token: bytes) -> None:
        """Tell the owner of a seat that its run was set aside, by raising RequestRefusedError.

        Return if the token opens no seat of the run: strangers learn nothing. Any thread may call
        this.
        """


def check_entry(
    entry: EntryRequest, resting: RestingSession, limits: LimitSettings, wall: Callable[[], float]
) -> None:
    """Check that somebody may enter a resting run's session, as the session will check again.

    `wall` returns seconds since 1970. Raises RequestRefusedError, or RecoveryError if the content
    can't be read.
    """
    rules, header = ruleset_of(resting.header), resting.header
    members = Members(rules, limits, resting.settled.seats)
    context = SessionContext(resting.settled, wall)
    policy = SessionPolicy(header.session, context, members, rules, 0)
    if entry.moderating:
        policy.check_member(None, entry.identity)
    elif entry.token:
        for seat in resting.seats:
            members.seating.restore(seat, resting.settled)
        number = members.seating.opened_by(entry.token).number
        policy.access_control.check_return(number, entry.identity)
    else:
        access_control, watching = policy.access_control, entry.watching
        access_control.check(NO_MEMBER, entry.identity, entry.said, watching=watching)
        if not watching:
            check_calling(rules, entry.calling)


class RestingIndex:
    """The runs that are live, but in no session now, by the ids of their last sessions.

    `sessions` is a live mapping of all live sessions by id.
    """

    def __init__(self, sessions: Mapping[str, Session]) -> None:
        self._sessions = sessions
        self._runs: dict[str, str] = {}
        self._doors: dict[str, Door] = {}
        """Of the sessions by invitation, who may learn that their runs rest."""
        self.aside: dict[str, str] = {}
        """Why runs can't be played by this process, by run. It doesn't try again, and keeps what
        their sessions were called: their seats stay their players'."""
        self._given_up: set[str] = set()
        """Runs that are about to be deleted."""

    def __contains__(self, session_id: str) -> bool:
        return session_id in self._runs

    def add_run(self, session_id: str, run: str, door: Door = OPEN) -> None:
        """Add a resting run, to be brought back when somebody asks for its session."""
        self._runs[session_id] = run
        self._doors.pop(session_id, None)
        if door.is_hidden:
            self._doors[session_id] = door

    def set_aside(self, session_id: str, run: str, reason: str, door: Door | None = None) -> None:
        """Register a run that this process can't play, under its session's id.

        Without a `door`, the one that is known stays.
        """
        self.add_run(session_id, run, door or self._doors.get(session_id, OPEN))
        self.aside[run] = reason

    def door(self, said: str) -> Door | None:
        """Return who may learn of the run that rests under a session's id; None without one."""
        session_id = id_of(said)
        return self._doors.get(session_id, OPEN) if session_id in self._runs else None

    def find_run(self, said: str) -> str | None:
        """Return the run that rests under a session's id, unless the session is live."""
        session_id = id_of(said)
        return None if session_id in self._sessions else self._runs.get(session_id)

    def remove_run(self, session_id: str, run: str) -> None:
        """Note that a run doesn't rest under this id any more."""
        if self._runs.get(session_id) == run:
            del self._runs[session_id]
            self._doors.pop(session_id, None)
            self.aside.pop(run, None)

    def give_up(self, runs: Sequence[str]) -> list[str]:
        """Bring none of these runs back any more; return all but those that are played now.

        Call `clear_given_up` once they are deleted.
        """
        played = {session.config.run for session in self._sessions.values()}
        given_up = [run for run in runs if run not in played]
        self._given_up.update(given_up)
        return given_up

    def is_given_up(self, run: str) -> bool:
        """Return whether a run is about to be deleted."""
        return run in self._given_up

    def clear_given_up(self) -> None:
        """Note that all runs that were given up are deleted."""
        self._given_up.clear()
