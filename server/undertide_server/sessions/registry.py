"""All sessions of one server process: made on demand, listed, let go when long empty. Sans-I/O."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from undertide_server.content.digest import canonical, hash_of
from undertide_server.content.ruleset import Ruleset
from undertide_server.content.settings import ServerSettings
from undertide_server.sessions.delay import Delay
from undertide_server.sessions.house import under_house
from undertide_server.sessions.recovery import Recovered
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.session import Charter, Session
from undertide_server.simulation.run import new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.journal import Journal
from undertide_server.store.records import Header
from undertide_server.worldgen.game import make_game
from undertide_shared.messages import Calling, Pace, RunState, SessionInfo

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for another when read aloud."""
ID_LENGTH = 5
IDLE = "nobody was here for long"


class Registry:
    """The sessions of this process.

    `rulesets` are the presets on offer, by name. `fresh_seed` and `fresh_token` give secrets of
    `rng.SEED_BYTES` and `seats.TOKEN_BYTES` bytes; they are handed in, as is the journal.
    """

    def __init__(
        self,
        settings: ServerSettings,
        rulesets: Mapping[str, Ruleset],
        journal: Journal,
        fresh_seed: Callable[[], bytes],
        fresh_token: Callable[[], bytes],
    ) -> None:
        self._settings = settings
        self._rulesets = {
            preset: under_house(ruleset, settings.house) for preset, ruleset in rulesets.items()
        }
        self._journal = journal
        self._fresh_seed = fresh_seed
        self._fresh_token = fresh_token
        self._sessions: dict[str, Session] = {}
        self._contents: dict[str, bytes] = {}
        """Each preset's content in its canonical form, once it was asked for."""
        self._resting: dict[str, str] = {}
        """The runs that are live and in no session now, by the ids of those they were in."""
        self._delays: dict[str, Delay] = {}
        """Of the runs whose sessions are gone, while the last of them may not be seen yet."""
        self.wake: Callable[[str], Session | None] | None = None
        """Brings a resting run back, by `adopt`; returns None when it can't be, and raises Refused
        when it can't be now. Where there is no such thing, no run rests."""

    @property
    def sessions(self) -> Mapping[str, Session]:
        """All live sessions by id."""
        return MappingProxyType(self._sessions)

    @property
    def outlives(self) -> bool:
        """Whether the runs of this process go on with the next one."""
        return self._journal.outlives

    @property
    def presets(self) -> list[str]:
        """The presets on offer."""
        return sorted(self._rulesets)

    @property
    def callings(self) -> list[Calling]:
        """What heroes may be in the preset that is played when nobody asks for another.

        The one of those who name none comes first. Where nothing is played there are none.
        """
        rules = self._rulesets.get(self._settings.server.preset)
        if rules is None:
            return []
        first = rules.heroes.calling
        ordered = sorted(rules.callings.items(), key=lambda each: (each[0] != first, each[0]))
        return [Calling(key, record.name, record.description) for key, record in ordered]

    def create(self, preset: str, pace: Pace | None, now: float) -> Session:
        """Make a session; an empty preset or no pace means the host's. Raises Refused."""
        name = preset or self._settings.server.preset
        if name not in self._rulesets:
            raise Refused("unknown_preset", f"there is no preset {name!r} here")
        self._check_room()
        if self._journal.trouble:
            raise Refused("server_full", "this server can't write to its disk at the moment")
        seed = self._fresh_seed()
        charter = Charter(
            self._fresh_run(), self._fresh_id(), name, pace or self._settings.pace.mode
        )
        self._journal.begin(self._header(charter, seed))
        run = new_run(make_game(self._rulesets[name], seed))
        session = Session(charter, run, self._settings, self._journal, self._fresh_token, now)
        self._sessions[session.id] = session
        return session

    def adopt(self, recovered: Recovered, now: float) -> Session:
        """Let a run that was brought back go on in the session that it had.

        Where another goes by that id already, the run gets a fresh one.
        """
        header = recovered.header
        session_id = self._fresh_id() if header.session in self._sessions else header.session
        charter = Charter(header.run, session_id, header.preset, header.pace)
        session = Session(
            charter, recovered.run, self._settings, self._journal, self._fresh_token, now
        )
        session.revive(recovered)
        self._sessions[session.id] = session
        return session

    @property
    def has_room(self) -> bool:
        """Whether there may be another session."""
        return len(self._sessions) < self._settings.limits.sessions

    def _check_room(self) -> None:
        if not self.has_room:
            raise Refused("server_full", "this server holds no more sessions")

    def let_rest(self, session_id: str, run: str) -> None:
        """Let a run be brought back when somebody asks for the session that it was in."""
        self._resting[session_id] = run

    def trouble_changed(self) -> None:
        """Let every session look again whether its run has to wait for its disk."""
        for session in list(self._sessions.values()):
            session.trouble_changed()

    def find(self, session_id: str) -> Session:
        """Return a session, brought back where its run rests.

        Raises Refused when there is none of that id, or room for no more.
        """
        session = self._sessions.get(session_id) or self._woken(session_id)
        if session is None:
            raise Refused("unknown_session", "there is no such session; it may have ended")
        return session

    def _woken(self, session_id: str) -> Session | None:
        """Return the session of a run that rested until now, or None when no such run does."""
        if session_id not in self._resting or self.wake is None:
            return None
        self._check_room()
        session = self.wake(self._resting[session_id])
        del self._resting[session_id]
        return session

    def for_join(self, session_id: str, now: float) -> Session:
        """Return the session to join; with an empty id any with a free seat, else a new one.

        Raises Refused when there is none of that id, or room for no more.
        """
        if session_id:
            return self.find(session_id)
        with_room = (session for session in self._sessions.values() if session.has_room)
        return next(with_room, None) or self.create("", None, now)

    def for_watch(self, session_id: str) -> Session:
        """Return the session to watch; with an empty id the one with most heroes.

        Raises Refused when there is none.
        """
        if session_id:
            return self.find(session_id)
        running = [each for each in self._sessions.values() if not each.run.progress.ended]
        if not running:
            raise Refused("unknown_session", "nobody is playing here")
        return max(running, key=lambda session: session.seating.living)

    def must_make(self, session_id: str) -> bool:
        """Whether the session of that id, or an empty one, is made or brought back when joined."""
        if session_id:
            return session_id not in self._sessions and session_id in self._resting
        return not any(session.has_room for session in self._sessions.values())

    def watchable(self, run: str, now: float) -> int | None:
        """Return the last step of a run that whoever looks back at it may see; None for all."""
        for session in self._sessions.values():
            if session.charter.run == run:
                return session.watchable(now)
        delay = self._delays.get(run)
        return None if delay is None or delay.is_over(now) else delay.reached(now)

    def infos(self) -> list[SessionInfo]:
        """Return the lobby's list."""
        return [session.info() for session in self._sessions.values()]

    def close_idle(self, now: float) -> list[Session]:
        """Let go of the sessions that were empty for long, and return them.

        One of which something still waits for its disk stays.
        """
        patience = self._settings.limits.idle_session_seconds
        idle = [
            session
            for session in self._sessions.values()
            if session.empty_since is not None and now - session.empty_since >= patience
        ]
        gone = [session for session in idle if session.is_settled]
        for session in gone:
            self.close(session, IDLE)
        self._delays = {run: each for run, each in self._delays.items() if not each.is_over(now)}
        return gone

    def close(self, session: Session, reason: str, state: RunState = "abandoned") -> None:
        """End one session. What it still has to say can be taken from it afterwards.

        A run that somebody may come back to rests instead of being abandoned, where it can.
        """
        self._sessions.pop(session.id, None)
        self._delays[session.charter.run] = session.delay
        if state == "abandoned" and self.wake is not None and session.is_worth_coming_back_to:
            session.rest(reason)
            self.let_rest(session.id, session.charter.run)
        else:
            session.close(reason, state)

    def _header(self, charter: Charter, seed: bytes) -> Header:
        """Return what the journal of a new run begins with."""
        content = self._contents.get(charter.preset)
        if content is None:
            content = self._contents[charter.preset] = canonical(self._rulesets[charter.preset])
        return Header(
            run=charter.run,
            session=charter.id,
            preset=charter.preset,
            pace=charter.pace,
            seed=seed,
            rules=RULES,
            content_hash=hash_of(content),
            content=content,
        )

    def _fresh_run(self) -> str:
        """Return a name that no run has: 128 bits of chance."""
        return self._fresh_token().hex()

    def _fresh_id(self) -> str:
        """Return an id that no session has, nor a run that rests."""
        while True:
            secret = self._fresh_token()
            letters = (ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in secret[:ID_LENGTH])
            session_id = "".join(letters)
            if session_id not in self._sessions and session_id not in self._resting:
                return session_id
