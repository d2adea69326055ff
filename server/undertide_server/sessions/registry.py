"""All sessions of one server process: made on demand, listed, closed when long empty. Sans-I/O."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from undertide_server.content.digest import canonical, hash_of
from undertide_server.content.ruleset import Ruleset
from undertide_server.content.settings import ServerSettings
from undertide_server.sessions.recovery import Recovered
from undertide_server.sessions.refused import Refused
from undertide_server.sessions.session import Charter, Session
from undertide_server.simulation.run import new_run
from undertide_server.simulation.version import RULES
from undertide_server.store.journal import Journal
from undertide_server.store.records import Header
from undertide_server.worldgen.game import make_game
from undertide_shared.messages import Pace, RunState, SessionInfo

ID_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that nobody mistakes for another when read aloud."""
ID_LENGTH = 5


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
        self._rulesets = rulesets
        self._journal = journal
        self._fresh_seed = fresh_seed
        self._fresh_token = fresh_token
        self._sessions: dict[str, Session] = {}
        self._contents: dict[str, bytes] = {}
        """Each preset's content in its canonical form, once it was asked for."""

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

    def create(self, preset: str, pace: Pace | None, now: float) -> Session:
        """Make a session; an empty preset or no pace means the host's. Raises Refused."""
        name = preset or self._settings.server.preset
        if name not in self._rulesets:
            raise Refused("unknown_preset", f"there is no preset {name!r} here")
        if len(self._sessions) >= self._settings.limits.sessions:
            raise Refused("server_full", "this server holds no more sessions")
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

    def trouble_changed(self) -> None:
        """Let every session look again whether its run has to wait for its disk."""
        for session in list(self._sessions.values()):
            session.trouble_changed()

    def find(self, session_id: str) -> Session:
        """Return a live session. Raises Refused when there is none of that id."""
        session = self._sessions.get(session_id)
        if session is None:
            raise Refused("unknown_session", "there is no such session; it may have ended")
        return session

    def for_join(self, session_id: str, now: float) -> Session:
        """Return the session to join; with an empty id any with a free seat, else a new one.

        Raises Refused when there is none of that id, or room for no more.
        """
        if session_id:
            return self.find(session_id)
        for session in self._sessions.values():
            if session.has_room:
                return session
        return self.create("", None, now)

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

    def infos(self) -> list[SessionInfo]:
        """Return the lobby's list."""
        return [session.info() for session in self._sessions.values()]

    def close_idle(self, now: float) -> list[Session]:
        """End the sessions that were empty for long, and return them."""
        patience = self._settings.limits.idle_session_seconds
        idle = [
            session
            for session in self._sessions.values()
            if session.empty_since is not None and now - session.empty_since >= patience
        ]
        for session in idle:
            self.close(session, "nobody was here for long")
        return idle

    def close(self, session: Session, reason: str, state: RunState = "abandoned") -> None:
        """End one session. What it still has to say can be taken from it afterwards."""
        self._sessions.pop(session.id, None)
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
        """Return an id that no live session has."""
        while True:
            secret = self._fresh_token()
            letters = (ID_ALPHABET[byte % len(ID_ALPHABET)] for byte in secret[:ID_LENGTH])
            session_id = "".join(letters)
            if session_id not in self._sessions:
                return session_id
