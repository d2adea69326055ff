"""All sessions of one server: made on demand, closed after a long idle time. Sans-I/O."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from types import MappingProxyType
from typing import Final

from undertide_server.content.settings.settings import ServerSettings
from undertide_server.sessions.broadcast.delay import Delay
from undertide_server.sessions.builder import build_session
from undertide_server.sessions.capacity import Capacity
from undertide_server.sessions.durability.recovery import Recovered
from undertide_server.sessions.handover import Handover
from undertide_server.sessions.model.gallery_budget import GalleryBudget
from undertide_server.sessions.model.identity import Identity
from undertide_server.sessions.model.info import Legend, RecordAudit, SessionConfig, SessionContext
from undertide_server.sessions.model.settings import Host, SessionSettings, encode_settings
from undertide_server.sessions.moderation.door import door_of, unknown_session
from undertide_server.sessions.moderation.guessing import GuessLimits
from undertide_server.sessions.moderation.sanctions import SECONDS_A_MINUTE
from undertide_server.sessions.offers import Offers, PreparedGame, SessionRequest
from undertide_server.sessions.open_sessions import OpenSessions
from undertide_server.sessions.playbook import GameContent, GameSetup
from undertide_server.sessions.resting import (
    CheckEntry,
    EntryRequest,
    RestingIndex,
    RestingRuns,
    check_entry,
)
from undertide_server.sessions.session import Session
from undertide_server.simulation.state.run import Run
from undertide_server.simulation.version import RULES
from undertide_server.store.journal import Journal
from undertide_server.store.records import Ending, Header
from undertide_server.store.renders import RenderCounts
from undertide_shared.codes import (
    ID_LENGTH,
    INVITED_ID_LENGTH,
    SECRET_LENGTH,
    UNLISTED_ID_LENGTH,
    id_of,
    word_of,
)
from undertide_shared.messages import Access, RunState, SeatQuestion, SeatStatus
from undertide_shared.ranks import Rank

IDLE = "nobody was here for too long"
GAVE_WAY = "your place was given away while nobody played: join again to go on"
"""What the members of an idle session read whose place others get: it fits a line of the lobby."""
NOT_BEGUN = "its session could not begin"
ID_LENGTHS: Final[Mapping[Access, int]] = {
    "public": ID_LENGTH,
    "unlisted": UNLISTED_ID_LENGTH,
    "invited": INVITED_ID_LENGTH,
}
"""Characters in the id of a new session."""
TRIES: Final = 20
"""Ids to try until a session gets one with a character more."""


class Registry:
    """The live sessions of this process.

    `fresh_seed` and `fresh_token` return secrets of
    `rng.SEED_BYTES` and `seats.TOKEN_BYTES` bytes. `wall` returns seconds since 1970.
    `record_audit` is called with author, action and session of each audit entry.

    Callers name a session by its id or by an invite code.
    """

    def __init__(
        self,
        settings: ServerSettings,
        content: GameContent,
        journal: Journal,
        fresh_seed: Callable[[], bytes],
        fresh_token: Callable[[], bytes],
        wall: Callable[[], float],
        record_audit: RecordAudit,
    ) -> None:
        self.settings = settings
        """The present settings. New sessions get them; live ones keep theirs."""
        self.repertoire = content.repertoire
        """The code behind the keys of all content."""
        self.journal = journal
        self._fresh_token = fresh_token
        self._wall = wall
        self._gallery_budget = GalleryBudget()
        self._record_audit = record_audit
        self._sessions: dict[str, Session] = {}
        self.sessions: Mapping[str, Session] = MappingProxyType(self._sessions)
        """All live sessions, by id."""
        self.capacity = Capacity(settings, journal, self._sessions)
        self.offers = Offers(settings, content, fresh_seed, self.capacity)
        self.open_sessions = OpenSessions(self._sessions, self.offers)
        self.resting = RestingIndex(self._sessions)
        self.renders = RenderCounts()
        """What is rendered of kept runs, and what waits for it."""
        self.hung_workers: Counter[str] = Counter()
        """Worker processes that hung and were ended, by what they do."""
        self._delays: dict[str, Delay] = {}
        """The delays of runs whose sessions are gone, until all of the run may be seen."""
        self.guesses = GuessLimits(self._is_listed)
        """The wrong guesses of ids and codes so far."""
        self.is_taken: Callable[[str], bool] = lambda _id: False
        """Returns whether another node has a session with an id."""
        self.resting_runs: RestingRuns | None = None
        """Reads resting runs, to bring them back. If None, no run rests."""

    def apply_settings(self, settings: ServerSettings) -> None:
        """Apply these settings to new sessions; live ones keep theirs."""
        self.settings = settings
        self.capacity.apply_settings(settings)
        self.offers.apply_settings(settings)

    @property
    def brings_back_since(self) -> float:
        """A start brings back runs that somebody was in since this time, in seconds since 1970."""
        return self._wall() - self.settings.limits.return_minutes * SECONDS_A_MINUTE

    def open(
        self,
        request: SessionRequest,
        prepared: PreparedGame,
        now: float,
        identity: Identity,
        maker: int | None,
    ) -> Session:
        """Make the session of a prepared game whose world is settled.

        Raises RequestRefusedError if the disk fails, and closes the world.

        The party leader is whoever has the maker's account, or else the connection `maker`.
        """
        try:
            self.capacity.check_disk()
            settled = request.settled
            settled.host, settled.left_at = Host(identity.account), self._wall()
            config = SessionConfig(
                self._fresh_run(), self._fresh_id(settled), request.preset, request.pace
            )
            if settled.access == "invited":
                settled.secret = word_of(self._fresh_token(), SECRET_LENGTH)
            self.journal.begin(
                _header(config, request.seed, prepared.setup), encode_settings(settled)
            )
            try:
                return self._open(config, prepared.run, now, settled, maker, prepared.legend)
            except BaseException:
                self.journal.close(config.run, Ending("abandoned", NOT_BEGUN))
                self.journal.release(config.run)
                raise
        except BaseException:
            prepared.run.world.close()
            raise

    def adopt(self, recovered: Recovered, now: float, handover: Handover | None = None) -> Session:
        """Return a session that continues a recovered run, under its old id.

        If another session has that id by now, the run gets a fresh one. With a `handover` of its
        last step it goes on exactly as on the node before, else its heroes sleep.
        """
        header, settled = recovered.header, recovered.settled
        taken = header.session in self._sessions
        session_id = self._fresh_id(settled) if taken else header.session
        config = SessionConfig(
            header.run, session_id, header.preset, header.pace, recovered.elapsed
        )
        session = self._open(config, recovered.run, now, settled, None, recovered.legend)
        try:
            if handover is not None and handover.step == recovered.run.progress.step:
                session.succession.take_over(recovered, handover, now)
            else:
                session.revive(recovered, now)
        except BaseException:
            del self._sessions[session_id]
            session.dispose()
            raise
        self.resting.remove_run(header.session, header.run)
        return session

    def _open(
        self,
        config: SessionConfig,
        run: Run,
        now: float,
        settled: SessionSettings,
        maker: int | None,
        legend: Legend,
    ) -> Session:
        context = SessionContext(
            settled, self._wall, self._record_audit, maker, self._gallery_budget, legend
        )
        session = build_session(
            config, run, self.settings, self.journal, self._fresh_token, now, context
        )
        self._sessions[session.id] = session
        return session

    def check_runs(self) -> None:
        """Have the store say of every live run whether this node may still play it."""
        for session in self._sessions.values():
            session.journal_writer.check()

    def of_run(self, run: str) -> Session | None:
        """Return the live session of a run; None if there is none here."""
        for session in self._sessions.values():
            if session.config.run == run:
                return session
        return None

    def trouble_changed(self) -> None:
        """Tell every session that the journal's trouble has changed."""
        for session in list(self._sessions.values()):
            session.disk_changed()

    def check_entry(self, entry: EntryRequest) -> CheckEntry:
        """Return the check of a request to enter a resting run's session."""
        limits, wall = self.settings.limits, self._wall
        return lambda resting: check_entry(entry, resting, limits, wall)

    def find(self, said: str) -> Session:
        """Return a live session. The session checks access itself.

        Raises RequestRefusedError if there is none.
        """
        session = self.live(said)
        if session is None:
            raise unknown_session(said)
        return session

    def seat_status(self, question: SeatQuestion, *, is_proven: bool = False) -> SeatStatus:
        """Return what became of a seat, as far as this process knows.

        A seat of a resting session by invitation counts as gone, unless the store has proven that
        the token opens it.
        """
        session = self.live(question.session)
        if session is not None:
            return session.disclosure.seat_status(question.token)
        run, door = self.resting.find_run(question.session), self.resting.door(question.session)
        if run is None or door is None or (door.is_hidden and not is_proven):
            return SeatStatus(question.session, "gone")
        return SeatStatus(question.session, "aside" if run in self.resting.aside else "resting")

    def live(self, said: str) -> Session | None:
        """Return the live session that an id or a code names; None if there is none."""
        return self._sessions.get(id_of(said))

    def is_known(self, member: int, identity: Identity, said: str) -> bool:
        """Return whether a person may learn that a session lives or rests here.

        Strangers may not if it is by invitation, unless `said` is its code.
        """
        session = self.live(said)
        if session is not None and session.policy.roles.rank(member, identity) > Rank.STRANGER:
            return True
        resting = self.resting.door(said)
        door = resting if session is None else door_of(session.policy.settings)
        return door is not None and door.is_known_to(identity, said)

    def _is_listed(self, said: str) -> bool:
        """Return whether this is the id of a session that the lobby lists."""
        session = self._sessions.get(said)
        return session is not None and session.policy.access_control.is_public

    def forget_maker(self, member: int) -> None:
        """Note that a connection is gone, or has logged in as somebody else.

        If it made a session and never joined it, the role of party leader passes to a player there.
        Call this for every such connection.
        """
        for session in self._sessions.values():
            session.forget_maker(member)

    def check_look_back(self, run: str, said: str, member: int, identity: Identity) -> None:
        """Raise RequestRefusedError if a person may not watch a run's replay.

        The rules of a live run's session hold for its replay, too. `said` is the name that the
        person used: a session's id or invite code, or the name of the run.
        """
        for session in self._sessions.values():
            if session.config.run == run:
                session.policy.access_control.check(member, identity, said, watching=True)

    def watchable(self, run: str, now: float) -> int | None:
        """Return the last step of a run that replays may show; None means all of them."""
        for session in self._sessions.values():
            if session.config.run == run:
                return session.disclosure.watchable(now)
        delay = self._delays.get(run)
        return None if delay is None or delay.is_over(now) else delay.reached(now)

    def forget_delays(self, now: float) -> None:
        """Forget the delays of closed sessions that are over."""
        self._delays = {run: each for run, each in self._delays.items() if not each.is_over(now)}

    def find_idle(self, now: float) -> Session | None:
        """Return a session that has been empty for too long, if there is one.

        A session with changes that are not durable yet stays.
        """
        patience = self.settings.limits.idle_session_seconds
        for session in self._sessions.values():
            since = session.occupancy.empty_since
            is_idle = since is not None and now - since >= patience
            if is_idle and session.is_settled and not session.is_halted:
                return session
        return None

    def find_giving_way(self, now: float) -> Session | None:
        """Return the public session that gives way to another one, if there is one.

        In it nobody has done anything for longest, and for `limits.give_way_minutes`. Its run must
        be kept, so that no hero is lost by it; or nobody would come back to it.
        """
        patience = self.settings.limits.give_way_minutes * SECONDS_A_MINUTE
        found = [
            session
            for session in self._sessions.values()
            if session.policy.access_control.is_public
            and now - session.occupancy.idle_since >= patience > 0
            and (self.resting_runs is not None or not session.is_worth_coming_back_to)
            and session.is_settled
            and not session.is_halted
        ]
        return min(found, key=lambda each: each.occupancy.idle_since, default=None)

    def close(self, session: Session, reason: str, state: RunState = "abandoned") -> None:
        """End a session. Its last parcels can still be taken from it afterwards.

        An abandoned run that is worth coming back to rests instead, if this server can wake runs.
        """
        self._sessions.pop(session.id, None)
        self._delays[session.config.run] = session.disclosure.delay
        if (
            state == "abandoned"
            and self.resting_runs is not None
            and session.is_worth_coming_back_to
        ):
            session.rest(reason)
            door = door_of(session.policy.settings)
            self.resting.add_run(session.id, session.config.run, door)
        else:
            if state == "aside" and self.resting_runs is not None:
                door = door_of(session.policy.settings)
                self.resting.set_aside(session.id, session.config.run, reason, door)
            session.close(reason, state)

    def drop(self, session: Session) -> None:
        """Forget a session whose run another node owns, without a write or a word to its members.

        Do nothing if that was done before: this node may own the run again by now. Replays on this
        node still show no more of the run than the delay allows.
        """
        if self._sessions.get(session.id) is not session:
            return
        del self._sessions[session.id]
        self._delays[session.config.run] = session.disclosure.delay
        self.journal.disown(session.config.run)
        session.dispose()

    def _fresh_run(self) -> str:
        """Return a new run name: 128 random bits."""
        return self._fresh_token().hex()

    def _fresh_id(self, settled: SessionSettings) -> str:
        """Return an id that no session and no resting run has.

        The id of an unlisted session is too long to guess.
        """
        for tries in count():
            length = ID_LENGTHS[settled.access] + tries // TRIES
            session_id = word_of(self._fresh_token(), length)
            is_here = session_id in self._sessions or session_id in self.resting
            if not is_here and not self.is_taken(session_id):
                return session_id
        raise AssertionError("ids of any length are tried")


def _header(config: SessionConfig, seed: bytes, play: GameSetup) -> Header:
    """Return the journal's header of a new run."""
    return Header(
        run=config.run,
        session=config.id,
        preset=config.preset,
        pace=config.pace,
        seed=seed,
        rules=RULES,
        content_hash=play.digest,
        content=play.content,
    )
