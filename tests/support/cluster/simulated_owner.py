"""The runs that a node of a simulated cluster plays, and the members in them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from support.cluster.messages import Act, Elsewhere, Enter, Entered, Frame, Gone
from support.cluster.simulated_session import CountedRun, Inputs, SimulatedSession
from support.cluster.virtual_time import Process
from undertide_server.store.journal import Journal

STEP_SECONDS = 0.1
"""Time between two steps, and from an intent to the step that takes it."""

Reply = Callable[[Any], object]
Show = Callable[[str, int, Inputs], object]


@dataclass(frozen=True, slots=True, eq=False)
class Seated:
    """A member of a session at its owner, whichever node holds its connection."""

    member: int
    """Its number at its front."""
    by: object
    """The link by which it came; the node itself for its own clients."""
    reply: Reply


class SimulatedOwner:
    """The sessions of one node. `show` is called with each step whose frame leaves."""

    def __init__(self, process: Process, journal: Journal, show: Show) -> None:
        self.sessions: dict[str, SimulatedSession] = {}
        self._process = process
        self._journal = journal
        self._show = show
        self._seats: dict[str, dict[int, Seated]] = {}
        self._stepping: set[str] = set()

    def host(self, name: str, run: CountedRun) -> SimulatedSession:
        """Play a run from now on."""
        session = SimulatedSession(name, run, self._journal, lambda *step: self._tell(name, *step))
        self.sessions[name] = session
        self._seats[name] = {}
        return session

    def drop(self, name: str) -> None:
        """Play a run no longer, and write nothing; its members look for it elsewhere."""
        self.sessions.pop(name).is_over = True
        self.send_away(name)
        del self._seats[name]

    def send_away(self, name: str) -> None:
        """Have the members of a run enter it again, wherever it is."""
        seats = self._seats[name]
        for seated in list(seats.values()):
            seated.reply(Elsewhere(seated.member))
        seats.clear()

    def hear(self, message: Any, reply: Reply, by: object) -> None:
        """Handle a message of a front."""
        match message:
            case Enter():
                self._enter(message, Seated(message.member, by, reply))
            case Act():
                self._act(message, by)
            case Gone(member=member):
                self.forget(by, member)

    def forget(self, by: object, member: int | None = None) -> None:
        """Forget a member that came by a link; all of them if none is named."""
        for seats in self._seats.values():
            for seat, seated in list(seats.items()):
                if seated.by is by and member in {None, seated.member}:
                    del seats[seat]

    def step_soon(self, name: str) -> None:
        """Let a session take a step in a moment, and go on while intents wait."""
        if name not in self._stepping:
            self._stepping.add(name)
            self._process.later(STEP_SECONDS, lambda: self._step(name))

    def _step(self, name: str) -> None:
        self._stepping.discard(name)
        session = self.sessions.get(name)
        if session is not None:
            session.advance()
            if session.waiting:
                self.step_soon(name)

    def _enter(self, asked: Enter, seated: Seated) -> None:
        session = self.sessions.get(asked.run)
        if session is None or session.is_halted:
            seated.reply(Elsewhere(seated.member))
            return
        self._seats[asked.run][asked.seat] = seated
        seated.reply(Entered(seated.member, session.received(asked.seat)))

    def _act(self, act: Act, by: object) -> None:
        for run, seats in self._seats.items():
            for seat, seated in seats.items():
                if seated.by is by and seated.member == act.member:
                    self.sessions[run].take(seat, act.sequence)
                    self.step_soon(run)

    def _tell(self, run: str, step: int, inputs: Inputs, settled: dict[int, int]) -> None:
        self._show(run, step, inputs)
        for seat, seated in self._seats.get(run, {}).items():
            seated.reply(Frame(seated.member, step, settled.get(seat, 0)))
